"""Unos ejercicios de la casa, sin cuenta (D595): lo que se lleva va en una galleta de ese aparato, no en la base.

Quien ya entró los lleva en su cuenta (D721).
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.comun.paginas import para_compartir
from enlinea.academia.consultas.coleccion import DeLaCasa, Opcion, coleccion, de_muestra
from enlinea.academia.servicios.coleccion import casa_calificar, casa_responder, casa_ver_solucion
from enlinea.academia.views.coleccion import (
    con_nivel,
    nivel_pedido,
    para_el_ejercicio,
    para_la_lista,
    para_la_respuesta,
    para_seguir,
    ruta_de,
)
from enlinea.academia.views.planteado import jugada_de
from enlinea.errores import ErrorDeServicio
from enlinea.textos.errores import texto_de
from enlinea.visita.llevados import llevados, recordar


def _ruta(uno: DeLaCasa) -> str:
    return ruta_de(uno, "visita:ejercicio")


@require_safe
@never_cache
def ejercicios(peticion: HttpRequest) -> HttpResponse:
    """Los de muestra, por tema."""
    datos = {
        **para_compartir(peticion, "visita:ejercicios"),
        **para_la_lista(de_muestra().values(), llevados(peticion), nivel_pedido(peticion), _ruta),
        "todos": len(coleccion()),
    }
    return render(peticion, "visita/ejercicios.html", datos)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def ejercicio(peticion: HttpRequest, clave: str) -> HttpResponse:
    """Uno; `?jugada=13.1` o `?solucion=1` enseñan la respuesta, y sólo mandarla cuenta para lo que se lleva."""
    uno = de_muestra().get(clave)
    if uno is None:
        raise Http404
    if peticion.method == "POST":
        return _contestar(peticion, uno)
    nivel, resueltos = nivel_pedido(peticion), llevados(peticion)
    datos = {
        **para_compartir(peticion, "visita:ejercicios"),
        **para_el_ejercicio(uno, _respuesta(peticion, uno)),
        **para_seguir(de_muestra().values(), resueltos, nivel, uno, _ruta),
        "lista": f"{reverse('visita:ejercicios')}{con_nivel(nivel)}#tema-{uno.tema}",
    }
    return render(peticion, "visita/ejercicio.html", datos)


def _respuesta(peticion: HttpRequest, uno: DeLaCasa) -> dict[str, Any] | None:
    if "solucion" in peticion.GET:
        return para_la_respuesta(uno, None)
    contestada = _legal(uno, peticion.GET.get("jugada", ""))
    return None if contestada is None else para_la_respuesta(uno, contestada)


def _legal(uno: DeLaCasa, texto: str) -> Opcion | None:
    """La jugada del enlace, si ahí se podía tirar."""
    try:
        jugada = jugada_de(texto)
        casa_calificar(uno.clave, jugada)
    except ErrorDeServicio:
        return None
    return jugada


def _contestar(peticion: HttpRequest, uno: DeLaCasa) -> HttpResponse:
    nivel = nivel_pedido(peticion)
    if peticion.POST.get("solucion") == "1":
        if peticion.user.is_authenticated:
            casa_ver_solucion(cuenta_id=peticion.user.pk, clave=uno.clave)
        return HttpResponseRedirect(f"{_ruta(uno)}{con_nivel(nivel, solucion='1')}")
    try:
        jugada = jugada_de(peticion.POST.get("jugada", ""))
        if peticion.user.is_authenticated:
            acierta = casa_responder(cuenta_id=peticion.user.pk, clave=uno.clave, jugada=jugada, ahora=timezone.now())
        else:
            acierta = casa_calificar(uno.clave, jugada)
    except ErrorDeServicio as error:
        messages.error(peticion, texto_de(error))
        return HttpResponseRedirect(f"{_ruta(uno)}{con_nivel(nivel)}")
    respuesta = HttpResponseRedirect(f"{_ruta(uno)}{con_nivel(nivel, jugada=f'{jugada[0]}.{jugada[1]}')}")
    if acierta and not peticion.user.is_authenticated:
        recordar(peticion, respuesta, uno.clave)
    return respuesta
