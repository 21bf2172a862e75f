"""Practicar: una persona y tres automáticos, al momento."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from config.comun.recarga import orden_o_regreso
from enlinea.acceso.views.comun import aceptar, cuenta_de, de_suscriptores, negar
from enlinea.errores import ErrorDeServicio
from enlinea.sala.servicios.practica import practica_abrir


@de_suscriptores
@orden_o_regreso(lambda: reverse("enlinea:sala"))
def practica(peticion: HttpRequest) -> HttpResponse:
    """Sienta a la persona a una mesa de práctica, o la lleva a la que ya tiene."""
    pedido = {campo: peticion.POST[campo] for campo in ("meta", "nivel", "juego") if peticion.POST.get(campo)}
    try:
        abierta = practica_abrir(cuenta_id=cuenta_de(peticion), id_orden=_orden(peticion), **pedido)
    except ErrorDeServicio as e:
        return negar(peticion, e, reverse("enlinea:sala"))
    if not abierta.lista:
        messages.info(peticion, _("Tu mesa se está armando. Espera a que contesten, o retírala antes de practicar."))
        return aceptar(peticion, reverse("enlinea:sala"))
    if not abierta.nueva and not abierta.de_practica:
        messages.info(peticion, _("Ya estás en esta mesa: termina aquí antes de practicar."))
    return aceptar(peticion, reverse("enlinea:mesa", args=[abierta.mesa_id]))


def _orden(peticion: HttpRequest) -> UUID:
    """La del formulario; sin una que valga, otra nueva."""
    try:
        return UUID(peticion.POST.get("id_orden", ""))
    except ValueError:
        return uuid4()
