"""Las partidas salen del diario tal como se jugaron, y su acta la da por buena `verificar`."""

import json

import pytest

from reglas.historia import acta_de, partidas_de
from reglas.informes import informe_de_sorteo
from reglas.mesa import ordenes as o
from reglas.mesa.eventos import a_lista, de_lista
from reglas.mesa.tipos import Eleccion, Fase, Modo, Motivo
from reglas.tipos import Meta
from reglas.verificacion import verificar_partida
from tests.reglas.partidas import PENSADA, UNA_PERSONA, MesaDePrueba, jugada

NOMBRES = ["Mari", "Beto", "Carmen", "Nacho"]
METAS = list(Meta)


@pytest.mark.parametrize("meta", METAS)
@pytest.mark.parametrize("semilla", range(6))
def test_el_acta_de_una_partida_terminada_se_verifica_y_su_reparto_tambien(meta, semilla):
    mesa = jugada(meta, semilla=semilla)
    (partida,) = partidas_de(mesa.eventos())
    acta = json.loads(json.dumps(acta_de(partida, NOMBRES)))
    informe = verificar_partida(acta)
    assert informe["estado"] == "terminada"
    assert informe["ganadora"] == partida.ganadora == mesa.mesa.ganadora
    if meta.tantos:
        assert tuple(informe["marcador"]) == partida.tantos
    ganadas = [mano["ganadora"] for mano in informe["manos"]]
    assert (ganadas.count(0), ganadas.count(1)) == partida.ganadas
    assert {mano["sorteo"] for mano in informe_de_sorteo(acta)["manos"]} == {"correcto"}


def test_cuenta_lo_que_tardo_cada_jugada_sin_los_pases():
    (partida,) = partidas_de(jugada().eventos())
    ms = {ms for mano in partida.manos for ms in mano.ms}
    assert ms == {PENSADA}


def test_el_tiempo_de_una_ausencia_no_se_le_cuenta_a_la_jugada():
    mesa = MesaDePrueba(Meta.CIEN).comenzar()
    while mesa.mesa.reloj == 0:
        mesa.turno()
    otro = (mesa.mesa.mano.turno + 1) & 3
    mesa.pedir(o.Ausentar(otro))
    mesa.pedir(o.Volver(otro), 60_000)
    mesa.turno()
    mesa.acabar_mano()
    (partida,) = partidas_de(mesa.eventos())
    # lo que pensó antes de que se detuviera, más lo que pensó después
    assert partida.manos[0].ms[0] <= PENSADA + 100


def test_la_partida_en_curso_da_sus_manos_terminadas_y_nunca_la_que_se_juega():
    mesa = MesaDePrueba(Meta.DOSCIENTOS).comenzar().acabar_mano()
    mesa.seguir()
    assert mesa.mesa.fase is Fase.JUGANDO
    mesa.turno()
    (partida,) = partidas_de(mesa.eventos())
    assert not partida.terminada
    assert len(partida.manos) == 1
    acta = acta_de(partida, NOMBRES)
    assert verificar_partida(acta)["estado"] == "en_curso"
    texto = json.dumps(acta)
    assert mesa.mesa.secreto.semilla not in texto
    assert not any(clave in texto for clave in mesa.mesa.secreto.claves)


def test_con_la_primera_mano_en_juego_no_hay_nada_que_contar():
    (partida,) = partidas_de(MesaDePrueba(Meta.CIEN).comenzar().eventos())
    assert partida.manos == ()
    assert not partida.terminada


def test_revancha_y_rotar_son_otras_partidas_con_sus_lugares():
    mesa = jugada(semilla=2).votar(Eleccion.REVANCHA).acabar_partida().votar(Eleccion.ROTAR).acabar_partida()
    mesa.votar(Eleccion.COMUNICACION)
    partidas = partidas_de(mesa.eventos())
    assert [partida.numero for partida in partidas] == [1, 2, 3]
    assert partidas[0].ocupantes == (0, 1, 2, 3)
    assert partidas[1].ocupantes == (2, 1, 0, 3)
    assert acta_de(partidas[1], NOMBRES)["asientos"] == ["Carmen", "Beto", "Mari", "Nacho"]
    for partida in partidas:
        assert partida.finalizada and partida.con_acta
        assert verificar_partida(acta_de(partida, NOMBRES))["ganadora"] == partida.ganadora


def test_quien_no_vuelve_deja_la_partida_sin_finalizar_y_con_azul():
    mesa = MesaDePrueba(Meta.CIEN).comenzar().acabar_mano()
    mesa.pedir(o.Ausentar(3))
    mesa.pedir(o.Vencer(), 300_000)
    (partida,) = partidas_de(mesa.eventos())
    assert (partida.finalizada, partida.motivo, partida.causante, partida.azul) == (False, "abandono", 3, True)
    assert partida.terminada and not partida.con_acta
    assert partida.ganadora == -1


def test_la_anulada_por_la_casa_no_castiga():
    mesa = MesaDePrueba(Meta.CIEN).comenzar()
    mesa.pedir(o.Anular(Motivo.SANCION, 1))
    (partida,) = partidas_de(mesa.eventos())
    assert (partida.motivo, partida.causante, partida.azul) == ("sancion", 1, False)


def test_una_mesa_que_no_comenzo_no_tiene_partidas():
    mesa = MesaDePrueba(Meta.CIEN)
    mesa.pedir(o.Vencer(), 120_000)
    assert partidas_de(mesa.eventos()) == []


def test_las_amarillas_quedan_con_la_partida():
    mesa = MesaDePrueba(Meta.CIEN).comenzar()
    mesa.pedir(o.Vencer(), 60_000)
    turno = mesa.mesa.mano.turno
    mesa.acabar_partida()
    (partida,) = partidas_de(mesa.eventos())
    assert partida.amarillas[turno] == 1
    assert sum(partida.amarillas) == 1


def test_practica_lleva_acta_y_salirse_la_deja_a_medias():
    mesa = jugada(modo=Modo.PRACTICA, ocupantes=UNA_PERSONA)
    (partida,) = partidas_de(mesa.eventos())
    assert partida.finalizada and partida.con_acta
    mesa = MesaDePrueba(Meta.CIEN, Modo.PRACTICA, ocupantes=UNA_PERSONA).comenzar()
    mesa.pedir(o.Salir(0))
    (partida,) = partidas_de(mesa.eventos())
    assert (partida.finalizada, partida.motivo) == (False, "salida")


def test_lo_mismo_leido_del_diario():
    mesa = jugada(semilla=9)
    leidos = [de_lista(json.loads(json.dumps(a_lista(evento)))) for evento in mesa.eventos()]
    assert partidas_de(leidos) == partidas_de(mesa.eventos())
