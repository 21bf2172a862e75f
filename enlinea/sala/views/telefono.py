"""Avisos de este teléfono: la página, apuntarlo y quitarlo, y el trabajador de servicio que los enseña (D781, D786)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from config.comun.formas_de_push import FormaDeAparato, FormaDeQuitar
from config.comun.trabajador import como_trabajador, de_avisos
from enlinea.acceso.views.comun import con_cuenta, cuenta_de, de_suscriptores
from enlinea.errores import ErrorDeServicio
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.telefono.servicios import aparatos
from enlinea.textos.errores import texto_de

AL_DIA = 'self.addEventListener("install", function () { self.skipWaiting(); });'
"""El que llega sustituye al de antes: no guarda ni contesta páginas, y no hay nada que acabar."""


@require_safe
def trabajador(peticion: HttpRequest) -> HttpResponse:
    """Su dirección es su alcance. Sólo oye avisos: no contesta por la red, y ninguna página depende de él."""
    return como_trabajador(f"{AL_DIA}\n{de_avisos(peticion.path, 'Dominó')}")


@de_suscriptores
@require_safe
def pagina(peticion: HttpRequest) -> HttpResponse:
    """El interruptor, qué se avisa y hasta cuándo."""
    return render(peticion, "enlinea/sala/telefono.html", contexto_de_sala(peticion, "otra"))


@require_POST
@de_suscriptores
def apuntar(peticion: HttpRequest) -> HttpResponse:
    """A este teléfono se le avisa de lo de quien tiene la sesión, mientras siga abierta."""
    forma = FormaDeAparato(peticion.POST)
    if not forma.is_valid():
        return JsonResponse({"ok": False}, status=400)
    datos = {**forma.cleaned_data, "sesion": peticion.session.session_key or "", "ahora": timezone.now()}
    try:
        aparatos.telefono_apuntar(cuenta_id=cuenta_de(peticion), **datos)
    except ErrorDeServicio as e:
        return JsonResponse({"ok": False, "codigo": e.codigo, "texto": texto_de(e)}, status=409)
    return JsonResponse({"ok": True})


@require_POST
@con_cuenta
def quitar(peticion: HttpRequest) -> HttpResponse:
    """Este teléfono ya no recibe nada. Se contesta lo mismo estuviera o no."""
    forma = FormaDeQuitar(peticion.POST)
    if forma.is_valid():
        aparatos.telefono_quitar(cuenta_id=cuenta_de(peticion), direccion=forma.cleaned_data["direccion"])
    return JsonResponse({"ok": forma.is_valid()})
