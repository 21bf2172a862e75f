"""«Mis tarjetas»: el expediente propio y qué sigue (SA1-SA3). También para el suspendido que volvió a entrar."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from enlinea.acceso.consultas import permiso_para_jugar
from enlinea.acceso.views.comun import cuenta_de
from enlinea.convivencia.consultas.tarjetas import mi_expediente
from enlinea.sala.views.marco import contexto_de_sala


@require_safe
@never_cache
@login_required
def tarjetas(peticion: HttpRequest) -> HttpResponse:
    """Con permiso es una página de la Sala, en vivo; sin él, la misma lista suelta."""
    cuenta, ahora = cuenta_de(peticion), timezone.now()
    datos = {"expediente": mi_expediente(cuenta, ahora), "base": "enlinea/tarjetas/_suelta.html"}
    if permiso_para_jugar(cuenta, ahora):
        datos |= {**contexto_de_sala(peticion, "tarjetas"), "base": "enlinea/sala/_vivo.html"}
    return render(peticion, "enlinea/tarjetas/lista.html", datos)
