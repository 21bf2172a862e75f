"""Avisos de este aparato: la página, apuntarlo y quitarlo (D293)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from config.comun.formas_de_push import FormaDeAparato, FormaDeQuitar
from recreo.errores import ErrorDeServicio
from recreo.pantallas import Mirada
from recreo.servicios import empuje
from recreo.textos import texto_de
from recreo.views.comun import entrar, pantalla, quien_pide


@require_GET
@never_cache
def pagina(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Sonido, push y pantalla encendida: todo es de este aparato y se apaga aquí."""
    return pantalla(peticion, codigo, "recreo/avisos/pagina.html", Mirada("forma"))


@require_POST
@never_cache
def apuntar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Este aparato recibe avisos de lo de quien lo tiene, mientras siga su sesión y el Recreo."""
    entrada = entrar(peticion, codigo)
    forma = FormaDeAparato(peticion.POST)
    if isinstance(entrada, HttpResponse) or not forma.is_valid():
        return JsonResponse({"ok": False}, status=400)
    sesion = peticion.session.session_key or ""
    datos = {**forma.cleaned_data, "sesion": sesion, "ahora": timezone.now()}
    try:
        empuje.aparato_apuntar(recreo_id=entrada[0].id, quien=quien_pide(peticion), **datos)
    except ErrorDeServicio as e:
        return JsonResponse({"ok": False, "codigo": e.codigo, "texto": texto_de(e)}, status=409)
    return JsonResponse({"ok": True})


@require_POST
@never_cache
def quitar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Este aparato ya no recibe nada. Se contesta lo mismo estuviera o no."""
    forma = FormaDeQuitar(peticion.POST)
    if forma.is_valid():
        empuje.aparato_quitar(quien=quien_pide(peticion), direccion=forma.cleaned_data["direccion"])
    return JsonResponse({"ok": forma.is_valid()})
