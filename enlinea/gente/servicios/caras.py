"""Escoger con qué cara se le ve a uno (D625)."""

from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Cara


def cara_escoger(*, cuenta_id: int, color: str, figura: str) -> None:
    """Pone su color y su figura; vacíos, el color que le toca y sus iniciales. Repetirlo da lo mismo.

    Error: `cara_invalida` (no es de las que se ofrecen).
    """
    if color not in ("", *Cara.Color.values) or figura not in ("", *Cara.Figura.values):
        raise ErrorDeServicio("cara_invalida")
    Cara.objects.update_or_create(cuenta_id=cuenta_id, defaults={"color": color, "figura": figura})
    avisar_al_confirmar()
