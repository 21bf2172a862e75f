"""Deshacer un cierre o un inicio: reabrir una mesa cerrada y quitar una partida que nadie anotó (RE4, D302, D307)."""

from typing import Any

from recreo.errores import ErrorDeServicio
from recreo.models import Anotacion, Partida
from recreo.servicios.base import Datos, E, Operacion, orden
from recreo.servicios.historia import T, exigir_motivo, suceder
from recreo.servicios.lugares import acomodar
from reglas.tipos import Fin


# De todo el Recreo, como cerrarla: la partida deja de estar cerrada. La mesa queda bloqueada y sube su versión.
@orden(E.EN_JUEGO)
def mesa_reabrir(op: Operacion, *, partida: int, mesa: int, motivo: str) -> Datos:
    """Abre otra vez una mesa cerrada para corregirla (RE4). Sus manos siguen; falta confirmarla y cerrarla de nuevo.

    Todo lo de después se recalcula; las mesas que ya se juegan no se mueven: el programa no cambia (D302).
    Errores: `solo_organizador`, `falta_motivo`, `mesa_no_cerrada`, `mesa_inexistente`.
    """
    op.exigir_mando()
    porque = exigir_motivo(motivo)
    m = op.mesa(partida, mesa)
    if m.cerrada is None or m.fin is None:
        raise ErrorDeServicio("mesa_no_cerrada", mesa=m.numero)
    antes: dict[str, Any] = {"fin": m.fin, "cerro": m.cerrada_por, "motivo_del_cierre": m.motivo}
    if m.fin == Fin.DEFAULT:
        antes["gana_default"] = m.gana_default
    m.fin, m.gana_default, m.motivo, m.cerrada, m.cerrada_por = None, None, "", None, ""
    m.confirmada, m.confirmada_por = None, ""
    if m.anotador is not None and not m.anotador.vigente:
        m.anotador = None
    m.save()
    Partida.objects.filter(pk=m.partida_id).update(termino=None)
    suceder(op, T.MESA_REABIERTA, motivo=porque, partida=partida, mesa=mesa, **antes)
    return {"partida": partida, "mesa": mesa}


@orden(E.EN_JUEGO, mesas=True)
def partida_deshacer(op: Operacion, *, partida: int, motivo: str = "") -> Datos:
    """Quita la partida que se acaba de iniciar, si nadie ha anotado (D307). La primera devuelve a la preparación.

    Errores: `solo_organizador`, `no_es_la_ultima`, `ya_anotaron` (con su mesa), `mesa_cerrada`, `hay_castigos`.
    """
    op.exigir_mando()
    actual = op.partida_actual()
    if actual is None or actual.numero != partida:
        raise ErrorDeServicio("no_es_la_ultima", partida=actual.numero if actual else 0)
    _exigir_intacta(actual)
    op.quitar_partida(actual)
    if partida == 1:
        op.recreo.estado, op.recreo.iniciado = E.PREPARACION, None
    acomodar(op, partida - 1)
    suceder(op, T.PARTIDA_DESHECHA, motivo=motivo, partida=partida)
    return {"partida": partida - 1}


def _exigir_intacta(partida: Partida) -> None:
    anotada = Anotacion.objects.filter(mesa__partida=partida).order_by("mesa__numero").select_related("mesa").first()
    if anotada is not None:
        raise ErrorDeServicio("ya_anotaron", mesa=anotada.mesa.numero, partida=partida.numero)
    cerrada = partida.mesas.exclude(cerrada=None).order_by("numero").first()
    if cerrada is not None:
        raise ErrorDeServicio("mesa_cerrada", mesa=cerrada.numero, quien=cerrada.cerrada_por)
    if partida.castigos.exists():
        raise ErrorDeServicio("hay_castigos", partida=partida.numero)
