"""El análisis dicho en palabras: qué costó, por qué, y qué era lo mejor (AC3). Texto plano, sin escapar.

Las claves de los motivos son las de `reglas.analisis.errores.Clave`.
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
    "cerraba_empatando": _l("cerraba a empate"),
    "dejaba_dominar": _l("dejaba dominar a %(quien)s"),
    "dejaba_cerrar": _l("dejaba cerrar a %(quien)s"),
    "hacia_pasar_al_companero": _l("hacía pasar a %(quien)s, su pareja"),
    "mataba_palo_del_companero": _l("tapaba %(palo)s de %(quien)s, su pareja"),
    "ahorcaba_mula_propia": _l("ahorcaba la %(mula)s de %(quien)s"),
    "se_quedaba_sin_entrada": _l("no le dejaba ficha con que volver a entrar"),
}
# lo bueno de la mejor
DE_LA_MEJOR: Mapping[str, Any] = {
    "dominaba": _l("dominaba"),
    "cerraba_ganando": _l("cerraba y ganaba la cuenta"),
    "cerraba_a_empate": _l("cerraba a empate"),
    "hacia_pasar_al_contrario": _l("hacía pasar a %(quien)s"),
    "mataba_palo_del_contrario": _l("tapaba %(palo)s de %(quien)s"),
    "ahorcaba_mula_contraria": _l("ahorcaba la %(mula)s de %(quien)s"),
    "soltaba_mula": _l("soltaba una mula"),
    "soltaba_mas_tantos": _l("soltaba más tantos"),
}
CUANTOS_MOTIVOS = 2


def explicar(error: Mapping[str, Any], nombres: Sequence[str], meta: Meta, lado: Callable[[int], str]) -> str:
    """«Costó 14 tantos: tres-cinco dejaba dominar a Beto. Lo mejor era cuatro-seis abajo: hacía pasar a Nacho.»

    `lado` dice el extremo como lo ve quien lee; vacío en la primera ficha.
    """
    tirada, mejor = _jugada(error["elegida"], lado), _jugada(error["mejor"], lado)
    malo = _porques(DE_LA_TIRADA, error["motivos"], nombres)
    bueno = _porques(DE_LA_MEJOR, error["motivos"], nombres)
    costo = costo_en_palabras(error["perdida"], _valor(error["mejor"], error["asiento"]), meta)
    partes = [
        _("%(costo)s: %(ficha)s %(porque)s.") % {"costo": costo, "ficha": tirada, "porque": malo}
        if malo
        else f"{costo}.",
        _("Lo mejor era %(ficha)s: %(porque)s.") % {"ficha": mejor, "porque": bueno}
        if bueno
        else _("Lo mejor era %(ficha)s.") % {"ficha": mejor},
        _acababa(error, nombres),
    ]
    return " ".join(parte for parte in partes if parte)


def _valor(jugada: Sequence[int], asiento: int) -> int:
    return SIGNO[asiento] * jugada[2]


def costo_en_palabras(perdida: int, mejor: int, meta: Meta) -> str:
    """«Costó 14 tantos»; a juegos ganados, qué se cambió por qué. `mejor`: lo que se podía sacar."""
    if meta.tantos is not None:
        return ngettext("Costó %(n)s tanto", "Costó %(n)s tantos", perdida) % {"n": perdida}
    if perdida > 1:
        return _("Cambió ganar la mano por perderla")
    return _("Cambió ganar la mano por que nadie la ganara") if mejor > 0 else _("Cambió que nadie ganara por perderla")


def _jugada(jugada: Sequence[int], lado: Callable[[int], str]) -> str:
    return f"{ficha_dicha(jugada[0])}{lado(jugada[1])}"


def _porques(textos: Mapping[str, Any], motivos: Sequence[Mapping[str, Any]], nombres: Sequence[str]) -> str:
    dichos = []
    for motivo in motivos:
        if motivo["clave"] in textos:
            datos = {"quien": "", "palo": "", "mula": ""}
            if "asiento" in motivo:
                datos["quien"] = nombres[motivo["asiento"]]
            if "palo" in motivo:
                datos["palo"] = _los(motivo["palo"])
            if "ficha" in motivo:
                datos["mula"] = nombre_de_ficha(*FICHAS[ficha_de(motivo["ficha"])])
            dichos.append(str(textos[motivo["clave"]]) % datos)
    return y_lista(dichos[:CUANTOS_MOTIVOS])


def _los(palo: int) -> str:
    """«las blancas», «los treses»."""
    plural = _(PALOS[palo][1])
    return (_("los %(palo)s") if palo else _("las %(palo)s")) % {"palo": plural}


def _acababa(error: Mapping[str, Any], nombres: Sequence[str]) -> str:
    """Cómo acababa la mano con el mejor juego de todos, si de una forma o de otra cambia quién la acaba."""
    asi, mejor = error["acaba_elegida"], error["acaba_mejor"]
    if asi == mejor:
        return ""
    datos = {"asi": _fin(asi, nombres), "mejor": _fin(mejor, nombres)}
    return _("Jugando todos lo mejor desde ahí, con la suya %(asi)s; con la otra, %(mejor)s.") % datos


def _fin(fin: Mapping[str, Any], nombres: Sequence[str]) -> str:
    texto = _("dominaba %(quien)s") if fin["fin"] == "dominada" else _("cerraba %(quien)s")
    return texto % {"quien": nombres[fin["asiento"]]}


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
        cuanto = ngettext("%(n)s tanto", "%(n)s tantos", abs(juego)) % {"n": abs(juego)}
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
    cuanto = ngettext("%(n)s tanto", "%(n)s tantos", abs(valor)) % {"n": abs(valor)}
    return _("%(cuanto)s para %(quienes)s") % {"cuanto": cuanto, "quienes": quienes}
