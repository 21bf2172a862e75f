"""Lo que dice cada aviso: qué pasa y a dónde ir. Ni fichas ni marcador: lo enseña un teléfono bloqueado (D783)."""

from datetime import datetime
from math import ceil

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from enlinea.models import AvisoAlTelefono

Que = AvisoAlTelefono.Que


def decir(aviso: AvisoAlTelefono, ahora: datetime) -> dict[str, str]:
    """Título, detalle, camino y con cuál se reemplaza, como lo lee `trabajador_avisos.js`."""
    datos = aviso.datos
    titulo, detalle = _dicho(aviso, ahora)
    if aviso.que == Que.COMPLETA or aviso.que == Que.TE_ESPERAN:
        camino = reverse("enlinea:mesa", args=[datos["mesa"]])
    elif aviso.que == Que.CITA or aviso.que == Que.CITA_ABIERTA:
        camino = reverse("enlinea:cita", args=[datos["cita"]])
    else:
        camino = reverse("enlinea:sala")
    return {"t": titulo, "d": detalle, "u": camino, "k": aviso.clave}


def _dicho(aviso: AvisoAlTelefono, ahora: datetime) -> tuple[str, str]:
    datos, falta = aviso.datos, aviso.vale_hasta - ahora
    if aviso.que == Que.INVITACION:
        segundos = ceil(falta.total_seconds())
        return _("%(quien)s te invita a jugar") % datos, _("Contesta en %(n)d segundos.") % {"n": segundos}
    if aviso.que == Que.COMPLETA:
        return _("Tu mesa ya está completa"), _("Ya pueden comenzar.")
    if aviso.que == Que.TE_ESPERAN:
        minutos = ceil(falta.total_seconds() / 60)
        cuanto = ngettext("Te queda %(n)d minuto para volver.", "Te quedan %(n)d minutos para volver.", minutos)
        titulo = _("Tu mesa te espera, y te toca") if datos["te_toca"] else _("Tu mesa te espera")
        return titulo, cuanto % {"n": minutos}
    if aviso.que == Que.TRES:
        return _("Ya hay tres en la Sala"), _("Entra y jueguen.")
    if aviso.que == Que.CITA:
        return _("Tu mesa de las %(hora)s") % datos, _("Ya falta poco.")
    return _("Ya se abrió tu mesa de las %(hora)s") % datos, _("Entra para sentarte.")
