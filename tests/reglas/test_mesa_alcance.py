"""EL7 y EL9 contra quien se esconde: lo que se está fuera de alcance se suma, y volver un instante no reinicia nada.

Cada caso se prueba desde el tramposo y desde el inocente (D211, D212).
"""

import pytest

from reglas.mesa.alcance import espera_de, margen_de
from reglas.mesa.decidir import plazo_de
from reglas.mesa.relojes import PLAZOS
from reglas.mesa.tipos import Fase, Motivo
from tests.reglas.gemelas import Gemelas
from tests.reglas.mesas import SEG, con_reloj, en_plantilla, vencer

CINCO_MINUTOS = 300 * SEG
CICLO = 7_300
"""Cada cuánto volvía un instante quien no quería jugar."""


def turno_de(m: Gemelas) -> int:
    mano = m.mesa.mano
    assert mano is not None
    return mano.turno


def calla(m: Gemelas, ms: int) -> str | None:
    """Quien tiene el turno estuvo fuera de alcance ese rato y acaba de volver."""
    m.ahora += ms
    return m.pedir("reabrir", ms, turno_de(m))


def falta(m: Gemelas, asiento: int, ms: int, *, nuestra: bool = False) -> None:
    assert m.pedir("ausentar", asiento, nuestra) is None
    m.ahora += ms
    assert m.pedir("volver", asiento) is None


# --- el margen del turno ----------------------------------------------------------------------------------------------
def test_al_inocente_se_le_devuelve_lo_que_se_le_fue_la_senal():
    m = con_reloj(20)
    plazo = plazo_de(m.mesa)
    assert calla(m, 6 * SEG) is None
    assert plazo_de(m.mesa) == plazo + 6 * SEG
    assert margen_de(m.mesa, turno_de(m), PLAZOS) == 9 * SEG


def test_cerrar_y_volver_cada_7_s_no_gana_mas_de_15_s_en_el_turno():
    m = con_reloj(20)
    plazo = plazo_de(m.mesa)
    assert [calla(m, CICLO) for _ in range(4)] == [None, None, None, "fuera_de_fase"]
    assert (plazo_de(m.mesa), m.mesa.devuelto) == (plazo + 15 * SEG, 15 * SEG)
    assert margen_de(m.mesa, turno_de(m), PLAZOS) == 0
    m.espera_al_plazo()
    assert m.pedir("vencer") is None
    assert m.mesa.amarillas[turno_de(m)] == 1


def test_lo_del_turno_sigue_sumado_tras_una_ausencia_y_tras_la_amarilla():
    m = con_reloj(20)
    calla(m, 9 * SEG)
    falta(m, turno_de(m), 30 * SEG)
    vencer(m)
    assert m.mesa.devuelto == 9 * SEG
    calla(m, 9 * SEG)
    assert m.mesa.devuelto == 15 * SEG


def test_en_el_turno_que_sigue_hay_margen_otra_vez_pero_no_mas_de_60_s_en_la_mano():
    m = con_reloj(20)
    m.mesa = m.mesa._replace(callado=(50 * SEG,) * 4)
    m.modelo.esperado = [50 * SEG] * 4
    turno = turno_de(m)
    assert margen_de(m.mesa, turno, PLAZOS) == 10 * SEG
    calla(m, 12 * SEG)
    assert (m.mesa.devuelto, m.mesa.callado[turno]) == (10 * SEG, 60 * SEG)
    assert calla(m, SEG) == "fuera_de_fase"


def test_lo_caido_por_culpa_nuestra_se_devuelve_entero_y_no_gasta_el_margen():
    m = con_reloj(20)
    plazo = plazo_de(m.mesa)
    m.ahora += 90 * SEG
    assert m.pedir("reabrir", 90 * SEG) is None
    assert (plazo_de(m.mesa), m.mesa.devuelto, m.mesa.callado) == (plazo + 90 * SEG, 0, (0, 0, 0, 0))


def test_no_se_le_devuelve_a_quien_no_tiene_el_turno():
    m = con_reloj(20)
    m.ahora += 5 * SEG
    assert m.pedir("reabrir", 5 * SEG, (turno_de(m) + 1) % 4) == "fuera_de_fase"
    p = en_plantilla()
    assert p.pedir("reabrir", 5 * SEG, 0) == "fuera_de_fase"


# --- los cinco minutos de la mano -------------------------------------------------------------------------------------
def test_los_cinco_minutos_son_de_toda_la_mano_y_no_de_cada_ausencia():
    m = con_reloj(20)
    turno, repeticion = turno_de(m), 3 * SEG + 700 * (len(m.mesa.mano.cadena) // 3)
    falta(m, turno, 100 * SEG)
    assert espera_de(m.mesa, turno, PLAZOS) == 200 * SEG - repeticion
    assert m.pedir("ausentar", turno) is None
    assert plazo_de(m.mesa) == m.ahora + 200 * SEG - repeticion
    vencer(m)
    assert m.diario[-1][0][:4] == ["anula", "abandono", turno, 1]


def test_irse_y_volver_al_instante_tambien_se_acaba_por_la_repeticion_que_cuesta():
    """«Salir» y abrir la mesa otra vez regalaba la repetición entera cada vez, y el turno no acababa nunca."""
    m = con_reloj(20)
    turno, empezo = turno_de(m), m.ahora
    for _ in range(1_000):
        assert m.pedir("salir", turno) is None
        if m.ahora >= plazo_de(m.mesa):
            break
        m.ahora += 10
        assert m.pedir("volver", turno) is None
    vencer(m)
    assert (m.mesa.fase, m.mesa.motivo, m.mesa.culpable) == (Fase.CERRADA, Motivo.ABANDONO, turno)
    assert m.ahora - empezo < CINCO_MINUTOS


def test_al_que_ya_los_gasto_se_le_acaba_al_declararlo_ausente():
    m = con_reloj(20)
    falta(m, 2, CINCO_MINUTOS - SEG)
    assert espera_de(m.mesa, 2, PLAZOS) == 0
    m.pedir("ausentar", 2)
    assert plazo_de(m.mesa) == m.ahora
    assert m.pedir("vencer") is None
    assert m.diario[-1] == [["anula", "abandono", 2, 1, m.ahora]]


def test_en_la_mano_que_sigue_vuelve_a_tenerlos_enteros():
    m = en_plantilla()
    assert (m.mesa.fuera, m.mesa.callado) == ((0, 0, 0, 0), (0, 0, 0, 0))
    falta(m, 1, 60 * SEG)
    vencer(m)
    assert m.mesa.fase is Fase.JUGANDO
    assert espera_de(m.mesa, 1, PLAZOS) == 240 * SEG, "lo de la plantilla es de la mano que sigue"


def test_lo_que_falto_por_culpa_nuestra_no_le_quita_nada():
    m = con_reloj(20)
    falta(m, 2, 250 * SEG, nuestra=True)
    assert espera_de(m.mesa, 2, PLAZOS) == CINCO_MINUTOS
    falta(m, 2, 200 * SEG)
    m.pedir("ausentar", 2, True)
    assert plazo_de(m.mesa) == m.ahora + CINCO_MINUTOS, "si es nuestra, los tiene enteros"


def test_si_despues_se_sabe_que_fue_nuestra_se_le_dan_los_cinco_enteros():
    m = con_reloj(20)
    falta(m, 2, 200 * SEG)
    m.pedir("ausentar", 2)
    se_fue = m.ahora
    m.ahora += 5 * SEG
    m.pedir("ausentar", 2, True)
    assert plazo_de(m.mesa) == se_fue + CINCO_MINUTOS
    vencer(m)
    assert m.diario[-1][0][:4] == ["anula", "caida", 2, 0]


def test_lo_que_la_casa_estuvo_caida_no_se_le_cuenta_al_ausente():
    m = con_reloj(20)
    m.pedir("ausentar", 2)
    m.ahora += 400 * SEG
    m.pedir("prorrogar", 390 * SEG)
    m.pedir("volver", 2)
    repeticion = 3 * SEG + 700 * (len(m.mesa.mano.cadena) // 3)
    assert m.mesa.fuera[2] == 10 * SEG + repeticion


def test_quien_va_y_viene_se_lleva_la_azul_antes_que_quien_se_cansa_de_esperarlo():
    """Va y viene hasta cansarlos: un rival se va cuando ya faltó dos minutos; el plazo que acaba antes es el suyo."""
    m = con_reloj(20)
    tramposo = turno_de(m)
    rival = (tramposo + 1) % 4
    for _ in range(4):
        falta(m, tramposo, 30 * SEG)
        m.ahora += 4 * SEG
    m.pedir("ausentar", tramposo)
    m.ahora += 5 * SEG
    m.pedir("salir", rival)
    assert m.mesa.abandonos == 1 << rival
    vencer(m)
    assert (m.mesa.motivo, m.mesa.culpable) == (Motivo.ABANDONO, tramposo)


@pytest.mark.parametrize("modo", ["sin_prisa", "normal"])
def test_un_turno_no_puede_durar_mas_que_su_reloj_su_margen_y_lo_que_queda_de_los_cinco_minutos(modo):
    """Como sea que se combinen: callar, faltar, volver. Es lo más que un tramposo detiene a los otros tres."""
    m = con_reloj(20, modo)
    turno, empezo, mano = turno_de(m), m.ahora, m.mesa.mano
    reloj = plazo_de(m.mesa) - m.ahora
    n = 0
    while m.mesa.fase is Fase.JUGANDO and m.mesa.mano is mano and not m.mesa.amarillas[turno]:
        n += 1
        calla(m, CICLO)
        if m.ahora >= plazo_de(m.mesa):
            m.pedir("vencer")
            continue
        if n % 2 and m.pedir("ausentar", turno) is None:
            m.ahora += CICLO
            if m.pedir("vencer") == "no_vence":
                m.pedir("volver", turno)
    assert m.ahora - empezo <= reloj + PLAZOS.margen + CINCO_MINUTOS + 3 * CICLO


# --- al declararlo ausente --------------------------------------------------------------------------------------------
def test_falta_desde_que_se_le_dejo_de_oir_y_al_volver_le_queda_lo_que_entonces():
    m = con_reloj(20)
    turno, abierto = turno_de(m), m.ahora
    m.ahora += 12 * SEG
    assert m.pedir("ausentar", turno, False, 8 * SEG) is None
    assert (m.mesa.detenido, plazo_de(m.mesa)) == (abierto + 4 * SEG, m.ahora + CINCO_MINUTOS)
    m.ahora += 30 * SEG
    m.pedir("volver", turno)
    repeticion = 3 * SEG + 700 * (len(m.mesa.mano.cadena) // 3)
    assert plazo_de(m.mesa) == m.ahora + repeticion + 16 * SEG
    assert m.mesa.fuera[turno] == 38 * SEG + repeticion, "lo que calló también lo faltó"


def test_gastado_el_margen_falta_desde_que_se_declara():
    """Si no, callar 8 s más 8 s más 8 s ganaba tiempo por otro lado."""
    m = con_reloj(20)
    turno = turno_de(m)
    calla(m, 9 * SEG)
    calla(m, 9 * SEG)
    m.ahora += 4 * SEG
    m.pedir("ausentar", turno, False, 4 * SEG)
    assert m.mesa.detenido == m.ahora


def test_a_quien_no_tiene_el_turno_no_se_le_devuelve_lo_que_callo():
    m = con_reloj(20)
    m.ahora += 12 * SEG
    m.pedir("ausentar", (turno_de(m) + 1) % 4, False, 10 * SEG)
    assert m.mesa.detenido == m.ahora


def test_lo_que_perdio_la_casa_se_devuelve_entero_desde_que_se_abrio_el_turno():
    m = con_reloj(20)
    abierto = m.ahora
    m.ahora += 90 * SEG
    m.pedir("ausentar", turno_de(m), True, 400 * SEG)
    assert m.mesa.detenido == abierto
