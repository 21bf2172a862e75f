"""Quien juega limpio casi nunca se señala y quien mira lo ajeno sí (lo jugado se guarda; bench/calidad lo rehace)."""

import json
import random
from pathlib import Path

import pytest

from reglas.analisis.exacto import Solucion, mejor_de
from reglas.calidad import parejas
from reglas.calidad.parejas import ManoMedida, decisiones_de, por_pareja, veredictos
from reglas.mano import legales, saltar_pases, tirar
from reglas.tipos import Meta
from tests.reglas.calidad.manos import al_azar

JUGADAS = json.loads((Path(__file__).parents[2] / "datos" / "reglas" / "calidad.json").read_text())
HONRADOS = ("al azar", "sencillo", "fuerte", "lector")
PAREJAS = 60


def semana(azar: random.Random, como: list[str], manos: int) -> dict[tuple[int, int], list[ManoMedida]]:
    """Una pareja por nombre, con tantas manos sorteadas de lo que jugó esa clase de jugador."""
    jugadas = {nombre: [ManoMedida(*una) for una in JUGADAS[nombre]] for nombre in set(como)}
    return {(n, n + 1): azar.choices(jugadas[nombre], k=manos) for n, nombre in enumerate(como)}


def senaladas(azar: random.Random, como: list[str], manos: int) -> list[str]:
    todos = veredictos(semana(azar, como, manos))
    return [como[pareja[0]] for pareja, veredicto in todos.items() if veredicto.senalada]


@pytest.mark.parametrize("manos", [40, 100])
def test_jugando_limpio_casi_ninguna_semana_senala_a_nadie(manos: int):
    azar = random.Random(manos)
    como = [HONRADOS[n % len(HONRADOS)] for n in range(PAREJAS)]
    semanas = [senaladas(azar, como, manos) for _ in range(30)]
    assert sum(map(bool, semanas)) <= 1, semanas


@pytest.mark.parametrize(
    ("como", "manos", "de_diez"), [("vidente siempre", 40, 8), ("vidente 1 de 2", 320, 8), ("vidente 1 de 2", 40, 0)]
)
def test_entre_muchas_parejas_se_ve_a_la_que_mira_lo_ajeno(como: str, manos: int, de_diez: int):
    azar = random.Random(7)
    veces = [senaladas(azar, ["sencillo"] * (PAREJAS - 1) + [como], manos) for _ in range(10)]
    assert sum(como in una for una in veces) >= de_diez
    assert sum("sencillo" in una for una in veces) <= 1


def test_con_pocas_manos_ni_se_prueba():
    azar = random.Random(1)
    assert veredictos(semana(azar, ["vidente siempre"], parejas.MINIMO_DE_MANOS - 1)) == {}
    muchas_de_una = [ManoMedida(1, 40)] * 60
    assert veredictos({(1, 2): muchas_de_una}) == {}, "60 manos pero sólo 60 decisiones"
    assert veredictos({(1, 2): [ManoMedida(0, 0)] * 500}) == {}


def test_el_veredicto_dice_cuanto_gana_por_decision():
    manos = [ManoMedida(4, 20), ManoMedida(6, 40)] * 30
    (uno,) = veredictos({(1, 2): manos}).values()
    assert (uno.manos, uno.decisiones, uno.por_decision) == (60, 300, 6.0)
    assert uno.senalada and uno.azar == uno.ajustado < 1e-9 and 0 < uno.error < 1


def test_al_que_siempre_tira_la_mejor_nadie_le_gana(monkeypatch: pytest.MonkeyPatch):
    """El vidente gana o empata en cada decisión; si en todas tira la pública, cero."""
    monkeypatch.setattr(parejas, "REPARTOS", 6)
    estados = [al_azar(3)[0]]
    while estados[-1].desenlace is None:
        mano = estados[-1]
        if len(mano.cadena) < 3 * parejas.DESDE:
            jugada = legales(mano)[0]
        else:
            jugada = mejor_de(Solucion(mano.manos, Meta.CIEN).alternativas(mano), mano.turno)[:2]
        estados.append(saltar_pases(tirar(mano, *jugada)))
    decisiones = decisiones_de(estados, Meta.CIEN, 1)
    assert decisiones and all(una.ganado >= 0 for una in decisiones)
    for una in decisiones:
        assert una.elegida.exacto == max(opcion.exacto for opcion in una.opciones)
        assert una.publica.publico == max(opcion.publico for opcion in una.opciones)
        assert una.ganado == una.elegida.exacto - una.publica.exacto
        assert una.jugada >= parejas.DESDE and len(una.opciones) > 1
    de_0, de_1 = por_pareja(decisiones)
    assert de_0.decisiones + de_1.decisiones == len(decisiones)
    assert de_0.ganado + de_1.ganado == sum(una.ganado for una in decisiones)
    assert decisiones_de(estados, Meta.CIEN, 1) == decisiones, "misma semilla, lo mismo"


def test_a_juegos_ganados_se_mide_en_tantos_equivalentes():
    decisiones = decisiones_de(al_azar(8, Meta.JUEGOS_GANADOS), Meta.JUEGOS_GANADOS, 1)
    assert decisiones
    assert {una.ganado % parejas.TANTOS_DE_UN_JUEGO for una in decisiones} == {0}
    assert {abs(o.exacto) for una in decisiones for o in una.opciones} <= {0, parejas.TANTOS_DE_UN_JUEGO}
