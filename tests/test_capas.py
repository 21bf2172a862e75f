"""Las dependencias bajan y no hay círculos; y cada regla sabe fallar."""

from itertools import pairwise
from pathlib import PurePosixPath

import pytest

from tests import arquitectura, capas
from tests.arquitectura import Archivo


def test_nadie_importa_hacia_arriba() -> None:
    faltas = [f"{archivo.ruta}:{f}" for archivo in arquitectura.archivos() for f in capas.hacia_abajo(archivo)]
    assert not faltas, f"{capas.hacia_abajo.__doc__}\n" + "\n".join(faltas)


@pytest.mark.parametrize("regla", capas.REGLAS_DE_CONJUNTO, ids=lambda regla: regla.__name__)
def test_nadie_se_importa_en_circulo(regla: capas.ReglaDeConjunto) -> None:
    faltas = list(regla(arquitectura.archivos()))
    assert not faltas, f"{regla.__doc__}\n" + "\n".join(faltas)


def test_ninguna_capa_nombra_lo_que_ya_no_existe() -> None:
    hay = [f"{capas.modulo_de(archivo)}." for archivo in arquitectura.archivos()]
    partes = [f"{app}.{parte}." for app, filas in capas.CAPAS.items() for parte in " ".join(filas).split()]
    assert [parte for parte in partes if not any(modulo.startswith(parte) for modulo in hay)] == []


# (ruta, lo que importa hacia arriba, algo parecido que baja)
HACIA_ARRIBA = [
    ("recreo/models/recreo.py", "from recreo.estado import Visor", "from recreo.errores import ErrorDeServicio"),
    ("recreo/servicios/alta.py", "import recreo.actas", "from recreo.servicios import base"),
    ("recreo/servicios/__init__.py", "from ..views import mesa", "from .alta import recreo_crear"),
    ("recreo/estado.py", "def f():\n    from . import servicios", "from .estado_mesa import MesaVista"),
    (
        "suscripciones/models/cuenta.py",
        "from suscripciones.consultas import vigencia",
        "if TYPE_CHECKING:\n    from suscripciones.servicios import cuenta_tomar",
    ),
]


@pytest.mark.parametrize(("ruta", "mal", "bien"), HACIA_ARRIBA)
def test_lo_que_sube_se_dice(ruta: str, mal: str, bien: str) -> None:
    assert list(capas.hacia_abajo(Archivo(PurePosixPath(ruta), mal)))
    assert not list(capas.hacia_abajo(Archivo(PurePosixPath(ruta), bien)))


def test_una_parte_sin_capa_se_dice() -> None:
    assert list(capas.hacia_abajo(Archivo(PurePosixPath("recreo/cuarto_nuevo/x.py"), "")))
    assert not list(capas.hacia_abajo(Archivo(PurePosixPath("reglas/cuarto_nuevo/x.py"), "")))


# (regla, archivos que la rompen, lo que los vuelve lícitos)
CIRCULOS: list[tuple[capas.ReglaDeConjunto, dict[str, str], dict[str, str]]] = [
    (
        capas.sin_circulos_entre_paquetes,
        {
            "recreo/consultas/recreo.py": "from recreo.pantallas import base",
            "recreo/pantallas/mesa.py": "import recreo.consultas",
        },
        {"recreo/pantallas/mesa.py": "if TYPE_CHECKING:\n    import recreo.consultas"},
    ),
    (
        capas.sin_circulos_entre_paquetes,
        {"reglas/mesa/estado.py": "from reglas import analisis", "reglas/analisis/x.py": "from ..mesa.estado import E"},
        {"reglas/analisis/x.py": "from ..tipos import Meta"},
    ),
    (
        capas.sin_circulos_entre_modulos,
        {
            "enlinea/a.py": "from enlinea.b import x",
            "enlinea/b.py": "from . import c",
            "enlinea/c.py": "def f():\n    from enlinea import a",
        },
        {"enlinea/c.py": "x = 1"},
    ),
]


@pytest.mark.parametrize(("regla", "mal", "remedio"), CIRCULOS)
def test_lo_que_da_la_vuelta_se_dice(
    regla: capas.ReglaDeConjunto, mal: dict[str, str], remedio: dict[str, str]
) -> None:
    def leidos(textos: dict[str, str]) -> list[Archivo]:
        return [Archivo(PurePosixPath(ruta), texto) for ruta, texto in textos.items()]

    assert list(regla(leidos(mal)))
    assert not list(regla(leidos(mal | remedio)))


def test_ninguna_regla_se_queda_sin_caso() -> None:
    assert {regla for regla, *_ in CIRCULOS} == set(capas.REGLAS_DE_CONJUNTO)


def test_el_circulo_se_dice_en_el_sentido_en_que_se_importa() -> None:
    textos = {"recreo/a.py": "import recreo.b", "recreo/b.py": "import recreo.c", "recreo/c.py": "import recreo.a"}
    (dicho,) = capas.sin_circulos_entre_modulos(Archivo(PurePosixPath(r), t) for r, t in textos.items())
    assert set(pairwise(dicho.split(" → "))) == {
        ("recreo.a", "recreo.b"),
        ("recreo.b", "recreo.c"),
        ("recreo.c", "recreo.a"),
    }
