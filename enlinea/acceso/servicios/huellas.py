"""Guardar con qué red y aparato se sentó cada quien a una mesa normal, y olvidarlo (`RETENCION_HUELLAS`)."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from config.base.consulta_armada import Armada
from config.base.retencion import limite
from enlinea.acceso.aparato import Rastro
from enlinea.models import Huella, Mesa

TEMPORADA = timedelta(days=90)
LARGO = 32
POR_PERSONA = 12
"""Por mesa y persona: un teléfono cambia de antena, pero nadie llena la tabla reconectándose."""
POR_BARRIDO = 5_000


class Sentado(NamedTuple):
    """Alguien que abrió su mesa y desde dónde."""

    mesa_id: int
    cuenta_id: int
    rastro: Rastro


def huellas_guardar(*, sentados: Collection[Sentado], ahora: datetime) -> int:
    """Las nuevas, sólo de mesas normales y con cuenta en ellas; devuelve cuántas huellas se intentaron.

    Repetirlo no agrega. Todas las de una mesa llevan la misma sal, aunque cambie mientras se juega.
    """
    normales = Mesa.objects.filter(pk__in={s.mesa_id for s in sentados}, modo=Mesa.Modo.NORMAL)
    creadas = dict(normales.values_list("pk", "creada"))
    hay = set(_guardadas(creadas)) if creadas else set()
    cuantas = Counter((mesa, cuenta) for mesa, cuenta, _clase, _huella in hay)
    nuevas = []
    for mesa, cuenta, rastro in sorted({s for s in sentados if s.mesa_id in creadas}):
        for clase, huella in huellas_de(rastro, creadas[mesa]):
            clave = (mesa, cuenta, clase, huella)
            if clave not in hay and cuantas[mesa, cuenta] < POR_PERSONA:
                hay.add(clave)
                cuantas[mesa, cuenta] += 1
                nuevas.append(Huella(mesa_id=mesa, cuenta_id=cuenta, clase=clase, huella=huella, instante=ahora))
    Huella.objects.bulk_create(nuevas, ignore_conflicts=True)
    return len(nuevas)


_guardadas = Armada(
    lambda mesas: Huella.objects.filter(mesa__in=mesas).values_list("mesa_id", "cuenta_id", "clase", "huella"), "bigint"
)


def huellas_de(rastro: Rastro, cuando: datetime) -> list[tuple[str, str]]:
    """(clase, huella) de lo que se sepa. La sal cambia cada 90 días: lo de una temporada no se compara con otra."""
    partes = (
        (Huella.Clase.RED, rastro.red),
        (Huella.Clase.APARATO, rastro.aparato),
        (Huella.Clase.NAVEGADOR, rastro.navegador),
    )
    temporada = int(cuando.timestamp() // TEMPORADA.total_seconds())
    return [
        (str(clase), salted_hmac(f"huella:{clase}:{temporada}", que, algorithm="sha256").hexdigest()[:LARGO])
        for clase, que in partes
        if que
    ]


def huellas_limpiar(ahora: datetime) -> int:
    """Borra las que pasaron de `RETENCION_HUELLAS` días; devuelve cuántas. Vale repetirlo y a la vez."""
    pasadas = Huella.objects.filter(instante__lt=limite("huellas", ahora))
    viejas = pasadas.order_by("instante").values_list("pk", flat=True)
    borradas = 0
    while lote := list(viejas[:POR_BARRIDO]):
        borradas += Huella.objects.filter(pk__in=lote).delete()[0]
    return borradas
