"""SU2: los periodos duran días enteros y nunca se pierde uno."""

from datetime import date

import pytest

from suscripciones.periodos import dias_que_quedan, periodo, sumar_meses, ultimo_dia, umbral
from tests.suscripciones.ayudas import MEXICO, dia


@pytest.mark.parametrize(
    ("desde", "meses", "hasta"),
    [
        (date(2026, 11, 21), 6, date(2027, 5, 21)),
        (date(2026, 1, 1), 12, date(2027, 1, 1)),
        (date(2026, 12, 31), 12, date(2027, 12, 31)),
        (date(2026, 8, 31), 6, date(2027, 3, 1)),  # febrero no tiene 31
        (date(2028, 2, 29), 12, date(2029, 3, 1)),
        (date(2026, 6, 30), 6, date(2026, 12, 30)),
    ],
)
def test_sumar_meses_cae_en_el_mismo_dia_o_en_el_primero_del_siguiente(desde: date, meses: int, hasta: date) -> None:
    assert sumar_meses(desde, meses) == hasta


def test_la_primera_suscripcion_vale_hasta_el_final_de_su_ultimo_dia() -> None:
    inicio, fin = periodo(None, 6, dia(2026, 11, 21), MEXICO)
    assert (inicio, fin) == (dia(2026, 11, 21), dia(2027, 5, 22, 0))
    assert ultimo_dia(fin, MEXICO) == date(2027, 5, 21)


def test_renovar_antes_empieza_donde_termina_lo_anterior() -> None:
    _inicio, fin = periodo(None, 6, dia(2026, 11, 21), MEXICO)
    assert periodo(fin, 12, dia(2027, 1, 5), MEXICO) == (fin, dia(2028, 5, 22, 0))


def test_renovar_ya_vencida_empieza_ahora() -> None:
    vencio = dia(2026, 5, 1, 0)
    assert periodo(vencio, 6, dia(2026, 11, 21), MEXICO)[0] == dia(2026, 11, 21)


def test_vence_hoy_es_cero_dias_aunque_falten_horas() -> None:
    fin = dia(2026, 11, 22, 0)
    assert dias_que_quedan(fin, dia(2026, 11, 21, 23), MEXICO) == 0
    assert dias_que_quedan(fin, dia(2026, 11, 21, 0), MEXICO) == 0
    assert dias_que_quedan(fin, dia(2026, 11, 22, 1), MEXICO) == -1


@pytest.mark.parametrize(("dias", "cual"), [(16, None), (15, 15), (4, 15), (3, 3), (1, 3), (0, 0), (-3, 0), (-4, None)])
def test_toca_el_aviso_mas_estrecho_ya_cruzado(dias: int, cual: int | None) -> None:
    assert umbral(dias) == cual
