"""Todo código de error tiene su texto en español, con los datos que necesita."""

import ast
import pickle
import string

import pytest

from reglas.errores import ErrorDeRegla, situar
from reglas.textos import TEXTOS, redactar
from tests.reglas.ayudas import RAIZ


def codigos_lanzados() -> dict[str, set[str]]:
    """Código → datos con los que se construye, leyendo el código fuente."""
    lanzados: dict[str, set[str]] = {}
    for archivo in (RAIZ / "reglas").rglob("*.py"):
        for nodo in ast.walk(ast.parse(archivo.read_text(encoding="utf-8"))):
            # dónde va el código: `ErrorDeRegla(codigo, …)` o `_exige(condicion, codigo, …)`
            lugar = {"ErrorDeRegla": 0, "_exige": 1}.get(getattr(getattr(nodo, "func", None), "id", ""))
            if lugar is None:
                continue
            datos = {clave.arg for clave in nodo.keywords if clave.arg}
            for codigo in escritos(nodo.args[lugar]):
                lanzados.setdefault(codigo, datos)
                lanzados[codigo] &= datos
    return lanzados


def escritos(nodo: ast.expr) -> list[str]:
    """El código, o los dos de `uno if … else otro`."""
    if isinstance(nodo, ast.IfExp):
        return escritos(nodo.body) + escritos(nodo.orelse)
    return [nodo.value] if isinstance(nodo, ast.Constant) else []


LANZADOS = codigos_lanzados()


def test_se_encontraron_los_codigos():
    assert len(LANZADOS) > 30


@pytest.mark.parametrize("codigo", sorted(LANZADOS))
def test_todo_codigo_tiene_texto_con_sus_datos(codigo):
    huecos = {campo for _, campo, _, _ in string.Formatter().parse(TEXTOS[codigo]) if campo}
    assert huecos <= LANZADOS[codigo]


def test_no_sobran_textos():
    assert set(TEXTOS) == set(LANZADOS)


def test_lo_traduce_quien_tiene_pantalla_con_sus_datos_puestos_despues():
    ingles = {
        "La ficha {ficha} ya se había tirado en esta mano. Quita la repetida.": "{ficha} twice.",
        "mano": "hand",
    }
    assert redactar("ficha_repetida", {"ficha": "0-6", "mano": 2}, ingles.__getitem__) == "Hand 2. 0-6 twice."


def test_el_mensaje_dice_donde_que_paso_y_que_hacer():
    error = ErrorDeRegla("tantos_fuera_de_rango", tantos=130, minimo=1, maximo=118, mano=4)
    with pytest.raises(ErrorDeRegla) as info, situar(partida=3), situar(mesa=2):
        raise error
    assert info.value.mensaje() == (
        "Partida 3, mesa 2, mano 4. Una mano ganada a esta meta vale de 1 a 118 tantos y se anotaron 130. "
        "Revisa la cuenta."
    )
    assert str(info.value) == info.value.mensaje()


def test_situar_no_pisa_lo_que_el_error_ya_sabe():
    with pytest.raises(ErrorDeRegla) as info, situar(mesa=2, partida=1):
        raise ErrorDeRegla("mesa_repetida", mesa=5)
    assert info.value.datos == {"mesa": 5, "partida": 1}


def test_un_codigo_sin_texto_se_muestra_tal_cual():
    assert ErrorDeRegla("algo_nuevo").mensaje() == "algo_nuevo"


def test_el_error_se_copia_entre_procesos_con_sus_datos():
    copia = pickle.loads(pickle.dumps(ErrorDeRegla("mesa_repetida", mesa=5)))
    assert (copia.codigo, copia.datos) == ("mesa_repetida", {"mesa": 5})
