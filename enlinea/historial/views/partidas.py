"""Las partidas propias, sus actas, y las manos terminadas de la mesa en que se está."""

from dataclasses import asdict
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.historial.consultas import final as de_final
from enlinea.historial.consultas import partidas as consultas
from enlinea.sala.views.marco import contexto_de_sala


@de_suscriptores
@require_safe
def lista(peticion: HttpRequest) -> HttpResponse:
    """Las últimas 50, cuenten o no, con sus actas."""
    datos = {
        **contexto_de_sala(peticion, "estadistica"),
        "partidas": consultas.ultimas_partidas(cuenta_de(peticion)),
        "ultimas": consultas.ULTIMAS,
    }
    return render(peticion, "enlinea/partidas/lista.html", datos)


@never_cache
@require_safe
@login_required
def acta(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """El acta en JSON; quien no la jugó no sabe ni que existe."""
    datos = consultas.acta_de_partida(partida_id, peticion.user.pk or 0)
    respuesta = _json(datos)
    respuesta["Content-Disposition"] = f'attachment; filename="partida-{partida_id}.json"'
    return respuesta


@never_cache
@require_safe
@login_required
def historia(peticion: HttpRequest, mesa_id: int) -> HttpResponse:
    """Las manos ya terminadas de la partida en curso, para repetirla al volver (EL9); sólo para los sentados."""
    return _json(consultas.historia_de_mesa(mesa_id, peticion.user.pk or 0))


@never_cache
@require_safe
@login_required
def final(peticion: HttpRequest, mesa_id: int, numero: int) -> HttpResponse:
    """Lo que dejó la partida a quien la pide; `guardada` falso si aún no se escribe. Sólo para los sentados (D564)."""
    yo = peticion.user.pk or 0
    if not de_final.se_sento(mesa_id, yo):
        raise Http404
    suyo = de_final.final_de(mesa_id, numero, yo)
    if suyo is None:
        return _json({"guardada": False})
    repetir = reverse("enlinea:repetir", args=["partida", suyo.partida])
    return _json({"guardada": True, "repetir": repetir, **asdict(suyo)})


def _json(datos: dict[str, Any] | None) -> JsonResponse:
    if datos is None:
        raise Http404
    return JsonResponse(datos, json_dumps_params={"ensure_ascii": False})
