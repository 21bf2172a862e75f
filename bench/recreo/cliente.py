"""Teléfonos y anotadores: cada mesa anota una mano cada 30 s y se mide hasta el último de los 16 teléfonos.

Recibe por la entrada lo que escribió `siembra`. El cliente va en su propio núcleo y dice cuánta CPU gastó.
"""

import asyncio
import json
import random
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

from bench.comun.procesos import percentil

SEGUNDOS_POR_MANO = 30.0


@dataclass
class Medida:
    """Latencias, en milisegundos."""

    respuesta: list[float] = field(default_factory=list)
    ultimo: list[float] = field(default_factory=list)
    perdidas: int = 0
    plazo: float = 10.0
    """Segundos: la que tarda más en llegar a todos se da por perdida."""


class Recreo:
    """Un Recreo con sus 16 sockets."""

    def __init__(self, puerto: int, datos: dict, cada: float = SEGUNDOS_POR_MANO) -> None:
        self.puerto, self.codigo, self.telefonos = puerto, datos["codigo"], datos["telefonos"]
        self.cada = cada
        self.version = datos["version"]
        self.vistas = [self.version] * len(self.telefonos)
        # por teléfono, las últimas (versión, llegada): el aviso suele ganarle a la respuesta de quien anota
        self.llegadas = [deque([(self.version, 0.0)], maxlen=64) for _ in self.telefonos]
        self.hubo = asyncio.Event()
        self.cambios_en_la_tele = 0

    async def conectar(self) -> None:
        """Abre los 16 sockets y espera la primera respuesta de cada uno."""
        self.sockets = await asyncio.gather(*(self._abrir(i) for i in range(len(self.telefonos))))
        self.tareas = [self._atender(i, s) for i, s in enumerate(self.sockets)]

    async def poner_tele(self, clave: str) -> None:
        """Una tele que mira el mismo Recreo; no se espera por ella al medir (D497)."""
        self.tele = await connect(
            f"ws://127.0.0.1:{self.puerto}/ws/recreo/tele/{clave}/",
            additional_headers={"Origin": f"http://127.0.0.1:{self.puerto}"},
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
        await self.tele.send(
            json.dumps({"tipo": "mirar", "version": 0, "datos": {"pantalla": "tele", "partida": 0, "mesa": 0}})
        )
        assert json.loads(await self.tele.recv())["tipo"] == "parcial"
        self.tareas += [asyncio.create_task(self._leer_tele()), asyncio.create_task(self._latir_tele())]

    async def _leer_tele(self) -> None:
        async for texto in self.tele:
            self.cambios_en_la_tele += json.loads(texto)["tipo"] == "parcial"

    async def _latir_tele(self) -> None:
        await asyncio.sleep(random.uniform(0, 4))
        while True:
            await self.tele.send(json.dumps({"tipo": "latido", "version": self.version, "datos": {}}))
            await asyncio.sleep(4)

    def _atender(self, i: int, s: ClientConnection) -> asyncio.Task:
        async def vivir() -> None:
            latidos = asyncio.create_task(self._latir(i, s))
            try:
                await self._leer(i, s)
            finally:
                latidos.cancel()

        return asyncio.create_task(vivir())

    async def reabrir(self, i: int) -> None:
        """Ese teléfono se cierra y se abre otra vez."""
        self.tareas[i].cancel()
        await self.sockets[i].close()
        self.sockets[i] = await self._abrir(i)
        self.tareas[i] = self._atender(i, self.sockets[i])

    async def _abrir(self, i: int) -> ClientConnection:
        s = await connect(
            f"ws://127.0.0.1:{self.puerto}/ws/recreo/{self.codigo}/",
            additional_headers={"Cookie": self.telefonos[i]["cookie"], "Origin": f"http://127.0.0.1:{self.puerto}"},
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
        datos = {"pantalla": "mesa", "partida": 0, "mesa": 0}
        await s.send(json.dumps({"tipo": "mirar", "version": self.version, "datos": datos}))
        respuesta = json.loads(await s.recv())
        assert respuesta["tipo"] in ("version", "parcial"), respuesta
        if respuesta["version"] > self.vistas[i]:
            self._vio(i, respuesta["version"])
        return s

    async def _leer(self, i: int, s: ClientConnection) -> None:
        async for texto in s:
            version = json.loads(texto)["version"]
            if version > self.vistas[i]:
                self._vio(i, version)

    def _vio(self, i: int, version: int) -> None:
        """Sin esperar nada: al teléfono que se cierra a la mitad no se le pierde el aviso."""
        self.vistas[i] = version
        self.llegadas[i].append((version, time.perf_counter()))
        self.hubo.set()
        self.hubo = asyncio.Event()

    async def _latir(self, i: int, s: ClientConnection) -> None:
        await asyncio.sleep(random.uniform(0, 4))
        while True:
            await s.send(json.dumps({"tipo": "latido", "version": self.vistas[i], "datos": {}}))
            await asyncio.sleep(4)

    async def anotar(self, i: int, mano: int, medida: Medida, **otros: Any) -> None:
        """Anota una mano y espera a que los 16 la vean. Las versiones se cuentan: puede haber otras mesas a la vez."""
        campos = {"partida": 1, "mesa": self.telefonos[i]["anota"], "mano": mano, "revision": 0}
        campos |= {"desenlace": "dominada", "pareja": random.randint(0, 1), "tantos": 1}
        salio = time.perf_counter()
        version = await self.ordenar(i, "mano_anotar", campos | otros)
        medida.respuesta.append((time.perf_counter() - salio) * 1000)
        await self._esperar(version, salio, medida)

    async def ordenar(self, i: int, accion: str, campos: dict[str, Any]) -> int:
        """Manda una orden desde ese teléfono; la versión que deja."""
        t = self.telefonos[i]
        cuerpo = urlencode(campos | {"id_orden": uuid4()}, doseq=True)
        peticion = (
            f"POST /recreo/{self.codigo}/orden/{accion}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.puerto}\r\n"
            f"Cookie: {t['cookie']}\r\nX-CSRFToken: {'c' * 32}\r\nX-Requested-With: XMLHttpRequest\r\n"
            f"Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(cuerpo)}\r\n\r\n{cuerpo}"
        )
        # entre mano y mano pasan 30 s: el teléfono ya soltó su conexión y abre otra, que también cuenta
        lector, escritor = await asyncio.open_connection("127.0.0.1", self.puerto)
        escritor.write(peticion.encode())
        cabeza = await lector.readuntil(b"\r\n\r\n")
        largo = int(cabeza.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        respuesta = json.loads(await lector.readexactly(largo))
        escritor.close()
        assert respuesta["ok"], (accion, campos, respuesta)
        return int(respuesta["version"])

    async def _esperar(self, version: int, salio: float, medida: Medida) -> None:
        try:
            async with asyncio.timeout(medida.plazo):
                while min(self.vistas) < version:
                    await self.hubo.wait()
        except TimeoutError:
            medida.perdidas += 1
            return
        ultimo = max(next(t for v, t in suyas if v >= version) for suyas in self.llegadas)
        medida.ultimo.append((ultimo - salio) * 1000)

    async def anotadores(self, fin: float, medida: Medida) -> None:
        """Cada mesa anota a su ritmo, desfasada al azar."""
        anotan = [i for i, t in enumerate(self.telefonos) if t["anota"]]
        await asyncio.gather(*(self._mesa(i, fin, medida) for i in anotan))

    async def _mesa(self, i: int, fin: float, medida: Medida) -> None:
        await asyncio.sleep(random.uniform(0, self.cada))
        mano = 1
        while time.perf_counter() < fin:
            empezo = time.perf_counter()
            await self.anotar(i, mano, medida)
            mano += 1
            await asyncio.sleep(max(0.0, self.cada - (time.perf_counter() - empezo)))

    def cerrar(self) -> None:
        """Corta todo."""
        for tarea in self.tareas:
            tarea.cancel()


async def medir(puerto: int, segundos: float, cada: float, datos: list[dict], *, con_tele: bool = False) -> dict:
    """Conecta todo, mide durante `segundos` y resume; `con_tele`: además, una tele por Recreo."""
    recreos = [Recreo(puerto, d, cada) for d in datos]
    for i in range(0, len(recreos), 5):
        await asyncio.gather(*(r.conectar() for r in recreos[i : i + 5]))
    if con_tele:
        await asyncio.gather(*(r.poner_tele(d["tele"]) for r, d in zip(recreos, datos, strict=True)))
    print("conectados", flush=True)
    medida, cpu, empezo = Medida(), time.process_time(), time.perf_counter()
    await asyncio.gather(*(r.anotadores(empezo + segundos, medida) for r in recreos))
    duro = time.perf_counter() - empezo
    for r in recreos:
        r.cerrar()
    return {
        "recreos": len(recreos),
        "sockets": sum(len(r.telefonos) for r in recreos),
        "manos": len(medida.ultimo),
        "cambios_en_la_tele": sum(r.cambios_en_la_tele for r in recreos),
        "perdidas": medida.perdidas,
        "respuesta_p50": round(percentil(medida.respuesta, 50), 1),
        "respuesta_p99": round(percentil(medida.respuesta, 99), 1),
        "ultimo_p50": round(percentil(medida.ultimo, 50), 1),
        "ultimo_p99": round(percentil(medida.ultimo, 99), 1),
        "ultimo_max": round(max(medida.ultimo, default=float("nan")), 1),
        "cpu_cliente": round((time.process_time() - cpu) / duro, 2),
    }


if __name__ == "__main__":
    puerto, segundos, cada, *mas = sys.argv[1:]
    hecho = medir(int(puerto), float(segundos), float(cada), json.load(sys.stdin), con_tele=mas == ["tele"])
    print(json.dumps(asyncio.run(hecho)))
