"""Lo fijo de una mesa, leído una vez: nombre, a qué se juega y quién se sentó al armarla."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import BigIntegerField

from config.base.consulta_armada import Armada
from enlinea.models import Lugar, Mesa
from reglas.mesa.eventos import RepartoComun
from reglas.mesa.tipos import automatico
from reglas.niveles import Nivel
from reglas.reglamento import AMIGOS, PorAsiento, Reglamento, reglamento_de_texto


@dataclass(frozen=True, slots=True)
class DatosDeMesa:
    """`cuentas[persona]` es None si es automática; `nombres`, en el mismo orden.

    En la mesa de un torneo nadie entra con su cuenta: cada lugar lleva un número negativo, −1 a −4 (decisión 047).
    """

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
    comun: RepartoComun | None = field(default=None, repr=False)
    """En el Multiplicado, de dónde salen sus manos (TO27)."""

    @classmethod
    def leer(cls, id_de_mesa: int) -> "DatosDeMesa":
        """Lee la mesa y sus lugares. Levanta `Mesa.DoesNotExist` si no está completa."""
        leida = cls.leer_varias([id_de_mesa]).get(id_de_mesa)
        if leida is None:
            raise Mesa.DoesNotExist
        return leida

    @classmethod
    def leer_varias(cls, ids: Collection[int]) -> "dict[int, DatosDeMesa]":
        """De una vez; sin las que no están o no están completas."""
        # lo que se pide lo escribe cualquiera en la dirección
        ids = [cual for cual in ids if cual <= BigIntegerField.MAX_BIGINT]
        lugares = _lugares(ids)
        leidas = (cls._armar(fila, lugares[fila[0]]) for fila in _filas(ids))
        return {leida.id: leida for leida in leidas if len(leida.nombres) == leida.reglamento.asientos}

    @classmethod
    def _armar(cls, fila: tuple[Any, ...], lugares: Sequence[tuple[str, int | None]]) -> "DatosDeMesa":
        cual, nombre, meta, modo, estado, nivel, reglamento, clave, texto = fila
        return cls(
            cual,
            nombre,
            meta,
            modo,
            tuple([nombre for nombre, _ in lugares]),
            _sin_cuentas(len(lugares)) if modo == Mesa.Modo.INTRANET else tuple([cuenta for _, cuenta in lugares]),
            estado == Mesa.Estado.LISTA,
            Nivel(nivel),
            reglamento_de_texto(reglamento),
            RepartoComun(clave, texto) if clave else None,
        )

    def ocupantes(self) -> PorAsiento:
        """Por asiento al abrir, como en `reglas.mesa.tipos`."""
        return tuple([n if cuenta is not None else automatico(n) for n, cuenta in enumerate(self.cuentas)])


def _sin_cuentas(cuantas: int) -> tuple[int | None, ...]:
    return tuple([-1 - persona for persona in range(cuantas)])


def _lugares(ids: Collection[int]) -> dict[int, list[tuple[str, int | None]]]:
    """Por mesa, (nombre, cuenta) de cada asiento."""
    lugares: dict[int, list[tuple[str, int | None]]] = defaultdict(list)
    for mesa_id, nombre, cuenta in _sentados(ids):
        lugares[mesa_id].append((nombre, cuenta))
    return lugares


_filas = Armada(
    lambda ids: Mesa.objects.filter(pk__in=ids).values_list(
        "pk", "nombre", "meta", "modo", "estado", "nivel", "reglamento", "clave_de_reparto", "texto_de_reparto"
    ),
    "bigint",
)
_sentados = Armada(
    lambda ids: (
        Lugar.objects.filter(mesa__in=ids).order_by("mesa_id", "asiento").values_list("mesa_id", "nombre", "cuenta_id")
    ),
    "bigint",
)
