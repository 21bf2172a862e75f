"""Seguir otro día: el Recreo se guarda como está y se retoma igual (D306)."""

from recreo.errores import ErrorDeServicio
from recreo.models import Jugador
from recreo.servicios.base import Datos, E, Operacion, orden
from recreo.servicios.historia import T, suceder
from recreo.servicios.lugares import acomodar, exigir_que_este, olvidar_presencias


@orden(E.EN_JUEGO, mesas=True)
def recreo_pausar(op: Operacion, *, motivo: str = "") -> None:
    """Se deja para otro día: no caduca, no se cancela por ocioso, y cada quien queda libre para otro Recreo (RE1).

    Lo que un teléfono traía sin enviar se acepta al llegar. Errores: `solo_organizador`, `recreo_en_pausa`.
    """
    op.exigir_mando()
    exigir_en_marcha(op)
    op.recreo.pausado = op.ahora
    Jugador.objects.filter(recreo=op.recreo).update(vigente=False)
    suceder(op, T.PAUSA, motivo=motivo)


@orden(E.EN_JUEGO, mesas=True)
def recreo_retomar(op: Operacion) -> Datos:
    """Sigue donde iba. Quien está en otro Recreo sin terminar se queda en aquél; datos: `en_otro`, sus nombres.

    Errores: `solo_organizador`, `no_esta_en_pausa`, `ya_en_otro_recreo` (quien lo retoma).
    """
    op.exigir_mando()
    if op.recreo.pausado is None:
        raise ErrorDeServicio("no_esta_en_pausa")
    actual = op.partida_actual()
    en_otro = acomodar(op, actual.numero if actual else 1)
    exigir_que_este(op)
    olvidar_presencias(op)
    suceder(op, T.RETOMADO, en_otro=en_otro, desde=op.recreo.pausado.isoformat())
    op.recreo.pausado = None
    return {"en_otro": en_otro}


def exigir_en_marcha(op: Operacion) -> None:
    """Lo que sólo se hace jugando. Error: `recreo_en_pausa`."""
    if op.recreo.pausado is not None:
        raise ErrorDeServicio("recreo_en_pausa")


@orden(E.EN_JUEGO)
def lugar_retomar(op: Operacion) -> Datos:
    """Quien se quedó en otro Recreo al reabrirse éste, y ya está libre, vuelve a su lugar (D301).

    Errores: `no_participas`, `ya_tienes_lugar`, `ya_en_otro_recreo`, `recreo_en_pausa`, `te_relevaron`.
    """
    exigir_en_marcha(op)
    yo = op.sentado
    if yo is None:
        raise ErrorDeServicio("no_participas")
    if yo.vigente:
        raise ErrorDeServicio("ya_tienes_lugar", numero=yo.numero, nombre=yo.nombre)
    actual = op.partida_actual()
    if yo.nombre in acomodar(op, actual.numero if actual else 1):
        raise ErrorDeServicio("ya_en_otro_recreo")
    if not Jugador.objects.filter(pk=yo.pk, vigente=True).exists():
        raise ErrorDeServicio("te_relevaron")
    return {"numero": yo.numero}
