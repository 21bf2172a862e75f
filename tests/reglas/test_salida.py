"""RG4 y RG5: quién sale, quién hace la sopa y dónde va el cero."""

import pytest

from reglas.salida import NOMBRE_ASIENTO, hace_sopa, pareja_de, pareja_del_cero, salidor_de_mano
from tests.reglas.ayudas import prohibe

ABAJO, DERECHA, ARRIBA, IZQUIERDA = range(4)


def test_la_mano_rota_hacia_la_derecha_del_salidor():
    assert [salidor_de_mano(ARRIBA, mano) for mano in range(1, 6)] == [
        ARRIBA,
        IZQUIERDA,
        ABAJO,
        DERECHA,
        ARRIBA,
    ]


@pytest.mark.parametrize("primero", range(4))
def test_la_rotacion_da_la_vuelta_cada_cuatro_manos(primero):
    assert all(salidor_de_mano(primero, mano) == salidor_de_mano(primero, mano + 4) for mano in range(1, 30))


def test_hace_la_sopa_el_de_la_izquierda_del_salidor():
    assert [hace_sopa(salidor) for salidor in range(4)] == [IZQUIERDA, ABAJO, DERECHA, ARRIBA]


def test_quien_hace_la_sopa_es_el_ultimo_en_salir():
    assert all(hace_sopa(asiento) == salidor_de_mano(asiento, 4) for asiento in range(4))


def test_las_parejas_se_sientan_enfrente():
    assert [pareja_de(asiento) for asiento in (ARRIBA, ABAJO, IZQUIERDA, DERECHA)] == [0, 0, 1, 1]
    assert NOMBRE_ASIENTO == ("Abajo", "Derecha", "Arriba", "Izquierda")


def test_el_cero_va_a_quien_cerro_y_si_no_a_la_pareja_salidora():
    assert pareja_del_cero(1, ABAJO) == 1
    assert pareja_del_cero(0, DERECHA) == 0
    assert pareja_del_cero(None, ABAJO) == 0
    assert pareja_del_cero(None, IZQUIERDA) == 1
    assert pareja_del_cero(None, None) is None


def test_un_asiento_o_una_mano_que_no_existen_son_error():
    with prohibe("asiento_invalido"):
        hace_sopa(4)
    with prohibe("asiento_invalido"):
        pareja_de(-1)
    with prohibe("numero_de_mano_invalido"):
        salidor_de_mano(0, 0)
