"""Las cuentas de quienes juegan seguido: tabla de temporada, cara a cara, mejor compañero y saldos.

Una persona es un entero que pone quien llama; quien no es de la peña no tiene, y no cuenta ni se ve. Decidido aquí:
- Cada Recreo vale el *principal* (puntos; a juegos ganados, juegos) o lo que diga `por_lugar`: el lugar es el del
  Recreo, aunque lo comparta con gente de fuera, y quien quedó más abajo que la lista lleva cero.
- Con «los mejores N» cuentan los N en que más sacó y, entre iguales, los de mejor eficiencia.
- Lugar: total ↓, primeros lugares ↓, eficiencia de los que cuentan ↓. Quien sigue igual comparte lugar.
- Quien no llega a la asistencia mínima va debajo, sin lugar, con cuántos le faltan.
- Mejor compañero: con quien ganó mayor parte de lo jugado juntos, de 3 partidas en adelante si con alguien las hay.
- Saldo: lo que se pagaría entre miembros al acabar cada Recreo, según la lista de ese día. Lo de quien no es de la
  peña se paga ahí mismo: si se arrastrara, habría que cobrarle a quien no está.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from reglas.apuestas import CERO
from reglas.desglose import Desglose, Renglon

JUNTOS_PARA_COMPARAR = 3
POSICIONES = 16
"""Con puntos por lugar: un Recreo no tiene más lugares que jugadores."""


@dataclass(frozen=True, slots=True)
class ReglasDeTemporada:
    """Cómo se cuenta: puntos por lugar (vacío: el principal), cuántos Recreos (0: todos) y asistencia mínima."""

    por_lugar: tuple[int, ...] = ()
    mejores: int = 0
    asistencia: int = 0


@dataclass(frozen=True, slots=True)
class Jugado:
    """Un Recreo, con qué persona ocupó cada número; los que no están son de fuera."""

    desglose: Desglose
    quienes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Posicion:
    """Un renglón de la tabla; sin lugar si le falta asistencia."""

    lugar: int | None
    persona: int
    total: int
    primeros: int
    eficiencia: int
    asistencias: int
    cuentan: int
    faltan: int


@dataclass(slots=True)
class Cara:
    """Dos personas, la de número menor primero."""

    juntos: int = 0
    juntos_ganados: int = 0
    contra: int = 0
    gano_la_menor: int = 0


Caras = dict[tuple[int, int], Cara]


def tabla(jugados: Iterable[Jugado], reglas: ReglasDeTemporada) -> tuple[Posicion, ...]:
    """La temporada hasta ahora, del primer lugar al último; sólo quien jugó algún Recreo."""
    suyos: dict[int, list[Renglon]] = {}
    for jugado in jugados:
        for renglon in jugado.desglose.renglones:
            persona = jugado.quienes.get(renglon.numero)
            if persona is not None:
                suyos.setdefault(persona, []).append(renglon)
    filas = sorted((_sumar(persona, r, reglas) for persona, r in suyos.items()), key=_orden)
    return tuple(_con_lugares(filas))


def _sumar(persona: int, renglones: Sequence[Renglon], reglas: ReglasDeTemporada) -> Posicion:
    valen = sorted(((_vale(r, reglas), r.eficiencia) for r in renglones), reverse=True)
    cuentan = valen[: reglas.mejores] if reglas.mejores else valen
    return Posicion(
        lugar=None,
        persona=persona,
        total=sum(valor for valor, _e in cuentan),
        primeros=sum(r.lugar == 1 for r in renglones),
        eficiencia=sum(eficiencia for _v, eficiencia in cuentan),
        asistencias=len(renglones),
        cuentan=len(cuentan),
        faltan=max(0, reglas.asistencia - len(renglones)),
    )


def _vale(renglon: Renglon, reglas: ReglasDeTemporada) -> int:
    if not reglas.por_lugar:
        return renglon.principal
    return reglas.por_lugar[renglon.lugar - 1] if renglon.lugar <= len(reglas.por_lugar) else 0


def _merito(p: Posicion) -> tuple[bool, int, int, int]:
    return (p.faltan > 0, -p.total, -p.primeros, -p.eficiencia)


def _orden(p: Posicion) -> tuple[bool, int, int, int, int]:
    return (*_merito(p), p.persona)


def _con_lugares(filas: Sequence[Posicion]) -> Iterable[Posicion]:
    lugar = 0
    for n, fila in enumerate(filas):
        if n == 0 or _merito(fila) != _merito(filas[n - 1]):
            lugar = n + 1
        yield Posicion(
            None if fila.faltan else lugar, fila.persona, fila.total, fila.primeros, fila.eficiencia,
            fila.asistencias, fila.cuentan, fila.faltan,
        )  # fmt: skip


def cara_a_cara(jugados: Iterable[Jugado]) -> Caras:
    """Por cada dos personas: juntos y contra, cuántas partidas y cuántas ganó quién."""
    caras: Caras = {}
    for jugado in jugados:
        for duelo in jugado.desglose.duelos:
            ganan = _personas(duelo.ganan, jugado.quienes)
            pierden = _personas(duelo.pierden, jugado.quienes)
            _juntos(caras, ganan, 1)
            _juntos(caras, pierden, 0)
            for gana in ganan:
                for pierde in pierden:
                    cara = _cara(caras, gana, pierde)
                    cara.contra += 1
                    cara.gano_la_menor += gana < pierde
    return caras


def _personas(numeros: Iterable[int], quienes: Mapping[int, int]) -> list[int]:
    return [quienes[n] for n in numeros if n in quienes]


def _juntos(caras: Caras, pareja: Sequence[int], ganaron: int) -> None:
    if len(pareja) == 2:
        cara = _cara(caras, pareja[0], pareja[1])
        cara.juntos += 1
        cara.juntos_ganados += ganaron


def _cara(caras: Caras, una: int, otra: int) -> Cara:
    return caras.setdefault((min(una, otra), max(una, otra)), Cara())


@dataclass(frozen=True, slots=True)
class Trato:
    """Cómo le ha ido a una persona con otra y contra ella."""

    otra: int
    juntos: int
    juntos_ganados: int
    contra: int
    contra_ganados: int


def tratos_de(caras: Mapping[tuple[int, int], Cara], persona: int) -> tuple[Trato, ...]:
    """Lo de `persona` con cada quien, de con quien más ha jugado a con quien menos."""
    tratos = []
    for (menor, mayor), c in caras.items():
        if persona in (menor, mayor):
            soy_la_menor = persona == menor
            gane = c.gano_la_menor if soy_la_menor else c.contra - c.gano_la_menor
            tratos.append(Trato(mayor if soy_la_menor else menor, c.juntos, c.juntos_ganados, c.contra, gane))
    return tuple(sorted(tratos, key=lambda t: (-(t.juntos + t.contra), t.otra)))


def mejor_companero(tratos: Collection[Trato]) -> Trato | None:
    """Con quien ganó mayor parte de lo que jugaron juntos; None si nunca ganó con nadie."""
    con = [t for t in tratos if t.juntos_ganados]
    bastantes = [t for t in con if t.juntos >= JUNTOS_PARA_COMPARAR] or con
    return max(bastantes, key=lambda t: (Fraction(t.juntos_ganados, t.juntos), t.juntos, -t.otra), default=None)


def saldos(jugados: Iterable[Jugado], pagados: Iterable[tuple[int, int, Decimal]]) -> dict[int, Decimal]:
    """Lo que a cada persona le deben (positivo) o debe, tras lo ya pagado: (de, a, importe). Suma cero."""
    lleva: dict[int, Decimal] = {}
    for jugado in jugados:
        for pago in jugado.desglose.pagos:
            de, a = jugado.quienes.get(pago.de), jugado.quienes.get(pago.a)
            if de is not None and a is not None:
                _mover(lleva, de, a, pago.importe)
    for de, a, importe in pagados:
        _mover(lleva, a, de, importe)  # lo pagado deshace lo que se debía
    return {persona: saldo for persona, saldo in sorted(lleva.items()) if saldo}


def _mover(lleva: dict[int, Decimal], debe: int, cobra: int, importe: Decimal) -> None:
    lleva[debe] = lleva.get(debe, CERO) - importe
    lleva[cobra] = lleva.get(cobra, CERO) + importe
