"""De qué red y de qué aparato llega un navegador, para el informe de calidad. Aquí sólo se lee: se guarda su huella."""

import re
import secrets
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from config.base.galletas import Galleta
from config.servidor.red import direccion_de, red_de

GALLETA = Galleta("navegador", timedelta(days=365))
BYTES_DE_ID = 16
_ID = re.compile(r"[A-Za-z0-9_-]{22}")


class Rastro(NamedTuple):
    """Lo que identifica a un navegador; vacío lo que no se sabe."""

    red: str
    """La IPv4 entera, o los primeros 64 bits de la IPv6: lo que suele compartir una casa."""
    aparato: str
    """El número al azar de su galleta."""
    navegador: str
    """Lo que dice ser, sólo si no trae galleta: muchos aparatos dicen lo mismo."""


def recordar(peticion: HttpRequest, respuesta: HttpResponse) -> HttpResponse:
    """Le da su número al aparato que no lo tiene; sólo sirve para reconocerlo aquí."""
    if not _ID.fullmatch(peticion.COOKIES.get(GALLETA.nombre, "")):
        GALLETA.dejar(respuesta, secrets.token_urlsafe(BYTES_DE_ID))
    return respuesta


def rastro_de(scope: Mapping[str, Any]) -> Rastro:
    """El de un socket ya abierto."""
    encabezados: Iterable[tuple[bytes, bytes]] = scope.get("headers", ())
    dichos = {nombre.lower(): valor.decode("latin-1") for nombre, valor in encabezados}
    galleta = str(scope.get("cookies", {}).get(GALLETA.nombre, ""))
    aparato = galleta if _ID.fullmatch(galleta) else ""
    return Rastro(red_de(direccion_de(scope)), aparato, "" if aparato else dichos.get(b"user-agent", ""))
