"""«Avisos por correo»: la lista de lo que la casa avisa, y qué quiere cada quien (D513)."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from suscripciones import servicios
from suscripciones.baja import UN_TOQUE, leer
from suscripciones.consultas import oficina as consultas
from suscripciones.errores import ErrorDeSuscripcion
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


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def baja(peticion: HttpRequest, firma: str) -> HttpResponse:
    """El enlace que trae cada carta: con un toque, y sin entrar, ya no llegan; con otro, vuelven (D575).

    Abrirlo no cambia nada: los antivirus del correo abren todo enlace. El botón del programa de correo llega sin
    sesión ni llave de formulario, y no se le contesta con otra dirección (RFC 8058, D643): la firma basta, y sólo vale
    para ese aviso.
    """
    leido = leer(firma)
    if leido is None:
        raise Http404
    cuenta_id, cual = leido
    if peticion.method == "POST":
        de_un_toque = peticion.POST.get("List-Unsubscribe") == UN_TOQUE
        quiere = peticion.POST.get("quiere") == "1" and not de_un_toque
        try:
            servicios.aviso_elegir(cuenta_id=cuenta_id, aviso=cual, quiere=quiere)
        except ErrorDeSuscripcion:
            raise Http404 from None
        return HttpResponse() if de_un_toque else redirect("suscripciones:baja", firma)
    renglon = next(uno for uno in LISTA if uno.cual is cual)
    llega = cual not in consultas.avisos_apagados_de(cuenta_id)
    return render(peticion, "suscripciones/baja.html", {"renglon": renglon, "llega": llega})
