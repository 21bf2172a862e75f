"""La corrida de horas (`bench.aguante`): su muestra, la de noche, y que su juicio sepa fallar."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.aguante.juicio import Corrida, juzgar, pendiente
from tests.config.servidor import base_migrada
from tests.enlinea.muestras.orden import correr


def sana(memoria: Callable[[float], float] = lambda _t: 200_000.0) -> Corrida:
    """Dos horas de nada fuera de lugar."""
    azar = random.Random(7)
    demoras = [azar.uniform(1, 5) for _ in range(2_000)]
    muestras = [(36.0 * n, int(memoria(36.0 * n) + azar.gauss(0, 400))) for n in range(200)]
    return Corrida(muestras, [list(demoras) for _ in range(4)], [list(demoras) for _ in range(4)])


def test_la_sana_pasa() -> None:
    assert juzgar(sana()) == []


def test_una_fuga_se_nota_aunque_suba_despacio() -> None:
    fuga = sana(lambda t: 200_000 + 1.5 * t)  # 5 MB por hora
    por_hora, ruido = pendiente(fuga.memoria)
    assert por_hora == pytest.approx(5_400, rel=0.1) and ruido < 600
    (falla,) = juzgar(fuga)
    assert falla.startswith("la memoria sube")


def test_que_pida_memoria_una_vez_y_la_guarde_no_es_fuga() -> None:
    assert juzgar(sana(lambda t: 200_000 if t < 1_800 else 202_000)) == []


@pytest.mark.parametrize("cual", ["jugadas", "manos"])
def test_si_al_final_va_mas_lento_no_pasa(cual: str) -> None:
    lenta = sana()
    getattr(lenta, cual)[-1][:] = [1.2 * d for d in getattr(lenta, cual)[-1]]
    (falla,) = juzgar(lenta)
    assert falla.startswith("el p99 de cada")


def test_un_cuarto_sin_nada_y_lo_que_se_vio_mal_tampoco_pasan() -> None:
    callada = sana()
    callada.manos[-1].clear()
    callada.fallas.append("registro: Traceback")
    assert len(juzgar(callada)) == 2


@pytest.mark.timeout(300)
@pytest.mark.larga(40)
@pytest.mark.usefixtures("una_vez")
def test_muestra_aguante_corre_y_nada_se_rompe(carpeta_de_bases: Path) -> None:
    dicho = correr("aguante", "--muestra", migrada=base_migrada(carpeta_de_bases))
    assert "fallas: 0" in dicho and "KB por hora" in dicho


@pytest.mark.noche
@pytest.mark.timeout(3 * 3_600)
@pytest.mark.usefixtures("una_vez")
def test_noche_aguante_dos_horas() -> None:
    correr("aguante", plazo=2.9 * 3_600)
