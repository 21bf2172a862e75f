"""Con el servidor de verdad: amarillas y azules hasta la suspensión, y la roja de la administración (SA1-SA3, EL9)."""

import json
import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from tests.navegador.casa import Casa, base_con_cuartetos
from tests.navegador.en_vivo import CABE, NOMBRES, Cuarteto, Sala
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import GRANDE, Telefono
from tests.navegador.test_vivo_tropiezos import de_turno, toca_una

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador

MARI, NACHO, CARMEN, BETO = range(4)
# un segundo del reloj dura 250 ms: los 20 se cumplen a los 5 s y las 28 amarillas en otros siete; y a quien falta se le
# espera 20 s
PLAZOS = {"pase": 150, "segundo": 250, "extra": 250, "tira_sola": 900, "ausencia": 20_000}


@pytest.fixture(scope="module")
def apurada(
    carpeta_de_bases: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Casa, dict[str, list[dict[str, Any]]]]]:
    """Un servidor con relojes cortos y dos cuartetos: uno ya sentado y otro en la Sala."""
    base, cuartetos = base_con_cuartetos(carpeta_de_bases, "sanciones", {"100": [NOMBRES], "sala": [NOMBRES]})
    casa = Casa(tmp_path_factory.mktemp("sanciones"), base, ENLINEA_PLAZOS=json.dumps(PLAZOS))
    yield casa, cuartetos
    casa.desmontar()


@pytest.fixture
def sentar_con_prisa(
    request: pytest.FixtureRequest, navegador: "Browser", apurada: tuple[Casa, dict[str, list[dict[str, Any]]]]
) -> Iterator[Sala]:
    sala = Sala(navegador, *apurada)
    request.node.funcargs.setdefault("telefono", sala.fabrica)
    yield sala
    sala.fabrica.cerrar(comprobar=not getattr(request.node, "fallo", False))


def dia_de(plazo: timedelta) -> str:
    """«6 de diciembre de 2026»: el de dentro de ese plazo, en el centro de México."""
    dia = timezone.localtime(timezone.now() + plazo)
    return date_format(dia, r"j \d\e F \d\e Y").lower()


def ve_la_entrada(t: Telefono, por_que: str, plazo: timedelta | None = None) -> None:
    """Sin sesión, en la entrada, que le dice por qué, hasta cuándo (desde ahora, ese plazo) y qué hacer."""
    vale = {dia_de(plazo)} if plazo else set()
    t.esperar_ruta("/entrar/")
    t.ver("Tu cuenta está suspendida")
    dicho = t.texto(".aviso--mal")
    assert por_que in dicho
    hasta = re.search(r"el (\d+ de \w+ de \d{4}) a las \d+:\d\d [ap]\.m\., hora del centro de México", dicho)
    assert hasta, dicho
    assert plazo is None or hasta[1] in vale | {dia_de(plazo)}, hasta[1]
    assert "Recreos a los que te inviten" in dicho and "escríbenos" in dicho
    t.abrir("/enlinea/")
    t.esperar_ruta("/entrar/")


def vuelve_a_entrar(c: Cuarteto, cual: int) -> Telefono:
    """Con la cuenta suspendida: la Sala y su mesa le dicen lo mismo, y de ahí a «Mis tarjetas»."""
    t = c[cual]
    with t.tolerando("403"):
        t.identificarse(c.ficha["correos"][cual])
        t.esperar_ruta("/enlinea/$")
        t.ver("Tu cuenta está suspendida")
        t.abrir(c.ruta)
        t.ver("Tu cuenta está suspendida")
    t.tocar("Ver mis tarjetas")
    t.ver("Qué sigue")
    return t


def mis_tarjetas(t: Telefono, hasta_ver: str) -> None:
    """Por el menú de la Sala; el expediente lo escribe otro proceso al acabar la partida: puede tardar un momento."""
    t.pagina.locator("#sala-mas > summary").click()
    t.pagina.locator("#ir-tarjetas").click()
    t.ver("Qué sigue")
    limite = time.monotonic() + 20
    while hasta_ver not in t.texto():
        assert time.monotonic() < limite, t.retrato()
        t.pagina.wait_for_timeout(300)
        t.pagina.reload()


# --- veintiocho amarillas ---------------------------------------------------------------------------------------------
@pytest.mark.noche
def test_hasta_la_suspension_a_media_partida_y_lo_que_ve_cada_uno(sentar_con_prisa: Sala) -> None:
    c = sentar_con_prisa()
    culpable = c.datos(c[MARI])["turno"]
    quien, nombre = c[culpable], NOMBRES[culpable]
    otros = [t for t in c.telefonos if t is not quien]
    # nadie toca nada: a su hora, la primera, junto a su nombre; a él, lo suyo
    otros[0].pagina.locator(".jugador", has_text=nombre).locator(".tarjeta--amarilla").wait_for()
    ve_la_entrada(quien, "Juntaste 28 tarjetas amarillas en una partida de la mesa", timedelta(days=7))
    for t in otros:
        t.ver("La mesa se cerró")
        assert f"{nombre} juntó 28 tarjetas amarillas y su cuenta queda suspendida una semana" in t.texto(
            "[data-cubre]"
        )
        # las fueron oyendo, y junto a su nombre quedó la 28.ª
        assert f"Tarjeta amarilla para {nombre} por pensar de más. Lleva 1" in (
            t.pagina.locator("[data-voz]").text_content() or ""
        )
        assert "28 amarillas" in (t.pagina.locator(".jugador", has_text=nombre).text_content() or "")
    assert revisar(otros[0]) == []
    for t in otros:
        t.tocar("Ir a la Sala")
        t.esperar_ruta("/enlinea/$")
        t.ver(re.compile(re.escape(nombre) + " juntó 28 tarjetas amarillas y su cuenta queda suspendida una semana"))
        t.ver("En vivo")
        assert t.pagina.locator(f'.persona[data-cuenta="{c.ficha["cuentas"][culpable]}"]').count() == 0
    mis_tarjetas(otros[0], "No tienes ninguna. Así se juega a gusto.")
    vuelve_a_entrar(c, culpable)
    quien.ver("28 amarillas: pensaste de más")
    quien.ver("No llevas azules.")


# --- quien no vuelve (EL9, SA2) ---------------------------------------------------------------------------------------
def con_dos_opciones(c: Cuarteto) -> int:
    """Se juega hasta que a alguien le toque y pueda pensarlo; mientras no esté, su reloj no corre. Devuelve quién."""
    for _ in range(20):
        t = de_turno(c)
        if t.pagina.locator(CABE).count() > 1:
            return c.telefonos.index(t)
        toca_una(t)
        t.pagina.locator(CABE).first.wait_for(state="detached")
    raise AssertionError("nadie tuvo dos opciones")


def esperan_y_saben_de_la_azul(otros: list[Telefono], nombre: str) -> None:
    """A la Sala con la cuenta regresiva; al vencer, quién no volvió y qué le costó."""
    for t in otros:
        t.ver(f"Esperamos a {nombre}", plazo=20_000)
    for t in otros:
        t.esperar_ruta(r"/enlinea/\?espera=\d+$")
        t.ver(re.compile(rf"Esperando a {re.escape(nombre)} 0:[01]\d"))
        assert not t.pagina.locator("[data-jugar]").is_visible(), "con mesa propia no se ofrece otra"
        assert "practica" not in t.texto("[data-zona=personas]")
    for t in otros:
        t.ver(re.compile(rf"{re.escape(nombre)} no volvió a tiempo y se le dio una tarjeta azul"), plazo=40_000)
        t.ver("Practicar ahora")
        t.no_ver(re.compile("Esperando a"))


@pytest.mark.noche
def test_quien_no_vuelve_lleva_azul_y_con_la_segunda_queda_suspendido(sentar_con_prisa: Sala) -> None:
    c = sentar_con_prisa("sala")
    for t in c.telefonos:
        t.abrir("/enlinea/")
        t.ver("En vivo")
    c.armar()
    c.comenzar()
    c.jugar_unas(4)
    culpable = con_dos_opciones(c)
    nombre = NOMBRES[culpable]
    otros = [t for t in c.telefonos if t is not c[culpable]]
    c[culpable].pagina.close()
    esperan_y_saben_de_la_azul(otros, nombre)
    # al volver, su teléfono abre la mesa, que ya no está: ahí y en la Sala se le dice, y queda en su expediente
    c.telefonos[culpable] = quien = c.otra_pestana(culpable, "/enlinea/mensajes/")
    quien.nombre = nombre  # con ése invita, si organiza
    le_dicen = re.compile("No volviste a tiempo: se te dio una tarjeta azul. La mesa .* la partida no cuenta")
    with quien.tolerando("410"):
        quien.abrir(c.ruta)
        quien.ver(le_dicen)
        assert revisar(quien) == []
    quien.tocar("Ir a la Sala")
    quien.ver(le_dicen)
    mis_tarjetas(quien, "Azul: no volviste a tiempo a tu partida")
    quien.ver("Llevas 1 azul.")
    quien.ver("Una azul más y tu cuenta se suspende 2 semanas.")
    assert revisar(quien) == []
    quien.abrir("/enlinea/")
    for t in c.telefonos:
        t.tocar("Entendido")
    # la segunda: se sale a propósito, avisado de lo que le cuesta
    c.armar()
    c.comenzar()
    for t in otros:
        assert "1 azul" in (t.pagina.locator(".jugador", has_text=nombre).text_content() or "")
    quien.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    quien.ver(re.compile("Ya llevas 1 azul: con otra, tu cuenta se suspende 2 semanas"))
    quien.toleradas.append(re.compile("40[13]|WebSocket"))
    quien.tocar("Sí, salir")
    quien.ver(re.compile("Saliste de la mesa y los demás te esperan"))
    esperan_y_saben_de_la_azul(otros, nombre)
    ve_la_entrada(quien, "Juntaste 2 tarjetas azules: dos veces no volviste a tiempo", timedelta(days=14))
    for t in otros:
        t.pagina.locator(f'.persona[data-cuenta="{c.ficha["cuentas"][culpable]}"]').wait_for(state="detached")
    vuelve_a_entrar(c, culpable)
    assert quien.pagina.get_by_text("Azul: no volviste a tiempo a tu partida").count() == 2
    quien.ver("No llevas azules.")  # las dos ya se usaron


# --- la roja ----------------------------------------------------------------------------------------------------------
@pytest.mark.noche
def test_la_roja_desde_la_administracion_corta_y_anularla_deja_volver(sentar: Sala) -> None:
    c = sentar(sentados=False)
    orden = f"from tests.navegador.siembra import sembrar_jefa as s; s(con_azul={c.ficha['cuentas'][NACHO]})"
    sesion = c.casa.manage("shell", "-v", "0", "-c", orden).strip().splitlines()[-1]
    jefa = c.fabrica("Administración", casa=c.casa, pantalla=GRANDE)
    jefa.toleradas.append(re.compile("404"))  # la administración de Django no trae icono
    jefa.pagina.context.add_cookies([{"name": "sesion", "value": sesion, "url": c.casa.direccion}])
    c.sentarse()
    for t in (c[MARI], c[CARMEN], c[BETO]):
        assert "1 azul" in t.pagina.locator(".jugador", has_text="Nacho").text_content()
    assert "azul" not in c[MARI].pagina.locator(".jugador", has_text="Carmen").text_content()
    dar_roja(jefa, c.ficha["correos"][BETO], "Insultó a su pareja")
    c[BETO].esperar_ruta("/entrar/")
    for t in (c[MARI], c[NACHO], c[CARMEN]):
        t.ver("La cuenta de <b>Beto</b> quedó suspendida", dentro="[data-cubre]")
    ve_la_entrada(c[BETO], "Tarjeta roja. Insultó a su pareja")
    anular(jefa, "Era otra persona")
    c[BETO].identificarse(c.ficha["correos"][BETO])
    c[BETO].abrir("/enlinea/")
    c[BETO].ver(re.compile("Anulamos tu tarjeta roja"))
    c[BETO].ver(re.compile("ya puedes jugar en línea"))


# ya buscó: en la base hay otros que se llaman igual
SOLO_UNA = """() => { const o = document.querySelectorAll('.select2-results__option');
  return o.length === 1 && /Beto/.test(o[0].textContent); }"""


def dar_roja(jefa: Telefono, correo: str, motivo: str) -> None:
    jefa.abrir("/administracion/enlinea/tarjeta/add/")
    jefa.pagina.locator(".select2-selection").click()
    jefa.pagina.locator(".select2-search__field").fill(correo)
    jefa.pagina.wait_for_function(SOLO_UNA)
    jefa.pagina.locator(".select2-results__option", has_text="Beto").click()
    jefa.pagina.locator("#id_motivo").fill(motivo)
    jefa.pagina.locator("[name=_save]").click()
    assert jefa.ruta.endswith("/tarjeta/add/"), "sin marcar «Estoy seguro» no se da"
    jefa.pagina.get_by_label("Estoy seguro").check()
    jefa.pagina.locator("[name=_save]").click()
    jefa.ver("Listo, quedó guardado")


def anular(jefa: Telefono, motivo: str) -> None:
    jefa.pagina.locator("#result_list tr", has_text="roja").locator("th a").first.click()
    jefa.pagina.get_by_role("link", name="Anular la tarjeta").click()
    jefa.pagina.locator("#id_motivo").fill(motivo)
    jefa.pagina.get_by_role("button", name="Anular la tarjeta").click()
    jefa.ver("Tarjeta anulada.")
