"""La estadística de las manos como se guarda: listas cortas de enteros, sin las jugadas (ES1).

Una mano es `[salidor, ganadora, desenlace, tantos, valor×4, mulas×4, mismo palo×4, fallas×4]`: `ganadora` es la pareja
o −1, `desenlace` su lugar en `DESENLACES`, y los cuatro de cada columna van por asiento.
"""

from collections.abc import Sequence

from reglas.errores import ErrorDeRegla
from reglas.estadistica import DeMano
from reglas.reglamento import AMIGOS
from reglas.tipos import NADIE, Desenlace

# el orden está guardado: sólo se agrega al final
DESENLACES = (Desenlace.DOMINADA, Desenlace.CIERRE, Desenlace.CIERRE_EMPATADO)
COLUMNAS = ("valor", "mulas", "mismo_palo", "fallas")
_FIJOS = 4


def escribir_manos(manos: Sequence[Sequence[DeMano]]) -> list[list[int]]:
    """Lo que se guarda de las manos de una partida, en orden; cada una, sus cuatro asientos."""
    return [_escribir(mano) for mano in manos]


def leer_manos(guardadas: Sequence[Sequence[int]]) -> tuple[tuple[DeMano, ...], ...]:
    """Las manos otra vez como las da `estadistica_de`. Levanta `tipo_invalido` si un renglón no mide lo debido."""
    return tuple(_leer(numero, una) for numero, una in enumerate(guardadas, start=1))


def _escribir(mano: Sequence[DeMano]) -> list[int]:
    primero = mano[0]
    ganadora = NADIE if primero.gano is None else 0 if primero.gano else 1
    fijos = [primero.salidor, ganadora, DESENLACES.index(primero.desenlace), abs(primero.diferencia)]
    return fijos + [getattr(de, columna) for columna in COLUMNAS for de in mano]


def _leer(numero: int, una: Sequence[int]) -> tuple[DeMano, ...]:
    if len(una) != _FIJOS + AMIGOS.asientos * len(COLUMNAS):
        raise ErrorDeRegla("tipo_invalido", campo="manos", esperado="veinte números por mano")
    salidor, ganadora, desenlace, tantos = una[:_FIJOS]

    def de(asiento: int) -> DeMano:
        valor, mulas, mismo_palo, fallas = una[_FIJOS + asiento :: AMIGOS.asientos]
        gano = None if ganadora == NADIE else AMIGOS.bando_de[asiento] == ganadora
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

    return tuple([de(asiento) for asiento in range(AMIGOS.asientos)])
