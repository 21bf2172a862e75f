"""Torneos enteros de cada modalidad y formato, con tropiezos, contra el verificador aparte (TO3-TO12)."""

import json
import random
from itertools import combinations

import pytest

from bench.suizo.simulador import Salon, nuevo
from reglas.metas import Meta
from reglas.suizo.acta import escribir_torneo, leer_torneo
from reglas.suizo.tipos import Distancia, Modalidad, Tipo
from reglas.suizo.verificacion.verificar import verificar_torneo
from tests.reglas.suizo.verificador import faltas_de

INDIVIDUAL, PAREJAS, EQUIPOS = Modalidad
CASOS = {
    "azteca": lambda s: nuevo(24 + s % 7, 5, s, tardios=s % 3),
    "maya": lambda s: nuevo(16 + s % 4, 6, s, tipo=Tipo.MAYA, meta=Meta.JUEGOS_GANADOS),
    "comodines": lambda s: nuevo(18 + s % 4, 4, s, comodines=1 + s % 3, meta=Meta.DOSCIENTOS),
    "prohibidos": lambda s: nuevo(20, 5, s, prohibidos=tuple(combinations(("j0001", "j0002", "j0003"), 2))),
    "multibolsa": lambda s: nuevo(33 + s % 9, 9, s, tipo=Tipo.MULTIBOLSA, bolsas=2 + s % 2),
    "a_distancia": lambda s: nuevo(
        36, 4, s, tipo=Tipo.A_DISTANCIA, distancia=(Distancia("Los primos", ("j0001", "j0002")),)
    ),
    "parejas": lambda s: nuevo(15 + s % 4, 6, s, PAREJAS, tardios=s % 2),
    "parejas_maya": lambda s: nuevo(12 + s % 3, 6, s, PAREJAS, Tipo.MAYA, Meta.JUEGOS_GANADOS),
    "equipos": lambda s: nuevo(9 + s % 4, 6, s, EQUIPOS),
    "equipos_maya": lambda s: nuevo(8 + s % 3, 9, s, EQUIPOS, Tipo.MAYA, Meta.JUEGOS_GANADOS),
}


def jugar(caso: str, semilla: int, tropiezos: bool = True):
    return Salon(CASOS[caso](semilla), random.Random(semilla), tropiezos).jugar()


@pytest.fixture(autouse=True)
def _pocas_patadas(monkeypatch):
    """Aquí se miran las reglas, no la calidad: la búsqueda va corta."""
    monkeypatch.setattr("reglas.suizo.individual.PATADAS", ((256, 40),))


def revisar(caso: str, semilla: int) -> None:
    torneo = jugar(caso, semilla)
    acta = json.loads(json.dumps(escribir_torneo(torneo)))
    assert faltas_de(acta) == []
    assert leer_torneo(acta) == torneo
    assert verificar_torneo(acta) == {"faltas": []}


@pytest.mark.parametrize("caso", CASOS)
@pytest.mark.parametrize("semilla", [1, 2])
def test_un_torneo_entero_no_falta_a_ninguna_regla(caso, semilla):
    revisar(caso, semilla)


@pytest.mark.noche
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("caso", CASOS)
def test_cien_torneos_de_cada_formato(caso):
    for semilla in range(100):
        revisar(caso, semilla)


def test_el_verificador_ve_lo_que_se_le_descompone():
    """Si dos personas de mesas distintas cambian de lugar en la última partida, algo falta."""
    acta = escribir_torneo(jugar("azteca", 3, tropiezos=False))
    assert faltas_de(acta) == []
    mesas = acta["partidas"][-1]["mesas"]
    vieja = acta["partidas"][0]["mesas"][0]["asientos"]
    for mesa in mesas:
        mesa["asientos"] = [{vieja[0]: mesas[0]["asientos"][0]}.get(q, q) for q in mesa["asientos"]]
    mesas[0]["asientos"][0] = vieja[0]
    acta["partidas"][-1]["descansan"] = acta["partidas"][-1]["descansan"][:-1]
    assert faltas_de(acta)
