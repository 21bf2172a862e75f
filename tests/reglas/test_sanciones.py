"""Qué suspensiones salen de unas tarjetas (SA1-SA3; 002 §3.3.3), y qué tarjetas salen del diario de una mesa."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Fase, Motivo
from reglas.sanciones import HechoDeMesa, Tarjeta, expediente_de, fin_de, hechos_de
from reglas.tarjetas import CUANTAS, Color
from reglas.tipos import Meta
from tests.reglas.partidas import MesaDePrueba

MEXICO = ZoneInfo("America/Mexico_City")
CERO = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


def el_dia(n: float) -> datetime:
    return CERO + timedelta(days=n)


def azul(n: float, anulada: float | None = None) -> Tarjeta:
    return Tarjeta(f"a{n}", Color.AZUL, el_dia(n), "", None if anulada is None else el_dia(anulada))


def amarillas(cuantas: int, partida: str = "7:1", desde: float = 0) -> list[Tarjeta]:
    return [
        Tarjeta(f"{partida}:{n}", Color.AMARILLA, el_dia(desde) + timedelta(seconds=n), partida) for n in range(cuantas)
    ]


# --- equivalencias ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("color", "hasta"),
    [
        (Color.AMARILLA, datetime(2026, 1, 22, 12, 30, tzinfo=MEXICO)),
        (Color.AZUL, datetime(2026, 1, 29, 12, 30, tzinfo=MEXICO)),
        (Color.ROJA, datetime(2026, 2, 15, 12, 30, tzinfo=MEXICO)),
    ],
)
def test_una_semana_dos_semanas_y_un_mes(color, hasta):
    assert fin_de(color, datetime(2026, 1, 15, 12, 30, tzinfo=MEXICO)) == hasta


@pytest.mark.parametrize(
    ("dia", "hasta"),
    [
        ("2026-01-31", "2026-02-28"),
        ("2028-01-31", "2028-02-29"),
        ("2026-12-31", "2027-01-31"),
        ("2026-05-31", "2026-06-30"),
    ],
)
def test_un_mes_de_calendario_y_nunca_de_mas(dia, hasta):
    desde = datetime.fromisoformat(f"{dia}T23:59:00").replace(tzinfo=MEXICO)
    assert fin_de(Color.ROJA, desde) == datetime.fromisoformat(f"{hasta}T23:59:00").replace(tzinfo=MEXICO)


def test_veintisiete_amarillas_no_suspenden_y_veintiocho_si_desde_la_ultima():
    assert expediente_de(amarillas(27)).suspensiones == ()
    (s,) = expediente_de(amarillas(28)).suspensiones
    assert (s.desde, s.hasta, s.levantada) == (CERO + timedelta(seconds=27), CERO + timedelta(days=7, seconds=27), None)


def test_las_amarillas_de_dos_partidas_no_se_suman():
    assert expediente_de(amarillas(27, "7:1") + amarillas(27, "7:2") + amarillas(27, "8:1")).suspensiones == ()


def test_dos_azules_suspenden_y_la_cuenta_vuelve_a_cero():
    uno = expediente_de([azul(0)])
    assert (uno.suspensiones, uno.azules) == ((), ("a0",))
    dos = expediente_de([azul(0), azul(60)])
    assert [(s.desde, s.hasta) for s in dos.suspensiones] == [(el_dia(60), el_dia(74))] and dos.azules == ()
    assert expediente_de([azul(0), azul(60), azul(90)]).azules == ("a90",)
    assert len(expediente_de([azul(0), azul(60), azul(90), azul(91)]).suspensiones) == 2


def test_cada_roja_suspende():
    rojas = [Tarjeta(f"r{n}", Color.ROJA, el_dia(n * 40)) for n in range(2)]
    assert [s.desde for s in expediente_de(rojas).suspensiones] == [el_dia(0), el_dia(40)]


# --- anular -----------------------------------------------------------------------------------------------------------
def test_anular_una_que_no_completaba_la_quita_de_la_cuenta():
    assert expediente_de([azul(0, anulada=1), azul(2)]) == expediente_de([azul(2)])


def test_anular_a_media_suspension_la_levanta_y_la_otra_sigue_contando():
    (s,), azules = expediente_de([azul(0), azul(1, anulada=3)])
    assert s.levantada == el_dia(3) and azules == ("a0",)
    levantada, nueva = expediente_de([azul(0), azul(1, anulada=3), azul(20)]).suspensiones
    assert (levantada.levantada, nueva.desde, nueva.levantada) == (el_dia(3), el_dia(20), None)


def test_anular_la_que_ya_se_cumplio_no_castiga_otra_vez_a_su_compañera():
    (s,), azules = expediente_de([azul(0), azul(1, anulada=30), azul(20)])
    assert s.levantada is None and azules == ("a20",), "a0 ya se pagó: no se junta con a20"


def test_anular_despues_de_que_alguien_la_levanto_no_devuelve_la_otra_a_la_cuenta():
    clave = expediente_de([azul(0), azul(1)]).suspensiones[0].clave
    (s,), azules = expediente_de([azul(0), azul(1, anulada=3), azul(20)], {clave: el_dia(2)})
    assert s.levantada is None and azules == ("a20",), "a0 ya sirvió para suspender: no se junta con a20"
    # al revés: primero se anuló, y que alguien lo confirme después no cambia la cuenta
    for confirmada in (el_dia(3), el_dia(5)):
        (s,), azules = expediente_de([azul(0), azul(1, anulada=3)], {clave: confirmada})
        assert s.levantada == el_dia(3) and azules == ("a0",)


def test_anular_una_de_las_28_levanta():
    veintiocho = amarillas(28)
    veintiocho[3] = veintiocho[3]._replace(anulada=el_dia(2))
    (s,) = expediente_de(veintiocho).suspensiones
    assert s.levantada == el_dia(2)


COLORES = st.sampled_from(list(Color))


@st.composite
def expedientes(draw) -> list[Tarjeta]:
    """Pocas amarillas por suspensión serían irreales: aquí se mezclan tandas de 27 a 30 con azules y rojas sueltas."""
    tarjetas: list[Tarjeta] = []
    for n in range(draw(st.integers(0, 2))):
        tarjetas += amarillas(draw(st.integers(26, 30)), f"7:{n}", draw(st.integers(0, 60)))
    for n in range(draw(st.integers(0, 8))):
        color = draw(st.sampled_from([Color.AZUL, Color.AZUL, Color.ROJA]))
        tarjetas.append(Tarjeta(f"x{n}", color, el_dia(draw(st.integers(0, 60)))))
    for cual in draw(st.lists(st.integers(0, max(len(tarjetas) - 1, 0)), max_size=4)) if tarjetas else []:
        tarjetas[cual] = tarjetas[cual]._replace(anulada=el_dia(draw(st.integers(0, 90))))
    return tarjetas


@given(expedientes(), st.randoms(use_true_random=False))
def test_el_orden_y_las_repeticiones_no_cambian_nada(tarjetas: list[Tarjeta], azar: random.Random):
    revueltas = tarjetas + azar.sample(tarjetas, len(tarjetas) // 2)
    azar.shuffle(revueltas)
    assert expediente_de(revueltas) == expediente_de(tarjetas)


@given(expedientes())
def test_nadie_paga_dos_veces_por_un_hecho(tarjetas: list[Tarjeta]):
    expediente = expediente_de(tarjetas)
    valen = [s for s in expediente.suspensiones if s.levantada is None]
    usados = Counter(hecho for s in valen for hecho in s.hechos)
    usados.update(expediente.azules)
    assert all(veces == 1 for veces in usados.values())
    assert len({s.clave for s in expediente.suspensiones}) == len(expediente.suspensiones)


@given(expedientes())
def test_toda_suspension_que_vale_tiene_sus_tarjetas_y_corre_desde_la_ultima(tarjetas: list[Tarjeta]):
    por_hecho = {t.hecho: t for t in tarjetas}
    for s in expediente_de(tarjetas).suspensiones:
        suyas = [por_hecho[hecho] for hecho in s.hechos]
        assert len(suyas) == CUANTAS[s.color] and {t.color for t in suyas} == {s.color}
        assert s.desde == max(t.instante for t in suyas) and s.hasta == fin_de(s.color, s.desde)
        anuladas = [t.anulada for t in suyas if t.anulada is not None]
        if s.levantada is None:
            assert all(max(anulada, s.desde) >= s.hasta for anulada in anuladas), "se anuló a tiempo y no se levantó"
        else:
            assert s.levantada < s.hasta and any(max(a, s.desde) <= s.levantada for a in anuladas)


# --- del diario -------------------------------------------------------------------------------------------------------
def del_diario(juego: MesaDePrueba) -> list[HechoDeMesa]:
    return hechos_de(enumerate(juego.renglones, start=1))


def test_de_la_partida_en_curso_todavia_nada_y_al_acabar_todo():
    juego = MesaDePrueba(Meta.CIEN).comenzar()
    juego.pedir(o.Vencer(), 60_000)
    culpable = juego.mesa.ocupantes[juego.mesa.mano.turno]
    num = juego.mesa.num
    assert del_diario(juego) == []
    juego.acabar_partida()
    (hecho,) = del_diario(juego)
    assert hecho[:5] == (num, 0, 1, culpable, Color.AMARILLA)


def test_las_veintiocho_y_el_azul_de_quien_no_volvio():
    juego = MesaDePrueba(Meta.CIEN).comenzar()
    while juego.mesa.fase is not Fase.CERRADA:
        juego.pedir(o.Vencer(), 60_000)
    hechos = del_diario(juego)
    assert len(hechos) == 28 and len({h.persona for h in hechos}) == 1 and juego.mesa.motivo == Motivo.TARJETAS

    juego = MesaDePrueba(Meta.CIEN).comenzar()
    juego.pedir(o.Ausentar(2))
    juego.pedir(o.Vencer(), 300_000)
    assert [(h.persona, h.color) for h in del_diario(juego)] == [(2, Color.AZUL)]


@pytest.mark.parametrize("orden", [o.Anular(Motivo.SANCION, 1), o.Anular(Motivo.CAIDA)])
def test_la_anulada_por_la_casa_no_da_azul(orden):
    juego = MesaDePrueba(Meta.CIEN).comenzar()
    juego.pedir(o.Ausentar(1))
    juego.pedir(orden)
    assert del_diario(juego) == []
