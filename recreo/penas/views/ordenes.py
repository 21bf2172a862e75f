"""Lo que va en un solo botón: se aplica y se vuelve a la página de donde se pidió."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from config.comun.recarga import camino_pedido, orden_o_regreso
from recreo.errores import ErrorDeServicio
from recreo.hoja.formas import FormaDeOrden
from recreo.penas import formas, servicios
from recreo.penas.textos import texto_de
from recreo.penas.views.comun import Aqui, de_la_pena, sin_orden


class Orden(NamedTuple):
    """El formulario que traduce y el servicio que aplica."""

    forma: type[forms.Form]
    servicio: Callable[..., Any]


ORDENES: Mapping[str, Orden] = {
    "cita_cancelar": Orden(FormaDeOrden, sin_orden(servicios.cita_cancelar)),
    "cita_responder": Orden(formas.FormaDeVenir, sin_orden(servicios.cita_responder)),
    "cuota_marcar": Orden(formas.FormaDeMarcar, sin_orden(servicios.cuota_marcar)),
    "cuota_quitar": Orden(formas.FormaDeQuitarCuota, sin_orden(servicios.cuota_quitar)),
    "enlace_cambiar": Orden(FormaDeOrden, sin_orden(servicios.enlace_cambiar)),
    "miembro_sacar": Orden(formas.FormaDeSacar, sin_orden(servicios.miembro_salir)),
    "pago_anular": Orden(formas.FormaDeAnularPago, sin_orden(servicios.pago_anular)),
}


@orden_o_regreso(lambda pena, accion: reverse("recreo:pena", args=[pena]))
def orden(peticion: HttpRequest, pena: int, accion: str) -> HttpResponse:
    """Aplica una de `ORDENES`; si no se pudo, dice por qué."""
    return _orden(peticion, pena=pena, accion=accion)


@de_la_pena
def _orden(peticion: HttpRequest, aqui: Aqui, accion: str) -> HttpResponse:
    if accion not in ORDENES:
        raise Http404
    cual = ORDENES[accion]
    forma = cual.forma(peticion.POST)
    volver = camino_pedido(peticion, "siguiente") or reverse("recreo:pena", args=[aqui.pena.pk])
    if not forma.is_valid():
        messages.error(peticion, " ".join(str(m) for errores in forma.errors.values() for m in errores))
        return redirect(volver)
    try:
        cual.servicio(**aqui.de_quien, **forma.cleaned_data)
    except ErrorDeServicio as e:
        messages.error(peticion, texto_de(e))
    return redirect(volver)
