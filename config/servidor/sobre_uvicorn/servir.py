"""Cómo atiende uvicorn: sin comprimir, sin su propio pulso, con plazo para cada petición y con nuestro socket."""

import signal
import socket
from types import FrameType

import uvicorn
from django.conf import settings

from config.servidor.sobre_uvicorn.peticion_acotada import PeticionAcotada
from config.servidor.sobre_uvicorn.socket_directo import SocketDirecto
from config.servidor.sobre_uvicorn.vaciar import ServidorQueVacia

# de sobra para cualquier orden; más grande, el socket se cierra sin guardarlo
MENSAJE_MAXIMO = 65_536


def servir(enchufe: socket.socket, *, detras_de_proxy: bool = False) -> None:
    """Atiende hasta que le pidan parar; SIGINT y SIGTERM avisan a los navegadores y terminan en paz.

    `detras_de_proxy`: sólo se llega por él, así que se le cree quién llama.
    """
    ajustes = uvicorn.Config(
        "config.asgi:application",
        lifespan="on",
        http=PeticionAcotada,
        ws=SocketDirecto,
        ws_per_message_deflate=False,
        ws_max_size=MENSAJE_MAXIMO,
        # cada página late por su cuenta; otro pulso por debajo sólo cuesta
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=detras_de_proxy,
        forwarded_allow_ips="*" if detras_de_proxy else None,
        timeout_graceful_shutdown=15 if detras_de_proxy else 5,
    )
    # uvicorn, ya cerrado, devuelve la señal a quien la atendía antes
    signal.signal(signal.SIGTERM, _callada)
    signal.signal(signal.SIGINT, _callada)
    servidor = ServidorQueVacia(ajustes)
    servidor.de_a_poco = detras_de_proxy and settings.PROCESOS > 1
    servidor.run(sockets=[enchufe])


def _callada(senal: int, marco: FrameType | None) -> None:
    """La señal ya hizo su trabajo."""
