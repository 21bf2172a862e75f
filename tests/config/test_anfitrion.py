"""Con qué nombre se llega: el que no se sirve es un 400 en todo, y la página sólo abre los sockets del suyo."""

from typing import Any

import pytest
from asgiref.typing import WebSocketScope
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings
from django.test import Client

from config.asgi import application

NUESTRO, AJENO = "domino.mx", "otro.mx"


@pytest.fixture(autouse=True)
def nombres(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = [NUESTRO]


@pytest.mark.una_base
@pytest.mark.django_db
@pytest.mark.parametrize("de_produccion", [False, True], ids=["http", "exige_https"])
@pytest.mark.parametrize(
    "ruta",
    ["/", "/salud", "/robots.txt", "/static/css/base.css", "/recreo/", "/enlinea/", "/no/existe", "/cuenta/login/"],
)
def test_con_un_nombre_ajeno_todo_es_un_400(
    ruta: str, de_produccion: bool, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SESSION_COOKIE_SECURE = de_produccion
    settings.SECURE_SSL_REDIRECT = False
    for nombre in (AJENO, f"{NUESTRO}.{AJENO}", "", "domino.mx@otro.mx"):
        assert Client().get(ruta, headers={"host": nombre}).status_code == 400, nombre
    assert caplog.records == [] or all(r.exc_info is None and r.levelname == "WARNING" for r in caplog.records)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("camino", ["/ws/sala/", "/ws/mesa/1/", "/ws/recreo/ABC123/"])
async def test_un_socket_con_un_nombre_ajeno_tampoco(camino: str) -> None:
    assert await contesta(camino, AJENO) == 400
    assert await contesta(camino, NUESTRO) is None


async def contesta(camino: str, host: str) -> int | None:
    """Con qué estado se niega; None si se abre."""
    socket: WebsocketCommunicator[WebSocketScope] = WebsocketCommunicator(
        application, camino, headers=[(b"host", host.encode())]
    )
    alcance: Any = socket.scope
    alcance["extensions"] = {"websocket.http.response": {}}
    await socket.send_input({"type": "websocket.connect"})
    salida: Any = await socket.receive_output(timeout=20)
    await socket.disconnect(timeout=20)
    return salida.get("status")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seguro", "host", "origen"),
    [
        (False, NUESTRO, f"ws://{NUESTRO}"),
        (False, f"{NUESTRO}:8000", f"ws://{NUESTRO}:8000"),
        (True, NUESTRO, f"wss://{NUESTRO}"),
    ],
)
def test_la_pagina_solo_abre_los_sockets_de_su_nombre(seguro: bool, host: str, origen: str) -> None:
    politica = Client().get("/", headers={"host": host}, secure=seguro)["Content-Security-Policy"]
    reglas = dict(r.strip().split(" ", 1) for r in politica.split(";"))
    assert reglas["connect-src"].split() == ["'self'", origen]


@pytest.mark.django_db
def test_con_una_ipv6_basta_el_propio_origen(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["[::1]"]
    politica = Client().get("/", headers={"host": "[::1]:8000"})["Content-Security-Policy"]
    assert politica.endswith("; connect-src 'self'")
