"""El final lo anuncia quien organiza, y durante un día se puede reabrir (RE6, D300, D301, D305)."""

from datetime import timedelta

from recreo.errores import ErrorDeServicio
from recreo.models import Castigo, Jugador, Mesa, Partida
from recreo.servicios.base import Datos, E, Operacion, orden
from recreo.servicios.historia import T, exigir_motivo, suceder
from recreo.servicios.lugares import acomodar, exigir_que_este, olvidar_presencias, programa_de

HORAS_PARA_REABRIR = 24


def mesas_abiertas(op: Operacion) -> list[Mesa]:
    """Las que no se han cerrado, de cualquier partida. Quien las deja a medias las bloquea todas (`mesas=True`)."""
    abiertas = Mesa.objects.filter(partida__recreo=op.recreo, cerrada=None)
    return list(abiertas.select_related("partida").order_by("partida__numero", "numero"))


def exigir_sin_reabiertas(op: Operacion, abiertas: list[Mesa]) -> None:
    """Ninguna mesa de una partida anterior se está corrigiendo. Error: `mesa_reabierta`."""
    actual = op.partida_actual()
    for m in abiertas:
        if actual is not None and m.partida_id != actual.pk:
            raise ErrorDeServicio("mesa_reabierta", partida=m.partida.numero, mesa=m.numero)


def se_jugo_todo(op: Operacion) -> bool:
    """¿Están cerradas todas las mesas de todas las partidas del programa?"""
    actual = op.partida_actual()
    ultima = actual is not None and actual.numero == len(programa_de(op.recreo).partidas)
    return ultima and not Mesa.objects.filter(partida__recreo=op.recreo, cerrada=None).exists()


def terminar(op: Operacion) -> None:
    """Deja el Recreo terminado y a cada persona libre para otro (RE1)."""
    op.recreo.estado, op.recreo.terminado, op.recreo.pausado = E.TERMINADO, op.ahora, None
    Jugador.objects.filter(recreo=op.recreo).update(vigente=False)


@orden(E.EN_JUEGO, mesas=True)
def final_anunciar(op: Operacion) -> Datos:
    """Quien organiza anuncia el final, con los últimos castigos y correcciones a la vista (RE6, D300).

    Errores: `solo_organizador`, `mesa_reabierta`, `faltan_mesas`, `faltan_partidas`.
    """
    op.exigir_mando()
    abiertas = mesas_abiertas(op)
    exigir_sin_reabiertas(op, abiertas)
    if abiertas:
        raise ErrorDeServicio("faltan_mesas", mesas=[m.numero for m in abiertas])
    if not se_jugo_todo(op):
        raise ErrorDeServicio("faltan_partidas")
    terminar(op)
    suceder(op, T.FINAL)
    return {"terminado": True}


@orden(E.EN_JUEGO, mesas=True)
def recreo_terminar_aqui(op: Operacion, *, motivo: str) -> Datos:
    """Termina sin jugar el programa entero: la final sale de las partidas cerradas (D305).

    La partida a medias no cuenta y su rastro se queda; sus castigos pasan a la última cerrada, como los de entre
    partidas (D2). Errores: `solo_organizador`, `falta_motivo`, `mesa_reabierta`, `nada_que_clasificar`.
    """
    op.exigir_mando()
    porque = exigir_motivo(motivo)
    abiertas = mesas_abiertas(op)
    exigir_sin_reabiertas(op, abiertas)
    cerradas = op.recreo.partidas.exclude(pk__in={m.partida_id for m in abiertas}).order_by("numero")
    ultima = cerradas.last()
    if ultima is None:
        raise ErrorDeServicio("nada_que_clasificar")
    _pasar_castigos(op, ultima)
    op.recreo.terminado_antes = not se_jugo_todo(op)
    terminar(op)
    suceder(op, T.TERMINADO_AQUI, motivo=porque, partida=ultima.numero, total=len(programa_de(op.recreo).partidas))
    return {"partida": ultima.numero}


def _pasar_castigos(op: Operacion, ultima: Partida) -> None:
    Castigo.objects.filter(partida__recreo=op.recreo, partida__numero__gt=ultima.numero, anulado=None).update(
        partida=ultima
    )


@orden(E.TERMINADO, mesas=True)
def recreo_reabrir(op: Operacion, *, motivo: str) -> Datos:
    """Lo que ya terminó vuelve a estar en juego, durante 24 horas (RE6, D300).

    Quien entretanto entró en otro Recreo se queda en aquél (RE1, D301); datos: `en_otro`, sus nombres. Errores:
    `solo_organizador`, `falta_motivo`, `ya_no_se_reabre`, `ya_en_otro_recreo` (quien reabre está en otro).
    """
    op.exigir_mando()
    porque = exigir_motivo(motivo)
    termino = op.recreo.terminado
    if termino is None or op.ahora - termino > timedelta(hours=HORAS_PARA_REABRIR):
        raise ErrorDeServicio("ya_no_se_reabre", horas=HORAS_PARA_REABRIR)
    op.recreo.estado, op.recreo.terminado, op.recreo.terminado_antes = E.EN_JUEGO, None, False
    actual = op.partida_actual()
    en_otro = acomodar(op, actual.numero if actual else 1)
    exigir_que_este(op)
    olvidar_presencias(op)
    suceder(op, T.REABIERTO, motivo=porque, en_otro=en_otro)
    return {"en_otro": en_otro}
