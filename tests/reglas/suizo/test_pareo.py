"""Emparejamiento perfecto de costo mínimo, exacto (TO9); el juez es networkx."""

import os
import random

import networkx as nx
import pytest

from bench.suizo.simulador import Salon, nuevo
from reglas.suizo.conjuntos import emparejar_exacto
from reglas.suizo.pareo import Pareo
from reglas.suizo.tipos import Modalidad

DE_NOCHE = os.environ.get("PERFIL") == "noche"


def minimo(cuantos, costos):
    """Lo que cuesta el mejor según networkx, o None si no hay perfecto."""
    grafo = nx.Graph()
    grafo.add_nodes_from(range(cuantos))
    grafo.add_weighted_edges_from((i, j, -costo) for (i, j), costo in costos.items())
    pares = nx.max_weight_matching(grafo, maxcardinality=True)
    if 2 * len(pares) < cuantos:
        return None
    return sum(costos[min(par), max(par)] for par in pares)


@pytest.mark.parametrize("semilla", range(3000 if DE_NOCHE else 150))
def test_cuesta_lo_mismo_que_el_juez(semilla):
    azar = random.Random(semilla)
    cuantos = 2 * azar.randint(1, 14)
    densidad, mayor = azar.choice((0.2, 0.5, 1)), azar.choice((1, 5, 1000, 10**30))
    costos = {
        (i, j): azar.randint(-mayor // 3, mayor)
        for i in range(cuantos)
        for j in range(i + 1, cuantos)
        if azar.random() < densidad
    }
    con = Pareo(cuantos, [(i, j, costo) for (i, j), costo in costos.items()]).resolver()
    debido = minimo(cuantos, costos)
    if con is None:
        assert debido is None
        return
    assert all(con[con[v]] == v != con[v] for v in range(cuantos))
    assert sum(costos[v, con[v]] for v in range(cuantos) if v < con[v]) == debido


@pytest.mark.parametrize("semilla", range(200 if DE_NOCHE else 8))
def test_dar_pocas_aristas_no_cambia_el_optimo(semilla, monkeypatch):
    monkeypatch.setattr("reglas.suizo.conjuntos.COMPLETO", 0)
    azar = random.Random(semilla)
    cuantos = 2 * azar.randint(10, 25)
    costos = {(i, j): azar.randint(0, 60) + 3 * abs(i - j) for i in range(cuantos) for j in range(i + 1, cuantos)}
    pocas = {(i, i + 1) for i in range(cuantos - 1)}
    pares = emparejar_exacto(cuantos, lambda i, j: costos[i, j], pocas)
    assert sum(costos[par] for par in pares) == minimo(cuantos, costos)


@pytest.mark.parametrize("cuantos", [(64, 128, 256) if DE_NOCHE else (56,)][0])
def test_parejas_es_siempre_el_optimo_exacto(cuantos):
    vistos = []
    salon = Salon(nuevo(cuantos, 9 if DE_NOCHE else 4, 11, Modalidad.PAREJAS), random.Random(11))
    salon.mira = lambda antes, sigue: vistos.append(sigue.grupos[0])
    salon.jugar()
    for grupo in vistos:
        cuesta = grupo.objetivo.empacado()
        costos = {(i, j): cuesta(i, j) for i in range(cuantos) for j in range(i + 1, cuantos)}
        assert sum(costos[par] for par in grupo.elegidas) == minimo(cuantos, costos)
