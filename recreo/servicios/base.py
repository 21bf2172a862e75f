"""Marco de toda orden del Recreo: la transacción, qué fila bloquea, la repetición y el aviso.

Una orden de mesa bloquea sólo su mesa. Una de todo el Recreo bloquea primero el Recreo y después las mesas que toque:
siempre en ese sentido, así que no se traban (decisión 017).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, partial, wraps
from inspect import Signature, signature
from typing import Any, Concatenate, Protocol
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from recreo import difusion
from recreo.consultas import version as consultas_de_version
from recreo.consultas.orden import mesa_bloqueada, recreo_leido, sentados_en
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos, Hecho, Hoja, Libro, subir, una_vez
from recreo.identidad import Quien
from recreo.models import Jugador, Mesa, Orden, Partida, Recreo
from recreo.servicios.pedido import Pedido
from reglas.tipos import Meta

__all__ = [
    "VIVOS",
    "Datos",
    "E",
    "Operacion",
    "Resultado",
    "anotar_orden",
    "avisar_al_anterior",
    "avisar_al_confirmar",
    "ejecutar",
    "guardar_persona",
    "orden",
    "orden_de_mesa",
]

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
    """Lo que una orden sabe: el Recreo, quién la da y a qué hora; y qué bloqueó."""

    recreo: Recreo
    quien: Quien
    ahora: datetime
    de_mesa: bool = False
    """¿Es orden de una mesa? Entonces el Recreo se leyó, sin bloquearlo, y no se guarda."""
    tocadas: dict[int, Mesa] = field(default_factory=dict)
    """Las mesas bloqueadas por su nombre: cada una sube su versión."""

    @cached_property
    def sentado(self) -> Jugador | None:
        """El número de quien pide en este Recreo, aunque ya no esté en él: con su nombre queda en el rastro."""
        suyos = [j for j in sentados_en(self.recreo) if self.quien.es(j.cuenta_id, j.llave)]
        return max(suyos, key=lambda j: j.vigente, default=None)

    @property
    def jugador(self) -> Jugador | None:
        """El asiento de quien pide. Quien se fue o está en otro Recreo mira, pero aquí no hace nada (D301)."""
        j = self.sentado
        suelto = self.recreo.estado not in VIVOS or self.recreo.pausado is not None
        return j if j is None or j.vigente or suelto else None

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
        return self.sentado.nombre if self.sentado else ""

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
        """La mesa nombrada, bloqueada. A quien no participa no se le dice nada de ella.

        Errores: `no_participas`, `mesa_inexistente`.
        """
        if not self.manda:
            self.exigir_entrada()
        m = self.la_mesa or self.tomar(partida__numero=partida, numero=mesa)
        if m is None:
            raise ErrorDeServicio("mesa_inexistente", partida=partida, mesa=mesa)
        return m

    def tomar(self, **cual: Any) -> Mesa | None:
        """Bloquea una mesa de este Recreo. Sólo en órdenes de todo el Recreo: la de mesa ya tiene la suya."""
        if self.de_mesa:
            return None
        m = _bloqueadas(self.recreo.pk, cual).first()
        if m is not None:
            self.tocadas[m.pk] = m
        return m

    @property
    def la_mesa(self) -> Mesa | None:
        """En una orden de mesa, la suya."""
        return next(iter(self.tocadas.values()), None) if self.de_mesa else None

    def la_de(self, falta: str) -> Mesa:
        """En una orden de mesa que no la nombra por su número, la suya; si no la hay, el error `falta`."""
        if self.la_mesa is None:
            raise ErrorDeServicio(falta)
        return self.la_mesa

    def hoja(self, mesa: Mesa) -> Hoja:
        """La hoja de esa mesa, con los permisos de quien pide ya resueltos."""
        yo = self.jugador.pk if self.jugador else None
        return Hoja(mesa, Meta(self.recreo.meta), self.nombre, self.ahora, yo, self.manda)

    def releer_mesas(self) -> None:
        """Se cambiaron varias mesas de una vez: nada de lo recordado de ellas vale."""
        self.recreo.epoca += 1

    def quitar_partida(self, partida: Partida) -> None:
        """Borra una partida con sus mesas. La versión que se ve no baja: el Recreo sube lo que ellas llevaban."""
        self.recreo.version += sum(partida.mesas.values_list("version", flat=True))
        partida.delete()

    def partida_actual(self) -> Partida | None:
        """La última partida abierta o cerrada; ninguna si no ha empezado."""
        return self.recreo.partidas.order_by("numero").last()

    def puede_anotar(self, mesa: Mesa) -> bool:
        """Anota el anotador de la mesa, el organizador o un coorganizador."""
        return self.hoja(mesa).anota

    def exigir_anotador(self, mesa: Mesa) -> None:
        """Sólo quien anota esa mesa, mientras siga abierta (RE6: al cerrar queda inhibido)."""
        self.hoja(mesa).exigir_anotador()

    def exigir_abierta(self, mesa: Mesa) -> None:
        """Una mesa cerrada ya no cambia."""
        self.hoja(mesa).exigir_abierta()

    def sellar(self) -> None:
        """Sube lo que cambió: cada mesa tocada y, si no hay ninguna, el Recreo. Suman una por orden casi siempre."""
        for mesa in self.tocadas.values():
            subir(mesa, self.ahora)
        if self.de_mesa:
            return
        self.recreo.version += not self.tocadas
        # dos a la misma hora no dejan lo mismo escrito: por `actividad` se sabe que hubo una (consultas.estado_de)
        self.recreo.actividad = max(self.ahora, self.recreo.actividad + timedelta(microseconds=1))
        self.recreo.save()


# qué se hace con el Recreo ya bloqueado, y qué recibe quien lo pidió
Accion = Callable[Concatenate[Operacion, ...], Datos | None]
# de lo pedido, con qué se busca la mesa
Cual = Callable[[Mapping[str, Any]], dict[str, Any]]
# de un Recreo y lo pedido, la mesa, bloqueada
Tomar = Callable[[int, Mapping[str, Any]], Mesa | None]


class Servicio(Protocol):
    """La acción, desde fuera: en qué Recreo, quién la pide, con qué identificador y qué pide."""

    def __call__(
        self, *, recreo_id: int, quien: Quien, id_orden: UUID, ahora: datetime | None = None, **pedido: Any
    ) -> Resultado: ...


def orden(*estados: str, accion: str = "", mesas: bool = False) -> Callable[[Accion], Servicio]:
    """Hace de una acción un servicio de todo el Recreo: se aplica una sola vez, en uno de `estados`, y avisa.

    Lo que la acción declara después de `op`, por nombre, es lo que se le pide: si la orden llega otra vez, se compara
    entero. `accion`: con qué nombre se guarda, si no es el de la función. `mesas`: bloquea también todas las abiertas,
    para lo que cambia el estado o varias de ellas. Errores: los de `ejecutar`.
    """
    return _decorar(estados, accion, mesas, None)


def _por_numero(recreo_id: int, datos: Mapping[str, Any]) -> Mesa | None:
    return mesa_bloqueada(recreo_id, datos["partida"], datos["mesa"])


def orden_de_mesa(*estados: str, accion: str = "", cual: Cual | None = None) -> Callable[[Accion], Servicio]:
    """Como `orden`, de una sola mesa: bloquea ésa y no el Recreo. `cual` dice cuál, si no se nombra por su número."""
    if cual is None:
        return _decorar(estados, accion, False, _por_numero)
    return _decorar(estados, accion, False, lambda recreo_id, datos: _bloqueadas(recreo_id, cual(datos)).first())


def _decorar(estados: tuple[str, ...], accion: str, mesas: bool, mesa: Tomar | None) -> Callable[[Accion], Servicio]:
    def decorar(hacer: Accion) -> Servicio:
        firma, nombre = signature(hacer), accion or hacer.__name__

        @wraps(hacer)
        def servicio(
            *, recreo_id: int, quien: Quien, id_orden: UUID, ahora: datetime | None = None, **datos: Any
        ) -> Resultado:
            pedido = Pedido(quien, nombre, _completos(firma, datos))
            como = {"estados": estados, "ahora": ahora, "mesas": mesas, "mesa": mesa}
            return ejecutar(pedido, hacer, recreo_id=recreo_id, id_orden=id_orden, **como)  # type: ignore[arg-type]

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
    mesas: bool = False,
    mesa: Tomar | None = None,
) -> Resultado:
    """Aplica lo pedido una sola vez y avisa al confirmar. Si falla, nada cambia.

    Errores: `recreo_inexistente`, `orden_ajena` y `orden_distinta` (ese `id_orden` ya se usó para otra cosa),
    `estado_<estado>` (el Recreo no está en uno de `estados`) y los de `hacer`.
    """
    instante = ahora or timezone.now()
    aviso = _Aviso(recreo_id)

    def tomar() -> Operacion:
        if mesa is not None:
            tomada = mesa(recreo_id, pedido.datos)
            # después del candado: si mientras se esperaba se canceló, aquí se ve
            return Operacion(_existe(recreo_leido(recreo_id)), pedido.quien, instante, True, _por_llave(tomada))
        recreo = _existe(Recreo.objects.select_for_update(no_key=True).filter(pk=recreo_id).first())
        if mesas:
            list(_bloqueadas(recreo_id, {"cerrada": None}).order_by("pk").values_list("pk"))
        return Operacion(recreo, pedido.quien, instante)

    def aplicar(op: Operacion) -> Datos:
        if op.recreo.estado not in estados:
            raise ErrorDeServicio(f"estado_{op.recreo.estado}")
        datos = hacer(op, **pedido.datos) or {}
        op.sellar()
        aviso.mesa = op.la_mesa.pk if op.la_mesa else 0
        aviso.anterior = 0 if op.de_mesa else op.recreo.anterior_id or 0
        transaction.on_commit(aviso.dar, robust=True)
        return datos

    libro = Libro(Orden, {"recreo_id": recreo_id})
    hecho: Hecho = una_vez(libro, id_orden, pedido, instante, tomar=tomar, hacer=aplicar)
    return Resultado(
        aviso.version or consultas_de_version.versiones([recreo_id])[recreo_id], hecho.datos, hecho.repetida
    )


def _bloqueadas(recreo_id: int, cual: Mapping[str, Any]) -> QuerySet[Mesa]:
    """`no_key`: lo que cuelga de la mesa se inserta sin esperar; `of`: sólo la mesa, no las tablas con que se busca."""
    return Mesa.objects.select_for_update(no_key=True, of=("self",)).filter(partida__recreo=recreo_id, **cual)


def _por_llave(mesa: Mesa | None) -> dict[int, Mesa]:
    return {} if mesa is None else {mesa.pk: mesa}


def _existe(recreo: Recreo | None) -> Recreo:
    if recreo is None:
        raise ErrorDeServicio("recreo_inexistente")
    return recreo


@dataclass
class _Aviso:
    """Se da al confirmar, con la versión que ya se ve: la propia o una mayor."""

    recreo_id: int
    mesa: int = 0
    anterior: int = 0
    """El que terminó y ofrece entrar a éste."""
    version: int = 0

    def dar(self) -> None:
        self.version = consultas_de_version.versiones([self.recreo_id])[self.recreo_id]
        difusion.avisar(self.recreo_id, self.version, self.mesa)
        if self.anterior:
            _releer_al_anterior(self.anterior)


def _releer_al_anterior(recreo_id: int) -> None:
    """Cambió la otra con los mismos: lo que el anterior ofrece es otra cosa, y sube su versión (D817).

    Ya confirmado y aparte: nadie bloquea dos Recreos a la vez, que así se trabarían.
    """
    if Recreo.objects.filter(pk=recreo_id, estado=E.TERMINADO).update(version=F("version") + 1):
        difusion.avisar(recreo_id, consultas_de_version.versiones([recreo_id])[recreo_id])


def avisar_al_anterior(recreo_id: int) -> None:
    """Al confirmar: de ése acaban de armar otra con los mismos."""
    transaction.on_commit(partial(_releer_al_anterior, recreo_id), robust=True)


def avisar_al_confirmar(recreo_id: int) -> None:
    """Para lo que cambia un Recreo sin ser una orden suya."""
    transaction.on_commit(_Aviso(recreo_id).dar, robust=True)


def anotar_orden(recreo: Recreo, id_orden: UUID, pedido: Pedido, instante: datetime, resultado: Datos) -> None:
    """Deja la orden hecha, para que repetirla devuelva lo mismo."""
    Libro(Orden, {"recreo": recreo}).anotar(id_orden, pedido, instante, resultado)


def guardar_persona(jugador: Jugador, campos: list[str], *, propio: bool = True) -> None:
    """Guarda a una persona en su asiento; si ya está en otro Recreo sin terminar, la base lo niega (RE1).

    `propio`: es la misma persona quien lo pide, y así se le dice. A los demás no se les dice en cuál está.
    """
    try:
        with transaction.atomic():
            jugador.save(update_fields=campos)
    except IntegrityError:
        if propio:
            raise ErrorDeServicio("ya_en_otro_recreo") from None
        raise ErrorDeServicio("esta_en_otro", nombre=jugador.nombre) from None
