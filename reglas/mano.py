"""La mano: jugadas legales, terminal obligada, pases, dominada, cierre y cuenta (RG2-RG5; 001 §7.2, 002 §2).

Los asientos van en el sentido del turno: 0 Abajo, 1 Derecha, 2 Arriba, 3 Izquierda; parejas 0+2 y 1+3. Los extremos
son A (Arriba o Izquierda) y B (Abajo o Derecha) vistos desde el asiento 0.
"""

from typing import NamedTuple, TypeVar

from reglas.errores import ErrorDeRegla
from reglas.fichas import DE_PALO, FICHAS, OTRO, tantos_de
from reglas.metas import Meta
from reglas.tipos import Desenlace

T = TypeVar("T")
SALIDA, A, B = 0, 1, 2
EXTREMOS = ("", "A", "B")
DERECHA_DE = (B, A, A, B)
"""La derecha de cada salidor: ahí se juega con las dos terminales iguales (RG2, decisión)."""

ASIENTOS = 4
RELOJ_CIERRE, RELOJ_UNICA, RELOJ_NORMAL = 60, 5, 20
CADENA_ANTES_DE_CERRAR = 3 * 9
"""El cierre más corto lleva diez fichas: las siete de un palo y tres que las enlazan."""


class Mano(NamedTuple):
    """Una mano en curso o terminada; `cadena` son ternas planas (ficha, extremo, asiento) en orden de jugada."""

    manos: tuple[int, int, int, int]
    salidor: int
    turno: int
    a: int
    b: int
    cadena: tuple[int, ...]
    pases: tuple[int, int, int, int]
    desenlace: Desenlace | None
    ultimo: int
    """Quien tiró la última ficha: el que dominó o cerró. −1 si nadie ha tirado."""


class Cuenta(NamedTuple):
    """Lo que deja una mano: `ganadora` es la pareja (0 o 1) o None; `tantos`, los suyos."""

    desenlace: Desenlace
    asiento: int
    ganadora: int | None
    tantos: int
    no_jugados: tuple[int, int, int, int]


def repartida(manos: tuple[int, int, int, int], salidor: int) -> Mano:
    """La mano recién repartida; cada mano es una máscara de siete fichas."""
    return Mano(manos, salidor, salidor, -1, -1, (), (0, 0, 0, 0), None, -1)


def poner(cuatro: tuple[T, T, T, T], donde: int, valor: T) -> tuple[T, T, T, T]:
    """La misma cuarteta con otro valor en un asiento."""
    return (*cuatro[:donde], valor, *cuatro[donde + 1 :])  # type: ignore[return-value]


def derecha_de(asiento: int) -> int:
    """A quien le toca después (RG5 y 001 §7.2.4)."""
    return (asiento + 1) & 3


def legales(mano: Mano, asiento: int | None = None) -> list[tuple[int, int]]:
    """Los pares (ficha, extremo) que puede tirar `asiento` (por omisión, el del turno), por ficha y extremo (RG2)."""
    bits = mano.manos[mano.turno if asiento is None else asiento]
    a, b = mano.a, mano.b
    if a < 0:
        return [(ficha, SALIDA) for ficha in _en(bits)]
    if a == b:
        forzado = DERECHA_DE[mano.salidor]
        return [(ficha, forzado) for ficha in _en(bits & DE_PALO[a])]
    opciones = []
    de_a, de_b = DE_PALO[a], DE_PALO[b]
    for ficha in _en(bits & (de_a | de_b)):
        if de_a >> ficha & 1:
            opciones.append((ficha, A))
        if de_b >> ficha & 1:
            opciones.append((ficha, B))
    return opciones


def _en(bits: int) -> list[int]:
    fichas = []
    while bits:
        bajo = bits & -bits
        fichas.append(bajo.bit_length() - 1)
        bits ^= bajo
    return fichas


def puede_tirar(mano: Mano, asiento: int) -> bool:
    """Si tiene al menos una ficha con cabida; sin cadena, cualquiera la tiene."""
    if mano.a < 0:
        return True
    return bool(mano.manos[asiento] & (DE_PALO[mano.a] | DE_PALO[mano.b]))


def elegir_extremo(mano: Mano, ficha: int, extremo: int | None) -> int:
    """El extremo donde cae la ficha del que está en turno; `None` vale si sólo cabe en uno (RG2).

    Con las dos terminales iguales manda la derecha del salidor, se pida lo que se pida.
    Levanta `ficha_ajena`, `no_tiene_cabida`, `falta_extremo`.
    """
    if not mano.manos[mano.turno] >> ficha & 1:
        raise ErrorDeRegla("ficha_ajena", asiento=mano.turno)
    if mano.a < 0:
        return SALIDA
    libres = OTRO[ficha]
    if mano.a == mano.b:
        if libres[mano.a] < 0:
            raise ErrorDeRegla("no_tiene_cabida", ficha=ficha)
        return DERECHA_DE[mano.salidor]
    en_a, en_b = libres[mano.a] >= 0, libres[mano.b] >= 0
    if extremo == A and en_a:
        return A
    if extremo == B and en_b:
        return B
    if extremo or not (en_a or en_b):
        raise ErrorDeRegla("no_tiene_cabida", ficha=ficha)
    if en_a and en_b:
        raise ErrorDeRegla("falta_extremo", ficha=ficha)
    return A if en_a else B


def terminales_tras(a: int, b: int, salidor: int, ficha: int, extremo: int) -> tuple[int, int]:
    """Las terminales que deja una ficha; la primera mixta, con el cuadrante mayor hacia la pareja del salidor (RG2)."""
    if extremo == A:
        return OTRO[ficha][a], b
    if extremo == B:
        return a, OTRO[ficha][b]
    menor, mayor = FICHAS[ficha]
    return (mayor, menor) if salidor in (0, 1) else (menor, mayor)


def tirar(mano: Mano, ficha: int, extremo: int) -> Mano:
    """La mano tras la jugada, ya validada con `elegir_extremo`; si no terminó, el turno es del de la derecha."""
    turno = mano.turno
    queda = mano.manos[turno] & ~(1 << ficha)
    manos = poner(mano.manos, turno, queda)
    a, b = terminales_tras(mano.a, mano.b, mano.salidor, ficha, extremo)
    if not queda:
        desenlace = Desenlace.DOMINADA
    elif (manos[0] | manos[1] | manos[2] | manos[3]) & (DE_PALO[a] | DE_PALO[b]):
        desenlace = None
    else:
        desenlace = Desenlace.CIERRE
    siguiente = turno if desenlace else (turno + 1) & 3
    return Mano(
        manos, mano.salidor, siguiente, a, b, (*mano.cadena, ficha, extremo, turno), mano.pases, desenlace, turno
    )


def pasar(mano: Mano) -> Mano:
    """La mano tras el pase del que está en turno. Levanta `puede_tirar` si tenía cabida."""
    turno = mano.turno
    if puede_tirar(mano, turno):
        raise ErrorDeRegla("puede_tirar", asiento=turno)
    return mano._replace(turno=derecha_de(turno), pases=poner(mano.pases, turno, mano.pases[turno] + 1))


def saltar_pases(mano: Mano) -> Mano:
    """Los pases deducidos hasta el siguiente que puede jugar; sirve a las actas, que no los escriben."""
    while mano.desenlace is None and not puede_tirar(mano, mano.turno):
        mano = pasar(mano)
    return mano


def hay_situacion_de_cierre(mano: Mano, opciones: list[tuple[int, int]]) -> bool:
    """Si alguna de estas opciones deja sin cabida a toda ficha no jugada (EL7, decisión)."""
    manos = mano.manos
    todas = manos[0] | manos[1] | manos[2] | manos[3]
    for ficha, extremo in opciones:
        a, b = terminales_tras(mano.a, mano.b, mano.salidor, ficha, extremo)
        if not (todas & ~(1 << ficha)) & (DE_PALO[a] | DE_PALO[b]):
            return True
    return False


def reloj_de(mano: Mano, opciones: list[tuple[int, int]]) -> int:
    """Segundos para tirar: 60 en situación de cierre, que manda sobre la opción única; 5 con una; 20 lo demás (EL7)."""
    if len(mano.cadena) >= CADENA_ANTES_DE_CERRAR and hay_situacion_de_cierre(mano, opciones):
        return RELOJ_CIERRE
    return RELOJ_UNICA if len(opciones) == 1 else RELOJ_NORMAL


def contar(mano: Mano, meta: Meta) -> Cuenta:
    """La cuenta de una mano terminada: quién gana y cuántos tantos (RG3, RG4; 002 §2.7)."""
    assert mano.desenlace is not None
    suma = [tantos_de(bits) for bits in mano.manos]
    no_jugados = (suma[0], suma[1], suma[2], suma[3])
    parejas = (suma[0] + suma[2], suma[1] + suma[3])
    if mano.desenlace is Desenlace.DOMINADA:
        ganadora: int | None = mano.ultimo & 1
    elif not meta.gana_el_cierre or parejas[0] == parejas[1]:
        ganadora = None
    else:
        ganadora = 0 if parejas[0] < parejas[1] else 1
    empate = mano.desenlace is Desenlace.CIERRE and parejas[0] == parejas[1]
    tantos = 0 if ganadora is None else meta.vale_la_mano(parejas, ganadora)
    desenlace = Desenlace.CIERRE_EMPATADO if empate else mano.desenlace
    return Cuenta(desenlace, mano.ultimo, ganadora, tantos, no_jugados)
