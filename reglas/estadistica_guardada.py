"""La estadística de las manos como se guarda: listas cortas de enteros, sin las jugadas (ES1).

Una mano es `[salidor, ganadora, desenlace, tantos, valor×4, mulas×4, mismo palo×4, fallas×4]`: `ganadora` es la pareja
o −1, `desenlace` su lugar en `DESENLACES`, y los cuatro de cada columna van por asiento.
"""

from collections.abc import Sequence

from reglas.errores import ErrorDeRegla
from reglas.estadistica import DeMano
from reglas.mano import ASIENTOS
from reglas.tipos import Desenlace

# el orden está guardado: sólo se agrega al final
DESENLACES = (Desenlace.DOMINADA, Desenlace.CIERRE, Desenlace.CIERRE_EMPATADO)
COLUMNAS = ("valor", "mulas", "mismo_palo", "fallas")
_FIJOS = 4

Cuatro = tuple[DeMano, DeMano, DeMano, DeMano]


def escribir_manos(manos: Sequence[Sequence[DeMano]]) -> list[list[int]]:
    """Lo que se guarda de las manos de una partida, en orden; cada una, sus cuatro asientos."""
    return [_escribir(mano) for mano in manos]


def leer_manos(guardadas: Sequence[Sequence[int]]) -> tuple[Cuatro, ...]:
    """Las manos otra vez como las da `estadistica_de`. Levanta `tipo_invalido` si un renglón no mide lo debido."""
    return tuple(_leer(numero, una) for numero, una in enumerate(guardadas, start=1))


def _escribir(mano: Sequence[DeMano]) -> list[int]:
    primero = mano[0]
    ganadora = -1 if primero.gano is None else 0 if primero.gano else 1
    fijos = [primero.salidor, ganadora, DESENLACES.index(primero.desenlace), abs(primero.diferencia)]
    return fijos + [getattr(de, columna) for columna in COLUMNAS for de in mano]


def _leer(numero: int, una: Sequence[int]) -> Cuatro:
    if len(una) != _FIJOS + ASIENTOS * len(COLUMNAS):
        raise ErrorDeRegla("tipo_invalido", campo="manos", esperado="veinte números por mano")
    salidor, ganadora, desenlace, tantos = una[:_FIJOS]

    def de(asiento: int) -> DeMano:
        valor, mulas, mismo_palo, fallas = una[_FIJOS + asiento :: ASIENTOS]
        gano = None if ganadora < 0 else asiento % 2 == ganadora
        return DeMano(
            mano=numero,
            asiento=asiento,
            salidor=salidor,
            valor=valor,
            mulas=mulas,
            mismo_palo=mismo_palo,
            fallas=fallas,
            gano=gano,
            desenlace=DESENLACES[desenlace],
            diferencia=0 if gano is None else tantos if gano else -tantos,
        )

    return de(0), de(1), de(2), de(3)
