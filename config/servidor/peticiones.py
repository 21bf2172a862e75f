"""Las peticiones HTTP, cada una de un solo salto: del lazo a un hilo que ya existe y de regreso.

El manejador ASGI de Django estrena un hilo por petición (y con él su conexión a la base, con sus funciones y ajustes)
y salta otra vez para cada señal y para cerrar la respuesta. Aquí todas las vistas son síncronas: la petición entera
corre de corrido en uno de pocos hilos, que conservan su conexión lo que diga `CONN_MAX_AGE`.

Lo que se manda a la cuenta (entrar, alta, contraseña nueva) deriva una clave, que ocupa un hilo tres décimas: va en su
propio grupo, pequeño y con una cola que tiene fin. Quien espera ahí no ocupa hilo, y las demás páginas ni se enteran.
"""

from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

from asgiref.sync import SyncToAsync, sync_to_async
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted, RequestDataTooBig
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.servidor.middleware import NO_CUPO, PUERTA_LLENA

Mensaje = Mapping[str, Any]

# tantos como conexiones en la reserva: más sólo harían fila por una
HILOS: int = settings.RESERVA_DE_CONEXIONES
_ejecutor = ThreadPoolExecutor(max_workers=HILOS, thread_name_prefix="peticion")

HILOS_DE_CLAVES = 2
CABEN = 48
"""Cuántas a la vez, entre las que se atienden y las que esperan: a la última le toca en unos siete segundos."""
DERIVAN = ("/cuenta/", "/administracion/login/", "/administracion/password_change/")
"""Dónde se manda lo que deriva claves: lo comprueba `tests/suscripciones/test_mismo_trabajo.py`."""
_de_claves = ThreadPoolExecutor(max_workers=HILOS_DE_CLAVES, thread_name_prefix="clave")


class Manejador(ASGIHandler):
    """El de Django, con la cadena de capas síncrona."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware()
        self._en_hilo = SyncToAsync(self._atender, thread_sensitive=False, executor=_ejecutor)
        self._con_clave = SyncToAsync(self._atender, thread_sensitive=False, executor=_de_claves)
        self._adentro = 0

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
        except RequestDataTooBig:
            scope, cuerpo = {**scope, NO_CUPO: True}, BytesIO()  # su página lo dice: sin cuerpo quedaba en blanco
        try:
            respuesta = await self._repartir(scope, cuerpo)
            await self.send_response(respuesta, send)
            if respuesta.streaming:
                await sync_to_async(respuesta.close, thread_sensitive=False)()
        finally:
            cuerpo.close()

    async def _repartir(self, scope: dict[str, Any], cuerpo: BytesIO) -> HttpResponseBase:
        """Al grupo que le toca; si en el de las claves ya no cabe, al otro, que sólo lo dice."""
        if scope["method"] != "POST" or not scope["path"].startswith(DERIVAN):
            respuesta: HttpResponseBase = await self._en_hilo(scope, cuerpo)
            return respuesta
        if self._adentro >= CABEN:
            llena: HttpResponseBase = await self._en_hilo({**scope, PUERTA_LLENA: True}, cuerpo)
            return llena
        self._adentro += 1
        try:
            con_clave: HttpResponseBase = await self._con_clave(scope, cuerpo)
            return con_clave
        finally:
            self._adentro -= 1

    async def read_body(self, receive: Callable[[], Awaitable[Mensaje]]) -> BytesIO:
        """Como el de Django, pero deja de leer donde ninguna página lo admitiría: por pedazos cabe un disco entero.

        Levanta `RequestAborted` si se fue y `RequestDataTooBig` si pasa de `DATA_UPLOAD_MAX_MEMORY_SIZE`.
        """
        leidos, largo, sigue = [], 0, True
        while sigue:
            mensaje = await receive()
            if mensaje["type"] == "http.disconnect":
                raise RequestAborted
            pedazo = mensaje.get("body", b"")
            leidos.append(pedazo)
            largo, sigue = largo + len(pedazo), mensaje.get("more_body", False)
            if largo > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
                raise RequestDataTooBig
        return BytesIO(b"".join(leidos))

    def _atender(self, scope: dict[str, Any], cuerpo: BytesIO) -> HttpResponseBase:
        """La petición entera. Lo que ya está completo se cierra aquí mismo, donde está su conexión."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        peticion, mala = self.create_request(scope, cuerpo)
        if peticion is not None:
            # el mandado por pedazos no dice cuánto mide, y por eso se mira antes de partirlo en campos
            peticion.META["CONTENT_LENGTH"] = str(len(cuerpo.getbuffer()))
        respuesta = self.get_response(peticion) if peticion is not None else mala
        assert respuesta is not None
        # quien oye `request_finished` recibe la clase del manejador
        vars(respuesta)["_handler_class"] = self.__class__
        if isinstance(respuesta, FileResponse):
            respuesta.block_size = self.chunk_size
        if not respuesta.streaming:
            respuesta.close()
        return respuesta
