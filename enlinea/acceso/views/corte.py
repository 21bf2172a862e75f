"""A quien está suspendido o bloqueado no le vale su sesión en ninguna página de En línea (SU3; 002 §3.3.3).

La primera vez se le quita y va a la entrada, que le explica la suspensión. Si después entra sabiéndolo (puede, para sus
Recreos y para ver su expediente), cada página le dice lo mismo sin volver a sacarlo.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from config.servidor.guion import es_guion
from config.servidor.middleware import base_de, es_anfitrion
from enlinea.acceso.servicios.sesiones import sesion_quitar, sesion_ya_avisada
from enlinea.errores import ErrorDeServicio
from enlinea.textos.errores import texto_de
from suscripciones import consultas as suscripciones
from suscripciones.consultas import Permiso

if TYPE_CHECKING:
    from suscripciones.models import Suspension

LA_DICEN_ELLAS = ("vivo", "mensajes", "mensajes_leidos")
"""Contestan por su cuenta: el socket, y los mensajes de la administración, que lee también el suspendido (D512)."""
SE_VEN = ("tarjetas",)
"""Su expediente lo ve aunque esté suspendido, si ya se le avisó."""


class Corte:
    """Antes de cualquier vista de En línea; las demás páginas ni se miran."""

    def __init__(self, siguiente: Callable[[HttpRequest], HttpResponse]) -> None:
        self.siguiente = siguiente

    def __call__(self, peticion: HttpRequest) -> HttpResponse:
        """Deja pasar: lo suyo es con la vista ya resuelta."""
        return self.siguiente(peticion)

    def process_view(self, peticion: HttpRequest, vista: Any, args: Any, datos: Any) -> HttpResponse | None:
        """La respuesta si está suspendido; None si sigue a su vista."""
        ruta = peticion.resolver_match
        if ruta is None or ruta.app_name != "enlinea" or ruta.url_name in LA_DICEN_ELLAS:
            return None
        # ahí En línea sólo manda al otro anfitrión (PL2)
        ajeno = es_anfitrion(peticion, settings.ANFITRION_RECREO) and base_de(peticion, settings.ANFITRION_PRINCIPAL)
        if ajeno or not peticion.user.is_authenticated:
            return None
        suspension = suscripciones.suspension_vigente(peticion.user.pk, timezone.now())
        if suspension is None:
            return None
        avisada = sesion_ya_avisada(peticion.session, suspension.pk)
        if avisada and ruta.url_name in SE_VEN:
            return None
        respuesta = _negar(peticion, suspension) if avisada else _sacar(peticion, suspension)
        add_never_cache_headers(respuesta)
        return respuesta


def _sacar(peticion: HttpRequest, suspension: "Suspension") -> HttpResponse:
    sesion_quitar(peticion.session, suspension.pk)
    if es_guion(peticion):
        cuerpo = {
            "codigo": "sin_sesion",
            "texto": texto_de(ErrorDeServicio("suspendido")),
            "ir": reverse("enlinea:sala"),
        }
        return JsonResponse({"ok": False, **cuerpo}, status=401)
    return redirect(settings.LOGIN_URL)


def _negar(peticion: HttpRequest, suspension: "Suspension") -> HttpResponse:
    if es_guion(peticion):
        cuerpo = {"ok": False, "codigo": "suspendido", "texto": texto_de(ErrorDeServicio("suspendido"))}
        return JsonResponse(cuerpo, status=403)
    permiso = Permiso(False, "suspendido", suspension.hasta, suspension)
    return render(peticion, "enlinea/sala/no_entra.html", {"permiso": permiso}, status=403)
