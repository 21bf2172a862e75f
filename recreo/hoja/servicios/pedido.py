"""Qué se pidió y quién: lo que hace que una orden que llega otra vez sea la misma orden."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, Protocol

from recreo.errores import ErrorDeServicio
from recreo.hoja.models import OrdenBase

# con una llave de 64 letras, la huella entera cabe en su campo
LARGO_DE_HUELLA = 14


class Persona(Protocol):
    """Quien pide, como lo conozca su dueño."""

    @property
    def huella(self) -> str:
        """La distingue de cualquier otra."""


@dataclass(frozen=True)
class Pedido:
    """Una persona, una acción y sus datos, cada uno con su nombre."""

    quien: Persona
    accion: str
    datos: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def huella(self) -> str:
        """«persona:datos». Se guarda con la orden 30 días: cambiar cómo se forma vuelve ajenas las ya guardadas."""
        datos = sha256(repr(sorted(self.dichos.items())).encode()).hexdigest()
        return f"{self.persona}{datos[:LARGO_DE_HUELLA]}"

    @property
    def dichos(self) -> Mapping[str, Any]:
        """Los datos que cuentan en la huella: todos, si el dueño no dice otra cosa."""
        return self.datos

    @property
    def persona(self) -> str:
        """Con qué empieza la huella de todo lo que pide esta persona."""
        return f"{self.quien.huella}:"

    def exigir_que_sea(self, previa: OrdenBase) -> None:
        """Repetir es la misma persona pidiendo lo mismo: nadie recoge el resultado de otra orden.

        Errores: `orden_ajena` (de otra persona o de otra acción), `orden_distinta` (la suya, con otros datos).
        """
        if previa.accion != self.accion or not previa.huella.startswith(self.persona):
            raise ErrorDeServicio("orden_ajena")
        if previa.huella != self.huella:
            raise ErrorDeServicio("orden_distinta")
