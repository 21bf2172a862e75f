"""Con dos servidores y Redis propio: caiga, reviva o se reinicie, ninguna pantalla queda vieja más de 5 s (RE7)."""

import json
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, build_opener
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from django.db import connection
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from recreo.pantallas import PANTALLAS
from tests.config.servidor import direccion_de_la_prueba, puerto_libre, sirviendo
from tests.recreo.conexion import galleta_de
from tests.recreo.mesa import Mesero, nombra_coorganizador, recreo_de

VIEJA_A_LO_MAS = 5.0
MANDAN = (1, 2, 5, 6, 7, 8)
REDIS = shutil.which("redis-server")
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(REDIS is None, reason="no hay redis-server que arrancar y matar"),
]


class Redis:
    """Un redis-server de la prueba, que se puede matar de golpe y volver a arrancar en el mismo puerto."""

    def __init__(self) -> None:
        self.puerto = puerto_libre()
        self.arrancar()

    def arrancar(self) -> None:
        orden = [str(REDIS), "--port", str(self.puerto), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.proceso = subprocess.Popen(orden, stdout=subprocess.DEVNULL)
        limite = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.puerto), timeout=1).close()
                return
            except OSError:
                assert time.monotonic() < limite, "redis-server no arrancó"
                time.sleep(0.05)

    def oyentes(self) -> int:
        """Cuántos procesos oyen los avisos del Recreo."""
        with redis.Redis(port=self.puerto, socket_timeout=5) as cliente:
            return sum(n for canal, n in cliente.pubsub_numsub(*cliente.pubsub_channels()) if b"recreos" in canal)

    def matar(self) -> None:
        self.proceso.send_signal(signal.SIGKILL)
        self.proceso.wait(10)


class Pantalla:
    """Un teléfono con una pantalla abierta que sólo escucha: ni late ni pregunta."""

    def __init__(self, codigo: str, galleta: str, puerto: int, pantalla: str) -> None:
        self.nombre, self.version, self.html = f"{pantalla} en {puerto}", 0, ""
        casa = f"localhost:{puerto}"
        encabezados = {"Cookie": f"sesion={galleta}"}
        origen: Any = f"http://{casa}"
        self._abierto = connect(f"ws://{casa}/ws/recreo/{codigo}/", origin=origen, additional_headers=encabezados)
        self.socket: ClientConnection = self._abierto.__enter__()
        datos = {"pantalla": pantalla, "partida": 1, "mesa": 1}
        self.socket.send(json.dumps({"tipo": "mirar", "version": 0, "datos": datos}))
        self.cambio = threading.Condition()
        threading.Thread(target=self._oir, daemon=True).start()

    def _oir(self) -> None:
        try:
            for crudo in self.socket:
                mensaje = json.loads(crudo)
                with self.cambio:
                    self.version = max(self.version, mensaje["version"])
                    self.html += "".join(mensaje["datos"].get("zonas", {}).values())
                    self.cambio.notify_all()
        except ConnectionClosed:
            return

    def tarda(self, version: int, desde: float) -> float:
        """Segundos desde entonces hasta tener esa versión; a los 20 se rinde."""
        with self.cambio:
            self.cambio.wait_for(lambda: self.version >= version, timeout=20)
        return time.monotonic() - desde


class Anotador:
    """Anota por HTTP en un servidor, como su teléfono."""

    def __init__(self, m: Mesero, galleta: str, puerto: int) -> None:
        self.m, self.galleta, self.mano = m, galleta, 0
        self.raiz = f"http://localhost:{puerto}"

    def anota(self) -> tuple[int, float]:
        """Manda la siguiente mano; devuelve la versión que dejó y cuándo contestó la página."""
        self.mano += 1
        ficha = "f" * 32
        datos = {
            "id_orden": str(uuid4()), "partida": 1, "mesa": 1, "mano": self.mano, "revision": 0,
            "desenlace": "dominada", "pareja": 0, "tantos": 7, "csrfmiddlewaretoken": ficha,
        }  # fmt: skip
        pedido = Request(
            f"{self.raiz}/recreo/{self.m.fila.codigo}/orden/mano_anotar/",
            data=urlencode(datos).encode(),
            headers={"Cookie": f"sesion={self.galleta}; csrftoken={ficha}", "Accept": "application/json"},
        )
        with build_opener().open(pedido, timeout=30) as respuesta:
            respuesta.read()
        assert len(self.m.mesa().manos) == self.mano, "la mano quedó en la base"
        return self.m.version, time.monotonic()


@pytest.fixture
def casa() -> Iterator[tuple[Redis, list[int]]]:
    """Redis propio y dos servidores sobre la base de la prueba."""
    direccion = f"sqlite:///{connection.settings_dict['NAME']}"
    if connection.vendor == "postgresql":
        direccion = direccion_de_la_prueba()
    propio = Redis()
    ajustes = {
        "REDIS_URL": f"redis://127.0.0.1:{propio.puerto}/0", "PROCESOS": "2", "SECRET_KEY": settings.SECRET_KEY,
        "BARRIDO_DENTRO": "0", "HISTORIA_APARTE": "0", "ENLINEA_PENSADORES": "0",
    }  # fmt: skip
    with ExitStack() as pila:
        pila.callback(propio.matar)
        puertos = [puerto_libre(), puerto_libre()]
        for puerto in puertos:
            pila.enter_context(sirviendo(direccion, puerto, **ajustes))
        yield propio, puertos


def test_ninguna_pantalla_queda_vieja_aunque_redis_caiga_reviva_o_se_reinicie(casa: tuple[Redis, list[int]]) -> None:
    propio, puertos = casa
    m = recreo_de(8)
    m.prepara()
    codigo = m.fila.codigo
    for numero in MANDAN[1:]:
        nombra_coorganizador(m, numero)
    # varias personas que ven todo: de cada una caben cuatro pantallas por proceso
    galletas = [galleta_de(m.quienes[numero]) for numero in MANDAN]
    pantallas = [
        Pantalla(codigo, galletas[n % 3], puerto, nombre) for puerto in puertos for n, nombre in enumerate(PANTALLAS)
    ]
    en_uno = Anotador(m, galletas[0], puertos[0])

    def anota_y_mide(cuando: str) -> None:
        version, desde = en_uno.anota()
        for p in pantallas:
            tarda = p.tarda(version, desde)
            assert tarda < VIEJA_A_LO_MAS, f"{cuando}: {p.nombre} va en {p.version} y toca {version} ({tarda:.1f} s)"

    for p in pantallas:
        assert p.tarda(m.version, time.monotonic()) < 20, p.nombre
    anota_y_mide("con Redis")
    propio.matar()
    anota_y_mide("sin Redis")
    anota_y_mide("sin Redis, otra vez")
    propio.arrancar()
    anota_y_mide("Redis acaba de volver")
    propio.matar()
    propio.arrancar()
    anota_y_mide("tras un reinicio de golpe")
    limite = time.monotonic() + 30
    while propio.oyentes() < len(puertos):
        assert time.monotonic() < limite, "los dos procesos vuelven a oír los avisos"
        time.sleep(0.2)
    # todas dicen lo último: se comparan con quien llega ahora
    frescas = [Pantalla(codigo, galletas[3 + n % 3], puertos[0], nombre) for n, nombre in enumerate(PANTALLAS)]
    for fresca, vieja in zip(frescas, pantallas, strict=False):
        assert fresca.tarda(m.version, time.monotonic()) < 20
        assert vieja.version == fresca.version == m.version
    mesa = next(p.html for p in pantallas if p.nombre.startswith("mesa en"))
    assert re.search(r"\b35\b", mesa), "7 tantos, cinco veces"
