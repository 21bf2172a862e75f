"""Marco de toda orden del Recreo: una transacción que bloquea la fila del Recreo, la repetición y el aviso."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from types import FunctionType
from typing import Any, cast
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.base.transaccion import en_transaccion
from recreo import difusion
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Jugador, Mesa, Orden, Partida, Recreo

Datos = dict[str, Any]
E = Recreo.Estado
VIVOS = (E.PREPARACION, E.EN_JUEGO)
# con una llave de 64 letras, la huella entera cabe en su campo
LARGO_DE_HUELLA = 14


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


def ejecutar(
    *,
    recreo_id: int,
    quien: Quien,
    id_orden: UUID,
    accion: str,
    hacer: Callable[[Operacion], Datos | None],
    estados: tuple[str, ...] = (E.EN_JUEGO,),
    ahora: datetime | None = None,
) -> Resultado:
    """Aplica una orden una sola vez y avisa al confirmar.

    Errores: `recreo_inexistente`, `orden_ajena` (ese `id_orden` es de otra persona o de otra acción),
    `orden_distinta` (ya se aplicó, con otros datos), `estado_<estado>` (el Recreo no está en uno de `estados`) y los
    de `hacer`. Si falla, nada cambia.
    """
    instante = ahora or timezone.now()
    huella = _huella(quien, hacer)

    def aplicar() -> Resultado:
        recreo = Recreo.objects.select_for_update().filter(pk=recreo_id).first()
        if recreo is None:
            raise ErrorDeServicio("recreo_inexistente")
        previa = Orden.objects.filter(recreo=recreo, id_orden=id_orden).first()
        if previa is not None:
            exigir_misma(previa, accion, huella)
            return Resultado(recreo.version, previa.resultado, repetida=True)
        if recreo.estado not in estados:
            raise ErrorDeServicio(f"estado_{recreo.estado}")
        datos = hacer(Operacion(recreo, quien, instante)) or {}
        recreo.version += 1
        recreo.actividad = instante
        recreo.save()
        Orden.objects.create(
            recreo=recreo, id_orden=id_orden, accion=accion, huella=huella, resultado=datos, instante=instante
        )
        # no un `partial`: si falla, Django quiere el nombre de la función para anotarlo, y un `partial` no tiene
        transaction.on_commit(lambda: difusion.avisar(recreo_id, recreo.version), robust=True)
        return Resultado(recreo.version, datos)

    return en_transaccion(aplicar)


def _huella(quien: Quien, hacer: Callable[[Operacion], Datos | None]) -> str:
    """Quién y qué pidió: lo pedido son los valores que la acción cierra."""
    funcion = cast("FunctionType", hacer)
    valores = (celda.cell_contents for celda in funcion.__closure__ or ())
    return huella_de(quien, dict(zip(funcion.__code__.co_freevars, valores, strict=True)))


def huella_de(quien: Quien, pedido: Datos) -> str:
    """Identifica a quien dio una orden y lo que pidió, para que nadie recoja el resultado de otra."""
    return f"{quien.huella}:{sha256(repr(sorted(pedido.items())).encode()).hexdigest()[:LARGO_DE_HUELLA]}"


def exigir_misma(previa: Orden, accion: str, huella: str) -> None:
    """Repetir una orden es la misma persona pidiendo lo mismo. Errores: `orden_ajena`, `orden_distinta`."""
    if previa.accion != accion or previa.huella.partition(":")[0] != huella.partition(":")[0]:
        raise ErrorDeServicio("orden_ajena")
    if previa.huella != huella:
        raise ErrorDeServicio("orden_distinta")


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
