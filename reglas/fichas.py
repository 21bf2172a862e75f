"""Las 28 fichas (RG1): cada una es un entero 0..27 y una mano es una máscara de bits, para que la mesa sea barata.

El orden es 0-0, 0-1 … 0-6, 1-1 … 6-6; en texto va siempre la marca menor primero.
"""

from collections.abc import Iterable, Iterator

from reglas.errores import ErrorDeRegla

PALOS = 7
FICHAS: tuple[tuple[int, int], ...] = tuple((a, b) for a in range(PALOS) for b in range(a, PALOS))
TEXTOS: tuple[str, ...] = tuple(f"{a}-{b}" for a, b in FICHAS)
TANTOS: tuple[int, ...] = tuple(a + b for a, b in FICHAS)
TODAS = (1 << len(FICHAS)) - 1

NUMERO: dict[tuple[int, int], int] = {par: n for n, (a, b) in enumerate(FICHAS) for par in ((a, b), (b, a))}
_POR_TEXTO = {texto: n for n, texto in enumerate(TEXTOS)}

DE_PALO: tuple[int, ...] = tuple(
    sum(1 << n for n, ficha in enumerate(FICHAS) if palo in ficha) for palo in range(PALOS)
)
"""Máscara de las siete fichas de cada palo."""

MULAS = sum(1 << n for n, (a, b) in enumerate(FICHAS) if a == b)
"""Máscara de los siete dobles."""

OTRO: tuple[tuple[int, ...], ...] = tuple(
    tuple(b if palo == a else a if palo == b else -1 for palo in range(PALOS)) for a, b in FICHAS
)
"""OTRO[ficha][palo]: la marca que queda libre al casar por `palo`; −1 si no lo tiene."""


def es_mula(ficha: int) -> bool:
    """Verdadero si las dos marcas son iguales."""
    a, b = FICHAS[ficha]
    return a == b


def ficha_de(texto: str) -> int:
    """El número de la ficha escrita «menor-mayor». Levanta `ficha_desconocida`."""
    try:
        return _POR_TEXTO[texto]
    except (KeyError, TypeError):
        raise ErrorDeRegla("ficha_desconocida", ficha=texto) from None


def mascara(fichas: Iterable[int]) -> int:
    """La máscara de estas fichas."""
    bits = 0
    for ficha in fichas:
        bits |= 1 << ficha
    return bits


def de_mascara(bits: int) -> Iterator[int]:
    """Las fichas de una máscara, de menor a mayor."""
    while bits:
        bajo = bits & -bits
        yield bajo.bit_length() - 1
        bits ^= bajo


def lista(bits: int) -> tuple[int, ...]:
    """Las fichas de una máscara, de menor a mayor; de tabla, porque cada vista la pide cuatro veces."""
    return _BAJAS[bits & _MEDIA] + _ALTAS[bits >> _MITAD]


def tantos_de(bits: int) -> int:
    """Suma de las marcas de una máscara, en tantos."""
    return sum([TANTOS[ficha] for ficha in lista(bits)])


_MITAD = len(FICHAS) // 2
_MEDIA = (1 << _MITAD) - 1
_BAJAS = tuple(tuple(de_mascara(bits)) for bits in range(_MEDIA + 1))
_ALTAS = tuple(tuple(ficha + _MITAD for ficha in fichas) for fichas in _BAJAS)
