"""Las peticiones HTTP, cada una de un solo salto: del lazo a un hilo que ya existe y de regreso.

El manejador ASGI de Django estrena un hilo por petición (y con él su conexión a la base, con sus funciones y ajustes)
y salta otra vez para cada señal y para cerrar la respuesta. Aquí todas las vistas son síncronas: la petición entera
corre de corrido en uno de pocos hilos, que conservan su conexión lo que diga `CONN_MAX_AGE`.
"""

from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from asgiref.sync import SyncToAsync, sync_to_async
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

Mensaje = Mapping[str, Any]

# tantos como conexiones en la reserva: más sólo harían fila por una
HILOS: int = settings.RESERVA_DE_CONEXIONES
_ejecutor = ThreadPoolExecutor(max_workers=HILOS, thread_name_prefix="peticion")


class Manejador(ASGIHandler):
    """El de Django, con la cadena de capas síncrona."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware()
        self._en_hilo = SyncToAsync(self._atender, thread_sensitive=False, executor=_ejecutor)

    async def handle(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Mensaje]],
        send: Callable[[Mensaje], Awaitable[None]],
    ) -> None:
        """Lee el cuerpo, atiende en un hilo y escribe. Si el otro lado se fue, uvicorn descarta lo que se escriba."""
        try:
            cuerpo = await self.read_body(receive)
        except RequestAborted:
            return
        try:
            respuesta = await self._en_hilo(scope, cuerpo)
            await self.send_response(respuesta, send)
            if respuesta.streaming:
                await sync_to_async(respuesta.close, thread_sensitive=False)()
        finally:
            cuerpo.close()

    def _atender(self, scope: dict[str, Any], cuerpo: IO[bytes]) -> HttpResponseBase:
        """La petición entera. Lo que ya está completo se cierra aquí mismo, donde está su conexión."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        peticion, mala = self.create_request(scope, cuerpo)
        respuesta = self.get_response(peticion) if peticion is not None else mala
        assert respuesta is not None
        # quien oye `request_finished` recibe la clase del manejador
        vars(respuesta)["_handler_class"] = self.__class__
        if isinstance(respuesta, FileResponse):
            respuesta.block_size = self.chunk_size
        if not respuesta.streaming:
            respuesta.close()
        return respuesta
