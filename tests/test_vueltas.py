"""Ninguna prueba se queda sin correr: de día cada una está en alguna vuelta, y la que no, se dice al reunirlas."""

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import pytest_collection_modifyitems
from tests.vueltas import de_ninguna, en_postgres, en_sqlite

MARCAS = ("django_db", "postgres", "redis", "navegador", "una_base")


def prueba(*marcas: str, usa: tuple[str, ...] = (), variante: str = "", nodeid: str = "tests/x.py::test") -> Any:
    return SimpleNamespace(
        nodeid=nodeid,
        fixturenames=usa,
        cls=None,
        callspec=SimpleNamespace(params={"base": variante}),
        get_closest_marker=lambda marca: marca if marca in marcas else None,
        add_marker=lambda _: None,
    )


@pytest.mark.parametrize("nodeid", ["tests/x.py::test", "tests/config/test_x.py::test"])
def test_todo_lo_que_puede_correr_corre(nodeid: str) -> None:
    """Sólo se queda fuera lo que pide a la vez dos cosas que ninguna vuelta tiene juntas."""
    for puestas in product([False, True], repeat=len(MARCAS)):
        marcas = [m for m, si in zip(MARCAS, puestas, strict=True) if si]
        for usa, variante in product([(), ("db",), ("una_vez",)], ["", "sqlite", "postgres"]):
            pide_servicios = bool({"postgres", "redis"} & set(marcas))
            pide_sqlite = "una_vez" in usa or variante == "sqlite"
            imposible = pide_servicios and (pide_sqlite or bool({"navegador", "una_base"} & set(marcas)))
            assert de_ninguna(prueba(*marcas, usa=usa, variante=variante, nodeid=nodeid)) == imposible, (marcas, usa)


def test_de_dia_cada_prueba_de_base_corre_una_vez_y_la_que_la_base_distingue_dos() -> None:
    comun, distinta = prueba("django_db"), prueba("django_db", nodeid="tests/config/test_x.py::test")
    assert en_postgres(comun, de_noche=False) and not en_sqlite(comun, repartidas=True)
    assert en_postgres(distinta, de_noche=False) and en_sqlite(distinta, repartidas=True)
    assert en_sqlite(comun, repartidas=False), "sin PostgreSQL a la mano, aquí"


def test_la_que_no_correria_detiene_la_corrida_con_su_nombre() -> None:
    perdida = prueba("postgres", "navegador", nodeid="tests/x.py::test_perdida")
    with pytest.raises(pytest.UsageError, match="ninguna vuelta"):
        pytest_collection_modifyitems(SimpleNamespace(), [perdida])  # type: ignore[arg-type]
