"""Los clientes de las medidas no pierden un socket que sí se abrió."""

import asyncio
import base64
import contextlib
import hashlib
import random
import socket
import threading
import time

from bench.comun.jugador import Escucha, Jugador
from bench.comun.ws import GUIA, abrir

PLAZO = 0.4


def contestar_despues(oyente: socket.socket, demora: float) -> None:
    """Acepta uno, espera y le dice que sí."""
    conexion = decir_que_si(oyente, demora)
    time.sleep(1)
    conexion.close()


def decir_que_si(oyente: socket.socket, demora: float = 0) -> socket.socket:
    conexion, _ = oyente.accept()
    pedido = conexion.recv(4096).decode()
    llave = next(r.split(": ")[1] for r in pedido.split("\r\n") if r.lower().startswith("sec-websocket-key"))
    acepta = base64.b64encode(hashlib.sha1(llave.encode() + GUIA, usedforsecurity=False).digest()).decode()
    time.sleep(demora)
    cabeza = f"HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {acepta}\r\n\r\n"
    conexion.sendall(cabeza.encode())
    return conexion


async def abrir_justo_al_vencer(puerto: int) -> bool:
    """El sí llega y el plazo vence mientras el lazo está detenido: los dos se atienden en la misma vuelta."""
    asyncio.get_running_loop().call_later(PLAZO / 4, time.sleep, PLAZO * 2)
    enchufe = await abrir(puerto, "/", lambda _: None, lambda _: None, plazo=PLAZO)
    abierto = enchufe.esta_abierto
    enchufe.cortar()
    return abierto


def test_el_que_se_abre_justo_al_vencer_el_plazo_no_se_da_por_perdido() -> None:
    with socket.create_server(("127.0.0.1", 0)) as oyente:
        servidor = threading.Thread(target=contestar_despues, args=(oyente, PLAZO / 2), daemon=True)
        servidor.start()
        assert asyncio.run(abrir_justo_al_vencer(oyente.getsockname()[1]))
        servidor.join(5)


class SeCaeAlAbrir(Escucha):
    """Corta el primero y, apenas abierto, el segundo: quien lo traía de regreso aún no sabe que abrió."""

    def __init__(self) -> None:
        self.abiertos = 0

    def conectado(self, j: Jugador) -> None:
        self.abiertos += 1
        if self.abiertos <= 2:
            assert j.enchufe is not None
            j.enchufe.cortar()


async def cuantos_vuelven(puerto: int) -> tuple[int, bool]:
    jugador = Jugador(1, 0, "", [puerto], random.Random(7))
    jugador.escucha = escucha = SeCaeAlAbrir()
    await jugador.conectar()
    await asyncio.sleep(4)
    conectado = jugador.enchufe is not None
    jugador.irse()
    return escucha.abiertos, conectado


def test_el_que_se_cae_apenas_abierto_vuelve_una_sola_vez() -> None:
    """Dos regresos a la vez eran dos sockets de la misma persona, y el cierre de uno callaba al otro."""
    with socket.create_server(("127.0.0.1", 0)) as oyente:
        oyente.settimeout(6)
        abiertos: list[socket.socket] = []

        def atender() -> None:
            with contextlib.suppress(OSError):
                while True:
                    abiertos.append(decir_que_si(oyente))

        servidor = threading.Thread(target=atender, daemon=True)
        servidor.start()
        assert asyncio.run(cuantos_vuelven(oyente.getsockname()[1])) == (3, True)
