"""Ciclo de vida del proceso ASGI: arranca y para las tareas periódicas."""

import gc

from django.conf import settings

from config.servidor import metricas
from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir
from config.vivo import tareas

UMBRALES_DE_BASURA = (20_000, 20, 25_000)
BASURA_VIEJA_CADA = 3_600.0
"""Segundos. Lo que queda en círculo sólo lo suelta la recolección completa; los sockets que se van no dejan nada."""


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
            metricas.abrir()
            await enviar({"type": "lifespan.startup.complete"})
        elif mensaje["type"] == "lifespan.shutdown":
            await tareas.parar()
            await enviar({"type": "lifespan.shutdown.complete"})
            return


def _serenar_la_basura() -> None:
    """Con miles de sockets una recolección completa detiene el proceso décimas de segundo: que sea rara.

    Las otras dos, también: lo que cuenta es lo que nace menos lo que muere, y las mesas cambian unos objetos por otros.
    Con 2 000 de umbral se llegaba por puro vaivén cada dos segundos, y cada vez se recorría el estado de miles de
    mesas, de 10 a 80 ms, sin hallar nada. Lo que ya se cargó no se vuelve a recorrer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*UMBRALES_DE_BASURA)
