"""Piezas que comparten las pantallas: marcador, asientos y manos, vistos con los ojos de quien mira.

Quien juega en la mesa es «Nosotros», va en círculo y se sienta abajo; quien sólo mira ve los nombres.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.estado import EstadoRecreo, ManoVista, MesaVista, Revision, Visor
from recreo.hoja import pantalla
from recreo.hoja.pantalla import anuncio_de, nombre_de_desenlace
from recreo.hoja.vista import ManoBorrada
from recreo.pantallas import llaves
from recreo.pantallas.base import Contexto
from recreo.pantallas.singularidades import hace_la_sopa
from recreo.textos import en_lista
from reglas.anotacion import ManoAnotada
from reglas.partida import MANOS_PARA_GANAR
from reglas.reglamento import AMIGOS
from reglas.tipos import Desenlace

POSICIONES = ("abajo", "derecha", "arriba", "izquierda")


@dataclass(frozen=True, slots=True)
class Lado:
    """Una pareja en el marcador. `forma`: 0 círculo, 1 rombo, según quien mira; `pareja`: 0 o 1 del rol."""

    forma: int
    pareja: int
    titulo: str
    nombres: str
    numero: int | str
    avance: int
    tope: int
    falta: str
    gana: bool
    acabo: bool
    """La partida ya tiene ganador: no hay avance que enseñar."""

    @property
    def en_palabra(self) -> bool:
        """¿El marcador se dice con letra (ventaja, gana)?"""
        return isinstance(self.numero, str) and not self.numero.isdigit()


@dataclass(frozen=True, slots=True)
class AsientoVisto:
    """Un asiento: quién, de qué pareja y qué le toca en la mano que sigue."""

    posicion: str
    numero: int
    nombre: str
    forma: int
    papel: str
    yo: bool
    presente: bool
    sale: str
    sopa: str
    anota: str
    acceso: bool


@dataclass(frozen=True, slots=True)
class Huella:
    """Un renglón del rastro: qué decía, quién lo anotó y cuándo."""

    texto: str
    borrada: bool
    quien: str
    instante: datetime


@dataclass(frozen=True, slots=True)
class FilaDeMano:
    """Una mano en la tabla, con lo que se apunta a cada lado; `mano` y `revision`, con lo que se corrige o devuelve."""

    mano: int
    revision: int
    numero: int
    valores: tuple[str, str]
    gana: int | None
    como: str
    sale: str
    quien: str
    rastro: tuple[Huella, ...]
    borrada: datetime | None = None
    """Cuándo se borró, si se borró: va tachada, y quien anota la devuelve."""
    devuelta: bool = False
    """Se borró y se puso otra vez como decía: nada se corrigió (D800)."""
    dice: str = ""
    """«dominada-0-35»: con qué la enseña el aparato al corregirla sin señal (D821)."""


def pareja_de_abajo(mesa: MesaVista, visor: Visor) -> int:
    """La pareja que se pinta primero: la propia si se juega ahí; si no, la 0."""
    propia = None if visor.numero is None else mesa.pareja_de(visor.numero)
    return propia or 0


def juega(mesa: MesaVista, visor: Visor) -> bool:
    """¿Quien mira juega en esta mesa?"""
    return visor.numero is not None and visor.numero in mesa.asientos


def nombres_de(estado: EstadoRecreo, numeros: tuple[int, ...], visor: Visor | None = None) -> str:
    """«Carmen y Mari»; quien mira va al final, como «tú», sólo si se da `visor`."""
    yo = visor.numero if visor else None
    otros = [estado.nombre_de(n) for n in numeros if n != yo]
    return en_lista([*otros, _("tú")] if yo in numeros else otros)


def pareja_en_palabras(estado: EstadoRecreo, mesa: MesaVista, pareja: int) -> str:
    """Los nombres de una pareja de la mesa."""
    return nombres_de(estado, mesa.parejas[pareja])


def lados(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> tuple[Lado, Lado]:
    """Las dos mitades del marcador, la propia primero."""
    primera = pareja_de_abajo(mesa, visor)
    titulos = (_("Nosotros"), _("Ellos")) if juega(mesa, visor) else ("", "")
    return (
        _lado(estado, mesa, 0, primera, titulos[0]),
        _lado(estado, mesa, 1, 1 - primera, titulos[1]),
    )


def _lado(estado: EstadoRecreo, mesa: MesaVista, forma: int, pareja: int, titulo: str) -> Lado:
    falta = mesa.faltan[pareja]
    tope = mesa.meta.tantos or MANOS_PARA_GANAR
    numero = mesa.marcador[pareja]
    return Lado(
        forma=forma,
        pareja=pareja,
        titulo=titulo,
        nombres=pareja_en_palabras(estado, mesa, pareja),
        numero=anuncio_de(numero),
        avance=numero if isinstance(numero, int) else max(0, tope - falta),
        tope=tope,
        falta=_falta(mesa, falta),
        gana=mesa.va_ganando == pareja,
        acabo=mesa.cerrada is not None or mesa.va_ganando is not None,
    )


def _falta(mesa: MesaVista, falta: int) -> str:
    if falta and (mesa.cerrada or mesa.va_ganando is not None):
        return ""  # perdida, suspendida o por default: ya no le falta nada
    if mesa.meta.tantos is None:
        if falta == 0:
            return _("¡ganó!")
        return ngettext("falta %(n)d mano", "faltan %(n)d manos", falta) % {"n": falta}
    if falta == 0:
        return _("¡llegó a %(meta)d!") % {"meta": mesa.meta.tantos}
    return ngettext("falta %(n)d", "faltan %(n)d", falta) % {"n": falta}


def marcador_en_palabras(mesa: MesaVista, visor: Visor) -> str:
    """«83 a 54», la propia primero."""
    primera = pareja_de_abajo(mesa, visor)
    return _("%(a)s a %(b)s") % {
        "a": anuncio_de(mesa.marcador[primera]),
        "b": anuncio_de(mesa.marcador[1 - primera]),
    }


def asientos(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> dict[str, AsientoVisto]:
    """Los cuatro asientos por posición; quien mira se sienta abajo y el turno va a su derecha."""
    lugar = mesa.asientos.index(visor.numero) if juega(mesa, visor) and visor.numero else 0
    vistos = {}
    for posicion in POSICIONES:
        numero = mesa.asientos[lugar]
        lugar = AMIGOS.sigue[lugar]
        vistos[posicion] = _asiento(estado, mesa, visor, numero, posicion)
    return vistos


def _asiento(estado: EstadoRecreo, mesa: MesaVista, visor: Visor, numero: int, posicion: str) -> AsientoVisto:
    yo, en_juego, sopa = numero == visor.numero, mesa.etapa == "jugando", hace_la_sopa(estado, mesa, visor)
    nombre = estado.nombre_de(numero)
    papel = _("núm. %(n)d") % {"n": numero}
    if juega(mesa, visor) and posicion == "arriba":
        papel = _("tu pareja · %(papel)s") % {"papel": papel}
    return AsientoVisto(
        posicion=posicion,
        numero=numero,
        nombre=_("Tú, %(nombre)s") % {"nombre": nombre} if yo else nombre,
        forma=int(mesa.pareja_de(numero) != pareja_de_abajo(mesa, visor)),
        papel=papel,
        yo=yo,
        presente=numero not in mesa.ausentes,
        sale=(_("Sales") if yo else _("Sale")) if en_juego and mesa.sale == numero else "",
        sopa=(_("Haces la sopa") if yo else _("Sopa")) if en_juego and sopa == numero else "",
        anota=(_("Anotas") if yo else _("Anota")) if not mesa.cerrada and mesa.anotador == numero else "",
        acceso=estado.jugadores[numero].tiene_acceso,
    )


def premio(estado: EstadoRecreo, mesa: MesaVista, x: ManoAnotada) -> str:
    """Lo que dio una mano: «25 tantos para Carmen y Mari», «la mano para Carmen y Mari» o «nadie suma»."""
    return pantalla.premio(mesa, x, estado.nombre_de)


def mano_dicha(estado: EstadoRecreo, mesa: MesaVista, x: ManoAnotada) -> str:
    """«dominada, 25 tantos para Carmen y Mari»."""
    return pantalla.mano_dicha(mesa, x, estado.nombre_de)


def filas_de_manos(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> tuple[FilaDeMano, ...]:
    """Las manos anotadas, la última arriba; las que se borraron, tachadas y en su lugar (D747)."""
    primera = pareja_de_abajo(mesa, visor)
    filas = [
        *(_fila(estado, mesa, m, primera) for m in mesa.manos),
        *(_tachada(estado, mesa, b, primera) for b in mesa.borradas),
    ]
    return tuple(sorted(filas, key=lambda f: f.mano, reverse=True))


def _fila(estado: EstadoRecreo, mesa: MesaVista, m: ManoVista, primera: int) -> FilaDeMano:
    a = _apunte(mesa, m, primera)
    b = _apunte(mesa, m, 1 - primera)
    return FilaDeMano(
        mano=m.mano,
        revision=m.revision,
        numero=m.numero,
        valores=(a, b),
        gana=None if m.gana is None else int(m.gana != primera),
        como=nombre_de_desenlace(m.datos.desenlace),
        sale="" if m.salidor is None else estado.nombre_de(mesa.asientos[m.salidor]),
        quien=m.quien,
        rastro=tuple(_huella(estado, mesa, r) for r in reversed(m.rastro)),
        devuelta=m.devuelta,
        dice=f"{m.datos.desenlace.value}-{'' if m.datos.pareja is None else m.datos.pareja}-{m.datos.tantos}",
    )


def _tachada(estado: EstadoRecreo, mesa: MesaVista, b: ManoBorrada, primera: int) -> FilaDeMano:
    *antes, ultima = b.rastro
    x = ultima.datos
    gana = None if x.desenlace is Desenlace.CIERRE_EMPATADO else x.pareja
    valor = "✓" if mesa.meta.tantos is None else str(x.tantos)
    return FilaDeMano(
        mano=b.mano,
        revision=b.revision,
        numero=b.numero,
        valores=(valor if gana == primera else "", valor if gana == 1 - primera else ""),
        gana=None,
        como=nombre_de_desenlace(x.desenlace),
        sale="",
        quien=ultima.quien,
        rastro=tuple(_huella(estado, mesa, r) for r in reversed(antes)),
        borrada=ultima.instante,
    )


def _apunte(mesa: MesaVista, m: ManoVista, pareja: int) -> str:
    """Lo que se escribe en la columna de una pareja: tantos, ✓ a juegos ganados o el cero del empate (RG4)."""
    if m.gana == pareja:
        return "✓" if mesa.meta.tantos is None else str(m.datos.tantos)
    if m.gana is None and mesa.meta.tantos is not None and m.cero_de == pareja:
        return "0"
    return ""


def _huella(estado: EstadoRecreo, mesa: MesaVista, r: Revision) -> Huella:
    return Huella(mano_dicha(estado, mesa, r.datos), r.borrada, r.quien, r.instante)


def igual_para(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> Hashable:
    """Llave de lo que de una mesa se ve igual: para una pareja, para la otra, o para quien sólo mira."""
    return llaves.de_mesa(mesa), llaves.comun(estado), pareja_de_abajo(mesa, visor), juega(mesa, visor)


def _igual_asientos(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> Hashable:
    """Llave de los asientos: con las manos sólo cambian quién sale y quién hace la sopa, y eso se repite."""
    de_la_mano = mesa.sale, mesa.sopa, mesa.etapa, mesa.anotador, mesa.ausentes
    return visor, mesa.id, de_la_mano, llaves.comun(estado)


def de_mesa(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> Contexto:
    """Lo que piden los parciales `_marcador`, `_asientos` y `_manos`; se arma si de verdad se pintan."""
    return {
        "mesa": mesa,
        "lados": cache(lambda: lados(estado, mesa, visor)),
        "asientos": cache(lambda: asientos(estado, mesa, visor)),
        "manos": cache(lambda: filas_de_manos(estado, mesa, visor)),
        "juega": juega(mesa, visor),
        "mi_pareja": pareja_de_abajo(mesa, visor),
        "igual": igual_para(estado, mesa, visor),
        "igual_asientos": _igual_asientos(estado, mesa, visor),
    }
