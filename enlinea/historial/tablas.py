"""Los renglones acumulados como se leen: suma, promedio y porcentaje; «—» donde no hay entre qué repartir (ES1)."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.templatetags.domino import MENOS, signo
from enlinea.historial.consultas.estadistica import Acumulados, PartidaContada
from reglas.estadistica import DeMano
from reglas.estadistica_acumulada import AcumuladoDeManos, acumular_manos, porcentaje, promedio
from reglas.reglamento import AMIGOS
from reglas.tipos import Desenlace

NO_HAY = "—"
LUGARES = (gettext_lazy("Abajo"), gettext_lazy("Derecha"), gettext_lazy("Arriba"), gettext_lazy("Izquierda"))
DESENLACES = {
    Desenlace.DOMINADA: gettext_lazy("dominada"),
    Desenlace.CIERRE: gettext_lazy("cierre"),
    Desenlace.CIERRE_EMPATADO: gettext_lazy("cierre empatado"),
}


@dataclass(frozen=True, slots=True)
class Renglon:
    """Un concepto y sus tres cifras, ya escritas; vacía la que no aplica."""

    rotulo: str
    suma: str
    promedio: str = ""
    otra: str = ""
    """El porcentaje o, en las manos, el promedio de los otros tres."""


@dataclass(frozen=True, slots=True)
class AsientoDeMano:
    """Un jugador en una mano, como se lee."""

    nombre: str
    lugar: Any
    pareja: int
    yo: bool
    sale: bool
    cifras: tuple[str, ...]
    """Valor, mulas, del mismo palo y fallas."""


@dataclass(frozen=True, slots=True)
class ManoVista:
    """Una mano de una partida, como se lee."""

    de: DeMano
    """Desde quien mira."""
    fin: str
    asientos: tuple[AsientoDeMano, ...]


def de_partidas(acumulados: Acumulados) -> list[Renglon]:
    """Nivel partida: promedio por partida y porcentaje de su total. Sin tantos si ninguna se jugó a tantos."""
    a = acumulados.partidas

    def partidas(rotulo: str, cuantas: int) -> Renglon:
        return Renglon(rotulo, str(cuantas), "", _por_ciento(cuantas, a.partidas))

    def manos(rotulo: str, cuantas: int) -> Renglon:
        return Renglon(rotulo, str(cuantas), _cifra(promedio(cuantas, a.partidas)), _por_ciento(cuantas, a.manos))

    def tantos(rotulo: str, cuantos: int, con_signo: bool = False) -> Renglon:
        medio = promedio(cuantos, a.a_tantos)
        return Renglon(rotulo, signo(cuantos) if con_signo else f"{cuantos:,}", _cifra(medio, con_signo))

    renglones = [
        partidas(_("Partidas ganadas"), a.ganadas),
        partidas(_("Partidas perdidas"), a.perdidas),
        manos(_("Manos ganadas"), a.manos_ganadas),
        manos(_("Manos perdidas"), a.manos_perdidas),
        manos(_("Manos que nadie ganó"), a.manos_sin_ganador),
    ]
    if a.a_tantos:
        renglones += [
            tantos(_("Tantos a favor"), a.a_favor),
            tantos(_("Tantos en contra"), a.en_contra),
            tantos(_("Diferencia"), a.a_favor - a.en_contra, con_signo=True),
            Renglon(_("Zapatos que diste"), str(a.zapatos_dados), "", _por_ciento(a.zapatos_dados, a.a_tantos)),
            Renglon(
                _("Zapatos que te dieron"), str(a.zapatos_recibidos), "", _por_ciento(a.zapatos_recibidos, a.a_tantos)
            ),
        ]
    return renglones


def de_manos(acumulados: Acumulados) -> list[Renglon]:
    """Nivel mano: lo propio, su promedio por mano y el de los otros tres de la mesa, para comparar."""
    propias, ajenas = acumulados.manos, acumulados.ajenas

    def columna(rotulo: str, nombre: str) -> Renglon:
        return Renglon(
            rotulo,
            f"{getattr(propias, nombre):,}",
            _cifra(promedio(getattr(propias, nombre), propias.manos)),
            _cifra(promedio(getattr(ajenas, nombre), ajenas.manos)),
        )

    renglones = [
        columna(_("Valor de las fichas"), "valor"),
        columna(_("Mulas"), "mulas"),
        columna(_("Del mismo palo"), "mismo_palo"),
        columna(_("Fallas (pases)"), "fallas"),
    ]
    if propias.a_tantos:
        renglones.append(
            Renglon(
                _("Tantos de diferencia"),
                signo(propias.diferencia),
                _cifra(promedio(propias.diferencia, propias.a_tantos), con_signo=True),
                _cifra(promedio(ajenas.diferencia, ajenas.a_tantos), con_signo=True),
            )
        )
    return renglones


def manos_de(p: PartidaContada) -> list[ManoVista]:
    """Cada mano con sus cuatro jugadores."""
    return [
        ManoVista(mano[p.renglon.asiento], _como_acabo(p, mano[0]), tuple(_asiento(p, de) for de in mano))
        for mano in p.manos
    ]


def promedios_de(p: PartidaContada) -> list[AsientoDeMano]:
    """El promedio por mano de cada quien; vacío si la partida no tiene manos."""
    if not p.manos:
        return []
    return [
        _de_asiento(p, asiento, False, _promedios(acumular_manos((p.de.meta, mano[asiento]) for mano in p.manos)))
        for asiento in range(AMIGOS.asientos)
    ]


def _promedios(suma: AcumuladoDeManos) -> tuple[str, ...]:
    columnas = (suma.valor, suma.mulas, suma.mismo_palo, suma.fallas)
    return tuple(_cifra(promedio(total, suma.manos)) for total in columnas)


def _asiento(p: PartidaContada, de: DeMano) -> AsientoDeMano:
    cifras = tuple(str(cifra) for cifra in (de.valor, de.mulas, de.mismo_palo, de.fallas))
    return _de_asiento(p, de.asiento, de.asiento == de.salidor, cifras)


def _de_asiento(p: PartidaContada, asiento: int, sale: bool, cifras: tuple[str, ...]) -> AsientoDeMano:
    yo = asiento == p.renglon.asiento
    return AsientoDeMano(p.renglon.nombres[asiento], LUGARES[asiento], AMIGOS.bando_de[asiento], yo, sale, cifras)


def _como_acabo(p: PartidaContada, de: DeMano) -> str:
    """A juegos ganados todo cierre es «sin tanto» (002 §2.6.2)."""
    sin_tanto = not p.de.meta.gana_el_cierre and de.desenlace is not Desenlace.DOMINADA
    return str(_("cierre, sin tanto") if sin_tanto else DESENLACES[de.desenlace])


def _cifra(numero: Decimal | None, con_signo: bool = False) -> str:
    if numero is None:
        return NO_HAY
    delante = "" if numero == 0 or not con_signo else "+" if numero > 0 else MENOS
    return f"{delante}{abs(numero) if con_signo else numero:,.1f}"


def _por_ciento(parte: int, total: int) -> str:
    cuanto = porcentaje(parte, total)
    return NO_HAY if cuanto is None else f"{cuanto}\N{NO-BREAK SPACE}%"
