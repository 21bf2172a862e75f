"""En qué puesto del salón va cada asiento cuando se juega en pantallas (TO26; 001 §6.2.4.9).

El salón tiene cuatro zonas, A a D, cada una con los puestos 1, 2, 3… Los cuatro de una mesa van a cuatro zonas. De una
zona a la que sigue se corren dos números: así, con cuatro mesas o más, dos de la misma mesa no quedan juntos ni si las
zonas se tocan (uno al lado del otro, enfrente, en diagonal, o el último de una junto al primero de otra). A qué zona va
cada asiento cambia con la mesa y con la partida; los compañeros van siempre en zonas alternas (A y C, o B y D).
"""

from typing import NamedTuple

ZONAS = 4
CORRE = 2


class Puesto(NamedTuple):
    """`zona` de 0 a 3, y su número en ella, desde 1."""

    zona: int
    numero: int


def puesto_de(orden: int, asiento: int, mesas: int, partida: int) -> Puesto:
    """El puesto de un asiento; `orden` es el lugar de su mesa entre las `mesas` de la partida, desde 0."""
    zona = (asiento + orden + partida) % ZONAS
    return Puesto(zona, (orden + CORRE * zona) % mesas + 1)


def asiento_de(puesto: Puesto, mesas: int, partida: int) -> tuple[int, int] | None:
    """Qué mesa (su orden) y qué asiento van en ese puesto; None si esta partida no lo ocupa."""
    zona, numero = puesto
    if numero > mesas:
        return None
    orden = (numero - 1 - CORRE * zona) % mesas
    return orden, (zona - orden - partida) % ZONAS
