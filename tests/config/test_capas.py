"""Las capas de un socket preparan su `scope` y se van: no quedan en la pila ni guardan nada mientras dure."""

import asyncio
import weakref
from typing import Any

import pytest
from django.urls import re_path

from config.servidor.alcance import sin_quedarse
from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir

pytestmark = pytest.mark.asyncio


class Peso:
    """Algo que una capa deja en el `scope`."""


async def nada(*_: Any) -> Any:
    """Ni recibe ni envía."""


async def test_el_consumidor_recibe_lo_que_dejan_las_capas_y_nadie_mas_lo_guarda() -> None:
    visto: dict[str, Any] = {}
    sigue, mirado = asyncio.Event(), asyncio.Event()

    def capas(dentro: Aplicacion) -> Aplicacion:
        async def capa(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
            peso = Peso()
            visto["rastro"] = weakref.ref(peso)
            await dentro({**scope, "peso": peso}, receive, send)

        return capa

    async def consumidor(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        visto["peso"] = type(scope.pop("peso"))
        visto["id"] = scope["url_route"]["kwargs"]["id"]
        visto["directos"] = receive is nada and send is nada
        sigue.set()
        await mirado.wait()

    aplicacion = sin_quedarse(capas, [re_path(r"^mesa/(?P<id>\d+)/$", consumidor)])
    tarea = asyncio.ensure_future(aplicacion({"type": "websocket", "path": "/mesa/7/"}, nada, nada))
    await asyncio.wait_for(sigue.wait(), 5)
    assert visto["peso"] is Peso and visto["id"] == "7" and visto["directos"]
    assert visto["rastro"]() is None, "una capa lo sigue guardando"
    mirado.set()
    await tarea


async def test_si_una_capa_no_deja_pasar_contesta_ella() -> None:
    dichos: list[str] = []

    def capas(_dentro: Aplicacion) -> Aplicacion:
        async def niega(_scope: Mensaje, _receive: Recibir, send: Enviar) -> None:
            await send({"type": "websocket.close"})

        return niega

    async def anotar(mensaje: Mensaje) -> None:
        dichos.append(mensaje["type"])

    async def consumidor(_scope: Mensaje, _receive: Recibir, _send: Enviar) -> None:
        dichos.append("entró")

    aplicacion = sin_quedarse(capas, [re_path(r"", consumidor)])
    await aplicacion({"type": "websocket", "path": "/"}, nada, anotar)
    assert dichos == ["websocket.close"]
