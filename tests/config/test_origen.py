"""Un socket sólo lo abren nuestras páginas, también donde se acepta cualquier anfitrión (la demostración)."""

import pytest
from asgiref.typing import WebSocketScope
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings

from config.asgi import application

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def abre(**encabezados: str) -> bool:
    lista = [(nombre.encode(), valor.encode()) for nombre, valor in encabezados.items()]
    socket: WebsocketCommunicator[WebSocketScope] = WebsocketCommunicator(application, "/ws/mesa/1/", headers=lista)
    entro, _ = await socket.connect(timeout=20)
    await socket.disconnect(timeout=20)
    return entro


@pytest.mark.parametrize(
    ("origen", "anfitrion"),
    [
        ("http://192.168.1.7:8000", "192.168.1.7:8000"),
        ("http://192.168.1.7:8000", "192.168.1.7"),
        ("https://Domino.mx", "domino.mx"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
async def test_desde_nuestra_pagina_se_abre(origen: str, anfitrion: str) -> None:
    assert await abre(origin=origen, host=anfitrion)


@pytest.mark.parametrize(
    "origen",
    ["https://otro.mx", "http://192.168.1.70:8000", "http://192.168.1.7.otro.mx", "null", "", "file://", "http://[::1"],
)
async def test_desde_la_de_otro_sitio_no(origen: str) -> None:
    assert not await abre(origin=origen, host="192.168.1.7:8000")


async def test_lo_que_no_es_un_navegador_no_dice_de_donde_viene_y_se_abre() -> None:
    assert await abre(host="192.168.1.7:8000")


async def test_donde_se_sirve_un_nombre_sin_decir_de_donde_viene_no_se_abre_y_con_dos_origenes_en_ninguna_parte(
    settings: LazySettings,
) -> None:
    settings.ALLOWED_HOSTS = ["domino.mx"]
    assert await abre(origin="https://domino.mx", host="domino.mx")
    assert not await abre(host="domino.mx")
    assert not await abre(origin="https://otro.mx", host="otro.mx")
    settings.ALLOWED_HOSTS = ["*"]
    dos = [(b"origin", b"https://otro.mx"), (b"origin", b"https://domino.mx"), (b"host", b"domino.mx")]
    socket: WebsocketCommunicator[WebSocketScope] = WebsocketCommunicator(application, "/ws/mesa/1/", headers=dos)
    entro, _ = await socket.connect(timeout=20)
    assert not entro
