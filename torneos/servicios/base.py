"""Marco de toda orden de un torneo: la transacción, qué fila bloquea, los permisos, la repetición y el aviso.

Como en el Recreo, y sobre las mismas piezas de la hoja: una orden de mesa bloquea sólo su mesa; una de todo el torneo,
el torneo y después las mesas que toque, siempre en ese sentido (decisión 017).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, wraps
from inspect import Signature, signature
from typing import Any, Concatenate, Protocol
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos, Hoja, Libro, subir, una_vez
from reglas.metas import Meta
from reglas.suizo.tipos import Modalidad
from torneos import difusion
from torneos.consultas import basicas as consultas
from torneos.identidad import Quien
from torneos.models import Auxiliar, Inscrito, Mesa, Orden, Partida, Suceso, Torneo
from torneos.servicios.pedido import Pedido

E = Torneo.Estado
VIVOS = (E.REGISTRO, E.EN_JUEGO)
LARGO_DE_NOMBRE = 40


@dataclass(frozen=True, slots=True)
class Resultado:
    """Qué quedó: la versión que se ve tras la orden, sus datos y si era una repetición."""

    version: int
    datos: Datos = field(default_factory=dict)
    repetida: bool = False


@dataclass
class Operacion:
    """Lo que una orden sabe: el torneo, quién la da y a qué hora; y qué bloqueó."""

    torneo: Torneo
    quien: Quien
    ahora: datetime
    de_mesa: bool = False
    """¿Es orden de una mesa? Entonces el torneo se leyó, sin bloquearlo, y no se guarda."""
    tocadas: dict[int, Mesa] = field(default_factory=dict)

    @property
    def organiza(self) -> bool:
        """¿Creó el torneo?"""
        return self.quien.cuenta_id is not None and self.quien.cuenta_id == self.torneo.organizador_id

    @cached_property
    def ayuda(self) -> Auxiliar | None:
        """Los permisos que le dieron, si se los dieron."""
        if not self.quien.correo:
            return None
        return self.torneo.auxiliares.filter(correo=self.quien.correo.lower()).first()

    @property
    def manda(self) -> bool:
        """¿Lleva una mesa de control?"""
        return self.organiza or (self.ayuda is not None and self.ayuda.papel == Auxiliar.Papel.CONTROL)

    def juzga(self, mesa: int) -> bool:
        """¿Decide en esa mesa? Quien manda, o el juez de su zona (TO16)."""
        a = self.ayuda
        return self.quien.casa or self.manda or (a is not None and a.desde_mesa <= mesa <= a.hasta_mesa)

    @cached_property
    def sentado(self) -> Inscrito | None:
        """Quién dijo ser, de los cuatro de la mesa cuya hoja trae."""
        m = self.la_mesa
        if m is None or not self.quien.mesa or self.quien.mesa != m.clave or self.quien.numero is None:
            return None
        asiento = m.asientos.select_related("jugador").filter(jugador__numero=self.quien.numero).first()
        return None if asiento is None else asiento.jugador

    @property
    def nombre(self) -> str:
        """Con qué nombre queda en el rastro."""
        return (self.sentado.nombre if self.sentado else self.quien.nombre)[:LARGO_DE_NOMBRE]

    def exigir_organizador(self) -> None:
        """Sólo quien creó el torneo. Error: `solo_titular`."""
        if not self.organiza:
            raise ErrorDeServicio("solo_titular")

    def exigir_mando(self) -> None:
        """Sólo una mesa de control. Error: `solo_control`."""
        if not self.manda:
            raise ErrorDeServicio("solo_control")

    def exigir_juez(self) -> Mesa:
        """La mesa de la orden, si quien pide decide en ella. Errores: `mesa_inexistente`, `solo_juez`."""
        m = self.mesa()
        if not self.juzga(m.numero):
            raise ErrorDeServicio("solo_juez", mesa=m.numero)
        return m

    def mesa(self) -> Mesa:
        """En una orden de mesa, la suya, bloqueada. Error: `mesa_inexistente`."""
        if self.la_mesa is None:
            raise ErrorDeServicio("mesa_inexistente")
        return self.la_mesa

    @property
    def la_mesa(self) -> Mesa | None:
        """En una orden de mesa, la suya."""
        return next(iter(self.tocadas.values()), None) if self.de_mesa else None

    def hoja(self) -> Hoja:
        """La hoja de la mesa, con los permisos ya resueltos. Error: `no_eres_de_esta_mesa`."""
        m = self.mesa()
        juzga = self.juzga(m.numero)
        if not juzga and self.sentado is None:
            raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=m.numero)
        persona = self.sentado.pk if self.sentado else None
        return Hoja(m, Meta(self.torneo.meta), self.nombre, self.ahora, persona, juzga)

    def publicadas(self) -> int:
        """El número de la última partida publicada; 0 si ninguna."""
        return self.torneo.partidas.count()

    def actual(self) -> Partida | None:
        """La última publicada."""
        return self.torneo.partidas.order_by("numero").defer("hoja").last()

    def inscrito(self, numero: int) -> Inscrito:
        """Quien lleva ese número. Error: `numero_inexistente`."""
        i = self.torneo.inscritos.select_related("conjunto").filter(numero=numero).first()
        if i is None:
            raise ErrorDeServicio("numero_inexistente", numero=numero)
        return i

    def sujeto(self, numero: int) -> Inscrito:
        """Lo mismo, de a quien se clasifica: de un integrante, su conjunto."""
        i = self.inscrito(numero)
        return i if i.conjunto is None else i.conjunto

    @property
    def modalidad(self) -> Modalidad:
        """A quién se le lleva la cuenta."""
        return Modalidad(self.torneo.modalidad)

    def tomar_mesas(self, partida: Partida) -> list[Mesa]:
        """Bloquea, en su orden, todas las de una partida. Sólo en órdenes de todo el torneo."""
        return list(_bloqueadas({"partida": partida}).order_by("pk"))

    def contar(self, accion: str, *, motivo: str = "", mesa: int | None = None, **datos: Any) -> None:
        """Deja el rastro: quién, cuándo, qué y por qué."""
        actual = self.la_mesa.partida.numero if self.la_mesa else None
        Suceso.objects.create(
            torneo=self.torneo,
            accion=accion,
            partida=datos.pop("partida", actual),
            mesa=self.la_mesa.numero if self.la_mesa else mesa,
            datos=datos,
            motivo=motivo.strip()[:200],
            quien=self.nombre,
            instante=self.ahora,
        )

    def sellar(self) -> None:
        """Sube lo que cambió: su mesa o el torneo."""
        for mesa in self.tocadas.values():
            subir(mesa, self.ahora)
        if not self.de_mesa:
            self.torneo.version += 1
            self.torneo.actividad = self.ahora
            self.torneo.save()


def exigir_motivo(motivo: str) -> str:
    """Lo que cambia algo ya publicado dice por qué. Error: `falta_motivo`."""
    limpio = " ".join(motivo.split())[:200]
    if not limpio:
        raise ErrorDeServicio("falta_motivo")
    return limpio


Accion = Callable[Concatenate[Operacion, ...], Datos | None]
Cual = Callable[[Mapping[str, Any]], dict[str, Any]]


class Servicio(Protocol):
    """La acción, desde fuera: en qué torneo, quién la pide, con qué identificador y qué pide."""

    def __call__(
        self, *, torneo_id: int, quien: Quien, id_orden: UUID, ahora: datetime | None = None, **pedido: Any
    ) -> Resultado: ...


def orden(*estados: str) -> Callable[[Accion], Servicio]:
    """Hace de una acción un servicio de todo el torneo: se aplica una sola vez, en uno de `estados`, y avisa."""
    return _decorar(estados, None)


def _por_numero(datos: Mapping[str, Any]) -> dict[str, Any]:
    return {"partida__numero": datos["partida"], "numero": datos["mesa"]}


def orden_de_mesa(*estados: str, cual: Cual = _por_numero, con_torneo: bool = False) -> Callable[[Accion], Servicio]:
    """Como `orden`, de una sola mesa: bloquea ésa y no el torneo; con `con_torneo`, antes también el torneo."""
    return _decorar(estados, cual, con_torneo)


def _decorar(estados: tuple[str, ...], cual: Cual | None, con_torneo: bool = False) -> Callable[[Accion], Servicio]:
    def decorar(hacer: Accion) -> Servicio:
        firma = signature(hacer)

        @wraps(hacer)
        def servicio(
            *, torneo_id: int, quien: Quien, id_orden: UUID, ahora: datetime | None = None, **datos: Any
        ) -> Resultado:
            pedido = Pedido(quien, hacer.__name__, _completos(firma, datos))
            como = _Como(estados, cual, con_torneo)
            return _ejecutar(pedido, hacer, torneo_id, id_orden, como, ahora or timezone.now())

        return servicio

    return decorar


def _completos(firma: Signature, datos: Datos) -> Datos:
    """Lo pedido, con lo que se calló en su valor de siempre; si falta o sobra algo, TypeError, sin tocar la base."""
    atados = firma.bind(None, **datos)
    atados.apply_defaults()
    _op, *pedido = atados.arguments.items()
    return dict(pedido)


@dataclass(frozen=True, slots=True)
class _Como:
    """En qué estados vale la acción y qué bloquea."""

    estados: tuple[str, ...]
    cual: Cual | None
    con_torneo: bool


def _ejecutar(
    pedido: Pedido, hacer: Accion, torneo_id: int, id_orden: UUID, como: _Como, instante: datetime
) -> Resultado:
    """Errores: `torneo_inexistente`, `orden_ajena`, `orden_distinta`, `torneo_<estado>` y los de `hacer`."""

    def tomar() -> Operacion:
        if como.cual is not None:
            if como.con_torneo:
                _existe(Torneo.objects.select_for_update(no_key=True), torneo_id)
            mesa = _bloqueadas({"partida__torneo": torneo_id, **como.cual(pedido.datos)}).first()
            op = Operacion(_existe(Torneo.objects, torneo_id), pedido.quien, instante, de_mesa=True)
            if mesa is not None:
                op.tocadas[mesa.pk] = mesa
            return op
        return Operacion(_existe(Torneo.objects.select_for_update(no_key=True), torneo_id), pedido.quien, instante)

    def aplicar(op: Operacion) -> Datos:
        if op.torneo.estado not in como.estados:
            raise ErrorDeServicio(f"torneo_{op.torneo.estado}")
        datos = hacer(op, **pedido.datos) or {}
        op.sellar()
        avisar_al_confirmar(torneo_id)
        return datos

    libro = Libro(Orden, {"torneo_id": torneo_id})
    hecho = una_vez(libro, id_orden, pedido, instante, tomar=tomar, hacer=aplicar)
    return Resultado(consultas.version_de(torneo_id), hecho.datos, hecho.repetida)


def avisar_al_confirmar(torneo_id: int) -> None:
    """El aviso sale con la versión que ya se ve."""
    transaction.on_commit(lambda: difusion.avisar(torneo_id, consultas.version_de(torneo_id)), robust=True)


def _bloqueadas(cual: Mapping[str, Any]) -> QuerySet[Mesa]:
    # la hoja de emparejamiento pesa y aquí no se lee
    mesas = Mesa.objects.select_related("partida").defer("partida__hoja").filter(**cual)
    return mesas.select_for_update(no_key=True, of=("self",))


def _existe(torneos: Any, torneo_id: int) -> Torneo:
    torneo: Torneo | None = torneos.filter(pk=torneo_id).first()
    if torneo is None:
        raise ErrorDeServicio("torneo_inexistente")
    return torneo
