"""Con el servidor de verdad: tarjetas hasta la suspensión a media partida, y la roja de la administración (SA1-SA3)."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.navegador.casa import Casa, base_sembrada
from tests.navegador.en_vivo import NOMBRES, Sala
from tests.navegador.telefono import Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador

MARI, NACHO, CARMEN, BETO = range(4)
# un segundo del reloj dura 120 ms: los 20 se cumplen a los 2.4 s y las 28 amarillas en otros tres
PLAZOS = {"pase": 150, "segundo": 120, "extra": 100, "tira_sola": 900}
GRANDE = {"width": 1280, "height": 800}
SEMBRAR = f"from tests.navegador.siembra import sembrar_cuartetos as s; s({{'100': [{NOMBRES!r}]}})"


@pytest.fixture(scope="module")
def apurada(
    carpeta_de_bases: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Casa, dict[str, list[dict[str, Any]]]]]:
    """Un servidor con relojes cortos y un cuarteto."""
    ajustes = {"ENLINEA_PLAZOS": json.dumps(PLAZOS)}
    casa = Casa(tmp_path_factory.mktemp("sanciones"), base_sembrada(carpeta_de_bases), **ajustes)
    yield casa, json.loads(casa.manage("shell", "-v", "0", "-c", SEMBRAR).strip().splitlines()[-1])
    casa.desmontar()


@pytest.fixture
def sentar_con_prisa(
    request: pytest.FixtureRequest, navegador: "Browser", apurada: tuple[Casa, dict[str, list[dict[str, Any]]]]
) -> Iterator[Sala]:
    sala = Sala(navegador, *apurada)
    request.node.funcargs.setdefault("telefono", sala.fabrica)
    yield sala
    sala.fabrica.cerrar(comprobar=not getattr(request.node, "fallo", False))


def ve_la_entrada(t: Telefono, por_que: str) -> None:
    """Sin sesión, en la entrada, que le dice por qué, hasta cuándo y qué hacer."""
    t.esperar_ruta("/entrar/")
    t.ver("Tu cuenta está suspendida")
    dicho = t.texto(".aviso--mal")
    assert por_que in dicho
    assert re.search(r"el \d+ de \w+ de \d{4} a las \d\d:\d\d, hora del centro de México", dicho), dicho
    assert "Recreos a los que te inviten" in dicho and "escríbenos" in dicho
    t.abrir("/enlinea/")
    t.esperar_ruta("/entrar/")


def test_hasta_la_suspension_a_media_partida_y_lo_que_ve_cada_uno(sentar_con_prisa: Sala) -> None:
    c = sentar_con_prisa()
    culpable = c.datos(c[MARI])["turno"]
    quien, testigo = c[culpable], c[(culpable + 1) % 4]
    # nadie toca nada: a su hora, la primera, y todos la ven junto a su nombre
    testigo.ver(re.compile(r"Tarjeta amarilla para .* por pensar de más"))
    testigo.pagina.locator(".jugador .tarjeta--amarilla").first.wait_for()
    ve_la_entrada(quien, "Juntaste 28 tarjetas amarillas en una partida de la mesa")
    for t in c.telefonos:
        if t is quien:
            continue
        t.ver("La mesa se cerró")
        assert f"{NOMBRES[culpable]} juntó 28 tarjetas amarillas" in t.texto("[data-cubre]")
        t.tocar("Ir a la Sala")
        t.esperar_ruta("/enlinea/$")
        t.ver(re.compile(re.escape(NOMBRES[culpable]) + " juntó 28 tarjetas amarillas y su cuenta queda suspendida"))
    testigo.pagina.locator("#sala-mas > summary").click()
    testigo.pagina.locator("#ir-tarjetas").click()
    testigo.ver("No tienes ninguna. Así se juega a gusto.")


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
    desde = dar_roja(jefa, c.ficha["correos"][BETO], "Insultó a su pareja")
    c[BETO].esperar_ruta("/entrar/")
    for t in (c[MARI], c[NACHO], c[CARMEN]):
        t.ver("La cuenta de <b>Beto</b> quedó suspendida", dentro="[data-cubre]")
    assert time.monotonic() - desde < 6, "son 2 s (test_corte), más lo que tardan cinco pantallas en un equipo lento"
    ve_la_entrada(c[BETO], "Tarjeta roja. Insultó a su pareja")
    anular(jefa, "Era otra persona")
    c[BETO].identificarse(c.ficha["correos"][BETO])
    c[BETO].abrir("/enlinea/")
    c[BETO].ver(re.compile("Anulamos tu tarjeta roja"))
    c[BETO].ver(re.compile("ya puedes jugar en línea"))


# ya buscó: en la base hay otros que se llaman igual
SOLO_UNA = """() => { const o = document.querySelectorAll('.select2-results__option');
  return o.length === 1 && /Beto/.test(o[0].textContent); }"""


def dar_roja(jefa: Telefono, correo: str, motivo: str) -> float:
    """Devuelve cuándo oprimió «Dar tarjeta roja»."""
    jefa.abrir("/administracion/enlinea/tarjeta/add/")
    jefa.pagina.locator(".select2-selection").click()
    jefa.pagina.locator(".select2-search__field").fill(correo)
    jefa.pagina.wait_for_function(SOLO_UNA)
    jefa.pagina.locator(".select2-results__option", has_text="Beto").click()
    jefa.pagina.locator("#id_motivo").fill(motivo)
    jefa.pagina.locator("[name=_save]").click()
    assert jefa.ruta.endswith("/tarjeta/add/"), "sin marcar «Estoy seguro» no se da"
    jefa.pagina.get_by_label("Estoy seguro").check()
    desde = time.monotonic()
    jefa.pagina.locator("[name=_save]").click()
    jefa.ver("Listo, quedó guardado")
    return desde


def anular(jefa: Telefono, motivo: str) -> None:
    jefa.pagina.locator("#result_list tr", has_text="roja").locator("th a").first.click()
    jefa.pagina.get_by_role("link", name="Anular la tarjeta").click()
    jefa.pagina.locator("#id_motivo").fill(motivo)
    jefa.pagina.get_by_role("button", name="Anular la tarjeta").click()
    jefa.ver("Tarjeta anulada.")
