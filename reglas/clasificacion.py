"""Clasificación parcial y final de un Recreo (RG7-RG10).

Decidido aquí:
- Hay una parcial por partida cerrada, con las cerradas hasta ella. Una partida abierta no cuenta, ni sus
  castigos: entran cuando se cierre.
- El castigo descuenta eficiencia a quien lo recibió aunque la partida no le sume o esté descansando;
  nunca tantos ni apuesta.
- Tiene renglón quien tuvo lugar en alguna partida de las que cuentan: el titular relevado conserva lo suyo y el
  suplente empieza de cero (D303). El pago extraordinario es entre quienes tienen lugar al final: quien se fue no cobra
  ni paga.
- La final lleva siempre el pago extraordinario, calculado con lo cerrado; `completo` dice si es
  definitivo.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from reglas.apuestas import CERO, pago_extraordinario, valor_ficha
from reglas.criterios import Actuacion, Acumulado, Puesto, ordenar
from reglas.recreo import MesaResuelta, PartidaResuelta, RecreoJugado, resolver_recreo
from reglas.relevos import con_lugar_hasta, ocupantes
from reglas.roles import rol_de


@dataclass(frozen=True, slots=True)
class Fila:
    """Un renglón de la clasificación."""

    lugar: int
    jugador: int
    puntos: int
    juegos_ganados: int
    eficiencia: int
    tantos_favor: int
    tantos_contra: int
    castigos: int
    valor_ficha: Decimal
    pago_extraordinario: Decimal
    desempate: str | None = None
    """Código del criterio que lo puso debajo del anterior (ver `criterios.CRITERIOS`)."""
    diferencial: int | None = None
    """Su diferencial entre los empatados, si hubo que calcularlo."""

    @property
    def saldo(self) -> Decimal:
        """Lo que cobra o paga en total."""
        return self.valor_ficha + self.pago_extraordinario


@dataclass(frozen=True, slots=True)
class Clasificaciones:
    """Una parcial por cada partida de `cerradas`, y la final."""

    parciales: tuple[tuple[Fila, ...], ...]
    final: tuple[Fila, ...]
    cerradas: tuple[int, ...]
    completo: bool


def clasificar(recreo: RecreoJugado) -> Clasificaciones:
    """Valida el Recreo y lo clasifica con sus partidas cerradas."""
    cerradas = tuple(partida for partida in resolver_recreo(recreo) if partida.cerrada)
    parciales = tuple(_tabla(recreo, cerradas[:hasta]) for hasta in range(1, len(cerradas) + 1))
    return Clasificaciones(
        parciales=parciales,
        final=_tabla(recreo, cerradas, con_pago=recreo.pago_extraordinario),
        cerradas=tuple(partida.rol.numero for partida in cerradas),
        completo=len(cerradas) == len(rol_de(recreo.tamano, recreo.rol).partidas),
    )


def _tabla(recreo: RecreoJugado, partidas: Sequence[PartidaResuelta], con_pago: bool = False) -> tuple[Fila, ...]:
    actuaciones = [a for partida in partidas for mesa in partida.mesas for a in _actuaciones(mesa)]
    hasta = max((partida.rol.numero for partida in partidas), default=0)
    con_renglon = _con_renglon(recreo, partidas, hasta)
    puestos = ordenar([_acumular(j, actuaciones, partidas) for j in con_renglon])
    al_final = ocupantes(recreo.relevos, recreo.tamano, hasta)
    orden = [puesto.acumulado.jugador for puesto in puestos if puesto.acumulado.jugador in al_final]
    pagos = pago_extraordinario(orden, recreo.importe) if con_pago else {}
    return tuple(
        _fila(lugar, puesto, recreo.importe, pagos.get(puesto.acumulado.jugador, CERO))
        for lugar, puesto in enumerate(puestos, start=1)
    )


def _con_renglon(recreo: RecreoJugado, partidas: Sequence[PartidaResuelta], hasta: int) -> tuple[int, ...]:
    """Quienes han tenido lugar, y quien ya tiene un castigo aunque entre después."""
    castigados = {c.jugador for partida in partidas for c in partida.castigos}
    return tuple(sorted({*con_lugar_hasta(recreo.relevos, recreo.tamano, hasta), *castigados}))


def _actuaciones(mesa: MesaResuelta) -> Iterator[Actuacion]:
    resultado = mesa.resultado
    for pareja, jugadores in enumerate(mesa.rol.parejas):
        for jugador in jugadores:
            yield Actuacion(
                jugador=jugador,
                rivales=mesa.rol.parejas[1 - pareja],
                suma=jugador not in mesa.rol.no_suman,
                puntos=resultado.puntos[pareja],
                juegos_ganados=resultado.juegos_ganados[pareja],
                tantos_favor=resultado.tantos_favor[pareja],
                tantos_contra=resultado.tantos_contra[pareja],
                valor=resultado.valor[pareja],
                diferencia=resultado.diferencia[pareja],
            )


def _acumular(jugador: int, todas: Sequence[Actuacion], partidas: Sequence[PartidaResuelta]) -> Acumulado:
    """La apuesta corre en toda partida (decisión de RG8); lo demás, sólo en las que le suman."""
    suyas = tuple(actuacion for actuacion in todas if actuacion.jugador == jugador)
    suman = [actuacion for actuacion in suyas if actuacion.suma]
    castigos = sum(c.tantos for partida in partidas for c in partida.castigos if c.jugador == jugador)
    favor = sum(actuacion.tantos_favor for actuacion in suman)
    contra = sum(actuacion.tantos_contra for actuacion in suman)
    return Acumulado(
        jugador=jugador,
        puntos=sum(actuacion.puntos for actuacion in suman),
        juegos_ganados=sum(actuacion.juegos_ganados for actuacion in suman),
        eficiencia=favor - contra - castigos,
        tantos_favor=favor,
        tantos_contra=contra,
        castigos=castigos,
        valor=sum(actuacion.valor for actuacion in suyas),
        actuaciones=suyas,
    )


def _fila(lugar: int, puesto: Puesto, importe: Decimal, pago: Decimal) -> Fila:
    suyo = puesto.acumulado
    return Fila(
        lugar=lugar,
        jugador=suyo.jugador,
        puntos=suyo.puntos,
        juegos_ganados=suyo.juegos_ganados,
        eficiencia=suyo.eficiencia,
        tantos_favor=suyo.tantos_favor,
        tantos_contra=suyo.tantos_contra,
        castigos=suyo.castigos,
        valor_ficha=valor_ficha(suyo.valor, importe),
        pago_extraordinario=pago,
        desempate=puesto.desempate,
        diferencial=puesto.diferencial,
    )
