"""El proceso de la Sala y las pestañas que abre cada prueba."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from channels.layers import channel_layers
from django.conf import settings

from enlinea.sala import consumidor
from enlinea.sala.vivo import VivoDeLaSala, en_hilo
from suscripciones.models import Cuenta
from tests.enlinea.sala.ayudas import navegador
from tests.enlinea.sala.paginas import Abrir, Pagina


@pytest.fixture
def proceso(monkeypatch: pytest.MonkeyPatch) -> Iterator[VivoDeLaSala]:
    """Cada prueba es un proceso recién arrancado."""
    channel_layers.backends = {}
    uno = VivoDeLaSala()
    monkeypatch.setattr(consumidor, "vivo", uno)
    yield uno
    channel_layers.backends = {}


@pytest_asyncio.fixture
async def abrir(proceso: VivoDeLaSala) -> AsyncIterator[Abrir]:
    abiertas: list[Pagina] = []

    async def de(cuenta: Cuenta | None, pantalla: str = "sala") -> Pagina:
        galleta = (await en_hilo(navegador, cuenta)).cookies[settings.SESSION_COOKIE_NAME].value if cuenta else ""
        pagina = await Pagina(galleta).abrir(pantalla)
        abiertas.append(pagina)
        return pagina

    yield de
    for pagina in abiertas:
        await pagina.cerrar()
    if proceso._vuelta is not None:
        proceso._vuelta.cancel()
        await asyncio.gather(proceso._vuelta, return_exceptions=True)
