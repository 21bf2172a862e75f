"""Un teléfono exacto de protocolo: manda lo mismo que la cola del navegador, por una red que corta tres de cada diez.

La mitad de los cortes son antes de llegar; la otra, entre guardar y contestar. Lo que espera vive en un archivo,
como en IndexedDB: cerrado a media cola, el que se abre después sigue donde iba.
"""

import json
import random
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

CSRF = "c" * 32
CORTES = 0.3
PACIENCIA = 120.0


class Negada(RuntimeError):
    """El servidor contestó que no."""


class Cuenta:
    """Lo que pasó en la red, de todos."""

    def __init__(self) -> None:
        self.envios = self.sin_llegar = self.sin_respuesta = self.reintentos = self.cerradas = 0


class Telefono:
    """Una persona: su galleta, su cola y la red que le tocó."""

    def __init__(
        self, numero: int, galleta: str, codigo: str, puertos: Callable[[], int], carpeta: Path, cuenta: Cuenta,
        azar: random.Random,
    ) -> None:  # fmt: skip
        self.numero, self.galleta, self.codigo, self.puertos = numero, galleta, codigo, puertos
        self.cola, self.cuenta, self.azar = carpeta / f"cola-{numero}.json", cuenta, azar

    # ---------- la cola ----------
    def apuntar(self, mano: int, partida: int, mesa: int, datos: dict[str, Any]) -> None:
        """Guarda la mano; todavía no sale."""
        campos = {"id_orden": str(uuid4()), "partida": partida, "mesa": mesa, "mano": mano, "revision": 0, **datos}
        self._escribir([*self._leer(), campos])

    def vaciar(self) -> None:
        """Manda en orden lo que espera; a veces se cierra a media cola y la abre otro."""
        while esperan := self._leer():
            self.ordenar("mano_anotar", **esperan[0])
            self._escribir(esperan[1:])
            if self.azar.random() < 0.2:
                self.cuenta.cerradas += 1
                otro = Telefono(
                    self.numero, self.galleta, self.codigo, self.puertos, self.cola.parent, self.cuenta, self.azar
                )
                otro.vaciar()

    def _leer(self) -> list[dict[str, Any]]:
        return json.loads(self.cola.read_text()) if self.cola.exists() else []

    def _escribir(self, esperan: list[dict[str, Any]]) -> None:
        self.cola.write_text(json.dumps(esperan))

    # ---------- la red ----------
    def ordenar(self, accion: str, **campos: Any) -> dict[str, Any]:
        """Insiste con el mismo `id_orden` hasta que le contesten. Levanta `Negada`."""
        campos.setdefault("id_orden", str(uuid4()))
        limite = time.monotonic() + PACIENCIA
        while time.monotonic() < limite:
            suerte = self.azar.random()
            with suppress(OSError, ValueError):
                respuesta = self._mandar(accion, campos, suerte)
                if respuesta is not None:
                    if not respuesta["ok"]:
                        raise Negada(f"{self.numero} {accion} {campos}: {respuesta}")
                    return respuesta
            self.cuenta.reintentos += 1
            time.sleep(0.05 + 0.2 * self.azar.random())
        raise Negada(f"{self.numero} {accion}: {PACIENCIA:.0f} s sin respuesta")

    def _mandar(self, accion: str, campos: dict[str, Any], suerte: float) -> dict[str, Any] | None:
        puerto = self.puertos()
        cuerpo = urlencode({k: "" if v is None else v for k, v in campos.items()}, doseq=True)
        pedido = (
            f"POST /recreo/{self.codigo}/orden/{accion}/ HTTP/1.1\r\nHost: 127.0.0.1:{puerto}\r\n"
            f"Cookie: {self.galleta}; csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n"
            f"X-Requested-With: XMLHttpRequest\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Connection: close\r\nContent-Length: {len(cuerpo)}\r\n\r\n{cuerpo}"
        ).encode()
        with socket.create_connection(("127.0.0.1", puerto), timeout=20) as enchufe:
            self.cuenta.envios += 1
            if suerte < CORTES / 2:
                self.cuenta.sin_llegar += 1
                enchufe.sendall(pedido[: len(pedido) // 2])
                return None
            enchufe.sendall(pedido)
            recibido = b""
            while pedazo := enchufe.recv(65_536):
                recibido += pedazo
            if suerte < CORTES:
                # contestó y no llegó: el servidor ya la guardó
                self.cuenta.sin_respuesta += 1
                return None
        cabeza, _, texto = recibido.partition(b"\r\n\r\n")
        if cabeza.split(b" ", 2)[1:2] not in ([b"200"], [b"409"], [b"400"]):
            return None
        respuesta: dict[str, Any] = json.loads(texto)
        return respuesta
