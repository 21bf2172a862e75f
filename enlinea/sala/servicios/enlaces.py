"""El enlace de una mesa con lugares libres: darlo, anularlo y llegar por él (EL2, D473, D474).

Es de la mesa y vale mientras espera. Quien llega se sienta por donde se sienta cualquiera (`lugar_tomar`), con lo que
ahí se comprueba.
"""

from datetime import datetime

from enlinea.acceso.consultas import exigir_permiso
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Mesa
from enlinea.sala.servicios.abiertas import enlace_nuevo, lugar_tomar
from enlinea.sala.servicios.armado import Armada, con_mesa
from enlinea.sala.servicios.presencia import presencia_por_consulta

E = Mesa.Estado


def enlace_dar(*, mesa_id: int, cuenta_id: int) -> str:
    """El enlace de esa mesa; si no tiene, o se anuló, uno nuevo.

    Errores: `mesa_inexistente`, `no_es_organizador`, `mesa_ya_lista`, `mesa_ya_no_esta`.
    """

    def dar(mesa: Mesa) -> str | ErrorDeServicio:
        impide = _lo_que_impide(mesa, cuenta_id)
        if impide is not None:
            return impide
        if mesa.enlace is None:
            _poner(mesa, enlace_nuevo())
        return mesa.enlace or ""

    return con_mesa(mesa_id, dar)


def enlace_anular(*, mesa_id: int, cuenta_id: int) -> None:
    """El que se repartió ya no abre nada; quien llegó por él se queda. Idempotente. Errores: los de `enlace_dar`."""

    def anular(mesa: Mesa) -> ErrorDeServicio | None:
        impide = _lo_que_impide(mesa, cuenta_id)
        if impide is None and mesa.enlace is not None:
            _poner(mesa, None)
        return impide

    con_mesa(mesa_id, anular)


def lugar_tomar_por_enlace(*, enlace: str, cuenta_id: int, ahora: datetime) -> Armada:
    """Llega por el enlace y se sienta: llegar es estar en la Sala.

    Errores: los de SU3, `enlace_no_vale` (no existe, se anuló o su mesa se deshizo), `mesa_llena`, `ya_tienes_mesa`.
    """
    exigir_permiso(cuenta_id, ahora)
    suya = Mesa.objects.filter(enlace=enlace, estado__in=(E.ABIERTA, E.LISTA))
    mesa_id = suya.values_list("pk", flat=True).first()
    if mesa_id is None:
        raise ErrorDeServicio("enlace_no_vale")
    presencia_por_consulta(cuenta_id=cuenta_id, ahora=ahora)
    return lugar_tomar(mesa_id=mesa_id, cuenta_id=cuenta_id, ahora=ahora, enlace=enlace)


def _lo_que_impide(mesa: Mesa, cuenta_id: int) -> ErrorDeServicio | None:
    if mesa.organizador_id != cuenta_id or not mesa.lugares.filter(cuenta=cuenta_id, activo=True).exists():
        return ErrorDeServicio("no_es_organizador")
    if mesa.estado == E.ABIERTA:
        return None
    return ErrorDeServicio("mesa_ya_lista" if mesa.estado == E.LISTA else "mesa_ya_no_esta")


def _poner(mesa: Mesa, enlace: str | None) -> None:
    mesa.enlace = enlace
    mesa.save(update_fields=["enlace"])
    avisar_al_confirmar()
