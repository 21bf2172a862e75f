"""Las capas de un socket (origen, galletas, sesión, cuenta, ruta) preparan su `scope` y se van.

Como las deja Channels, cada una sigue en la pila mientras dure el socket, con su copia del `scope` y su envoltura de
`send` (que en un socket no hace nada): con miles, decenas de megabytes y llamadas de más por mensaje.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from channels.routing import URLRouter
from django.urls import URLPattern

from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir

LLEGARON = "casa.llegaron"
Llegaron: TypeAlias = list[tuple[Aplicacion, Mensaje]]


def sin_quedarse(capas: Callable[[Aplicacion], Aplicacion], rutas: Iterable[URLPattern]) -> Aplicacion:
    """Las rutas, con el `scope` que dejan las capas; si alguna no deja pasar, contesta ella."""
    pila = capas(URLRouter([URLPattern(r.pattern, _anotar(r.callback), r.default_args, r.name) for r in rutas]))

    async def preparada(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        llegaron: Llegaron = []
        await pila({**scope, LLEGARON: llegaron}, receive, send)
        if llegaron:
            consumidor, completo = llegaron.pop()
            await consumidor(completo, receive, send)

    return preparada


def _anotar(consumidor: Aplicacion) -> Aplicacion:
    """Hasta aquí llegan las capas: quién lo atiende y con qué `scope`."""

    async def anotar(scope: Mensaje, _receive: Recibir, _send: Enviar) -> None:
        scope.pop(LLEGARON).append((consumidor, scope))

    return anotar
