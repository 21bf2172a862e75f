"""Lo que la mesa de un torneo en pantallas dice distinto de las demás (TO26)."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

DE_TORNEO: dict[str, "_StrPromise"] = {
    "modo_intranet": _("Torneo"),
    "espera_titulo": _("Ya estás en tu lugar"),
    "espera_torneo": _("La partida comienza sola en cuanto estén los cuatro. No hace falta tocar nada."),
    "por_llegar": _("por llegar"),
    "embargo": _("Las fichas se ven cuando cierre la última mesa de la partida: todas juegan las mismas."),
    "final_torneo": _("El marcador ya está en la hoja del torneo."),
    "ir_a_puesto": _("Volver a mi puesto"),
    "ir_a_sala": _("Volver a mi puesto"),
    "motivo_acabo": _("Tu mesa acabó y su marcador está en la hoja del torneo. Gracias por jugar."),
    "motivo_torneo": _("Un juez la dio por terminada. En tu puesto dice qué sigue."),
    "motivo_falto": _("{quien} no volvió en cinco minutos. En tu puesto dice cómo quedó la mesa."),
    "motivo_falto_yo": _("No volviste en cinco minutos. En tu puesto dice cómo quedó la mesa."),
    "ausente_que": _(
        "Perdió la señal. El reloj está detenido y nada se pierde: tiene {tiempo} para volver, aquí o en otro aparato."
    ),
    "ausente_quedate": _("Quédate en tu puesto: la partida sigue sola al volver."),
    "f_no_es_tu_mesa": _("En esta pantalla ya no se juega esa mesa. Vuelve a tu puesto."),
    "f_titulo": _("Aquí ya no se juega"),
    "f_otra_pestana": _(
        "Este puesto se tomó en otro aparato o en otra pestaña: se sigue jugando allá y nada se perdió. Si fue por "
        "error, toca «Jugar aquí»; si pide el pase, está en la hoja del puesto."
    ),
}
