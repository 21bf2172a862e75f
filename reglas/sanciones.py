"""Tarjetas y suspensiones (SA1-SA3; 002 §3): qué tarjetas hubo en una mesa y qué suspensiones salen de ellas.

Un hecho se castiga una vez: las tarjetas se distinguen por su `hecho`, el orden en que se conocen no cambia nada, y la
que ya se usó en una suspensión no vuelve a contar. Anular una a tiempo levanta la suspensión que dependía de ella y
devuelve las otras a la cuenta; anularla cuando la suspensión ya se cumplió no cambia lo cumplido.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from reglas.mesa import eventos as ev
from reglas.mesa.tipos import es_automatico
from reglas.reglamento import PorAsiento
from reglas.tarjetas import CUANTAS, Color

SEMANA = timedelta(days=7)


class Tarjeta(NamedTuple):
    """Una tarjeta de una cuenta. `partida` distingue dónde se juntan las amarillas; las demás no la usan.

    `instante` y `anulada` llevan zona: el mes de la roja se cuenta en el calendario de esa zona.
    """

    hecho: str
    color: Color
    instante: datetime
    partida: str = ""
    anulada: datetime | None = None


class Suspension(NamedTuple):
    """Lo que toca por unas tarjetas; `clave` sale de sus hechos: las mismas dan siempre la misma.

    Corre desde el hecho que la completó. `hasta` es exclusivo; `levantada`, cuando se anuló una de las que la causaron.
    """

    clave: str
    color: Color
    desde: datetime
    hasta: datetime
    hechos: tuple[str, ...]
    levantada: datetime | None


class Expediente(NamedTuple):
    """Las suspensiones de una cuenta, por fecha, y los hechos de las azules que siguen contando (SA2)."""

    suspensiones: tuple[Suspension, ...]
    azules: tuple[str, ...]


class HechoDeMesa(NamedTuple):
    """Una tarjeta que dio una mesa: `num` e `indice` son su lugar en el diario; `instante`, ms."""

    num: int
    indice: int
    partida: int
    persona: int
    color: Color
    instante: int


_SIENTAN = (ev.MesaAbierta, ev.PartidaComenzada)
_ACABAN = (ev.PartidaTerminada, ev.PartidaAnulada, ev.MesaCerrada)


def hechos_de(renglones: Iterable[tuple[int, Sequence[ev.Evento]]], partida: int = 0) -> list[HechoDeMesa]:
    """Las tarjetas de las partidas YA acabadas de una mesa, en orden, desde su diario: (num, eventos) por renglón.

    De la que sigue en curso, ninguna: sus amarillas las enseña la mesa. Los automáticos no llevan tarjetas. `partida`:
    cuántas acabaron antes del primer renglón.
    """
    hechos: list[HechoDeMesa] = []
    abiertos: list[HechoDeMesa] = []
    ocupantes: PorAsiento = ()
    for num, eventos in renglones:
        for indice, e in enumerate(eventos):
            if isinstance(e, _SIENTAN):
                ocupantes = e.ocupantes
                partida += isinstance(e, ev.PartidaComenzada)
            elif isinstance(e, ev.Tarjeta):
                abiertos.append(HechoDeMesa(num, indice, partida, ocupantes[e.asiento], Color(e.color), e.instante))
            elif isinstance(e, ev.PartidaAnulada) and e.azul:
                abiertos.append(HechoDeMesa(num, indice, partida, ocupantes[e.asiento], Color.AZUL, e.instante))
            if isinstance(e, _ACABAN):
                hechos += [h for h in abiertos if not es_automatico(h.persona)]
                abiertos = []
    return hechos


def fin_de(color: Color, desde: datetime) -> datetime:
    """Hasta cuándo suspende: amarillas, una semana; azules, dos; roja, un mes de calendario [002 §3.3.3]."""
    match color:
        case Color.AMARILLA:
            return desde + SEMANA
        case Color.AZUL:
            return desde + 2 * SEMANA
        case Color.ROJA:
            return _un_mes_despues(desde)


def _un_mes_despues(desde: datetime) -> datetime:
    """El mismo día y hora del mes que sigue, o el último día si ese mes no lo tiene."""
    for dia in range(desde.day, 27, -1):
        try:
            return _en_el_mes_que_sigue(desde, dia)
        except ValueError:
            continue
    return _en_el_mes_que_sigue(desde, desde.day)


def _en_el_mes_que_sigue(desde: datetime, dia: int) -> datetime:
    anio, mes = divmod(desde.year * 12 + desde.month, 12)
    return desde.replace(year=anio, month=mes + 1, day=dia)


def expediente_de(tarjetas: Iterable[Tarjeta], levantadas: Mapping[str, datetime] | None = None) -> Expediente:
    """Qué suspensiones tocan a una cuenta por sus tarjetas. Repetidas o en otro orden dan lo mismo (SA1-SA3).

    `levantadas`: por clave, cuándo levantó una persona esa suspensión. Anular después una de sus tarjetas ya no
    devuelve las otras a la cuenta: ya sirvieron para suspender.
    """
    grupos: dict[tuple[Color, str], list[Tarjeta]] = defaultdict(list)
    for t in {t.hecho: t for t in tarjetas}.values():
        grupos[t.color, t.partida if t.color is Color.AMARILLA else ""].append(t)
    salen: list[Suspension] = []
    azules: tuple[str, ...] = ()
    for (color, _donde), suyas in grupos.items():
        cuenta = _DeUnColor(color, levantadas or {})
        for _cuando, _que, _hecho, suceso in sorted(_sucesos(cuenta, suyas), key=lambda s: s[:3]):
            suceso()
        salen += cuenta.suspensiones
        if color is Color.AZUL:
            azules = tuple(t.hecho for t in cuenta.van)
    return Expediente(tuple(sorted(salen, key=lambda s: (s.desde, s.clave))), azules)


Suceso = tuple[datetime, int, str, Callable[[], None]]


def _sucesos(cuenta: "_DeUnColor", tarjetas: Iterable[Tarjeta]) -> Iterable[Suceso]:
    for t in tarjetas:
        yield t.instante, 0, t.hecho, partial(cuenta.dar, t)
        if t.anulada is not None:
            # al mismo tiempo, primero se da y luego se anula
            cuando = max(t.anulada, t.instante)
            yield cuando, 1, t.hecho, partial(cuenta.anular, t, cuando)


class _DeUnColor:
    """Las tarjetas de un color que se juntan: las que van y las suspensiones que ya salieron."""

    def __init__(self, color: Color, levantadas: Mapping[str, datetime]) -> None:
        self.color, self._levantadas = color, levantadas
        self.van: list[Tarjeta] = []
        self.suspensiones: list[Suspension] = []
        self._usadas: dict[str, list[Tarjeta]] = {}

    def dar(self, tarjeta: Tarjeta) -> None:
        self.van.append(tarjeta)
        self._juntar()

    def anular(self, tarjeta: Tarjeta, cuando: datetime) -> None:
        if tarjeta in self.van:
            self.van.remove(tarjeta)
            return
        for lugar, s in enumerate(self.suspensiones):
            # al mismo instante es la que levantó el sistema por esta anulación y alguien confirmó después
            corre = cuando < s.hasta and cuando <= self._levantadas.get(s.clave, cuando)
            if tarjeta.hecho in s.hechos and s.levantada is None and corre:
                self.suspensiones[lugar] = s._replace(levantada=cuando)
                self.van += [t for t in self._usadas[s.clave] if t != tarjeta]
                self._juntar()
                return

    def _juntar(self) -> None:
        """Al completarse, la cuenta vuelve a cero."""
        self.van.sort(key=lambda t: (t.instante, t.hecho))
        cuantas = CUANTAS[self.color]
        while len(self.van) >= cuantas:
            juntas, self.van = self.van[:cuantas], self.van[cuantas:]
            hechos = tuple(t.hecho for t in juntas)
            clave = f"{self.color}:{sha256('|'.join(hechos).encode()).hexdigest()[:32]}"
            desde = juntas[-1].instante
            self._usadas[clave] = juntas
            self.suspensiones.append(Suspension(clave, self.color, desde, fin_de(self.color, desde), hechos, None))
