"""Multibolsa, descansos y la rotación de los equipos, a la letra (TO4, TO5, TO10, TO24; 001 §6.2.2.3 y §6.2.4.7)."""

import random
from dataclasses import replace

import pytest

from bench.suizo.simulador import Salon, nuevo
from reglas.errores import ErrorDeRegla
from reglas.suizo.acta import escribir_torneo
from reglas.suizo.bolsas import bolsas_en, cortar, intercambio, tabla_de
from reglas.suizo.clasificacion import tabla
from reglas.suizo.descansos import apartar
from reglas.suizo.emparejar import emparejar
from reglas.suizo.informes import informe_de_clasificar
from reglas.suizo.tipos import Bolsas, Modalidad, Tipo


@pytest.fixture(autouse=True)
def _pocas_patadas(monkeypatch):
    monkeypatch.setattr("reglas.suizo.individual.PATADAS", ((256, 5),))


def multibolsa(personas, bolsas, partidas=3):
    uno = replace(nuevo(personas, partidas, 2), contrarios=None)
    return replace(Salon(uno, random.Random(2)).jugar(), previstas=9, tipo=Tipo.MULTIBOLSA, bolsas=Bolsas(bolsas))


@pytest.mark.parametrize(
    ("personas", "bolsas", "esperadas"),
    [
        (33, 2, [16, 17]),  # ocho mesas, cuatro y cuatro; el que sobra, abajo
        (33, 3, [8, 12, 13]),
        (48, 2, [24, 24]),
        (48, 3, [16, 16, 16]),
        (50, 2, [24, 26]),
        (50, 3, [16, 16, 18]),
        (100, 2, [48, 52]),  # 25 mesas: la de más, abajo
        (100, 3, [32, 32, 36]),
    ],
)
def test_el_primer_corte_parte_la_tabla_en_bolsas_de_mesas_enteras(personas, bolsas, esperadas):
    uno = multibolsa(personas, bolsas)
    corte = cortar(uno, 1)
    assert [len(bolsa) for bolsa in corte] == esperadas
    assert [q for bolsa in corte for q in bolsa] == [fila.sujeto for fila in tabla(uno, 3)]
    sigue = emparejar(uno)
    assert sigue.corte == corte
    for mesa in sigue.mesas:
        assert sum(set(mesa.asientos) <= set(bolsa) for bolsa in corte) == 1


@pytest.mark.parametrize(("personas", "bolsas", "k"), [(33, 2, 2), (33, 3, 1), (48, 3, 2), (50, 2, 3), (100, 3, 4)])
def test_el_segundo_corte_intercambia_los_ultimos_y_los_primeros(personas, bolsas, k):
    uno = Salon(replace(multibolsa(personas, bolsas), previstas=9), random.Random(3))
    sigue = emparejar(uno.torneo)
    antes = replace(uno.torneo, bolsas=Bolsas(bolsas, cortes=(sigue.corte,)), previstas=6)
    # se juega la segunda etapa con el primer corte ya publicado
    jugado = replace(Salon(replace(antes, tipo=Tipo.AZTECA, bolsas=None), random.Random(3)).jugar())
    jugado = replace(jugado, previstas=9, bolsas=Bolsas(bolsas, cortes=(sigue.corte,)))
    filas = tabla_de(jugado, 6)
    tablas = [[f.sujeto for f in filas if f.renglon.bolsa == n + 1] for n in range(bolsas)]
    assert [f.lugar for f in filas if f.renglon.bolsa == 1] == list(range(1, len(tablas[0]) + 1))
    corte = cortar(jugado, 2)
    assert list(map(len, corte)) == list(map(len, tablas))
    for n in range(bolsas - 1):
        assert set(tablas[n][-k:]) <= set(corte[n + 1])
        assert set(tablas[n + 1][:k]) <= set(corte[n])
        assert len(set(tablas[n]) & set(corte[n + 1])) == k
    assert bolsas_en(jugado, 7) == corte
    assert intercambio(replace(jugado, bolsas=Bolsas(bolsas, intercambio=0)), 8) == 0
    with pytest.raises(ErrorDeRegla):
        intercambio(replace(jugado, bolsas=Bolsas(bolsas, intercambio=3)), 8)


def test_la_tabla_final_de_multibolsa_va_bolsa_por_bolsa_y_cada_quien_en_una():
    uno = Salon(nuevo(33, 9, 5, tipo=Tipo.MULTIBOLSA, bolsas=2), random.Random(5)).jugar()
    final = informe_de_clasificar(escribir_torneo(uno))["clasificacion"]["final"]
    assert [(f["bolsa"], f["lugar"]) for f in final] == [(1, n) for n in range(1, 17)] + [(2, n) for n in range(1, 18)]


def test_la_rotacion_de_los_equipos_es_la_del_documento():
    """001 §6.2.2.3.3-6: ab-cd contra hj-km; ac-bd contra hk-jm; ad-cb contra hm-kj; y otra vez."""
    uno = nuevo(2, 6, 1, Modalidad.EQUIPOS)
    letras = dict(zip((j.id for j in uno.jugadores), "abcdhjkm", strict=True))
    jugado = Salon(uno, random.Random(1)).jugar()
    vistas = []
    for partida in jugado.partidas:
        mesas = []
        for mesa in partida.mesas:
            lados = sorted("".join(letras[q] for q in par) for par in mesa.parejas)
            mesas.append("-".join(lados))
        vistas.append(mesas)
    assert vistas == [["ab-hj", "cd-km"], ["ac-hk", "bd-jm"], ["ad-hm", "cb-kj"]] * 2


@pytest.mark.parametrize("encuentro", [1, 3])
def test_el_encuentro_dura_lo_que_se_dijo(encuentro):
    uno = replace(nuevo(8, 6, 1, Modalidad.EQUIPOS), encuentro=encuentro)
    jugado = Salon(uno, random.Random(1)).jugar()
    rivales = [{frozenset(mesa.entidades) for mesa in partida.mesas} for partida in jugado.partidas]
    for n in range(1, 6):
        assert (rivales[n] == rivales[n - 1]) == (n % encuentro != 0)


def test_si_un_equipo_se_va_a_medio_encuentro_su_rival_juega_con_el_que_descansaba():
    uno = replace(nuevo(5, 3, 1, Modalidad.EQUIPOS))
    jugado = replace(Salon(replace(uno, previstas=1, encuentro=1), random.Random(1)).jugar(), previstas=3, encuentro=3)
    (descansa,), (va, queda) = jugado.partidas[0].descansan, jugado.partidas[0].mesas[0].entidades
    jugado = replace(jugado, entidades=tuple(replace(e, hasta=1) if e.id == va else e for e in jugado.entidades))
    sigue = emparejar(jugado)
    assert frozenset((queda, descansa)) in {frozenset(mesa.entidades) for mesa in sigue.mesas}
    assert sigue.descansan == ()


@pytest.mark.parametrize(
    ("presentes", "comodines", "entran", "descansan"),
    [(8, 0, 0, 0), (9, 0, 0, 1), (9, 3, 3, 0), (9, 2, 0, 1), (10, 1, 0, 2), (11, 1, 1, 0), (3, 0, 0, 3), (3, 1, 1, 0)],
)
def test_cuantos_comodines_entran_y_cuantos_descansan(presentes, comodines, entran, descansan):
    reparto = apartar([str(n) for n in range(presentes)], ["x", "y", "z"][:comodines], 4, {})
    assert (len(reparto.comodines), len(reparto.descansan)) == (entran, descansan)


def test_descansa_el_ultimo_que_no_haya_descansado_y_nadie_dos_veces_antes_que_todos_una():
    orden = ["a", "b", "c", "d", "e"]
    assert apartar(orden, [], 4, {}).descansan == ("e",)
    assert apartar(orden, [], 4, {"e": 1}).descansan == ("d",)
    assert apartar(orden, [], 4, dict.fromkeys(orden, 1)).descansan == ("e",)
