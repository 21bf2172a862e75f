"""Hasta dónde se insiste al invitar (EL2, D177): cada invitación le suena a alguien y lo aparta de la lista 30 s.

Se cuenta lo que pasó en las mesas, no a quién se silenció: por el freno, nadie averigua que lo silenciaron (D46).
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from math import ceil

from django.db.models import Q

from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa

MESAS, VENTANA = 5, timedelta(minutes=2)
"""Cinco mesas cada dos minutos: de sobra para quien cambia a un invitado por otro."""
TRAS_UN_NO = timedelta(minutes=1)
VECES, EN_CUANTO = 3, timedelta(minutes=10)
"""Tres invitaciones a la misma persona que no aceptó, en diez minutos."""
R = Lugar.Respuesta


def exigir_calma(organiza: int, invitados: Collection[int], nombres: Mapping[int, str], ahora: datetime) -> None:
    """Frena a quien invita sin parar, o a quien no lo acepta.

    Errores: `muchas_mesas`, con `segundos`; `no_acepto` y `varias_veces`, con `nombre` y `minutos`.
    """
    suyas = Mesa.objects.filter(organizador=organiza, creada__gt=ahora - VENTANA).exclude(modo=Mesa.Modo.PRACTICA)
    ultimas = list(suyas.order_by("-creada").values_list("creada", flat=True)[:MESAS])
    if len(ultimas) == MESAS:
        segundos = (ultimas[-1] + VENTANA - ahora).total_seconds()
        raise ErrorDeServicio("muchas_mesas", segundos=max(1, ceil(segundos)))
    sin_aceptar = _sin_aceptar(organiza, invitados, ahora)
    # en el orden en que se les invita: con varios frenados a la vez, cuál se nombra no lo decide la base
    for invitado in invitados:
        noes = sin_aceptar.get(invitado, [])
        dijo_que_no = [cuando + TRAS_UN_NO for cuando, respuesta in noes if respuesta == R.RECHAZO]
        tercera = [noes[-VECES][0] + EN_CUANTO] if len(noes) >= VECES else []
        hasta = max([*dijo_que_no, *tercera], default=ahora)
        if hasta > ahora:
            minutos = ceil((hasta - ahora) / timedelta(minutes=1))
            codigo = "varias_veces" if hasta in tercera else "no_acepto"
            raise ErrorDeServicio(codigo, nombre=nombres.get(invitado, ""), minutos=minutos)


def _sin_aceptar(organiza: int, invitados: Collection[int], ahora: datetime) -> dict[int, list[tuple[datetime, str]]]:
    """Por invitado, cuándo terminó cada mesa de `organiza` que no aceptó y qué contestó, de la más vieja a la última.

    También la que quien organiza retiró sin que contestara, aunque fuera enseguida: ya le había sonado.
    """
    no_quiso = Q(respuesta__in=(R.RECHAZO, R.VENCIO)) | Q(mesa__motivo="retirada", respuesta=R.PENDIENTE)
    hallados = Lugar.objects.filter(
        no_quiso, cuenta__in=invitados, mesa__organizador=organiza, mesa__cerrada__gt=ahora - EN_CUANTO
    )
    noes: dict[int, list[tuple[datetime, str]]] = defaultdict(list)
    for cuenta, cerrada, respuesta in hallados.order_by("mesa__cerrada").values_list(
        "cuenta_id", "mesa__cerrada", "respuesta"
    ):
        if cuenta is not None and cerrada is not None:
            noes[cuenta].append((cerrada, respuesta))
    return noes
