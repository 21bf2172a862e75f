"""Fin de mano y de partida: plantilla, meta, revancha, rotar y votos (RG6, EL5, EL6; 002 §2.5-2.9)."""

import random

import pytest

from reglas.mesa.decidir import plazo_de
from reglas.mesa.tipos import Fase, Motivo
from tests.reglas.mesas import (
    SEG,
    en_plantilla,
    en_voto,
    jugando,
    mesa,
    plantilla_muy_pronto,
    vencer,
)


def test_al_terminar_la_mano_se_ve_la_plantilla_quince_segundos():
    m = en_plantilla()
    assert plazo_de(m.mesa) == m.ahora + 15 * SEG
    vencer(m)
    assert (m.mesa.fase, m.mesa.listos) == (Fase.JUGANDO, 0)


def test_vencida_la_plantilla_se_reparte_aunque_falten_listos():
    m = en_plantilla()
    m.pedir("continuar", 2)
    assert m.pedir("continuar", 2) == "ya_estaba"
    vencer(m)
    assert m.mesa.fase is Fase.JUGANDO


def test_con_los_cuatro_listos_se_reparte_sin_esperar():
    m = en_plantilla()
    for asiento in range(4):
        assert m.mesa.fase is Fase.FIN_DE_MANO
        assert m.pedir("continuar", asiento) is None
    assert m.mesa.fase is Fase.JUGANDO
    assert m.pedir("continuar", 0) == "fuera_de_fase"


def test_con_los_cuatro_listos_se_esperan_los_numeros_hasta_tres_segundos():
    m = plantilla_muy_pronto()
    for asiento in range(4):
        m.pedir("continuar", asiento)
    assert m.mesa.fase is Fase.FIN_DE_MANO
    assert plazo_de(m.mesa) == m.mesa.publicado + 3 * SEG
    for asiento in range(4):
        m.pedir("nonce", asiento, "x")
    assert m.mesa.fase is Fase.JUGANDO


def test_en_practica_no_se_espera_a_los_automaticos_para_seguir():
    m = en_plantilla(modo="practica")
    m.pedir("continuar", 0)
    assert m.mesa.fase is Fase.JUGANDO


def test_en_practica_el_numero_que_falta_reparte_aunque_los_automaticos_no_opriman():
    m = plantilla_muy_pronto("practica")
    m.pedir("continuar", 0)
    assert (m.mesa.fase, m.mesa.listos) == (Fase.FIN_DE_MANO, 1)
    m.pedir("nonce", 0, "x")
    assert m.mesa.fase is Fase.JUGANDO


def test_los_automaticos_no_aportan_numero():
    m = mesa(modo="practica")
    assert m.pedir("nonce", 2, "x") == "ya_estaba"
    m.pedir("nonce", 0, "x")
    m.pedir("comenzar", 0)
    assert m.mesa.nonces_de_mano == ("x", "", "", "")


@pytest.mark.parametrize("meta", ["100", "200", "juegos_ganados"])
def test_la_partida_termina_al_llegar_a_la_meta_y_se_acredita_la_meta_exacta(meta):
    m = jugando(meta, semilla=5)
    m.hasta_el_fin_de_partida(random.Random(5))
    assert m.mesa.fase is Fase.FIN_DE_PARTIDA
    gana = m.mesa.ganadora
    if meta == "juegos_ganados":
        assert m.mesa.tantos == (0, 0)
        assert m.mesa.ganadas[gana] >= 4
        assert m.mesa.ganadas[gana] - m.mesa.ganadas[1 - gana] >= 2
    else:
        assert m.mesa.tantos[gana] == int(meta) > m.mesa.tantos[1 - gana]
    assert plazo_de(m.mesa) == m.ahora + 60 * SEG


# --- EL6: revancha y rotar
def test_en_la_revancha_el_organizador_y_su_pareja_intercambian_lugar():
    m = en_voto()
    for asiento in range(4):
        m.pedir("elegir", asiento, "revancha")
    # abajo, derecha, arriba, izquierda
    assert m.mesa.ocupantes == (2, 1, 0, 3)
    assert (m.mesa.partida, m.mesa.tantos, m.mesa.cuentas) == (2, (0, 0), ())


def test_al_rotar_la_pareja_va_a_la_izquierda_la_izquierda_a_la_derecha_y_la_derecha_es_pareja():
    m = en_voto()
    for asiento in range(4):
        m.pedir("elegir", asiento, "rotar")
    assert m.mesa.ocupantes == (0, 3, 1, 2)


def test_tres_rotaciones_vuelven_al_principio_y_tras_la_revancha_se_rota_desde_el_organizador():
    m = en_voto()
    vistos = []
    for opcion in ("rotar", "rotar", "rotar", "revancha", "rotar"):
        for asiento in range(4):
            m.pedir("elegir", asiento, opcion)
        vistos.append(m.mesa.ocupantes)
        m.hasta_el_fin_de_partida(random.Random(len(vistos)))
        assert m.mesa.fase is Fase.FIN_DE_PARTIDA
    # tras la revancha (2, 1, 0, 3) el organizador está arriba: su izquierda es el asiento 1 y su derecha el 3
    assert vistos == [(0, 3, 1, 2), (0, 2, 3, 1), (0, 1, 2, 3), (2, 1, 0, 3), (3, 2, 0, 1)]


def test_la_revancha_sortea_de_nuevo_al_salidor_con_los_numeros_de_cada_persona():
    m = en_voto()
    for asiento in range(4):
        m.pedir("nonce", asiento, f"de la persona {asiento}")
    for asiento in range(4):
        m.pedir("elegir", asiento, "revancha")
    assert m.mesa.nonces_de_mano == tuple(f"de la persona {persona}" for persona in (2, 1, 0, 3))


def test_con_un_voto_distinto_todos_a_la_sala():
    m = en_voto()
    m.pedir("elegir", 1, "revancha")
    assert m.pedir("elegir", 1, "rotar") == "ya_estaba"
    m.pedir("elegir", 3, "rotar")
    assert (m.mesa.fase, m.mesa.motivo, m.mesa.culpable) == (Fase.CERRADA, Motivo.SIN_ACUERDO, 3)


def test_con_una_comunicacion_todos_a_la_sala():
    m = en_voto()
    m.pedir("elegir", 1, "revancha")
    m.pedir("elegir", 2, "comunicacion")
    assert (m.mesa.fase, m.mesa.motivo) == (Fase.CERRADA, Motivo.COMUNICACION)


def test_si_alguien_no_elige_en_sesenta_segundos_todos_a_la_sala():
    m = en_voto()
    for asiento in range(3):
        m.pedir("elegir", asiento, "rotar")
    m.ahora += 60 * SEG - 1
    assert m.pedir("vencer") == "no_vence"
    m.ahora += 1
    m.pedir("vencer")
    assert (m.mesa.fase, m.mesa.motivo) == (Fase.CERRADA, Motivo.SIN_ACUERDO)


def test_quien_se_va_al_votar_cierra_la_mesa_sin_castigo_y_ya_no_hay_voto_que_valga():
    m = en_voto()
    m.pedir("elegir", 0, "revancha")
    m.pedir("ausentar", 1)
    assert (m.mesa.fase, m.mesa.motivo) == (Fase.CERRADA, Motivo.COMUNICACION)
    assert m.pedir("elegir", 2, "revancha") == "mesa_cerrada"


def test_en_la_completada_votan_las_personas_y_nadie_espera_a_los_automaticos():
    m = en_plantilla(modo="completada")
    m.pedir("continuar", 0)
    assert m.mesa.fase is Fase.FIN_DE_MANO
    m.pedir("continuar", 2)
    assert m.mesa.fase is Fase.JUGANDO
    m = en_voto("completada")
    m.pedir("elegir", 0, "revancha")
    assert m.mesa.fase is Fase.FIN_DE_PARTIDA
    m.pedir("elegir", 2, "revancha")
    assert (m.mesa.ocupantes, m.mesa.fase) == ((2, -2, 0, -4), Fase.JUGANDO)


def test_en_practica_basta_el_voto_de_la_persona():
    m = en_voto("practica")
    m.pedir("elegir", 0, "rotar")
    assert m.mesa.ocupantes == (0, -4, -2, -3)
    assert m.mesa.fase is Fase.JUGANDO
