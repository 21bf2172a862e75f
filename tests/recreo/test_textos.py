"""Todo error que un servicio puede dar se dice con palabras: se leen los códigos del propio código fuente."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest

from recreo import actas, textos
from recreo.actas import escritura
from recreo.errores import ErrorDeServicio
from recreo.models import Recreo
from reglas.textos import TEXTOS as TEXTOS_DE_REGLA
from suscripciones.consultas import Motivo

RAIZ = Path(__file__).resolve().parents[2]
DE_OTROS = tuple(RAIZ / "recreo" / x for x in ("imagen.py", "views/comun.py", "views/fotos.py"))
FUENTES = sorted(
    [
        *(f for cuarto in ("consultas", "servicios") for f in (RAIZ / "recreo" / cuarto).glob("*.py")),
        *(RAIZ / "recreo" / "hoja").rglob("*.py"),
        *DE_OTROS,
    ]
)
# lo que se arma al vuelo y de dónde sale cada valor posible
ARMADOS_AL_VUELO = {
    "f'estado_{op.recreo.estado}'": [f"estado_{e}" for e in Recreo.Estado.values],
    "permiso.motivo": [m for m in get_args(Motivo) if m],
    "falta": ["incidencia_atendida", "discrepancia_resuelta"],
}
DE_REGLA = "f'regla_{e.codigo}'"
TODOS_LOS_DATOS = {
    "actual": 4,
    "anotador": "Carmen",
    "correo": "beto@example.com",
    "desde": 5,
    "desenlace": "dominada",
    "hasta": datetime(2026, 6, 5, 18, tzinfo=UTC),
    "horas": 24,
    "instante": datetime(2026, 6, 5, 18, tzinfo=UTC),
    "mano": 3,
    "maximo": 200,
    "mesa": 2,
    "mesas": [1, 3],
    "nombre": "Beto",
    "nombres": ["Beto", "Inés"],
    "numero": 5,
    "numeros": [2, 4],
    "otro": 2,
    "pareja": 0,
    "partida": 4,
    "quien": "Mari",
    "segundos": 40,
    "siguiente": 6,
    "tamano": 8,
    "tantos": 35,
    "ultima": 7,
}


def lanzados() -> Iterator[tuple[str, set[str] | None]]:
    """(código, datos que lleva) de cada `ErrorDeServicio(…)`; los datos, None si no se sabe leyéndolo."""
    for fuente in FUENTES:
        for nodo in ast.walk(ast.parse(fuente.read_text(encoding="utf-8"))):
            if not (isinstance(nodo, ast.Call) and isinstance(nodo.func, ast.Name)):
                continue
            if nodo.func.id == "ErrorDeServicio":
                datos = {k.arg for k in nodo.keywords if k.arg}
                yield from ((codigo, datos) for codigo in _codigos(nodo.args[0], fuente))


def _codigos(nodo: ast.expr, fuente: Path) -> list[str]:
    if isinstance(nodo, ast.Constant):
        return [str(nodo.value)]
    como = ast.unparse(nodo)
    assert como in {*ARMADOS_AL_VUELO, DE_REGLA}, f"{fuente.name}: no se sabe qué códigos da {como}"
    return ARMADOS_AL_VUELO.get(como, [])


def test_todo_codigo_que_lanza_un_servicio_tiene_texto() -> None:
    codigos = {codigo for codigo, _datos in lanzados()}
    assert len(codigos) > 50
    assert sorted(c for c in codigos if c not in textos.TEXTOS and c not in textos.ARMADOS) == []


def test_cada_texto_usa_solo_datos_que_el_error_lleva() -> None:
    mal = {
        codigo: usa - datos
        for codigo, datos in lanzados()
        if datos is not None and codigo in textos.TEXTOS
        for usa in [set(re.findall(r"%\((\w+)\)", str(textos.TEXTOS[codigo])))]
        if usa - datos
    }
    assert mal == {}


def test_no_sobra_ningun_texto() -> None:
    codigos = {codigo for codigo, _datos in lanzados()}
    assert sorted({*textos.TEXTOS, *textos.ARMADOS} - codigos) == []


@pytest.mark.parametrize("codigo", sorted({*textos.TEXTOS, *textos.ARMADOS}))
def test_cada_texto_es_una_o_dos_frases_completas_sin_huecos(codigo: str) -> None:
    texto = textos.texto_de(ErrorDeServicio(codigo, **TODOS_LOS_DATOS))
    assert texto[0] == texto[0].upper()
    assert texto.endswith((".", "?"))
    assert len(texto) <= 130
    assert not re.search(r"%\(|None|\[|\{", texto)


@pytest.mark.parametrize("codigo", sorted(TEXTOS_DE_REGLA))
def test_los_errores_de_regla_los_redactan_las_reglas(codigo: str) -> None:
    datos = dict.fromkeys(re.findall(r"\{(\w+)\}", TEXTOS_DE_REGLA[codigo]), 7)
    texto = textos.texto_de(ErrorDeServicio(f"regla_{codigo}", **{**datos, "mesa": 2}))
    assert texto.startswith("Mesa 2. ")
    assert "regla_" not in texto


@pytest.mark.parametrize(
    ("codigo", "datos", "dice"),
    [
        (
            "mano_ya_anotada",
            {"desenlace": "dominada", "tantos": 35, "nombres": ["Beto", "Nacho"]},
            "Esa mano ya está anotada: 35 para Beto y Nacho. ¿La tuya es distinta?",
        ),
        (
            "mano_ya_anotada",
            {"desenlace": "cierre_empatado", "tantos": 0, "nombres": ["Beto", "Nacho"]},
            "Esa mano ya está anotada: cierre empatado. ¿La tuya es distinta?",
        ),
        (
            "mano_ya_anotada",
            {"desenlace": "dominada", "tantos": 0, "nombres": ["Beto", "Inés"]},
            "Esa mano ya está anotada: la ganaron Beto e Inés. ¿La tuya es distinta?",
        ),
        (
            "mano_ya_anotada",
            {"desenlace": "cierre", "tantos": 0, "nombres": []},
            "Esa mano ya está anotada: cierre. ¿La tuya es distinta?",
        ),
        (
            "faltan_mesas",
            {"mesas": [2]},
            "Falta cerrar la mesa 2. Ciérrala y empieza la siguiente partida.",
        ),
        (
            "faltan_mesas",
            {"mesas": [1, 2, 4]},
            "Faltan por cerrar las mesas 1, 2 y 4. Ciérralas y empieza la siguiente partida.",
        ),
        ("faltan_mesas", {"mesas": []}, "Esa partida todavía no toca. Inicia primero la que sigue."),
        (
            "ya_en_otro_recreo",
            {},
            "Ya estás en otro Recreo sin terminar y sólo se puede estar en uno. Termina o deja ése primero.",
        ),
        (
            "suscripcion_vencida",
            {"hasta": None, "organizador": "Memo"},
            "Memo organiza y su suscripción venció. En cuanto la renueve podrán empezar.",
        ),
        (
            "regla_tantos_fuera_de_rango",
            {"mano": 4, "tantos": 150, "minimo": 1, "maximo": 118},
            "Mano 4. Una mano ganada a esta meta vale de 1 a 118 tantos y se anotaron 150. Revisa la cuenta.",
        ),
    ],
)
def test_el_texto_dice_que_paso_y_que_hacer(codigo: str, datos: dict[str, object], dice: str) -> None:
    assert textos.texto_de(ErrorDeServicio(codigo, **datos)) == dice


def test_un_nombre_con_signos_se_dice_tal_cual() -> None:
    error = ErrorDeServicio("sin_acceso", numero=2, nombre="<b>Ñoño</b> 100%s & hijos")
    assert textos.texto_de(error).startswith("<b>Ñoño</b> 100%s & hijos todavía")


def test_un_codigo_desconocido_no_revienta_y_se_muestra() -> None:
    assert "codigo_nuevo" in textos.texto_de(ErrorDeServicio("codigo_nuevo"))


def test_lo_que_dicen_las_reglas_pasa_por_gettext(monkeypatch: pytest.MonkeyPatch) -> None:
    for borde in (textos, escritura):
        monkeypatch.setattr(borde, "_", "traducido: {}".format)
    dicho = "traducido: " + TEXTOS_DE_REGLA["reparto_imposible"]
    assert textos.texto_de(ErrorDeServicio("regla_reparto_imposible")) == dicho
    with pytest.raises(actas.ErrorDeActa) as error:
        actas.importar({}, organizador="ana@example.com")
    assert error.value.mensaje().startswith("traducido: ")
