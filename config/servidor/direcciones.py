"""En qué direcciones se atiende: el propio aparato o, sólo si se pide, su red."""

import ipaddress
import logging
import socket

from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir

registro = logging.getLogger(__name__)

PROPIO_APARATO = ("localhost", ".localhost", "127.0.0.1", "[::1]")
TODAS = "0.0.0.0"
# Sólo se usa para que el sistema elija interfaz; conectar un UDP no manda nada.
DESTINO_CUALQUIERA = ("192.0.2.1", 9)
SIN_ENTORNO = (
    "ENTORNO no está puesto y así sólo se sirve en el propio aparato (localhost). Pon ENTORNO=produccion o, si es a "
    "propósito, ENTORNO=demo o ENTORNO=desarrollo."
)


def es_del_aparato(nombre: str) -> bool:
    """¿Ese nombre o dirección no sale de este aparato?"""
    limpio = nombre.strip("[].").lower()
    if limpio == "localhost" or limpio.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(limpio).is_loopback
    except ValueError:
        return False


def direccion_local() -> str | None:
    """La dirección de este equipo en su red, sin mandar ni un paquete; `None` si no hay red."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as enchufe:
        try:
            enchufe.connect(DESTINO_CUALQUIERA)
            propia = str(enchufe.getsockname()[0])
        except OSError:
            return None
    direccion = ipaddress.ip_address(propia)
    return None if direccion.is_loopback or direccion.is_unspecified else propia


def base_en_la_red(anfitrion: str, *, en_la_red: bool) -> str:
    """Con qué abre otro aparato lo que aquí se pidió por `localhost:8000`, si se sirve a la red: el mismo puerto en la
    dirección de este equipo. Vacío si no hace falta o no se puede."""
    nombre, _dos_puntos, puerto = anfitrion.rpartition(":") if not anfitrion.endswith("]") else (anfitrion, "", "")
    local = direccion_local() if en_la_red and es_del_aparato(nombre or anfitrion) else None
    if local is None:
        return ""
    return f"http://{local}:{puerto}" if nombre and puerto else f"http://{local}"


def nombres_servidos(entorno: str, en_la_red: bool) -> list[str]:
    """Los que se sirven si no se dice otra cosa: en producción ninguno, y en las pruebas cualquiera."""
    if entorno == "produccion":
        return []
    if entorno == "pruebas":
        return ["*"]
    return [*PROPIO_APARATO, *(nombres_en_la_red() if en_la_red else ())]


def nombres_en_la_red() -> list[str]:
    """Con qué se llega a este equipo desde su red: sus direcciones y su nombre, con y sin «.local»."""
    nombre = socket.gethostname()
    try:
        direcciones = {str(hallada[4][0]) for hallada in socket.getaddrinfo(nombre, None, socket.AF_INET)}
    except OSError:
        direcciones = set()
    propia = direccion_local()
    return [*sorted(direcciones | ({propia} if propia else set())), nombre.lower(), f"{nombre.lower()}.local"]


def solo_en_el_aparato(aplicacion: Aplicacion) -> Aplicacion:
    """Niega, con la razón, lo que llega por otra dirección: la última puerta cuando nadie dijo qué ENTORNO es.

    `servir` y el arranque ya se niegan; esto vale para quien sirve de otra forma (uvicorn, daphne, `runserver`).
    """

    async def revisada(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        direccion = (scope.get("server") or ("", None))[0]
        if scope["type"] == "lifespan" or es_del_aparato(direccion):
            await aplicacion(scope, receive, send)
            return
        registro.error("Se negó lo que llegó por %s. %s", direccion or "un archivo", SIN_ENTORNO)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        cabeceras = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 403, "headers": cabeceras})
        await send({"type": "http.response.body", "body": SIN_ENTORNO.encode()})

    return revisada
