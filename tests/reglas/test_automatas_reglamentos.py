"""Los automáticos en los otros juegos: legales, ciegos a lo que no ven y ciertos en lo que deducen (EL3, VA1)."""

import random
from collections.abc import Iterator

import pytest

from reglas.analisis.fuerte import Esfuerzo, elegir_calculando
from reglas.analisis.reparticiones import Reparticiones
from reglas.automatas import deducir, elegir, mirar
from reglas.fichas import lista, mascara
from reglas.mano import Mano, repartida, saltar_pases, tirar
from reglas.niveles import Nivel, elegir_como
from reglas.reglamento import Reglamento, reglamento_de
from tests.reglas import modelo_variantes as modelo

TODOS = [reglamento_de(*juego.datos.values()) for juego in modelo.JUEGOS]
POCO = Esfuerzo(muestras=3, trabajo=3_000)


def nueva(reglamento: Reglamento, azar: random.Random, salidor: int) -> Mano:
    while True:
        orden = azar.sample(lista(reglamento.fichas), reglamento.fichas.bit_count())
        n, por = reglamento.asientos, reglamento.por_mano
        manos = tuple(mascara(orden[por * uno : por * (uno + 1)]) for uno in range(n))
        if reglamento.admite(manos):
            return repartida(manos, salidor % n, reglamento, tuple(orden[n * por :]))


def posiciones(reglamento: Reglamento, semilla: int) -> Iterator[Mano]:
    """Las de una mano al azar en que hay algo que decidir."""
    azar = random.Random(semilla)
    mano = nueva(reglamento, azar, semilla)
    while mano.desenlace is None:
        mano = saltar_pases(mano)
        opciones = mirar(mano, reglamento.metas[0]).opciones
        if len(opciones) > 1:
            yield mano
        mano = tirar(mano, *azar.choice(opciones))


def revuelta(mano: Mano, azar: random.Random) -> Mano:
    """Lo que quien está en turno no ve, repartido de otra manera."""
    assert mano.aparte is not None
    ocultas = [f for otro, bits in enumerate(mano.manos) if otro != mano.turno for f in lista(bits)]
    ocultas += mano.aparte.pozo
    azar.shuffle(ocultas)
    manos = []
    for otro, bits in enumerate(mano.manos):
        cuantas = 0 if otro == mano.turno else bits.bit_count()
        manos.append(mascara(ocultas[:cuantas]) if cuantas else bits)
        ocultas = ocultas[cuantas:]
    return mano._replace(manos=tuple(manos), aparte=mano.aparte._replace(pozo=tuple(ocultas)))


@pytest.mark.parametrize("reglamento", TODOS, ids=str)
@pytest.mark.parametrize("nivel", Nivel)
def test_tira_algo_legal_y_lo_mismo_cada_vez(reglamento, nivel):
    for semilla in range(2):
        for mano in list(posiciones(reglamento, semilla))[::7]:
            vista = mirar(mano, reglamento.metas[0])
            jugada = elegir_como(nivel, vista, 5)
            assert jugada in vista.opciones and elegir_como(nivel, vista, 5) == jugada


@pytest.mark.parametrize("reglamento", TODOS, ids=str)
def test_no_depende_de_lo_que_no_ve(reglamento):
    azar = random.Random(4)
    for semilla in range(2):
        for mano in list(posiciones(reglamento, semilla))[::4]:
            meta, otra = reglamento.metas[0], revuelta(mano, azar)
            assert mirar(mano, meta) == mirar(otra, meta)
            assert elegir(mirar(mano, meta), 7) == elegir(mirar(otra, meta), 7)
            assert elegir_calculando(mirar(mano, meta), 7, POCO) == elegir_calculando(mirar(otra, meta), 7, POCO)


@pytest.mark.parametrize("reglamento", TODOS, ids=str)
def test_lo_que_deduce_es_cierto_y_la_reparticion_de_verdad_es_una_de_las_que_cree(reglamento):
    """También después de robar: quien robó puede tener lo que antes no tenía."""
    for semilla in range(40):
        for mano in posiciones(reglamento, semilla):
            vista = mirar(mano, reglamento.metas[0])
            faltan = deducir(vista).faltan
            assert not any(bits & faltan[otro] for otro, bits in enumerate(mano.manos) if otro != mano.turno)
    reparticiones = Reparticiones(vista)
    assert mano.aparte is not None and reparticiones.cuantas >= 1
    manos, pozo = reparticiones.reparto(reparticiones.cuantas - 1)
    assert [bits.bit_count() for bits in manos] == list(vista.quedan) and len(pozo) == len(mano.aparte.pozo)
    assert sum(manos) | mascara(pozo) == sum(mano.manos) | mascara(mano.aparte.pozo)
