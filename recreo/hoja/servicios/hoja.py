"""La hoja de una mesa ya bloqueada y quién pide: lo que sabe toda acción sobre ella."""

from dataclasses import dataclass
from datetime import datetime

from recreo.errores import ErrorDeServicio
from recreo.hoja.models import AsientoBase, MesaBase
from reglas.tipos import Meta


@dataclass(frozen=True)
class Hoja:
    """La mesa bloqueada por su dueño, a qué se juega, y quién pide con sus permisos ya resueltos."""

    mesa: MesaBase
    meta: Meta
    nombre: str
    """Con qué nombre queda en el rastro."""
    ahora: datetime
    persona: int | None = None
    """La llave de quien pide, si tiene lugar con ese dueño."""
    manda: bool = False
    """¿Tiene los poderes de quien organiza?"""

    @property
    def anota(self) -> bool:
        """Anota el anotador de la mesa, o quien manda."""
        return self.manda or (self.persona is not None and self.mesa.anotador_id == self.persona)

    @property
    def sentado(self) -> AsientoBase | None:
        """El asiento de quien pide en esta mesa."""
        if self.persona is None:
            return None
        suyo: AsientoBase | None = self.mesa.asientos.filter(jugador=self.persona).first()
        return suyo

    def exigir_abierta(self) -> None:
        """Una mesa cerrada ya no cambia. Error: `mesa_cerrada`."""
        if self.mesa.cerrada:
            raise ErrorDeServicio("mesa_cerrada", mesa=self.mesa.numero, quien=self.mesa.cerrada_por)

    def exigir_anotador(self) -> None:
        """Sólo quien anota esa mesa, mientras siga abierta (RE6: al cerrar queda inhibido)."""
        self.exigir_abierta()
        if not self.anota:
            anotador = self.mesa.anotador.nombre if self.mesa.anotador else ""
            raise ErrorDeServicio("no_anotas_esta_mesa", mesa=self.mesa.numero, anotador=anotador)

    def exigir_de_la_mesa(self) -> None:
        """Quien anota, o alguien sentado en ella. Error: `no_eres_de_esta_mesa`."""
        if not (self.anota or self.sentado):
            raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=self.mesa.numero)


def subir(mesa: MesaBase, ahora: datetime) -> None:
    """La mesa cambió: una versión más, y tuvo movimiento. Lo llama su dueño, una vez por orden aplicada."""
    mesa.version += 1
    mesa.actividad = ahora
    mesa.save(update_fields=["version", "actividad"])
