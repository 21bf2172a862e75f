"""Las peticiones corren en pocos hilos que se conservan, con su conexión, y lo que falla no los tumba."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from config.servidor import peticiones
from config.servidor.peticiones import Manejador

TOPE_DE_HILOS = peticiones.HILOS


def hilo(peticion: HttpRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name + peticion.POST.get("dice", ""))


def falla(peticion: HttpRequest) -> HttpResponse:
    raise RuntimeError("a propósito")


def partes(peticion: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"una ", b"y otra"]))


urlpatterns = [path("hilo/", hilo), path("falla/", falla), path("partes/", partes)]


async def pide(camino: str, cuerpo: bytes = b"") -> tuple[int, bytes]:
    encabezados = [(b"host", b"testserver"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope: dict[str, Any] = {
        "type": "http", "method": "POST" if cuerpo else "GET", "path": camino, "headers": encabezados,
        "query_string": b"",
    }  # fmt: skip
    uno = ApplicationCommunicator(Manejador(), scope)
    await uno.send_input({"type": "http.request", "body": cuerpo})
    inicio, todo = await uno.receive_output(5), b""
    while True:
        pedazo = await uno.receive_output(5)
        todo += pedazo.get("body", b"")
        if not pedazo.get("more_body"):
            return inicio["status"], todo


@pytest.mark.asyncio
@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
async def test_muchas_peticiones_a_la_vez_caben_en_los_mismos_hilos() -> None:
    respuestas = await asyncio.gather(*(pide("/hilo/") for _ in range(3 * TOPE_DE_HILOS)))
    assert {estado for estado, _cuerpo in respuestas} == {200}
    assert all(cuerpo.startswith(b"peticion") for _estado, cuerpo in respuestas)
    assert len({cuerpo for _estado, cuerpo in respuestas}) <= TOPE_DE_HILOS


@pytest.mark.asyncio
@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
async def test_el_cuerpo_llega_lo_partido_sale_entero_y_una_falla_es_500() -> None:
    assert (await pide("/hilo/", b"dice=hola"))[1].endswith(b"hola")
    assert await pide("/partes/") == (200, b"una y otra")
    assert (await pide("/falla/"))[0] == 500
    assert (await pide("/nada/"))[0] == 404
