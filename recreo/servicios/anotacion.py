"""Anotar, corregir, borrar y devolver manos (RE4, RG6): quién puede; lo demás es de la hoja."""

from recreo.hoja.servicios import manos
from recreo.hoja.servicios.manos import MANOS_MAXIMAS
from recreo.servicios.base import Datos, E, Operacion, orden_de_mesa
from recreo.servicios.historia import T, suceder
from reglas.anotacion import ManoAnotada
from reglas.tipos import Desenlace

__all__ = [
    "MANOS_MAXIMAS",
    "discrepancia_proponer",
    "discrepancia_resolver",
    "mano_anotar",
    "mano_borrar",
    "mano_devolver",
]


@orden_de_mesa(E.EN_JUEGO)
def mano_anotar(
    op: Operacion,
    *,
    partida: int,
    mesa: int,
    mano: int,
    revision: int,
    desenlace: Desenlace,
    pareja: int | None,
    tantos: int,
    sin_salidor: bool = False,
) -> Datos:
    """Anota la mano `mano` o la corrige; `revision` es la que se vio (0 = nueva).

    `pareja`: la ganadora; en cierre empatado, la que cerró o None (RG4). `tantos`: los de la mano.
    `sin_salidor`: quien manda captura una plantilla que no dice quién salió; el cero de un cierre empatado
    va entonces a quien cerró o a nadie.
    Errores: los de permiso; `falta_salidor`; `mano_ya_anotada` (otra persona se adelantó: datos con la que quedó);
    `mano_salteada`; los de regla (RG6) con el prefijo `regla_`; `manos_tras_la_meta`.
    """
    h = op.hoja(op.mesa(partida, mesa))
    return manos.anotar(h, mano, revision, ManoAnotada(desenlace, pareja, tantos), sin_salidor=sin_salidor)


@orden_de_mesa(E.EN_JUEGO)
def mano_borrar(op: Operacion, *, partida: int, mesa: int, mano: int, revision: int) -> Datos:
    """Quita una mano sobrante, sea cual sea, antes de cerrar; queda en el rastro (D370).

    Errores: `mano_borrada`, `mano_ya_anotada` y los de regla, si sin ella las demás no pueden ser.
    """
    hecho = manos.borrar(op.hoja(op.mesa(partida, mesa)), mano, revision)
    suceder(op, T.MANO_BORRADA, partida=partida, mesa=mesa, numero=hecho["numero"])
    return hecho


@orden_de_mesa(E.EN_JUEGO)
def mano_devolver(op: Operacion, *, partida: int, mesa: int, mano: int, revision: int) -> Datos:
    """Pone otra vez una mano borrada, en su lugar (D370). Errores: `mano_no_borrada` y los de regla."""
    hecho = manos.devolver(op.hoja(op.mesa(partida, mesa)), mano, revision)
    suceder(op, T.MANO_DEVUELTA, partida=partida, mesa=mesa, numero=hecho["numero"])
    return hecho


@orden_de_mesa(E.EN_JUEGO)
def discrepancia_proponer(
    op: Operacion, *, partida: int, mesa: int, mano: int, desenlace: Desenlace, pareja: int | None, tantos: int
) -> Datos:
    """«La mía es la buena»: la otra versión queda para que decida el organizador; el marcador no cambia.

    La propone quien anota o alguien de la mesa. Errores: `no_eres_de_esta_mesa`, `mano_borrada`, `regla_…`.
    """
    h = op.hoja(op.mesa(partida, mesa))
    h.exigir_abierta()
    op.exigir_entrada()
    return manos.proponer(h, mano, ManoAnotada(desenlace, pareja, tantos))


@orden_de_mesa(E.EN_JUEGO, cual=lambda datos: {"discrepancias": datos["discrepancia"]})
def discrepancia_resolver(op: Operacion, *, discrepancia: int, acepta: bool) -> Datos:
    """El organizador decide: si acepta la otra versión, queda como corrección de la mano.

    Errores: `solo_organizador`, `discrepancia_resuelta`, `mesa_cerrada`, `mano_borrada`, `regla_…`.
    """
    op.exigir_mando()
    return manos.resolver(op.hoja(op.la_de("discrepancia_resuelta")), discrepancia, acepta)
