"""«Avisos por correo»: la lista de lo que la casa avisa, y qué quiere cada quien (D513)."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from suscripciones import consultas_de_oficina as consultas
from suscripciones import servicios
from suscripciones.formas_de_oficina import FormaDeAvisos
from suscripciones.lista_de_avisos import LISTA


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def avisos(peticion: HttpRequest) -> HttpResponse:
    """La lista, con lo que hoy llega marcado; guardar apaga lo demás."""
    cuenta = peticion.user.pk or 0
    forma = FormaDeAvisos(peticion.POST)
    if peticion.method == "POST" and forma.is_valid():
        servicios.avisos_elegir(cuenta_id=cuenta, quiere=forma.cleaned_data["quiere"])
        messages.success(peticion, _("Guardado."))
        return redirect("suscripciones:cuenta")
    apagados = consultas.avisos_apagados_de(cuenta)
    lista = [(renglon, renglon.cual not in apagados) for renglon in LISTA]
    return render(peticion, "suscripciones/avisos.html", {"lista": lista})
