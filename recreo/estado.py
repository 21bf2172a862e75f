"""Lo que se ve de un Recreo en una versión: datos inmutables, sin base de datos.

Lo arma `consultas.estado_de` y de él salen todas las pantallas, de la página y del socket.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cached_property

from recreo.estado_mesa import DiscrepanciaVista, IncidenciaVista, ManoVista, MesaVista, Revision
from recreo.estado_otra import OtraVista
from recreo.identidad import Quien
from reglas.apuestas import Pago, quien_paga_a_quien
from reglas.clasificacion import Clasificaciones, Fila, clasificar
from reglas.conformidad import Parecer
from reglas.recreo import Castigo, MesaJugada, PartidaJugada, RecreoJugado
from reglas.relevos import Relevo, ocupantes, rol_con_relevos
from reglas.roles import PartidaRol, Rol, rol_de
from reglas.singularidades import Discapacidad, anotadores_que_tocan
from reglas.tipos import Formato, Meta, TipoDeRol

__all__ = [
    "CastigoVisto",
    "DiscrepanciaVista",
    "EstadoRecreo",
    "IncidenciaVista",
    "JugadorVisto",
    "ManoVista",
    "MesaVista",
    "PartidaVista",
    "Revision",
    "SolicitudVista",
    "Sorteo",
    "Visor",
]


@dataclass(frozen=True, slots=True)
class Sorteo:
    """Un sorteo de números: cuál va, cuándo fue, con qué semilla y qué número le tocó a cada quien."""

    vez: int
    instante: datetime
    semilla: str
    numeros: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class JugadorVisto:
    """Un número y quién lo ocupa. `correo`, `cuenta_id` y `llave` no se pintan a los demás."""

    numero: int
    nombre: str
    correo: str
    cuenta_id: int | None
    llave: str
    entro: datetime | None
    co_organizador: bool
    anota: str
    invitado: datetime | None = None
    """Cuándo se le envió la invitación al correo que tiene ahora."""
    no_llego: bool = False
    """La última no llegó al correo que tiene ahora."""
    vigente: bool = True
    """Está en este Recreo: nadie lo relevó y no está en otro (D301, D303)."""
    falta_desde: int | None = None
    falta_hasta: int | None = None
    discapacidades: frozenset[Discapacidad] = frozenset()
    """Sólo se pintan a su mesa y a quien manda (D492)."""
    por_otro: bool = False
    """Las marcó otra persona a su petición."""

    @property
    def entro_alguien(self) -> bool:
        """¿Lo ocupa ya una persona, aunque ahora no pueda anotar?"""
        return self.cuenta_id is not None or bool(self.llave)

    @property
    def tiene_acceso(self) -> bool:
        """¿Ya entró con su teléfono, y sigue aquí?"""
        return self.vigente and self.entro_alguien

    def falta_en(self, partida: int) -> bool:
        """¿Está dicho que falta en esa partida?"""
        return self.falta_desde is not None and self.falta_desde <= partida <= (self.falta_hasta or partida)

    @property
    def libre(self) -> bool:
        """¿Puede reclamarlo quien abra el enlace?"""
        return bool(self.nombre) and not self.correo and not self.entro_alguien


@dataclass(frozen=True)
class CastigoVisto:
    """Un castigo en tantos vigente."""

    id: int
    jugador: int
    tantos: int
    motivo: str
    quien: str
    instante: datetime


@dataclass(frozen=True)
class SolicitudVista:
    """Quien pide un lugar y espera a que se le deje entrar. Su cuenta y su llave no se pintan."""

    id: int
    numero: int
    cuenta_id: int | None
    llave: str
    instante: datetime
    otro_telefono: bool = False
    """Ya había entrado en ese lugar con otro, que se retira si se le deja entrar (D751)."""


@dataclass(frozen=True)
class PartidaVista:
    """Una partida empezada."""

    numero: int
    inicio: datetime
    termino: datetime | None
    rol: PartidaRol
    mesas: tuple[MesaVista, ...]
    castigos: tuple[CastigoVisto, ...]
    cierres: int = 0

    @property
    def abiertas(self) -> tuple[MesaVista, ...]:
        """Mesas sin cerrar: las que faltan para la siguiente partida (RE6)."""
        return tuple(m for m in self.mesas if not m.cerrada)

    def mesa(self, numero: int) -> MesaVista | None:
        """La mesa `numero`."""
        return next((m for m in self.mesas if m.numero == numero), None)

    def mesa_de(self, numero: int) -> MesaVista | None:
        """La mesa donde juega el jugador `numero`; None si descansa."""
        return next((m for m in self.mesas if numero in m.asientos), None)


@dataclass(frozen=True)
class EstadoRecreo:
    """Un Recreo completo en una versión."""

    id: int
    codigo: str
    nombre: str
    lugar: str
    tamano: int
    tipo_de_rol: TipoDeRol
    """El oficial o el equilibrado (RG12)."""
    meta: Meta
    importe: Decimal
    pago_extraordinario: bool
    organizador_id: int
    estado: str
    version: int
    creado: datetime
    iniciado: datetime | None
    terminado: datetime | None
    jugadores: Mapping[int, JugadorVisto]
    partidas: tuple[PartidaVista, ...]
    clave: str
    """La del enlace y el QR; sólo se pinta a quien manda."""
    pide_aprobacion: bool
    solicitudes: tuple[SolicitudVista, ...]
    epoca: int = 0
    """Con otra, lo recordado de las mesas no vale."""
    procedencia: str = ""
    minutos_sin_mano: int = 15
    """Con cuántos se avisa de una mesa lenta; 0: no se avisa."""
    relevos: tuple[Relevo, ...] = ()
    pausado: datetime | None = None
    terminado_antes: bool = False
    exige_conformidad: bool = False
    """Cerrar una mesa pide que la otra pareja haya confirmado la hoja (D376)."""
    clave_tele: str = ""
    """La del enlace de la tele; sólo se pinta a quien manda (D496)."""
    sorteo: Sorteo | None = None
    """El último, mientras se prepara: lo ven todos (D606)."""
    otras: tuple[OtraVista, ...] = ()
    """Terminado, las que armaron con los mismos y no han terminado (D817)."""
    sello: tuple[Hashable, ...] = field(default=(), compare=False)
    """Con el mismo, sólo pudieron cambiar las mesas."""
    llaves: Mapping[int, int] = field(default_factory=dict, compare=False)
    """El número de cada persona, por su llave en la base."""

    @cached_property
    def rol(self) -> Rol:
        """Programa de mesas y parejas, con quien de verdad ocupa cada lugar (D303)."""
        return rol_con_relevos(rol_de(self.tamano, self.tipo_de_rol), self.relevos)

    @cached_property
    def anotadores(self) -> tuple[int, ...]:
        """Los números que conviene que lleven teléfono: los del rol, sin quien tiene una discapacidad (D493)."""
        return anotadores_que_tocan(self.rol, frozenset(n for n, j in self.jugadores.items() if j.discapacidades))

    @property
    def hay_discapacidad(self) -> bool:
        """¿Alguien marcó una? Sólo se le dice a quien manda (D492)."""
        return any(j.discapacidades for j in self.jugadores.values())

    @property
    def es_ronda(self) -> bool:
        """Ronda: 4 a 7 jugadores, con apuesta."""
        return self.rol.formato is Formato.RONDA

    @property
    def total(self) -> int:
        """Cuántas partidas tiene el programa."""
        return len(self.rol.partidas)

    @property
    def actual(self) -> PartidaVista | None:
        """La última partida empezada."""
        return self.partidas[-1] if self.partidas else None

    @cached_property
    def en_mesa(self) -> Mapping[int, MesaVista]:
        """La mesa que cada número juega ahora; ninguna si el Recreo no está en juego."""
        abiertas = self.actual.abiertas if self.actual and self.estado == "en_juego" else ()
        return {numero: mesa for mesa in abiertas for numero in mesa.asientos}

    @property
    def proxima(self) -> PartidaRol | None:
        """La que sigue a la actual en el programa; None si no hay más."""
        return self.rol.partidas[len(self.partidas)] if len(self.partidas) < self.total else None

    @property
    def cerradas(self) -> tuple[PartidaVista, ...]:
        """Partidas con todas sus mesas cerradas."""
        return tuple(p for p in self.partidas if not p.abiertas)

    @property
    def reabiertas(self) -> tuple[MesaVista, ...]:
        """Mesas de partidas anteriores que se están corrigiendo (D302)."""
        return tuple(m for p in self.partidas[:-1] for m in p.abiertas)

    @property
    def falta_anunciar(self) -> bool:
        """¿Se jugó todo y sólo falta que quien organiza anuncie el final (D300)?"""
        return self.estado == "en_juego" and len(self.cerradas) == self.total

    def ocupa_lugar(self, numero: int) -> bool:
        """¿Juega en la partida en curso o en alguna de las que faltan?"""
        desde = max(len(self.partidas), 1)
        return any(numero in ocupantes(self.relevos, self.tamano, p) for p in range(desde, self.total + 1))

    @cached_property
    def jugado(self) -> RecreoJugado:
        """Lo anotado, como lo piden las reglas y las actas."""
        return RecreoJugado(
            tamano=self.tamano,
            rol=self.tipo_de_rol,
            meta=self.meta,
            importe=self.importe,
            pago_extraordinario=self.pago_extraordinario,
            partidas=tuple(_jugada(rol_de(self.tamano, self.tipo_de_rol), p) for p in self.partidas),
            relevos=self.relevos,
        )

    @cached_property
    def clasificaciones(self) -> Clasificaciones:
        """Parciales por partida cerrada y final (RG10)."""
        return clasificar(self.jugado)

    @property
    def _clasificable(self) -> Hashable:
        """De qué depende la clasificación: partidas cerradas, sus castigos y los datos de la apuesta."""
        return (
            self.estado,
            self.meta,
            self.importe,
            self.pago_extraordinario,
            self.relevos,
            tuple((p.numero, p.termino, p.cierres, p.castigos) for p in self.cerradas),
        )

    def heredar(self, previo: "EstadoRecreo") -> None:
        """Toma la clasificación ya calculada en otra versión, si nada de lo que cuenta cambió."""
        hecha = previo.__dict__.get("clasificaciones")
        if hecha is not None and previo._clasificable == self._clasificable:
            self.__dict__["clasificaciones"] = hecha

    @property
    def filas(self) -> tuple[Fila, ...]:
        """Clasificación de ahora: la final si terminó; si no, la de la última partida cerrada."""
        parciales = self.clasificaciones.parciales
        if self.estado == "terminado" or not parciales:
            return self.clasificaciones.final
        return parciales[-1]

    @property
    def pagos(self) -> tuple[Pago, ...]:
        """Quién le paga a quién con la apuesta y el pago extraordinario de la clasificación de ahora."""
        return quien_paga_a_quien({f.jugador: f.valor_ficha + f.pago_extraordinario for f in self.filas})

    def nombre_de(self, numero: int) -> str:
        """Nombre de un jugador."""
        return self.jugadores[numero].nombre

    def jugador_de(self, quien: Quien) -> JugadorVisto | None:
        """El asiento de una persona en este Recreo."""
        suyos = (j for j in self.jugadores.values() if quien.es(j.cuenta_id, j.llave))
        return max(suyos, key=lambda j: j.vigente, default=None)

    def solicitud_de(self, quien: Quien) -> SolicitudVista | None:
        """La que esa persona hizo y nadie ha contestado."""
        return next((s for s in self.solicitudes if quien.es(s.cuenta_id, s.llave)), None)

    def visor(self, quien: Quien) -> "Visor":
        """Con qué ojos mira: su número y sus poderes."""
        j = self.jugador_de(quien)
        organiza = quien.cuenta_id is not None and quien.cuenta_id == self.organizador_id
        return Visor(
            numero=j.numero if j else None,
            organiza=organiza,
            manda=organiza or bool(j and j.vigente and j.co_organizador),
        )

    def partida(self, numero: int) -> PartidaVista | None:
        """La partida `numero`, si ya empezó."""
        return self.partidas[numero - 1] if 1 <= numero <= len(self.partidas) else None

    def mesa(self, partida: int, numero: int) -> MesaVista | None:
        """Esa mesa de esa partida, si ya empezó y la tiene."""
        p = self.partida(partida)
        return p.mesa(numero) if p else None


@dataclass(frozen=True, slots=True)
class Visor:
    """Quién mira un Recreo: su número (None si no juega) y si manda (organizador o coorganizador)."""

    numero: int | None = None
    organiza: bool = False
    manda: bool = False

    @property
    def entra(self) -> bool:
        """¿Puede ver el Recreo? Sólo quien tiene lugar o lo organiza."""
        return self.numero is not None or self.manda

    def anota(self, mesa: MesaVista) -> bool:
        """¿Puede anotar en esa mesa ahora?"""
        return not mesa.cerrada and (self.manda or (self.numero is not None and mesa.anotador == self.numero))


def _jugada(rol: Rol, p: PartidaVista) -> PartidaJugada:
    lugares = {m.numero: m.asientos for m in rol.partidas[p.numero - 1].mesas}
    return PartidaJugada(
        numero=p.numero,
        mesas=tuple(
            MesaJugada(
                numero=m.numero,
                salidor=None if m.salidor is None else lugares[m.numero][m.salidor],
                manos=m.jugadas,
                fin=m.fin,
                gana_default=m.gana_default,
                pareceres=tuple(
                    Parecer(lugares[m.numero][m.asientos.index(x.jugador)], x.conforme, x.motivo)
                    for x in m.pareceres
                    if x.vale
                ),
            )
            for m in p.mesas
        ),
        castigos=tuple(Castigo(c.jugador, c.tantos) for c in p.castigos),
    )
