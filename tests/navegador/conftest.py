"""Una casa y un navegador por trabajador (dos historias no comparten teléfonos)."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.navegador.casa import Casa, base_sembrada
from tests.navegador.en_vivo import PLAZOS, Sala, base_con_pozo
from tests.navegador.letra import LETRAS, entorno_de
from tests.navegador.mesa_buscar import mirar  # noqa: F401
from tests.navegador.telefono import Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright


@pytest.fixture(scope="session")
def casa(carpeta_de_bases: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casa]:
    """El servidor que comparten las historias; cada una usa sus propios correos y su propio Recreo."""
    propia = Casa(tmp_path_factory.mktemp("casa"), base_sembrada(carpeta_de_bases))
    yield propia
    propia.desmontar()


@pytest.fixture
def casa_propia(carpeta_de_bases: Path, tmp_path: Path) -> Iterator[Casa]:
    """Un servidor para una sola prueba: se puede matar."""
    propia = Casa(tmp_path / "casa", base_sembrada(carpeta_de_bases))
    yield propia
    propia.desmontar()


class Abierto:
    """Los Chromium de este trabajador, uno por letra: se abren una vez y se cierran tras la última de navegador."""

    def __init__(self) -> None:
        self.pila = ExitStack()
        self._motor: Playwright | None = None
        self._navegadores: dict[str, Browser] = {}

    def motor(self) -> "Playwright":
        from playwright.sync_api import sync_playwright

        if self._motor is None:
            self._motor = self.pila.enter_context(sync_playwright())
        return self._motor

    def navegador(self, letra: str, **opciones: Any) -> "Browser":
        abierto = self._navegadores.get(letra)
        if abierto is None or not abierto.is_connected():
            abierto = self._navegadores[letra] = self.pila.enter_context(self.motor().chromium.launch(**opciones))
        return abierto

    def cerrar(self) -> None:
        self.pila.close()
        self._motor = None
        self._navegadores.clear()


ABIERTO = Abierto()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Si la que sigue toca la base, se cierra: mientras vive hay un lazo asíncrono corriendo en el proceso."""
    yield
    if nextitem is None or not nextitem.get_closest_marker("navegador") or nextitem.get_closest_marker("django_db"):
        ABIERTO.cerrar()


@pytest.fixture(scope="module")
def motor() -> "Playwright":
    """Para abrir un Chromium con otras opciones."""
    return ABIERTO.motor()


@pytest.fixture(scope="session")
def entornos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """Por letra, el entorno del Chromium que pinta con ella."""
    carpeta = tmp_path_factory.mktemp("letras")
    return {letra: {**os.environ, **entorno_de(letra, carpeta)} for letra in LETRAS}


@pytest.fixture(scope="module")
def tipo_de_letra(request: pytest.FixtureRequest) -> str:
    """La ancha, si la prueba no pide otra: lo que cabe con ella cabe con las demás."""
    return str(getattr(request, "param", next(iter(LETRAS))))


@pytest.fixture(scope="module")
def con_letra(
    opciones_chromium: dict[str, Any], entornos: dict[str, dict[str, str]], tipo_de_letra: str
) -> dict[str, Any]:
    """Las opciones de Chromium, para que pinte con esa letra tenga lo que tenga la máquina."""
    return {**opciones_chromium, "env": entornos[tipo_de_letra]}


@pytest.fixture(scope="module")
def navegador(con_letra: dict[str, Any], tipo_de_letra: str) -> "Browser":
    """Chromium. Cada teléfono es un contexto aparte, que se cierra con su prueba."""
    argumentos = [*con_letra["args"], "--disable-quic", "--disable-gpu", "--disable-background-networking"]
    return ABIERTO.navegador(tipo_de_letra, **{**con_letra, "args": argumentos})


@pytest.fixture
def telefono(request: pytest.FixtureRequest, navegador: "Browser", casa: Casa) -> Iterator[Fabrica]:
    """Fábrica de teléfonos; al terminar bien la prueba, ninguno puede tener quejas."""
    fabrica = Fabrica(navegador, casa)
    yield fabrica
    fabrica.cerrar(comprobar=not getattr(request.node, "fallo", False))


@pytest.fixture(scope="session")
def pozo_en_vivo(
    carpeta_de_bases: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Casa, dict[str, list[dict[str, Any]]]]]:
    """Un servidor con pausas cortas y cuartetos listos para jugar en línea."""
    base, pozo = base_con_pozo(carpeta_de_bases)
    propia = Casa(tmp_path_factory.mktemp("en-vivo"), base, ENLINEA_PLAZOS=json.dumps(PLAZOS))
    yield propia, pozo
    propia.desmontar()


@pytest.fixture
def sentar(
    request: pytest.FixtureRequest,
    navegador: "Browser",
    pozo_en_vivo: tuple[Casa, dict[str, list[dict[str, Any]]]],
) -> Iterator[Sala]:
    """Cuartetos con el servidor de verdad; al terminar bien, ningún teléfono puede tener quejas."""
    sala = Sala(navegador, *pozo_en_vivo)
    request.node.funcargs.setdefault("telefono", sala.fabrica)
    yield sala
    sala.fabrica.cerrar(comprobar=not getattr(request.node, "fallo", False))


def _retrato(t: Telefono) -> str:
    """Sin navegador no hay qué retratar: que lo diga, en lugar de tumbar la corrida entera."""
    from playwright.sync_api import Error

    try:
        return t.retrato()
    except Error as error:
        return f"No se pudo ver: {error}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Si la prueba falla, dice qué tenía cada teléfono en la pantalla y no tapa la falla con sus quejas."""
    reporte = yield
    if reporte.when == "call" and reporte.failed:
        item.fallo = True  # type: ignore[attr-defined]
        fabrica = getattr(item, "funcargs", {}).get("telefono")
        for t in fabrica.abiertos if fabrica else []:
            reporte.sections.append((f"Pantalla de {t.nombre or 'alguien'}", _retrato(t)))
    return reporte
