"""La página de la mesa en línea contra una mesa de verdad (EL3, EL4, EL7, EL9): se juega, se cae y se repite."""

import re

import pytest

from reglas.mano import legales
from reglas.mesa import ordenes as o
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase
from tests.navegador.mesa_buscar import Mirar, buscar, dicho, ordenes, texto, tirar_unica, turno_de, un_lado
from tests.navegador.mesa_falsa import MesaFalsa

pytestmark = pytest.mark.navegador


# --- antes de jugar ---------------------------------------------------------------------------------------------------
def test_el_organizador_comienza_y_los_demas_ven_a_quien_se_espera(mirar: Mirar) -> None:
    mesa = MesaFalsa()
    mari, beto = mirar(mesa, 0), mirar(mesa, 3)
    assert "Mari organiza: esperamos a que comience" in texto(beto)
    assert beto.locator("[data-comenzar]").count() == 0
    for asiento in (1, 2):
        mesa.pedir(o.DarNonce(asiento, "00" * 16))
    mari.get_by_role("button", name="Comenzar").click()
    mari.wait_for_function("() => AmigosMesa.vista.datos.fase === 3")
    beto.wait_for_function("() => AmigosMesa.vista.datos.fase === 3")
    assert [len(m["datos"]["nonce"]) for m in ordenes(mesa, "nonce")] == [32, 32]
    assert len(ordenes(mesa, "comenzar")) == 1
    assert mari.locator(".mano__ficha").count() == 7


def test_si_falta_alguien_se_dice_y_se_puede_comenzar_despues(mirar: Mirar) -> None:
    mesa = MesaFalsa()
    mari = mirar(mesa, 0)
    for asiento in (1, 2, 3):
        mesa.pedir(o.DarNonce(asiento, "00" * 16))
    # el servidor no ha dicho quién llegó: no se da por llegado a nadie
    assert texto(mari, "[data-cubre] .cubre__titulo") == "La mesa está lista"
    mesa.faltan = (1,)
    comenzar = mari.get_by_role("button", name="Comenzar")
    comenzar.click()
    mari.locator("[data-nota]", has_text="Nacho no había llegado a la mesa").wait_for()
    mari.locator("[data-voz-urgente]", has_text="no había llegado").wait_for(state="attached")
    assert mari.get_by_role("heading", name="Faltaba alguien por llegar").is_visible()
    assert comenzar.is_enabled()
    # la orden tardó y se mandó dos veces: la segunda contestación no dice nada
    for _persona, socket in mesa.sockets:
        socket.send(list(mesa.hechas.values())[-1])
    mesa.decir(1, "ya llego")
    mari.get_by_text("ya llego").first.wait_for(state="attached")
    assert mari.locator(".paso", has_text="no había llegado").count() == 0
    mesa.faltan = ()
    comenzar.click()
    mari.wait_for_function("() => AmigosMesa.vista.datos.fase === 3")


def test_si_dos_comparten_se_le_dice_a_quien_organiza_y_el_decide(mirar: Mirar) -> None:
    """D214: a 360×740, sin acusar a nadie; «Todavía no» lo deja como estaba y «Comenzar así» comienza."""
    mesa = MesaFalsa()
    mari, beto = mirar(mesa, 0), mirar(mesa, 3)
    mari.set_viewport_size({"width": 360, "height": 740})
    for asiento in (1, 2):
        mesa.pedir(o.DarNonce(asiento, "00" * 16))
    mesa.juntos = (1, 3)
    comenzar = mari.get_by_role("button", name="Comenzar", exact=True)
    comenzar.click()
    dialogo = mari.get_by_role("alertdialog", name="Antes de comenzar")
    dialogo.wait_for()
    dicho = dialogo.inner_text()
    assert "Nacho y Beto comparten aparato o conexión a internet" in dicho
    assert not any(palabra in dicho.lower() for palabra in ("trampa", "sospech", "misma persona", "prohib"))
    botones = dialogo.get_by_role("button")
    assert botones.all_inner_texts() == ["Todavía no", "Comenzar así"]
    cajas = [boton.bounding_box() for boton in botones.all()]
    assert all(c and c["height"] >= 48 and c["x"] >= 0 and c["x"] + c["width"] <= 360 for c in cajas)
    assert beto.get_by_role("alertdialog").count() == 0 and "comparten" not in texto(beto)
    botones.first.click()
    mari.locator("[data-nota]", has_text="No ha comenzado: tú decides").wait_for()
    assert comenzar.is_enabled() and mesa.estado.fase is Fase.ESPERA
    comenzar.click()
    mari.get_by_role("button", name="Comenzar así").click()
    mari.wait_for_function("() => AmigosMesa.vista.datos.fase === 3")
    assert [m["datos"] for m in ordenes(mesa, "comenzar")] == [{}, {}, {"enterado": True}]


def test_la_pregunta_de_si_comenzar_se_quita_si_la_mesa_se_deshizo(mirar: Mirar) -> None:
    mesa = MesaFalsa()
    mari = mirar(mesa, 0)
    mesa.juntos = (1, 2)
    mari.get_by_role("button", name="Comenzar", exact=True).click()
    mari.get_by_role("alertdialog", name="Antes de comenzar").wait_for()
    mesa.pedir(o.Salir(2))
    mari.get_by_role("alertdialog").wait_for(state="detached")


def test_si_alguien_se_va_antes_de_comenzar_se_dice_que_nada_habia_comenzado(mirar: Mirar) -> None:
    mesa = MesaFalsa()
    mari = mirar(mesa, 0)
    mesa.pedir(o.Ausentar(3))
    mari.get_by_text("Beto salió o perdió la señal antes de comenzar, y la mesa se deshizo.").first.wait_for()
    assert "Saliste o perdiste la señal antes de comenzar" in texto(mirar(mesa, 3))


def test_cada_quien_va_abajo_y_el_siguiente_a_su_derecha(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    for persona, (izquierda, arriba, derecha) in enumerate(
        [
            ("Beto", "Carmen", "Nacho"),
            ("Mari", "Beto", "Carmen"),
            ("Nacho", "Mari", "Beto"),
            ("Carmen", "Nacho", "Mari"),
        ]
    ):
        pagina = mirar(mesa, persona)
        # se oyen en el orden del turno, y cada quien se ve de su lado (D830)
        assert pagina.locator(".jugador__nombre").all_inner_texts() == [derecha, arriba, izquierda]
        lados = [pagina.locator(f".jugador--{x}").bounding_box() or {} for x in ("izquierda", "pareja", "derecha")]
        assert lados == sorted(lados, key=lambda caja: caja["x"])
        assert "Nosotros" in pagina.locator("[data-marcador]").get_attribute("aria-label")
        volteada = pagina.evaluate("AmigosMesa.volteada()")
        assert volteada == (persona in (1, 2))


# --- jugar ------------------------------------------------------------------------------------------------------------
def test_se_tira_con_teclado_y_el_nonce_va_dentro(mirar: Mirar) -> None:
    mesa = buscar(un_lado())
    pagina = mirar(mesa)
    version = mesa.estado.num
    antes = len(mesa.estado.mano.cadena) if mesa.estado.mano else 0
    ficha = tirar_unica(pagina, mesa)
    pagina.wait_for_function(
        "(n) => AmigosMesa.vista.datos.cadena.length > n || AmigosMesa.vista.datos.fase > 3", arg=antes
    )
    (orden,) = ordenes(mesa, "tirar")
    assert orden["datos"]["ficha"] == ficha
    assert orden["version"] == version
    assert len(orden["datos"]["nonce"]) == 32
    assert pagina.evaluate("sessionStorage.getItem('mesa-ordenes-7')") == "[]"


def test_sin_turno_o_sin_cabida_se_dice_que_hacer(mirar: Mirar) -> None:
    mesa = buscar(turno_de(3))
    pagina = mirar(mesa)
    pagina.locator(".mano__ficha").first.click()
    assert "No es tu turno" in texto(pagina, "[data-avisos]")

    def con_ficha_que_no_cabe(e: Mesa) -> bool:
        return (
            turno_de(0)(e) and e.mano is not None and len({f for f, _ in legales(e.mano)}) < e.mano.manos[0].bit_count()
        )

    pagina = mirar(buscar(con_ficha_que_no_cabe))
    pagina.locator(".mano__ficha--nocabe").first.click()
    assert re.search(r"no tiene cabida\. Elige una que lleve \w+ o \w+", texto(pagina, "[data-avisos]"))


def test_solo_su_dueno_ve_el_reloj(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    mari, beto = mirar(mesa, 0), mirar(mesa, 3)
    assert mari.locator("[data-reloj]").is_visible()
    assert not beto.locator("[data-reloj]").is_visible()
    assert "Tira Mari" in texto(beto, "[data-turno]")
    assert beto.locator(".dice", has_text="Tira").count() == 1


def test_las_azules_y_rojas_cambian_sin_recargar_y_se_dicen(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    pagina = mirar(mesa, 1)
    assert pagina.locator(".tarjeta--azul, .tarjeta--roja").count() == 0
    mesa.tarjetas_a_la_vista((1, 0), (0, 0), (0, 2), (0, 0))
    pagina.locator(".tarjeta--roja", has_text="2 rojas").wait_for()
    assert "1 azul" in texto(pagina, ".tarjeta--azul")
    assert pagina.evaluate("AmigosMesa.mesa.personas.map(function (p) { return [p.azules, p.rojas]; })") == [
        [1, 0], [0, 0], [0, 2], [0, 0],
    ]  # fmt: skip
    mesa.tarjetas_a_la_vista((0, 0), (0, 0), (0, 2), (0, 0))
    pagina.locator(".tarjeta--azul").wait_for(state="detached")
    pagina.locator("[aria-live]", has_text="Tarjetas de Mari: ninguna azul ni roja.").first.wait_for(state="attached")


def test_tarjeta_y_aviso_a_todos_cuando_alguien_se_tarda(mirar: Mirar) -> None:
    mesa = buscar(lambda e: turno_de(3)(e) and e.reloj == 20)
    pagina = mirar(mesa)
    mesa.avanzar(20_500)
    pagina.wait_for_function("() => AmigosMesa.vista.datos.amarillas[3] === 1")
    assert texto(pagina, "[data-avisos]") == "Amarilla a Beto: lleva 1. No hay situación de cierre."
    # ni el marcador ni los nombres de los demás quedan debajo (D811)
    tapa = pagina.evaluate("""() => {
      const a = document.querySelector('[data-avisos] .paso').getBoundingClientRect();
      return [...document.querySelectorAll('[data-marcador], .jugador__n, .dice, .tapete')].filter((n) => {
        const b = n.getBoundingClientRect();
        return b.width && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      }).map((n) => [n.className, a.top, a.bottom, a.width, n.getBoundingClientRect().top]);
    }""")
    assert not tapa, tapa
    assert "1 amarilla" in texto(pagina, ".jugador--izquierda")


def test_con_una_sola_jugada_se_avisa_de_la_amarilla_antes_de_que_vaya(mirar: Mirar) -> None:
    """Decía «a los 6 segundos se tira sola», como una ayuda, y a los cinco iba la amarilla (EL7, SA1, D810)."""

    def una(e: Mesa) -> bool:
        return turno_de(0, opciones=1)(e) and e.reloj == 5

    pagina = mirar(buscar(una))
    assert texto(pagina, "[data-reloj-nota]").startswith("Sólo hay una jugada: tírala antes de 5 s o va amarilla")
    assert "tírala antes de 5 segundos o va amarilla" in dicho(pagina)


def test_el_que_paso_lleva_el_emoticon_hasta_la_siguiente_tirada(mirar: Mirar) -> None:
    def paso_beto(e: Mesa) -> bool:
        if e.fase is not Fase.JUGANDO or e.mano is None or not e.mano.cadena:
            return False
        return e.mano.turno == 0 and e.mano.cadena[-1] == 2 and bool(legales(e.mano))

    mesa = buscar(paso_beto)
    pagina = mirar(mesa)
    assert "Pasó" in texto(pagina, ".jugador--izquierda")
    mesa.tirar()
    pagina.wait_for_function("() => !document.querySelector('.jugador--izquierda .dice--paso')")


# --- la conexión ------------------------------------------------------------------------------------------------------
def test_lo_tirado_se_reenvia_con_la_misma_orden_hasta_el_acuse(mirar: Mirar) -> None:
    mesa = buscar(un_lado())
    pagina = mirar(mesa)
    mesa.callada = True
    jugadas = len(mesa.estado.mano.cadena) if mesa.estado.mano else 0
    tirar_unica(pagina, mesa)
    pagina.locator("text=Enviando tu ficha").wait_for()
    mesa.llena = True
    mesa.cortar()
    pagina.locator("[data-sin-conexion]").wait_for()
    # entran muchos a la vez: se le dice que ya viene, y no cuelga (D698)
    pagina.get_by_text("Ya te estamos sentando").wait_for()
    mesa.callada = mesa.llena = False
    ((persona, socket),) = mesa.sockets
    mesa.sentar(socket, persona)
    pagina.wait_for_function(
        "(n) => AmigosMesa.vista.datos.cadena.length > n || AmigosMesa.vista.datos.fase > 3", arg=jugadas
    )
    pagina.wait_for_function("() => document.body.getAttribute('data-conexion-estado') === 'en_vivo'")
    assert len({m["id_orden"] for m in ordenes(mesa, "tirar")}) == 1
    assert len(ordenes(mesa, "tirar")) >= 2
    assert mesa.estado.mano is None or len(mesa.estado.mano.cadena) == jugadas + 3


def test_una_vista_mas_vieja_que_la_pintada_no_se_pinta(mirar: Mirar) -> None:
    """Al volver por otro servidor, que quizá aún no se entera de lo último."""
    mesa = buscar(turno_de(2))
    pagina = mirar(mesa)
    vieja = mesa.vista_de(0)
    mesa.tirar()
    nueva = mesa.estado.num
    pagina.wait_for_function("(n) => AmigosMesa.vista.version === n", arg=nueva)
    fichas = pagina.locator("[data-tablero] [data-ficha]").count()
    ((_, socket),) = mesa.sockets
    socket.send(vieja)
    mesa.decir(1, "¿Sigo yo?")
    pagina.get_by_text("¿Sigo yo?").first.wait_for(state="attached")
    assert pagina.evaluate("AmigosMesa.vista.version") == nueva
    assert pagina.locator("[data-tablero] [data-ficha]").count() == fichas
    # y lo siguiente que se tire se pinta igual
    mesa.tirar()
    pagina.wait_for_function("(n) => AmigosMesa.vista.version > n", arg=nueva)


def test_recargar_con_una_ficha_en_camino_no_la_pierde(mirar: Mirar) -> None:
    mesa = buscar(un_lado())
    pagina = mirar(mesa)
    mesa.callada = True
    jugadas = len(mesa.estado.mano.cadena) if mesa.estado.mano else 0
    tirar_unica(pagina, mesa)
    pagina.wait_for_function("() => JSON.parse(sessionStorage.getItem('mesa-ordenes-7')).length === 1")
    mesa.sockets.clear()
    mesa.callada = False
    pagina.reload()
    pagina.wait_for_function(
        "(n) => window.AmigosMesa && AmigosMesa.vista && (AmigosMesa.vista.datos.cadena.length > n)", arg=jugadas
    )
    assert len({m["id_orden"] for m in ordenes(mesa, "tirar")}) == 1


def test_al_llegar_a_media_mano_se_repite_y_se_puede_saltar(mirar: Mirar) -> None:
    pagina = mirar(buscar(turno_de(3, jugadas=8)), repetir=True)
    saltar = pagina.get_by_role("button", name="Saltar la repetición")
    saltar.wait_for()
    saltar.click()
    saltar.wait_for(state="hidden")
    puestas = pagina.locator("[data-tablero] [data-ficha]").count()
    assert puestas == pagina.evaluate("AmigosMesa.vista.datos.cadena.length / 3")


def en_la_segunda_mano(asiento: int) -> MesaFalsa:
    """Con la primera ya contada y tres fichas de la segunda."""
    base = turno_de(asiento, jugadas=3)
    return buscar(lambda e: len(e.cuentas) == 1 and base(e))


def test_al_volver_se_repite_la_partida_entera_mano_por_mano(mirar: Mirar) -> None:
    mesa = en_la_segunda_mano(3)
    pagina = mirar(mesa, repetir=True)
    pagina.get_by_text("Repitiendo la mano 1").first.wait_for()
    # lo que se ve es de la primera mano: la que se juega todavía no llega a tantas fichas
    pagina.wait_for_function("() => document.querySelectorAll('[data-tablero] [data-ficha]').length >= 9")
    pagina.get_by_text(re.compile(r"^Mano 1\. .*(Dominó|Dominaste|Cerró|Cerraste|dominó|cerró)")).first.wait_for()
    pagina.get_by_text(re.compile(r"Repitiendo: \d+ de \d+")).first.wait_for()
    pagina.locator("[data-repeticion]").wait_for(state="hidden")
    assert pagina.locator("[data-tablero] [data-ficha]").count() == pagina.evaluate(
        "AmigosMesa.vista.datos.cadena.length / 3"
    )


def test_la_mano_anterior_y_la_partida_se_pueden_saltar(mirar: Mirar) -> None:
    pagina = mirar(en_la_segunda_mano(3), repetir=True)
    pagina.get_by_role("button", name="Saltar mano").click()
    pagina.get_by_text(re.compile(r"Repitiendo: \d+ de \d+")).first.wait_for()
    assert not pagina.get_by_role("button", name="Saltar mano").is_visible()
    pagina.get_by_role("button", name="Saltar la repetición").click()
    pagina.locator("[data-repeticion]").wait_for(state="hidden")


def test_quien_solo_recarga_no_vuelve_a_ver_las_manos_viejas(mirar: Mirar) -> None:
    mesa = en_la_segunda_mano(3)
    pagina = mirar(mesa, repetir=True)
    pagina.get_by_text("Repitiendo la mano 1").first.wait_for()
    mesa.sockets.clear()
    pagina.reload()
    pagina.get_by_text(re.compile(r"Repitiendo: \d+ de \d+")).first.wait_for()
    assert not pagina.get_by_role("button", name="Saltar mano").is_visible()


def test_quien_solo_recargo_en_su_turno_no_gasta_su_reloj_en_manos_viejas(mirar: Mirar) -> None:
    pagina = mirar(en_la_segunda_mano(0), repetir=True)
    pagina.locator(".mano__ficha--cabe").first.wait_for(timeout=4_000)
    assert "mano 1" not in texto(pagina, "[data-repeticion]")


def test_con_un_ausente_los_demas_van_a_la_sala(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    pagina = mirar(mesa)
    mesa.pedir(o.Ausentar(3))
    pagina.get_by_role("heading", name="Esperamos a Beto").wait_for()
    assert re.search(r"[45]:\d\d para volver", texto(pagina))
    pagina.wait_for_url("**/enlinea/?espera=7")


def test_con_dos_ausentes_se_dice_que_vuelvan_todos_y_a_quien_se_le_acaba(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    mesa.pedir(o.Ausentar(3))
    mesa.ahora += 20_000
    mesa.pedir(o.Ausentar(2))
    pagina = mirar(mesa)
    pagina.get_by_role("heading", name="Esperamos a Carmen (Abandono) y Beto").wait_for()
    dice = texto(pagina, "[data-cubre]")
    assert re.search(r"cuando vuelvan todos\. A Beto se le acaba el tiempo primero: le quedan 4:\d\d", dice)
    assert "también puede volver" in dice and "Esperar ahí no es dejar la partida" in dice


def test_si_vuelve_antes_nadie_se_mueve_y_la_mano_se_repite(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    pagina = mirar(mesa)
    mesa.pedir(o.Ausentar(3))
    pagina.get_by_role("heading", name="Esperamos a Beto").wait_for()
    mesa.pedir(o.Volver(3))
    pagina.get_by_role("button", name="Saltar la repetición").click()
    pagina.locator(".mano__ficha--cabe").first.wait_for()
    assert pagina.url.endswith("/enlinea/mesa/7/")
