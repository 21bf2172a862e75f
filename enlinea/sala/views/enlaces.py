"""A lo que se llega por el enlace de una mesa: el lugar, con un toque (EL2, D473)."""

from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.comun.qr import archivo_qr, completo
from enlinea.acceso.views.comun import Vista, cuenta_de, de_suscriptores
from enlinea.models import Mesa
from enlinea.sala.consultas.estado import mesa_por_enlace
from enlinea.sala.pantallas import asientos_de
from enlinea.sala.servicios import presencia as servicios
from enlinea.sala.views.marco import contexto_de_sala


def _diciendo_a_que(vista: Vista) -> Vista:
    """A quien todavía no entra se le dice a qué vino: la entrada sólo pide un correo."""

    @wraps(vista)
    def dicho(peticion: HttpRequest, enlace: str) -> HttpResponse:
        if not peticion.user.is_authenticated:
            messages.info(peticion, _("Te invitaron a una mesa de dominó en línea. Entra y toma tu lugar."))
        return vista(peticion, enlace)

    return dicho


@_diciendo_a_que
@de_suscriptores
@require_safe
def llegar(peticion: HttpRequest, enlace: str) -> HttpResponse:
    """Quién espera, a qué se juega y un botón. Abrirlo es estar en la Sala."""
    cuenta, mesa = cuenta_de(peticion), mesa_por_enlace(enlace)
    if mesa is not None and mesa.lugar_de(cuenta) is not None:
        lista = mesa.estado == Mesa.Estado.LISTA
        return redirect("enlinea:mesa", mesa.id) if lista else redirect("enlinea:sala")
    servicios.presencia_por_consulta(cuenta_id=cuenta, ahora=timezone.now())
    datos = {
        **contexto_de_sala(peticion, "otra"),
        "llega_a": mesa,
        "llena": mesa is not None and not mesa.libres,
        "enlace": enlace,
        # si su sesión se cierra por no hacer nada, al entrar vuelve aquí y no a la Sala
        "entrada": peticion.path,
        "asientos_de_ella": asientos_de(mesa, cuenta) if mesa else {},
    }
    return render(peticion, "enlinea/sala/enlace.html", datos, status=410 if mesa is None else 200)


@de_suscriptores
@require_safe
def qr(peticion: HttpRequest, enlace: str) -> HttpResponse:
    """El QR del enlace, para quien ya tiene lugar en esa mesa."""
    mesa = mesa_por_enlace(enlace)
    if mesa is None or mesa.lugar_de(cuenta_de(peticion)) is None:
        raise Http404
    archivo = archivo_qr(completo(peticion, reverse("enlinea:enlace", args=[enlace])))
    return HttpResponse(archivo, content_type="image/svg+xml")
