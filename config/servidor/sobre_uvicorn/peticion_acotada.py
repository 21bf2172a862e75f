"""Las peticiones de `manage.py servir`: las de uvicorn, con plazo para acabar de llegar.

uvicorn sólo limita la pausa entre dos peticiones. A quien abre y no manda nada, o manda una letra cada tanto, lo espera
para siempre: con unos miles así se acaban los descriptores y nadie más entra.
"""

import asyncio
from typing import Any

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

VENCIDA = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
CABECERAS, CUERPO = "cabeceras", "cuerpo"


class PeticionAcotada(H11Protocol):
    """Una conexión. El plazo es de la petición entera, no de cada pedazo: gotear no lo alarga."""

    _falta = ""
    _plazo: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Desde que abre corre el plazo de la primera."""
        super().connection_made(transport)
        self._revisar()

    def data_received(self, data: bytes) -> None:
        """Llegó algo: quizá ya nada falta, o ahora falta el cuerpo."""
        super().data_received(data)
        self._revisar()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Completa: desde aquí la atiende el socket."""
        self._esperar("")
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """La que sigue en la misma conexión pudo quedar a medias."""
        super().on_response_complete()
        self._revisar()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ya no hay a quién esperar."""
        self._esperar("")
        super().connection_lost(exc)

    def _revisar(self) -> None:
        """Qué falta por llegar. Entre dos peticiones, nada: de esa pausa se ocupa uvicorn."""
        estado = self.conn.their_state
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._esperar("")
        elif estado is h11.SEND_BODY:
            self._esperar(CUERPO)
        elif estado is h11.IDLE and (self.cycle is None or self.conn.trailing_data[0]):
            self._esperar(CABECERAS)
        else:
            self._esperar("")

    def _esperar(self, falta: str) -> None:
        if falta == self._falta:
            return
        if self._plazo is not None:
            self._plazo.cancel()
            self._plazo = None
        self._falta = falta
        if falta:
            segundos = settings.ESPERA_DE_CUERPO if falta == CUERPO else settings.ESPERA_DE_CABECERAS
            self._plazo = self.loop.call_later(segundos, self._vencer)

    def _vencer(self) -> None:
        """Se le dice, si mandó algo y no se le ha empezado a contestar, y se cierra."""
        a_medias = self._falta == CUERPO or self.conn.trailing_data[0]
        contestando = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if a_medias and not contestando and not self.transport.is_closing():
            self.transport.write(VENCIDA)
        self.transport.close()
