"""Dos servidores con PostgreSQL y Redis son una sola Sala; si uno muere, los suyos caducan solos."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from typing import Any, TypeAlias

import pytest
from django.conf import settings
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from suscripciones.models import Cuenta
from tests.config.servidor import direccion_de_la_prueba, puerto_libre, sirviendo
from tests.enlinea.mesas import NOMBRES, suscriptor
from tests.enlinea.sala.ayudas import contesta, invita, navegador
from tests.enlinea.sala.zonas import aplicar

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.django_db(transaction=True)]

Servidores: TypeAlias = list[tuple[int, Any]]


@pytest.fixture
def servidores(request: pytest.FixtureRequest) -> Iterator[Servidores]:
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
    """Un socket de verdad en uno de los servidores.

    Late por su cuenta, como una página abierta: si sólo lo hiciera mientras se le espera, en una máquina lenta los
    demás se irían de la Sala a los 12 s.
    """

    def __init__(self, cuenta: Cuenta, puerto: int) -> None:
        galleta = navegador(cuenta).cookies[settings.SESSION_COOKIE_NAME].value
        anfitrion = f"localhost:{puerto}"
        self._abierto = connect(
            f"ws://{anfitrion}/ws/sala/",
            origin=f"http://{anfitrion}",  # type: ignore[arg-type]
            additional_headers={"Cookie": f"sesion={galleta}"},
        )
        self._socket = self._abierto.__enter__()
        self.zonas: dict[str, str] = {}
        self._llego = threading.Condition()
        self._fin = threading.Event()
        self._hilos = [threading.Thread(target=hace, daemon=True) for hace in (self._latir, self._recibir)]
        self._manda("mirar", {"pantalla": "sala"})
        for hilo in self._hilos:
            hilo.start()

    def _manda(self, tipo: str, datos: dict[str, Any]) -> None:
        self._socket.send(json.dumps({"tipo": tipo, "version": 0, "datos": datos}))

    def _latir(self) -> None:
        with suppress(ConnectionClosed):
            while not self._fin.wait(2):
                self._manda("latido", {})

    def _recibir(self) -> None:
        with suppress(ConnectionClosed):
            for llegado in self._socket:
                with self._llego:
                    aplicar(self.zonas, json.loads(llegado)["datos"])
                    self._llego.notify_all()

    def hasta(self, zona: str, dice: str, no: bool = False, plazo: float = 25) -> None:
        """Espera hasta que esa zona lo diga (o deje de decirlo)."""

        def lo_dice() -> bool:
            return zona in self.zonas and (dice in self.zonas[zona]) is not no

        with self._llego:
            assert self._llego.wait_for(lo_dice, plazo), (zona, dice, self.zonas.get(zona))

    def close(self) -> None:
        self._fin.set()
        self._abierto.__exit__(None, None, None)
        for hilo in self._hilos:
            hilo.join(10)


Abrir: TypeAlias = Callable[[Cuenta, int], Pestana]


@pytest.fixture
def abrir(servidores: Servidores) -> Iterator[Abrir]:
    """Abre páginas, y al final las cierra."""
    with ExitStack() as pila:

        def una(cuenta: Cuenta, puerto: int) -> Pestana:
            return pila.enter_context(closing(Pestana(cuenta, puerto)))

        yield una


def test_dos_procesos_son_una_sala(servidores: Servidores, abrir: Abrir) -> None:
    (uno, _primero), (otro, segundo) = servidores
    ana, beto, caro, dani = [suscriptor(n) for n in NOMBRES]
    paginas = [abrir(ana, uno), abrir(beto, uno), abrir(caro, otro), abrir(dani, otro)]
    repetida = abrir(ana, otro)
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
    paco = abrir(suscriptor("Paco"), uno)
    rosa = abrir(suscriptor("Rosa"), otro)
    rosa.hasta("personas", "Paco")
    paco.hasta("personas", "Rosa")
    segundo.kill()
    paco.hasta("personas", "Rosa", no=True)
    paco.hasta("personas", "Paco")


@pytest.mark.noche
def test_vence_aunque_cada_quien_este_en_otro_proceso(servidores: Servidores, abrir: Abrir, settings: Any) -> None:
    settings.SEGUNDOS_DE_INVITACION = 3
    (uno, _primero), (otro, _segundo) = servidores
    cuatro = [suscriptor(n) for n in NOMBRES]
    paginas = [abrir(c, (uno, otro)[n % 2]) for n, c in enumerate(cuatro)]
    for pagina in paginas:
        for nombre in NOMBRES:
            pagina.hasta("personas", nombre)
    invita(cuatro, timezone.now())
    paginas[0].hasta("tuya", "no contestaron a tiempo")
    for pagina in paginas[1:]:
        pagina.hasta("tuya", "Se acabó el tiempo")
