"""Las actas que uno sube: importarlas, bajarlas y borrarlas."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from config.comun.recarga import orden_o_regreso
from config.servidor.envios import archivo_de, envio_hasta
from enlinea.academia.consultas.fuente import IMPORTADA, fuente_de
from enlinea.academia.servicios import actas as servicios
from enlinea.acceso.views.comun import aceptar, cuenta_de, de_suscriptores, negar
from enlinea.errores import ErrorDeServicio
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.textos.errores import texto_de


@envio_hasta(2 * servicios.LARGO_DE_ACTA)
@de_suscriptores
@require_http_methods(["GET", "HEAD", "POST"])
def importar(peticion: HttpRequest) -> HttpResponse:
    """Sube un acta, de archivo o pegada; si no vale, se dice en qué mano y jugada y no se pierde lo pegado."""
    error = ""
    if peticion.method == "POST":
        try:
            acta, nueva = servicios.acta_importar(
                cuenta_id=cuenta_de(peticion),
                contenido=_contenido(peticion),
                nombre=peticion.POST.get("nombre", "")[:200],
                ahora=timezone.now(),
            )
        except ErrorDeServicio as falla:
            error = texto_de(falla)
        else:
            if not nueva:
                messages.info(peticion, _("Esa acta ya la tenías. Aquí está."))
            return HttpResponseRedirect(reverse("enlinea:repetir", args=[IMPORTADA, acta.pk]))
    datos = {
        **contexto_de_sala(peticion, "academia"),
        "error": error,
        "pegado": peticion.POST.get("texto", "")[: servicios.LARGO_DE_ACTA],
        "nombre": peticion.POST.get("nombre", "")[: servicios.LARGO_DE_JUGADOR],
        "maximo": servicios.LARGO_DE_ACTA // 1024,
        "cabe": servicios.LARGO_DE_ACTA,
        "largo": servicios.LARGO_DE_JUGADOR,
    }
    return render(peticion, "enlinea/academia/importar.html", datos, status=422 if error else 200)


def _contenido(peticion: HttpRequest) -> bytes:
    """El archivo, si lo hay; si no, lo pegado. Nunca lee más de lo que se admite y un poco."""
    subido = archivo_de(peticion, "archivo", servicios.LARGO_DE_ACTA)
    return subido if subido is not None else peticion.POST.get("texto", "").encode("utf-8", "ignore")


@de_suscriptores
@require_safe
def acta(peticion: HttpRequest, importada_id: int) -> HttpResponse:
    """El acta importada, de vuelta en un archivo; sólo para su dueño."""
    fuente = fuente_de(IMPORTADA, importada_id, cuenta_de(peticion))
    if fuente is None:
        raise Http404
    datos: dict[str, Any] = dict(fuente.acta)
    respuesta = JsonResponse(datos, json_dumps_params={"ensure_ascii": False})
    respuesta["Content-Disposition"] = f'attachment; filename="acta-{importada_id}.json"'
    return respuesta


@de_suscriptores
@orden_o_regreso(lambda importada_id: reverse("enlinea:academia"))
def borrar(peticion: HttpRequest, importada_id: int) -> HttpResponse:
    """Quita un acta importada con sus ramas."""
    try:
        servicios.acta_borrar(cuenta_id=cuenta_de(peticion), importada_id=importada_id)
    except ErrorDeServicio as error:
        return negar(peticion, error, reverse("enlinea:academia"))
    messages.success(peticion, _("El acta se borró."))
    return aceptar(peticion, reverse("enlinea:academia"))
