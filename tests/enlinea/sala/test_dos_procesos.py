"""Dos servidores con PostgreSQL y Redis son una sola Sala; si uno muere, los suyos caducan solos."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from websockets.sync.client import ClientConnection, connect

from suscripciones.models import Cuenta
from tests.config.servidor import direccion_de_la_prueba, puerto_libre, sirviendo
from tests.enlinea.mesas import NOMBRES, suscriptor
from tests.enlinea.sala.ayudas import contesta, invita, navegador
from tests.enlinea.sala.zonas import aplicar

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def servidores(request: pytest.FixtureRequest) -> Iterator[list[tuple[int, Any]]]:
    """Dos procesos sobre la base de la prueba; el parámetro, ajustes de más."""
    # la misma clave: la sesión la abre la prueba
    ajustes = {"REDIS_URL": settings.REDIS_URL, "PROCESOS": "2", "SECRET_KEY": settings.SECRET_KEY}
    ajustes |= getattr(request, "param", {})
    with ExitStack() as pila:
        vivos = []
        for puerto in (puerto_libre(), puerto_libre()):
            proceso = pila.enter_context(sirviendo(direccion_de_la_prueba(), puerto, **ajustes))
            vivos.append((puerto, proceso))
        yield vivos


class Pestana:
    """Un socket de verdad en uno de los servidores."""

    def __init__(self, cuenta: Cuenta, puerto: int) -> None:
        galleta = navegador(cuenta).cookies[settings.SESSION_COOKIE_NAME].value
        anfitrion = f"localhost:{puerto}"
        self._abierto = connect(
            f"ws://{anfitrion}/ws/sala/",
            origin=f"http://{anfitrion}",  # type: ignore[arg-type]
            additional_headers={"Cookie": f"sesion={galleta}"},
        )
        self.socket: ClientConnection = self._abierto.__enter__()
        self.zonas: dict[str, str] = {}
        self._manda("mirar", {"pantalla": "sala"})

    def _manda(self, tipo: str, datos: dict[str, Any]) -> None:
        self.socket.send(json.dumps({"tipo": tipo, "version": 0, "datos": datos}))

    def hasta(self, zona: str, dice: str, no: bool = False, plazo: float = 25) -> None:
        """Late y recibe hasta que esa zona lo diga (o deje de decirlo)."""
        limite, latio = time.monotonic() + plazo, 0.0
        while zona not in self.zonas or (dice in self.zonas[zona]) is no:
            assert time.monotonic() < limite, (zona, dice, self.zonas.get(zona))
            if time.monotonic() - latio > 2:
                latio = time.monotonic()
                self._manda("latido", {})
            try:
                mensaje = json.loads(self.socket.recv(timeout=1))
            except TimeoutError:
                continue
            aplicar(self.zonas, mensaje["datos"])


def test_dos_procesos_son_una_sala(servidores: list[tuple[int, Any]]) -> None:
    (uno, _primero), (otro, segundo) = servidores
    ana, beto, caro, dani = [suscriptor(n) for n in NOMBRES]
    paginas = [Pestana(ana, uno), Pestana(beto, uno), Pestana(caro, otro), Pestana(dani, otro)]
    repetida = Pestana(ana, otro)
    for pagina in (*paginas, repetida):
        pagina.hasta("personas", "Nacho")
        pagina.hasta("personas", "Mari")
    assert repetida.zonas["personas"].count("Mari") == 1
    mesa = invita([ana, beto, caro, dani], timezone.now())
    for pagina in paginas[1:]:
        pagina.hasta("tuya", "te invita a jugar")
    for cuenta in (beto, caro, dani):
        contesta(mesa, cuenta, timezone.now())
    for pagina in (*paginas, repetida):
        pagina.hasta("tuya", f'data-mesa-lista="{mesa.mesa_id}"')
    paco = Pestana(suscriptor("Paco"), uno)
    rosa = Pestana(suscriptor("Rosa"), otro)
    rosa.hasta("personas", "Paco")
    paco.hasta("personas", "Rosa")
    segundo.kill()
    paco.hasta("personas", "Rosa", no=True)
    paco.hasta("personas", "Paco")


def test_vence_aunque_cada_quien_este_en_otro_proceso(servidores: list[tuple[int, Any]], settings: Any) -> None:
    settings.SEGUNDOS_DE_INVITACION = 3
    (uno, _primero), (otro, _segundo) = servidores
    cuatro = [suscriptor(n) for n in NOMBRES]
    paginas = [Pestana(c, (uno, otro)[n % 2]) for n, c in enumerate(cuatro)]
    for pagina in paginas:
        for nombre in NOMBRES:
            pagina.hasta("personas", nombre)
    invita(cuatro, timezone.now())
    paginas[0].hasta("tuya", "no contestaron a tiempo")
    for pagina in paginas[1:]:
        pagina.hasta("tuya", "Se acabó el tiempo")
