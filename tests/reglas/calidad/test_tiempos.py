"""Los tiempos de una persona, aunque sea lenta o rápida, no se señalan; los de un programa o una pausa acordada, sí."""

import random

import pytest

from reglas.calidad.tiempos import MINIMO, Tardanza, medir, tardanzas_de
from reglas.mano import legales
from reglas.repeticion import Repetida
from tests.reglas.calidad.manos import al_azar


def persona(semilla: int, mediana: int = 4000, reparte: float = 0.5, cuantas: int = 400) -> list[Tardanza]:
    """Tiempos como los de la gente: más opciones, más tarda, y de vez en cuando se levanta."""
    azar = random.Random(semilla)
    todas = []
    for _ in range(cuantas):
        opciones = azar.choice((1, 1, 2, 3, 4, 5))
        ms = int(mediana * (0.5 if opciones == 1 else 1 + 0.1 * opciones) * azar.lognormvariate(0, reparte))
        if ms < (5000 if opciones == 1 else 20000) - 250:
            todas.append(Tardanza(opciones, min(opciones, 4), ms))
    return todas


@pytest.mark.parametrize("mediana", [1500, 3000, 6000, 11000])
@pytest.mark.parametrize("semilla", range(5))
def test_una_persona_no_se_senala(mediana: int, semilla: int):
    assert medir(persona(semilla, mediana)).motivos == ()


def test_quien_tarda_siempre_lo_mismo():
    azar = random.Random(1)
    medida = medir([Tardanza(2, 2, 2000 + azar.randrange(-60, 60)) for _ in range(MINIMO)])
    assert medida.motivos == ("constante",) and medida.mediana is not None and 1940 <= medida.mediana <= 2060
    # levantarse diez veces no lo esconde
    assert medir([Tardanza(2, 2, 2000 + n % 50) for n in range(90)] + [Tardanza(2, 2, 15000)] * 10).motivos == (
        "constante",
    )


def test_quien_contesta_al_instante_lo_dificil():
    azar = random.Random(2)
    rapidas = [Tardanza(5, 4, int(500 * azar.lognormvariate(0, 0.4))) for _ in range(60)]
    assert medir(rapidas).motivos == ("rapida",)
    faciles = [Tardanza(2, 2, una.ms) for una in rapidas]
    assert medir(faciles).motivos == (), "con dos fichas sí da tiempo"


@pytest.mark.parametrize("al_reves", [False, True])
def test_una_pausa_que_dice_cuantas_opciones_tiene(al_reves: bool):
    azar = random.Random(3)
    avisa = []
    for n in range(200):
        una = bool(n % 2) ^ al_reves
        avisa.append(Tardanza(1 if n % 2 else 3, 1, azar.randrange(500, 1500) if una else azar.randrange(3000, 4500)))
    assert medir(avisa).motivos == ("separa",)


def test_al_lento_no_lo_separa_el_reloj_de_cinco_segundos():
    azar = random.Random(4)
    lento = [Tardanza(1, 1, azar.randrange(1500, 4700)) for _ in range(200)]
    lento += [Tardanza(3, 3, azar.randrange(6000, 19000)) for _ in range(200)]
    assert medir(lento).separacion is None


def test_con_pocos_datos_no_hay_medida():
    medida = medir([Tardanza(3, 3, 1000)] * (MINIMO - 1))
    assert medida.motivos == () and medida.mediana is None and medida.jugadas == MINIMO - 1
    assert medir([]).motivos == ()


def test_lo_que_tiro_el_sistema_o_no_se_midio_no_cuenta():
    estados = al_azar(5)
    normales = Repetida(estados[0].manos, estados, (1000,) * (len(estados) - 1))
    assert sum(map(len, tardanzas_de(normales))) == len(estados) - 1
    assert tardanzas_de(normales._replace(ms=(60_000,) * (len(estados) - 1))) == ((), (), (), ())
    assert tardanzas_de(normales._replace(ms=(None,) * (len(estados) - 1))) == ((), (), (), ())
    una = tardanzas_de(normales)[estados[0].turno][0]
    assert una == Tardanza(len(legales(estados[0])), 7, 1000)
    forzadas = [n for n, m in enumerate(estados[:-1]) if len(legales(m)) == 1]
    tarde = tuple(4900 if n in forzadas else 1000 for n in range(len(estados) - 1))
    assert sum(map(len, tardanzas_de(normales._replace(ms=tarde)))) < len(estados) - 1, "ahí fue el reloj"
