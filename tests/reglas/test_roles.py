"""RG11: roles oficiales, contra el texto publicado y contra sus invariantes."""

from collections import Counter
from itertools import combinations

import pytest

from reglas.roles import ROLES, anotadores_de_mesa, mesa_del_rol, rol_de
from reglas.tipos import Formato
from tests.reglas.ayudas import prohibe
from tests.reglas.rol_del_documento import NO_SUMAN, programa_oficial

TODOS = (4, 5, 6, 7, 8, 12, 16)
PARTIDAS = {4: 3, 5: 5, 6: 8, 7: 11, 8: 7, 12: 11, 16: 15}
JUNTOS_DOS_VECES = {6: {(1, 4)}, 7: {(3, 6)}}


def test_hay_rol_para_los_siete_tamanos_oficiales():
    assert tuple(ROLES) == TODOS
    assert {n: len(rol.partidas) for n, rol in ROLES.items()} == PARTIDAS


@pytest.mark.parametrize("tamano", TODOS)
def test_el_rol_es_exactamente_el_del_documento(tamano):
    rol = ROLES[tamano]
    nuestro = [([mesa.parejas for mesa in p.mesas], list(p.descansan)) for p in rol.partidas]
    assert nuestro == programa_oficial(tamano)
    assert [p.numero for p in rol.partidas] == list(range(1, len(rol.partidas) + 1))
    assert all([m.numero for m in p.mesas] == list(range(1, len(p.mesas) + 1)) for p in rol.partidas)


@pytest.mark.parametrize("tamano", TODOS)
def test_cada_par_juega_junto_una_vez_salvo_el_repetido(tamano):
    juntos = Counter(
        tuple(sorted(pareja)) for p in ROLES[tamano].partidas for mesa in p.mesas for pareja in mesa.parejas
    )
    dobles = JUNTOS_DOS_VECES.get(tamano, set())
    assert juntos == {par: 2 if par in dobles else 1 for par in combinations(range(1, tamano + 1), 2)}


@pytest.mark.parametrize("tamano", TODOS)
def test_en_cada_partida_cada_jugador_juega_una_vez_o_descansa(tamano):
    for partida in ROLES[tamano].partidas:
        sentados = [jugador for mesa in partida.mesas for jugador in mesa.asientos]
        assert sorted([*sentados, *partida.descansan]) == list(range(1, tamano + 1))


@pytest.mark.parametrize("tamano", TODOS)
def test_los_companeros_se_sientan_enfrente(tamano):
    for partida in ROLES[tamano].partidas:
        for mesa in partida.mesas:
            abajo, derecha, arriba, izquierda = mesa.asientos
            assert mesa.parejas == ((arriba, abajo), (izquierda, derecha))


def test_los_asientos_son_los_del_diagrama():
    # Primera de 6:   1        Octava:   1
    #                3 5                3 2
    #                 4                  4
    assert mesa_del_rol(ROLES[6], 1, 1).asientos == (4, 5, 1, 3)
    assert mesa_del_rol(ROLES[6], 8, 1).asientos == (4, 2, 1, 3)


def test_sin_diagrama_la_primera_pareja_va_arriba_y_abajo():
    # 12 jugadores, partida 2, mesa 1: 5 y 7 contra 2 y 4.
    assert mesa_del_rol(ROLES[12], 2, 1).asientos == (7, 4, 5, 2)


@pytest.mark.parametrize("tamano", TODOS)
def test_los_repetidores_no_suman_en_la_ultima_partida(tamano):
    no_suman = {
        (tamano, p.numero): set(mesa.no_suman) for p in ROLES[tamano].partidas for mesa in p.mesas if mesa.no_suman
    }
    assert no_suman == {clave: quienes for clave, quienes in NO_SUMAN.items() if clave[0] == tamano}


@pytest.mark.parametrize("tamano", TODOS)
def test_el_formato_es_ronda_hasta_siete(tamano):
    assert ROLES[tamano].formato is (Formato.RONDA if tamano <= 7 else Formato.TODOS_CON_TODOS)


@pytest.mark.parametrize(("tamano", "exigidos"), [(8, (1, 7, 8)), (12, (1, 2, 3, 7, 11)), (16, (1, 2, 3, 4, 5, 9, 13))])
def test_los_anotadores_exigidos_cubren_todas_las_mesas(tamano, exigidos):
    rol = ROLES[tamano]
    assert rol.anotadores == exigidos
    for partida in rol.partidas:
        for mesa in partida.mesas:
            anotan = anotadores_de_mesa(rol, partida.numero, mesa.numero)
            assert anotan
            assert set(anotan) == set(exigidos) & set(mesa.asientos)


def test_en_ronda_no_se_exige_ningun_anotador():
    assert all(not ROLES[tamano].anotadores for tamano in (4, 5, 6, 7))
    assert anotadores_de_mesa(ROLES[4], 1, 1) == ()


def test_pedir_lo_que_no_esta_en_el_rol_es_error():
    with prohibe("tamano_invalido", tamano=17):
        rol_de(17)
    with prohibe("partida_fuera_del_rol", partida=4, maximo=3):
        mesa_del_rol(ROLES[4], 4, 1)
    with prohibe("partida_fuera_del_rol", partida=0):
        mesa_del_rol(ROLES[4], 0, 1)
    with prohibe("mesa_fuera_del_rol", partida=1, mesa=3, maximo=2):
        mesa_del_rol(ROLES[8], 1, 3)
