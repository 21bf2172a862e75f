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
from enlinea.academia.textos_razones import DE_LA_MEJOR, DE_LA_TIRADA, dichas, en_tantos
from enlinea.textos.tablero import VOZ
from reglas.analisis.errores import DESDE
from reglas.analisis.exacto import SIGNO
from reglas.fichas import FICHAS
from reglas.tipos import Meta

CUANTAS_RAZONES = 2
_GANARON = _l("Por cómo se jugó, ustedes sacaron %(n)s más.")
_PERDIERON = _l("Por cómo se jugó, ustedes dejaron ir %(n)s.")
A_LA_VISTA = _l("Se cuenta con las cuatro manos a la vista: en la mesa no siempre se podía saber.")
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
    return f"{porque(error, nombres, meta, lado, mira)} {los_dos_finales(error, nombres, meta, lado, mira)}"


def porque(
    error: Mapping[str, Any],
    nombres: Sequence[str],
    meta: Meta,
    lado: Callable[[int], str],
    mira: int,
    *,
    hecha: bool = True,
) -> str:
    """Lo que costó y por qué, y cuál era la mejor y por qué. Si nadie la tiró (`hecha`), «Costaba»."""
    costo, malo = costo_de(error, meta, hecha=hecha), _lo_malo(error, nombres, lado, mira)
    empieza = _("%(costo)s: %(porque)s") % {"costo": costo, "porque": malo} if malo else f"{costo}."
    return f"{empieza} {_lo_mejor(error, nombres, lado, mira)}"


def razon(error: Mapping[str, Any], nombres: Sequence[str], lado: Callable[[int], str], mira: int) -> str:
    """El porqué solo, para ir junto al tablero: lo que costó ya lo dice el letrero (D839)."""
    malo = _lo_malo(error, nombres, lado, mira)
    mejor = _lo_mejor(error, nombres, lado, mira)
    return f"{malo[0].upper()}{malo[1:]} {mejor}" if malo else mejor


def costo_de(error: Mapping[str, Any], meta: Meta, *, hecha: bool = True) -> str:
    """«Costó 14 tantos»."""
    return costo_en_palabras(error["perdida"], _valor(error["mejor"], error["asiento"]), meta, hecha=hecha)


def _lo_malo(error: Mapping[str, Any], nombres: Sequence[str], lado: Callable[[int], str], mira: int) -> str:
    """«tres-cinco dejaba dominar a Beto.»; vacío sin una razón."""
    malo = dichas(DE_LA_TIRADA, error.get("razones", ())[:CUANTAS_RAZONES], error["asiento"], nombres, mira)
    return _("%(ficha)s %(porque)s.") % {"ficha": _jugada(error["elegida"], lado), "porque": malo} if malo else ""


def _lo_mejor(error: Mapping[str, Any], nombres: Sequence[str], lado: Callable[[int], str], mira: int) -> str:
    """«Lo mejor era cuatro-seis abajo: te hacía pasar.»"""
    mejor = _jugada(error["mejor"], lado)
    bueno = dichas(DE_LA_MEJOR, error.get("razones", ())[:CUANTAS_RAZONES], error["asiento"], nombres, mira)
    if bueno:
        return _("Lo mejor era %(ficha)s: %(porque)s.") % {"ficha": mejor, "porque": bueno}
    return _("Lo mejor era %(ficha)s.") % {"ficha": mejor}


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


def _fin(fin: Mapping[str, Any], valor: int, nombres: Sequence[str], meta: Meta, mira: int) -> str:
    """«domina Beto y son 35 tantos para ellos»: quién acaba y para quién es, mirado desde ese asiento."""
    dominada, mia = fin["fin"] == "dominada", fin["asiento"] == mira
    if mia:
        acaba = _("dominas tú") if dominada else _("cierras tú")
    else:
        acaba = (_("domina %(quien)s") if dominada else _("cierra %(quien)s")) % {"quien": nombres[fin["asiento"]]}
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
        _("Con el mejor juego de los cuatro, las fichas daban %(cuanto)s.") % {"cuanto": para_quien(reparto, meta)}
    ]
    if balance["resultado"] is not None:
        frases.append(_("La mano quedó en %(cuanto)s.") % {"cuanto": para_quien(signo * balance["resultado"], meta)})
    if meta.tantos is not None and juego:
        cuanto = en_tantos(abs(juego))
        frases.append((_GANARON if juego > 0 else _PERDIERON) % {"n": cuanto})
    elif not juego:
        frases.append(_("Todo fue del reparto: los errores de unos y otros se compensaron."))
    return " ".join(frases)


def para_quien(valor: int, meta: Meta, mia: bool = True) -> str:
    """«12 tantos para ustedes», dicho a quien lee: lo que vale algo a una pareja, la suya si `mia`."""
    if not valor:
        return _("nada para nadie")
    quienes = _("ustedes") if (valor > 0) == mia else _("ellos")
    if meta.tantos is None:
        return _("la mano para %(quienes)s") % {"quienes": quienes}
    return _("%(cuanto)s para %(quienes)s") % {"cuanto": en_tantos(abs(valor)), "quienes": quienes}


def cortes(meta: Meta) -> str:
    """Qué es imprecisión, error y error grave, en tantos o en manos (D454, D840)."""
    if meta.tantos is None:
        return _(
            "«?» es error: cambió ganar la mano por que nadie la ganara, o que nadie la ganara por perderla. «??» es "
            "error grave: cambió ganarla por perderla."
        )
    error, grave = DESDE[meta]
    return _(
        "«?!» es imprecisión: costó de 1 a %(poco)s tantos. «?» es error: de %(error)s a %(mas)s. «??» es error "
        "grave: %(grave)s o más."
    ) % {"poco": error - 1, "error": error, "mas": grave - 1, "grave": grave}


def leyenda(meta: Meta) -> str:
    """Los cortes y con qué se cuentan, para ir bajo el análisis."""
    return f"{cortes(meta)} {A_LA_VISTA}"
