"""Lo que sigue al final: la foto del podio y «otra con los mismos» (RE7, D320, D324)."""

from hashlib import sha256

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from recreo import servicios
from recreo.errores import ErrorDeServicio
from recreo.estado import Visor
from recreo.ordenes import FormaDeOtra
from recreo.pantallas.foto import dibujar
from recreo.pantallas.otra import la_que_toca
from recreo.pantallas.podio import Podio, podio_de
from recreo.textos import texto_de
from recreo.views.comun import entrar

SE_RECUERDA = 3600
"""Segundos que se guarda dibujada: la piden los mismos, todos a la vez, al terminar."""
SIN_SUSCRIPCION = ("sin_cuenta", "suspendido", "suscripcion_vencida", "suscripcion_ninguna")


@never_cache
@require_safe
def foto(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """El PNG del podio, para quien tuvo lugar."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    podio = podio_de(entrada[0], Visor())
    if podio is None:
        return redirect("recreo:ir", codigo=entrada[0].codigo)
    respuesta = HttpResponse(_dibujada(podio), content_type="image/png")
    respuesta["Content-Disposition"] = f'inline; filename="podio-{entrada[0].codigo}.png"'
    return respuesta


def _dibujada(podio: Podio) -> bytes:
    llave = f"recreo-foto:{sha256(repr(podio).encode()).hexdigest()}"
    hecha = cache.get(llave)
    if hecha is None:
        hecha = dibujar(podio)
        cache.set(llave, hecha, SE_RECUERDA)
    return bytes(hecha)


@never_cache
@require_POST
def otra(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Otra con los mismos: un Recreo nuevo en preparación, y a su pantalla de invitar.

    Si alguien ya armó otra y ahí tiene lugar, antes se le dice; con `aparte`, quiere la suya (D818).
    """
    entrada = entrar(peticion, codigo)
    forma = FormaDeOtra(peticion.POST)
    if isinstance(entrada, HttpResponse) or not forma.is_valid():
        return entrada if isinstance(entrada, HttpResponse) else redirect("recreo:ir", codigo=codigo)
    hay = la_que_toca(*entrada)
    if hay is not None and hay.abierta and not forma.cleaned_data["aparte"]:
        texto = _("%(quien)s ya armó otra con los mismos. Entra a ésa o, si prefieres, arma la tuya aparte.")
        messages.info(peticion, texto % {"quien": hay.organiza})
        return redirect("recreo:ir", codigo=entrada[0].codigo)
    try:
        nuevo = servicios.recreo_repetir(
            recreo_id=entrada[0].id, cuenta_id=peticion.user.pk or 0, id_orden=forma.cleaned_data["id_orden"]
        )
    except ErrorDeServicio as e:
        return _no_se_pudo(peticion, entrada[0].codigo, e)
    texto = _("Listo: otro Recreo con los mismos. A quienes siguen en el anterior les sale en su teléfono para entrar.")
    messages.success(peticion, texto)
    return redirect("recreo:invitar", codigo=nuevo.codigo)


def _no_se_pudo(peticion: HttpRequest, codigo: str, error: ErrorDeServicio) -> HttpResponse:
    """A quien no puede organizar, el aviso de siempre; a quien está en otro, cuál y cómo salir."""
    if error.codigo in SIN_SUSCRIPCION:
        return redirect("recreo:entrada")
    if error.codigo == "ya_en_otro_recreo":
        return redirect("recreo:nuevo")
    messages.error(peticion, texto_de(error))
    return redirect("recreo:ir", codigo=codigo)
