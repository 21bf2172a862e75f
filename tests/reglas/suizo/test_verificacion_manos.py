"""Las manos contra el marcador, y el mismo reparto en todas las mesas de Multiplicado (RG6, TO17, TO18, TO27)."""

import random
from dataclasses import replace

import pytest

from bench.suizo.simulador import Salon, nuevo
from reglas.metas import Meta
from reglas.suizo.acta import escribir_torneo
from reglas.suizo.tipos import FinDeMesa, ManoDeTorneo, Tipo
from reglas.suizo.verificacion.manos import cuadran
from reglas.suizo.verificacion.verificar import verificar_torneo


def codigos(torneo):
    return {falta["codigo"] for falta in verificar_torneo(escribir_torneo(torneo))["faltas"]}


@pytest.mark.parametrize(
    ("meta", "fin", "ganadora", "marcador", "manos", "vale"),
    [
        (Meta.CIEN, "meta", 0, (100, 30), [(0, 60), (None, 0), (1, 30), (0, 55)], True),  # 115, se acreditan 100
        (Meta.CIEN, "meta", 0, (100, 30), [(0, 60), (1, 30)], False),  # no llegó
        (Meta.CIEN, "meta", 0, (100, 30), [(0, 118), (1, 30)], False),  # una mano tras la meta
        (Meta.CIEN, "meta", 0, (100, 20), [(1, 30), (0, 118)], False),
        (Meta.CIEN, "meta", 0, (100, 0), [(0, 119)], False),  # ninguna mano vale 119 a 100
        (Meta.DOSCIENTOS, "meta", 1, (0, 200), [(1, 153), (1, 60)], True),
        (Meta.CIEN, "tiempo", 1, (20, 45), [(1, 45), (0, 20)], True),
        (Meta.CIEN, "tiempo", 1, (20, 45), [(1, 45)], False),
        (Meta.CIEN, "default", 0, (100, 45), [(1, 45), (0, 20)], True),
        (Meta.CIEN, "sancion", 0, (20, 45), [(1, 45), (0, 20)], True),
        (Meta.CIEN, "default", 0, (100, 40), [(1, 45), (0, 20)], False),
        (Meta.JUEGOS_GANADOS, "meta", 0, (4, 2), [(0, 0), (1, 0), (1, 0), (0, 0), (None, 0), (0, 0), (0, 0)], True),
        (Meta.JUEGOS_GANADOS, "meta", 0, (4, 3), [(0, 0)] * 3 + [(1, 0)] * 3 + [(0, 0)], False),
    ],
)
def test_las_manos_dan_el_marcador(meta, fin, ganadora, marcador, manos, vale):
    mesa = replace(
        Salon(nuevo(4, 1, 1), random.Random(1)).jugar().partidas[0].mesas[0],
        fin=FinDeMesa(fin), ganadora=ganadora, marcador=marcador,
    )  # fmt: skip
    assert cuadran(meta, mesa, tuple(ManoDeTorneo(*mano) for mano in manos)) == vale


def test_en_multiplicado_faltan_las_manos_o_el_reparto_no_es_el_mismo():
    torneo = replace(Salon(nuevo(8, 2, 1), random.Random(1)).jugar(1), tipo=Tipo.MULTIPLICADO)
    assert codigos(torneo) == {"faltan_manos"}
    reparto = tuple(tuple(f"{a}-6" for _ in range(7)) for a in range(4))

    def con_manos(mesa, reparto):
        pierde = 1 - mesa.ganadora
        perdidos = mesa.marcador[pierde]
        manos = [ManoDeTorneo(pierde if perdidos else None, perdidos, reparto, 2)]
        manos += [ManoDeTorneo(mesa.ganadora, 60, reparto, 3), ManoDeTorneo(mesa.ganadora, 60, reparto, 0)]
        return replace(mesa, manos=tuple(manos))

    (partida,) = torneo.partidas
    una, otra = partida.mesas
    igual = replace(partida, mesas=(con_manos(una, reparto), con_manos(otra, reparto)))
    assert codigos(replace(torneo, partidas=(igual,))) == set()
    distinto = replace(partida, mesas=(con_manos(una, reparto), con_manos(otra, reparto[::-1])))
    assert codigos(replace(torneo, partidas=(distinto,))) == {"reparto_distinto"}
