"""Toda orden, una sola vez: la transacción, la repetición y lo que queda escrito de ella."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db import IntegrityError

from config.base.consulta_armada import ArmadaDeModelo
from config.base.transaccion import en_transaccion
from recreo.hoja.models import OrdenBase
from recreo.hoja.servicios.pedido import Pedido

Datos = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hecho:
    """Lo que devolvió la orden, y si era una repetición."""

    datos: Datos = field(default_factory=dict)
    repetida: bool = False


@cache
def _hechas(modelo: type[OrdenBase], dueno: str) -> ArmadaDeModelo[Any]:
    """Las órdenes de unos dueños con esos identificadores; armada, que se pregunta con cada orden."""
    ordenes = modelo._default_manager.order_by()
    return ArmadaDeModelo(
        modelo, lambda de, ids: ordenes.filter(**{f"{dueno}__in": de}, id_orden__in=ids), "bigint", "uuid"
    )


@dataclass(frozen=True)
class Libro:
    """Dónde se anotan las órdenes de un dueño: su tabla y con qué se nombra a él en ella (`{"recreo_id": 5}`)."""

    modelo: type[OrdenBase]
    dueno: Mapping[str, Any]

    def previa(self, id_orden: UUID) -> OrdenBase | None:
        """La que ya se aplicó con ese identificador."""
        ((dueno, cual),) = self.dueno.items()
        return next(iter(_hechas(self.modelo, dueno)([cual], [id_orden])), None)

    def anotar(self, id_orden: UUID, pedido: Pedido, instante: datetime, resultado: Datos) -> None:
        """La deja hecha, para que repetirla devuelva lo mismo."""
        self.modelo._default_manager.create(
            **self.dueno,
            id_orden=id_orden,
            accion=pedido.accion,
            huella=pedido.huella,
            resultado=resultado,
            instante=instante,
        )


def una_vez(
    libro: Libro,
    id_orden: UUID,
    pedido: Pedido,
    instante: datetime,
    *,
    tomar: Callable[[], T],
    hacer: Callable[[T], Datos | None],
) -> Hecho:
    """Bloquea con `tomar`, mira si ya se hizo y, si no, la hace y la anota: todo o nada.

    Las órdenes de dos mesas no se esperan: si traen el mismo identificador, una choca al anotarse y se mira otra vez.
    Errores: `orden_ajena`, `orden_distinta` y los de `tomar` y `hacer`.
    """

    def aplicar() -> Hecho:
        tomado = tomar()
        previa = libro.previa(id_orden)
        if previa is not None:
            pedido.exigir_que_sea(previa)
            return Hecho(previa.resultado, repetida=True)
        datos = hacer(tomado) or {}
        libro.anotar(id_orden, pedido, instante, datos)
        return Hecho(datos)

    try:
        return en_transaccion(aplicar)
    except IntegrityError:
        if libro.previa(id_orden) is None:
            raise
        return en_transaccion(aplicar)
