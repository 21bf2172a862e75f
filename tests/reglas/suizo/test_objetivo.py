"""El objetivo se dice una vez (TO7, TO9): el entero empacado ordena como la tupla, y la búsqueda lo cobra igual."""

import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from bench.suizo.simulador import Salon, nuevo
from reglas.suizo.conjuntos import ObjetivoDeConjuntos
from reglas.suizo.historia import historia_de
from reglas.suizo.individual import Busqueda
from reglas.suizo.objetivo import ObjetivoIndividual, Pesos
from reglas.suizo.tipos import Contrarios, Modalidad

COTAS = st.lists(st.integers(0, 50), min_size=1, max_size=8)


@given(COTAS.flatmap(lambda cotas: st.tuples(st.just(cotas), *[st.tuples(*[st.integers(0, c) for c in cotas])] * 2)))
def test_ningun_nivel_se_desborda_al_de_arriba(caso):
    cotas, uno, otro = caso
    pesos = Pesos.con_cotas(cotas)
    assert (pesos.empacar(uno) < pesos.empacar(otro)) == (uno < otro)
    assert (pesos.empacar(uno) == pesos.empacar(otro)) == (uno == otro)


def objetivos(torneo):
    vistos = []
    salon = Salon(torneo, random.Random(torneo.semilla))
    salon.mira = lambda antes, sigue: vistos.extend(grupo for grupo in sigue.grupos)
    salon.jugar()
    return vistos


def cotas_de(pesos):
    """De los pesos a las cotas con que se hicieron, de arriba abajo."""
    arriba = [*pesos.pesos]
    return [arriba[n - 1] // arriba[n] - 1 if n else None for n in range(len(arriba))]


def test_la_busqueda_cobra_lo_mismo_que_el_vector_y_nada_rebasa_su_cota(monkeypatch):
    monkeypatch.setattr("reglas.suizo.individual.PATADAS", ((256, 20),))
    for regla in Contrarios:
        for grupo in objetivos(nuevo(24, 7, 5)):
            objetivo = ObjetivoIndividual(
                grupo.objetivo.quienes,
                grupo.objetivo.principal,
                grupo.objetivo.historia,
                {"j0001": frozenset({"j0002"}), "j0002": frozenset({"j0001"})},
                {"j0003": frozenset({"j0004"}), "j0004": frozenset({"j0003"})},
                regla,
                grupo.objetivo.suerte,
            )
            azar = random.Random(1)
            orden = azar.sample(range(24), 24)
            busqueda = Busqueda(objetivo, [orden[i : i + 4] for i in range(0, 24, 4)], "x")
            vector = objetivo.de_todas(busqueda.mesas)
            assert objetivo.pesos.empacar(vector) == busqueda.costo
            assert all(nivel >= 0 for nivel in vector)
            assert all(nivel <= cota for nivel, cota in list(zip(vector, cotas_de(objetivo.pesos), strict=True))[1:])
            busqueda.barrer(5)
            assert objetivo.pesos.empacar(objetivo.de_todas(busqueda.mesas)) == busqueda.costo


def test_en_parejas_el_entero_es_el_del_vector():
    for grupo in objetivos(nuevo(14, 6, 5, Modalidad.PAREJAS)):
        objetivo = grupo.objetivo
        assert isinstance(objetivo, ObjetivoDeConjuntos)
        cuesta = objetivo.empacado()
        for i, j in combinations(range(14), 2):
            assert cuesta(i, j) == objetivo.pesos.empacar(objetivo.de_par(i, j))


def test_el_vector_dice_lo_que_el_texto_con_los_dedos():
    """Cuatro de 5, 3, 2 y 0 puntos: e = 4+9+25+1+9+4 = 52, y 5+0 contra 3+2 deja g en cero."""
    objetivo = ObjetivoIndividual(
        ("a", "b", "c", "d"), (5, 3, 2, 0), historia_de(()), {}, {}, Contrarios.NUNCA, (0, 0, 0, 0)
    )
    assert objetivo.de_mesa((0, 1, 3, 2)) == (0, 0, 0, 0, 52, 0, 0, 0)
    assert objetivo.de_mesa((0, 2, 1, 3))[6] == (5 + 3 - 2 - 0) ** 2
