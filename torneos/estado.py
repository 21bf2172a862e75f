"""Lo que se ve de un torneo: lo público, lo de sus mesas y con qué ojos se mira. Sin correos (TO30)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cached_property

from recreo.hoja import vista
from reglas.metas import Meta
from reglas.partida import Marcador
from reglas.suizo.tipos import ETAPAS, Contrarios, FinDeMesa, Modalidad, Tipo, regla_para
from torneos.identidad import Quien


@dataclass(frozen=True, slots=True)
class InscritoVisto:
    """Una persona del torneo o, en Parejas y Equipos, también un conjunto.

    De un integrante, `conjunto` es el número del suyo, `club` el nombre, y su situación es la de él; de un conjunto,
    `quienes` lo forman.
    """

    numero: int
    nombre: str
    club: str
    procedencia: str
    comodin: bool
    desde: int | None
    hasta: int | None
    expulsado: bool
    mesa_fija: int | None
    cobro: str
    conjunto: int | None = None
    letra: int | None = None
    quienes: str = ""
    suplente_desde: int | None = None
    suple_a: int | None = None

    @property
    def situacion(self) -> str:
        """`espera` (no ha llegado), `presente`, `retirado` o `expulsado`."""
        if self.expulsado:
            return "expulsado"
        if self.hasta is not None:
            return "retirado"
        return "espera" if self.desde is None else "presente"


@dataclass(frozen=True, slots=True)
class ResultadoVisto:
    """Cómo se cerró una mesa; `revision` mayor que uno es que se corrigió."""

    fin: FinDeMesa
    ganadora: int | None
    marcador: tuple[int, int]
    ausentes: tuple[int, ...]
    revision: int
    motivo: str


@dataclass(frozen=True)
class MesaVista(vista.MesaVista):
    """Una mesa del torneo: su hoja, y cómo se cerró."""

    partida: int
    clave: str
    forzada: bool
    cierre: ResultadoVisto | None

    @cached_property
    def marcador(self) -> Marcador:
        """Lo que va, como se dice; cerrada, lo acreditado."""
        return self.cierre.marcador if self.cierre else super().marcador

    @property
    def etapa(self) -> str:
        """Como en la hoja; quien captura un papel no pasa por ellas."""
        return "cerrada" if self.cierre else super().etapa

    @property
    def llama(self) -> vista.IncidenciaVista | None:
        """Si espera a un juez."""
        return self.abierta("llamada")

    @property
    def como_va(self) -> str:
        """`cerrada`, `mal` (espera a un juez), `firma` (falta que confirme un contrario), `juega` o `falta`."""
        if self.cierre:
            return "cerrada"
        if self.llama or self.discrepancias:
            return "mal"
        if self.etapa == "meta":
            return "firma"
        return "juega" if self.manos or self.salidor is not None else "falta"


@dataclass(frozen=True)
class PartidaVista:
    """Una partida publicada y sus mesas, por número."""

    numero: int
    publicada: datetime
    inicio: datetime | None
    cerrada: datetime | None
    descansan: tuple[int, ...]
    ausentes: tuple[int, ...]
    mesas: tuple[MesaVista, ...]
    corte: tuple[tuple[int, ...], ...] | None = None
    """Si abrió una etapa de Multibolsa, los números de cada bolsa (TO24)."""
    dictado: str = ""
    """En el Multiplicado, lo que se dictó en el salón para ella; vacío, y sus mesas aún no se abren (TO27)."""
    levantada: datetime | None = None
    """Cuándo cerró su última mesa y se pudieron ver las fichas."""
    clave_de_fuera: str | None = None
    """De la que se trajo ya dictada, la clave que allá se reveló, o vacía; None, la de este torneo."""

    @property
    def de_fuera(self) -> bool:
        """¿Se dictó en otra parte? Sus mesas no se abren aquí (D675)."""
        return self.clave_de_fuera is not None

    @property
    def con_repartos(self) -> bool:
        """¿Se pueden bajar, para comprobarlos?"""
        return bool(self.levantada and self.dictado and self.clave_de_fuera != "")

    @cached_property
    def abiertas(self) -> tuple[MesaVista, ...]:
        """Las que faltan."""
        return tuple(m for m in self.mesas if m.cierre is None)

    @property
    def cerradas(self) -> int:
        """Cuántas ya acabaron."""
        return len(self.mesas) - len(self.abiertas)

    @property
    def intacta(self) -> bool:
        """¿Nadie ha anotado, ni se dictó su texto? Entonces se puede deshacer (TO14, D649)."""
        return not self.dictado and all(m.cierre is None and not m.revisiones for m in self.mesas)

    @cached_property
    def mesa_de(self) -> Mapping[int, MesaVista]:
        """Por número de persona, dónde juega."""
        return {n: m for m in self.mesas for n in m.asientos}

    def mesa(self, numero: int) -> MesaVista | None:
        """La de ese número."""
        return next((m for m in self.mesas if m.numero == numero), None)

    def vence(self, minutos: int) -> datetime | None:
        """Cuándo se cumplen esos minutos, si el reloj ya arrancó (TO17)."""
        return None if self.inicio is None else self.inicio + timedelta(minutes=minutos)


@dataclass(frozen=True, slots=True)
class EnsayoVisto:
    """El último emparejamiento pedido, aún sin publicar."""

    id: int
    partida: int
    estado: str
    creado: datetime
    tomado: datetime | None
    listo: datetime | None
    error: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class AuxiliarVisto:
    """Con qué correo entra y qué puede."""

    id: int
    correo: str
    nombre: str
    papel: str
    desde_mesa: int
    hasta_mesa: int


@dataclass(frozen=True, slots=True)
class Visor:
    """Con qué ojos se mira: quién organiza, quién lleva mesa de control, en cuáles decide, o quién es en la suya."""

    organiza: bool = False
    manda: bool = False
    zona: tuple[int, int] | None = None
    numero: int | None = None
    mesa: str = ""

    @property
    def trabaja(self) -> bool:
        """¿Entra a la mesa de control?"""
        return self.manda or self.zona is not None

    def juzga(self, mesa: int) -> bool:
        """¿Decide en esa mesa?"""
        return self.manda or (self.zona is not None and self.zona[0] <= mesa <= self.zona[1])

    def anota(self, mesa: MesaVista) -> bool:
        """¿Anota esa mesa?"""
        de_la_mesa = bool(self.mesa) and self.mesa == mesa.clave and self.numero is not None
        return self.juzga(mesa.numero) or (de_la_mesa and mesa.anotador in (None, self.numero))


@dataclass(frozen=True)
class EstadoTorneo:
    """Un torneo en una versión. `anotado` dice de qué depende lo que no cambia con cada mano."""

    id: int
    version: int
    propia: int
    codigo: str
    nombre: str
    lugar: str
    fecha: datetime
    modalidad: Modalidad
    tipo: str
    bolsas: int | None
    intranet: bool
    intercambio: int | None
    encuentro: int
    meta: Meta
    previstas: int
    contrarios: str
    minutos: int
    espera: int
    cupo: int
    cuota: Decimal
    garantizado: Decimal
    compromiso: str
    clave_de_sorteo: str
    dictado: str
    organizador_id: int
    organizador: str
    estado: str
    iniciado: datetime | None
    terminado: datetime | None
    traido: datetime | None
    semilla: str
    inscritos: Mapping[int, InscritoVisto]
    actual: PartidaVista | None
    cerradas: int
    """La última partida cerrada; 0 si ninguna."""
    ensayo: EnsayoVisto | None
    auxiliares: tuple[AuxiliarVisto, ...]
    huellas: tuple[str, ...] = ()
    """En el Multiplicado, la de la clave de cada partida, publicadas desde que se abrió el registro (TO27)."""

    def nombre_de(self, numero: int) -> str:
        """El de quien lleva ese número."""
        return self.inscritos[numero].nombre if numero in self.inscritos else ""

    @property
    def publicadas(self) -> int:
        """La última publicada."""
        return self.actual.numero if self.actual else 0

    @property
    def las_publicadas(self) -> range:
        """Sus números, para enlazarlas."""
        return range(1, self.publicadas + 1)

    @property
    def vivo(self) -> bool:
        """¿Sigue en marcha?"""
        return self.estado in ("registro", "en_juego")

    @property
    def multiplicado(self) -> bool:
        """¿Se juegan las mismas fichas en todas las mesas?"""
        return self.tipo == Tipo.MULTIPLICADO.value

    @property
    def falta_dictar(self) -> bool:
        """¿La partida publicada espera el texto que abre sus mesas?"""
        p = self.actual
        return self.multiplicado and p is not None and not p.dictado and bool(p.abiertas)

    @property
    def hay_sorteo(self) -> bool:
        """¿Ya se dictó, o lo trae su acta? Sin él no se empareja (TO6)."""
        return bool(self.dictado or self.semilla)

    @property
    def en_conjunto(self) -> bool:
        """¿Se le lleva la cuenta a parejas o a equipos?"""
        return self.modalidad is not Modalidad.INDIVIDUAL

    @property
    def de_etapa(self) -> int:
        """Partidas de cada etapa de Multibolsa (TO24)."""
        return self.previstas // ETAPAS

    @property
    def falta_el_segundo_corte(self) -> bool:
        """¿Es Multibolsa y todavía puede decirse cuántos se intercambian?"""
        return self.bolsas is not None and self.vivo and self.publicadas <= self.de_etapa * (ETAPAS - 1)

    @property
    def regla_de_contrarios(self) -> Contrarios:
        """La dicha por quien organiza o, si no, la que sale de cuántos empezaron (TO7)."""
        empezaron = sum(uno.desde == 1 and not uno.comodin for uno in self.sujetos)
        return Contrarios(self.contrarios) if self.contrarios else regla_para(empezaron, self.previstas)

    @cached_property
    def sujetos(self) -> tuple[InscritoVisto, ...]:
        """A quienes se clasifica, y los de la casa: personas o conjuntos."""
        return tuple(i for i in self.inscritos.values() if i.conjunto is None)

    def sujeto_de(self, numero: int) -> int:
        """El número a quien se le lleva la cuenta: de un integrante, su conjunto."""
        suyo = self.inscritos.get(numero)
        return numero if suyo is None or suyo.conjunto is None else suyo.conjunto

    def integrantes_de(self, numero: int) -> tuple[InscritoVisto, ...]:
        """Los de un conjunto, en su orden; el suplente, al final."""
        suyos = (i for i in self.inscritos.values() if i.conjunto == numero)
        return tuple(sorted(suyos, key=lambda i: i.letra or 0))

    @cached_property
    def llegaron(self) -> int:
        """Cuántos de a quienes se clasifica están en la sala."""
        return sum(i.situacion == "presente" and not i.comodin for i in self.sujetos)

    @property
    def presentes(self) -> int:
        """Cuántas personas están en la sala, sin contar a las de la casa."""
        return self.llegaron * self.modalidad.de_cuantos

    @property
    def en_meta(self) -> str:
        """«a 100 tantos»."""
        return self.meta.dicha

    @property
    def de_lo_lento(self) -> Hashable:
        """Cambia con todo menos con lo que se anota en las mesas."""
        return self.id, self.propia

    def visor(self, quien: Quien) -> Visor:
        """Con qué ojos mira esa persona."""
        organiza = quien.cuenta_id is not None and quien.cuenta_id == self.organizador_id
        suyo = next((a for a in self.auxiliares if quien.correo and a.correo == quien.correo.lower()), None)
        manda = organiza or (suyo is not None and suyo.papel == "control")
        zona = (suyo.desde_mesa, suyo.hasta_mesa) if suyo is not None and not manda else None
        return Visor(organiza, manda, zona, quien.numero, quien.mesa)
