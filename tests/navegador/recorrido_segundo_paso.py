"""Paseo por el segundo paso: la aplicación, los códigos de recuperación y la llave, con un aparato simulado."""

import re
import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import Telefono

CORREO = "segundo.paso@prueba.mx"


def pasear(t: Telefono, parada: Parada) -> None:
    """De no tenerlo a entrar con él, y a quitarlo."""
    con_aparato(t)
    t.entrar(CORREO)
    t.abrir("/cuenta/2fa/")
    parada("segundo-paso-sin-poner", t)
    aplicacion(t, parada)
    llave(t, parada)
    entrar_con_el(t, parada)
    quitarlo(t, parada)


def con_aparato(t: Telefono) -> None:
    """El navegador cree que el aparato guarda llaves y que la persona pone su huella."""
    cdp = t.pagina.context.new_cdp_session(t.pagina)
    cdp.send("WebAuthn.enable")
    opciones = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": opciones})


def aplicacion(t: Telefono, parada: Parada) -> None:
    """Lee la clave de la pantalla, como la aplicación; los de recuperación se enseñan al ponerla."""
    t.abrir("/cuenta/2fa/totp/activate/")
    parada("segundo-paso-aplicacion", t)
    t.escribir("Código", "000000")
    t.tocar("Ponerla")
    parada("segundo-paso-codigo-malo", t)
    secreto = re.search(r"\b[A-Z2-7]{32}\b", t.texto("main"))
    assert secreto, t.texto("main")
    t.escribir("Código", codigo(secreto[0]))
    t.tocar("Ponerla")
    t.esperar_ruta("/2fa/reauthenticate/")
    parada("segundo-paso-confirmar", t)
    t.escribir("Código", codigo(secreto[0]))
    t.tocar("Seguir")
    t.esperar_ruta("/2fa/recovery-codes/$")
    parada("segundo-paso-recuperacion", t)
    t.abrir("/cuenta/2fa/recovery-codes/generate/")
    parada("segundo-paso-otros-codigos", t)
    t.abrir("/cuenta/2fa/webauthn/")
    parada("llaves-ninguna", t)


def codigo(secreto: str) -> str:
    """El que enseña ahora la aplicación."""
    return format_hotp_value(hotp_value(secreto, int(time.time()) // 30))


def llave(t: Telefono, parada: Parada) -> None:
    """La agrega, le cambia el nombre y confirma con ella."""
    t.abrir("/cuenta/2fa/webauthn/add/")
    parada("llave-agregar", t)
    t.escribir("Nombre", "mi teléfono")
    t.tocar("Crear la llave")
    t.esperar_ruta("/cuenta/2fa/$")
    parada("segundo-paso-puesto", t)
    t.abrir("/cuenta/2fa/webauthn/")
    parada("llaves", t)
    t.tocar("Cambiar el nombre")
    parada("llave-nombre", t)
    t.escribir("Nombre", "la de siempre")
    t.tocar("Guardar")
    t.ver("la de siempre", dentro="main")
    t.abrir("/cuenta/2fa/webauthn/reauthenticate/?next=/cuenta/2fa/")
    parada("llave-confirmar", t)
    t.tocar("Usar mi llave de acceso")
    t.esperar_ruta("^[^?]+/cuenta/2fa/$")  # la página de antes lo lleva en su dirección, tras el «?»


def entrar_con_el(t: Telefono, parada: Parada) -> None:
    """Con la llave sola, y con un código por correo y la llave."""
    _salir(t)
    t.abrir("/cuenta/login/")
    parada("entrar-con-llave", t)
    t.tocar("Entrar con mi llave de acceso")
    t.esperar_ruta("/recreo/$")
    _salir(t)
    t.abrir("/entrar/")
    t.escribir("correo", CORREO)
    t.tocar("Mandarme el código")
    t.esperar_ruta("/entrar/codigo/$")
    t.escribir("código", t.codigo_en_el_buzon(CORREO))
    t.tocar("Entrar", exacto=True)
    t.esperar_ruta("/2fa/authenticate/$")
    parada("segundo-paso-al-entrar", t)
    t.tocar("Usar mi llave de acceso")
    t.esperar_ruta("/recreo/$")


def quitarlo(t: Telefono, parada: Parada) -> None:
    """Las dos preguntas antes de quitar."""
    t.abrir("/cuenta/2fa/webauthn/reauthenticate/?next=/cuenta/2fa/totp/deactivate/")
    t.tocar("Usar mi llave de acceso")
    t.esperar_ruta("^[^?]+/2fa/totp/deactivate/$")
    parada("segundo-paso-quitar-aplicacion", t)
    t.tocar("Quitarla")
    t.abrir("/cuenta/2fa/webauthn/")
    t.tocar("Quitar")
    parada("llave-quitar", t)
    t.tocar("Quitar la llave")
    t.ver("Todavía no tienes ninguna", dentro="main")


def _salir(t: Telefono) -> None:
    t.abrir("/cuenta/logout/")
    t.tocar("Salir de mi cuenta")
