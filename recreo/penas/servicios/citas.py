"""La próxima fecha: ponerla, cambiarla, cancelarla y decir si se viene."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from recreo.errores import ErrorDeServicio
from recreo.models import Cita, Miembro, Pena, Respuesta
from recreo.penas.servicios.base import CUALQUIERA, ENCARGADOS, tomar, uno_de, ya_hecho

DURA = timedelta(hours=4)
"""Lo que ocupa en el calendario: una tarde de Recreo."""
LEJOS = timedelta(days=2 * 366)


def proxima(pena: Pena, ahora: datetime) -> Cita | None:
    """La que sigue, o la que está pasando."""
    return pena.citas.filter(cancelada=None, cuando__gt=ahora - DURA).order_by("cuando").first()


@transaction.atomic
def cita_poner(
    *,
    pena_id: int,
    cuenta_id: int,
    id_orden: UUID,
    cuando: datetime,
    lugar: str = "",
    nota: str = "",
    ahora: datetime | None = None,
) -> Cita:
    """Pone la próxima o cambia la que hay; si cambia la hora o el lugar, hay que volver a contestar.

    La misma orden no revive la que ya se quitó: quien regresa con «atrás» la pone con otra. Errores: los de `tomar`,
    `orden_ajena`, `cita_en_el_pasado`, `cita_muy_lejos`.
    """
    instante = ahora or timezone.now()
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    if cuando <= instante:
        raise ErrorDeServicio("cita_en_el_pasado")
    if cuando > instante + LEJOS:
        raise ErrorDeServicio("cita_muy_lejos")
    puesta, hecha = proxima(pena, instante), ya_hecho(Cita, pena, id_orden)
    if hecha is not None and hecha != puesta:
        return hecha
    cita = puesta or Cita(pena=pena, orden=id_orden, cuando=cuando)
    otra_hora = cita.pk is not None and (cita.cuando != cuando or cita.lugar != lugar.strip()[:60])
    cita.secuencia += 1 if cita.pk is not None else 0
    cita.cuando, cita.lugar, cita.nota = cuando, lugar.strip()[:60], " ".join(nota.split())[:200]
    cita.cambiada = instante
    cita.save()
    if otra_hora:
        cita.respuestas.all().delete()
    return cita


@transaction.atomic
def cita_cancelar(*, pena_id: int, cuenta_id: int, ahora: datetime | None = None) -> None:
    """Quita la próxima; el archivo de ahora la cancela en los calendarios. Errores: los de `tomar`."""
    instante = ahora or timezone.now()
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    cita = proxima(pena, instante)
    if cita is not None:
        cita.cancelada, cita.cambiada = instante, instante
        cita.secuencia += 1
        cita.save(update_fields=["cancelada", "cambiada", "secuencia"])


@transaction.atomic
def cita_responder(
    *, pena_id: int, cuenta_id: int, cita: int, viene: bool, miembro: int = 0, ahora: datetime | None = None
) -> None:
    """Uno dice si viene; el encargado puede decirlo por otro. Errores: los de `tomar`, `cita_vieja`,
    `miembro_inexistente`."""
    pena, yo = tomar(pena_id, cuenta_id, CUALQUIERA)
    por_quien: Miembro = yo
    if miembro and miembro != yo.pk:
        tomar(pena_id, cuenta_id, ENCARGADOS)
        por_quien = uno_de(pena, miembro)
        if por_quien.salio is not None:
            raise ErrorDeServicio("miembro_inexistente")
    actual = proxima(pena, ahora or timezone.now())
    if actual is None or actual.pk != cita:
        raise ErrorDeServicio("cita_vieja")
    Respuesta.objects.update_or_create(cita=actual, miembro=por_quien, defaults={"viene": viene})
