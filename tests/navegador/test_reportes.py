"""De la mesa al correo, a la cola y a la sanción: silenciar, señalar, advertir, bloquear, roja; qué ve cada quien."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.navegador.casa import Casa
from tests.navegador.en_vivo import Cuarteto, Sala
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import GRANDE, Telefono

pytestmark = pytest.mark.navegador
MARI, NACHO, CARMEN, BETO = range(4)
JEFA = """
import json
from tests.navegador.siembra import _sesion
from suscripciones.models import Cuenta
hay = Cuenta.objects.filter(email="jefa@prueba.mx").first()
print(_sesion(hay or Cuenta.objects.create_superuser(email="jefa@prueba.mx", password=None, nombre="La jefa")))
"""


def jefa(sala: Sala) -> Telefono:
    """Quien administra, en su computadora."""
    sesion = sala.casa.manage("shell", "-v", "0", "-c", JEFA).strip().splitlines()[-1]
    t = sala.fabrica("La jefa", pantalla=GRANDE)
    t.pagina.context.add_cookies([{"name": "sesion", "value": sesion, "url": sala.casa.direccion}])
    t.toleradas.append(re.compile("404"))  # la administración no trae icono
    return t


def senala(t: Telefono, a: str, que: str) -> None:
    """Desde el menú «Más» de la mesa."""
    if not t.pagina.locator("#panel-mas").is_visible():
        t.tocar("Más", exacto=True)
    t.desplegar("convivencia")
    t.pagina.locator("#convivencia summary", has_text=f"Señalar a {a}").click()
    t.pagina.locator("#convivencia textarea").locator("visible=true").fill(que)
    t.tocar("Enviar el reporte")
    t.ver("Gracias. La administración va a leer tu reporte")


def senala_sin_sesion(t: Telefono, a: str, que: str) -> None:
    """Se le cerró la sesión mientras escribía: entra en otra pestaña y manda lo mismo, que sigue ahí."""
    galletas = t.pagina.context.cookies()
    t.tocar("Más", exacto=True)
    t.desplegar("convivencia")
    t.pagina.locator("#convivencia summary", has_text=f"Señalar a {a}").click()
    caja = t.pagina.locator("#convivencia textarea").locator("visible=true")
    caja.fill(que)
    t.pagina.context.clear_cookies(name="sesion")
    with t.tolerando("401"):
        t.tocar("Enviar el reporte")
        t.ver("lo que escribiste sigue aquí")
    assert caja.input_value() == que
    t.pagina.context.add_cookies([g for g in galletas if g["name"] == "sesion"])  # type: ignore[misc]
    t.tocar("Enviar el reporte")
    t.ver("Gracias. La administración va a leer tu reporte")


def abre_el_ultimo(t: Telefono, casa: Casa) -> None:
    """Del correo a la cola: el enlace del último correo que le llegó."""
    limite = time.monotonic() + 20
    while True:
        t.abrir("/correo?para=jefa@prueba.mx")
        enlaces = re.findall(r"/administracion/enlinea/reporte/\d+/change/", t.pagina.content())
        if enlaces:
            break
        assert time.monotonic() < limite, t.retrato()
        t.pagina.wait_for_timeout(500)
    t.abrir(enlaces[0])


def abre_el_primero(t: Telefono) -> None:
    """El de arriba de la cola: el más nuevo de los que faltan."""
    t.abrir("/administracion/enlinea/reporte/")
    t.pagina.locator("#result_list tbody th a").first.click()


def decide(t: Telefono, letrero: str) -> None:
    if letrero in ("Tarjeta roja", "Bloquear"):
        t.pagina.get_by_label("Estoy seguro").check()
    t.pagina.get_by_role("button", name=letrero, exact=True).click()
    t.ver("Ya se avisó a las dos partes")


def platica(c: Cuarteto, quien: int, texto: str) -> None:
    t = c[quien]
    if not t.pagina.locator("[data-charla-texto]").is_visible():
        t.tocar("Plática")
    t.pagina.locator("[data-charla-texto]").fill(texto)
    t.pagina.locator("[data-charla-forma] button").click()
    c[MARI].pagina.wait_for_function(
        "(x) => [...document.querySelectorAll('[data-charla] .chat__t')].some((n) => n.textContent === x)", arg=texto
    )


@pytest.mark.noche
def test_se_silencia_se_senala_se_advierte_y_la_roja_y_el_bloqueo_cortan(sentar: Callable[..., Any]) -> None:
    admin = jefa(sentar)  # type: ignore[arg-type]  # antes del reporte: el correo va a quien administra cuando sale
    c: Cuarteto = sentar("100")
    platica(c, NACHO, "juegas <i>muy</i> mal")
    mari, nacho = c[MARI], c[NACHO]
    # silenciar: lo dicho se quita y lo nuevo no llega; a los demás sí
    mari.tocar("Más", exacto=True)
    mari.desplegar("convivencia")
    assert revisar(mari) == []
    mari.tocar("Silenciar a Nacho")
    mari.ver("Volver a leer a Nacho")
    lineas = "() => [...document.querySelectorAll('[data-charla] .chat__t')].map((n) => n.textContent)"
    assert mari.pagina.evaluate(lineas) == []
    nacho.pagina.locator("[data-charla-texto]").fill("¿me oyes?")
    nacho.pagina.locator("[data-charla-forma] button").click()
    c[CARMEN].pagina.wait_for_function(f"() => ({lineas})().includes('¿me oyes?')")
    assert mari.pagina.evaluate(lineas) == []
    # señalar, sin salir de la mesa
    senala(mari, "Nacho", "Me dice que <b>juego mal</b>")
    assert mari.ruta == c.ruta
    abre_el_ultimo(admin, sentar.casa)  # type: ignore[attr-defined]
    for dicho in ("Me dice que <b>juego mal</b>", "juegas <i>muy</i> mal", "¿me oyes?", "Es el primero"):
        admin.ver(dicho)
    decide(admin, "Advertir")
    # al advertido se le dice, y sigue jugando: lo lee al salir de la mesa
    suyos = nacho.pagina.context.request.get(f"{c.casa.direccion}/enlinea/mensajes/").text()
    assert "Advertencia: revisamos tu conducta en la mesa «La del estribo»" in suyos
    # otra persona lo señala y va roja: sale de la mesa al momento, con su explicación
    senala_sin_sesion(c[BETO], "Carmen", "Amenazas")
    senala(c[CARMEN], "Nacho", "A mí también me insulta")
    abre_el_primero(admin)
    admin.ver("Hay 1 reporte más contra esta persona; acabaron en advertencia o sanción: 1.")
    with nacho.tolerando("403|401|WebSocket"):
        decide(admin, "Tarjeta roja")
        nacho.ver(re.compile("suspendida"), plazo=15_000)
        nacho.ver(re.compile("Por tu conducta en la mesa «La del estribo»"))
    for t in (mari, c[CARMEN], c[BETO]):
        t.ver("La mesa se cerró")
    # el bloqueo saca también de la Sala, sin fecha de término, y a quien la señaló se le dice que se atendió
    c[CARMEN].tocar("Ir a la Sala")
    c[CARMEN].ver("En vivo")
    abre_el_primero(admin)
    admin.ver("Amenazas")
    with c[CARMEN].tolerando("403|401|WebSocket"):
        decide(admin, "Bloquear")
        c[CARMEN].esperar_ruta("/entrar/")
        c[CARMEN].ver("Tu cuenta está bloqueada")
        c[CARMEN].ver(re.compile("sin fecha, hasta que la administración la revise"))
    c[BETO].abrir("/enlinea/mensajes/")
    c[BETO].ver(re.compile("Revisamos tu reporte sobre Carmen"))
    mari.abrir("/enlinea/mensajes/")
    mari.ver(re.compile("Revisamos tu reporte sobre Nacho"))
    mari.abrir("/enlinea/convivencia/")
    mari.ver("Volver a leer a Nacho")
    mari.tocar("Volver a leer a Nacho")
    mari.ver("Ya puedes leer lo que escriba")


@pytest.mark.noche
def test_el_mensaje_a_algunos(sentar: Callable[..., Any]) -> None:
    c: Cuarteto = sentar("sala")
    admin = jefa(sentar)  # type: ignore[arg-type]
    admin.abrir("/administracion/enlinea/mensajedeladministrador/add/")
    admin.escribir("Mensaje", "A portarse <b>bien</b>")
    admin.pagina.get_by_label("a quienes cumplan esto").check()
    admin.pagina.get_by_label("Suscripción").select_option("vigente")
    admin.tocar("Ver a cuántos llega")
    admin.ver(re.compile(r"Les llega a \d+ personas: suscripción vigente"))
    admin.tocar("Enviar", exacto=True)
    admin.ver(re.compile("Mensaje enviado a"))
    c[BETO].abrir("/enlinea/")
    c[BETO].ver("A portarse <b>bien</b>")
    c[BETO].tocar("Ya lo leí")
    c[BETO].no_ver("A portarse <b>bien</b>")
    admin.abrir("/administracion/enlinea/mensajedeladministrador/")
    admin.ver(re.compile(r"^1 de \d+$"))
