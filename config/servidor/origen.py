"""Un socket sólo se abre con un nombre que servimos y desde nuestras propias páginas: la galleta de la sesión va
también en los que abre otro sitio.

`ALLOWED_HOSTS` no basta para lo segundo: puede dejar pasar cualquier anfitrión, o varios que no son el mismo sitio.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from config.servidor.negativa import negar_socket
from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir


def del_mismo_sitio(aplicacion: Aplicacion) -> Aplicacion:
    """Rechaza el socket que un navegador abre desde una página de otro anfitrión.

    El puerto no cuenta: hay proxis que lo quitan, y la galleta tampoco lo distingue. Sin `Origin` no es un navegador:
    sólo entra donde se sirve cualquier nombre.
    """
    rechazo: Aplicacion = WebsocketDenier()

    async def revisada(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        encabezados = scope.get("headers", ())
        host = dict(encabezados).get(b"host", b"")
        origenes = tuple([valor for nombre, valor in encabezados if nombre == b"origin"])
        if not _servido(host, tuple(settings.ALLOWED_HOSTS)):
            await negar_socket(scope, receive, send, 400)
        elif _propio(host, origenes, "*" in settings.ALLOWED_HOSTS):
            await aplicacion(scope, receive, send)
        else:
            await rechazo(scope, receive, send)

    return revisada


# los miles que vuelven juntos vienen de la misma página: partir sus direcciones era la octava parte de abrirlos (D697)
@lru_cache(maxsize=64)
def _servido(host: bytes, nombres: tuple[str, ...]) -> bool:
    """¿Es uno de los nombres que se sirven? Es la misma regla con que Django mira el de las páginas."""
    nombre, _puerto = split_domain_port(host.decode("latin-1"))
    return bool(nombre) and validate_host(nombre, nombres)


@lru_cache(maxsize=64)
def _propio(host: bytes, origenes: tuple[bytes, ...], cualquiera: bool) -> bool:
    """¿Lo abre una página del mismo anfitrión? El anfitrión ya se sabe que es nuestro."""
    if not origenes:
        return cualquiera
    suyo = _anfitrion(origenes[0])
    return len(origenes) == 1 and suyo is not None and suyo == _anfitrion(b"//" + host)


def _anfitrion(direccion: bytes) -> str | None:
    """El anfitrión, sin puerto y en minúsculas; None si no se entiende o no lo hay («null», un archivo)."""
    try:
        return urlsplit(direccion.decode("latin-1")).hostname
    except ValueError:
        return None
