"""Lo que cada app guarda de una cuenta: cómo se entrega a su dueño, qué impide borrarla y cómo queda al borrarse.

Las otras apps conocen a ésta y no al revés: se apuntan en su `AppConfig.ready` (`servicios.datos_de_cuenta`).
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple


class Borrado(NamedTuple):
    """De quién es y con qué queda: sus nombres y su correo de antes (vacíos al repasar), el seudónimo y la hora."""

    cuenta_id: int
    nombre: str
    correo: str
    seudonimo: str
    ahora: datetime


class Suyo(NamedTuple):
    """Lo de una app.

    `exportar(cuenta_id)`: lo suyo, con tipos que entiende JSON. `impide(cuenta_id)`: el código de por qué no se puede
    borrar ahora, o vacío. `borrar(borrado)`: quita o pone bajo el seudónimo; va en la transacción de quien borra y vale
    repetirlo. `con_sanciones(cuenta_id)`: ¿tiene algo que no se quita borrándose? `heredar(de, a)`: se lo pasa a la
    cuenta nueva de la misma persona.
    """

    nombre: str
    exportar: Callable[[int], dict[str, Any]]
    impide: Callable[[int], str]
    borrar: Callable[[Borrado], None]
    con_sanciones: Callable[[int], bool] = lambda _cuenta: False
    heredar: Callable[[int, int], None] = lambda _de, _a: None


_apuntados: dict[str, Suyo] = {}


def apuntar(suyo: Suyo) -> None:
    """Apunta lo de una app; apuntarlo otra vez lo sustituye."""
    _apuntados[suyo.nombre] = suyo


def apuntados() -> list[Suyo]:
    """Lo de cada app, en el orden en que se apuntaron."""
    return list(_apuntados.values())
