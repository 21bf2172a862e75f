"""Traer un torneo de su acta (TO30)."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.servidor.envios import DE_UN_FORMULARIO, archivo_de, envio_hasta
from recreo.errores import ErrorDeServicio
from torneos import servicios
from torneos.acta_traida import EN_MEGAS, MAXIMO, leer_contenido
from torneos.textos import texto_de
from torneos.views.comun import quien_pide

ACTA = "archivo"


@envio_hasta(MAXIMO + DE_UN_FORMULARIO, solo_archivo=True)
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def traer(peticion: HttpRequest) -> HttpResponse:
    """Sube el acta de un torneo, entero o a medias: queda como uno propio, con su misma tabla."""
    error = ""
    if peticion.method == "POST":
        try:
            traido = servicios.torneo_traer(quien=quien_pide(peticion), acta=_subida(peticion))
        except ErrorDeServicio as e:
            error = texto_de(e)
        else:
            dicho = _("Ya lo habías traído: aquí está.") if traido.ya_estaba else _("Listo: el torneo ya está aquí.")
            messages.success(peticion, dicho)
            return redirect("torneos:control", traido.torneo.codigo)
    return render(peticion, "torneos/traer.html", {"error": error, "maximo": EN_MEGAS}, status=422 if error else 200)


def _subida(peticion: HttpRequest) -> Any:
    contenido = archivo_de(peticion, ACTA, MAXIMO)
    if contenido is None:
        raise ErrorDeServicio("falta_acta")
    return leer_contenido(contenido)
