"""El pedido de una orden del Recreo: quien pide es una cuenta o un teléfono."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from recreo.hoja.servicios import pedido
from recreo.identidad import Quien
from reglas.tipos import TipoDeRol

# lo que se agregó a una acción ya publicada: callado no cuenta, y las órdenes guardadas siguen siendo las suyas
CALLADOS: Mapping[tuple[str, str], Any] = {
    ("recreo_crear", "procedencia"): "",
    ("recreo_editar", "procedencia"): "",
    ("recreo_crear", "rol"): TipoDeRol.OFICIAL,
    ("recreo_editar", "rol"): None,
    ("mesa_cerrar", "motivo"): "",
    ("incidencia_ver", "letrero"): "",
    ("jugador_reclamar", "otro_telefono"): False,
    ("jugador_reclamar", "el_mismo"): False,
}


SENSIBLES = frozenset({("discapacidad_marcar", "cuales")})
"""Lo que no va en la huella, que se guarda 30 días: de tan pocas opciones, probándolas se sabría cuál fue (D494)."""


@dataclass(frozen=True)
class Pedido(pedido.Pedido):
    """Una persona, una acción y sus datos, cada uno con su nombre."""

    quien: Quien

    @property
    def dichos(self) -> Mapping[str, Any]:
        """Sin lo que se agregó después y vino callado, ni lo sensible."""
        dichos = {k: v for k, v in self.datos.items() if CALLADOS.get((self.accion, k), self) != v}
        return {k: v for k, v in dichos.items() if (self.accion, k) not in SENSIBLES}
