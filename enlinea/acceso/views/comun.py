"""Lo que comparten las páginas en línea: quién entra, y contestar una orden."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from config.servidor.guion import es_guion
from config.servidor.middleware import base_de, es_anfitrion
from enlinea.acceso.consultas import permiso_para_jugar
from enlinea.acceso.servicios.sesiones import SALIDA
from enlinea.errores import ErrorDeServicio
from enlinea.textos.errores import texto_de

Vista = Callable[..., HttpResponse]
ENLACE = re.compile(r"[\w-]{1,16}", re.ASCII)
SIN_ENVIAR = "charla_sin_enviar"
"""En la sesión de quien no usa guiones: lo que escribió en la plática y se le negó."""


def de_suscriptores(vista: Vista) -> Vista:
    """Sólo quien entró, tiene suscripción vigente y no está suspendido (SU3); a los demás se les dice qué les falta.

    En el anfitrión del Recreo, al principal (PL2). La vista recibe la cuenta ya comprobada.
    """

    @wraps(vista)
    @never_cache
    def comprobada(peticion: HttpRequest, *args: Any, **datos: Any) -> HttpResponse:
        ajeno = es_anfitrion(peticion, settings.ANFITRION_RECREO)
        if ajeno and (base := base_de(peticion, settings.ANFITRION_PRINCIPAL)):
            return HttpResponseRedirect(f"{base}{peticion.get_full_path()}")
        if not peticion.user.is_authenticated:
            return _a_la_entrada(peticion)
        permiso = permiso_para_jugar(peticion.user.pk, timezone.now())
        if permiso:
            return vista(peticion, *args, **datos)
        if es_guion(peticion):
            error = ErrorDeServicio(permiso.motivo)
            return JsonResponse({"ok": False, "codigo": error.codigo, "texto": texto_de(error)}, status=403)
        return render(peticion, "enlinea/sala/no_entra.html", {"permiso": permiso}, status=403)

    return comprobada


def con_cuenta(vista: Vista) -> Vista:
    """Sólo quien entró, aunque su suscripción haya vencido; a los demás, a la entrada."""

    @wraps(vista)
    @never_cache
    def comprobada(peticion: HttpRequest, *args: Any, **datos: Any) -> HttpResponse:
        return vista(peticion, *args, **datos) if peticion.user.is_authenticated else _a_la_entrada(peticion)

    return comprobada


def _a_la_entrada(peticion: HttpRequest) -> HttpResponse:
    """A entrar con su correo; si se le cerró la sesión, se le dice por qué."""
    if peticion.method == "POST" and SALIDA not in peticion.session:
        # nadie le había avisado: lo lee en la entrada, a donde va también el guion
        messages.warning(peticion, _("Tu sesión se había cerrado y lo último no se guardó. Entra y hazlo otra vez."))
    if es_guion(peticion):
        texto = _("Tu sesión se cerró. Entra otra vez.")
        cuerpo = {"ok": False, "codigo": "sin_sesion", "texto": texto, "ir": _al_volver(peticion)}
        return JsonResponse(cuerpo, status=401)
    motivo = peticion.session.pop(SALIDA, "")
    if motivo == "inactividad":
        minutos = max(1, round(settings.SEGUNDOS_SIN_ACTIVIDAD / 60))
        texto = _("Pasaste %(minutos)d minutos sin hacer nada y cerramos tu sesión. Entra otra vez para seguir.")
        messages.warning(peticion, texto % {"minutos": minutos})
    elif motivo:
        messages.warning(peticion, texto_de(ErrorDeServicio(motivo)))
    destino = peticion.get_full_path() if peticion.method == "GET" else _al_volver(peticion)
    return redirect(f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': destino}, safe='/')}")


def _al_volver(peticion: HttpRequest) -> str:
    """La Sala; a quien iba a sentarse por un enlace, otra vez su enlace."""
    enlace = peticion.POST.get("enlace", "")
    return reverse("enlinea:enlace", args=[enlace]) if ENLACE.fullmatch(enlace) else reverse("enlinea:sala")


def cuenta_de(peticion: HttpRequest) -> int:
    """La cuenta de una petición que ya pasó por `de_suscriptores`."""
    return peticion.user.pk or 0


def aceptar(peticion: HttpRequest, ir: str) -> HttpResponse:
    """Quedó hecho: JSON para el guion, regreso para el formulario."""
    return JsonResponse({"ok": True, "datos": {}, "ir": ir}) if es_guion(peticion) else HttpResponseRedirect(ir)


def negar(peticion: HttpRequest, error: ErrorDeServicio, volver: str) -> HttpResponse:
    """No se hizo nada, y se dice por qué."""
    texto = texto_de(error)
    if es_guion(peticion):
        return JsonResponse({"ok": False, "codigo": error.codigo, "texto": texto, "datos": error.datos}, status=409)
    messages.error(peticion, texto)
    return HttpResponseRedirect(volver)
