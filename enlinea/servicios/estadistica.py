"""Proyección: de una partida guardada a la estadística de quienes la jugaron (ES1). Idempotente.

Cuenta la que llegó a la meta en mesa normal. La llama quien guarda la partida; si muere antes, la recoge el barrido,
que así cuenta también las anteriores a la estadística.
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

    El número es el consecutivo de la persona: va con su cuenta bloqueada, y antes numera lo suyo que faltara, en orden.
    """
    partida = Partida.objects.filter(POR_CONTAR, pk=partida_id).first()
    if partida is None:
        return False
    resumen = _resumen_de(partida)
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


def _resumen_de(partida: Partida) -> list[list[int]]:
    """Vacío si su acta no se puede repetir: la partida cuenta, sin sus manos, y no traba a las demás."""
    try:
        return escribir_manos(estadistica_de(partida.acta).manos)
    except ErrorDeRegla:
        registro.exception("El acta de la partida %s no se pudo repetir: cuenta sin sus manos", partida.pk)
        return []


def _numerar(cuentas: Collection[int]) -> None:
    """Sigue el consecutivo de cada cuenta, ya bloqueada, en el orden en que terminaron sus partidas."""
    propias = Jugador.objects.filter(cuenta__in=cuentas)
    ultimos = dict(propias.values_list("cuenta_id").annotate(Max("numero")))
    sin_numero = propias.filter(numero=None, partida__in=Partida.objects.filter(CUENTAN))
    faltan = list(sin_numero.order_by("partida__fin", "partida_id"))
    for jugador in faltan:
        jugador.numero = ultimos[jugador.cuenta_id] = (ultimos[jugador.cuenta_id] or 0) + 1
    Jugador.objects.bulk_update(faltan, ("numero",))
