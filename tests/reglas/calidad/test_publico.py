"""La referencia sólo sabe lo público: no mira las fichas ajenas, y sus repartos son todos los que pudieron ser."""

from collections import Counter
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reglas.calidad.publico import Dado, coherentes, lo_que_conviene
from reglas.fichas import DE_PALO
from reglas.mano import legales
from reglas.tipos import Meta
from tests.reglas.calidad.manos import al_azar, pases_de


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_todo_reparto_es_coherente_con_lo_visto(semilla: int):
    estados = al_azar(semilla)
    for numero in range(0, len(estados) - 1, 5):
        mano, faltan = estados[numero], [0, 0, 0, 0]
        for asiento, a, b in pases_de(estados, numero):
            faltan[asiento] |= DE_PALO[a] | DE_PALO[b]
        todas = mano.manos[0] | mano.manos[1] | mano.manos[2] | mano.manos[3]
        for manos in coherentes(mano, 4, Dado(semilla)):
            assert manos[mano.turno] == mano.manos[mano.turno]
            assert [una.bit_count() for una in manos] == [una.bit_count() for una in mano.manos]
            assert manos[0] | manos[1] | manos[2] | manos[3] == todas
            assert all(not manos[asiento] & faltan[asiento] for asiento in range(4))


def test_todos_los_repartos_posibles_salen_igual():
    """Con tres fichas ocultas y alguien que no puede tener una, se cuentan y se comparan."""
    estados = al_azar(11)
    mano = next(m for m in estados if sum(una.bit_count() for una in m.manos) <= 8 and len(legales(m)) > 0)
    salen = Counter(coherentes(mano, 6000, Dado(5)))
    ocultas = sum(una.bit_count() for i, una in enumerate(mano.manos) if i != mano.turno)
    assert 1 < len(salen) <= comb(ocultas, ocultas // 2) * 8
    esperado = 6000 / len(salen)
    distancia = sum((veces - esperado) ** 2 / esperado for veces in salen.values())
    grados = len(salen) - 1
    assert distancia < grados + 5 * (2 * grados) ** 0.5, "ji cuadrada: parejos"


@pytest.mark.parametrize("semilla", range(4))
def test_la_referencia_no_cambia_si_cambian_las_fichas_ajenas(semilla: int):
    mano = al_azar(semilla)[8]
    otra = mano._replace(manos=next(coherentes(mano, 1, Dado(999))))
    assert otra.manos != mano.manos
    con, sin = (lo_que_conviene(una, Meta.CIEN, 6, Dado(7, 8)) for una in (mano, otra))
    assert con == sin


def test_mismo_dado_mismas_tiradas():
    uno, otro = Dado(1, 2), Dado(1, 2)
    assert [uno.tirar(28) for _ in range(50)] == [otro.tirar(28) for _ in range(50)]
    assert [Dado(2, 1).tirar(1000), Dado(1, 3).tirar(1000)] != [Dado(1, 2).tirar(1000)] * 2
    dado = Dado(3)
    caras = Counter(dado.tirar(6) for _ in range(6000))
    assert set(caras) == set(range(6)) and min(caras.values()) > 850
