"""RG8 y RG9: valor ficha, pago extraordinario y quién paga a quién."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reglas.apuestas import Pago, importe_valido, pago_extraordinario, quien_paga_a_quien, valor_ficha
from tests.reglas.ayudas import prohibe


def pesos(**saldos: str) -> dict[int, Decimal]:
    return {int(jugador[1:]): Decimal(saldo) for jugador, saldo in saldos.items()}


def test_el_valor_ficha_es_el_valor_por_el_importe():
    assert valor_ficha(4, Decimal("10.00")) == Decimal("40.00")
    assert str(valor_ficha(-3, Decimal("0.05"))) == "-0.15"


def test_un_importe_cero_no_deja_ceros_negativos():
    assert str(valor_ficha(-3, Decimal("0.00"))) == "0.00"
    assert {str(pago) for pago in pago_extraordinario([1, 2, 3, 4], Decimal(0)).values()} == {"0.00"}


def test_el_primero_cobra_el_importe_a_todos_menos_al_segundo():
    assert pago_extraordinario([3, 1, 4, 2], Decimal("10.00")) == pesos(j3="20", j1="0", j4="-10", j2="-10")
    assert pago_extraordinario([7, 6, 5, 4, 3, 2, 1], Decimal("1.50"))[7] == Decimal("7.50")


@pytest.mark.parametrize("importe", ["-0.01", "0.001", "NaN", "Infinity", "10000000000.00"])
def test_el_importe_va_en_centavos_justos_desde_cero(importe):
    assert not importe_valido(Decimal(importe))


@pytest.mark.parametrize("importe", ["0", "0.01", "9999999999.99"])
def test_importes_que_valen(importe):
    assert importe_valido(Decimal(importe))


def test_el_que_mas_debe_paga_al_que_mas_gana():
    assert quien_paga_a_quien(pesos(j1="30", j2="-50", j3="40", j4="-20")) == (
        Pago(2, 3, Decimal(40)),
        Pago(4, 1, Decimal(20)),
        Pago(2, 1, Decimal(10)),
    )


def test_en_empate_paga_y_cobra_el_numero_menor():
    assert quien_paga_a_quien(pesos(j4="-10", j2="10", j3="-10", j1="10")) == (
        Pago(3, 1, Decimal(10)),
        Pago(4, 2, Decimal(10)),
    )


def test_si_nadie_debe_no_hay_pagos():
    assert quien_paga_a_quien({}) == ()
    assert quien_paga_a_quien(pesos(j1="0", j2="0.00")) == ()


def test_saldos_que_no_suman_cero_son_error():
    with prohibe("saldos_descuadrados", diferencia="0.01"):
        quien_paga_a_quien(pesos(j1="10", j2="-9.99"))


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=7))
def test_los_pagos_dejan_a_todos_en_cero(centavos):
    saldos = {n: Decimal(valor) / 100 for n, valor in enumerate([*centavos, -sum(centavos)], start=1)}
    pagos = quien_paga_a_quien(saldos)
    for pago in pagos:
        saldos[pago.de] += pago.importe
        saldos[pago.a] -= pago.importe
    assert not any(saldos.values())
    assert len(pagos) < len(saldos)
