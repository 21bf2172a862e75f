"""RG12: roles de 4 a 16 y cuánto reparten, probado desde las mesas y sin la cuenta que los encontró."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from bench.roles.__main__ import programa, renglones
from reglas.roles import (
    EQUILIBRADOS,
    ROLES,
    TAMANOS,
    Rol,
    menos_anotadores,
    rol_de,
    se_elige,
    tipo_que_vale,
)
from reglas.roles_equilibrados import RENGLONES
from reglas.tipos import Formato, TipoDeRol
from tests.reglas.ayudas import prohibe

EQUILIBRADO, OFICIAL = TipoDeRol.EQUILIBRADO, TipoDeRol.OFICIAL
WHIST = (4, 5, 8, 9, 12, 13, 16)
# cuántos pares se enfrentan una, dos y tres veces
CONTRARIOS = {
    6: {1: 1, 2: 11, 3: 3},
    7: {1: 6, 2: 7, 3: 8},
    10: {1: 1, 2: 41, 3: 3},
    11: {1: 1, 2: 51, 3: 3},
    14: {1: 7, 2: 75, 3: 9},
    15: {1: 6, 2: 91, 3: 8},
}


def equilibrado(tamano: int) -> Rol:
    return rol_de(tamano, EQUILIBRADO)


def juntos(rol: Rol) -> Counter[frozenset[int]]:
    return Counter(frozenset(pareja) for p in rol.partidas for m in p.mesas for pareja in m.parejas)


def contrarios(rol: Rol) -> Counter[frozenset[int]]:
    return Counter(frozenset((a, b)) for p in rol.partidas for m in p.mesas for a in m.parejas[0] for b in m.parejas[1])


def pares(tamano: int) -> list[frozenset[int]]:
    return [frozenset(par) for par in combinations(range(1, tamano + 1), 2)]


@pytest.mark.parametrize("tamano", TAMANOS)
def test_en_cada_partida_cada_quien_juega_una_vez_o_descansa(tamano):
    for partida in equilibrado(tamano).partidas:
        sentados = [jugador for mesa in partida.mesas for jugador in mesa.asientos]
        assert sorted([*sentados, *partida.descansan]) == list(range(1, tamano + 1))


@pytest.mark.parametrize("tamano", TAMANOS)
def test_cada_par_juega_junto_una_vez_y_si_son_impares_uno_repite_al_final_y_no_le_suma(tamano):
    rol = equilibrado(tamano)
    veces = juntos(rol)
    repetidos = [par for par in pares(tamano) if veces[par] == 2]
    assert {veces[par] for par in pares(tamano)} <= {1, 2}
    assert len(repetidos) == len(pares(tamano)) % 2
    no_suman = [m.no_suman for p in rol.partidas for m in p.mesas if m.no_suman]
    assert no_suman == repetidos
    assert all(not m.no_suman for p in rol.partidas[:-1] for m in p.mesas)


@pytest.mark.parametrize("tamano", TAMANOS)
def test_a_cada_quien_le_suman_las_mismas_partidas(tamano):
    suman = Counter(j for p in equilibrado(tamano).partidas for m in p.mesas for j in m.asientos if j not in m.no_suman)
    assert set(suman.values()) == {tamano - 1}


@pytest.mark.parametrize("tamano", WHIST)
def test_el_de_whist_enfrenta_dos_veces_a_cada_par(tamano):
    assert contrarios(equilibrado(tamano)) == dict.fromkeys(pares(tamano), 2)


@pytest.mark.parametrize("tamano", CONTRARIOS)
def test_donde_no_hay_whist_nadie_se_enfrenta_menos_de_una_ni_mas_de_tres(tamano):
    veces = contrarios(equilibrado(tamano))
    assert Counter(veces[par] for par in pares(tamano)) == CONTRARIOS[tamano]


@pytest.mark.parametrize("tamano", TAMANOS)
def test_los_descansos_difieren_en_uno_y_nadie_descansa_dos_seguidas(tamano):
    partidas = equilibrado(tamano).partidas
    descansos = Counter(j for p in partidas for j in p.descansan)
    veces = [descansos[j] for j in range(1, tamano + 1)]
    assert max(veces) - min(veces) <= 1
    assert all(not set(una.descansan) & set(otra.descansan) for una, otra in pairwise(partidas))


def test_en_el_de_whist_con_descanso_descansa_cada_quien_una_vez():
    for tamano in (5, 9, 13):
        assert sorted(j for p in equilibrado(tamano).partidas for j in p.descansan) == list(range(1, tamano + 1))


@pytest.mark.parametrize("tamano", [n for n in TAMANOS if n >= 8])
def test_los_anotadores_son_los_menos_que_tocan_todas_las_mesas(tamano):
    rol = equilibrado(tamano)
    mesas = [m.asientos for p in rol.partidas for m in p.mesas]
    assert all(set(rol.anotadores) & set(mesa) for mesa in mesas)
    assert len(rol.anotadores) == len(menos_anotadores(tamano, mesas))


@pytest.mark.parametrize("tamano", [n for n in TAMANOS if n >= 8])
def test_con_un_anotador_menos_queda_alguna_mesa_sin_ninguno(tamano):
    rol = equilibrado(tamano)
    mesas = [frozenset(m.asientos) for p in rol.partidas for m in p.mesas]
    for menos in combinations(range(1, tamano + 1), len(rol.anotadores) - 1):
        assert any(mesa.isdisjoint(menos) for mesa in mesas), menos


def test_la_cota_de_los_impares_se_demuestra():
    """Quitando el 2 a cada par queda un grafo: los dos que repiten suman 2 y los demás 0; más de 1 no se admite.

    Con p pares de más y s de menos (contando dos veces el que se queda en cero), p − s = 2. Tres o menos aristas tocan
    a lo más seis personas: con ocho están todos los casos. Ninguna salida tiene menos de tres de más y uno de menos.
    """
    quienes = range(8)
    aristas = list(combinations(quienes, 2))

    def quedan(suben, bajan):
        suma = Counter(x for par in suben for x in par)
        suma.subtract(x for par in bajan for x in par)
        return all(suma[x] == (2 if x in (0, 1) else 0) for x in quienes)

    assert not any(quedan(suben, ()) for suben in combinations(aristas, 2)), "p = 2, s = 0"
    salidas = [(suben, baja) for suben in combinations(aristas, 3) for baja in aristas if quedan(suben, (baja,))]
    assert salidas, "p = 3, s = 1: la cota se alcanza"
    assert all((0, 1) in suben for suben, _baja in salidas)
    alcanzan = {n for n, veces in CONTRARIOS.items() if (veces[3], veces[1]) == (3, 1)}
    assert alcanzan == {6, 10, 11}


def test_los_oficiales_piden_los_que_dice_el_documento_aunque_en_12_bastarian_cuatro():
    menos = {n: len(menos_anotadores(n, [m.asientos for p in ROLES[n].partidas for m in p.mesas])) for n in (8, 12, 16)}
    assert menos == {8: 3, 12: 4, 16: 7}
    assert {n: len(ROLES[n].anotadores) for n in menos} == {8: 3, 12: 5, 16: 7}


def test_los_menos_anotadores_de_un_caso_hecho_a_mano():
    assert menos_anotadores(4, [(1, 2), (3, 4), (2, 3)]) == (1, 3)
    assert menos_anotadores(4, [(1, 2), (2, 3)]) == (2,)
    assert menos_anotadores(4, []) == ()


def test_el_oficial_es_el_de_siempre_y_donde_no_hay_vale_el_equilibrado():
    assert {n: rol_de(n).tipo for n in TAMANOS} == {n: OFICIAL if n in ROLES else EQUILIBRADO for n in TAMANOS}
    assert [n for n in TAMANOS if se_elige(n)] == [6, 7, 8, 12]
    assert rol_de(16, EQUILIBRADO) is ROLES[16]
    assert tipo_que_vale(9, OFICIAL) is EQUILIBRADO
    assert tipo_que_vale(12, OFICIAL) is OFICIAL
    for tamano in (3, 17):
        with prohibe("tamano_invalido", tamano=tamano):
            rol_de(tamano, EQUILIBRADO)


def test_de_8_en_adelante_es_todos_con_todos_y_los_dos_roles_duran_lo_mismo():
    assert {n: rol.formato is Formato.RONDA for n, rol in EQUILIBRADOS.items()} == {n: n <= 7 for n in EQUILIBRADOS}
    for tamano in filter(se_elige, TAMANOS):
        assert len(rol_de(tamano).partidas) == len(equilibrado(tamano).partidas)


@pytest.mark.parametrize("tamano", [6, 8, 9, 12, 13])
def test_la_busqueda_vuelve_a_dar_lo_que_esta_guardado(tamano):
    assert renglones(tamano, programa(tamano)).split() == RENGLONES[tamano].split()


@pytest.mark.noche
@pytest.mark.parametrize("tamano", [7, 10, 11, 14, 15])
def test_la_busqueda_larga_tambien(tamano):
    assert renglones(tamano, programa(tamano)).split() == RENGLONES[tamano].split()
