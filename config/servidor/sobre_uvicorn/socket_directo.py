"""El socket de `manage.py servir`: el de uvicorn, con un atajo para quien recibe y escribe mucho.

La aplicación lo encuentra en `scope["extensions"]["casa.directo"]`. Por ahí escribe tramas de texto sin corrutina y
recibe los mensajes en el momento, sin cola ni tarea que despertar. Todo lo demás (abrir, cerrar, ping, mensajes en
partes, tramas mal hechas) lo sigue atendiendo uvicorn, al que aquí sólo se le dan tramas completas. Quien no pide el
atajo usa ASGI como siempre; con otro servidor la extensión no está.
"""

from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # sin su parte compilada
    from websockets.utils import apply_mask

EXTENSION = "casa.directo"
TEXTO_ENTERO = 0x81
ULTIMA = ENMASCARADA = 0x80
DE_CONTROL = 0x08
CORTO, MEDIANO = 126, 65_536


class SocketDirecto(WebSocketsSansIOProtocol):
    """Un websocket del servidor. Sin `recibidor`, se porta como el de uvicorn."""

    recibidor: Callable[[bytes], None] | None = None
    """Recibe cada mensaje, en UTF-8. Lo que llegó antes de ponerlo sale por `receive`."""
    al_desahogar: Callable[[], None] | None = None
    """Se llama cuando `lleno` deja de serlo."""
    lleno = False
    """El otro lado no lee: lo que se escriba se junta en memoria."""
    _en_tramas = _a_medias = False
    _resto = b""
    _extensiones: dict[str, Any] = {}
    """Las de su `scope`, donde se anunció."""

    # --- hacia el navegador -------------------------------------------------------------------------------------------
    def escribir(self, texto: bytes) -> None:
        """Un mensaje de texto, ya. Levanta `OSError` si el socket ya no está."""
        if self.disconnected or self.close_sent or not self.handshake_complete:
            raise ClientDisconnected
        largo = len(texto)
        if largo < CORTO:
            cabeza = bytes((TEXTO_ENTERO, largo))
        elif largo < MEDIANO:
            cabeza = b"\x81\x7e" + largo.to_bytes(2, "big")
        else:
            cabeza = b"\x81\x7f" + largo.to_bytes(8, "big")
        self.transport.write(cabeza + texto)

    async def send(self, message: Any) -> None:
        """Lo de ASGI. Negado con un estado HTTP, ya se contestó: uvicorn lo anotaba como saludo sin acabar."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def soltar(self) -> None:
        """La aplicación ya no escribe: no quiere saber si se desahoga."""
        self.al_desahogar = None

    def pause_writing(self) -> None:
        """El transporte tiene demasiado sin entregar."""
        self.lleno = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """Ya lo entregó."""
        self.lleno = False
        super().resume_writing()
        if self.al_desahogar is not None:
            self.al_desahogar()

    # --- del navegador ------------------------------------------------------------------------------------------------
    def handle_connect(self, event: Any) -> None:
        """Anuncia el atajo a la aplicación, que aún no empieza."""
        super().handle_connect(event)
        if not self.close_sent:
            extensiones: dict[str, Any] = self.scope["extensions"]
            extensiones[EXTENSION] = self
            self._extensiones = extensiones

    def data_received(self, data: bytes) -> None:
        """Parte lo que llegó en tramas: las de texto enteras van derecho al recibidor; las demás, a uvicorn."""
        if self._resto:
            data, self._resto = self._resto + data, b""
        if not self._en_tramas or self.close_sent:
            # el saludo, o lo que falta para acabar de cerrar
            super().data_received(data)
            self._en_tramas = self.handshake_initiated and not self.close_sent
            return
        i = 0
        while (donde := _trama_en(data, i)) is not None:
            j, fin = donde
            if fin - j > self.config.ws_max_size:
                # con sólo ver el tamaño lo cierra
                self._en_tramas = False
                super().data_received(data[i:])
                return
            if fin > len(data):
                break
            self._atender(data[i], data[i:fin], j - i)
            i = fin
            if self.close_sent or self.transport.is_closing():
                self._en_tramas = False
                super().data_received(data[i:])
                return
        self._resto = data[i:]

    def _atender(self, primero: int, trama: bytes, j: int) -> None:
        """Una trama completa; su cuerpo empieza en `j`."""
        entera = primero == TEXTO_ENTERO and not self._a_medias and trama[1] & ENMASCARADA
        if entera and self.recibidor is not None:
            self._entregar(apply_mask(trama[j:], trama[j - 4 : j]))
            return
        if not primero & DE_CONTROL:
            self._a_medias = not primero & ULTIMA
        super().data_received(trama)

    def send_receive_event_to_app(self) -> None:
        """Un mensaje que llegó en partes."""
        if self.recibidor is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        cuerpo, self.frames = b"".join(self.frames), []
        self._entregar(cuerpo)

    def _entregar(self, cuerpo: bytes) -> None:
        """A la aplicación; lo que no es texto se cierra como manda la norma (1007)."""
        if not cuerpo.isascii():
            try:
                cuerpo.decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        assert self.recibidor is not None
        self.recibidor(cuerpo)

    def por_la_cola(self, cuerpo: bytes) -> None:
        """Lo que el recibidor prefiere atender por `receive`, en su turno."""
        self.frames, self.curr_msg_data_type = [cuerpo], "text"
        super().send_receive_event_to_app()

    def shutdown(self) -> None:
        """El servidor cierra: avisa con 1012. Quien ya se despidió y aún no acaba de leerlo no se despide otra vez."""
        if not self.transport.is_closing():
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ya no hay a quién escribir ni de quién recibir.

        Se quita de su propio `scope`, y se cierra el lector de websockets, que es un generador que se guarda en quien
        lo corre: en círculo, cada socket que se va (unos 12 KB) esperaría la recolección completa, que es rara
        (`config/servidor/ciclo.py`).
        """
        self.recibidor = self.al_desahogar = None
        self._resto = b""
        self._extensiones.pop(EXTENSION, None)
        super().connection_lost(exc)
        self.conn.parser.close()


def directo_de(scope: Mapping[str, Any]) -> SocketDirecto | None:
    """El atajo de este socket; None si el servidor es otro."""
    directo: SocketDirecto | None = scope.get("extensions", {}).get(EXTENSION)
    return directo


def _trama_en(datos: bytes, i: int) -> tuple[int, int] | None:
    """Dónde empieza y acaba el cuerpo de la trama que comienza en `i`; None si aún no se sabe."""
    hay = len(datos)
    if hay < i + 2:
        return None
    segundo = datos[i + 1]
    largo, j = segundo & 0x7F, i + 2
    if largo >= CORTO:
        ancho = 2 if largo == CORTO else 8
        if hay < j + ancho:
            return None
        largo, j = int.from_bytes(datos[j : j + ancho], "big"), j + ancho
    if segundo & ENMASCARADA:
        j += 4
    return j, j + largo
