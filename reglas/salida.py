"""Quién sale y quién hace la sopa (RG4, RG5).

Las de una mesa del Recreo, de cuatro por parejas. Los asientos van en el sentido del turno.
"""

from reglas.errores import ErrorDeRegla
from reglas.reglamento import AMIGOS

NOMBRE_ASIENTO = ("Abajo", "Derecha", "Arriba", "Izquierda")


def salidor_de_mano(primer_salidor: int, numero_mano: int) -> int:
    """Mano rotada (RG5): desde la 1, sale el de la derecha del salidor anterior, también tras empate."""
    if numero_mano < 1:
        raise ErrorDeRegla("numero_de_mano_invalido")
    return (_asiento(primer_salidor) + numero_mano - 1) % AMIGOS.asientos


def hace_sopa(salidor: int) -> int:
    """Mezcla las fichas el de la izquierda del salidor (000, procedimiento 1.c)."""
    return AMIGOS.sigue.index(_asiento(salidor))


def pareja_de(asiento: int) -> int:
    """Pareja 0: Arriba y Abajo; pareja 1: Izquierda y Derecha (RG11)."""
    return AMIGOS.bando_de[_asiento(asiento)]


def companero_de(asiento: int) -> int:
    """Quien juega con él: el de enfrente."""
    (companero,) = AMIGOS.companeros[_asiento(asiento)]
    return companero


def contrarios_de(asiento: int) -> tuple[int, ...]:
    """El de su derecha y el de su izquierda."""
    return AMIGOS.contrarios[_asiento(asiento)]


def pareja_del_cero(pareja_que_cerro: int | None, asiento_salidor: int | None) -> int | None:
    """Dónde va el cero de un cierre empatado (RG4): a quien cerró si se sabe; si no, a la pareja salidora."""
    if pareja_que_cerro is not None or asiento_salidor is None:
        return pareja_que_cerro
    return pareja_de(asiento_salidor)


def _asiento(asiento: int) -> int:
    if not 0 <= asiento < AMIGOS.asientos:
        raise ErrorDeRegla("asiento_invalido")
    return asiento
