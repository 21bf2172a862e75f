"""Lo que comparten las vistas: quién pide y en qué peña, un formulario con página y una orden de un botón."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from recreo.errores import ErrorDeServicio
from recreo.models import Miembro, Pena
from recreo.penas import consultas
from recreo.penas.formas import decir_error
from recreo.penas.servicios.base import CAJA
from recreo.penas.textos import texto_de

con_formulario = require_http_methods(["GET", "HEAD", "POST"])
Vista = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Aqui:
    """La peña que se mira, y quién la mira."""

    pena: Pena
    yo: Miembro

    @property
    def lleva(self) -> bool:
        """¿Es quien la lleva?"""
        return self.yo.papel == Miembro.Papel.ENCARGADO

    @property
    def caja(self) -> bool:
        """¿Lleva la caja?"""
        return self.yo.papel in CAJA

    @property
    def de_quien(self) -> dict[str, int]:
        """Lo que pide todo servicio: qué peña y qué cuenta."""
        return {"pena_id": self.pena.pk, "cuenta_id": self.yo.cuenta_id or 0}


def con_cuenta(vista: Vista) -> Vista:
    """A quien no ha entrado, a la entrada y de regreso."""

    @never_cache
    @wraps(vista)
    def comprobada(peticion: HttpRequest, *args: Any, **ruta: Any) -> HttpResponse:
        if not peticion.user.is_authenticated:
            return a_entrar(peticion)
        return vista(peticion, *args, **ruta)

    return comprobada


def a_entrar(peticion: HttpRequest) -> HttpResponse:
    """A la entrada, y de regreso aquí."""
    return redirect(f"{reverse(settings.LOGIN_URL)}?next={peticion.path}")


def de_la_pena(vista: Vista) -> Vista:
    """La vista recibe `Aqui`. A quien no es de ella, lo mismo que si no existiera."""

    @con_cuenta
    @wraps(vista)
    def comprobada(peticion: HttpRequest, pena: int, **ruta: Any) -> HttpResponse:
        try:
            suya = Aqui(*consultas.pena_de(pena, peticion.user.pk))
        except ErrorDeServicio:
            raise Http404 from None
        return vista(peticion, suya, **ruta)

    return comprobada


def solo_encargado(vista: Vista) -> Vista:
    """A los demás se les dice y se les regresa a la peña."""

    @wraps(vista)
    def comprobada(peticion: HttpRequest, aqui: Aqui, **ruta: Any) -> HttpResponse:
        if aqui.lleva:
            return vista(peticion, aqui, **ruta)
        messages.error(peticion, texto_de(ErrorDeServicio("solo_encargado")))
        return redirect("recreo:pena", pena=aqui.pena.pk)

    return comprobada


def hecho(peticion: HttpRequest, forma: forms.Form, servicio: Callable[..., Any], **fijos: Any) -> Any:
    """Llama al servicio con lo escrito; None si no se mandó o no vale, con el error ya en el formulario."""
    if peticion.method != "POST" or not forma.is_valid():
        return None
    try:
        return servicio(**fijos, **forma.cleaned_data) or True
    except ErrorDeServicio as e:
        decir_error(forma, e)
        return None


def sin_orden(servicio: Callable[..., Any]) -> Callable[..., Any]:
    """Para lo que se puede repetir sin daño: no pide el identificador de la orden."""

    def llamar(*, id_orden: Any, **datos: Any) -> Any:
        return servicio(**datos)

    return llamar
