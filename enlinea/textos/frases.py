"""Piezas con que se arman las frases."""

from config.templatetags.domino import conjuncion


def y_lista(cosas: list[str]) -> str:
    """«Ana, Beto y Caro», en texto plano."""
    if len(cosas) < 2:
        return "".join(cosas)
    return f"{', '.join(cosas[:-1])} {conjuncion(cosas[-1])} {cosas[-1]}"
