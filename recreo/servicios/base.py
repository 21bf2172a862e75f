"""Marco de toda orden del Recreo: una transacción que bloquea la fila del Recreo, la repetición y el aviso."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, wraps
from inspect import Signature, signature
from typing import Any, Concatenate, Protocol
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.base.transaccion import en_transaccion
from recreo import difusion
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Jugador, Mesa, Orden, Partida, Recreo
from recreo.servicios.pedido import Pedido

Datos = dict[str, Any]
E = Recreo.Estado
VIVOS = (E.PREPARACION, E.EN_JUEGO)


@dataclass(frozen=True, slots=True)
class Resultado:
    """Qué quedó: la versión del Recreo tras la orden, sus datos y si era una repetición."""

    version: int
    datos: Datos = field(default_factory=dict)
    repetida: bool = False


@dataclass
class Operacion:
    """Lo que una orden sabe: el Recreo bloqueado, quién la da y a qué hora."""

    recreo: Recreo
    quien: Quien
    ahora: datetime

    @cached_property
    def jugador(self) -> Jugador | None:
        """El asiento de quien pide en este Recreo, si tiene uno."""
        for j in self.recreo.jugadores.all():
            if self.quien.es(j.cuenta_id, j.llave):
                return j
        return None

    @property
    def organiza(self) -> bool:
        """¿Es el organizador (no un coorganizador)?"""
        return self.quien.cuenta_id is not None and self.quien.cuenta_id == self.recreo.organizador_id

    @property
    def manda(self) -> bool:
        """¿Tiene los poderes del organizador? También el coorganizador (RE5)."""
        return self.organiza or bool(self.jugador and self.jugador.co_organizador)

    @property
    def nombre(self) -> str:
        """Con qué nombre queda en el rastro."""
        return self.jugador.nombre if self.jugador else ""

    def exigir_mando(self) -> None:
        """Sólo el organizador o un coorganizador."""
        if not self.manda:
            raise ErrorDeServicio("solo_organizador")

    def exigir_entrada(self) -> Jugador:
        """Sólo quien tiene asiento en este Recreo."""
        if self.jugador is None:
            raise ErrorDeServicio("no_participas")
        return self.jugador

    def mesa(self, partida: int, mesa: int) -> Mesa:
        """La mesa nombrada, bloqueada con su Recreo. A quien no participa no se le dice nada de ella.

        Errores: `no_participas`, `mesa_inexistente`.
        """
        if not self.manda:
            self.exigir_entrada()
        try:
            return Mesa.objects.select_related("partida", "anotador").get(
                partida__recreo=self.recreo, partida__numero=partida, numero=mesa
            )
        except Mesa.DoesNotExist:
            raise ErrorDeServicio("mesa_inexistente", partida=partida, mesa=mesa) from None

    def partida_actual(self) -> Partida | None:
        """La última partida abierta o cerrada; ninguna si no ha empezado."""
        return self.recreo.partidas.order_by("numero").last()

    def puede_anotar(self, mesa: Mesa) -> bool:
        """Anota el anotador de la mesa, el organizador o un coorganizador."""
        return self.manda or (self.jugador is not None and mesa.anotador_id == self.jugador.pk)

    def exigir_anotador(self, mesa: Mesa) -> None:
        """Sólo quien anota esa mesa, mientras siga abierta (RE6: al cerrar queda inhibido)."""
        self.exigir_abierta(mesa)
        if not self.puede_anotar(mesa):
            anotador = mesa.anotador.nombre if mesa.anotador else ""
            raise ErrorDeServicio("no_anotas_esta_mesa", mesa=mesa.numero, anotador=anotador)

    def exigir_abierta(self, mesa: Mesa) -> None:
        """Una mesa cerrada ya no cambia."""
        if mesa.cerrada:
            raise ErrorDeServicio("mesa_cerrada", mesa=mesa.numero, quien=mesa.cerrada_por)


# qué se hace con el Recreo ya bloqueado, y qué recibe quien lo pidió
Accion = Callable[Concatenate[Operacion, ...], Datos | None]


class Servicio(Protocol):
    """La acción, desde fuera: en qué Recreo, quién la pide, con qué identificador y qué pide."""

    def __call__(
        self, *, recreo_id: int, quien: Quien, id_orden: UUID, ahora: datetime | None = None, **pedido: Any
    ) -> Resultado: ...


def orden(*estados: str, accion: str = "") -> Callable[[Accion], Servicio]:
    """Hace de una acción un servicio: se aplica una sola vez, con el Recreo en uno de `estados`, y avisa al confirmar.

    Lo que la acción declara después de `op`, por nombre, es lo que se le pide: si la orden llega otra vez, se compara
    entero. `accion`: con qué nombre se guarda, si no es el de la función. Errores: los de `ejecutar`.
    """

    def decorar(hacer: Accion) -> Servicio:
        firma, nombre = signature(hacer), accion or hacer.__name__

        @wraps(hacer)
        def servicio(
            *, recreo_id: int, quien: Quien, id_orden: UUID, ahora: datetime | None = None, **datos: Any
        ) -> Resultado:
            pedido = Pedido(quien, nombre, _completos(firma, datos))
            return ejecutar(pedido, hacer, recreo_id=recreo_id, id_orden=id_orden, estados=estados, ahora=ahora)

        return servicio

    return decorar


def _completos(firma: Signature, datos: Datos) -> Datos:
    """Lo pedido, con lo que se calló en su valor de siempre; si falta o sobra algo, TypeError, sin tocar la base."""
    atados = firma.bind(None, **datos)
    atados.apply_defaults()
    _op, *pedido = atados.arguments.items()
    return dict(pedido)


def ejecutar(
    pedido: Pedido,
    hacer: Accion,
    *,
    recreo_id: int,
    id_orden: UUID,
    estados: tuple[str, ...],
    ahora: datetime | None = None,
) -> Resultado:
    """Aplica lo pedido una sola vez y avisa al confirmar. Si falla, nada cambia.

    Errores: `recreo_inexistente`, `orden_ajena` y `orden_distinta` (ese `id_orden` ya se usó para otra cosa),
    `estado_<estado>` (el Recreo no está en uno de `estados`) y los de `hacer`.
    """
    instante = ahora or timezone.now()

    def aplicar() -> Resultado:
        recreo = Recreo.objects.select_for_update().filter(pk=recreo_id).first()
        if recreo is None:
            raise ErrorDeServicio("recreo_inexistente")
        previa = Orden.objects.filter(recreo=recreo, id_orden=id_orden).first()
        if previa is not None:
            pedido.exigir_que_sea(previa)
            return Resultado(recreo.version, previa.resultado, repetida=True)
        if recreo.estado not in estados:
            raise ErrorDeServicio(f"estado_{recreo.estado}")
        datos = hacer(Operacion(recreo, pedido.quien, instante), **pedido.datos) or {}
        recreo.version += 1
        recreo.actividad = instante
        recreo.save()
        anotar_orden(recreo, id_orden, pedido, instante, datos)
        # no un `partial`: si falla, Django quiere el nombre de la función para anotarlo, y un `partial` no tiene
        transaction.on_commit(lambda: difusion.avisar(recreo_id, recreo.version), robust=True)
        return Resultado(recreo.version, datos)

    return en_transaccion(aplicar)


def anotar_orden(recreo: Recreo, id_orden: UUID, pedido: Pedido, instante: datetime, resultado: Datos) -> None:
    """Deja la orden hecha, para que repetirla devuelva lo mismo."""
    Orden.objects.create(
        recreo=recreo,
        id_orden=id_orden,
        accion=pedido.accion,
        huella=pedido.huella,
        resultado=resultado,
        instante=instante,
    )


def guardar_persona(jugador: Jugador, campos: list[str], *, propio: bool = False) -> None:
    """Guarda a una persona en su asiento; si ya está en otro Recreo sin terminar, la base lo niega (RE1).

    `propio`: es la misma persona quien lo pide, y así se le dice.
    """
    try:
        with transaction.atomic():
            jugador.save(update_fields=campos)
    except IntegrityError:
        raise ErrorDeServicio(
            "ya_en_otro_recreo",
            nombre=jugador.nombre,
            numero=jugador.numero,
            correo="" if propio else jugador.correo,
        ) from None
