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
VARIOS = (
    "federacion",
    "federacion-2-0-7",
    "federacion-3-0-7",
    "musica",
    "musica-4-1-7",
    "musica-3-0-7",
    "musica-2-0-7",
)
SUMAS = {"s0": 0, "s1": 1, "s2": 2, "s2b": 2, "s3": 3, "s4": 4, "s4b": 4, "s5": 5, "s6": 6, "s6b": 6}
LADOS = """() => [...document.querySelectorAll('.mano__ficha')].map((b) => [
  parseInt(b.getAttribute('data-ficha'), 10), b.getAttribute('aria-label'),
  [...b.querySelectorAll('use')].map((u) => u.getAttribute('xlink:href').slice(1)).filter((id) => id !== 'ficha')])"""

A_LA_VISTA = """(n) => {
  const c = n.getBoundingClientRect(), alto = Math.min(c.height, 40) / 2;
  const que = document.elementFromPoint(c.left + c.width / 2, c.top + alto);
  return !!que && (n.contains(que) || que.contains(n));
}"""
AL_FINAL = """() => {
  const n = document.getElementById('panel-mas');
  return n.scrollTop + n.clientHeight > n.scrollHeight - 4;
}"""
CADA_FINAL = """() => {
  const M = AmigosMesa, n = M.cuantosSon(), casos = [], bandos = M.bandos();
  const probar = (c, t) => {
    casos.push({ gana: c[2], dicho: AmigosFin.encabezar(c, 1) + '. ' + AmigosFin.porque(c, { no_jugados: t }) });
  };
  const todas = () => bandos.forEach((suyos, g) => {
    const t = M.asientos().map((a) => suyos.includes(a) ? 3 : 8 + a);
    suyos.forEach((a) => probar(['dominada', a, g, 20], t.map((x, k) => k === a ? 0 : x)));
    probar(['cierre', M.tras(suyos[0]), g, t.reduce((s, x) => s + x, 0)], t);
    if (M.mesa.juego === 'musica') { probar(['cierre', suyos[0], g, 12], t.map(() => 6)); }
  });
  for (let yo = 0; yo < n; yo++) {
    M.vista.yo.asiento = yo;
    todas();
    probar(['cierre_empatado', 0, null, 0], M.asientos().map(() => 6));
  }
  /* el aparato que se pasa, acabada la mano, no es de nadie */
  M.vista.yo.asiento = -1;
  M.yo = () => 0;
  M.esYo = () => false;
  todas();
  return casos;
}"""
FORMAS = """() => {
  const leer = (lista, nombre) => Object.fromEntries(
    [...document.querySelectorAll(lista)].filter((n) => n.querySelector('.forma')).map((n) => [
      n.querySelector(nombre).textContent.trim(),
      [n.querySelector('.forma use').getAttribute('xlink:href'), getComputedStyle(n.querySelector('.forma')).color],
    ]));
  return { rivales: leer('.jugador', '.jugador__nombre'), plantilla: leer('[data-cubre] thead th', '.plantilla__cada'),
    cuenta: leer('[data-cubre] .lista:not(.mas .lista) > .quedo', '.quedo__n') };
}"""
ANTES_DE_LA_TABLA = """() => {
  const en = (que) => document.querySelector('[data-cubre] ' + que);
  return !!(en('.quedo').compareDocumentPosition(en('.plantilla')) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
CON_POZO = """(n) => {
  const v = AmigosMesa.vista;
  v.datos.robos = [0, 1];
  v.datos.pozo = n;
  AmigosJugadores.pintar(v);
}"""
TAPADA = """() => Math.max(
  ...[...document.querySelectorAll('.mano__ficha')].map((n) => n.getBoundingClientRect().bottom)
) - document.querySelector('.fondo').getBoundingClientRect().top"""
"""Cuántos px de la mano quedan bajo la barra de abajo."""

ANCHOS = """() => [...document.querySelectorAll('.mano__ficha')].map((n) => {
  const r = n.getBoundingClientRect(), s = n.firstChild.getBoundingClientRect();
  return [Math.min(r.width, r.height), Math.min(s.width, s.height), r.bottom];
})"""
"""De cada ficha de la mano: el blanco y el ancho con que se dibuja, por su lado corto, y hasta dónde llega."""


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
        # primero sus números, y luego cada lado entero; la mula escrita igual en los dos lo dice una vez (D755)
        assert re.match(r"\w[^,;(]+ \(", dicha) and "blanca" not in dicha
        lados_dichos = re.findall(r"(?:silencio|corcheas?|negra), (?:cero|uno|dos|tres|cuatro|cinco|seis)", dicha)
        assert len(lados_dichos) == (1 if "en los dos lados" in dicha else 2)
    pagina.get_by_label("Potencias").check()
    assert all([int(lado[1]) for lado in lados] == list(FICHAS[f]) for f, _d, lados in pagina.evaluate(LADOS))
    pagina.get_by_label("Puntos").check()
    assert all(lado[0] == "p" for _f, _d, lados in pagina.evaluate(LADOS) for lado in lados)


@pytest.mark.parametrize("medida", [(360, 740), (740, 360)], ids=["parado", "acostado"])
def test_arrastrar_mas_alla_del_final_de_mas_no_deja_la_pagina_vacia(medida: tuple[int, int], mirar: Mirar) -> None:
    """D753: lo que el panel lleva oculto alargaba la página, y seguir arrastrando la dejaba verde y vacía."""
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=3, reglamento=DE_DOS)
    mesa.comenzar()
    pagina = mirar(mesa)
    pagina.set_viewport_size({"width": medida[0], "height": medida[1]})
    pagina.locator("[data-abre=mas]").click()
    # lo primero es la ayuda de este juego, y se ve sin deslizar (D754)
    assert pagina.locator("[data-reglas]").evaluate(A_LA_VISTA)
    assert pagina.locator("#panel-mas h2").first.inner_text() == "Cómo se juega"
    arrastrar = dedo(pagina)
    caja = pagina.locator("#panel-mas").bounding_box() or {}
    for _ in range(24):
        arrastrar(caja["x"] + caja["width"] / 2, caja["y"] + caja["height"] - 40, -220)
    pagina.wait_for_function(AL_FINAL)
    assert pagina.evaluate("scrollY") == 0
    for cual in (".juego__salir", "[data-abre=mas]"):
        assert pagina.locator(cual).evaluate(A_LA_VISTA), cual


def dedo(pagina: "Page") -> Callable[[float, float, float], None]:
    """Arrastra desde ese punto tantos px, con toques de verdad."""
    cdp = pagina.context.new_cdp_session(pagina)
    cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def arrastrar(x: float, y: float, cuanto: float) -> None:
        cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for k in range(1, 7):
            punto = {"x": x, "y": y + cuanto * k / 6}
            cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [punto]})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    return arrastrar


@pytest.mark.parametrize("juego", VARIOS)
def test_lo_que_se_dice_al_acabar_nombra_a_quien_gano_y_concuerda(juego: str, mirar: Mirar) -> None:
    """D761: cada desenlace, gane quien gane y lo vea quien lo vea: «ganan» solo no decía quién."""
    reglamento = reglamento_de_texto(juego)
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=3, reglamento=reglamento)
    mesa.comenzar()
    casos = mirar(mesa).evaluate(CADA_FINAL)
    assert len(casos) > 8
    for caso in casos:
        dicho = caso["dicho"]
        assert "{" not in dicho and "undefined" not in dicho, caso
        if caso["gana"] is None:
            assert "nadie ganó" in dicho and not re.search(r"\b(gana|ganan|suma|suman)\b", dicho), caso
            continue
        suyos = [mesa.nombres[a] for a in reglamento.bandos[caso["gana"]]]
        quien = "(?:" + " y ".join(suyos) + "|ustedes|tú)"
        for verbo in re.findall(r"\bgan(?:a|an|ó|aron|as)\b[^.:]*", dicho):
            assert re.match(rf"gan\w+ {quien}\b", verbo), (verbo, caso)
        contrario = r"\b(?:ganó|gana|suma)\b" if len(suyos) > 1 else r"\b(?:ganaron|ganan|suman)\b"
        assert not re.search(contrario, dicho.replace("con su suma", "")), caso
        assert re.search(rf"{quien}|ganaste|ganamos", dicho), caso


@pytest.mark.parametrize("juego", ["federacion-3-0-7", "musica", "musica-2-0-7"])
def test_cada_quien_lleva_su_color_y_su_forma_y_son_los_mismos_en_todas_partes(juego: str, mirar: Mirar) -> None:
    """D756: los dos rivales llevaban el mismo rombo."""
    mesa = buscar(reglamento_de_texto(juego), acabo_la_mano)
    pagina = mirar(mesa)
    formas = pagina.evaluate(FORMAS)
    n = mesa.estado.reglamento.asientos
    for donde in ("rivales", "plantilla", "cuenta"):
        suyas = formas[donde]
        assert len(suyas) == (n - 1 if donde == "rivales" else n), (donde, suyas)
        assert (
            len({forma for forma, _color in suyas.values()})
            == len(suyas)
            == len({color for _f, color in suyas.values()})
        )
        assert {quien: forma for quien, (forma, _c) in suyas.items()}.items() <= {
            quien: forma for quien, (forma, _c) in formas["cuenta"].items()
        }.items(), (donde, formas)


def test_la_pila_del_pozo_lleva_las_que_quedan_y_vacia_lo_dice(mirar: Mirar) -> None:
    """D757: siempre eran cinco rayas."""
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=3, reglamento=DE_DOS)
    mesa.comenzar()
    pagina = mirar(mesa)
    for quedan in (14, 9, 2, 1):
        pagina.evaluate(CON_POZO, quedan)
        assert pagina.locator(".jugador--pozo i").count() == quedan
        assert texto(pagina, ".jugador--pozo") == f"Pozo {quedan} {quedan} ficha{'s' if quedan > 1 else ''}"
    pagina.evaluate(CON_POZO, 0)
    assert texto(pagina, ".jugador--pozo") == "Pozo vacío"


@pytest.mark.parametrize(
    ("juego", "dice"), [("federacion-2-0-7", "se sorteó"), ("musica-2-0-7", "la más alta|la mula más alta")]
)
def test_al_empezar_la_mano_se_dice_quien_sale_y_por_que(juego: str, dice: str, mirar: Mirar) -> None:
    """D759: «la más alta», sola, no decía de qué."""
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=3, reglamento=reglamento_de_texto(juego))
    mesa.comenzar()
    pagina = mirar(mesa)
    primera = """(van) => {
      const v = AmigosMesa.vista;
      v.datos.cadena = [];
      v.datos.mano = van;
      AmigosJugadores.pintar(v);
    }"""
    pagina.evaluate(primera, 1)
    assert re.search(f"Sale.* (?:{dice})", texto(pagina, "[data-salio]"))
    pagina.evaluate(primera, 2)
    assert "en cada mano sale el siguiente" in texto(pagina, "[data-salio]")


def test_nueve_por_mano_se_leen_y_de_tres_se_dice_quien_sigue_de_quien(mirar: Mirar) -> None:
    """D826 y D830: a 360 px se dibujaban de 30, y de tres no se veía hacia dónde va el turno."""
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=3, reglamento=reglamento_de_texto("federacion-3-0-9"))
    mesa.comenzar()
    pagina = mirar(mesa)
    for ancho, alto, minimo in ((360, 740, 40), (740, 360, 30), (1024, 768, 40)):
        pagina.set_viewport_size({"width": ancho, "height": alto})
        medidas = pagina.evaluate(ANCHOS)
        assert len(medidas) == 9 and all(blanco >= 48 and ficha >= minimo for blanco, ficha, _b in medidas), medidas
        assert max(abajo for _b, _f, abajo in medidas) <= (684 if ancho == 360 else alto)
    oidos = [n.text_content() or "" for n in pagina.locator("[data-rivales] > li").all()]
    assert "Nacho, a tu derecha, tira después de ti" in oidos[0]
    assert "Carmen, a tu izquierda, tira después de Nacho" in oidos[1]
    assert pagina.locator(".dice--sigue").count() == 1
    assert re.search(r"Luego \w+ y luego \w+\.", texto(pagina, "[data-salio]"))


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
    # la suma y la última mano, primero; las fichas, antes de la tabla y en su mismo orden (D862)
    assert pagina.locator("[data-cubre] .plantilla tbody th").all_inner_texts()[1:] == ["2", "1"]
    columnas = [t.strip() for t in pagina.locator("[data-cubre] .plantilla__cada").all_inner_texts()]
    quedo = pagina.locator("[data-cubre] .quedo + .quedo, [data-cubre] .quedo").locator(".quedo__n").all_inner_texts()
    assert [t.strip() for t in quedo][:n] == columnas
    assert pagina.evaluate(ANTES_DE_LA_TABLA)
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
