"""La mesa de práctica, para la pantalla que la abre."""

from enlinea.models import Mesa
from reglas.reglamento import AMIGOS


def ultimo_juego(cuenta: int) -> str:
    """El de su última práctica; sin ninguna, el de siempre."""
    suyas = Mesa.objects.filter(organizador_id=cuenta, modo=Mesa.Modo.PRACTICA).order_by("-creada")
    return suyas.values_list("reglamento", flat=True).first() or AMIGOS


def ultimo_nivel(cuenta: int) -> str:
    """El nivel de los automáticos de su última práctica; sin ninguna, el sencillo."""
    suyas = Mesa.objects.filter(organizador_id=cuenta, modo=Mesa.Modo.PRACTICA).order_by("-creada")
    return suyas.values_list("nivel", flat=True).first() or Mesa.Nivel.SIMPLE
