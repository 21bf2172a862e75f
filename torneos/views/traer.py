"""Traer un torneo de su acta (TO30)."""

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.servidor.envios import DE_UN_FORMULARIO, archivo_de, envio_hasta
from config.servidor.guion import es_guion
from recreo.errores import ErrorDeServicio
from torneos import servicios
from torneos.actas.traida import EN_MEGAS, MAXIMO, leer_contenido
from torneos.textos import texto_de
from torneos.views.comun import quien_pide

ACTA = "archivo"
HUELLA = re.compile(r"[0-9a-f]{16,128}")


@envio_hasta(MAXIMO + DE_UN_FORMULARIO, solo_archivo=True)
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def traer(peticion: HttpRequest) -> HttpResponse:
    """Sube el acta de un torneo, entero o a medias: queda como uno propio, con su misma tabla."""
    if peticion.method == "POST":
        try:
            traido = servicios.torneo_encargar(quien=quien_pide(peticion), acta=_subida(peticion))
        except ErrorDeServicio as e:
            return _forma(peticion, texto_de(e), 422)
        if isinstance(traido, str):
            return redirect(f"{reverse('torneos:traer')}?va={traido}")
        return _llegar(peticion, traido.torneo.codigo, ya_estaba=traido.ya_estaba)
    huella = peticion.GET.get("va", "")
    return _en_que_va(peticion, huella) if HUELLA.fullmatch(huella) else _forma(peticion)


def _en_que_va(peticion: HttpRequest, huella: str) -> HttpResponse:
    """El que se trae aparte (D644): la página, o a su guion en qué va. Al acabar se llega a su mesa de control."""
    encargo = servicios.encargo_de(quien_pide(peticion), huella)
    if encargo is not None and not encargo.codigo and not encargo.error:
        if es_guion(peticion):
            return JsonResponse({"van": encargo.van})
        return render(peticion, "torneos/trayendo.html", {"encargo": encargo})
    if es_guion(peticion):
        return JsonResponse({"van": None})  # acabó: que la página diga cómo
    if encargo is not None and encargo.error:
        return _forma(peticion, texto_de(ErrorDeServicio(encargo.error, **encargo.datos)))
    traido = servicios.ya_traido(quien_pide(peticion), huella)
    if traido is None:
        return _forma(peticion, texto_de(ErrorDeServicio("acta_se_corto")))
    return _llegar(peticion, traido.codigo)


def _llegar(peticion: HttpRequest, codigo: str, *, ya_estaba: bool = False) -> HttpResponse:
    dicho = _("Ya lo habías traído: aquí está.") if ya_estaba else _("Listo: el torneo ya está aquí.")
    messages.success(peticion, dicho)
    return redirect("torneos:control", codigo)


def _forma(peticion: HttpRequest, error: str = "", estado: int = 200) -> HttpResponse:
    datos = {"error": error, "maximo": EN_MEGAS, "cabe": MAXIMO}
    return render(peticion, "torneos/traer.html", datos, status=estado)


def _subida(peticion: HttpRequest) -> Any:
    contenido = archivo_de(peticion, ACTA, MAXIMO)
    if contenido is None:
        raise ErrorDeServicio("falta_acta")
    return leer_contenido(contenido)
