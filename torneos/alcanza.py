"""Si con esa gente alcanza para no repetir pareja en todas las partidas (TO8). Sólo texto: el torneo se juega igual."""

from django.utils.translation import gettext as _

DE_MESA = 4


def aviso_de_parejas(personas: int, previstas: int) -> str:
    """Lo que conviene saber antes de empezar; vacío si las parejas alcanzan de seguro (P ≤ N/2)."""
    if personas < DE_MESA or 2 * previstas <= personas:
        return ""
    datos = {"personas": personas, "previstas": previstas, "seguras": personas // 2}
    # quien descansa no gasta pareja: cada quien juega esta parte de las partidas
    if previstas * (personas - personas % DE_MESA) > (personas - 1) * personas:
        return (
            _(
                "Con %(personas)s personas y %(previstas)s partidas, las parejas se tienen que repetir. "
                "Sin repetir alcanza de seguro hasta %(seguras)s partidas."
            )
            % datos
        )
    return (
        _(
            "Con %(personas)s personas, no repetir pareja es seguro hasta la partida %(seguras)s; "
            "en las demás, hasta %(previstas)s, puede que alguna se repita."
        )
        % datos
    )
