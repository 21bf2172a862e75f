"""Las mesas con hora de una cuenta: entregarlas y, al borrarla, cancelar las que otros esperan (decisión 016, D689)."""

from typing import Any

from enlinea.encuentros.servicios.citas import cancelar
from enlinea.models import Apuntado, CitaEnLinea
from suscripciones.servicios import Borrado, Suyo


def exportar(cuenta_id: int) -> dict[str, Any]:
    """A cuáles se apuntó, las suyas entre ellas."""
    apuntado = Apuntado.objects.filter(cuenta_id=cuenta_id)
    que = ("cita__cuando", "cita__organiza__nombre", "cita__nota", "cita__cancelada", "va")
    return {"te_apuntaste": list(apuntado.values(*que))}


def borrar(que: Borrado) -> None:
    """Las suyas por venir se cancelan y se avisa; quedan, sin nota, para que se lea. Las demás se van."""
    suyas = CitaEnLinea.objects.filter(organiza_id=que.cuenta_id)
    por_venir = suyas.filter(cancelada=None, mesa=None, cuando__gt=que.ahora)
    for cita in por_venir.select_for_update(of=("self",)):
        cancelar(cita, que.ahora)
    con_otros = Apuntado.objects.filter(cita__organiza_id=que.cuenta_id).exclude(cuenta_id=que.cuenta_id)
    suyas.exclude(pk__in=con_otros.values("cita")).delete()
    suyas.exclude(nota="").update(nota="")
    Apuntado.objects.filter(cuenta_id=que.cuenta_id).delete()


SUYO = Suyo("mesas_con_hora", exportar, lambda _cuenta: "", borrar)
