"""Lo que se sabe de un torneo: quiénes, qué mesas se publicaron y cómo acabaron (TO1; docs/actas.md).

*Sujeto* es a quien se clasifica: un jugador, una pareja o un equipo. Los identificadores son textos. El orden de las
listas no importa, salvo el de los jugadores de un conjunto (a, b, c, d) y el de los asientos.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from reglas.metas import Meta

Cuatro = tuple[str, str, str, str]
"""Los de una mesa por asiento: una pareja es 0 y 2; la otra, 1 y 3."""
Par = tuple[str, str]

DE_MESA = 4
ETAPAS = 3
"""Las de Multibolsa (001 §6.2.4.7)."""


class Modalidad(StrEnum):
    """A quién se le lleva la cuenta (001 §6.2.2)."""

    INDIVIDUAL = "individual"
    PAREJAS = "parejas"
    EQUIPOS = "equipos"

    @property
    def de_cuantos(self) -> int:
        """Jugadores de un sujeto."""
        return {Modalidad.INDIVIDUAL: 1, Modalidad.PAREJAS: 2, Modalidad.EQUIPOS: DE_MESA}[self]


class Tipo(StrEnum):
    """El formato del torneo (001 §6.2.4.4-6.2.4.9)."""

    MAYA = "maya"
    AZTECA = "azteca"
    MULTIBOLSA = "multibolsa"
    A_DISTANCIA = "a_distancia"
    INTRANET = "intranet"
    MULTIPLICADO = "multiplicado"


class Contrarios(StrEnum):
    """Cuánto se admite repetir un contrario en Individual (TO7)."""

    NUNCA = "nunca"
    UNA_VEZ = "una_vez"


class FinDeMesa(StrEnum):
    """Por qué se cerró una mesa del torneo (TO17, TO18, TO20)."""

    META = "meta"
    TIEMPO = "tiempo"
    DEFAULT = "default"
    SANCION = "sancion"
    AUSENCIA = "ausencia"


@dataclass(frozen=True, slots=True)
class Jugador:
    """Una persona; `desde` y `hasta`, primera y última partida en que se le empareja (TO3)."""

    id: str
    nombre: str
    comodin: bool = False
    """De la casa: completa mesas, no clasifica ni cobra (TO4)."""
    desde: int = 1
    hasta: int | None = None


@dataclass(frozen=True, slots=True)
class Suplente:
    """El registrado de un conjunto: desde qué partida y en lugar de quién. No hay regreso (TO4)."""

    id: str
    por: str
    desde: int


@dataclass(frozen=True, slots=True)
class Entidad:
    """Una pareja o un equipo, con sus jugadores en el orden que quedó fijo al inscribirse (TO2)."""

    id: str
    jugadores: tuple[str, ...]
    desde: int = 1
    hasta: int | None = None
    suplente: Suplente | None = None
    nombre: str = ""
    """Cómo se llama; no decide nada."""

    def jugadores_en(self, partida: int) -> tuple[str, ...]:
        """Los que se sientan en esa partida, en su orden: el suplente, en el lugar de quien suple."""
        suplente = self.suplente
        if suplente is None or partida < suplente.desde:
            return self.jugadores
        return tuple(suplente.id if uno == suplente.por else uno for uno in self.jugadores)

    @property
    def personas(self) -> tuple[str, ...]:
        """Todos los que han podido jugar por el conjunto."""
        return self.jugadores if self.suplente is None else (*self.jugadores, self.suplente.id)


@dataclass(frozen=True, slots=True)
class ManoDeTorneo:
    """Una mano anotada; `pareja` es None si nadie la ganó. Sólo la usa la comparación (TO28)."""

    pareja: int | None
    tantos: int
    reparto: tuple[tuple[str, ...], ...] | None = None
    salidor: int | None = None
    jugadas: tuple[tuple[int, str | None], ...] | None = None
    """Asiento y ficha, en su orden; None si pasó. No decide nada."""


@dataclass(frozen=True, slots=True)
class Correccion:
    """Lo que decía una mesa antes de corregirla cuando ya estaba publicada la partida `tras` (TO19, D330)."""

    tras: int
    fin: FinDeMesa | None
    ganadora: int | None
    marcador: tuple[int, int]
    ausentes: tuple[str, ...] = ()
    motivo: str = ""


@dataclass(frozen=True, slots=True)
class Mesa:
    """Una mesa publicada; `fin` None es que sigue abierta."""

    numero: int
    asientos: Cuatro
    entidades: Par | None = None
    """En Parejas y Equipos, el sujeto de los asientos 0 y 2 y el de 1 y 3."""
    forzada: bool = False
    fin: FinDeMesa | None = None
    ganadora: int | None = None
    marcador: tuple[int, int] = (0, 0)
    """Tantos acreditados; a juegos ganados, manos."""
    ausentes: tuple[str, ...] = ()
    manos: tuple[ManoDeTorneo, ...] | None = None
    correcciones: tuple[Correccion, ...] = ()
    """Las de después de publicada otra partida, de la primera a la última."""

    @property
    def parejas(self) -> tuple[Par, Par]:
        """Los dos de cada lado."""
        a, b, c, d = self.asientos
        return (a, c), (b, d)


@dataclass(frozen=True, slots=True)
class Partida:
    """Una partida publicada: mesas, quiénes descansan y qué sujetos avisaron que no venían."""

    numero: int
    mesas: tuple[Mesa, ...]
    descansan: tuple[str, ...] = ()
    ausentes: tuple[str, ...] = ()
    fijas: tuple[tuple[str, int], ...] = ()
    """Quién no podía moverse y de qué mesa (TO12)."""
    dictado: str = ""
    """En Multiplicado, lo que se dictó para ella, y la clave que se reveló: de las dos salen sus manos (TO27)."""
    clave: str = ""
    sin_fichas: bool = False
    """Se trajo de otra parte a medio jugar: sus fichas se quedaron allá."""

    @property
    def cerrada(self) -> bool:
        """Si ya no falta el resultado de ninguna mesa."""
        return all(mesa.fin is not None for mesa in self.mesas)


@dataclass(frozen=True, slots=True)
class CastigoDeTorneo:
    """Tantos que se descuentan a la eficiencia o, a juegos ganados, manos a la diferencia (TO20)."""

    partida: int
    sujeto: str
    tantos: int
    tras: int | None = None
    """La última partida ya publicada cuando se puso: no cuenta en los emparejamientos de antes (D330)."""


@dataclass(frozen=True, slots=True)
class Bolsas:
    """Multibolsa: cuántas, cuántos se intercambian (None: la regla) y los cortes ya hechos (TO24)."""

    cantidad: int
    intercambio: int | None = None
    cortes: tuple[tuple[tuple[str, ...], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Distancia:
    """Una pareja o un equipo declarado en A Distancia (TO25)."""

    nombre: str
    jugadores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vigencia:
    """Un prohibido o un *evitar* que no rigió en todas las partidas (TO11, D330)."""

    par: Par
    desde: int = 1
    hasta: int | None = None

    def rige(self, partida: int) -> bool:
        """Si contaba al emparejar esa partida."""
        return self.desde <= partida and (self.hasta is None or partida <= self.hasta)


@dataclass(frozen=True, slots=True)
class Siguiente:
    """Lo que el organizador dispone para la partida que se va a emparejar (TO11, TO18)."""

    ausentes: tuple[str, ...] = ()
    """Sujetos que avisaron: no se les empareja."""
    forzadas: tuple[tuple[str, ...], ...] = ()
    """Los cuatro de una mesa por asiento; en Parejas y Equipos, los dos sujetos que se enfrentan."""
    fijas: tuple[tuple[str, int], ...] = ()
    """Quién no puede moverse y de qué mesa (TO12)."""


@dataclass(frozen=True, slots=True)
class Torneo:
    """Todo lo que decide un emparejamiento o una tabla."""

    nombre: str
    semilla: str
    modalidad: Modalidad
    tipo: Tipo
    meta: Meta
    previstas: int
    jugadores: tuple[Jugador, ...]
    entidades: tuple[Entidad, ...] = ()
    contrarios: Contrarios | None = None
    encuentro: int = 3
    """Partidas seguidas contra el mismo equipo: 3, o 1 (TO10)."""
    prohibidos: tuple[Par, ...] = ()
    evitar: tuple[Par, ...] = ()
    bolsas: Bolsas | None = None
    distancia: tuple[Distancia, ...] = ()
    partidas: tuple[Partida, ...] = ()
    castigos: tuple[CastigoDeTorneo, ...] = ()
    vigencias: tuple[Vigencia, ...] = ()
    siguiente: Siguiente = Siguiente()

    @property
    def individual(self) -> bool:
        """Si cada quien lleva su cuenta."""
        return self.modalidad is Modalidad.INDIVIDUAL

    @property
    def sujetos(self) -> Mapping[str, Jugador | Entidad]:
        """A quienes se clasifica, por su identificador."""
        comodines = self.comodines
        return {uno.id: uno for uno in self._todos if uno.id not in comodines}

    @property
    def comodines(self) -> Mapping[str, Jugador | Entidad]:
        """Los de la casa: personas o, en Parejas y Equipos, el conjunto en que todos lo son (TO4, D332)."""
        de_casa = {j.id for j in self.jugadores if j.comodin}
        return {
            uno.id: uno
            for uno in self._todos
            if de_casa.issuperset((uno.id,) if isinstance(uno, Jugador) else uno.jugadores)
        }

    @property
    def _todos(self) -> tuple[Jugador | Entidad, ...]:
        return self.jugadores if self.individual else self.entidades

    @property
    def regla_de_contrarios(self) -> Contrarios:
        """*Nunca* si los que empezaron son al menos 6·P; si no, *una vez*, salvo que el organizador diga otra (TO7)."""
        if self.contrarios is not None:
            return self.contrarios
        return regla_para(sum(uno.desde == 1 for uno in self.sujetos.values()), self.previstas)


def regla_para(empezaron: int, previstas: int) -> Contrarios:
    """La que rige si nadie dice otra (TO7)."""
    return Contrarios.NUNCA if empezaron >= 6 * previstas else Contrarios.UNA_VEZ


def se_empareja(uno: Jugador | Entidad, partida: int) -> bool:
    """Si esa partida le toca: ya llegó y no se ha retirado (TO3)."""
    return uno.desde <= partida and (uno.hasta is None or partida <= uno.hasta)
