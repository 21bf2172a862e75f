"""La partida de la casa, que cualquiera repite con su análisis (D485)."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from config.comun.paginas import para_compartir
from enlinea.academia.consultas.fuente import Fuente, mano_para_ver
from enlinea.academia.views.analisis import analisis_en_json
from enlinea.academia.views.repetir import de_la_partida, mano_pedida, para_repetir, simulada_en_json
from enlinea.visita.consultas import de_la_casa, fuente_de_la_casa
from enlinea.visita.views import con_tope

UNA_HORA = 3_600


@require_safe
def partida(peticion: HttpRequest) -> HttpResponse:
    """Se abre en la jugada que más enseña, o en la del enlace (`?mano=2&jugada=7`)."""
    fuente, casa = fuente_de_la_casa(), de_la_casa()
    cual = mano_pedida(peticion, fuente) if "mano" in peticion.GET else casa.mano - 1
    vista = {**mano_para_ver(fuente, cual), "rama": None}
    datos = para_repetir(peticion, fuente, vista) | para_compartir(peticion, "visita:partida")
    if "mano" not in peticion.GET:
        datos["jugada"] = casa.jugada
    datos["partida"] = {
        **de_la_partida(fuente),
        "ramas": [],
        "aqui": reverse("visita:partida"),
        "mano_url": reverse("visita:partida_mano", args=[0]),
        "simular_url": reverse("visita:partida_simular", args=[0]),
        "analisis_url": reverse("visita:partida_analisis", args=[0]),
    }
    datos["analisis"] = analisis_en_json(fuente, casa.analisis, cual + 1)
    return render(peticion, "visita/partida.html", datos)


def _o_404(mano: int) -> Fuente:
    fuente = fuente_de_la_casa()
    if not 1 <= mano <= len(fuente.manos):
        raise Http404
    return fuente


@require_safe
@cache_control(public=True, max_age=UNA_HORA)
def mano(peticion: HttpRequest, mano: int) -> HttpResponse:
    """Otra mano de la misma partida, en JSON."""
    return JsonResponse(mano_para_ver(_o_404(mano), mano - 1))


@require_safe
@cache_control(public=True, max_age=UNA_HORA)
def analisis(peticion: HttpRequest, mano: int) -> HttpResponse:
    """Lo que valía cada ficha de esa mano, y los errores explicados."""
    return JsonResponse(analisis_en_json(_o_404(mano), de_la_casa().analisis, mano))


@require_safe
@con_tope
def simular(peticion: HttpRequest, mano: int) -> HttpResponse:
    """Cómo sería con otra ficha: es lo que enseña «Ver cómo seguía»."""
    return simulada_en_json(peticion, _o_404(mano), mano)
