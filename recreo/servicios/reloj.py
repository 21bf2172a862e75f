"""El reloj de la velada: con cuántos minutos sin mano se avisa de una mesa (RE6, D322)."""

from recreo.errores import ErrorDeServicio
from recreo.models import MINUTOS_DE_AVISO
from recreo.servicios.base import VIVOS, Operacion, orden


@orden(*VIVOS)
def reloj_ajustar(op: Operacion, *, minutos: int) -> None:
    """Con cuántos minutos sin mano se avisa a quien organiza. Errores: `solo_organizador`, `minutos_invalidos`."""
    op.exigir_mando()
    if minutos not in MINUTOS_DE_AVISO:
        raise ErrorDeServicio("minutos_invalidos")
    op.recreo.minutos_sin_mano = minutos
