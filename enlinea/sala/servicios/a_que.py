"""A qué se juega una mesa que se arma: el juego, de cuántos, a cuántos tantos y en qué lugares (VA1, D546)."""

from collections.abc import Mapping

from enlinea.errores import ErrorDeServicio
from reglas.reglamento import (
    ABAJO,
    ARRIBA,
    DERECHA,
    IZQUIERDA,
    JUEGOS,
    Reglamento,
    reglamento_de,
    reglamento_de_texto,
    variantes_de,
)

OFRECIDOS = tuple(str(reglamento_de(nombre, *variante)) for nombre in JUEGOS for variante in variantes_de(nombre))
"""Todos los que hay, de cuantos y como sean, como los escribe `reglas.reglamento` (VA1)."""
_DE_CUATRO = (ABAJO, ARRIBA, IZQUIERDA, DERECHA)
_LUGARES: Mapping[int, Mapping[str, int]] = {
    2: {"arriba": 1},
    3: {"derecha": 1, "izquierda": 2},
    4: {"arriba": ARRIBA, "izquierda": IZQUIERDA, "derecha": DERECHA},
}


def exigir_juego(juego: str, meta: str) -> tuple[Reglamento, str]:
    """El juego y la meta; sin `meta`, la primera que ofrece. Errores: `juego_invalido`, `meta_invalida`."""
    if juego not in OFRECIDOS:
        raise ErrorDeServicio("juego_invalido")
    reglamento = reglamento_de_texto(juego)
    meta = meta or str(reglamento.metas[0])
    if reglamento.meta_de(meta) not in reglamento.metas:
        raise ErrorDeServicio("meta_invalida")
    return reglamento, meta


def asientos_de_llegada(reglamento: Reglamento) -> tuple[int, ...]:
    """Los asientos, en el orden en que se toman: de cuatro, primero enfrente (D441)."""
    return tuple([asiento for asiento in _DE_CUATRO if asiento < reglamento.asientos])


def lugares_de(reglamento: Reglamento) -> Mapping[str, int]:
    """De qué lado de quien organiza queda cada asiento de los demás: de dos, enfrente; de tres, a los lados."""
    return _LUGARES[reglamento.asientos]
