"""El análisis dicho en palabras: qué costó, por qué, y qué era lo mejor (AC3). Texto plano, sin escapar.

Las claves de las razones son las de `reglas.analisis.razones.Clave`. Un análisis guardado antes (versión 1) no las
trae: lo suyo se dice con los dos finales, que también son verdad (D453).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from config.templatetags.domino import PALOS, nombre_de_ficha
from enlinea.textos.frases import y_lista
from enlinea.textos.tablero import VOZ
from reglas.analisis.exacto import SIGNO
from reglas.fichas import FICHAS, ficha_de
from reglas.tipos import Meta

# lo malo de la que se tiró
DE_LA_TIRADA: Mapping[str, Any] = {
    "cerraba_perdiendo": _l("cerraba y perdía la cuenta"),
    "cerraba_empatando": _l("cerraba sin que nadie ganara"),
    "dejaba_dominar": _l("dejaba dominar a %(quien)s"),
    "dejaba_cerrar": _l("dejaba a %(quien)s cerrar y ganar la cuenta"),
    "pasaba_el_companero": _l("hacía pasar a %(quien)s, de su pareja"),
    "dejaba_palo_contrario": _l("dejaba a la vista %(palo)s, que su pareja no podía contestar"),
    "pasaban_los_nuestros": _l("hacía que %(quien)s pasara %(veces)s y se quedara con %(tantos)s"),
    "se_quedaba_la_mula": _l("dejaba a %(quien)s con la %(mula)s en la mano"),
    "se_quedaba_con": _l("dejaba a %(quien)s con %(tantos)s en la mano"),
}
# lo bueno de la mejor
DE_LA_MEJOR: Mapping[str, Any] = {
    "dominaba": _l("dominaba"),
    "cerraba_ganando": _l("cerraba y ganaba la cuenta"),
    "cerraba_a_empate": _l("cerraba sin que nadie ganara"),
    "pasaba_el_contrario": _l("hacía pasar a %(quien)s"),
    "dejaba_palo_propio": _l("dejaba a la vista %(palo)s, que los contrarios no podían contestar"),
    "pasaban_los_contrarios": _l("hacía que %(quien)s pasara %(veces)s y se quedara con %(tantos)s"),
    "le_quedaba_la_mula": _l("dejaba a %(quien)s con la %(mula)s en la mano"),
    "le_quedaban": _l("dejaba a %(quien)s con %(tantos)s en la mano"),
}
CUANTAS_RAZONES = 2
GRAVEDADES: Mapping[str, Any] = {
    "imprecision": _l("Imprecisión"),
    "error": _l("Error"),
    "grave": _l("Error grave"),
}


def explicar(
    error: Mapping[str, Any], nombres: Sequence[str], meta: Meta, lado: Callable[[int], str], mira: int
) -> str:
    """«Costó 14 tantos: tres-cinco dejaba dominar a Beto. Lo mejor era cuatro-seis abajo: hacía pasar a Nacho…»

    Y siempre los dos finales. `lado` dice el extremo como lo ve quien lee, vacío en la primera ficha; `mira` es su
    asiento.
    """
    return f"{porque(error, nombres, meta, lado)} {los_dos_finales(error, nombres, meta, lado, mira)}"


def porque(
    error: Mapping[str, Any],
    nombres: Sequence[str],
    meta: Meta,
    lado: Callable[[int], str],
    *,
    hecha: bool = True,
) -> str:
    """Lo que costó y por qué, y cuál era la mejor y por qué. Si nadie la tiró (`hecha`), «Costaba»."""
    tirada, mejor = _jugada(error["elegida"], lado), _jugada(error["mejor"], lado)
    razones = error.get("razones", ())[:CUANTAS_RAZONES]
    malo = _porques(DE_LA_TIRADA, razones, nombres)
    bueno = _porques(DE_LA_MEJOR, razones, nombres)
    costo = costo_en_palabras(error["perdida"], _valor(error["mejor"], error["asiento"]), meta, hecha=hecha)
    partes = [
        _("%(costo)s: %(ficha)s %(porque)s.") % {"costo": costo, "ficha": tirada, "porque": malo}
        if malo
        else f"{costo}.",
        _("Lo mejor era %(ficha)s: %(porque)s.") % {"ficha": mejor, "porque": bueno}
        if bueno
        else _("Lo mejor era %(ficha)s.") % {"ficha": mejor},
    ]
    return " ".join(partes)


def los_dos_finales(
    error: Mapping[str, Any], nombres: Sequence[str], meta: Meta, lado: Callable[[int], str], mira: int
) -> str:
    """Cómo acaba la mano con una y con otra."""
    tirada, mejor = _jugada(error["elegida"], lado), _jugada(error["mejor"], lado)
    return _("Si de ahí en adelante todos juegan lo mejor: con %(mejor)s %(asi)s; con %(tirada)s %(otra)s.") % {
        "mejor": mejor,
        "asi": _fin(error["acaba_mejor"], error["mejor"][2], nombres, meta, mira),
        "tirada": tirada,
        "otra": _fin(error["acaba_elegida"], error["elegida"][2], nombres, meta, mira),
    }


def _valor(jugada: Sequence[int], asiento: int) -> int:
    return SIGNO[asiento] * jugada[2]


def costo_en_palabras(perdida: int, mejor: int, meta: Meta, *, hecha: bool = True) -> str:
    """«Costó 14 tantos»; a juegos ganados, qué se cambió por qué. `mejor`: lo que se podía sacar."""
    if meta.tantos is not None and not hecha:
        return ngettext("Costaba %(n)s tanto", "Costaba %(n)s tantos", perdida) % {"n": perdida}
    if meta.tantos is not None:
        return ngettext("Costó %(n)s tanto", "Costó %(n)s tantos", perdida) % {"n": perdida}
    if perdida > 1:
        return _("Cambió ganar la mano por perderla")
    return _("Cambió ganar la mano por que nadie la ganara") if mejor > 0 else _("Cambió que nadie ganara por perderla")


def _jugada(jugada: Sequence[int], lado: Callable[[int], str]) -> str:
    return f"{ficha_dicha(jugada[0])}{lado(jugada[1])}"


def _porques(textos: Mapping[str, Any], razones: Sequence[Mapping[str, Any]], nombres: Sequence[str]) -> str:
    dichas = [str(textos[una["clave"]]) % _huecos(una, nombres) for una in razones if una["clave"] in textos]
    return y_lista(dichas)


def _huecos(razon: Mapping[str, Any], nombres: Sequence[str]) -> dict[str, str]:
    datos = {}
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


def _fin(fin: Mapping[str, Any], valor: int, nombres: Sequence[str], meta: Meta, mira: int) -> str:
    """«domina Beto y son 35 tantos para ellos»: quién acaba y para quién es, mirado desde ese asiento."""
    texto = _("domina %(quien)s") if fin["fin"] == "dominada" else _("cierra %(quien)s")
    acaba = texto % {"quien": nombres[fin["asiento"]]}
    if not valor:
        return _("%(acaba)s y nadie gana") % {"acaba": acaba}
    quienes = _("ustedes") if SIGNO[mira] * valor > 0 else _("ellos")
    if meta.tantos is None:
        return _("%(acaba)s y la mano es para %(quienes)s") % {"acaba": acaba, "quienes": quienes}
    frase = ngettext(
        "%(acaba)s y es %(n)s tanto para %(quienes)s", "%(acaba)s y son %(n)s tantos para %(quienes)s", abs(valor)
    )
    return frase % {"acaba": acaba, "n": abs(valor), "quienes": quienes}


def lado_visto(asiento: int) -> Callable[[int], str]:
    """Cómo se dice un extremo mirando desde ese asiento: quien está en 1 o 2 ve la cadena volteada (D10)."""

    def lado(extremo: int) -> str:
        if not extremo:
            return ""
        arriba = (extremo == 1) != (asiento in (1, 2))
        return str(VOZ["arriba" if arriba else "abajo"])

    return lado


def ficha_dicha(ficha: int) -> str:
    """«tres-cinco» o «mula de seises», como en la mesa."""
    menor, mayor = FICHAS[ficha]
    if menor == mayor:
        return nombre_de_ficha(menor, mayor)
    return f"{_(PALOS[menor][0])}-{_(PALOS[mayor][0])}"


def balance_en_palabras(balance: Mapping[str, Any], par: int, mia: int, meta: Meta) -> str:
    """Cuánto de la mano fue el reparto y cuánto el juego, para la pareja de quien mira (`mia`: 0 o 1)."""
    signo = -1 if mia else 1
    reparto, juego = signo * par, signo * balance["juego"]
    frases = [
        _("Con el mejor juego de los cuatro, las fichas daban %(cuanto)s.") % {"cuanto": _para_quien(reparto, meta)}
    ]
    if balance["resultado"] is not None:
        frases.append(_("La mano quedó en %(cuanto)s.") % {"cuanto": _para_quien(signo * balance["resultado"], meta)})
    if meta.tantos is not None and juego:
        cuanto = en_tantos(abs(juego))
        frases.append((_("El juego les dio %(n)s.") if juego > 0 else _("El juego les costó %(n)s.")) % {"n": cuanto})
    elif not juego:
        frases.append(_("Todo fue del reparto: los errores de unos y otros se compensaron."))
    return " ".join(frases)


def _para_quien(valor: int, meta: Meta) -> str:
    if not valor:
        return _("nada para nadie")
    quienes = _("ustedes") if valor > 0 else _("ellos")
    if meta.tantos is None:
        return _("la mano para %(quienes)s") % {"quienes": quienes}
    cuanto = en_tantos(abs(valor))
    return _("%(cuanto)s para %(quienes)s") % {"cuanto": cuanto, "quienes": quienes}
