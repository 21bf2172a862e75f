"""La mesa de otro juego: de dos, tres o cuatro, con pozo, cada quien por su cuenta y con figuras (VA7-VA11)."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from reglas.fichas import FICHAS
from reglas.mano import puede_robar
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, Modo
from reglas.reglamento import Reglamento, reglamento_de_texto
from tests.navegador import revisiones
from tests.navegador.mesa_buscar import Mirar, ordenes, texto
from tests.navegador.mesa_escenas import MEDIDAS
from tests.navegador.mesa_falsa import MesaFalsa

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.navegador

DE_DOS, DE_TRES, DE_CUATRO = map(reglamento_de_texto, ("musica-2-0-7", "federacion-3-0-7", "musica"))
SUMAS = {"s0": 0, "s1": 1, "s2": 2, "s2b": 2, "s3": 3, "s4": 4, "s4b": 4, "s5": 5, "s6": 6, "s6b": 6}
LADOS = """() => [...document.querySelectorAll('.mano__ficha')].map((b) => [
  parseInt(b.getAttribute('data-ficha'), 10), b.getAttribute('aria-label'),
  [...b.querySelectorAll('use')].map((u) => u.getAttribute('xlink:href').slice(1)).filter((id) => id !== 'ficha')])"""

TAPADA = """() => Math.max(
  ...[...document.querySelectorAll('.mano__ficha')].map((n) => n.getBoundingClientRect().bottom)
) - document.querySelector('.fondo').getBoundingClientRect().top"""
"""Cuántos px de la mano quedan bajo la barra de abajo."""


def buscar(reglamento: Reglamento, cierto: Callable[[Mesa], bool]) -> MesaFalsa:
    """Una práctica de ese juego que jugando al azar llega a un estado así."""
    for semilla in range(1, 200):
        mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=semilla, reglamento=reglamento)
        mesa.comenzar()
        for _ in range(600):
            if cierto(mesa.estado):
                return mesa
            if mesa.estado.fase is Fase.FIN_DE_MANO:
                mesa.avanzar(16_000)
            elif not mesa.tirar(mesa.azar.randrange(50)):
                break
    raise AssertionError("ninguna semilla llega a ese estado")


def me_toca_robar(e: Mesa) -> bool:
    mano = e.mano
    return e.fase is Fase.JUGANDO and mano is not None and mano.turno == 0 and e.reloj == 0 and puede_robar(mano)


def me_toca_con_muchas(e: Mesa) -> bool:
    mano = e.mano
    return e.fase is Fase.JUGANDO and mano is not None and mano.turno == 0 < e.reloj and mano.manos[0].bit_count() > 14


def acabo_la_mano(e: Mesa) -> bool:
    return e.fase is Fase.FIN_DE_MANO and len(e.cuentas) == 2


def saltar_a(mesa: MesaFalsa, cierto: Callable[[Mesa], bool]) -> None:
    """Juega hasta ahí sin contar cada jugada: quien mira recibe sólo lo último."""
    mirando, mesa.sockets = mesa.sockets, []
    mesa.jugar_hasta(cierto, 4_000)
    mesa.sockets = mirando
    mesa.difundir()


def cabe_en_todas(pagina: "Page", que: str) -> None:
    """Sin desborde y con toques grandes en las cinco medidas."""
    for ancho, alto in MEDIDAS:
        pagina.set_viewport_size({"width": ancho, "height": alto})
        malos = revisiones.desbordes_de(pagina) + revisiones.toques_chicos(pagina)
        assert malos == [], (que, ancho, alto, malos)
    pagina.set_viewport_size({"width": 360, "height": 740})


def test_de_dos_se_roba_con_un_boton_y_las_figuras_suman_lo_que_dicen(mirar: Mirar) -> None:
    mesa = buscar(DE_DOS, me_toca_robar)
    pagina = mirar(mesa)
    boton = pagina.get_by_role("button", name="Robar")
    assert pagina.locator(".jugador__nombre").all_inner_texts() == ["Nacho"]
    assert mesa.estado.mano is not None and mesa.estado.mano.aparte is not None
    pozo = len(mesa.estado.mano.aparte.pozo)
    assert texto(pagina, ".jugador--pozo") == f"Pozo {pozo} {pozo} fichas"
    assert "Roba una; si no cabe, pasas." in texto(pagina, "[data-turno]")
    assert (boton.bounding_box() or {})["height"] >= 48
    assert pagina.locator("[data-guia]").is_visible() and pagina.evaluate(TAPADA) <= 0
    fichas = pagina.locator(".mano__ficha").count()
    boton.click()
    pagina.wait_for_function("(n) => document.querySelectorAll('.mano__ficha').length > n", arg=fichas)
    assert len(ordenes(mesa, "robar")) == 1
    assert boton.is_hidden() and "Robaste 1" in texto(pagina, "[data-turno]")
    pagina.locator("[data-voz]", has_text="Robaste").wait_for(state="attached")
    # cada lado con figuras suma su número, y la ficha lo dice entero
    pagina.get_by_role("button", name="Figuras").click()
    pagina.get_by_label("Sumas").check()
    for ficha, dicha, lados in pagina.evaluate(LADOS):
        assert [SUMAS[lado] for lado in lados] == list(FICHAS[ficha])
        assert len(re.findall(r"(?:silencio|corcheas?|negra), (?:cero|uno|dos|tres|cuatro|cinco|seis)", dicha)) == 2
    pagina.get_by_label("Potencias").check()
    assert all([int(lado[1]) for lado in lados] == list(FICHAS[f]) for f, _d, lados in pagina.evaluate(LADOS))
    pagina.get_by_label("Puntos").check()
    assert all(lado[0] == "p" for _f, _d, lados in pagina.evaluate(LADOS) for lado in lados)


def test_con_tres_renglones_de_fichas_y_el_consejo_ninguna_queda_bajo_la_barra(mirar: Mirar) -> None:
    """En Federación la única que cabe se tira sola a los tres segundos: no hay tiempo de buscarla (D714)."""
    pagina = mirar(buscar(reglamento_de_texto("federacion-2-0-7"), me_toca_con_muchas))
    assert pagina.locator("[data-guia]").is_visible() and "Robaste" in texto(pagina, "[data-turno]")
    fichas = pagina.locator(".mano__ficha")
    assert fichas.count() > 14 and pagina.evaluate(TAPADA) <= 0


@pytest.mark.parametrize("reglamento", [DE_DOS, DE_TRES, DE_CUATRO], ids=str)
def test_al_acabar_la_mano_se_dice_quien_gano_y_por_que(reglamento: Reglamento, mirar: Mirar) -> None:
    mesa = buscar(reglamento, acabo_la_mano)
    pagina = mirar(mesa)
    n, cuenta = reglamento.asientos, mesa.estado.cuentas[-1]
    assert pagina.locator("[data-cubre] .plantilla thead th").count() == n
    assert pagina.locator("[data-cubre] .plantilla tbody tr").count() == 3
    dicho = texto(pagina, "[data-cubre-dentro]")
    if cuenta.ganadora is not None:
        gano = "la ganaste" if cuenta.ganadora == 0 else f"ganó {mesa.nombres[cuenta.ganadora]}"
        assert gano in dicho and f"{cuenta.tantos} tantos" in dicho
    assert "pareja" not in dicho.lower() and "{" not in dicho
    saltar_a(mesa, lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    pagina.locator("[data-voto='revancha']").wait_for()
    assert pagina.locator(".resultado__p").count() == n and pagina.locator("[data-voto='rotar']").count() == 0
    assert f"llegó a la meta de {mesa.meta}" in texto(pagina, "[data-cubre-dentro]")
    assert "pareja" not in texto(pagina, "[data-cubre-dentro]").lower()


def test_por_parejas_la_cuenta_dice_lo_que_le_quedo_a_cada_uno_de_los_cuatro(mirar: Mirar) -> None:
    """La pareja que domina suma también lo del compañero (VA6, VA10): sin los sumandos no se entendía."""
    mesa = buscar(reglamento_de_texto("musica-4-1-7"), acabo_la_mano)
    dicho = texto(mirar(mesa), "[data-cubre-dentro]")
    hallada = re.search(r"suman lo que les quedó a los cuatro: (\d+ \+ \d+ \+ \d+ \+ \d+) = (\d+) tantos", dicho)
    assert hallada is not None and sum(map(int, hallada[1].split(" + "))) == int(hallada[2])
    assert int(hallada[2]) == mesa.estado.cuentas[-1].tantos


@pytest.mark.noche
@pytest.mark.parametrize(
    "juego",
    [
        "federacion-2-0-7", "federacion-2-0-9", "federacion-3-0-7", "federacion-3-0-9", "musica-2-0-7", "musica-3-0-7",
        "musica",
    ],
)  # fmt: skip
def test_cada_juego_cabe_en_las_cinco_medidas(juego: str, mirar: Mirar) -> None:
    reglamento = reglamento_de_texto(juego)
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=3, reglamento=reglamento)
    pagina = mirar(mesa)
    cabe_en_todas(pagina, "espera")
    assert revisiones.violaciones(pagina) == []
    mesa.comenzar()
    if reglamento.en_pozo:
        mesa = buscar(reglamento, me_toca_robar)
        pagina = mirar(mesa)
        cabe_en_todas(pagina, "robar")
        assert revisiones.violaciones(pagina) == []
    for listo in (acabo_la_mano, lambda e: e.fase is Fase.FIN_DE_PARTIDA):
        saltar_a(mesa, listo)
        pagina.locator("[data-cubre] .cubre__titulo").wait_for()
        cabe_en_todas(pagina, "cuenta")
        assert revisiones.violaciones(pagina) == []
