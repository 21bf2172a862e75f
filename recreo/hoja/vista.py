"""Lo que se ve de una mesa, sea de quien sea: asientos, manos con su rastro, incidencias y lo que sigue en ella."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from reglas.anotacion import ManoAnotada
from reglas.conformidad import Conformidad, conformidad, parejas_que_revisan
from reglas.partida import Marcador, ResultadoPartida, calcular_partida, falta_para_meta, marcador_actual
from reglas.salida import companero_de, hace_sopa, pareja_de, pareja_del_cero, salidor_de_mano
from reglas.tipos import Fin, Meta

HOJA_CONFORME = "hoja_conforme"


@dataclass(frozen=True)
class ManoVista:
    """Una mano anotada, con su rastro (revisiones anteriores, de la primera a la penúltima).

    `mano` es su clave, con la que se corrige y se borra; `numero`, su lugar en la hoja, que cambia si se borra otra.
    """

    mano: int
    numero: int
    revision: int
    datos: ManoAnotada
    salidor: int | None
    gana: int | None
    quien: str
    instante: datetime
    rastro: tuple["Revision", ...]

    @property
    def devuelta(self) -> bool:
        """Se borró y se puso otra vez como decía (D747)."""
        return len(self.rastro) > 1 and self.rastro[-1].borrada and self.rastro[-1].datos == self.datos

    @property
    def cero_de(self) -> int | None:
        """Pareja a la que se apunta el cero de un cierre empatado (RG4)."""
        if self.gana is not None:
            return None
        return pareja_del_cero(self.datos.pareja, self.salidor)


@dataclass(frozen=True)
class Revision:
    """Una anotación pasada: qué decía, quién y cuándo."""

    revision: int
    datos: ManoAnotada
    borrada: bool
    quien: str
    instante: datetime


@dataclass(frozen=True)
class ManoBorrada:
    """Una mano que ya no cuenta, con todo su rastro; `numero`, el que tendría si se devuelve."""

    mano: int
    numero: int
    revision: int
    rastro: tuple[Revision, ...]

    @property
    def instante(self) -> datetime:
        """Cuándo se borró."""
        return self.rastro[-1].instante


@dataclass(frozen=True)
class IncidenciaVista:
    """Llamada, default propuesto o negado, infracción, y lo que la pareja contraria dice de la hoja."""

    id: int
    tipo: str
    jugador: int | None
    texto: str
    quien: str
    instante: datetime
    atendida: datetime | None
    atendida_por: str = ""
    mirada: datetime | None = None
    mirada_por: str = ""
    anotadas: int | None = None


@dataclass(frozen=True)
class DiscrepanciaVista:
    """Otra versión de una mano, en espera del organizador."""

    id: int
    mano: int
    datos: ManoAnotada
    quien: str
    instante: datetime


@dataclass(frozen=True)
class ParecerVisto:
    """Lo último que alguien dijo de la hoja; si después cambió una mano, ya no vale (D374)."""

    jugador: int
    pareja: int
    conforme: bool
    motivo: str
    instante: datetime
    vale: bool


@dataclass(frozen=True)
class MesaVista:
    """Una mesa con sus cuatro asientos, sus manos y lo que sigue en ella."""

    id: int
    version: int
    numero: int
    meta: Meta
    asientos: tuple[int, int, int, int]
    """Número de quien se sienta en Abajo, Derecha, Arriba e Izquierda."""
    anotador: int | None
    ausentes: tuple[int, ...]
    asistencia: datetime | None
    salidor: int | None
    confirmada: datetime | None
    fin: Fin | None
    gana_default: int | None
    motivo: str
    cerrada: datetime | None
    cerrada_por: str
    inicio: datetime
    manos: tuple[ManoVista, ...]
    borradas: tuple[ManoBorrada, ...]
    revisiones: Mapping[int, int]
    incidencias: tuple[IncidenciaVista, ...]
    discrepancias: tuple[DiscrepanciaVista, ...]

    @property
    def parejas(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Las dos parejas: Abajo y Arriba, Derecha e Izquierda."""
        abajo, derecha, arriba, izquierda = self.asientos
        return (abajo, arriba), (derecha, izquierda)

    @cached_property
    def jugadas(self) -> tuple[ManoAnotada, ...]:
        """Las manos para `reglas`."""
        return tuple(m.datos for m in self.manos)

    @cached_property
    def resultado(self) -> ResultadoPartida:
        """Recalculado desde las manos."""
        return calcular_partida(self.meta, self.jugadas, self.fin, self.gana_default)

    @cached_property
    def marcador(self) -> Marcador:
        """Lo que va de la partida: tantos, o 0-20-40-60-ventaja; cerrada, lo que se acredita (un default, la meta)."""
        if self.cerrada and self.meta.tantos is not None:
            return self.resultado.tantos_favor
        return marcador_actual(self.meta, self.jugadas)

    @cached_property
    def faltan(self) -> tuple[int, int]:
        """Lo que le falta a cada pareja para la meta."""
        return falta_para_meta(self.meta, self.jugadas)

    @property
    def anotadas(self) -> int:
        """Cuántas anotaciones lleva, con correcciones y borradas: dice si cambió desde que se vio."""
        return sum(self.revisiones.values())

    @property
    def siguiente(self) -> int:
        """Número de la mano que sigue."""
        return len(self.manos) + 1

    @property
    def clave_siguiente(self) -> int:
        """La clave con que se anota la que sigue: la de después de la última en pie."""
        return self.manos[-1].mano + 1 if self.manos else 1

    @property
    def claves_borradas(self) -> tuple[int, ...]:
        """Las claves que ya se usaron y no están en la hoja."""
        return tuple(b.mano for b in self.borradas)

    def con_clave(self, mano: int) -> ManoVista | None:
        """La mano en pie de esa clave."""
        return next((m for m in self.manos if m.mano == mano), None)

    def numero_de(self, mano: int) -> int:
        """El número con que se ve esa clave, o se vería: también la de una que todavía no se anota."""
        antes = sum(m.mano < mano for m in self.manos)
        return antes + 1 + max(0, mano - self.clave_siguiente)

    @cached_property
    def pareceres(self) -> tuple[ParecerVisto, ...]:
        """Lo último que cada quien dijo de la hoja."""
        por_quien = {i.jugador: i for i in self.incidencias if i.anotadas is not None and i.jugador in self.asientos}
        return tuple(
            ParecerVisto(
                n, self.pareja_de(n) or 0, i.tipo == HOJA_CONFORME, i.texto, i.instante, i.anotadas == self.anotadas
            )
            for n, i in por_quien.items()
            if n is not None
        )

    @property
    def revisan(self) -> tuple[int, ...]:
        """Las parejas que revisan la hoja: la que no la anota (D373)."""
        return parejas_que_revisan(None if self.anotador is None else self.pareja_de(self.anotador))

    @property
    def conformidad(self) -> Conformidad:
        """Cómo está la hoja según quienes la revisan."""
        return conformidad(self.revisan, [(p.pareja, p.conforme) for p in self.pareceres if p.vale])

    @property
    def va_ganando(self) -> int | None:
        """La pareja que ya ganó o que llegó a la meta."""
        if self.resultado.ganadora is not None:
            return self.resultado.ganadora
        if self.resultado.llego_a_meta:
            return calcular_partida(self.meta, self.jugadas, Fin.META).ganadora
        return None

    @property
    def sale(self) -> int | None:
        """Número de quien sale en la mano que sigue (RG5)."""
        return None if self.salidor is None else self.asientos[salidor_de_mano(self.salidor, self.siguiente)]

    @property
    def sopa(self) -> int | None:
        """Número de quien hace la sopa en la mano que sigue: el de la izquierda del salidor."""
        if self.salidor is None:
            return None
        return self.asientos[hace_sopa(salidor_de_mano(self.salidor, self.siguiente))]

    @property
    def etapa(self) -> str:
        """Qué sigue: anotador, asistencia, salidor, jugando, meta, por_cerrar o cerrada."""
        if self.cerrada:
            return "cerrada"
        if self.confirmada:
            return "por_cerrar"
        if self.resultado.llego_a_meta:
            return "meta"
        if self.salidor is not None:
            return "jugando"
        if self.asistencia is not None:
            return "salidor"
        return "asistencia" if self.anotador is not None else "anotador"

    def abierta(self, tipo: str) -> IncidenciaVista | None:
        """La incidencia sin atender de ese tipo, si la hay."""
        return next((i for i in self.incidencias if i.tipo == tipo and i.atendida is None), None)

    @property
    def negado(self) -> bool:
        """¿El anotador negó el default? Entonces se puede seguir aunque falte alguien (RE5)."""
        return any(i.tipo == "default_negado" for i in self.incidencias)

    @property
    def ultima(self) -> datetime:
        """Cuándo llegó lo último que se anotó."""
        return max((m.instante for m in self.manos), default=self.inicio)

    @property
    def ultimo_cambio(self) -> datetime:
        """Cuándo se anotó, corrigió o borró lo último."""
        return max([self.ultima, *(b.instante for b in self.borradas)])

    def pareja_de(self, numero: int) -> int | None:
        """Pareja (0 o 1) de un jugador de la mesa."""
        return pareja_de(self.asientos.index(numero)) if numero in self.asientos else None

    def companero(self, numero: int) -> int:
        """La pareja de `numero`: quien se sienta enfrente."""
        return self.asientos[companero_de(self.asientos.index(numero))]
