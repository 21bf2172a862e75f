"""Paseo por todas las páginas públicas y de la cuenta, con sus errores.

Lo revisan las pruebas y lo fotografían las capturas.
"""

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.navegador.telefono import Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Route

Parada = Callable[[str, Telefono], None]
"""Lo que se hace en cada pantalla: su nombre y el teléfono que la tiene abierta."""

PAGINAS = {
    "inicio": "/",
    "quienes-somos": "/quienes-somos/",
    "reglamento": "/reglamento/",
    "ayuda-recreo": "/ayuda/recreo/",
    "roles": "/ayuda/recreo/roles/",
    "ayuda-en-linea": "/ayuda/en-linea/",
    "ayuda-federacion": "/ayuda/federacion/",
    "ayuda-musica": "/ayuda/musica/",
    "planes": "/planes/",
    "privacidad": "/privacidad/",
    "nuestros-juegos": "/nuestros-juegos/",
    "navegadores": "/ayuda/navegadores/",
    "comprobar": "/comprobar/",
    "contacto": "/contacto/",
    "terminos": "/terminos/",
    "mano-de-prueba": "/probar/",
    "juegos-de-prueba": "/probar/juegos/",
    "pasar-el-aparato": "/probar/pasar/",
    "pasar-quienes": "/probar/pasar/?juego=musica-4-1-7",
    "pasar-mesa-que-ya-no-esta": "/probar/pasar/mesa/?juego=amigos",
    "partida-de-la-casa": "/probar/partida/",
    "ejercicios-de-muestra": "/probar/ejercicios/",
    "entrar": "/entrar/",
    "contrasena-entrar": "/cuenta/login/",
    "contrasena-crear-cuenta": "/cuenta/signup/",
    "contrasena-olvidada": "/cuenta/password/reset/",
    "contrasena-olvidada-enviada": "/cuenta/password/reset/done/",
    "contrasena-olvidada-enlace-malo": "/cuenta/password/reset/key/1-malo/",
    "contrasena-olvidada-hecha": "/cuenta/password/reset/key/done/",
    "cuenta-inactiva": "/cuenta/inactive/",
    "correo-por-confirmar": "/cuenta/confirm-email/",
    "codigo-de-recreo": "/codigo/?codigo=ZZZZZZ",
    "buzon": "/correo",
    "recreo-entrada-sin-sesion": "/recreo/",
}
ERRORES = ("400", "403", "403_csrf", "404", "429", "500")


def pasear(telefono: Fabrica, parada: Parada) -> None:
    """Todas las paradas, con un teléfono nuevo donde haga falta."""
    publicas(telefono("quien llega"), parada)
    codigo_de_entrada(telefono("quien entra"), parada)
    cuenta_con_suscripcion(telefono("quien organiza"), parada)
    mis_datos(telefono("quien se va"), parada)
    contrasena(telefono("quien quiere contraseña"), parada)
    paginas_de_error(telefono("quien se equivoca"), parada)


def publicas(t: Telefono, parada: Parada) -> None:
    """Cada página pública, como llega cualquiera."""
    for nombre, ruta in PAGINAS.items():
        with t.tolerando(r"^(404|400|429) en ", "Failed to load resource"):
            t.abrir(ruta)
        parada(nombre, t)
    t.abrir("/probar/ejercicios/")
    t.tocar("Empezar")
    t.ver("Tu turno")
    parada("ejercicio-de-muestra", t)
    t.abrir("/entrar/")
    t.pagina.locator("footer summary").click()
    parada("menu-abierto", t)


def codigo_de_entrada(t: Telefono, parada: Parada) -> None:
    """Entrar con código: correo mal escrito, código equivocado y quien no tiene suscripción."""
    t.abrir("/entrar/")
    t.escribir("correo", "sin-arroba")
    t.tocar("Mandarme el código")
    parada("entrar-correo-mal", t)
    t.escribir("correo", "paseo@prueba.mx")
    t.tocar("Mandarme el código")
    t.esperar_ruta("/entrar/codigo/$")
    parada("entrar-codigo", t)
    bueno = t.codigo_en_el_buzon("paseo@prueba.mx")
    t.escribir("código", f"{(int(bueno) + 1) % 10**6:06d}")
    t.tocar("Entrar", exacto=True)
    parada("entrar-codigo-equivocado", t)
    t.tocar("Mandar otro código")
    parada("entrar-codigo-otra-vez", t)
    t.escribir("código", bueno)
    t.tocar("Entrar", exacto=True)
    t.esperar_ruta("/recreo/$")
    parada("recreo-sin-suscripcion", t)
    t.abrir("/cuenta/")
    parada("cuenta-sin-suscripcion", t)
    t.abrir("/enlinea/mensajes/")
    parada("mensajes-sin-suscripcion", t)
    t.abrir("/recreo/mios/")
    parada("recreo-mios-vacio", t)
    t.abrir("/correo?para=paseo@prueba.mx")
    parada("buzon-con-correos", t)


def cuenta_con_suscripcion(t: Telefono, parada: Parada) -> None:
    """La cuenta de quien organiza, y su salida."""
    t.entrar("organiza24@prueba.mx")
    parada("recreo-libre", t)
    t.abrir("/cuenta/")
    parada("cuenta", t)
    t.escribir("Nombre", "")
    t.tocar("Guardar")
    parada("cuenta-con-error", t)
    t.abrir("/cuenta/avisos/")
    parada("cuenta-avisos", t)
    t.abrir("/cuenta/email/")
    parada("cuenta-correo", t)
    t.abrir("/cuenta/sessions/")
    parada("cuenta-sesiones", t)
    t.abrir("/cuenta/logout/")
    parada("cuenta-salir", t)


def mis_datos(t: Telefono, parada: Parada) -> None:
    """Descargar lo propio y borrar la cuenta, con un código; y los plazos del aviso."""
    correo = "se.va@prueba.mx"
    t.entrar(correo)
    t.abrir("/cuenta/datos/")
    parada("datos-sin-confirmar", t)
    t.tocar("Mandarme el código")
    parada("datos-codigo", t)
    codigo = t.codigo_en_el_buzon(correo)
    t.escribir("código", f"{(int(codigo) + 1) % 10**6:06d}")
    t.tocar("Confirmar")
    parada("datos-codigo-equivocado", t)
    t.escribir("código", codigo)
    t.tocar("Confirmar")
    parada("datos-confirmado", t)
    with t.pagina.expect_download() as bajada:
        t.tocar("Descargar mis datos")
    assert json.loads(bajada.value.path().read_text())["cuenta"]["correo"] == correo
    t.tocar("Cambiar mi correo")
    t.tocar("Mandarle el código")
    parada("correo-nuevo-con-error", t)
    t.escribir("Correo nuevo", "se.muda@prueba.mx")
    t.tocar("Mandarle el código")
    t.ver("se.muda@prueba.mx")
    parada("correo-nuevo-codigo", t)
    t.abrir("/cuenta/datos/")
    t.tocar("Ver cómo se borra")
    t.esperar_ruta("/cuenta/datos/borrar/$")
    parada("borrar", t)
    t.tocar("Borrar mi cuenta")
    parada("borrar-sin-marcar", t)
    t.pagina.locator("main input[type=checkbox]").check()
    t.tocar("Borrar mi cuenta")
    parada("borrada", t)
    t.abrir("/privacidad/#cuanto")
    parada("privacidad-plazos", t)


def contrasena(t: Telefono, parada: Parada) -> None:
    """Poner contraseña, cambiarla, olvidarla y restablecerla."""
    correo = "clave@prueba.mx"
    t.abrir("/cuenta/signup/")
    t.escribir("Nombre", "Persona Nueva")
    t.escribir("correo", "nueva@prueba.mx")
    t.pagina.locator("main input[type=password]").first.fill("mula-de-cincos-77")
    t.pagina.locator("main button[type=submit]").first.click()
    t.esperar_ruta("/confirm-email/")
    parada("correo-por-confirmar-con-codigo", t)
    t.entrar(correo)
    t.abrir("/cuenta/password/set/")
    parada("contrasena-poner", t)
    _llenar(t, "123", "321")
    parada("contrasena-poner-mal", t)
    _llenar(t, "mula-de-seises-88", "mula-de-seises-88")
    t.abrir("/cuenta/password/change/")
    parada("contrasena-cambiar", t)
    t.abrir("/cuenta/reauthenticate/")
    parada("contrasena-otra-vez", t)
    t.abrir("/cuenta/logout/")
    t.pagina.locator("main button[type=submit]").first.click()
    t.abrir("/cuenta/password/reset/")
    t.escribir("correo", correo)
    t.pagina.locator("main button[type=submit]").first.click()
    t.esperar_ruta("/reset/done/")
    t.abrir(_enlace_del_buzon(t, correo, "/password/reset/key/"))
    parada("contrasena-nueva", t)


def _llenar(t: Telefono, *claves: str) -> None:
    campos = t.pagina.locator("main input[type=password]")
    for n, clave in enumerate(claves):
        campos.nth(n).fill(clave)
    t.pagina.locator("main button[type=submit]").first.click()


def _enlace_del_buzon(t: Telefono, correo: str, camino: str) -> str:
    """El enlace del último correo a esa dirección."""
    t.abrir(f"/correo?para={correo}")
    hallado = re.search(rf"https?://[^\s\"'<]*{camino}[^\s\"'<]*", t.pagina.locator("article").first.inner_text())
    assert hallado, t.texto("article")
    return hallado.group()


def paginas_de_error(t: Telefono, parada: Parada) -> None:
    """Las seis, tal como las pinta el servidor."""
    orden = (
        "import json; from django.template.loader import render_to_string as r; "
        f"print(json.dumps({{c: r(c + '.html') for c in {ERRORES}}}))"
    )
    paginas: dict[str, str] = json.loads(t.casa.manage("shell", "-v", "0", "-c", orden))
    for codigo, html in paginas.items():
        ruta = f"/roto-{codigo}"
        t.pagina.route(f"**{ruta}", _contestar(html))
        t.abrir(ruta)
        parada(f"error-{codigo}", t)


def _contestar(html: str) -> Callable[["Route"], None]:
    return lambda pedido: pedido.fulfill(body=html, content_type="text/html")
