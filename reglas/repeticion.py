"""Las manos de un acta, estado por estado, y lo que pudo ser desde cualquiera de ellos (AC1, AC2)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reglas import mano as reglas_mano
from reglas.automatas import elegir, mirar
from reglas.errores import ErrorDeRegla, situar
from reglas.mano import Mano
from reglas.metas import AQueSeJuega
from reglas.reglamento import PorAsiento
from reglas.verificacion import ManoRepetida, repetir_partida

Jugada = tuple[int, int | None]
"""Ficha y extremo pedido; `None` si cabe en uno solo."""


class Repetida(NamedTuple):
    """Una mano con todos sus estados."""

    repartidas: PorAsiento
    """En máscaras."""
    estados: tuple[Mano, ...]
    """Uno antes de cada jugada, con los pases ya dados, y el último, tras todas."""
    ms: tuple[int | None, ...]
    """Lo que tardó cada jugada, en milisegundos; `None` si no se sabe."""

    @property
    def fin(self) -> Mano:
        """Cómo quedó."""
        return self.estados[-1]


def repetir(acta: Mapping[str, Any]) -> list[Repetida]:
    """Cada mano del acta, estado por estado. Levanta lo mismo que `verificacion.repetir_partida`."""
    return [_repetida(mano, datos) for mano, datos in zip(repetir_partida(acta).manos, acta["manos"], strict=True)]


def _repetida(mano: ManoRepetida, datos: Mapping[str, Any]) -> Repetida:
    estados = (*mano.posiciones, mano.final)
    return Repetida(estados[0].manos, estados, tuple(una.get("ms") for una in datos["jugadas"]))


def simular(desde: Mano, jugadas: Sequence[Jugada]) -> tuple[Mano, ...]:
    """Los estados al tirar esas fichas, una tras otra, cada una por quien está en turno; el primero es `desde`.

    Levanta, con `jugada` desde 0: `jugada_tras_el_fin`, `ficha_ajena`, `no_tiene_cabida`, `falta_extremo`.
    """
    estados = [desde]
    for numero, (ficha, extremo) in enumerate(jugadas):
        mano = estados[-1]
        with situar(jugada=numero):
            if mano.desenlace is not None:
                raise ErrorDeRegla("jugada_tras_el_fin")
            cae = reglas_mano.elegir_extremo(mano, ficha, extremo or None)
        estados.append(reglas_mano.saltar_pases(reglas_mano.tirar(mano, ficha, cae)))
    return tuple(estados)


def terminar(desde: Mano, meta: AQueSeJuega, semilla: int = 1) -> list[Jugada]:
    """Las jugadas con que los cuatro automáticos acaban la mano, cada uno con lo que su asiento sabe."""
    jugadas: list[Jugada] = []
    mano = desde
    while mano.desenlace is None:
        ficha, extremo = elegir(mirar(mano, meta), semilla)
        jugadas.append((ficha, extremo or None))
        mano = reglas_mano.saltar_pases(reglas_mano.tirar(mano, ficha, extremo))
    return jugadas


def pasaron(antes: Mano, despues: Mano) -> list[int]:
    """Los asientos que pasaron entre la jugada de `antes` y el turno de `despues`, en orden."""
    saltados: list[int] = []
    if despues.desenlace is None:
        sigue = despues.reglamento.sigue
        asiento = sigue[antes.turno]
        while len(saltados) < sum(despues.pases) - sum(antes.pases):
            saltados.append(asiento)
            asiento = sigue[asiento]
    return saltados
