"""Un socket sólo se abre con un nombre que servimos y desde nuestras propias páginas: la galleta de la sesión va
también en los que abre otro sitio.

`ALLOWED_HOSTS` no basta para lo segundo: puede dejar pasar cualquier anfitrión, o varios que no son el mismo sitio.
"""

from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from config.servidor.negativa import negar_socket
from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir


def del_mismo_sitio(aplicacion: Aplicacion) -> Aplicacion:
    """Rechaza el socket que un navegador abre desde una página de otro anfitrión.

    El puerto no cuenta: hay proxis que lo quitan, y la galleta tampoco lo distingue. Sin `Origin` no es un navegador,
    y no trae galletas ajenas.
    """
    rechazo: Aplicacion = WebsocketDenier()

    async def revisada(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        encabezados = dict(scope.get("headers", ()))
        if not _servido(encabezados.get(b"host", b"")):
            await negar_socket(scope, receive, send, 400)
            return
        origen = encabezados.get(b"origin")
        suyo = None if origen is None else _anfitrion(origen)
        propio = origen is None or (suyo is not None and suyo == _anfitrion(b"//" + encabezados.get(b"host", b"")))
        await (aplicacion if propio else rechazo)(scope, receive, send)

    return revisada


def _servido(host: bytes) -> bool:
    """¿Es uno de los nombres que se sirven? Es la misma regla con que Django mira el de las páginas."""
    nombre, _puerto = split_domain_port(host.decode("latin-1"))
    return bool(nombre) and validate_host(nombre, settings.ALLOWED_HOSTS)


def _anfitrion(direccion: bytes) -> str | None:
    """El anfitrión, sin puerto y en minúsculas; None si no se entiende o no lo hay («null», un archivo)."""
    try:
        return urlsplit(direccion.decode("latin-1")).hostname
    except ValueError:
        return None
