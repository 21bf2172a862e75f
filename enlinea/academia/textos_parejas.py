"""Lo que más falla una pareja, dicho en palabras (D522). Las claves son las de `reglas.analisis.razones.Clave`."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from enlinea.academia.consultas.parejas import Ejemplo, Grupo
from enlinea.academia.textos_razones import en_tantos

TITULOS: Mapping[str, Any] = {
    "cerraba_perdiendo": _l("Cerramos y perdimos la cuenta"),
    "cerraba_empatando": _l("Cerramos sin que nadie ganara"),
    "dejaba_dominar": _l("Dejamos dominar al que seguía"),
    "dejaba_cerrar": _l("Dejamos que el que seguía cerrara y ganara"),
    "pasaba_el_companero": _l("Hicimos pasar al compañero"),
    "dejaba_palo_contrario": _l("Dejamos a la vista un palo que no podíamos contestar"),
    "pasaban_los_nuestros": _l("Acabamos pasando nosotros"),
    "se_quedaba_la_mula": _l("Nos quedamos con una mula"),
    "se_quedaba_con": _l("Nos quedamos con tantos en la mano"),
    "dominaba": _l("No dominamos cuando se podía"),
    "cerraba_ganando": _l("No cerramos cuando ganábamos la cuenta"),
    "cerraba_a_empate": _l("No cerramos para que nadie ganara"),
    "pasaba_el_contrario": _l("No hicimos pasar al contrario"),
    "dejaba_palo_propio": _l("No dejamos el palo que ellos no podían contestar"),
    "pasaban_los_contrarios": _l("No los dejamos pasando"),
    "le_quedaba_la_mula": _l("No le dejamos la mula al contrario"),
    "le_quedaban": _l("No les dejamos los tantos en la mano"),
    "": _l("Sin una razón sola: la suma de varias cosas"),
}


def titulo_de(grupo: Grupo) -> str:
    """Qué falló."""
    return str(TITULOS.get(grupo.clave, TITULOS[""]))


def costo_de(grupo: Grupo) -> str:
    """«14 veces, 120 tantos»; lo de juegos ganados, en manos."""
    partes = [ngettext("%(n)s vez", "%(n)s veces", grupo.veces) % {"n": grupo.veces}]
    if grupo.tantos:
        partes.append(en_tantos(grupo.tantos))
    if grupo.juegos:
        partes.append(ngettext("%(n)s mano", "%(n)s manos", grupo.juegos) % {"n": grupo.juegos})
    return ", ".join(partes)


def ejemplo_en_palabras(ejemplo: Ejemplo, nombre: str) -> str:
    """«Tú, mano 3, jugada 7: 35 tantos»."""
    cuanto = en_tantos(ejemplo.perdida) if ejemplo.con_tantos else _("una mano")
    return _("%(quien)s, mano %(mano)s, jugada %(jugada)s: %(cuanto)s") % {
        "quien": _("Tú") if ejemplo.mia else nombre,
        "mano": ejemplo.mano,
        "jugada": ejemplo.jugada,
        "cuanto": cuanto,
    }
