"""Los códigos de error de la hoja de una mesa, dichos a la persona. Texto plano, sin escapar."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.templatetags.domino import conjuncion
from reglas.tipos import Desenlace

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Datos = Mapping[str, Any]

TEXTOS: Mapping[str, "_StrPromise"] = {
    "no_eres_de_esta_mesa": gettext_lazy("Esto es de la mesa %(mesa)s y no juegas en ella. Mira cuál es la tuya."),
    "orden_ajena": gettext_lazy("Eso ya se envió de otra forma y no se repitió. Recarga la página e inténtalo."),
    "orden_distinta": gettext_lazy("Eso ya se guardó, con otros datos. Mira cómo quedó y, si hace falta, corrígelo."),
    "pase_invalido": gettext_lazy("Ese código de mesa ya se usó o venció. Pide uno nuevo a quien anota."),
    "ya_hay_anotador": gettext_lazy("%(anotador)s ya anota la mesa %(mesa)s. Que te la pase, o pídelo al organizador."),
    "falta_asistencia": gettext_lazy("Antes de elegir quién sale, confirma quiénes están en la mesa %(mesa)s."),
    "falta_salidor": gettext_lazy("Antes de anotar, elige quién sale primero en la mesa %(mesa)s."),
    "no_se_sienta_aqui": gettext_lazy("El %(numero)s no juega en la mesa %(mesa)s. Elige a uno de los cuatro."),
    "partida_en_juego": gettext_lazy(
        "En la mesa %(mesa)s la partida ya empezó. Si alguien se fue, usa «Proponer default»."
    ),
    "incidencia_atendida": gettext_lazy("Eso ya lo atendieron. Mira cómo va la mesa."),
    "llamada_retirada": gettext_lazy("La mesa %(mesa)s ya no te necesita: %(quien)s dijo que se arregló."),
    "mano_salteada": gettext_lazy("Sigue la mano %(siguiente)s, no la %(mano)s. Anota primero la que sigue."),
    "mano_borrada": gettext_lazy("Esa mano se borró y ya no está. Mira cómo va la mesa %(mesa)s."),
    "mano_no_borrada": gettext_lazy("Esa mano ya está en la hoja. Mira cómo va la mesa %(mesa)s."),
    "discrepancia_resuelta": gettext_lazy("Esa diferencia ya se resolvió. Mira cómo quedó la mano."),
    "no_llegan_a_la_meta": gettext_lazy("En la mesa %(mesa)s nadie ha llegado a la meta. Anota las manos que faltan."),
    "mesa_cambio": gettext_lazy("La mesa %(mesa)s cambió mientras la veías. Mira otra vez el marcador y confirma."),
    "hoja_en_blanco": gettext_lazy("La hoja está en blanco. Escribe al menos una mano, o vuelve a la mesa %(mesa)s."),
    "gana_la_otra_pareja": gettext_lazy("Por lo anotado en la mesa %(mesa)s gana la otra pareja. Revisa el marcador."),
    "pareja_invalida": gettext_lazy("Falta decir qué pareja gana. Elige una de las dos."),
    "infractor_de_la_ganadora": gettext_lazy("%(nombre)s es de la pareja que pusiste de ganadora. Revisa quién gana."),
}


def en_lista(cosas: Iterable[Any]) -> str:
    """«Ana, Beto y Caro», en texto plano."""
    partes = [str(c) for c in cosas]
    if len(partes) < 2:
        return "".join(partes)
    return f"{', '.join(partes[:-1])} {conjuncion(partes[-1])} {partes[-1]}"


def mano_en_palabras(desenlace: str, tantos: int, nombres: Iterable[str]) -> str:
    """Lo que dice una mano anotada: «35 para Beto y Nacho», «cierre empatado»."""
    quienes = en_lista(nombres)
    if desenlace == Desenlace.CIERRE_EMPATADO:
        return _("cierre empatado")
    if not quienes:
        return _("cierre")
    if not tantos:
        return _("la ganaron %(quienes)s") % {"quienes": quienes}
    return ngettext("%(tantos)d para %(quienes)s", "%(tantos)d para %(quienes)s", tantos) % {
        "tantos": tantos,
        "quienes": quienes,
    }


def _mano_ya_anotada(d: Datos) -> str:
    mano = mano_en_palabras(d["desenlace"], d["tantos"], d["nombres"])
    return _("Esa mano ya está anotada: %(mano)s. ¿La tuya es distinta?") % {"mano": mano}


def _mesa_cerrada(d: Datos) -> str:
    if d.get("quien"):
        return _("%(quien)s ya cerró la mesa %(mesa)s y no cambia más. Si hay un error, díselo.") % d
    return _("La mesa %(mesa)s ya está cerrada y no cambia más. Si hay un error, dilo al organizador.") % d


def _no_anotas(d: Datos) -> str:
    if d.get("anotador"):
        return _("La mesa %(mesa)s la anota %(anotador)s. Dile lo que pasó o pídele que te la pase.") % d
    return _("La mesa %(mesa)s todavía no tiene anotador. Elijan primero quién anota.") % d


def _falta_confirmar(d: Datos) -> str:
    if d.get("anotador"):
        return _("Falta que %(anotador)s confirme el marcador de la mesa %(mesa)s. Pídeselo y vuelve a cerrar.") % d
    return _("Falta confirmar el marcador de la mesa %(mesa)s. Confírmalo y vuelve a cerrar.") % d


def _faltan_jugadores(d: Datos) -> str:
    nombres = d["nombres"]
    return ngettext(
        "Falta %(nombres)s en la mesa. Espera a que llegue o decide si se aplica el default.",
        "Faltan %(nombres)s en la mesa. Espera a que lleguen o decide si se aplica el default.",
        len(nombres),
    ) % {"nombres": en_lista(nombres)}


ARMADOS: Mapping[str, Callable[[Datos], str]] = {
    "falta_confirmar": _falta_confirmar,
    "faltan_jugadores": _faltan_jugadores,
    "mano_ya_anotada": _mano_ya_anotada,
    "mesa_cerrada": _mesa_cerrada,
    "no_anotas_esta_mesa": _no_anotas,
}
