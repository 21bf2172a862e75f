"""EL9 y SA2: quién falta, qué se detiene, cómo se sigue y a quién se castiga."""

import random

import pytest

from reglas.mesa.decidir import plazo_de
from reglas.mesa.tipos import Fase, Motivo
from tests.reglas.gemelas import Gemelas
from tests.reglas.mesas import SEG, con_reloj, en_plantilla, en_voto, jugando, mesa, plantilla_muy_pronto, vencer

CINCO_MINUTOS = 300 * SEG


def falta(m: Gemelas, *asientos: int, nuestra: bool = False) -> None:
    for asiento in asientos:
        assert m.pedir("ausentar", asiento, nuestra) is None


def test_con_un_ausente_todo_se_detiene_y_solo_corre_su_espera():
    m = con_reloj(20)
    m.ahora += 3 * SEG
    falta(m, 2)
    turno = m.mesa.mano.turno
    assert plazo_de(m.mesa) == m.ahora + CINCO_MINUTOS
    m.ahora += 200 * SEG
    assert m.pedir("vencer") == "no_vence"
    assert m.pedir("tirar", turno, m.modelo.mano.manos[turno][0], None) == "mesa_detenida"
    assert m.pedir("ausentar", 2) == "ya_estaba"


def test_vuelve_y_se_sigue_con_lo_que_quedaba_tras_la_repeticion():
    m = con_reloj(20)
    m.ahora += 13 * SEG
    falta(m, 2)
    m.ahora += 100 * SEG
    assert m.pedir("volver", 2) is None
    repeticion = 3_000 + 700 * (len(m.mesa.mano.cadena) // 3)
    assert plazo_de(m.mesa) == m.ahora + repeticion + 7 * SEG
    assert m.mesa.abierto == m.ahora + repeticion - 13 * SEG
    assert m.mesa.detenido == 0
    vencer(m)
    # la segunda amarilla del turno, a los 25 del turno ya recorrido
    assert plazo_de(m.mesa) == m.mesa.abierto + 25 * SEG


def test_no_vuelve_y_hay_azul_y_la_partida_no_finaliza():
    m = con_reloj(20)
    falta(m, 3)
    m.ahora += CINCO_MINUTOS - 1
    assert m.pedir("vencer") == "no_vence"
    m.ahora += 1
    m.pedir("vencer")
    assert m.diario[-1] == [["anula", "abandono", 3, 1, m.ahora]]
    assert (m.mesa.fase, m.mesa.detenido, plazo_de(m.mesa)) == (Fase.CERRADA, 0, 0)


@pytest.mark.parametrize("modo", ["sin_prisa", "practica", "completada"])
def test_donde_no_cuenta_no_hay_azul(modo):
    m = con_reloj(20, modo)
    falta(m, 0)
    vencer(m)
    assert m.diario[-1][0][:4] == ["anula", "abandono", 0, 0]


def test_quien_esperaba_y_sale_tiene_los_mismos_cinco_minutos_y_la_misma_consecuencia():
    m = con_reloj(20)
    falta(m, 3)
    m.ahora += 60 * SEG
    assert m.pedir("salir", 1) is None
    m.ahora += 60 * SEG
    m.pedir("volver", 3)
    # el 3 volvió: sigue detenida y el plazo es el del 1
    assert m.mesa.detenido
    assert plazo_de(m.mesa) == m.ahora - 60 * SEG + CINCO_MINUTOS
    vencer(m)
    assert m.diario[-1][0][:4] == ["anula", "abandono", 1, 1]


def test_quien_se_fue_esperando_sigue_marcado_aunque_vuelva_el_primero():
    m = con_reloj(20)
    falta(m, 3)
    assert m.mesa.abandonos == 0, "al primero se le perdió la señal"
    m.ahora += 60 * SEG
    m.pedir("salir", 1)
    assert m.mesa.abandonos == 0b0010
    m.pedir("prorrogar", 5_000)
    m.pedir("volver", 3)
    assert (m.mesa.abandonos, bool(m.mesa.detenido)) == (0b0010, True), "sólo falta quien se fue: «(Abandono)»"
    m.ahora += SEG
    falta(m, 3)
    assert m.mesa.abandonos == 0b1010, "ahora es a ése a quien se esperaba"
    m.pedir("volver", 1)
    m.pedir("volver", 3)
    assert (m.mesa.abandonos, m.mesa.detenido) == (0, 0)
    falta(m, 1)
    assert m.mesa.abandonos == 0, "la de antes no se recuerda"
    vencer(m)
    assert m.mesa.abandonos == 0


def test_salir_de_la_mesa_que_cuenta_es_lo_mismo_que_perderlo_y_en_practica_la_cierra():
    m = jugando()
    m.pedir("salir", 1)
    assert (m.mesa.fase, m.mesa.ausentes[1]) == (Fase.JUGANDO, m.ahora + CINCO_MINUTOS)
    m = jugando(modo="practica")
    m.pedir("salir", 0)
    assert (m.mesa.fase, m.mesa.motivo) == (Fase.CERRADA, Motivo.SALIDA)


def test_de_la_completada_se_sale_a_media_partida_sin_que_nadie_espere_a_nadie():
    """Ni cinco minutos ni tarjeta, tampoco para quien ya esperaba al que perdió la señal (D764)."""
    for falta_otro in (False, True):
        m = jugando(modo="completada")
        if falta_otro:
            falta(m, 0)
        m.pedir("salir", 2)
        assert m.diario[-1] == [["cierra", "salida", 2, m.ahora]]
    m = en_voto("completada")
    m.pedir("salir", 2)
    assert m.mesa.motivo == Motivo.COMUNICACION, "la partida ya se jugó entera"


@pytest.mark.parametrize("cuantos", [2, 3, 4])
def test_con_varios_ausentes_se_sigue_cuando_vuelve_el_ultimo(cuantos):
    m = con_reloj(20)
    resta = plazo_de(m.mesa) - m.ahora
    for asiento in range(cuantos):
        falta(m, asiento)
        m.ahora += 10 * SEG
    assert plazo_de(m.mesa) == m.mesa.ausentes[0]
    for asiento in range(cuantos):
        assert m.mesa.detenido
        assert plazo_de(m.mesa) == min(limite for limite in m.mesa.ausentes if limite)
        m.pedir("volver", asiento)
        m.ahora += SEG
    m.ahora -= SEG
    repeticion = 3_000 + 700 * (len(m.mesa.mano.cadena) // 3)
    assert (m.mesa.detenido, plazo_de(m.mesa)) == (0, m.ahora + repeticion + resta)


def test_el_primero_que_agota_su_plazo_lleva_el_azul_y_los_demas_no():
    m = con_reloj(20)
    falta(m, 2)
    m.ahora += SEG
    falta(m, 0)
    vencer(m)
    assert m.diario[-1] == [["anula", "abandono", 2, 1, m.ahora]]


def test_por_falla_de_la_casa_nadie_es_castigado():
    m = con_reloj(20)
    falta(m, 2, nuestra=True)
    m.ahora += SEG
    falta(m, 0)
    vencer(m)
    assert m.diario[-1] == [["anula", "caida", 2, 0, m.ahora]]


def test_si_el_de_la_falla_nuestra_vuelve_el_otro_responde_por_lo_suyo():
    m = con_reloj(20)
    falta(m, 2, nuestra=True)
    m.ahora += SEG
    falta(m, 0)
    m.pedir("volver", 2)
    assert m.mesa.nuestras == 0
    vencer(m)
    assert m.diario[-1][0][:4] == ["anula", "abandono", 0, 1]


def test_lo_que_se_supo_despues_que_era_falla_nuestra_deja_de_castigar_sin_alargar_el_plazo():
    m = con_reloj(20)
    falta(m, 2)
    limite = plazo_de(m.mesa)
    m.ahora += 10 * SEG
    falta(m, 2, nuestra=True)
    assert plazo_de(m.mesa) == limite
    assert m.pedir("ausentar", 2, True) == m.pedir("ausentar", 2) == "ya_estaba"
    vencer(m)
    assert m.diario[-1][0][:4] == ["anula", "caida", 2, 0]


def test_lo_que_la_casa_estuvo_caida_se_devuelve_tambien_a_los_ausentes():
    m = con_reloj(20)
    falta(m, 2)
    m.ahora += SEG
    falta(m, 0, nuestra=True)
    antes = m.mesa.ausentes
    assert m.pedir("prorrogar", 600 * SEG) is None
    assert m.mesa.ausentes == (antes[0] + 600 * SEG, 0, antes[2] + 600 * SEG, 0)
    assert m.mesa.nuestras == 1
    assert m.pedir("prorrogar", 0) == "fuera_de_fase"


def test_lo_que_se_devuelve_al_turno_no_alarga_el_plazo_de_los_ausentes_ni_al_reves():
    m = con_reloj(20)
    assert m.pedir("prorrogar", SEG) == "fuera_de_fase"
    falta(m, 2)
    assert m.pedir("reabrir", SEG) == "fuera_de_fase"


def test_con_el_plazo_del_turno_ya_vencido_al_faltar_se_sigue_y_vence_al_volver():
    m = con_reloj(20)
    m.ahora = plazo_de(m.mesa) + 400
    falta(m, 1)
    assert m.pedir("vencer") == "no_vence"
    m.ahora += SEG
    m.pedir("volver", 1)
    assert m.mesa.amarillas == (0, 0, 0, 0)


def test_ausente_mientras_se_espera_el_sorteo_no_reparte_hasta_que_vuelva():
    m = mesa()
    m.pedir("comenzar", 0)
    m.ahora += SEG
    falta(m, 3)
    for asiento in range(4):
        assert m.pedir("nonce", asiento, "x") is None
    assert m.mesa.fase is Fase.REPARTIENDO
    m.ahora += 50 * SEG
    m.pedir("volver", 3)
    assert plazo_de(m.mesa) == m.ahora + 2 * SEG
    vencer(m)
    assert m.mesa.nonces_de_mano == ("x", "x", "x", "x")


def test_ausente_con_la_plantilla_a_la_vista_la_detiene_y_conserva_los_listos():
    m = en_plantilla()
    m.pedir("continuar", 0)
    m.ahora += 4 * SEG
    falta(m, 1)
    assert m.pedir("continuar", 2) == "mesa_detenida"
    m.ahora += 90 * SEG
    m.pedir("volver", 1)
    # sin repetición: la mano ya terminó
    assert (m.mesa.listos, plazo_de(m.mesa)) == (1, m.ahora + 11 * SEG)
    for asiento in (1, 2, 3):
        m.pedir("continuar", asiento)
    assert m.mesa.fase is Fase.JUGANDO


def test_ausente_con_los_cuatro_listos_y_sin_numeros_no_reparte_hasta_volver():
    m = plantilla_muy_pronto()
    for asiento in range(4):
        m.pedir("continuar", asiento)
    falta(m, 1)
    for asiento in range(4):
        m.pedir("nonce", asiento, "x")
    assert m.mesa.fase is Fase.FIN_DE_MANO
    m.pedir("volver", 1)
    vencer(m)
    assert m.mesa.fase is Fase.JUGANDO


def test_ausente_mientras_alguien_va_a_pasar_detiene_tambien_el_pase():
    m = con_reloj(0)
    m.ahora += 200
    falta(m, 0)
    m.ahora += 30 * SEG
    m.pedir("volver", 0)
    assert plazo_de(m.mesa) == m.ahora + 1_000 + 3_000 + 700 * (len(m.mesa.mano.cadena) // 3)


def test_la_ausencia_no_borra_las_amarillas_del_turno():
    m = con_reloj(20)
    vencer(m)
    falta(m, 1)
    m.ahora += SEG
    m.pedir("volver", 1)
    assert m.mesa.cuantas == 1
    assert plazo_de(m.mesa) - m.mesa.abierto == 25 * SEG


def test_una_partida_con_idas_y_vueltas_se_repite_igual():
    m, azar = jugando("200", semilla=9), random.Random(9)
    while m.modelo.fase in ("jugando", "plantilla", "repartiendo"):
        if azar.random() < 0.1:
            quienes = azar.sample(range(4), azar.randint(1, 3))
            falta(m, *quienes)
            m.ahora += azar.randrange(200 * SEG)
            for asiento in quienes:
                m.pedir("volver", asiento)
        if m.modelo.fase == "jugando":
            m.una_jugada(azar)
        else:
            vencer(m)
    m.repetir()
