"""A lo que se llega por el enlace de una mesa: el lugar, con un toque (EL2, D473)."""

from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.comun.paginas import ALTO, ANCHO, IMAGEN, PaginaPublica, base_publica
from config.comun.qr import archivo_qr, completo
from config.servidor.middleware import es_anfitrion
from enlinea.acceso.servicios.sesiones import SALIDA
from enlinea.acceso.views.comun import Vista, cuenta_de, de_suscriptores
from enlinea.models import Mesa
from enlinea.sala.consultas.estado import MesaVista, mesa_por_enlace
from enlinea.sala.pantallas import asientos_de
from enlinea.sala.servicios import presencia as servicios
from enlinea.sala.views.marco import contexto_de_sala


def _sin_entrar(vista: Vista) -> Vista:
    """A quien todavía no entra se le dice a qué vino y se le pide su correo ahí mismo (D639).

    Quien trae un motivo de salida (se le cerró la sesión, está suspendido) va a la entrada de siempre, que lo dice.
    """

    @wraps(vista)
    def dicho(peticion: HttpRequest, enlace: str) -> HttpResponse:
        if peticion.user.is_authenticated or SALIDA in peticion.session:
            return vista(peticion, enlace)
        if es_anfitrion(peticion, settings.ANFITRION_RECREO) or peticion.method not in ("GET", "HEAD"):
            return vista(peticion, enlace)
        return invitacion(peticion, enlace)

    return dicho


@never_cache
def invitacion(peticion: HttpRequest, enlace: str) -> HttpResponse:
    """Lo que se ve del enlace sin entrar, y lo que enseña WhatsApp: el juego y cuántos faltan, nunca quiénes (D639)."""
    mesa = mesa_por_enlace(enlace)
    llena = mesa is not None and not mesa.libres
    base = base_publica(peticion)
    pagina = PaginaPublica(_("Te invitaron a una mesa de dominó"), _que_se_dice(mesa))
    datos = {
        "vale": mesa is not None and not llena,
        "llena": llena,
        "mesa": mesa,
        "siguiente": peticion.path,
        "pagina": pagina,
        "base_publica": base,
        "direccion": f"{base}{peticion.path}",
        "imagen": {"url": f"{base}{static(IMAGEN)}", "ancho": ANCHO, "alto": ALTO},
    }
    return render(peticion, "enlinea/sala/te_invitan.html", datos, status=410 if mesa is None else 200)


def _que_se_dice(mesa: MesaVista | None) -> str:
    """En un renglón y sin nombres: ni los de quienes esperan ni el de la mesa, que suele llevar uno."""
    if mesa is None:
        return _("Ese enlace ya no vale. Pide otro a quien te lo mandó, o prueba una mano sin cuenta.")
    if not mesa.libres:
        return _("Esa mesa ya se llenó. En la Sala hay otras, o prueba una mano sin cuenta.")
    faltan = ngettext("Falta %(n)d persona.", "Faltan %(n)d personas.", mesa.libres) % {"n": mesa.libres}
    return _("Te guardan un lugar para jugar en línea. %(faltan)s Entra con tu correo y tómalo.") % {"faltan": faltan}


@_sin_entrar
@de_suscriptores
@require_safe
def llegar(peticion: HttpRequest, enlace: str) -> HttpResponse:
    """Quién espera, a qué se juega y un botón. Abrirlo es estar en la Sala."""
    cuenta, mesa = cuenta_de(peticion), mesa_por_enlace(enlace)
    if mesa is not None and mesa.lugar_de(cuenta) is not None:
        lista = mesa.estado == Mesa.Estado.LISTA
        return redirect("enlinea:mesa", mesa.id) if lista else redirect("enlinea:sala")
    servicios.presencia_por_consulta(cuenta_id=cuenta, ahora=timezone.now())
    datos = {
        **contexto_de_sala(peticion, "otra"),
        "llega_a": mesa,
        "llena": mesa is not None and not mesa.libres,
        "enlace": enlace,
        # si su sesión se cierra por no hacer nada, al entrar vuelve aquí y no a la Sala
        "entrada": peticion.path,
        "asientos_de_ella": asientos_de(mesa, cuenta) if mesa else {},
    }
    return render(peticion, "enlinea/sala/enlace.html", datos, status=410 if mesa is None else 200)


@de_suscriptores
@require_safe
def qr(peticion: HttpRequest, enlace: str) -> HttpResponse:
    """El QR del enlace, para quien ya tiene lugar en esa mesa."""
    mesa = mesa_por_enlace(enlace)
    if mesa is None or mesa.lugar_de(cuenta_de(peticion)) is None:
        raise Http404
    archivo = archivo_qr(completo(peticion, reverse("enlinea:enlace", args=[enlace])))
    return HttpResponse(archivo, content_type="image/svg+xml")
