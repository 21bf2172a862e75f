"""RG3, RG4 y RG6: qué manos se pueden anotar a cada meta."""

import pytest

from reglas.anotacion import ManoAnotada, ganadora_de_mano, validar_mano
from reglas.tipos import Desenlace
from tests.reglas.ayudas import CIEN, DOSCIENTOS, JUEGOS, cierre, dominada, empate, prohibe


@pytest.mark.parametrize("desenlace", [Desenlace.DOMINADA, Desenlace.CIERRE])
@pytest.mark.parametrize(("meta", "maximo"), [(CIEN, 118), (DOSCIENTOS, 153)])
def test_una_mano_ganada_va_de_uno_al_maximo_de_su_meta(meta, maximo, desenlace):
    for tantos in (1, maximo):
        validar_mano(meta, ManoAnotada(desenlace, 0, tantos))
    for tantos in (-1, 0, maximo + 1):
        with prohibe("tantos_fuera_de_rango", tantos=tantos, minimo=1, maximo=maximo):
            validar_mano(meta, ManoAnotada(desenlace, 1, tantos))


@pytest.mark.parametrize("meta", [CIEN, DOSCIENTOS])
def test_a_tantos_toda_mano_ganada_dice_que_pareja(meta):
    for mano in (cierre(None, 10), ManoAnotada(Desenlace.DOMINADA, None, 10)):
        with prohibe("falta_pareja"):
            validar_mano(meta, mano)


@pytest.mark.parametrize("meta", [CIEN, DOSCIENTOS])
@pytest.mark.parametrize("cerro", [None, 0, 1])
def test_cierre_empatado_no_da_tantos_y_puede_decir_quien_cerro(meta, cerro):
    validar_mano(meta, empate(cerro))
    assert ganadora_de_mano(meta, empate(cerro)) is None
    with prohibe("tantos_en_empate", tantos=7):
        validar_mano(meta, ManoAnotada(Desenlace.CIERRE_EMPATADO, cerro, 7))


def test_a_juegos_ganados_solo_la_dominada_da_la_mano():
    validar_mano(JUEGOS, dominada(1))
    assert ganadora_de_mano(JUEGOS, dominada(1)) == 1
    for mano in (cierre(), empate()):
        validar_mano(JUEGOS, mano)
        assert ganadora_de_mano(JUEGOS, mano) is None
    with prohibe("falta_pareja"):
        validar_mano(JUEGOS, ManoAnotada(Desenlace.DOMINADA, None, 0))


@pytest.mark.parametrize("mano", [cierre(0), cierre(1), empate(0)])
def test_a_juegos_ganados_todo_cierre_va_sin_pareja(mano):
    with prohibe("sobra_pareja"):
        validar_mano(JUEGOS, mano)


@pytest.mark.parametrize("mano", [dominada(0, 5), cierre(None, 5), dominada(1, -5)])
def test_a_juegos_ganados_no_se_cuentan_tantos(mano):
    with prohibe("tantos_en_juegos_ganados"):
        validar_mano(JUEGOS, mano)


@pytest.mark.parametrize("meta", [CIEN, DOSCIENTOS, JUEGOS])
@pytest.mark.parametrize("pareja", [-1, 2])
def test_solo_hay_dos_parejas(meta, pareja):
    with prohibe("pareja_invalida"):
        validar_mano(meta, dominada(pareja, 10))
