"""Clasificación, apuesta y acta de un Recreo (RE7)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from recreo import actas
from recreo.pantallas import Mirada
from recreo.views.comun import pantalla
from recreo.views.organizador import solo_manda


@never_cache
@require_safe
def clasificacion(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La de ahora, o una parcial pasada con `?partida=k`."""
    pedida = peticion.GET.get("partida", "0")
    partida = int(pedida) if pedida.isdecimal() and len(pedida) < 3 else 0
    return pantalla(peticion, codigo, "recreo/clasificacion/pagina.html", Mirada("clasificacion", partida))


@never_cache
@require_safe
def apuesta(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Quién le paga a quién."""
    return pantalla(peticion, codigo, "recreo/apuesta/pagina.html", Mirada("apuesta"))


@never_cache
@require_safe
def acta(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """El acta en JSON, sin correos; sólo para quien organiza."""
    permitido = solo_manda(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, _visor = permitido
    if not estado.partidas:
        return redirect("recreo:ir", codigo=estado.codigo)
    respuesta = JsonResponse(actas.exportar(estado), json_dumps_params={"ensure_ascii": False, "indent": 1})
    respuesta["Content-Disposition"] = f'attachment; filename="recreo-{estado.codigo}.json"'
    return respuesta
