"""Lo que costó cada jugada de una mano, con todas las fichas a la vista, donde hay valor exacto (AC3, D410, D610).

La mano ya se jugó y no cambia: se calcula cuando alguien la pide (un par de décimas) y se recuerda.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from enlinea.academia.textos_analisis import ficha_dicha
from reglas.analisis.actas import analizar_mano, repetir_analizable
from reglas.analisis.exacto import mejor_de

DURA = 30 * 24 * 3_600
"""Segundos que se recuerda."""
Costo = tuple[int, int, int, int, int]
"""Qué jugada, desde 1, de qué asiento, la ficha que tiró, cuántos tantos costó y cuál era la mejor."""


def exacto_de_mano(partida_id: int, acta: Mapping[str, Any], numero: int) -> list[str]:
    """En frases, las jugadas de la mano `numero`, desde 1, que costaron tantos. Levanta `no_se_analiza`."""
    llave = f"exacto:{partida_id}:{numero}"
    costos: Sequence[Costo] | None = cache.get(llave)
    if costos is None:
        costos = _costos(acta, numero)
        cache.set(llave, costos, DURA)
    nombres = [str(nombre) for nombre in acta["asientos"]]
    return [_frase(uno, nombres) for uno in costos] or [_("Nadie perdió tantos: todas fueron de las mejores.")]


def _costos(acta: Mapping[str, Any], numero: int) -> list[Costo]:
    partida = repetir_analizable(acta)
    costos = []
    for n, jugada in enumerate(analizar_mano(partida.manos[numero - 1], partida.meta).jugadas, 1):
        asiento, elegida = jugada.posicion.turno, jugada.elegida
        mejor = mejor_de(jugada.alternativas, asiento)
        if mejor.valor != elegida.valor:
            costos.append((n, asiento, elegida.ficha, abs(mejor.valor - elegida.valor), mejor.ficha))
    return costos


def _frase(uno: Costo, nombres: Sequence[str]) -> str:
    jugada, asiento, ficha, costo, mejor = uno
    dichas = {
        "j": jugada,
        "quien": nombres[asiento],
        "ficha": ficha_dicha(ficha),
        "mejor": ficha_dicha(mejor),
        "n": costo,
    }
    if ficha == mejor:
        dicho = ngettext(
            "Jugada %(j)s: %(quien)s tiró %(ficha)s de ese lado y costó %(n)s tanto; era mejor del otro.",
            "Jugada %(j)s: %(quien)s tiró %(ficha)s de ese lado y costó %(n)s tantos; era mejor del otro.",
            costo,
        )
    else:
        dicho = ngettext(
            "Jugada %(j)s: %(quien)s tiró %(ficha)s y costó %(n)s tanto; la mejor era %(mejor)s.",
            "Jugada %(j)s: %(quien)s tiró %(ficha)s y costó %(n)s tantos; la mejor era %(mejor)s.",
            costo,
        )
    return dicho % dichas
