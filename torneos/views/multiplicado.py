"""Multiplicado: qué hicieron en las otras mesas con tus fichas, y los repartos para comprobarlos (TO27, TO28)."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from torneos import consultas
from torneos.consultas.multiplicado import levantadas, mis_fichas, repartos_de
from torneos.views.comun import estado_o_404


@require_GET
@never_cache
def fichas(peticion: HttpRequest, codigo: str, numero: int, persona: int) -> HttpResponse:
    """Las de una persona en una partida; con el embargo puesto sólo dice cuándo se verán."""
    estado = estado_o_404(codigo)
    partida = consultas.partida_de(estado.id, numero) if estado.multiplicado else None
    if partida is None or persona not in estado.inscritos:
        raise Http404
    pedida = peticion.GET.get("mano", "")
    mano = int(pedida) if pedida.isdecimal() and len(pedida) < 4 else None
    vista = mis_fichas(estado.id, numero, persona, mano)
    mesas = () if vista is None else vista.mesas
    contexto = {
        "estado": estado,
        "partida": partida,
        "persona": estado.inscritos[persona],
        "vista": vista,
        "mesas": [(m, estado.nombre_de(m.numero), estado.nombre_de(m.companero)) for m in mesas],
        "partidas": levantadas(estado.id),
    }
    return render(peticion, "torneos/multiplicado/fichas.html", contexto)


@require_GET
@never_cache
def repartos(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """La clave de la partida y sus manos, para `python -m reglas verificar-repartos`; antes, no existe."""
    estado = estado_o_404(codigo)
    acta = repartos_de(estado.id, numero)
    if acta is None:
        raise Http404
    respuesta = JsonResponse(acta, json_dumps_params={"ensure_ascii": False, "indent": 1})
    respuesta["Content-Disposition"] = f'attachment; filename="repartos-{estado.codigo}-{numero}.json"'
    return respuesta
