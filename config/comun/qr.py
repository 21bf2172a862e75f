"""Direcciones para otro teléfono, y sus códigos QR en SVG, sin estilos en línea."""

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from config.servidor.direcciones import base_en_la_red


def completo(peticion: HttpRequest, camino: str, base: str = "") -> str:
    """Esa dirección para otro teléfono (D326): en `base` o por donde se entró; si es `localhost` y se sirve a la red,
    en la de este equipo."""
    base = base or base_en_la_red(peticion.get_host(), en_la_red=settings.RED)
    return peticion.build_absolute_uri(f"{base}{camino}")


def qr_de(enlace: str) -> SafeString:
    """El QR de un enlace; negro sobre blanco en los dos temas, para que cualquier cámara lo lea."""
    dibujo = segno.make(enlace, error="m").svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
    return mark_safe(dibujo)


def archivo_qr(enlace: str) -> bytes:
    """El mismo, como archivo: para lo que se pinta por un socket, que no sabe por dónde entró cada quien."""
    return qr_de(enlace).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode()
