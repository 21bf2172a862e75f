"""El quintil de cada quien sale de lo guardado (ES2) y está al día en cuanto alguien juega o se inscribe."""

import pytest

from enlinea.clasificacion.consultas import quintil_de
from enlinea.clasificacion.servicios import puntos
from tests.enlinea.clasificacion.ayudas import inscritos, jugada
from tests.enlinea.mesas import suscriptor

pytestmark = pytest.mark.django_db


def test_sin_partidas_va_primero_la_cuenta_mas_antigua() -> None:
    cuentas = inscritos(5)
    assert quintil_de(cuentas) == {c: n + 1 for n, c in enumerate(cuentas)}


def test_ganar_sube_y_perder_baja() -> None:
    cuentas = inscritos(5)
    jugada([cuentas[4], cuentas[1], cuentas[3], cuentas[2]], 0, (100, 40))
    assert puntos.partidas_sumar() == 1
    quedo = quintil_de(cuentas)
    # +1 +3 y +4 +3 (gana a Q2 y Q3 desde Q5) contra +1 +3 y +3 +2 (desde Q4)
    assert (quedo[cuentas[4]], quedo[cuentas[3]]) == (1, 2)
    assert quedo[cuentas[0]] == 3


@pytest.mark.parametrize("cambia", [{"finalizada": False}, {"modo": "sin_prisa"}, {"modo": "practica"}])
def test_solo_cuentan_las_normales_terminadas(cambia: dict[str, object]) -> None:
    cuentas = inscritos(5)
    jugada([cuentas[4], cuentas[1], cuentas[3], cuentas[2]], 0, (100, 40), **cambia)
    assert puntos.partidas_sumar() == 0
    assert quintil_de([cuentas[4]]) == {cuentas[4]: 5}


def test_quien_no_esta_inscrito_va_en_el_ultimo() -> None:
    assert set(quintil_de([suscriptor("Ana", vigente=False).pk]).values()) == {5}
