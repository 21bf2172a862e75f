"""Lo fijo de una mesa, leído una vez: nombre, a qué se juega y quién se sentó al armarla."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from enlinea.models import Lugar, Mesa
from reglas.mesa.tipos import automatico
from reglas.niveles import Nivel
from reglas.reglamento import AMIGOS, PorAsiento, Reglamento, reglamento_de_texto


@dataclass(frozen=True, slots=True)
class DatosDeMesa:
    """`cuentas[persona]` es None si es automática; `nombres`, en el mismo orden."""

    id: int
    nombre: str
    meta: str
    modo: str
    nombres: tuple[str, ...]
    cuentas: tuple[int | None, ...]
    lista: bool
    """Todos aceptaron y sigue viva: sólo entonces se abre su diario."""
    nivel: Nivel = Nivel.SIMPLE
    """El de sus automáticos."""
    reglamento: Reglamento = AMIGOS

    @classmethod
    def leer(cls, id_de_mesa: int) -> "DatosDeMesa":
        """Lee la mesa y sus lugares. Levanta `Mesa.DoesNotExist` si no está completa."""
        mesa = Mesa.objects.get(pk=id_de_mesa)
        lugares = _lugares([mesa.pk])[mesa.pk]
        if len(lugares) != reglamento_de_texto(mesa.reglamento).asientos:
            raise Mesa.DoesNotExist
        return cls._armar(mesa, lugares)

    @classmethod
    def leer_varias(cls, ids: Collection[int]) -> "dict[int, DatosDeMesa]":
        """De una vez; sin las que no están o no están completas."""
        lugares = _lugares(ids)
        mesas = Mesa.objects.filter(pk__in=ids)
        return {
            m.pk: cls._armar(m, lugares[m.pk])
            for m in mesas
            if len(lugares[m.pk]) == reglamento_de_texto(m.reglamento).asientos
        }

    @classmethod
    def _armar(cls, mesa: Mesa, lugares: Sequence[tuple[str, int | None]]) -> "DatosDeMesa":
        return cls(
            mesa.pk,
            mesa.nombre,
            mesa.meta,
            mesa.modo,
            tuple([nombre for nombre, _ in lugares]),
            tuple([cuenta for _, cuenta in lugares]),
            mesa.estado == Mesa.Estado.LISTA,
            Nivel(mesa.nivel),
            reglamento_de_texto(mesa.reglamento),
        )

    def ocupantes(self) -> PorAsiento:
        """Por asiento al abrir, como en `reglas.mesa.tipos`."""
        return tuple([n if cuenta is not None else automatico(n) for n, cuenta in enumerate(self.cuentas)])


def _lugares(ids: Collection[int]) -> dict[int, list[tuple[str, int | None]]]:
    """Por mesa, (nombre, cuenta) de cada asiento."""
    lugares: dict[int, list[tuple[str, int | None]]] = defaultdict(list)
    filas = Lugar.objects.filter(mesa__in=ids).order_by("mesa_id", "asiento")
    for mesa_id, nombre, cuenta in filas.values_list("mesa_id", "nombre", "cuenta_id"):
        lugares[mesa_id].append((nombre, cuenta))
    return lugares
