"""Por qué una jugada era peor que otra, dicho a quien lee: de «tú» lo suyo y por su nombre a los demás (AC3, D841).

Las claves son las de `reglas.analisis.razones.Clave`. Texto plano, sin escapar.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from config.templatetags.domino import PALOS, nombre_de_ficha
from enlinea.textos.frases import y_lista
from reglas.fichas import FICHAS, ficha_de
from reglas.reglamento import AMIGOS

Textos = Mapping[str, tuple[Any, Any]]
"""De cada clave: si es de otro, y si es de quien lee."""


def _igual(texto: Any) -> tuple[Any, Any]:
    """La que no es de nadie en particular."""
    return texto, texto


_LA_MULA = (
    _l("dejaba a %(quien)s con la %(mula)s en la mano"),
    _l("te dejaba con la %(mula)s en la mano"),
)
_TANTOS = (
    _l("dejaba a %(quien)s con %(tantos)s en la mano"),
    _l("te dejaba con %(tantos)s en la mano"),
)
_PASAR = (
    _l("hacía que %(quien)s pasara %(veces)s y se quedara con %(tantos)s"),
    _l("hacía que pasaras %(veces)s y te quedaras con %(tantos)s"),
)
_PALO = _igual(_l("dejaba a la vista %(palo)s, que %(quienes)s no podían contestar"))
# lo malo de la que se tiró
DE_LA_TIRADA: Textos = {
    "cerraba_perdiendo": _igual(_l("cerraba y perdía la cuenta")),
    "cerraba_empatando": _igual(_l("cerraba sin que nadie ganara")),
    "dejaba_dominar": (_l("dejaba dominar a %(quien)s"), _l("te dejaba dominar")),
    "dejaba_cerrar": (
        _l("dejaba a %(quien)s cerrar y ganar la cuenta"),
        _l("te dejaba cerrar y ganar la cuenta"),
    ),
    "pasaba_el_companero": (_l("hacía pasar a %(quien)s, %(pareja)s"), _l("te hacía pasar a ti, %(pareja)s")),
    "dejaba_palo_contrario": _PALO,
    "pasaban_los_nuestros": _PASAR,
    "se_quedaba_la_mula": _LA_MULA,
    "se_quedaba_con": _TANTOS,
}
# lo bueno de la mejor
DE_LA_MEJOR: Textos = {
    "dominaba": _igual(_l("dominaba")),
    "cerraba_ganando": _igual(_l("cerraba y ganaba la cuenta")),
    "cerraba_a_empate": _igual(_l("cerraba sin que nadie ganara")),
    "pasaba_el_contrario": (_l("hacía pasar a %(quien)s"), _l("te hacía pasar")),
    "dejaba_palo_propio": _PALO,
    "pasaban_los_contrarios": _PASAR,
    "le_quedaba_la_mula": _LA_MULA,
    "le_quedaban": _TANTOS,
}


def dichas(textos: Textos, razones: Sequence[Mapping[str, Any]], tira: int, nombres: Sequence[str], mira: int) -> str:
    """Las de esa lista, juntas; `tira` es quien se equivocó y `mira`, quien lee."""
    partes = []
    for una in razones:
        if una["clave"] in textos:
            texto = textos[una["clave"]][una.get("asiento") == mira]
            partes.append(str(texto) % _huecos(una, tira, nombres, mira))
    return y_lista(partes)


def _huecos(razon: Mapping[str, Any], tira: int, nombres: Sequence[str], mira: int) -> dict[str, str]:
    mia = AMIGOS.bando_de[tira] == AMIGOS.bando_de[mira]
    # el palo que no podía contestar la pareja de quien tiró, o la otra
    suyos = mia == (razon["clave"] in DE_LA_TIRADA)
    datos = {
        "pareja": _("tu pareja") if tira == mira else _("su pareja"),
        "quienes": _("ustedes") if suyos else _("ellos"),
    }
    if "asiento" in razon:
        datos["quien"] = nombres[razon["asiento"]]
    if "palo" in razon:
        datos["palo"] = _los(razon["palo"])
    if "ficha" in razon:
        datos["mula"] = nombre_de_ficha(*FICHAS[ficha_de(razon["ficha"])])
    if "veces" in razon:
        datos["veces"] = ngettext("%(n)s vez", "%(n)s veces", razon["veces"]) % {"n": razon["veces"]}
    if "tantos" in razon:
        datos["tantos"] = en_tantos(razon["tantos"])
    return datos


def en_tantos(cuantos: int) -> str:
    """«1 tanto», «14 tantos»."""
    return ngettext("%(n)s tanto", "%(n)s tantos", cuantos) % {"n": cuantos}


def _los(palo: int) -> str:
    """«las blancas», «los treses»."""
    plural = _(PALOS[palo][1])
    return (_("los %(palo)s") if palo else _("las %(palo)s")) % {"palo": plural}
