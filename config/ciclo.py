"""Ciclo de vida del proceso ASGI: arranca y para las tareas periódicas."""

import gc

from django.conf import settings

from config import tareas
from config.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir

UMBRALES_DE_BASURA = (2_000, 2, 25_000)
BASURA_VIEJA_CADA = 3_600.0
"""Segundos. Lo que deja en círculo cada socket que se va (unos 4 KB) sólo lo suelta una recolección completa."""


def con_tareas(aplicacion: Aplicacion) -> Aplicacion:
    """uvicorn avisa del arranque (`lifespan`); daphne no, y ahí arrancan con la primera conexión."""

    # daphne los pasa por nombre
    async def envuelta(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        if scope["type"] == "lifespan":
            await _vida(receive, send)
            return
        # una prueba que habla con la aplicación sin servidor no quiere tareas de fondo
        if settings.ENTORNO != "pruebas":
            tareas.arrancar()
        await aplicacion(scope, receive, send)

    return envuelta


async def _vida(recibir: Recibir, enviar: Enviar) -> None:
    while True:
        mensaje = await recibir()
        if mensaje["type"] == "lifespan.startup":
            _serenar_la_basura()
            tareas.registrar_por_proceso("basura", BASURA_VIEJA_CADA, gc.collect)
            tareas.arrancar()
            await enviar({"type": "lifespan.startup.complete"})
        elif mensaje["type"] == "lifespan.shutdown":
            await tareas.parar()
            await enviar({"type": "lifespan.shutdown.complete"})
            return


def _serenar_la_basura() -> None:
    """Con miles de sockets una recolección completa detiene el proceso décimas de segundo: que sea rara.

    Las otras dos, chicas y seguidas: recorrer 50 000 objetos de una vez detenía a todas las mesas de 50 a 90 ms. Lo que
    ya se cargó no se vuelve a recorrer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*UMBRALES_DE_BASURA)
