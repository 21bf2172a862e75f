"""Los automáticos que calculan: legales, deterministas, ciegos a lo ajeno y con tope de trabajo y de tiempo."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reglas.analisis.exacto import Solucion
from reglas.analisis.fuerte import Esfuerzo, elegir_calculando
from reglas.analisis.reparticiones import Reparticiones
from reglas.automatas import deducir, elegir, mirar
from reglas.fichas import de_mascara, lista, mascara
from reglas.mano import Mano
from reglas.niveles import Nivel, elegir_como
from reglas.tipos import Meta
from tests.reglas.test_automatas import METAS, SEMILLAS, a_medias

POCO = Esfuerzo(muestras=3, trabajo=3_000)
FINALES = st.integers(14, 22)


def por_decidir(semilla: int, jugadas: int) -> Mano | None:
    mano = a_medias(semilla, jugadas)
    return mano if mano.desenlace is None and len(mirar(mano, Meta.CIEN).opciones) > 1 else None


@settings(max_examples=30, deadline=None)
@given(SEMILLAS, FINALES, METAS, st.sampled_from(Nivel))
def test_tira_algo_legal_y_lo_mismo_cada_vez(reparto, jugadas, meta, nivel):
    mano = por_decidir(reparto, jugadas)
    if mano is None:
        return
    vista = mirar(mano, meta)
    jugada = elegir_como(nivel, vista, 5)
    assert jugada in vista.opciones
    assert elegir_como(nivel, vista, 5) == jugada


@settings(max_examples=30, deadline=None)
@given(SEMILLAS, FINALES, SEMILLAS)
def test_no_depende_de_las_fichas_que_no_ve(reparto, jugadas, barajar):
    mano = por_decidir(reparto, jugadas)
    if mano is None:
        return
    azar = random.Random(barajar)
    otros = [asiento for asiento in range(4) if asiento != mano.turno]
    ocultas = [ficha for otro in otros for ficha in lista(mano.manos[otro])]
    azar.shuffle(ocultas)
    manos = list(mano.manos)
    for otro in otros:
        cuantas = mano.manos[otro].bit_count()
        manos[otro], ocultas = mascara(ocultas[:cuantas]), ocultas[cuantas:]
    revuelta = mano._replace(manos=tuple(manos))
    assert elegir_calculando(mirar(revuelta, Meta.CIEN), 7, POCO) == elegir_calculando(mirar(mano, Meta.CIEN), 7, POCO)


@settings(max_examples=25, deadline=None)
@given(SEMILLAS, st.integers(17, 22))
def test_las_reparticiones_son_todas_las_coherentes_y_ninguna_mas(semilla, jugadas):
    mano = por_decidir(semilla, jugadas)
    if mano is None:
        return
    vista = mirar(mano, Meta.CIEN)
    deduccion = deducir(vista)
    otros = [(mano.turno + paso) & 3 for paso in (1, 2, 3)]
    ocultas = list(de_mascara(deduccion.ocultas))
    esperadas = set()
    for primera in combinations(ocultas, vista.quedan[otros[0]]):
        resto = [ficha for ficha in ocultas if ficha not in primera]
        for segunda in combinations(resto, vista.quedan[otros[1]]):
            manos = [0, 0, 0, 0]
            manos[mano.turno] = vista.mias
            manos[otros[0]], manos[otros[1]] = mascara(primera), mascara(segunda)
            manos[otros[2]] = mascara(ficha for ficha in resto if ficha not in segunda)
            if not any(manos[otro] & deduccion.faltan[otro] for otro in otros):
                esperadas.add(tuple(manos))
    reparticiones = Reparticiones(vista)
    assert {reparticiones.manos(n) for n in range(reparticiones.cuantas)} == esperadas
    assert reparticiones.cuantas == len(esperadas)
    assert mano.manos in esperadas


def test_los_pases_prueban_lo_que_no_se_tiene():
    azar = random.Random(1)
    for semilla in range(200):
        mano = por_decidir(semilla, azar.randrange(8, 14))
        if mano is not None and sum(mano.pases):
            vista = mirar(mano, Meta.CIEN)
            reparticiones, faltan = Reparticiones(vista), deducir(vista).faltan
            for numero in random.Random(semilla).sample(range(reparticiones.cuantas), min(5, reparticiones.cuantas)):
                manos = reparticiones.manos(numero)
                assert not any(manos[otro] & faltan[otro] for otro in range(4) if otro != mano.turno)
            return
    pytest.fail("ningún reparto con pases")


def test_si_ya_sabe_todo_tira_lo_mejor():
    """Con una sola repartición posible, el promedio es el valor exacto."""
    vistas = 0
    for semilla in range(3000):
        mano = por_decidir(semilla, 20)
        if mano is None or Reparticiones(mirar(mano, Meta.CIEN)).cuantas != 1:
            continue
        vistas += 1
        signo = -1 if mano.turno & 1 else 1
        valores = {(a.ficha, a.extremo): signo * a.valor for a in Solucion(mano.manos, Meta.CIEN).alternativas(mano)}
        jugada = elegir_calculando(mirar(mano, Meta.CIEN), 1, Esfuerzo(4, 10_000, opinion=0))
        assert valores[jugada] == max(valores.values())
        if vistas == 10:
            return
    pytest.fail("no hubo finales sin duda")


def test_el_tope_de_trabajo_y_el_de_tiempo_paran_las_muestras():
    mano = a_medias(3, 8)
    vista, preguntas = mirar(mano, Meta.CIEN), []

    def sigue() -> bool:
        preguntas.append(1)
        return len(preguntas) <= 2

    elegir_calculando(vista, 1, Esfuerzo(50, 10**9), sigue)
    assert len(preguntas) == 3
    preguntas.clear()
    elegir_calculando(vista, 1, Esfuerzo(50, 1), lambda: bool(preguntas.append(1)) or True)
    assert len(preguntas) == 1
    assert elegir_calculando(vista, 1, POCO, lambda: False) == elegir(vista, 1)
