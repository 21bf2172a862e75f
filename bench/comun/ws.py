"""Un websocket de cliente mínimo sobre asyncio (RFC 6455): lo bastante rápido para no ser el límite de la medida."""

import asyncio
import base64
import hashlib
import os
import socket
import time
from collections.abc import Callable

GUIA = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXTO, CIERRE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
_MASCARA = os.urandom(4)
_MASCARAS: dict[int, int] = {}


class NoAbrio(ConnectionError):
    """El servidor no aceptó el socket; `estado` es el de HTTP (0 si ni contestó)."""

    def __init__(self, estado: int) -> None:
        super().__init__(f"el servidor contestó {estado}")
        self.estado = estado


def trama(cuerpo: bytes, cabeza: int = TEXTO) -> bytes:
    """Una trama de cliente, enmascarada como manda la norma."""
    largo = len(cuerpo)
    mascara = _MASCARAS.get(largo)
    if mascara is None:
        mascara = _MASCARAS[largo] = int.from_bytes((_MASCARA * (largo // 4 + 1))[:largo], "little")
    revuelto = (int.from_bytes(cuerpo, "little") ^ mascara).to_bytes(largo, "little")
    if largo < 126:
        inicio = bytes((cabeza, 0x80 | largo))
    elif largo < 65536:
        inicio = bytes((cabeza, 0xFE)) + largo.to_bytes(2, "big")
    else:
        inicio = bytes((cabeza, 0xFF)) + largo.to_bytes(8, "big")
    return inicio + _MASCARA + revuelto


class Enchufe(asyncio.Protocol):
    """Un socket abierto: `al_texto` recibe cada mensaje y `al_cerrar` el código con que se cerró."""

    def __init__(
        self,
        al_texto: Callable[[bytes], None],
        al_cerrar: Callable[[int], None],
        al_abrir: "Callable[[Enchufe], None] | None",
        peticion: bytes,
        esperada: bytes,
    ) -> None:
        self._al_texto, self._al_cerrar, self._al_abrir = al_texto, al_cerrar, al_abrir
        self._peticion, self._esperada = peticion, esperada
        self._resto = b""
        self._partes: list[bytes] = []
        self.abierto: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transporte: asyncio.Transport | None = None
        self.codigo = 1006
        self.llego = 0.0
        """Cuándo se leyó del sistema lo que se está entregando (`perf_counter`)."""
        self.bytes_recibidos = 0
        self._saludado = self._cerrado = False

    @property
    def esta_abierto(self) -> bool:
        """El servidor aceptó."""
        return self.abierto.done() and not self.abierto.cancelled() and self.abierto.exception() is None

    # --- asyncio ---
    def connection_made(self, transporte: asyncio.BaseTransport) -> None:
        """Ya hay conexión: se pide el cambio de protocolo."""
        self.transporte = transporte  # type: ignore[assignment]
        self.transporte.write(self._peticion)  # type: ignore[union-attr]

    def data_received(self, datos: bytes) -> None:
        """Reparte las tramas completas."""
        self.llego = time.perf_counter()
        self.bytes_recibidos += len(datos)
        if self._resto:
            datos = self._resto + datos
            self._resto = b""
        if not self._saludado:
            corte = datos.find(b"\r\n\r\n")
            if corte < 0:
                self._resto = datos
                return
            self._saludar(datos[:corte])
            datos = datos[corte + 4 :]
        if datos:
            self._resto = self._repartir(datos)

    def _repartir(self, datos: bytes) -> bytes:
        i, n = 0, len(datos)
        al_texto = self._al_texto
        while n - i >= 2:
            largo, j = datos[i + 1], i + 2
            if largo == 126:
                if n < i + 4:
                    break
                largo, j = datos[i + 2] << 8 | datos[i + 3], i + 4
            elif largo == 127:
                if n < i + 10:
                    break
                largo, j = int.from_bytes(datos[i + 2 : i + 10], "big"), i + 10
            fin = j + largo
            if fin > n:
                break
            if datos[i] == TEXTO:
                al_texto(datos[j:fin])
            else:
                self._otra(datos[i], datos[j:fin])
            i = fin
        return datos[i:] if i < n else b""

    def connection_lost(self, falla: Exception | None) -> None:
        """Se cayó, o se cerró."""
        if not self.abierto.done():
            self.abierto.set_exception(NoAbrio(0))
        if not self._cerrado:
            self._cerrado = True
            self._al_cerrar(self.codigo)

    # --- la norma ---
    def _saludar(self, cabeza: bytes) -> None:
        self._saludado = True
        estado = int(cabeza[9:12])
        if estado != 101 or self._esperada not in cabeza:
            if not self.abierto.done():
                self.abierto.set_exception(NoAbrio(estado))
            self._cerrado = True
            self.cortar()
        elif not self.abierto.done():
            # antes que nada: el primer mensaje puede venir en el mismo paquete
            if self._al_abrir is not None:
                self._al_abrir(self)
            self.abierto.set_result(None)

    def _otra(self, cabeza: int, cuerpo: bytes) -> None:
        codigo = cabeza & 0x0F
        if codigo == 8:
            self.codigo = int.from_bytes(cuerpo[:2], "big") if len(cuerpo) >= 2 else 1005
            self.escribir(trama(cuerpo[:2], CIERRE))
            self.cerrar_transporte()
        elif codigo == 9:
            self.escribir(trama(cuerpo, PONG))
        elif codigo in (0, 1, 2):
            self._partes.append(cuerpo)
            if cabeza & 0x80:
                entero, self._partes = b"".join(self._partes), []
                self._al_texto(entero)

    # --- hacia el servidor ---
    def enviar(self, cuerpo: bytes) -> None:
        """Un mensaje de texto."""
        if self.transporte is not None:
            self.transporte.write(trama(cuerpo))

    def escribir(self, bytes_crudos: bytes) -> None:
        """Bytes tal cual: para tramas mal hechas."""
        if self.transporte is not None:
            self.transporte.write(bytes_crudos)

    def cerrar_transporte(self) -> None:
        """Cierra cuando salga lo escrito."""
        if self.transporte is not None:
            self.transporte.close()

    def cortar(self) -> None:
        """Como si se fuera la luz: sin despedirse."""
        if self.transporte is not None:
            self.transporte.abort()


async def abrir(
    puerto: int,
    ruta: str,
    al_texto: Callable[[bytes], None],
    al_cerrar: Callable[[int], None],
    *,
    cookie: str = "",
    plazo: float = 30.0,
    al_abrir: Callable[[Enchufe], None] | None = None,
    preparar: Callable[[int], None] | None = None,
) -> Enchufe:
    """El socket ya aceptado. Levanta `NoAbrio` o `OSError`; `preparar` recibe el descriptor antes de conectar."""
    llave = base64.b64encode(os.urandom(16))
    esperada = base64.b64encode(hashlib.sha1(llave + GUIA, usedforsecurity=False).digest())
    peticion = (
        f"GET {ruta} HTTP/1.1\r\nHost: 127.0.0.1:{puerto}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Origin: http://127.0.0.1:{puerto}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {llave.decode()}\r\n"
        + (f"Cookie: {cookie}\r\n" if cookie else "")
        + "\r\n"
    ).encode()
    lazo = asyncio.get_running_loop()
    enchufe = Enchufe(al_texto, al_cerrar, al_abrir, peticion, esperada)
    crudo = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        crudo.setblocking(False)
        crudo.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if preparar is not None:
            preparar(crudo.fileno())
        async with asyncio.timeout(plazo):
            await lazo.sock_connect(crudo, ("127.0.0.1", puerto))
            await lazo.create_connection(lambda: enchufe, sock=crudo)
            await enchufe.abierto
    except TimeoutError as tarde:
        if enchufe.esta_abierto:
            return enchufe  # justo al vencer: quien llama ya lo tiene, y darlo por perdido lo dejaba mudo
        enchufe._cerrado = True
        enchufe.cortar()
        crudo.close()
        raise NoAbrio(0) from tarde
    except OSError:
        enchufe._cerrado = True
        enchufe.cortar()
        if enchufe.transporte is None:
            crudo.close()
        raise
    return enchufe
