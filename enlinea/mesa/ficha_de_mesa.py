"""Lo fijo de una mesa, leído una vez: nombre, a qué se juega y quién se sentó al armarla."""

from dataclasses import dataclass

from enlinea.models import Lugar, Mesa
from reglas.niveles import Nivel


@dataclass(frozen=True, slots=True)
class FichaDeMesa:
    """`cuentas[persona]` es None si es automática; `nombres`, en el mismo orden."""

    id: int
    nombre: str
    meta: str
    modo: str
    nombres: tuple[str, str, str, str]
    cuentas: tuple[int | None, int | None, int | None, int | None]
    lista: bool
    """Los cuatro aceptaron y sigue viva: sólo entonces se abre su diario."""
    nivel: Nivel = Nivel.SIMPLE
    """El de sus automáticos."""

    @classmethod
    def leer(cls, id_de_mesa: int) -> "FichaDeMesa":
        """Lee la mesa y sus lugares. Levanta `Mesa.DoesNotExist` si no está completa."""
        mesa = Mesa.objects.get(pk=id_de_mesa)
        lugares = list(Lugar.objects.filter(mesa=mesa).order_by("asiento").values_list("nombre", "cuenta_id"))
        if len(lugares) != 4:
            raise Mesa.DoesNotExist
        n, c = [nombre for nombre, _ in lugares], [cuenta for _, cuenta in lugares]
        return cls(
            mesa.pk,
            mesa.nombre,
            mesa.meta,
            mesa.modo,
            (n[0], n[1], n[2], n[3]),
            (c[0], c[1], c[2], c[3]),
            mesa.estado == Mesa.Estado.LISTA,
            Nivel(mesa.nivel),
        )

    def ocupantes(self) -> tuple[int, int, int, int]:
        """Por asiento al abrir: la persona, o su negativo si es automática."""
        o = [persona if cuenta is not None else -1 - persona for persona, cuenta in enumerate(self.cuentas)]
        return (o[0], o[1], o[2], o[3])
