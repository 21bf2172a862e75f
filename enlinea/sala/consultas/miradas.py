"""Quién puede mirar una mesa (D477-D479).

Que no se pueda se dice siempre igual: por ahí nadie averigua quién lo silenció (D46).
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.models import Lugar, Mesa
from suscripciones import consultas as suscripciones

Mirada = tuple[int, int]
"""Mesa y cuenta de quien la mira."""


def se_puede_mirar(mesa_id: int, cuenta_id: int, ahora: datetime) -> bool:
    """¿Se juega, los suyos dejan, y ni juega en ella ni alguno lo silenció?"""
    return not no_pueden_mirar({(mesa_id, cuenta_id)}, ahora)


def no_pueden_mirar(miradas: Collection[Mirada], ahora: datetime) -> set[Mirada]:
    """De esas, las que no: en cuatro preguntas, sean las que sean."""
    mesas = {mesa for mesa, _cuenta in miradas}
    se_miran = set(
        Mesa.objects.filter(pk__in=mesas, estado=Mesa.Estado.LISTA, se_mira=True).values_list("pk", flat=True)
    )
    sentados = _sentados(se_miran)
    callados = callados_por({c for cuentas in sentados.values() for c in cuentas})
    pueden = suscripciones.pueden_organizar({cuenta for _mesa, cuenta in miradas}, ahora)

    def puede(mesa: int, cuenta: int) -> bool:
        suyos = sentados.get(mesa, ())
        ajena = cuenta not in suyos and not any(cuenta in callados.get(c, ()) for c in suyos)
        return mesa in se_miran and cuenta in pueden and ajena

    return {una for una in miradas if not puede(*una)}


def _sentados(mesas: Collection[int]) -> Mapping[int, set[int]]:
    juntos: dict[int, set[int]] = {mesa: set() for mesa in mesas}
    for mesa, cuenta in Lugar.objects.filter(mesa__in=mesas, cuenta__isnull=False).values_list("mesa_id", "cuenta_id"):
        if cuenta is not None:
            juntos[mesa].add(cuenta)
    return juntos
