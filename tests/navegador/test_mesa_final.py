"""La mesa en línea al terminar una mano o una partida, su plática y lo que oye quien no la ve (EL5, EL6)."""

import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from reglas.mano import legales
from reglas.mano import tirar as reglas_tirar
from reglas.mesa import ordenes as o
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Eleccion, Fase, Modo
from reglas.tipos import Desenlace, Meta
from tests.navegador.letra import con_las_dos_letras
from tests.navegador.mesa_buscar import Mirar, buscar, dicho, texto, turno_de, un_lado
from tests.navegador.mesa_falsa import MesaFalsa
from tests.navegador.revisiones import revisar

pytestmark = pytest.mark.navegador


# --- fin de mano y de partida -----------------------------------------------------------------------------------------
def manos_de(n: int) -> Callable[[Mesa], bool]:
    return lambda e: e.fase is Fase.FIN_DE_MANO and len(e.cuentas) == n


@pytest.mark.parametrize("meta", [Meta.CIEN, Meta.DOSCIENTOS])
def test_la_plantilla_pone_a_la_izquierda_a_la_pareja_del_organizador(meta: Meta, mirar: Mirar) -> None:
    mesa = buscar(manos_de(3), meta)
    pagina = mirar(mesa, 1)
    assert pagina.locator(".cubre .plantilla h3").all_inner_texts()[0].split("\n")[-1] == "Mari y Carmen"
    sumas = [int(t) for t in pagina.locator(".cubre .plantilla__suma").all_inner_texts()]
    assert sumas == list(mesa.estado.tantos)
    assert pagina.locator(".cubre .plantilla__t tr").count() == 3
    pagina.locator("[data-seguir]").click()
    pagina.wait_for_function("() => AmigosMesa.vista.datos.listos === 2")
    assert pagina.locator("[data-seguir]").get_attribute("aria-disabled") == "true"
    assert pagina.evaluate("document.activeElement.getAttribute('data-seguir')") == "", "el foco no se va con él"


def test_cierre_empatado_apunta_un_cero_a_quien_cerro(mirar: Mirar) -> None:
    mesa = buscar(
        lambda e: e.fase is Fase.FIN_DE_MANO and e.cuentas[-1].desenlace is Desenlace.CIERRE_EMPATADO, semillas=900
    )
    pagina = mirar(mesa)
    celdas = pagina.locator(".cubre .plantilla__t tr").first.locator("td").all_inner_texts()
    cerro = mesa.estado.cuentas[-1].asiento & 1
    assert celdas[cerro] == "0"
    assert celdas[1 - cerro] == "–"
    assert "nadie ganó" in texto(pagina, "[data-cubre]")


def test_a_juegos_ganados_hay_c_y_secuencia_vigesimal(mirar: Mirar) -> None:
    mesa = buscar(
        lambda e: e.fase is Fase.FIN_DE_MANO and sum(e.ganadas) >= 2 and any(c.ganadora is None for c in e.cuentas),
        Meta.JUEGOS_GANADOS,
    )
    pagina = mirar(mesa)
    cierres = sum(c.ganadora is None for c in mesa.estado.cuentas)
    assert pagina.locator(".cubre .plantilla__ancho b").inner_text() == "C" * cierres
    columnas = pagina.locator(".cubre .plantilla__manos")
    for pareja in (0, 1):
        ganadas = mesa.estado.ganadas[pareja]
        esperado = ["20", "40", "60"][:ganadas] or ["0"]
        assert columnas.nth(pareja).locator("li").all_inner_texts() == esperado


def test_la_secuencia_regresa_a_sesenta_al_igualar(mirar: Mirar) -> None:
    pagina = mirar(MesaFalsa())
    cuentas = [["dominada", p, p, 0] for p in (0, 0, 0, 1, 1, 1, 0, 1, 1, 1)]
    assert pagina.evaluate("(c) => AmigosPlantilla.secuencias(c)", cuentas) == [
        ["20", "40", "60", "ventaja", "60"],
        ["20", "40", "60", "60", "ventaja", "gana"],
    ]


def test_comprobar_el_reparto_enseña_que_todo_cuadra(mirar: Mirar) -> None:
    mesa = MesaFalsa(semilla=4)
    pagina = mirar(mesa)
    pagina.wait_for_function("() => AmigosMesa.vista.yo.falta_nonce === false")
    mesa.comenzar()
    while mesa.estado.fase is Fase.JUGANDO:
        mesa.tirar(con_nonce=True)
    pagina.locator("[data-comprobar]").click()
    pagina.get_by_text("Todo cuadra").first.wait_for()
    pasos = texto(pagina, ".pasos-reparto")
    assert "Es la misma huella que tu navegador guardó antes de repartir" in pasos
    assert "Se usó tal cual el número que dio tu navegador" in pasos
    assert "la primera mano la sale" in pasos


def test_votar_distinto_pide_confirmacion_con_su_consecuencia(mirar: Mirar) -> None:
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    pagina = mirar(mesa)
    mesa.pedir(o.Elegir(2, Eleccion.REVANCHA))
    pagina.get_by_text("Lo eligió Carmen").first.wait_for()
    pagina.locator("[data-voto=rotar]").click()
    dialogo = pagina.get_by_role("alertdialog")
    assert "Carmen ya eligió otra cosa" in dialogo.inner_text()
    dialogo.get_by_role("button", name="No, déjame ver").click()
    pagina.locator("[data-voto=revancha]").click()
    pagina.wait_for_function("() => AmigosMesa.vista.datos.votos[0] === 'revancha'")
    assert "Elegiste Revancha. Faltan Nacho y Beto" in texto(pagina, "[data-cubre-pie]")
    pagina.get_by_text("Lo eligieron Carmen y tú").first.wait_for()
    mesa.pedir(o.Elegir(1, Eleccion.REVANCHA))
    mesa.pedir(o.Elegir(3, Eleccion.REVANCHA))
    pagina.wait_for_function("() => AmigosMesa.vista.datos.partida === 2")
    assert pagina.evaluate("AmigosMesa.yo()") == 2, "Mari y Carmen cambiaron de lugar"


def test_a_quien_no_ha_votado_se_le_dice_que_falta_y_no_solo_los_demas(mirar: Mirar) -> None:
    """Leía «Falta Beto» y creía haber votado: al acabarse el tiempo la mesa se deshacía."""
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    pagina = mirar(mesa, 2)
    nota = pagina.locator("[data-cubre-pie] [data-nota]")
    assert "Falta" not in nota.inner_text()
    for asiento in (0, 1):
        mesa.pedir(o.Elegir(asiento, Eleccion.REVANCHA))
    nota.filter(has_text="Faltan Beto y tú.").wait_for()
    mesa.pedir(o.Elegir(3, Eleccion.REVANCHA))
    nota.filter(has_text="Sólo faltas tú.").wait_for()


def test_se_dice_que_pasa_si_se_acaba_el_tiempo_de_votar_y_donde_se_elige(mirar: Mirar) -> None:
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    pagina = mirar(mesa)
    assert "se acaba el tiempo, la mesa se cierra" in texto(pagina, "[data-cubre-dentro]")
    # el número y su unidad no se separan
    nota = pagina.locator("[data-cubre-pie] [data-nota]").text_content() or ""
    assert re.search(r"\d\u00a0s para elegir; si se acaban, todos a la Sala\.", nota)
    pagina.get_by_role("button", name="Ver la mesa").click()
    pagina.get_by_role("button", name="Ver los tantos y elegir", exact=True).click()
    pagina.locator("[data-voto=revancha]").click()
    pagina.get_by_role("button", name="Ver la mesa").click()
    pagina.get_by_role("button", name="Ver los tantos", exact=True).wait_for()
    mesa.avanzar(61_000)
    pagina.get_by_text("Se acabó el tiempo para elegir").first.wait_for()


def test_quien_prefiere_ver_la_mesa_sabe_cuando_sigue(mirar: Mirar) -> None:
    """Se quedaba en «Contando los tantos…» y la mano siguiente empezaba de sorpresa. Y ve las fichas que le quedaron:
    el botón que regresa a los tantos las tapaba (D770).
    """
    pagina = mirar(buscar(lambda e: manos_de(1)(e) and e.mano is not None and e.mano.manos[0] > 0))
    pagina.get_by_role("button", name="Ver la mesa").click()
    pagina.locator("[data-turno-sub]", has_text=re.compile(r"Mano 2: .*Sigue sola en \d+\u00a0s")).wait_for()
    # con la barra del navegador queda esto; o con el globo de la práctica abierto
    pagina.set_viewport_size({"width": 360, "height": 660})
    fichas, boton = pagina.locator(".mano__ficha").first, pagina.locator("[data-ver-cuenta]")
    mia, suyo = fichas.bounding_box(), boton.bounding_box()
    assert mia is not None and suyo is not None and mia["y"] + mia["height"] <= suyo["y"] + 1, (mia, suyo)


@con_las_dos_letras
@pytest.mark.parametrize("ancho", [360, 1280])
def test_al_votar_los_demas_las_opciones_no_se_corren_bajo_el_dedo(mirar: Mirar, ancho: int) -> None:
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    mesa.nombres = ("Lupita", "Beto", "Carmen", "Chucho")
    pagina = mirar(mesa, 3, ancho=ancho)
    donde = "() => [...document.querySelectorAll('[data-voto]')].map((n) => n.getBoundingClientRect().top)"
    antes = pagina.evaluate(donde)
    for asiento, dice in enumerate(
        ("Lo eligió Lupita", "Lo eligieron Lupita y Beto", "Lo eligieron Lupita, Beto y Carmen")
    ):
        mesa.pedir(o.Elegir(asiento, Eleccion.REVANCHA))
        pagina.locator("[data-quienes=revancha]", has_text=dice).wait_for()
        assert pagina.evaluate(donde) == antes
    sale = pagina.evaluate("""() => {
      const q = document.querySelector('[data-quienes=revancha]').getBoundingClientRect();
      return q.bottom - document.querySelector('[data-voto=revancha]').getBoundingClientRect().bottom;
    }""")
    assert sale < 0, "lo que se dice se sale de su botón"


# las letras de cada plano, y si se salen de él o tocan el cuadro de la mesa
PLANOS = """() => [...document.querySelectorAll('svg.voto__plano:not(.icono)')].flatMap((s) => {
  const de = s.getBoundingClientRect(), mesa = s.querySelector('rect').getBoundingClientRect();
  return [...s.querySelectorAll('text')].map((n) => {
    const r = n.getBoundingClientRect(), alto = r.bottom > mesa.top + 4 && r.top < mesa.bottom - 4;
    return [n.textContent, r.left < de.left || r.right > de.right, alto && r.right > mesa.left && r.left < mesa.right];
  });
})"""


@con_las_dos_letras
@pytest.mark.parametrize("nombres", [("Lupita", "Beto", "Carmen", "Chucho"), ("Chucho", "Chuy", "Chuchita", "Chayo")])
def test_en_el_plano_de_cada_voto_las_letras_caben_enteras(nombres: tuple[str, ...], mirar: Mirar) -> None:
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    mesa.nombres = nombres  # type: ignore[assignment]
    pagina = mirar(mesa)
    pagina.locator("[data-voto=rotar]").wait_for()
    letras = pagina.evaluate(PLANOS)
    assert len(letras) == 8
    assert [texto for texto, fuera, encima in letras if fuera or encima] == []


def test_mesa_cerrada_dice_por_que_y_lleva_a_la_sala(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    pagina = mirar(mesa)
    mesa.pedir(o.Ausentar(3), difundir=False)
    mesa.avanzar(300_001)
    pagina.get_by_text("Beto no volvió a tiempo").first.wait_for()
    pagina.get_by_role("button", name="Ir a la Sala").click()
    pagina.wait_for_url("**/enlinea/")


def test_salir_dice_la_consecuencia_y_recuerda_que_fue_a_proposito(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    pagina = mirar(mesa)
    pagina.get_by_role("button", name="Salir de la mesa").first.click()
    assert "tarjeta azul" in pagina.get_by_role("alertdialog").inner_text()
    pagina.get_by_role("button", name="Sí, salir").click()
    pagina.wait_for_url("**/enlinea/")
    assert mesa.estado.ausentes[0]
    assert '"mesa":"7"' in pagina.evaluate("sessionStorage.getItem('mesa-salida')")


def test_la_practica_se_deja_sin_castigo(mirar: Mirar) -> None:
    mesa = MesaFalsa(modo=Modo.PRACTICA)
    mesa.comenzar()
    pagina = mirar(mesa)
    pagina.get_by_role("button", name="Salir de la mesa").first.click()
    assert "No cuenta para nada" in pagina.get_by_role("alertdialog").inner_text()


ESCONDER = """(si) => { Object.defineProperty(document, 'hidden', { value: si, configurable: true });
  document.dispatchEvent(new Event('visibilitychange')); }"""


# --- plática ----------------------------------------------------------------------------------------------------------
def test_la_platica_es_texto_plano_con_no_leidos(mirar: Mirar) -> None:
    mesa = buscar(turno_de(3))
    pagina = mirar(mesa)
    mesa.decir(3, "<b>hola</b> <img src=x onerror=alert(1)>")
    pagina.locator("[data-charla-globo]").wait_for()
    assert texto(pagina, "[data-charla-globo]").startswith("1")
    pagina.locator("[data-abre=charla]").click()
    assert not pagina.locator("[data-charla-globo]").is_visible()
    assert pagina.locator(".chat__t").inner_text() == "<b>hola</b> <img src=x onerror=alert(1)>"
    pagina.locator("[data-charla-texto]").fill("x" * 400)
    assert len(pagina.locator("[data-charla-texto]").input_value()) == 300
    pagina.keyboard.press("Enter")
    pagina.locator(".chat .mio:not(.enviando)").wait_for()
    assert len(mesa.charlas[-1]["texto"]) == 300
    assert pagina.locator(".mano").is_visible()


def test_quien_lee_lo_de_antes_no_salta_al_final_y_al_volver_no_queda_sin_leer(mirar: Mirar) -> None:
    mesa = buscar(turno_de(3))
    for n in range(40):
        mesa.decir(3, f"mensaje {n}")
    pagina = mirar(mesa)
    pagina.locator("[data-abre=charla]").click()
    lista = pagina.locator("[data-charla]")
    al_final = "(n) => n.scrollHeight - n.scrollTop - n.clientHeight < 40"
    assert lista.evaluate(al_final)
    mesa.decir(3, "al final")
    pagina.locator(".chat__t", has_text="al final").wait_for()
    assert lista.evaluate(al_final)
    lista.evaluate("(n) => { n.scrollTop = 20; }")
    pagina.evaluate(ESCONDER, True)
    mesa.decir(3, "mientras se lee")
    pagina.locator("[data-charla-globo]").wait_for()
    assert lista.evaluate("(n) => n.scrollTop") == 20
    pagina.evaluate(ESCONDER, False)
    pagina.locator("[data-charla-globo]").wait_for(state="hidden")


# --- para quien no ve -------------------------------------------------------------------------------------------------
def test_cada_jugada_se_dice_con_quien_donde_y_las_terminales(mirar: Mirar) -> None:
    mesa = buscar(turno_de(3, jugadas=3))
    pagina = mirar(mesa)
    mesa.tirar()
    pagina.wait_for_function("(n) => AmigosMesa.vista.version >= n", arg=mesa.estado.num)
    donde = r"(arriba|abajo|a la izquierda|a la derecha)"
    patron = rf"Beto tiró (mula de \w+|\w+-\w+) {donde}\. (Las dos terminales son \w+|Terminales: \w+ y \w+)\."
    assert re.search(patron, dicho(pagina)), dicho(pagina)
    assert re.search(r"Te toca; tienes (una opción|\d opciones)|Tira \w+\.|no tienes cabida", dicho(pagina))


def test_quien_pasa_tambien_se_dice(mirar: Mirar) -> None:
    def beto_va_a_pasar(e: Mesa) -> bool:
        return e.fase is Fase.JUGANDO and e.mano is not None and e.mano.turno == 3 and not legales(e.mano)

    mesa = buscar(beto_va_a_pasar)
    pagina = mirar(mesa)
    antes = mesa.estado.num
    mesa.avanzar(1_300)
    assert mesa.estado.num > antes
    pagina.wait_for_function("(n) => AmigosMesa.vista.version >= n", arg=mesa.estado.num)
    assert re.search(r"Beto pasó\. (Te toca|Tira \w+)", dicho(pagina)), dicho(pagina)


@pytest.mark.parametrize("desenlace", [Desenlace.DOMINADA, Desenlace.CIERRE])
def test_la_ultima_de_la_mano_se_dice_con_terminales_y_como_acabo(desenlace: Desenlace, mirar: Mirar) -> None:
    def acaba_al_tirar(e: Mesa) -> bool:
        if e.fase is not Fase.JUGANDO or e.mano is None or not e.mano.cadena or not legales(e.mano):
            return False
        return reglas_tirar(e.mano, *legales(e.mano)[0]).desenlace is desenlace and e.mano.turno == 3

    mesa = buscar(acaba_al_tirar)
    pagina = mirar(mesa)
    mesa.tirar(0)
    pagina.wait_for_function("(n) => AmigosMesa.vista.version >= n", arg=mesa.estado.num)
    como = "¡Dominó Beto!" if desenlace is Desenlace.DOMINADA else "Cerró Beto"
    assert re.search(rf"Beto tiró [^.]+\. (Las dos terminales son|Terminales:) [^.]+\. {como}$", dicho(pagina)), dicho(
        pagina
    )


def test_cuantas_hay_de_un_palo_con_tecla_o_boton(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    pagina = mirar(mesa)
    pagina.keyboard.press("5")
    leido = pagina.locator("[data-palo-dice]").text_content() or ""
    hallado = re.match(r"Cincos: (\d) en la mesa, (\d) en tu mano, (\d) por ver\.", leido)
    assert hallado
    assert sum(map(int, hallado.groups())) == 7
    pagina.locator("[data-abre=palos]").click()
    pagina.get_by_role("button", name="Blancas").click()
    # lo mismo lo dice, un momento después, la voz
    pagina.locator("[data-palo-dice]", has_text="Blancas: ").wait_for()


def test_se_juega_entero_con_teclado_desde_el_enlace_de_saltar(mirar: Mirar) -> None:
    mesa = buscar(un_lado())
    pagina = mirar(mesa)
    pagina.keyboard.press("m")
    assert pagina.evaluate("document.activeElement.className").startswith("mano__ficha")
    pagina.keyboard.press("t")
    pagina.wait_for_function("() => /Te toca/.test(document.querySelector('[data-voz-urgente]').textContent)")


@con_las_dos_letras
@pytest.mark.parametrize("ancho", [360, 320])
@pytest.mark.parametrize("marcador", [["ventaja", "60"], [100, 98]])
def test_el_marcador_mas_largo_no_le_quita_la_pantalla_a_la_mesa(
    marcador: list[object], ancho: int, mirar: Mirar
) -> None:
    pagina = mirar(buscar(turno_de(0), Meta.JUEGOS_GANADOS), ancho=ancho)
    pagina.evaluate(
        "(m) => { AmigosMesa.vista.datos.marcador = m; AmigosJugadores.pintar(AmigosMesa.vista); }", marcador
    )
    assert pagina.evaluate("document.querySelector('.juego__alto').getBoundingClientRect().height") <= 66


@con_las_dos_letras
def test_las_tarjetas_de_los_cuatro_caben_en_el_telefono_hasta_la_ultima(mirar: Mirar) -> None:
    pagina = mirar(buscar(turno_de(0, jugadas=9)))
    pagina.evaluate(
        """() => { AmigosMesa.vista.datos.amarillas = [27, 28, 27, 9];
        AmigosMesa.mesa.personas.forEach((p) => { p.azules = 1; p.rojas = 2; });
        AmigosJugadores.pintar(AmigosMesa.vista);
        AmigosJugadores.pintar = () => {}; }"""  # otra vista repondría las de verdad
    )
    assert not revisar(SimpleNamespace(pagina=pagina))  # type: ignore[arg-type]
    assert "28 amarillas" in texto(pagina, ".jugador--derecha")
    for cual in pagina.locator(".jugador .tarjeta").all():
        caja = cual.bounding_box()
        assert caja and caja["x"] >= 0 and caja["x"] + caja["width"] <= 360


# --- cómo se ve -------------------------------------------------------------------------------------------------------
ESCENAS: dict[str, Callable[[], MesaFalsa]] = {
    "espera": MesaFalsa,
    "turno": lambda: buscar(turno_de(0, jugadas=9)),
    "mano": lambda: buscar(manos_de(3)),
    "partida": lambda: buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA),
}


@pytest.mark.parametrize("escena", ESCENAS)
def test_cada_escena_es_accesible_y_cabe(escena: str, mirar: Mirar) -> None:
    pagina = mirar(ESCENAS[escena]())
    if escena == "turno":
        pagina.locator("[data-abre=mas]").click()
        assert not revisar(SimpleNamespace(pagina=pagina))  # type: ignore[arg-type]
        pagina.locator("[data-abre=palos]").click()
    assert not revisar(SimpleNamespace(pagina=pagina))  # type: ignore[arg-type]


@con_las_dos_letras
def test_con_el_telefono_acostado_nada_tapa_las_tarjetas_de_los_demas(mirar: Mirar) -> None:
    pagina = mirar(buscar(turno_de(0, jugadas=9)))
    pagina.set_viewport_size({"width": 740, "height": 360})
    # pintar y mirar de un golpe: otra vista repondría las de verdad
    tapadas, abajo = pagina.evaluate(
        """() => { AmigosMesa.vista.datos.amarillas = [27, 28, 27, 9];
        AmigosMesa.mesa.personas.forEach((p) => { p.azules = 1; p.rojas = 2; });
        AmigosJugadores.pintar(AmigosMesa.vista);
        const malas = [...document.querySelectorAll('.jugador .tarjeta')].filter((n) => {
          const r = n.getBoundingClientRect();
          const de = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
          return !(de && (n.contains(de) || de.contains(n)));
        });
        return [malas.map((n) => n.textContent), document.querySelector('[data-mano]').getBoundingClientRect().bottom];
        }"""
    )
    assert tapadas == [] and abajo <= 361
