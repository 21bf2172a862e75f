"""El socket del servidor con su atajo: se porta como el de uvicorn aunque las tramas lleguen partidas o mal hechas."""

import asyncio
import gc
import socket
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bench.comun.ws import Enchufe as Cliente
from bench.comun.ws import abrir, trama
from config.servidor.sobre_uvicorn.socket_directo import EXTENSION, SocketDirecto

MAXIMO = 65_536
PARCIAL_DE_TEXTO, CONTINUA, TERMINA, BINARIO = 0x01, 0x00, 0x80, 0x82
PING, PONG = 0x89, 0x8A


class Aplicacion:
    """Contesta cada mensaje; `directa` usa el atajo y si no, ASGI."""

    def __init__(self, directa: bool) -> None:
        self.directa = directa
        self.llegaron: list[bytes] = []
        self.se_fue: int | None = None
        self.directo: SocketDirecto | None = None

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Any]) -> None:
        assert scope["type"] == "websocket"
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        if self.directa:
            self.directo = scope["extensions"][EXTENSION]
            self.directo.recibidor = self._directo
        while True:
            mensaje = await receive()
            if mensaje["type"] == "websocket.disconnect":
                self.se_fue = mensaje["code"]
                return
            assert not self.directa
            crudo = mensaje.get("bytes") or mensaje["text"].encode()
            self.llegaron.append(crudo)
            with suppress(OSError):
                await send({"type": "websocket.send", "text": f"{len(crudo)}"})

    def _directo(self, crudo: bytes) -> None:
        assert self.directo is not None
        self.llegaron.append(crudo)
        self.directo.escribir(b"%d" % len(crudo))


class Prueba:
    """Una aplicación servida y un cliente que le escribe octetos tal cual."""

    def __init__(self, aplicacion: Aplicacion, cliente: Cliente, servidor: uvicorn.Server) -> None:
        self.aplicacion, self.cliente, self.servidor = aplicacion, cliente, servidor
        self.respuestas: list[bytes] = []
        self.codigo: int | None = None

    async def hasta(self, condicion: Callable[[], Any]) -> None:
        async with asyncio.timeout(20):
            while not condicion():
                await asyncio.sleep(0.002)


@asynccontextmanager
async def sirviendo(directa: bool) -> AsyncIterator[Prueba]:
    aplicacion = Aplicacion(directa)
    clase = SocketDirecto if directa else WebSocketsSansIOProtocol
    ajustes = uvicorn.Config(
        aplicacion, ws=clase, ws_max_size=MAXIMO, ws_per_message_deflate=False, lifespan="off", log_config=None,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    servidor = uvicorn.Server(ajustes)
    with socket.socket() as puerto:
        puerto.bind(("127.0.0.1", 0))
        ajustes.load()
        servidor.lifespan = ajustes.lifespan_class(ajustes)
        await servidor.startup(sockets=[puerto])
        try:
            respuestas: list[bytes] = []
            codigos: list[int] = []
            cliente = await abrir(puerto.getsockname()[1], "/", respuestas.append, codigos.append)
            prueba = Prueba(aplicacion, cliente, servidor)
            prueba.respuestas = respuestas
            yield prueba
            cliente.cortar()
        finally:
            await servidor.shutdown(sockets=[puerto])


def correr(directa: bool, guion: Callable[[Prueba], Awaitable[None]]) -> None:
    async def todo() -> None:
        async with sirviendo(directa) as prueba:
            await guion(prueba)

    asyncio.run(todo())


LARGOS = (0, 1, 125, 126, 127, 4_000, 65_535, MAXIMO)
los_dos = pytest.mark.parametrize("directa", [True, False], ids=["directo", "uvicorn"])


@los_dos
@pytest.mark.parametrize("corte", [1, 2, 3, 5, 7, 1_000, 10**9])
def test_las_tramas_llegan_enteras_partanse_como_se_partan(directa: bool, corte: int) -> None:
    largos = LARGOS if corte >= 1_000 else LARGOS[:6]
    todo = b"".join(trama(b"x" * largo) for largo in largos)

    async def guion(p: Prueba) -> None:
        for i in range(0, len(todo), corte):
            p.cliente.escribir(todo[i : i + corte])
            if corte < 10:
                await asyncio.sleep(0)
        await p.hasta(lambda: len(p.respuestas) == len(largos))
        assert [len(x) for x in p.aplicacion.llegaron] == list(largos)
        assert p.respuestas == [b"%d" % largo for largo in largos]

    correr(directa, guion)


@los_dos
def test_un_mensaje_en_partes_con_un_ping_en_medio(directa: bool) -> None:
    async def guion(p: Prueba) -> None:
        pongs: list[bytes] = []
        p.cliente._otra = lambda cabeza, cuerpo: pongs.append(cuerpo)  # type: ignore[method-assign]
        p.cliente.escribir(trama(b"uno,", PARCIAL_DE_TEXTO) + trama(b"hola", PING) + trama("dós,".encode(), CONTINUA))
        await p.hasta(lambda: pongs == [b"hola"])
        assert p.aplicacion.llegaron == []
        p.cliente.escribir(trama(b"tres", TERMINA) + trama(b"otro"))
        await p.hasta(lambda: len(p.respuestas) == 2)
        assert p.aplicacion.llegaron == ["uno,dós,tres".encode(), b"otro"]

    correr(directa, guion)


SIN_MASCARA = b"\x81\x04hola"
MAL_HECHAS = {
    "sin máscara": (SIN_MASCARA, 1002),
    "texto a medias de otro": (trama(b"uno", PARCIAL_DE_TEXTO) + trama(b"dos"), 1002),
    "continuación de nada": (trama(b"uno", TERMINA), 1002),
    "bits reservados": (trama(b"uno", 0xC1), 1002),
    "ping de 126": (trama(b"x" * 126, PING), 1002),
    "no es UTF-8": (trama(b"\xff\xfe"), 1007),
    "no es UTF-8, en partes": (trama(b"\xff", PARCIAL_DE_TEXTO) + trama(b"\xfe", TERMINA), 1007),
    "demasiado grande": (trama(b"x" * (MAXIMO + 1)), 1009),
    "anuncia de más y no manda": (b"\x81\xff" + (2**40).to_bytes(8, "big"), 1009),
    "en partes, demasiado grande": (trama(b"x" * MAXIMO, PARCIAL_DE_TEXTO) + trama(b"x", TERMINA), 1009),
}


@los_dos
@pytest.mark.parametrize("caso", MAL_HECHAS)
def test_lo_mal_hecho_se_cierra_con_su_codigo(directa: bool, caso: str) -> None:
    octetos, codigo = MAL_HECHAS[caso]

    async def guion(p: Prueba) -> None:
        p.cliente.escribir(trama(b"antes"))
        await p.hasta(lambda: p.respuestas)
        p.cliente.escribir(octetos)
        p.cliente.escribir(trama(b"despues"))
        await p.hasta(lambda: p.aplicacion.se_fue)
        assert p.aplicacion.llegaron == [b"antes"]
        await p.hasta(lambda: p.cliente.codigo == codigo)

    correr(directa, guion)


@los_dos
def test_quien_cierra_bien_recibe_su_cierre(directa: bool) -> None:
    async def guion(p: Prueba) -> None:
        p.cliente.escribir(trama(b"uno") + trama((1000).to_bytes(2, "big"), 0x88) + trama(b"despues"))
        await p.hasta(lambda: p.aplicacion.se_fue == 1000)
        await p.hasta(lambda: p.cliente.codigo == 1000)
        assert p.aplicacion.llegaron == [b"uno"]

    correr(directa, guion)


def test_al_parar_avisa_con_1012() -> None:
    async def guion(p: Prueba) -> None:
        for conexion in list(p.servidor.server_state.connections):
            conexion.shutdown()
        await p.hasta(lambda: p.cliente.codigo == 1012)
        await p.hasta(lambda: p.aplicacion.se_fue == 1012)

    correr(True, guion)


def test_quien_no_lee_lo_llena_y_al_leer_no_falta_nada() -> None:
    async def guion(p: Prueba) -> None:
        directo = p.aplicacion.directo
        assert directo is not None and p.cliente.transporte is not None
        desahogos: list[int] = []
        directo.al_desahogar = lambda: desahogos.append(len(p.respuestas))
        p.cliente.transporte.pause_reading()  # type: ignore[attr-defined]
        mandados = 0
        while not directo.lleno:
            directo.escribir(b"%06d" % mandados + b"v" * 5_000)
            mandados += 1
            await asyncio.sleep(0)
        assert not desahogos
        p.cliente.transporte.resume_reading()  # type: ignore[attr-defined]
        await p.hasta(lambda: len(p.respuestas) == mandados)
        assert desahogos and not directo.lleno
        assert [int(x[:6]) for x in p.respuestas] == list(range(mandados))

    correr(True, guion)


def test_a_quien_se_fue_no_se_le_escribe() -> None:
    async def guion(p: Prueba) -> None:
        directo = p.aplicacion.directo
        assert directo is not None
        p.cliente.cortar()
        await p.hasta(lambda: p.aplicacion.se_fue)
        with pytest.raises(OSError):
            directo.escribir(b"hola")
        assert directo.recibidor is None

    correr(True, guion)


@los_dos
def test_el_socket_que_se_fue_no_espera_al_recolector(directa: bool) -> None:
    """Con la recolección completa una vez por hora, quien va y viene mil veces dejaba megas (medido: 900 en 30 min)."""

    async def guion(p: Prueba) -> None:
        (suyo,) = p.servidor.server_state.connections
        vivos = [weakref.ref(suyo)]
        if directa:  # el de uvicorn a secas no lo suelta
            vivos += [weakref.ref(suyo.conn), weakref.ref(suyo.conn.reader)]
        del suyo
        p.cliente.escribir(trama(b"hola"))
        await p.hasta(lambda: p.respuestas)
        p.cliente.cortar()
        await p.hasta(lambda: p.aplicacion.se_fue is not None)
        p.aplicacion.directo = None
        gc.disable()
        try:
            await p.hasta(lambda: not any(vivo() for vivo in vivos))
        finally:
            gc.enable()

    correr(directa, guion)
