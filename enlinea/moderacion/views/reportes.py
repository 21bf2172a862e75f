"""La partida de un reporte en el tablero, sólo para quien atiende los reportes (SA3, EL8)."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from enlinea.academia.consultas.fuente import Fuente, mano_para_ver
from enlinea.academia.views.repetir import de_la_partida, mano_pedida, para_repetir
from enlinea.acceso.views.comun import con_cuenta, cuenta_de
from enlinea.moderacion import consultas


def _fuente_o_404(peticion: HttpRequest, reporte_id: int) -> Fuente:
    """Las manos ya terminadas de la partida señalada; quien no atiende reportes no sabe ni que existe."""
    fuente = consultas.fuente_para_administrar(reporte_id, cuenta_de(peticion))
    if fuente is None or not fuente.manos:
        raise Http404
    return fuente


@con_cuenta
@require_safe
def repetir_reporte(peticion: HttpRequest, reporte_id: int) -> HttpResponse:
    """En la mano y la jugada que diga el enlace (`?mano=2&jugada=7`); no se simula ni se guarda nada."""
    fuente = _fuente_o_404(peticion, reporte_id)
    vista = {**mano_para_ver(fuente, mano_pedida(peticion, fuente)), "rama": None}
    datos = {
        **para_repetir(peticion, fuente, vista),
        "volver_a": reverse("admin:enlinea_reporte_change", args=[reporte_id]),
        "partida": {
            **de_la_partida(fuente),
            "ajena": True,
            "ramas": [],
            "aqui": reverse("enlinea:repetir_reporte", args=[reporte_id]),
            "mano_url": reverse("enlinea:repetir_reporte_mano", args=[reporte_id, 0]),
        },
    }
    return render(peticion, "enlinea/reportes/repetir.html", datos)


@con_cuenta
@require_safe
def repetir_reporte_mano(peticion: HttpRequest, reporte_id: int, mano: int) -> HttpResponse:
    """Otra mano de la misma partida, en JSON."""
    fuente = _fuente_o_404(peticion, reporte_id)
    if not 1 <= mano <= len(fuente.manos):
        raise Http404
    return JsonResponse(mano_para_ver(fuente, mano - 1))
