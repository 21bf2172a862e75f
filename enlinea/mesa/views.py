"""La página de la mesa en línea (EL3): lo que se juega llega por su socket."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from enlinea.acceso import aparato
from enlinea.mesa.consultas import MiLugar, mesa_viva_de, mi_lugar
from enlinea.models import Mesa
from enlinea.moderacion.consultas import Otro, otros_de_la_mesa
from enlinea.sala.consultas.estado import mesa_vista
from enlinea.sala.textos import aviso_de_mesa
from enlinea.textos.juegos import ayuda_de
from enlinea.textos.otros_juegos import de_otro_juego, tiene_figuras
from enlinea.textos.tablero import todos


@require_safe
@never_cache
@login_required
def mesa(peticion: HttpRequest, mesa_id: int) -> HttpResponse:
    """La mesa, para quien tiene lugar en ella; a los demás se les dice por dónde ir."""
    cuenta_id = peticion.user.pk or 0
    lugar = mi_lugar(mesa_id, cuenta_id)
    if lugar is None:
        return _sin_lugar(peticion, cuenta_id, _("No tienes lugar en esta mesa"), 404)
    if lugar.invitado:
        return redirect("enlinea:sala")
    if not lugar.sentado:
        return _sin_lugar(peticion, cuenta_id, _("Esta mesa ya terminó"), 410, _por_que(mesa_id, cuenta_id))
    otros = otros_de_la_mesa(mesa_id, cuenta_id)
    respuesta = render(peticion, "enlinea/mesa/pagina.html", _contexto(peticion, lugar, otros))
    # para el informe de calidad; en las demás mesas no se mide nada
    return aparato.recordar(peticion, respuesta) if lugar.modo == Mesa.Modo.NORMAL else respuesta


def _contexto(peticion: HttpRequest, lugar: MiLugar, otros: Sequence[Otro] = ()) -> dict[str, object]:
    entrada = reverse("suscripciones:entrar")
    return {
        "lugar": lugar,
        "otros": otros,
        # si se le pregunta, al acabar una partida, por los avisos de su teléfono (D785)
        "se_avisa": lugar.modo != Mesa.Modo.INTRANET,
        "textos": {**todos(), **de_otro_juego(lugar.reglamento)},
        "figuras": tiene_figuras(lugar.reglamento),
        "otro_juego": "" if lugar.reglamento.oficial else lugar.reglamento.nombre,
        "ayuda": ayuda_de(lugar.reglamento.nombre),
        "socket": f"/ws/mesa/{lugar.mesa_id}/",
        "entrar": f"{entrada}?next={peticion.path}",
    }


def _por_que(mesa_id: int, cuenta_id: int) -> str:
    """A quien no volvió a tiempo su teléfono lo regresa aquí, no a la Sala: también aquí se le dice (002 §3.2.4)."""
    cual = mesa_vista(mesa_id)
    return aviso_de_mesa(cual, cuenta_id) if cual is not None and cual.motivo else ""


def _sin_lugar(peticion: HttpRequest, cuenta_id: int, titulo: str, codigo: int, porque: str = "") -> HttpResponse:
    contexto = {"titulo": titulo, "porque": porque, "otra": mesa_viva_de(cuenta_id)}
    return render(peticion, "enlinea/mesa/sin_lugar.html", contexto, status=codigo)
