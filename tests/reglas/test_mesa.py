"""La mesa en línea, caso por caso: comienzo, sorteo, tiradas, relojes y tarjetas (RG1, RG5, EL7, SA1; 002 §2 y §3).

`Gemelas` manda cada orden también al modelo y compara: aquí se escribe sólo lo que se quiere leer. El final de mano y
de partida está en `test_mesa_final.py`; las ausencias, en `test_mesa_ausencias.py`.
"""

import random

import pytest

from reglas.mano import legales
from reglas.mesa.decidir import plazo_de
from reglas.mesa.tipos import Fase, Motivo
from tests.reglas.mesas import (
    SEG,
    con_reloj,
    en_plantilla,
    en_voto,
    jugando,
    mesa,
    vence_en,
    vencer,
)


# --- antes de jugar
def test_solo_el_organizador_comienza_y_una_vez():
    m = mesa()
    assert m.pedir("comenzar", 1) == "no_es_organizador"
    assert m.pedir("comenzar", 0) is None
    assert m.pedir("comenzar", 0) == "fuera_de_fase"


def test_si_nadie_comienza_en_dos_minutos_la_mesa_se_cierra():
    m = mesa()
    m.ahora += 120 * SEG - 1
    assert m.pedir("vencer") == "no_vence"
    m.ahora += 1
    assert m.pedir("vencer") is None
    assert (m.mesa.fase, m.mesa.motivo) == (Fase.CERRADA, Motivo.SIN_COMENZAR)


def test_quien_se_va_antes_de_comenzar_cierra_la_mesa_sin_castigo():
    for orden in ("ausentar", "salir"):
        m = mesa()
        assert m.pedir(orden, 2) is None
        assert (m.mesa.motivo, m.mesa.culpable) == (Motivo.SALIDA, 2)


def test_con_los_cuatro_numeros_se_reparte_al_comenzar():
    m = mesa()
    for asiento in range(4):
        m.pedir("nonce", asiento, "x")
    m.pedir("comenzar", 0)
    assert m.mesa.fase is Fase.JUGANDO
    assert m.mesa.nonces_de_mano == ("x", "x", "x", "x")
    assert m.mesa.nonces == (None, None, None, None)


def test_si_falta_alguno_se_espera_hasta_tres_segundos_del_compromiso():
    m = mesa()
    m.pedir("nonce", 1, "uno")
    m.ahora += 500
    m.pedir("comenzar", 0)
    assert m.mesa.fase is Fase.REPARTIENDO
    assert plazo_de(m.mesa) == m.mesa.publicado + 3 * SEG
    m.ahora += 2_499
    assert m.pedir("vencer") == "no_vence"
    m.ahora += 1
    assert m.pedir("vencer") is None
    assert m.mesa.nonces_de_mano == ("", "uno", "", "")


def test_el_ultimo_numero_que_llega_reparte_al_momento():
    m = mesa()
    m.pedir("comenzar", 0)
    for asiento in (3, 1, 0):
        m.pedir("nonce", asiento, "x")
        assert m.mesa.fase is Fase.REPARTIENDO
    m.pedir("nonce", 2, "x")
    assert m.mesa.fase is Fase.JUGANDO


def test_pasados_los_tres_segundos_comenzar_reparte_sin_esperar_a_nadie():
    m = mesa()
    m.ahora += 3 * SEG
    m.pedir("comenzar", 0)
    assert m.mesa.nonces_de_mano == ("", "", "", "")


def test_el_numero_se_da_una_vez_y_debe_ser_corto_y_ascii():
    m = mesa()
    assert m.pedir("nonce", 0, "x" * 65) == "nonce_invalido"
    assert m.pedir("nonce", 0, "ñ") == "nonce_invalido"
    assert m.pedir("nonce", 0, "x" * 64) is None
    assert m.pedir("nonce", 0, "otro") == "ya_estaba"


def test_el_numero_de_la_mano_siguiente_puede_venir_con_la_tirada():
    m = jugando()
    turno, mano = m.modelo.mano.turno, m.modelo.mano
    assert m.pedir("tirar", turno, mano.manos[turno][0], None, "con la ficha") is None
    assert m.mesa.nonces[turno] == "con la ficha"
    assert m.mesa.nonces_de_mano != m.mesa.nonces


def test_el_salidor_de_la_primera_mano_es_al_azar_y_despues_rota():
    salidores = set()
    for semilla in range(30):
        m = jugando("200", semilla=semilla)
        salidores.add(m.mesa.mano.salidor)
    assert salidores == {0, 1, 2, 3}
    m = en_plantilla()
    for _ in range(3):
        antes = m.mesa.mano.salidor
        vencer(m)
        assert m.mesa.mano.salidor == (antes + 1) % 4
        m.hasta_el_fin_de_mano(random.Random(1))
        if m.modelo.fase != "plantilla":
            break


# --- tirar
def test_no_se_tira_fuera_de_turno_ni_fuera_de_fase():
    m = jugando()
    otro = (m.mesa.mano.turno + 1) % 4
    assert m.pedir("tirar", otro, m.modelo.mano.manos[otro][0], None) == "no_es_tu_turno"
    assert mesa().pedir("tirar", 0, "0-0", None) == "fuera_de_fase"


def test_quien_no_tiene_cabida_pasa_solo_tras_una_pausa_constante():
    m = con_reloj(0)
    turno = m.mesa.mano.turno
    assert vence_en(m) == 1_200
    vencer(m)
    assert m.mesa.mano.turno == (turno + 1) % 4
    assert m.mesa.mano.pases[turno] == 1


# --- EL7: relojes y tarjetas
def test_con_una_opcion_amarilla_a_los_cinco_y_a_los_seis_tira_el_sistema():
    m = con_reloj(5)
    turno, tiradas = m.mesa.mano.turno, len(m.mesa.mano.cadena)
    abierto = m.mesa.abierto
    assert vence_en(m) == 5 * SEG
    vencer(m)
    assert (m.mesa.amarillas[turno], len(m.mesa.mano.cadena)) == (1, tiradas)
    assert plazo_de(m.mesa) == abierto + 6 * SEG
    vencer(m)
    assert len(m.mesa.mano.cadena) == tiradas + 3
    assert m.mesa.mano.cadena[-1] == turno
    assert ["tira", turno, 1] == [m.diario[-1][0][n] for n in (0, 1, 5)]


def test_a_los_veinte_amarilla_y_otra_por_cada_cinco_mas():
    m = con_reloj(20)
    turno, abierto = m.mesa.mano.turno, m.mesa.abierto
    for k in range(6):
        assert plazo_de(m.mesa) == abierto + (20 + 5 * k) * SEG
        vencer(m)
        assert m.mesa.amarillas[turno] == m.mesa.cuantas == k + 1
    assert m.mesa.mano.turno == turno


def test_en_cierre_una_por_cada_cinco_pasados_los_sesenta():
    m = con_reloj(60)
    turno, abierto, antes = m.mesa.mano.turno, m.mesa.abierto, m.mesa.amarillas[m.mesa.mano.turno]
    for k in range(4):
        assert plazo_de(m.mesa) == abierto + (65 + 5 * k) * SEG
        vencer(m)
        assert m.mesa.amarillas[turno] == antes + k + 1


def test_el_credito_del_navegador_recorre_el_vencimiento():
    m = con_reloj(20)
    m.espera_al_plazo()
    m.ahora += 999
    assert m.pedir("vencer", 1_000) == "no_vence"
    m.ahora += 1
    assert m.pedir("vencer", 1_000) is None


def test_al_tirar_se_abre_un_turno_con_su_reloj_entero_y_las_amarillas_quedan():
    m = con_reloj(20)
    turno = m.mesa.mano.turno
    vencer(m)
    m.una_jugada(random.Random(1))
    assert (m.mesa.cuantas, m.mesa.amarillas[turno], m.mesa.abierto) == (0, 1, m.ahora)


def test_las_amarillas_se_acumulan_en_la_partida_y_la_28_la_termina():
    m = jugando()
    turno = m.mesa.mano.turno
    for _ in range(27):
        vencer(m)
    assert (m.mesa.amarillas[turno], m.mesa.fase) == (27, Fase.JUGANDO)
    vencer(m)
    assert (m.mesa.fase, m.mesa.motivo, m.mesa.culpable) == (Fase.CERRADA, Motivo.TARJETAS, turno)
    assert m.diario[-1][1][:4] == ["anula", "tarjetas", turno, 0]
    assert [evento[0] for evento in m.diario[-1]] == ["tarjeta", "anula"]


def test_las_amarillas_pasan_a_la_mano_siguiente_y_no_a_la_partida_siguiente():
    m = jugando("100")
    vencer(m)
    antes = m.mesa.amarillas
    m.hasta_el_fin_de_mano(random.Random(2))
    vencer(m)
    assert m.mesa.amarillas == antes
    m.hasta_el_fin_de_partida(random.Random(2))
    for asiento in range(4):
        m.pedir("elegir", asiento, "revancha")
    assert m.mesa.amarillas == (0, 0, 0, 0)


def test_en_practica_no_hay_reloj_ni_tarjetas_pero_el_pase_si_corre():
    for segundos in (5, 20, 60):
        m = con_reloj(segundos, "practica")
        assert plazo_de(m.mesa) == 0
        m.ahora += 3_600 * SEG
        assert m.pedir("vencer") == "no_vence"
    assert vence_en(con_reloj(0, "practica")) == 1_200


@pytest.mark.parametrize("modo", ["sin_prisa", "completada"])
@pytest.mark.parametrize("segundos", [5, 20, 60])
def test_sin_prisa_se_piensa_cinco_minutos_y_luego_tira_el_sistema_sin_tarjeta(segundos, modo):
    m = con_reloj(segundos, modo)
    turno, tiradas = m.mesa.mano.turno, len(m.mesa.mano.cadena)
    assert vence_en(m) == 300 * SEG
    vencer(m)
    assert m.diario[-1][0][:2] == ["tira", turno]
    assert (len(m.mesa.mano.cadena), m.mesa.amarillas) == (tiradas + 3, (0, 0, 0, 0))


@pytest.mark.parametrize("modo", ["sin_prisa", "practica", "completada"])
def test_sin_prisa_y_en_practica_la_plantilla_y_los_votos_tambien_esperan_mas(modo):
    assert vence_en(en_plantilla("200", modo)) == 75 * SEG
    assert vence_en(en_voto(modo)) == 300 * SEG


# --- lo demás
ORDENES = [
    ("nonce", 0, "x"),
    ("comenzar", 0),
    ("tirar", 0, "0-0", None),
    ("continuar", 0),
    ("elegir", 0, "rotar"),
    ("ausentar", 0),
    ("volver", 0),
    ("salir", 0),
    ("vencer",),
    ("reabrir", 5),
    ("prorrogar", 5),
    ("anular", "sancion", 0),
]


@pytest.mark.parametrize("orden", ORDENES, ids=lambda orden: orden[0])
def test_en_la_mesa_cerrada_no_procede_nada(orden):
    m = jugando()
    m.pedir("anular", "sancion", 2)
    assert (m.mesa.motivo, m.mesa.culpable, plazo_de(m.mesa)) == (Motivo.SANCION, 2, 0)
    assert m.diario[-1] == [["anula", "sancion", 2, 0, m.ahora]]
    assert m.pedir(*orden) == "mesa_cerrada"


def test_cada_orden_en_otra_fase_no_procede():
    assert jugando().pedir("continuar", 0) == "fuera_de_fase"
    assert jugando().pedir("elegir", 0, "rotar") == "fuera_de_fase"
    assert en_plantilla().pedir("tirar", 0, "0-0", None) == "fuera_de_fase"
    assert en_plantilla().pedir("comenzar", 0) == "fuera_de_fase"
    assert en_voto().pedir("continuar", 0) == "fuera_de_fase"
    assert jugando().pedir("volver", 0) == "ya_estaba"


def test_anular_antes_de_la_partida_o_ya_terminada_solo_cierra():
    for m in (mesa(), en_voto()):
        m.pedir("anular", "caida", -1)
        assert m.diario[-1] == [["cierra", "caida", -1, m.ahora]]


def test_el_tiempo_perdido_por_la_casa_se_devuelve_al_turno():
    m = con_reloj(20)
    abierto, plazo = m.mesa.abierto, plazo_de(m.mesa)
    m.pedir("reabrir", 7_000)
    assert (m.mesa.abierto, plazo_de(m.mesa)) == (abierto + 7_000, plazo + 7_000)
    vencer(m)
    assert plazo_de(m.mesa) == plazo + 7_000 + 5 * SEG
    assert m.pedir("reabrir", 0) == m.pedir("reabrir", -1) == "fuera_de_fase"


def test_sin_plazo_no_hay_tiempo_que_devolver():
    assert con_reloj(20, "practica").pedir("reabrir", 5_000) == "fuera_de_fase"


def test_las_opciones_del_turno_son_las_de_la_mano():
    m = con_reloj(20)
    assert len(legales(m.mesa.mano)) > 1
