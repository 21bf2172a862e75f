"""La página de quien mira (D477): lo que se ve llega por su socket."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.mesa.consultas import mesa_viva_de
from enlinea.sala.consultas.estado import mesa_vista
from enlinea.sala.consultas.miradas import se_puede_mirar
from enlinea.sala.textos import mesa_de
from enlinea.textos.mirar import NO_SE_MIRA
from enlinea.textos.mirar import todos as de_mirar
from enlinea.textos.otros_juegos import de_otro_juego
from enlinea.textos.tablero import todos


@de_suscriptores
@require_safe
def mirar(peticion: HttpRequest, mesa_id: int) -> HttpResponse:
    """La mesa desde fuera, si se juega y los suyos dejan; a quien juega en ella se le lleva a su lugar."""
    cuenta, mesa = cuenta_de(peticion), mesa_vista(mesa_id)
    if mesa_viva_de(cuenta) == mesa_id:
        return redirect("enlinea:mesa", mesa_id)
    if mesa is None or not se_puede_mirar(mesa_id, cuenta, timezone.now()):
        contexto = {"titulo": _("No se puede mirar"), "porque": str(NO_SE_MIRA), "otra": mesa_viva_de(cuenta)}
        return render(peticion, "enlinea/mesa/sin_lugar.html", contexto, status=404)
    contexto = {
        "mesa_id": mesa_id,
        "titulo": mesa_de(mesa.organiza),
        "textos": todos() | de_mirar() | de_otro_juego(mesa.juego),
        "socket": f"/ws/mesa/{mesa_id}/mirar/",
        "entrar": f"{reverse('suscripciones:entrar')}?next={peticion.path}",
    }
    return render(peticion, "enlinea/mesa/mirar.html", contexto)
