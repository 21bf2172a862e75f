"""Códigos QR en SVG, sin estilos en línea."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_de(enlace: str) -> SafeString:
    """El QR de un enlace; negro sobre blanco en los dos temas, para que cualquier cámara lo lea."""
    dibujo = segno.make(enlace, error="m").svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
    return mark_safe(dibujo)
