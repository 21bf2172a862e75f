"""Premios y caja de un torneo (TO22, TO23, TO32). Al centavo y con enteros: la aplicación informa, no mueve dinero.

Decidido aquí (D335): los porcentajes van sobre lo mayor entre lo recaudado y lo garantizado. Cada premio se trunca al
centavo, y los centavos que sobran de los porcentajes se dan de uno en uno desde el primer lugar de la primera bolsa. Si
varios empatan hasta la fuerza, suman los premios de sus lugares y se los reparten en partes iguales; el centavo que no
se parte es de los primeros en el sorteo. A quien se retiró no le toca, y su premio no pasa a otro.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from reglas.errores import ErrorDeRegla
from reglas.suizo.clasificacion import FilaDeTorneo

CENTAVO = Decimal("0.01")
CIEN = 100
PORCIENTO = 100
"""Los porcentajes admiten dos decimales: se cuentan en centésimas de por ciento."""


@dataclass(frozen=True, slots=True)
class Premio:
    """El de un lugar: un importe fijo o un porcentaje, uno de los dos."""

    lugar: int
    bolsa: int = 1
    importe: Decimal | None = None
    porcentaje: Decimal | None = None


class Cobro(StrEnum):
    """Cómo va la cuota de cada persona."""

    COBRADA = "cobrada"
    EXENTA = "exenta"
    PENDIENTE = "pendiente"


class Caja(NamedTuple):
    """El corte: cuánto entró, cuánto falta y si alcanza."""

    recaudado: Decimal
    por_cobrar: Decimal
    cobradas: int
    exentas: int
    pendientes: int
    garantizado: Decimal
    premios: Decimal

    @property
    def base(self) -> Decimal:
        """Sobre lo que van los porcentajes."""
        return max(self.recaudado, self.garantizado)

    @property
    def queda(self) -> Decimal:
        """Lo recaudado menos los premios; si es negativo, lo que pone la casa."""
        return self.recaudado - self.premios


def corte_de_caja(cobros: Iterable[tuple[Cobro, Decimal]], garantizado: Decimal, premios: Sequence[Premio]) -> Caja:
    """La caja de las cuotas: por persona, cómo va y de cuánto es."""
    sumas = dict.fromkeys(Cobro, Decimal(0))
    cuantos = dict.fromkeys(Cobro, 0)
    for cobro, importe in cobros:
        sumas[cobro] += importe
        cuantos[cobro] += 1
    recaudado = sumas[Cobro.COBRADA]
    valen = valores(premios, max(recaudado, garantizado))
    return Caja(
        recaudado=recaudado,
        por_cobrar=sumas[Cobro.PENDIENTE],
        cobradas=cuantos[Cobro.COBRADA],
        exentas=cuantos[Cobro.EXENTA],
        pendientes=cuantos[Cobro.PENDIENTE],
        garantizado=garantizado,
        premios=sum(valen.values(), Decimal(0)),
    )


def valores(premios: Sequence[Premio], base: Decimal) -> dict[tuple[int, int], Decimal]:
    """Por (bolsa, lugar), lo que vale cada premio. Levanta `premio_invalido` y `premio_repetido`."""
    centavos: dict[tuple[int, int], int] = {}
    puntos = 0
    de_base = _centavos(base)
    en_orden = sorted(premios, key=lambda premio: (premio.bolsa, premio.lugar))
    for premio in en_orden:
        clave = premio.bolsa, premio.lugar
        if clave in centavos:
            raise ErrorDeRegla("premio_repetido", bolsa=premio.bolsa, lugar=premio.lugar)
        if (premio.importe is None) == (premio.porcentaje is None) or premio.lugar < 1 or premio.bolsa < 1:
            raise ErrorDeRegla("premio_invalido", bolsa=premio.bolsa, lugar=premio.lugar)
        if premio.importe is not None:
            centavos[clave] = _centavos(premio.importe)
        else:
            suyos = _centavos(premio.porcentaje or Decimal(0))
            puntos += suyos
            centavos[clave] = de_base * suyos // (CIEN * PORCIENTO)
    sobran = de_base * puntos // (CIEN * PORCIENTO) - sum(
        centavos[p.bolsa, p.lugar] for p in en_orden if p.porcentaje is not None
    )
    for premio in [p for p in en_orden if p.porcentaje][:sobran]:
        centavos[premio.bolsa, premio.lugar] += 1
    return {clave: _importe(suyos) for clave, suyos in centavos.items()}


def repartir(filas: Sequence[FilaDeTorneo], valen: Mapping[tuple[int, int], Decimal]) -> dict[str, Decimal]:
    """Por sujeto, lo que le toca; sólo quienes cobran algo. `filas` es la tabla final, ya en su orden (TO22)."""
    tocan: dict[str, Decimal] = {}
    for grupo in _empatados([fila for fila in filas if not fila.renglon.retirado]):
        suma = sum(_centavos(valen.get((fila.renglon.bolsa or 1, fila.lugar), Decimal(0))) for fila in grupo)
        parte, sobran = divmod(suma, len(grupo))
        for n, fila in enumerate(grupo):
            if suyo := parte + int(n < sobran):
                tocan[fila.sujeto] = _importe(suyo)
    return tocan


def _empatados(filas: Sequence[FilaDeTorneo]) -> list[list[FilaDeTorneo]]:
    """Grupos seguidos que sólo separó el sorteo, sin pasar de una bolsa a otra."""
    grupos: list[list[FilaDeTorneo]] = []
    for fila in filas:
        sigue = grupos and grupos[-1][-1].renglon.bolsa == fila.renglon.bolsa
        if sigue and fila.desempate == "sorteo":
            grupos[-1].append(fila)
        else:
            grupos.append([fila])
    return grupos


def avisos(premios: Sequence[Premio], base: Decimal) -> list[ErrorDeRegla]:
    """Lo que el organizador debería mirar (TO23): no lo impide."""
    dichos: list[ErrorDeRegla] = []
    puntos = sum((premio.porcentaje or Decimal(0) for premio in premios), Decimal(0))
    if puntos > CIEN:
        dichos.append(ErrorDeRegla("premios_de_mas_de_cien", porcentaje=str(puntos.normalize().to_eng_string())))
    valen = valores(premios, base)
    total = sum(valen.values(), Decimal(0))
    if total > base:
        dichos.append(ErrorDeRegla("premios_sobre_lo_que_hay", premios=str(total), base=str(_importe(_centavos(base)))))
    for bolsa in sorted({bolsa for bolsa, _ in valen}):
        if bolsa > 1 and valen.get((bolsa, 1), Decimal(0)) > valen.get((bolsa - 1, 1), Decimal(0)):
            dichos.append(ErrorDeRegla("bolsa_invertida", bolsa=bolsa, de_arriba=bolsa - 1))
    return dichos


def _centavos(importe: Decimal) -> int:
    """Exactos: un importe con más de dos decimales, o negativo, no es dinero. Levanta `importe_de_torneo`."""
    entero = importe * CIEN
    if not importe.is_finite() or entero != entero.to_integral_value() or importe < 0:
        raise ErrorDeRegla("importe_de_torneo", importe=str(importe))
    return int(entero)


def _importe(centavos: int) -> Decimal:
    return (Decimal(centavos) / CIEN).quantize(CENTAVO)
