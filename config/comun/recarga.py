"""Lo que sólo obedece a un formulario, cuando alguien recarga o comparte su dirección, y a dónde se vuelve."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

Vista = Callable[..., HttpResponse]


def camino_pedido(peticion: HttpRequest, campo: str) -> str:
    """El camino de este sitio que trae el formulario en ese campo; vacío si no trae o es de otro."""
    pedido = peticion.POST.get(campo, "")
    de_aqui = url_has_allowed_host_and_scheme(pedido, {peticion.get_host()}) and not urlsplit(pedido).netloc
    return pedido if pedido and de_aqui else ""


def orden_o_regreso(volver: Callable[..., str]) -> Callable[[Vista], Vista]:
    """Sólo por POST; a quien la pide con GET se le lleva a `volver(…)` sin hacer nada: un 405 no le dice qué hacer."""

    def envolver(vista: Vista) -> Vista:
        solo_post = require_POST(vista)

        @wraps(vista)
        def comprobada(peticion: HttpRequest, *args: Any, **ruta: Any) -> HttpResponse:
            if peticion.method in ("GET", "HEAD"):
                return HttpResponseRedirect(volver(*args, **ruta))
            return solo_post(peticion, *args, **ruta)

        return comprobada

    return envolver
