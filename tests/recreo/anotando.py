"""Anotar desde la página: abrirla, mandar la mano y leer lo que aparece puesto."""

import re
from typing import Any
from uuid import uuid4

from recreo.models import Anotacion
from tests.pegada import pegada
from tests.recreo.mesa import Mesero
from tests.recreo.pagina import como, ruta

GUION = {"HTTP_X_REQUESTED_WITH": "XMLHttpRequest"}


def pagina(m: Mesero, por: int = 4, **datos: Any) -> Any:
    return como(m.quienes[por]).get(ruta(m, "anotar", 1, 1), datos)


def puesta(respuesta: Any) -> tuple[str, list[str]]:
    """Los tantos que aparecen escritos y la marca del botón señalado como lo que hay."""
    cuerpo = pegada(respuesta.content.decode())
    cifras = re.search(r'id="cuantos"[^>]*? value="([^"]*)"', cuerpo)
    marcas = re.findall(r'para__b--puesta" id="m-([\w-]+)"', cuerpo)
    return (cifras[1] if cifras else ""), marcas


def botones(respuesta: Any) -> list[str]:
    """Las marcas de los botones que guardan."""
    return re.findall(r'name="marca" value="([^"]*)"', pegada(respuesta.content.decode()))


def manda(m: Mesero, por: int = 4, *, guion: bool = False, sigue: bool = False, **datos: Any) -> Any:
    """Envía el formulario del último paso."""
    campos = {
        "id_orden": uuid4(), "partida": 1, "mesa": 1, "mano": 1, "revision": 0,
        "desenlace": "dominada", "pareja": 0, "tantos": 25, **datos,
    }  # fmt: skip
    extra = GUION if guion else {}
    return como(m.quienes[por]).post(ruta(m, "anotar", 1, 1), campos, follow=sigue, **extra)


def anotadas(m: Mesero) -> list[tuple[int, int, str, int | None, int]]:
    filas = Anotacion.objects.filter(mesa=m.fila_mesa(), borrada=False)
    return [(a.mano, a.revision, a.desenlace, a.pareja, a.tantos) for a in filas]
