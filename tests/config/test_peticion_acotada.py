"""La petición que no acaba de llegar se cierra, y la que llega a su paso se atiende."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from django.conf import LazySettings

from bench.comun import ws
from config.servidor.sobre_uvicorn.peticion_acotada import PeticionAcotada
from config.servidor.sobre_uvicorn.socket_directo import SocketDirecto

pytestmark = pytest.mark.asyncio
CABECERAS, CUERPO, PASO = 0.4, 0.6, 0.05
COMPLETA = b"GET / HTTP/1.1\r\nhost: domino.mx\r\n\r\n"
CON_CUERPO = b"POST / HTTP/1.1\r\nhost: domino.mx\r\ncontent-length: 9\r\n\r\n"


async def aplicacion(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Lee lo que le manden y dice cuánto fue; un socket, lo acepta y espera."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": "sigue"})
        return
    leido, falta = 0, True
    while falta:
        mensaje = await receive()
        if mensaje["type"] == "http.disconnect":
            return
        leido, falta = leido + len(mensaje.get("body", b"")), mensaje.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
    await send({"type": "http.response.body", "body": b"%d" % leido})


@pytest.fixture
def plazos(settings: LazySettings) -> None:
    settings.ESPERA_DE_CABECERAS, settings.ESPERA_DE_CUERPO = CABECERAS, CUERPO


@asynccontextmanager
async def servida(http: type[asyncio.Protocol] = PeticionAcotada) -> AsyncIterator[int]:
    ajustes = uvicorn.Config(
        aplicacion, port=0, lifespan="off", http=http, ws=SocketDirecto, log_config=None, timeout_keep_alive=30
    )
    servidor = uvicorn.Server(ajustes)
    servidor.config.load()
    servidor.lifespan = servidor.config.lifespan_class(servidor.config)
    await servidor.startup()
    try:
        yield servidor.servers[0].sockets[0].getsockname()[1]
    finally:
        servidor.should_exit = servidor.force_exit = True
        await servidor.shutdown()


async def hasta_que_cierre(puerto: int, *pedazos: bytes, cada: float = PASO, por: float = 5) -> tuple[bytes, float]:
    """Manda los pedazos, uno a cada paso, y lee hasta que el servidor cierre: lo leído y cuántos segundos pasaron."""
    lee, escribe = await asyncio.open_connection("127.0.0.1", puerto)
    hora = asyncio.get_running_loop().time
    empezo = hora()

    async def mandar() -> None:
        for pedazo in pedazos:
            escribe.write(pedazo)
            await asyncio.sleep(cada)

    mandando = asyncio.create_task(mandar())
    try:
        async with asyncio.timeout(por):
            leido = await lee.read()
    finally:
        mandando.cancel()
        escribe.close()
    return leido, hora() - empezo


MEDIAS = {
    "nada": ([], b"", CABECERAS),
    "cabeceras": ([b"GET / HTTP/1.1\r\nhost: "], b"408", CABECERAS),
    "gotea_cabeceras": ([b"GET / HTTP/1.1\r\n", *[b"x: y\r\n"] * 60], b"408", CABECERAS),
    "cuerpo": ([CON_CUERPO + b"dos"], b"408", CUERPO),
    "gotea_cuerpo": ([CON_CUERPO.replace(b"9", b"99"), *[b"x"] * 60], b"408", CUERPO),
    "la_segunda": ([COMPLETA, b"GET / HT"], b"408", CABECERAS + PASO),
    "la_segunda_pegada": ([COMPLETA + b"GET / HT"], b"408", CABECERAS),
}


@pytest.mark.usefixtures("plazos")
@pytest.mark.parametrize("cual", MEDIAS)
async def test_la_que_se_queda_a_medias_se_cierra_a_su_plazo(cual: str) -> None:
    pedazos, dice, plazo = MEDIAS[cual]
    async with servida() as puerto:
        leido, duro = await hasta_que_cierre(puerto, *pedazos)
    assert dice in leido
    assert plazo * 0.9 <= duro < plazo + 2


@pytest.mark.usefixtures("plazos")
async def test_con_la_de_uvicorn_se_espera_para_siempre() -> None:
    """Si esto falla, uvicorn ya pone plazo: `peticion_acotada` sobra."""
    async with servida(uvicorn.protocols.http.h11_impl.H11Protocol) as puerto:
        for pedazos, _dice, _plazo in (MEDIAS["cabeceras"], MEDIAS["cuerpo"]):
            with pytest.raises(TimeoutError):
                await hasta_que_cierre(puerto, *pedazos, por=CUERPO * 3)


@pytest.mark.usefixtures("plazos")
async def test_la_que_llega_despacio_pero_a_tiempo_se_atiende_y_la_conexion_sigue() -> None:
    async with servida() as puerto:
        lee, escribe = await asyncio.open_connection("127.0.0.1", puerto)
        for _vez in range(3):
            for pedazo in (CON_CUERPO[:20], CON_CUERPO[20:], b"123", b"456789"):
                escribe.write(pedazo)
                await asyncio.sleep(PASO)
            assert (await lee.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            assert await lee.readexactly(1) == b"9"
            await asyncio.sleep(CABECERAS * 1.5)  # entre una y otra el plazo es el de uvicorn
        escribe.close()


@pytest.mark.usefixtures("plazos")
async def test_un_socket_abierto_no_tiene_plazo() -> None:
    dichos: list[bytes] = []
    cerrado = asyncio.Event()
    async with servida() as puerto:
        enchufe = await ws.abrir(puerto, "/", dichos.append, lambda _codigo: cerrado.set())
        await asyncio.sleep(max(CABECERAS, CUERPO) * 1.5)
        enchufe.enviar(b"hola")
        async with asyncio.timeout(5):
            while not dichos:
                await asyncio.sleep(PASO)
        assert not cerrado.is_set()
        enchufe.cortar()
