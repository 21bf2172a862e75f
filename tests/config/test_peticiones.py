"""Las peticiones corren en pocos hilos que se conservan, con su conexión, y lo que falla no los tumba."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import include, path

from config.servidor import peticiones
from config.servidor.peticiones import Manejador

TOPE_DE_HILOS = peticiones.HILOS


def hilo(peticion: HttpRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name + peticion.POST.get("dice", ""))


def falla(peticion: HttpRequest) -> HttpResponse:
    raise RuntimeError("a propósito")


def partes(peticion: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"una ", b"y otra"]))


SUELTA = threading.Event()


def lenta(peticion: HttpRequest) -> HttpResponse:
    """Como una derivación: si se manda algo, ocupa su hilo hasta que se le suelte."""
    assert peticion.method == "GET" or SUELTA.wait(30)
    return HttpResponse(threading.current_thread().name)


urlpatterns = [
    path("hilo/", hilo), path("falla/", falla), path("partes/", partes), path("cuenta/lenta/", lenta),
    path("cuenta/login/", lenta, name="account_login"), path("", include("config.portada.urls")),
    path("", include("suscripciones.urls")), path("recreo/", include("recreo.urls")),
    path("enlinea/", include("enlinea.urls")),
]  # fmt: skip


async def pide(
    camino: str, mandado: bytes | list[bytes] = b"", manejador: Manejador | None = None
) -> tuple[int, bytes]:
    pedazos = [mandado] if isinstance(mandado, bytes) else mandado
    encabezados = [(b"host", b"testserver"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope: dict[str, Any] = {
        "type": "http", "method": "POST" if any(pedazos) else "GET", "path": camino.partition("?")[0],
        "headers": encabezados, "query_string": b"",
    }  # fmt: skip
    uno = ApplicationCommunicator(manejador or Manejador(), scope)
    for n, pedazo in enumerate(pedazos, start=1):
        await uno.send_input({"type": "http.request", "body": pedazo, "more_body": n < len(pedazos)})
    inicio, todo = await uno.receive_output(30), b""
    while True:
        salida = await uno.receive_output(30)
        todo += salida.get("body", b"")
        if not salida.get("more_body"):
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


# --- lo que deriva claves ---------------------------------------------------------------------------------------------
@pytest.mark.asyncio
@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=["config.servidor.middleware.puerta_llena"])
async def test_las_claves_no_llenan_los_hilos_de_las_paginas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Con todas las puertas ocupadas y la cola llena, las páginas se atienden, y a quien no cupo se le dice."""
    monkeypatch.setattr(peticiones, "CABEN", 40)
    manejador = Manejador()
    SUELTA.clear()
    try:
        esperan = [asyncio.create_task(pide("/cuenta/lenta/", b"a=1", manejador)) for _ in range(40)]
        await asyncio.sleep(0)  # que todas hayan llegado
        paginas = await asyncio.gather(*(pide("/hilo/", b"", manejador) for _ in range(2 * TOPE_DE_HILOS)))
        assert {estado for estado, _cuerpo in paginas} == {200}
        while manejador._adentro < 40:
            await asyncio.sleep(0.01)
        no_cupo = await pide("/cuenta/lenta/", b"a=1", manejador)
        assert no_cupo[0] == 503
        assert "vuelve atrás y toca otra vez" in no_cupo[1].decode()
        # mirar la página de entrar no deriva nada
        assert (await pide("/cuenta/lenta/?mira=1", b"", manejador))[1].startswith(b"peticion")
    finally:
        SUELTA.set()
    hechas = await asyncio.gather(*esperan)
    assert {estado for estado, _cuerpo in hechas} == {200}
    hilos = {cuerpo for _estado, cuerpo in hechas}
    assert all(hilo.startswith(b"clave") for hilo in hilos)
    assert len(hilos) <= peticiones.HILOS_DE_CLAVES
    assert (await pide("/cuenta/lenta/", b"a=1", manejador))[0] == 200


@pytest.mark.asyncio
async def test_lo_mandado_por_pedazos_sin_decir_cuanto_mide_tambien_tiene_tope(settings: LazySettings) -> None:
    pedazos = [b"dice=" + b"a" * 60_000, b"b" * 60_000, b"c"]
    # todo por la misma puerta: con `override_settings` por fuera, al deshacerse quedaba puesto para las que siguen
    settings.ROOT_URLCONF, settings.MIDDLEWARE = __name__, ["config.servidor.middleware.sin_envios_enormes"]
    assert (await pide("/hilo/", [pedazos[0], pedazos[2]]))[0] == 200
    assert (await pide("/hilo/", pedazos))[0] == 413
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100_000
    estado, pagina = await pide("/hilo/", [*pedazos, b"nadie lo lee"])
    assert estado == 413 and "elige otro archivo" in pagina.decode(), "en blanco no se sabe qué pasó"
