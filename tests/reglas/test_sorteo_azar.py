"""RG1: el reparto y el salidor son justos, por ji cuadrada.

De diario, 20,000 repartos de una semilla fija: no falla por azar, y se pide además que no cuadre demasiado bien. De
noche, un millón con la fuente criptográfica de la casa y umbral 10⁻⁶: una corrida justa falla una vez en medio millón,
y con un millón de repartos se ve que una sola ficha caiga a un asiento cinco milésimas de más.
"""

import random
import secrets
import uuid
from collections.abc import Iterator

import pytest

from reglas.sorteo import Reparto, Sorteo, repartir, salidor_de
from tests.reglas.sorteos import GRADOS_DE_FICHA, GRADOS_DE_SALIDOR, cola_de_ji, contar, sorteo_al_azar

DE_DIARIO, DE_NOCHE = 20_000, 1_000_000
UMBRAL_DE_NOCHE = 1e-6


def justo(sorteo: Sorteo) -> tuple[Reparto, int]:
    return repartir(sorteo.claves, sorteo.nonces), salidor_de(sorteo.semilla, sorteo.nonces)


def de_diario() -> Iterator[Sorteo]:
    azar = random.Random(28)
    return (sorteo_al_azar(azar) for _ in range(DE_DIARIO))


def de_la_casa() -> Iterator[Sorteo]:
    """Como reparte la casa; tres navegadores siempre dicen lo mismo, por si quisieran torcerlo."""
    for _ in range(DE_NOCHE):
        claves = tuple(str(uuid.uuid4()) for _ in range(28))
        yield Sorteo("", claves, secrets.token_hex(32), (secrets.token_hex(16), "", "0" * 32, "f" * 32))


@pytest.mark.parametrize(
    ("x", "grados", "cola"),
    # de las tablas: el valor que se rebasa con esa probabilidad
    [(3.841, 1, 0.05), (7.815, 3, 0.05), (16.266, 3, 0.001), (103.010, 81, 0.05), (113.512, 81, 0.01)],
)
def test_la_cola_de_la_ji_cuadrada_es_la_de_las_tablas(x, grados, cola):
    assert cola_de_ji(x, grados) == pytest.approx(cola, rel=2e-3)
    assert {GRADOS_DE_FICHA, GRADOS_DE_SALIDOR} == {81, 3}


@pytest.mark.noche
def test_veinte_mil_repartos_pasan_la_ji_cuadrada():
    conteo = contar(de_diario(), justo)
    assert conteo.repartos == DE_DIARIO
    assert 0.001 < conteo.p_de_fichas() < 0.999
    assert 0.001 < conteo.p_de_salidor() < 0.999


def test_la_prueba_ve_una_ficha_cargada_a_un_asiento():
    """Una de cada veinte veces, la 6-6 va al asiento 0: si la prueba no lo viera, no probaría nada."""
    azar = random.Random(6)

    def cargado(sorteo: Sorteo) -> tuple[Reparto, int]:
        manos = [list(suyas) for suyas in repartir(sorteo.claves, sorteo.nonces)]
        quien = next(asiento for asiento, suyas in enumerate(manos) if 27 in suyas)
        if azar.random() < 1 / 20:
            i = manos[quien].index(27)
            manos[quien][i], manos[0][0] = manos[0][0], 27
        a, b, c, d = map(tuple, manos)
        return (a, b, c, d), min(3, int(azar.random() * 4.1))

    conteo = contar(de_diario(), cargado)
    assert conteo.p_de_fichas() < 1e-9
    assert conteo.p_de_salidor() < 1e-3


@pytest.mark.noche
@pytest.mark.timeout(1800)
def test_un_millon_de_repartos_pasan_la_ji_cuadrada():
    conteo = contar(de_la_casa(), justo)
    fichas, salidor = conteo.p_de_fichas(), conteo.p_de_salidor()
    print(f"{conteo.repartos} repartos: p de ficha por asiento {fichas:.4f}, p de salidor {salidor:.4f}")
    assert conteo.repartos == DE_NOCHE
    assert fichas > UMBRAL_DE_NOCHE
    assert salidor > UMBRAL_DE_NOCHE
