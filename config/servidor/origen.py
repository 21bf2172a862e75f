"""Un socket sólo se abre desde nuestras propias páginas: la galleta de la sesión va también en los que abre otro sitio.

`ALLOWED_HOSTS` no basta: fuera de producción deja pasar cualquier anfitrión, para servir en la red de la casa.
"""

from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier

from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir


def del_mismo_sitio(aplicacion: Aplicacion) -> Aplicacion:
    """Rechaza el socket que un navegador abre desde una página de otro anfitrión.

    El puerto no cuenta: hay proxis que lo quitan, y la galleta tampoco lo distingue. Sin `Origin` no es un navegador,
    y no trae galletas ajenas.
    """
    rechazo: Aplicacion = WebsocketDenier()

    async def revisada(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        encabezados = dict(scope.get("headers", ()))
        origen = encabezados.get(b"origin")
        suyo = None if origen is None else _anfitrion(origen)
        propio = origen is None or (suyo is not None and suyo == _anfitrion(b"//" + encabezados.get(b"host", b"")))
        await (aplicacion if propio else rechazo)(scope, receive, send)

    return revisada


def _anfitrion(direccion: bytes) -> str | None:
    """El anfitrión, sin puerto y en minúsculas; None si no se entiende o no lo hay («null», un archivo)."""
    try:
        return urlsplit(direccion.decode("latin-1")).hostname
    except ValueError:
        return None
