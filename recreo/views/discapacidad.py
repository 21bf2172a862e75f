"""Marcar una discapacidad, con consentimiento: la propia, o la de quien se lo pidió a quien organiza (RE9, D491)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from recreo.errores import ErrorDeServicio
from recreo.pantallas.singularidades import nombre_de, que_cambia
from recreo.textos import texto_de
from recreo.views.comun import entrar
from recreo.views.organizador import ACABADOS
from reglas.singularidades import Discapacidad


@never_cache
@require_safe
def discapacidad(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """Qué se puede marcar y qué cambia; a los demás no se les dice ni si hay algo."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    if estado.estado in ACABADOS:
        return redirect("recreo:ir", codigo=estado.codigo)
    propia = visor.numero == numero
    if not (propia or visor.manda):
        messages.error(peticion, texto_de(ErrorDeServicio("discapacidad_ajena")))
        return redirect("recreo:ir", codigo=estado.codigo)
    persona = estado.jugadores.get(numero)
    if persona is None or not persona.nombre:
        raise Http404
    opciones = [(d, nombre_de(d), que_cambia(d), d in persona.discapacidades) for d in Discapacidad]
    datos = {"estado": estado, "visor": visor, "persona": persona, "propia": propia, "opciones": opciones}
    return render(peticion, "recreo/discapacidad/pagina.html", datos)
