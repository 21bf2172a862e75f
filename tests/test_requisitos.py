"""El índice de requisitos es verdad, y quien lo revisa sabe fallar."""

from pathlib import Path

import pytest

from tests import requisitos as r

PEDIDOS = "- RG1 Uno\n- RG2 Dos\n| D1 | Tres |\n"
BIEN = """| RG1 | Uno | `a/uno.py::f` | `tests/test_uno.py::test_f` |
| RG2 | Dos | todavía no | — |
| D1 | Tres | `a/uno.py::C.m`, `a/pagina.html::data-x`; todavía no, lo demás | `tests/test_uno.py::test_c` |
"""
# (lo que se cambia en el índice que está bien, por qué, y lo que debe decir)
TORCIDOS = [
    ("| RG2 | Dos | todavía no | — |\n", "", "RG2: no tiene renglón"),
    ("| RG2 |", "| RG3 |", "RG3: no existe ese requisito"),
    ("| RG2 |", "| RG1 |", "RG1: está 2 veces"),
    ("| Dos | todavía no |", "| Dos | |", "RG2: no tiene renglón"),
    ("| Dos | todavía no |", "| Dos | por hacer |", "RG2: no dice dónde vive ni «todavía no»"),
    ("| `tests/test_uno.py::test_f` |", "| — |", "RG1: no dice qué prueba"),
    ("| `a/uno.py::f` |", "| `tests/test_uno.py::test_f` |", "es una prueba, no donde vive"),
    ("| `tests/test_uno.py::test_f` |", "| `a/uno.py::f` |", "no es una prueba"),
    ("`a/uno.py::f`", "`f`", "f no es una ruta"),
]


@pytest.fixture
def arbol(tmp_path: Path) -> Path:
    """Un proyecto de juguete."""
    (tmp_path / "enlinea").mkdir()
    (tmp_path / "enlinea/uno.py").write_text(
        "N = 1\nM: int = 2\nclass C:\n    x = 1\n    def m(self): ...\nasync def f(): ...\n"
    )
    (tmp_path / "enlinea/uno.html").write_text("<b data-x>RG1</b>")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_uno.py").write_text("class Suelta:\n    def test_c(self): ...\n")
    return tmp_path


def test_cada_requisito_dice_donde_vive_y_que_prueba_lo_ensena() -> None:
    faltas = list(r.faltas())
    assert not faltas, "\n".join(faltas)


def test_estan_todos_los_capitulos() -> None:
    numeros = r.numeros_de((r.RAIZ / r.REQUISITOS).read_text(encoding="utf-8"))
    cuantos = {letras: sum(n.rstrip("0123456789") == letras for n in numeros) for letras in ("RG", "TO", "VA", "PL")}
    assert cuantos == {"RG": 12, "TO": 32, "VA": 12, "PL": 3}


def test_el_indice_completo_no_tiene_faltas() -> None:
    assert not list(r.faltas_del_indice(PEDIDOS, BIEN))


@pytest.mark.parametrize(("era", "es", "dice"), TORCIDOS)
def test_cada_falta_se_dice(era: str, es: str, dice: str) -> None:
    assert era in BIEN
    assert any(dice in falta for falta in r.faltas_del_indice(PEDIDOS, BIEN.replace(era, es)))


def test_un_numero_repetido_en_los_requisitos_se_dice() -> None:
    assert "RG1: está dos veces en los requisitos" in list(r.faltas_del_indice(PEDIDOS + "- RG1 Otro\n", BIEN))


@pytest.mark.parametrize(
    "cual",
    [
        "enlinea/uno.py", "enlinea/uno.py::f", "enlinea/uno.py::C.m", "enlinea/uno.py::C.x", "enlinea/uno.py::N",
        "enlinea/uno.py::M", "enlinea/uno.html::data-x", "tests/test_uno.py::test_c",
    ],
)  # fmt: skip
def test_lo_que_existe_no_es_falta(arbol: Path, cual: str) -> None:
    assert not list(r.faltas_de_rutas(f"va `{cual}` así", arbol))


@pytest.mark.parametrize(
    "cual",
    [
        "enlinea/dos.py",
        "enlinea/uno.py::g",
        "enlinea/uno.py::C.f",
        "enlinea/uno.py::m",
        "enlinea/uno.html::data",
        ".ci/run",
    ],
)
def test_lo_que_ya_no_existe_si(arbol: Path, cual: str) -> None:
    assert list(r.faltas_de_rutas(f"va `{cual}` así", arbol)) == [f"no existe {cual}"]


def test_lo_que_no_es_una_ruta_no_se_mira(arbol: Path) -> None:
    assert not list(r.faltas_de_rutas("`make run`, `/salud`, `config.servidor.alcance`, `tests/secreto` y `D1`", arbol))


def test_los_renglones_van_en_orden_y_se_ordenan_solos() -> None:
    primero, segundo, tercero = BIEN.splitlines(keepends=True)
    volteado = f"## RG\n\n{segundo}{primero}\n{tercero}"
    assert any("RG1: va antes que el de arriba" in falta for falta in r.faltas_del_indice(PEDIDOS, volteado))
    assert r.ordenar(volteado) == f"## RG\n\n{primero}{segundo}\n{tercero}"


def test_lo_que_se_mudo_se_dice_a_donde_y_se_corrige(arbol: Path) -> None:
    texto = "`enlinea/viejo.py::f`, `templates/uno.html` y `enlinea/viejo.py::no_hay`"
    assert "ahora es enlinea/uno.py::f" in "\n".join(r.faltas_de_rutas(texto, arbol))
    assert r.corregir(texto, arbol) == "`enlinea/uno.py::f`, `enlinea/uno.html` y `enlinea/viejo.py::no_hay`"


def test_si_podria_ser_de_dos_no_se_adivina(arbol: Path) -> None:
    (arbol / "enlinea/dos.py").write_text("def f(): ...\n")
    assert r.donde_quedo("enlinea/viejo.py::f", arbol) is None
    assert r.donde_quedo("recreo/uno.py::f", arbol) == "enlinea/uno.py::f"


def test_citar_un_numero_que_no_existe_se_dice(arbol: Path) -> None:
    assert not list(r.faltas_de_citas("- RG1 Uno\n", arbol))
    assert list(r.faltas_de_citas("- RG2 Dos\n", arbol)) == ["enlinea/uno.html: cita RG1, que no existe"]
