"""Lo que en los otros juegos sale hacia un asiento no depende de lo que no debe ver: el pozo y lo robado (EL8, VA9)."""

import json
import random

import pytest

from enlinea.mesa.vista import vista
from reglas.fichas import lista, mascara
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, Modo
from tests.reglas import modelo_variantes as modelo
from tests.reglas.test_mesa_reglamentos import MesaDeOtroJuego

CON_POZO = [juego for juego in modelo.JUEGOS if juego.jugadores * juego.fichas < 27]


def revuelta(mesa: Mesa, asiento: int, azar: random.Random) -> Mesa:
    """La misma mesa con lo que ese asiento no ve repartido de otra manera."""
    mano = mesa.mano
    assert mano is not None and mano.aparte is not None
    ajenas = [ficha for otro, bits in enumerate(mano.manos) if otro != asiento for ficha in lista(bits)]
    ocultas = azar.sample(ajenas + list(mano.aparte.pozo), len(ajenas) + len(mano.aparte.pozo))
    manos = []
    for otro, bits in enumerate(mano.manos):
        cuantas = 0 if otro == asiento else bits.bit_count()
        suyas, ocultas = mascara(ocultas[:cuantas]) if cuantas else bits, ocultas[cuantas:]
        manos.append(suyas)
    aparte = mano.aparte._replace(pozo=tuple(ocultas))
    return mesa._replace(
        mano=mano._replace(manos=tuple(manos), aparte=aparte),
        aparte=mesa.aparte._replace(pozo=tuple(azar.sample(range(28), len(mesa.aparte.pozo)))),
        repartidas=tuple(azar.sample(range(1 << 28), len(manos))),
    )


def jugar(juego, semilla):
    """Cada estado de unas manos, con quien lo mira."""
    m, azar = MesaDeOtroJuego(juego, 500 if juego.nombre == "federacion" else 300, semilla), random.Random(semilla)
    for _ in range(80):
        if m.mesa.fase is not Fase.JUGANDO:
            return
        yield m, azar
        opciones = m.mano.opciones()
        if opciones:
            m.tirar(*azar.choice(opciones))
        else:
            m.vence()


@pytest.mark.parametrize("juego", CON_POZO, ids=lambda juego: f"{juego.nombre}-{juego.jugadores}-{juego.fichas}")
def test_lo_que_ve_cada_asiento_no_cambia_si_cambia_lo_que_no_ve(juego):
    robos = 0
    for semilla in range(6):
        for m, azar in jugar(juego, semilla):
            for asiento in range(juego.jugadores):
                dice = vista(m.mesa, asiento, m.ahora)
                otra = revuelta(m.mesa, asiento, azar)
                if asiento == m.mesa.mano.turno or m.mano.opciones():
                    assert dice == vista(otra, asiento, m.ahora)
                datos = json.loads(dice)
                assert datos["yo"]["mano"] == list(lista(m.mesa.mano.manos[asiento]))
                assert [datos["datos"]["robos"][1::2].count(otro) for otro in range(juego.jugadores)] == m.mano.robadas
                assert datos["datos"]["pozo"] == len(m.mano.pozo) and datos["datos"]["robadas"] == m.mano.robadas
            robos = max(robos, sum(m.mano.robadas))
    assert robos


def test_al_terminar_la_mano_se_ve_el_pozo_y_el_intento():
    m = MesaDeOtroJuego(modelo.JUEGOS[3], 500, 3)
    pozo = list(m.mesa.aparte.pozo)
    while m.mesa.fase is Fase.JUGANDO:
        assert "fin" not in json.loads(vista(m.mesa, 0, m.ahora))["datos"]
        m.vence()
    fin = json.loads(vista(m.mesa, 0, m.ahora))["datos"]["fin"]
    assert (fin["pozo"], fin["sorteo"]["intento"]) == (pozo, m.mesa.aparte.intento)


def test_que_le_toca_robar_solo_lo_sabe_quien_roba():
    m = MesaDeOtroJuego(modelo.JUEGOS[5], 300, 4, Modo.PRACTICA)
    visto = False
    while not visto:
        toca = not m.mano.opciones() and bool(m.mano.pozo) and not m.mano.robo_en_turno
        for asiento in range(2):
            yo = json.loads(vista(m.mesa, asiento, m.ahora))["yo"]
            assert yo.get("roba") == (True if toca and asiento == m.mesa.mano.turno else None)
            assert "resta" not in yo, "en práctica no corre reloj"
        visto = toca
        opciones = m.mano.opciones()
        if opciones:
            m.tirar(*opciones[0])
        else:
            m.vence()
