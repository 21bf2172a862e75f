"""Proyección: de una partida guardada a la estadística de quienes la jugaron (ES1). Idempotente.

Cuenta la que llegó a la meta en mesa normal, y al guardarse: nace contada. El barrido cuenta las que se guardaron
antes de que hubiera estadística.
"""

import logging
from collections.abc import Collection

from django.db import transaction
from django.db.models import Max

from enlinea.models import CUENTAN, POR_CONTAR, Jugador, Partida
from reglas.errores import ErrorDeRegla
from reglas.estadistica import estadistica_de
from reglas.estadistica_guardada import escribir_manos
from suscripciones import servicios as suscripciones

POR_BARRIDO = 1000

registro = logging.getLogger(__name__)


def partida_contar(partida_id: int) -> bool:
    """Guarda el resumen de sus manos y le da a cada quien su número de partida; falso si no cuenta o ya estaba.

    Es para las guardadas antes de que hubiera estadística: las demás ya nacen contadas.
    """
    partida = Partida.objects.filter(POR_CONTAR, pk=partida_id).first()
    if partida is None:
        return False
    resumen = resumen_de(partida)
    with transaction.atomic():
        cuentas = [c for c in partida.jugadores.values_list("cuenta_id", flat=True) if c is not None]
        suscripciones.cuentas_bloquear(cuentas)
        nueva = bool(Partida.objects.filter(POR_CONTAR, pk=partida_id).update(resumen=resumen))
        if nueva:
            _numerar(cuentas)
    return nueva


def estadisticas_faltantes_guardar() -> int:
    """El barrido: cuenta las partidas que faltan, de la más vieja a la más nueva; devuelve cuántas."""
    faltan = Partida.objects.filter(POR_CONTAR).order_by("fin", "pk").values_list("pk", flat=True)
    return sum(partida_contar(partida_id) for partida_id in list(faltan[:POR_BARRIDO]))


def resumen_de(partida: Partida) -> list[list[int]]:
    """Vacío si su acta no se puede repetir: la partida cuenta, sin sus manos, y no traba a las demás."""
    try:
        return escribir_manos(estadistica_de(partida.acta).manos)
    except ErrorDeRegla:
        registro.exception("El acta de la partida %s de la mesa %s no se pudo repetir", partida.numero, partida.mesa_id)
        return []


def cuentas_numerar(cuentas: Collection[int]) -> dict[int, int]:
    """Bloquea las cuentas, les numera lo que faltara y devuelve el último número de cada una (0 si ninguno).

    El número es el consecutivo de la persona entre las partidas que cuentan (ES1).
    """
    if not cuentas:
        return {}
    suscripciones.cuentas_bloquear(cuentas)
    return _numerar(cuentas)


def _numerar(cuentas: Collection[int]) -> dict[int, int]:
    """Sigue el consecutivo de cada cuenta, ya bloqueada, en el orden en que terminaron sus partidas."""
    propias = Jugador.objects.filter(cuenta__in=cuentas)
    ultimos = dict.fromkeys(cuentas, 0)
    ultimos |= {cuenta: n or 0 for cuenta, n in propias.order_by().values_list("cuenta_id").annotate(Max("numero"))}
    sin_numero = propias.filter(numero=None, partida__in=Partida.objects.filter(CUENTAN))
    faltan = list(sin_numero.order_by("partida__fin", "partida_id"))
    for jugador in faltan:
        assert jugador.cuenta_id is not None
        jugador.numero = ultimos[jugador.cuenta_id] = ultimos[jugador.cuenta_id] + 1
    if faltan:
        Jugador.objects.bulk_update(faltan, ("numero",))
    return ultimos
