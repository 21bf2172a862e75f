"""La prueba t de una cola contra tablas conocidas, y la corrección por probar muchas cosas."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reglas.calidad.prueba import ajustar, cola_t, una_cola


@pytest.mark.parametrize(
    ("t", "grados", "cola"),
    [
        (6.3138, 1, 0.05), (12.7062, 1, 0.025), (2.22814, 10, 0.025), (1.6449, 10**7, 0.05), (2.3263, 10**7, 0.01),
        (0, 7, 0.5), (1, 1, 0.25), (-1, 1, 0.75), (3.0902, 10**7, 0.001), (4.5869, 10, 0.0005),
    ],
)  # fmt: skip
def test_cola_de_la_t_como_en_las_tablas(t: float, grados: int, cola: float):
    assert cola_t(t, grados) == pytest.approx(cola, rel=2e-4)


@given(st.floats(-40, 40), st.integers(1, 5000))
def test_cola_es_probabilidad_simetrica_y_baja_al_subir_t(t: float, grados: int):
    assert 0 <= cola_t(t, grados) <= 1
    assert cola_t(t, grados) + cola_t(-t, grados) == pytest.approx(1, abs=1e-9)
    assert cola_t(t + 0.5, grados) <= cola_t(t, grados)


def test_una_cola_a_mano():
    prueba = una_cola([1, 2, 3, 4])
    assert (prueba.cuantos, prueba.media) == (4, 2.5)
    assert prueba.error == pytest.approx(0.6455, abs=1e-4) and prueba.t == pytest.approx(3.873, abs=1e-3)
    assert prueba.azar == pytest.approx(0.01523, abs=1e-4)
    assert una_cola([5, 5, 5]).azar == 1, "sin variación no hay prueba"
    with pytest.raises(ValueError, match="dos valores"):
        una_cola([1])


def test_sin_efecto_pasa_del_umbral_lo_que_debe():
    azar = random.Random(1)
    pasan = sum(una_cola([azar.gauss(0, 30) for _ in range(40)]).azar <= 0.05 for _ in range(4000))
    assert 0.04 < pasan / 4000 < 0.06


def test_correccion_de_holm_a_mano():
    assert ajustar([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert ajustar([]) == ()
    assert ajustar([0.6, 0.9]) == (1.0, 1.0)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_corregir_nunca_baja_ni_cambia_el_orden(azares: list[float]):
    corregidos = ajustar(azares)
    assert all(c >= a for a, c in zip(azares, corregidos, strict=True))
    pares = sorted(zip(azares, corregidos, strict=True))
    assert [c for _, c in pares] == sorted(c for _, c in pares)
