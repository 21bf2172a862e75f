"""Valor ficha, pago extraordinario y quién le paga a quién (RG8, RG9; 000 §II.A.8-9). Todo suma cero."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from reglas.errores import ErrorDeRegla

CERO = Decimal("0.00")
IMPORTE_MAXIMO = Decimal("9999999999.99")
_CENTAVO = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Pago:
    """Lo que un jugador entrega a otro para saldar la apuesta."""

    de: int
    a: int
    importe: Decimal


def importe_valido(importe: Decimal) -> bool:
    """Desde cero y en centavos justos: con fracciones de centavo la apuesta no sumaría cero."""
    return importe.is_finite() and 0 <= importe <= IMPORTE_MAXIMO and importe == importe.quantize(_CENTAVO)


def valor_ficha(valor: int, importe: Decimal) -> Decimal:
    """Lo ganado o perdido: los valores acumulados (±3, ±2, ±1 por partida) por el importe."""
    # Sumar cero quita el signo de un −0.00.
    return (valor * importe).quantize(_CENTAVO) + CERO


def pago_extraordinario(orden: Sequence[int], importe: Decimal) -> dict[int, Decimal]:
    """RG9: el primer lugar cobra el importe a cada jugador, menos al segundo. `orden` va por lugar."""
    primero, segundo, *demas = orden
    pagos = {jugador: valor_ficha(-1, importe) for jugador in demas}
    return {primero: valor_ficha(len(demas), importe), segundo: CERO, **pagos}


def quien_paga_a_quien(saldos: Mapping[int, Decimal]) -> tuple[Pago, ...]:
    """Salda con pocos pagos: el que más debe paga al que más gana, y así; en empate, el número menor.

    Hace a lo más un pago menos que jugadores con saldo, aunque no siempre el mínimo posible.
    """
    diferencia = sum(saldos.values(), CERO)
    if diferencia != 0:
        raise ErrorDeRegla("saldos_descuadrados", diferencia=str(diferencia))
    pendientes = {jugador: saldo for jugador, saldo in saldos.items() if saldo != 0}
    pagos: list[Pago] = []
    while pendientes:
        de = min(pendientes, key=lambda jugador: (pendientes[jugador], jugador))
        a = min(pendientes, key=lambda jugador: (-pendientes[jugador], jugador))
        importe = min(-pendientes[de], pendientes[a])
        pagos.append(Pago(de, a, importe))
        pendientes[de] += importe
        pendientes[a] -= importe
        pendientes = {jugador: saldo for jugador, saldo in pendientes.items() if saldo != 0}
    return tuple(pagos)
