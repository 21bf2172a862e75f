"""Mesas en línea ya en el punto que hace falta, para escribir los casos."""

import random

from reglas.mesa.decidir import plazo_de
from reglas.mesa.tipos import Fase
from tests.reglas.gemelas import Gemelas

SEG = 1_000
LUGARES = {"practica": (0, -2, -3, -4), "completada": (0, -2, 2, -4)}


def mesa(meta: str = "100", modo: str = "normal", semilla: int = 1) -> Gemelas:
    return Gemelas(meta, modo, semilla, LUGARES.get(modo, (0, 1, 2, 3)))


def jugando(meta: str = "100", modo: str = "normal", semilla: int = 1) -> Gemelas:
    m = mesa(meta, modo, semilla)
    m.comenzar()
    assert m.mesa.fase is Fase.JUGANDO
    return m


def en_plantilla(meta: str = "200", modo: str = "normal", semilla: int = 1) -> Gemelas:
    m = jugando(meta, modo, semilla)
    m.hasta_el_fin_de_mano(random.Random(semilla))
    assert m.mesa.fase is Fase.FIN_DE_MANO
    return m


def en_voto(modo: str = "normal", semilla: int = 1) -> Gemelas:
    m = jugando("100", modo, semilla)
    m.hasta_el_fin_de_partida(random.Random(semilla))
    assert m.mesa.fase is Fase.FIN_DE_PARTIDA
    return m


def con_reloj(segundos: int, modo: str = "normal") -> Gemelas:
    """Una mesa donde el del turno tiene ese reloj, buscándola."""
    for semilla in range(400):
        m, azar = jugando("200", modo, semilla), random.Random(semilla)
        m.callada = True
        while m.modelo.fase == "jugando":
            if m.mesa.reloj == segundos:
                m.callada = False
                m.comparar()
                return m
            m.una_jugada(azar, busca_cerrar=True)
    raise AssertionError


def vence_en(m: Gemelas) -> int:
    """Milisegundos desde que se abrió el turno hasta lo siguiente."""
    return plazo_de(m.mesa) - m.mesa.abierto


def vencer(m: Gemelas) -> None:
    m.espera_al_plazo()
    assert m.pedir("vencer") is None


def plantilla_muy_pronto(modo: str = "normal") -> Gemelas:
    """Una mano jugada en el mismo instante: el compromiso de la siguiente apenas se publicó."""
    for semilla in range(300):
        m, azar = jugando("200", modo, semilla), random.Random(semilla)
        while m.modelo.fase == "jugando" and m.mesa.reloj:
            m.una_jugada(azar, busca_cerrar=True, tarda=1)
        if m.modelo.fase == "plantilla":
            return m
    raise AssertionError
