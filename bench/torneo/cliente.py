"""El salón: cada mesa anota su última mano y la confirma en un rato dado; luego se publica la que sigue.

Se mide de cada confirmación a la pantalla de la mesa de control y, de la última, al último teléfono que ya ve
su mesa de la partida siguiente. Recibe por la entrada lo que escribió `siembra`.
"""

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

from bench.comun.procesos import percentil

DE_A = 64
"""Teléfonos que se conectan a la vez."""
PLAZO = 60.0


@dataclass
class Pantalla:
    """Una pantalla abierta y cuándo vio cada versión."""

    socket: ClientConnection
    version: int = 0
    llegadas: list[tuple[int, float]] = field(default_factory=list)

    async def leer(self) -> None:
        """Sin esperar a nadie: apunta la hora de cada versión que le llega."""
        async for texto in self.socket:
            mensaje = json.loads(texto)
            if mensaje["tipo"] in ("parcial", "version") and mensaje["version"] > self.version:
                self.version = mensaje["version"]
                self.llegadas.append((self.version, time.perf_counter()))

    async def latir(self) -> None:
        """Como el de verdad: cada cuatro segundos, desfasado."""
        await asyncio.sleep(random.uniform(0, 4))
        while True:
            await self.socket.send(json.dumps({"tipo": "latido", "version": self.version, "datos": {}}))
            await asyncio.sleep(4)

    def desde(self, version: int) -> float | None:
        """A qué hora vio esa versión o una posterior."""
        return next((hora for v, hora in self.llegadas if v >= version), None)


class Salon:
    """El servidor, visto desde afuera."""

    def __init__(self, puerto: int, datos: dict[str, Any]) -> None:
        self.puerto, self.datos, self.codigo = puerto, datos, datos["codigo"]
        self.tareas: list[asyncio.Task[None]] = []

    async def abrir(self, pantalla: str, numero: int = 0, galleta: str = "") -> Pantalla:
        """Un socket que mira esa pantalla y ya recibió lo primero."""
        casa = f"127.0.0.1:{self.puerto}"
        socket = await connect(
            f"ws://{casa}/ws/torneo/{self.codigo}/",
            additional_headers={"Origin": f"http://{casa}", **({"Cookie": galleta} if galleta else {})},
            compression=None, ping_interval=None, open_timeout=60, max_size=None,
        )  # fmt: skip
        datos = {"pantalla": pantalla, "partida": 0, "mesa": numero}
        await socket.send(json.dumps({"tipo": "mirar", "version": 0, "datos": datos}))
        respuesta = json.loads(await socket.recv())
        assert respuesta["tipo"] in ("parcial", "version"), respuesta
        una = Pantalla(socket, respuesta["version"])
        self.tareas += [asyncio.create_task(una.leer()), asyncio.create_task(una.latir())]
        return una

    async def orden(self, camino: str, galleta: str, **campos: object) -> dict[str, Any]:
        """La da como el guion: por HTTP, con su identificador; devuelve lo que le contestan."""
        cuerpo = urlencode({"id_orden": uuid4(), **campos})
        peticion = (
            f"POST {camino} HTTP/1.1\r\nHost: 127.0.0.1:{self.puerto}\r\nCookie: {galleta}\r\n"
            f"X-CSRFToken: {'c' * 32}\r\nX-Requested-With: XMLHttpRequest\r\nConnection: close\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(cuerpo)}\r\n\r\n{cuerpo}"
        )
        lector, escritor = await asyncio.open_connection("127.0.0.1", self.puerto)
        escritor.write(peticion.encode())
        cabeza = await lector.readuntil(b"\r\n\r\n")
        largo = int(cabeza.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        respuesta: dict[str, Any] = json.loads(await lector.readexactly(largo))
        escritor.close()
        return respuesta

    async def de_mesa(self, papel: dict[str, Any], accion: str, **campos: object) -> dict[str, Any]:
        """Desde el teléfono que trae ese papel."""
        hecho = await self.orden(f"/torneos/m/{papel['clave']}/orden/{accion}/", papel["cookie"], **campos)
        assert hecho["ok"], hecho
        return hecho

    async def de_control(self, accion: str, **campos: object) -> dict[str, Any]:
        """Desde la mesa de control; puede negarse."""
        return await self.orden(f"/torneos/{self.codigo}/orden/{accion}/", self.datos["organiza"], **campos)


async def reportar(salon: Salon, mesa: dict[str, Any], cuando: float) -> tuple[int, float, float]:
    """Su última mano y la confirmación; qué versión dejó, cuándo salió y cuánto tardó en contestar."""
    await asyncio.sleep(cuando)
    mano = {"partida": 1, "mesa": mesa["numero"], "mano": 2, "revision": 0}
    await salon.de_mesa(mesa, "mano_anotar", **mano, desenlace="dominada", pareja=0, tantos=45)
    salio = time.perf_counter()
    hecho = await salon.de_mesa(
        mesa, "mesa_confirmar", partida=1, mesa=mesa["numero"], numero=mesa["contrario"], anotadas=2
    )
    return hecho["version"], salio, (time.perf_counter() - salio) * 1000


async def publicar(salon: Salon) -> int:
    """Cierra la partida, empareja y publica la que sigue; devuelve la versión en que quedó."""
    cerrada = await salon.de_control("partida_cerrar", partida=1)
    assert cerrada["ok"], cerrada
    ensayo = (await salon.de_control("ensayo_pedir"))["datos"]["ensayo"]
    while not (hecho := await salon.de_control("partida_publicar", ensayo=ensayo))["ok"]:
        assert hecho["codigo"] == "ensayo_sin_acabar", hecho
        await asyncio.sleep(0.05)
    return int(hecho["version"])


async def esperar(pantallas: list[Pantalla], version: int) -> list[float]:
    """A qué hora vio cada una esa versión. Falla si alguna no la ve a tiempo."""
    async with asyncio.timeout(PLAZO):
        while not all(p.desde(version) for p in pantallas):
            await asyncio.sleep(0.02)
    return [p.desde(version) or 0.0 for p in pantallas]


async def medir(puerto: int, segundos: float, datos: dict[str, Any]) -> dict[str, float]:
    """Conecta el salón entero, lo juega y resume."""
    salon = Salon(puerto, datos)
    control = await salon.abrir("control", galleta=datos["organiza"])
    telefonos: list[Pantalla] = []
    for desde in range(1, datos["personas"] + 1, DE_A):
        hasta = min(desde + DE_A, datos["personas"] + 1)
        telefonos += await asyncio.gather(*(salon.abrir("donde", n) for n in range(desde, hasta)))
    print("conectados", flush=True)
    empezo = time.perf_counter()
    reportes = await asyncio.gather(*(reportar(salon, m, random.uniform(0, segundos)) for m in datos["mesas"]))
    await esperar([control], max(version for version, _salio, _tardo in reportes))
    al_control = [((control.desde(version) or 0.0) - salio) * 1000 for version, salio, _tardo in reportes]
    ultima = max(salio for _version, salio, _tardo in reportes)
    de_publicar = time.perf_counter()
    version = await publicar(salon)
    publicada = time.perf_counter()
    vieron = await esperar(telefonos, version)
    for tarea in salon.tareas:
        tarea.cancel()
    return {
        "mesas": len(datos["mesas"]),
        "telefonos": len(telefonos),
        "segundos": round(ultima - empezo, 1),
        "respuesta_p99": round(percentil([tardo for _v, _s, tardo in reportes], 99), 1),
        "al_control_p50": round(percentil(al_control, 50), 1),
        "al_control_p99": round(percentil(al_control, 99), 1),
        "emparejar_y_publicar": round(publicada - de_publicar, 2),
        "al_ultimo_telefono": round(max(vieron) - publicada, 2),
        "de_la_ultima_mesa": round(max(vieron) - ultima, 2),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(medir(int(sys.argv[1]), float(sys.argv[2]), json.load(sys.stdin)))))
