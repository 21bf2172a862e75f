"""Un servidor de correo de verdad, chico y con mañas: acepta, rechaza, pide esperar o se queda callado."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_string
from email.message import Message
from email.policy import default
from typing import Any, cast


@dataclass
class Servidor:
    """Cómo contesta y qué recibió. `rcpt` y `data` son lo que responde a cada orden."""

    puerto: int = 0
    rcpt: dict[str, str] = field(default_factory=dict)
    data: str = "250 ok"
    callado: threading.Event = field(default_factory=threading.Event)
    suelta: threading.Event = field(default_factory=threading.Event)
    conexiones: int = 0
    recibidos: list[Message] = field(default_factory=list)
    llego: threading.Event = field(default_factory=threading.Event)

    def para(self) -> list[str]:
        return [str(m["To"]) for m in self.recibidos]


class Atiende(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        servidor = cast("Any", self.server).servidor
        servidor.conexiones += 1
        if servidor.callado.is_set():
            servidor.suelta.wait(60)
            return
        self.di("220 prueba")
        while renglon := self.rfile.readline().decode().strip():
            if not self.orden(servidor, renglon):
                return

    def orden(self, servidor: Servidor, renglon: str) -> bool:
        verbo = renglon.split(" ")[0].upper()
        if verbo == "RCPT":
            correo = renglon.partition("<")[2].partition(">")[0]
            self.di(servidor.rcpt.get(correo, "250 ok"))
        elif verbo == "DATA":
            self.di("354 va")
            crudo = b""
            while (pedazo := self.rfile.readline()) not in (b".\r\n", b""):
                crudo += pedazo
            if servidor.data.startswith("250"):
                servidor.recibidos.append(message_from_string(crudo.decode(), policy=cast("Any", default)))
                servidor.llego.set()
            self.di(servidor.data)
        else:
            self.di("221 adios" if verbo == "QUIT" else "250 ok")
        return verbo != "QUIT"

    def di(self, texto: str) -> None:
        self.wfile.write(f"{texto}\r\n".encode())


class Hilos(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True
    request_queue_size = 64


@contextmanager
def correo_en_marcha() -> Iterator[Servidor]:
    """El servidor, atendiendo en su hilo hasta salir."""
    servidor = Servidor()
    with Hilos(("127.0.0.1", 0), Atiende) as escucha:
        cast("Any", escucha).servidor = servidor
        servidor.puerto = escucha.server_address[1]
        hilo = threading.Thread(target=escucha.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        hilo.start()
        try:
            yield servidor
        finally:
            servidor.suelta.set()
            escucha.shutdown()
            hilo.join(10)
