"""Lo que dejó un Recreo: en qué lugar quedó cada número y con qué cuentas, quién ganó cada mesa y quién pagó a quién.

Es la entrada de las cuentas de una peña y de la historia de una persona (`reglas/temporada.py`). Decidido aquí:
- Sólo cuentan las partidas cerradas, como en la clasificación (RG10); sin ninguna, no dejó nada.
- *Principal*: los puntos; a juegos ganados, que no da puntos (RG7), los juegos ganados.
- Un duelo es una mesa cerrada: cuenta para los cuatro, también para el repetidor a quien esa partida no le suma.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from reglas.apuestas import quien_paga_a_quien
from reglas.clasificacion import clasificar
from reglas.recreo import RecreoJugado, resolver_recreo


@dataclass(frozen=True, slots=True)
class Renglon:
    """Cómo le fue a un número."""

    numero: int
    lugar: int
    principal: int
    juegos_ganados: int
    eficiencia: int


@dataclass(frozen=True, slots=True)
class Duelo:
    """Una mesa cerrada: quiénes ganaron y a quiénes."""

    ganan: tuple[int, int]
    pierden: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PagoHecho:
    """Lo que un número le paga a otro al acabar: la apuesta y el pago extraordinario."""

    de: int
    a: int
    importe: Decimal


@dataclass(frozen=True, slots=True)
class Desglose:
    """Todo lo que dejó un Recreo, por número de jugador."""

    renglones: tuple[Renglon, ...] = ()
    duelos: tuple[Duelo, ...] = ()
    pagos: tuple[PagoHecho, ...] = ()


def desglosar(recreo: RecreoJugado) -> Desglose:
    """El desglose de lo anotado hasta ahora; el de un Recreo terminado es definitivo."""
    tablas = clasificar(recreo)
    if not tablas.cerradas:
        return Desglose()
    con_tantos = recreo.meta.tantos is not None
    saldos = {f.jugador: f.saldo for f in tablas.final}
    return Desglose(
        renglones=tuple(
            Renglon(f.jugador, f.lugar, f.puntos if con_tantos else f.juegos_ganados, f.juegos_ganados, f.eficiencia)
            for f in tablas.final
        ),
        duelos=_duelos(recreo),
        pagos=tuple(PagoHecho(p.de, p.a, p.importe) for p in quien_paga_a_quien(saldos)),
    )


def _duelos(recreo: RecreoJugado) -> tuple[Duelo, ...]:
    duelos = []
    for partida in resolver_recreo(recreo):
        for mesa in partida.mesas if partida.cerrada else ():
            gana = mesa.resultado.ganadora
            if gana is not None:
                duelos.append(Duelo(mesa.rol.parejas[gana], mesa.rol.parejas[1 - gana]))
    return tuple(duelos)


def escribir(desglose: Desglose) -> dict[str, Any]:
    """Listo para JSON, en listas cortas: hay miles guardados."""
    return {
        "renglones": [[r.numero, r.lugar, r.principal, r.juegos_ganados, r.eficiencia] for r in desglose.renglones],
        "duelos": [[*d.ganan, *d.pierden] for d in desglose.duelos],
        "pagos": [[p.de, p.a, str(p.importe)] for p in desglose.pagos],
    }


def leer(datos: Mapping[str, Sequence[Any]]) -> Desglose:
    """Lo que `escribir` dejó."""
    return Desglose(
        renglones=tuple(Renglon(*r) for r in datos.get("renglones", ())),
        duelos=tuple(Duelo((a, b), (c, d)) for a, b, c, d in datos.get("duelos", ())),
        pagos=tuple(PagoHecho(de, a, Decimal(importe)) for de, a, importe in datos.get("pagos", ())),
    )
