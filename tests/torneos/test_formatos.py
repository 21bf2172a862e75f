"""Torneos enteros de cada formato por sus servicios, con lo que pasa en un salón: su acta se acepta (TO2 a TO25)."""

import random

import pytest

from reglas.metas import Meta
from reglas.suizo.tipos import Modalidad, Tipo
from tests.torneos.formatos import abrir_conjuntos, conjunto, jugar_con_tropiezos
from tests.torneos.salon import Salon
from tests.torneos.test_acta import faltas
from torneos.reconstruir import acta_de

pytestmark = pytest.mark.django_db
PAREJAS, EQUIPOS = Modalidad.PAREJAS, Modalidad.EQUIPOS
AZTECA, MAYA = (Tipo.AZTECA, Meta.CIEN), (Tipo.MAYA, Meta.JUEGOS_GANADOS)


def entero(salon: Salon, semilla: int, tarde: int = 0) -> None:
    """Todas sus partidas con tropiezos; el de número `tarde` llega tras la primera."""
    salon.azar = random.Random(semilla)
    for numero in range(1, salon.fila.previstas + 1):
        if numero == 2 and tarde:
            salon.pedir("inscrito_llego", numero=tarde)
        jugar_con_tropiezos(salon)
    salon.pedir("torneo_terminar")
    assert faltas(salon) == []


def de_conjuntos(modalidad: Modalidad, formato: tuple[Tipo, Meta], semilla: int) -> Salon:
    tipo, meta = formato
    salon = abrir_conjuntos(modalidad, 7 + semilla % 2, previstas=6, tipo=tipo, meta=meta)
    nuevo = conjunto(20, modalidad.de_cuantos)
    (tarde,) = salon.pedir("conjuntos_agregar", conjuntos=[nuevo]).datos["numeros"]
    suplente = salon.fila.inscritos.get(conjunto__numero=1, letra=0)
    salon.pedir("suplente_entrar", numero=1, por=suplente.numero)
    salon.pedir("restriccion_poner", uno=1, otro=2, tipo="prohibido", motivo="Son hermanas")
    salon.pedir("inscrito_fijar", numero=3, mesa=2)
    entero(salon, semilla, tarde)
    return salon


@pytest.mark.parametrize("formato", [AZTECA, MAYA], ids=["azteca", "maya"])
@pytest.mark.parametrize("modalidad", [PAREJAS, EQUIPOS])
def test_un_torneo_de_conjuntos_entero_con_todo_lo_que_pasa(modalidad: Modalidad, formato: tuple[Tipo, Meta]) -> None:
    salon = de_conjuntos(modalidad, formato, 1)
    acta = acta_de(salon.fila)
    assert {len(e["jugadores"]) for e in acta["entidades"]} == {modalidad.de_cuantos}
    final = acta["clasificacion"]["final"]
    assert {f["sujeto"] for f in final} == {e["id"] for e in acta["entidades"]}
    suyos = next(e for e in acta["entidades"] if e["id"] == "1")
    sentados = {n for p in acta["partidas"] for m in p["mesas"] for n in m["asientos"]}
    assert suyos["suplente"]["id"] in sentados and suyos["suplente"]["por"] not in sentados


@pytest.mark.noche
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("formato", [AZTECA, MAYA], ids=["azteca", "maya"])
@pytest.mark.parametrize("modalidad", [PAREJAS, EQUIPOS])
def test_muchos_torneos_de_conjuntos(modalidad: Modalidad, formato: tuple[Tipo, Meta]) -> None:
    for semilla in range(2, 27):
        de_conjuntos(modalidad, formato, semilla)
