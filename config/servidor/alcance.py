"""Las capas de un socket (origen, galletas, sesión, cuenta, ruta) preparan su `scope` y se van.

Como las deja Channels, cada una sigue en la pila mientras dure el socket, con su copia del `scope` y su envoltura de
`send` (que en un socket no hace nada): con miles, decenas de megabytes y llamadas de más por mensaje.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from channels.routing import URLRouter
from django.urls import URLPattern

from config.base.medidas import SOCKETS
from config.servidor.negativa import negar_socket
from config.servidor.red import direccion_de, red_de
from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir
from config.vivo.cupos import por_red

LLEGARON = "casa.llegaron"
Llegaron: TypeAlias = list[tuple[Aplicacion, Mensaje]]


def sin_quedarse(capas: Callable[[Aplicacion], Aplicacion], rutas: Iterable[URLPattern]) -> Aplicacion:
    """Las rutas, con el `scope` que dejan las capas; si alguna no deja pasar, contesta ella.

    A la red que ya tiene todos sus sockets abiertos no se le abre otro (D233).
    """
    pila = capas(URLRouter([URLPattern(r.pattern, _anotar(r.callback), r.default_args, r.name) for r in rutas]))

    async def preparada(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        llegaron: Llegaron = []
        red = red_de(direccion_de(scope))
        # antes que nada: buscar la sesión ya cuesta un viaje a la base
        if not por_red.entrar(red):
            await negar_socket(scope, receive, send, 429)
            return
        try:
            await pila({**scope, LLEGARON: llegaron}, receive, send)
            if llegaron:
                consumidor, completo = llegaron.pop()
                await _contado(consumidor, completo, receive, send)
        finally:
            por_red.salir(red)

    return preparada


async def _contado(consumidor: Aplicacion, completo: Mensaje, receive: Recibir, send: Enviar) -> None:
    """Sólo llega aquí lo que tiene ruta: «mesa», «sala» o «recreo»."""
    cual = completo["path"].split("/")[2]
    SOCKETS.sumar(cual)
    try:
        await consumidor(completo, receive, send)
    finally:
        SOCKETS.sumar(cual, -1)


def _anotar(consumidor: Aplicacion) -> Aplicacion:
    """Hasta aquí llegan las capas: quién lo atiende y con qué `scope`."""

    async def anotar(scope: Mensaje, _receive: Recibir, _send: Enviar) -> None:
        scope.pop(LLEGARON).append((consumidor, scope))

    return anotar
