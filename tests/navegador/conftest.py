"""Una casa por corrida y un navegador por módulo (dos historias no comparten teléfonos)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.navegador.casa import Casa, base_de_demostracion, base_sembrada, carpeta_de_corrida
from tests.navegador.en_vivo import PLAZOS, Sala, sembrar_pozo
from tests.navegador.mesa_buscar import mirar  # noqa: F401
from tests.navegador.telefono import Fabrica

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def carpeta_de_bases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Común a todos los trabajadores: las bases se preparan una sola vez."""
    carpeta = carpeta_de_corrida(tmp_path_factory.getbasetemp()) / "bases"
    carpeta.mkdir(exist_ok=True)
    return carpeta


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


@pytest.fixture(scope="module")
def casa_demo(carpeta_de_bases: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casa]:
    """Un servidor con la demostración cargada."""
    propia = Casa(tmp_path_factory.mktemp("demo"), base_de_demostracion(carpeta_de_bases))
    yield propia
    propia.desmontar()


@pytest.fixture(scope="module")
def navegador(opciones_chromium: dict[str, Any]) -> "Iterator[Browser]":
    """Chromium; por módulo, porque mientras vive hay un bucle asíncrono corriendo en el proceso."""
    from playwright.sync_api import sync_playwright

    argumentos = [*opciones_chromium["args"], "--disable-quic", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as p, p.chromium.launch(**{**opciones_chromium, "args": argumentos}) as abierto:
        yield abierto


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
    propia = Casa(
        tmp_path_factory.mktemp("en-vivo"), base_sembrada(carpeta_de_bases), ENLINEA_PLAZOS=json.dumps(PLAZOS)
    )
    yield propia, sembrar_pozo(propia)
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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Si la prueba falla, dice qué tenía cada teléfono en la pantalla y no tapa la falla con sus quejas."""
    reporte = yield
    if reporte.when == "call" and reporte.failed:
        item.fallo = True  # type: ignore[attr-defined]
        fabrica = getattr(item, "funcargs", {}).get("telefono")
        for t in fabrica.abiertos if fabrica else []:
            reporte.sections.append((f"Pantalla de {t.nombre or 'alguien'}", t.retrato()))
    return reporte
