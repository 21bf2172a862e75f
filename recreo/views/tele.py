"""La tele del Recreo: su enlace, para quien manda, y lo que ve quien lo trae, sin entrar (D496)."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from config.comun.qr import qr_de
from recreo import consultas
from recreo.estado import EstadoRecreo
from recreo.pantallas import Mirada, contexto_de, pintar
from recreo.pantallas.tele import NADIE
from recreo.views.comun import completo, solo_en_este_aparato
from recreo.views.organizador import solo_manda

TELE = Mirada("tele")


@never_cache
@require_safe
def enlace(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Hacer, cambiar o quitar el enlace de la tele."""
    permitido = solo_manda(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, visor = permitido
    lleva = completo(peticion, reverse("recreo:tele", args=[estado.clave_tele])) if estado.clave_tele else ""
    datos = {
        "estado": estado,
        "visor": visor,
        "enlace": lleva,
        "qr": qr_de(lleva) if lleva else "",
        "solo_aqui": bool(lleva) and solo_en_este_aparato(lleva),
    }
    return render(peticion, "recreo/tele/enlace.html", datos)


def _estado(clave: str) -> EstadoRecreo | None:
    recreo_id = consultas.de_la_tele(clave, timezone.now())
    return None if recreo_id is None else consultas.estado_de(recreo_id)


@never_cache
@require_safe
def tele(peticion: HttpRequest, clave: str) -> HttpResponse:
    """La pantalla. Con un enlace que ya no vale se dice qué hacer, y nada del Recreo."""
    estado = _estado(clave)
    if estado is None:
        return render(peticion, "recreo/tele/ya_no.html", status=404)
    return render(peticion, "recreo/tele/pagina.html", {**contexto_de(estado, TELE, NADIE), "clave": clave})


@require_GET
@never_cache
def vivo(peticion: HttpRequest, clave: str) -> HttpResponse:
    """Lo mismo que el socket, por consulta, donde los websockets no pasan."""
    estado = _estado(clave)
    if peticion.GET.get("pantalla") != TELE.pantalla:
        raise Http404
    if estado is None:
        return JsonResponse({"tipo": "fuera", "version": 0, "datos": {"codigo": "no_participas"}})
    if peticion.GET.get("version") == str(estado.version):
        return JsonResponse({"tipo": "version", "version": estado.version, "datos": {}})
    zonas = pintar(estado, TELE, NADIE)
    return JsonResponse({"tipo": "parcial", "version": estado.version, "datos": {"zonas": zonas}})
