"""De qué red y de qué aparato llega un navegador, para el informe de calidad. Aquí sólo se lee: se guarda su huella."""

import ipaddress
import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse

GALLETA = "aparato"
UN_ANO = 60 * 60 * 24 * 365
BYTES_DE_ID = 16
_ID = re.compile(r"[A-Za-z0-9_-]{22}")
IPV6_DE_UNA_CASA = 64


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
    if not _ID.fullmatch(peticion.COOKIES.get(GALLETA, "")):
        respuesta.set_cookie(
            GALLETA,
            secrets.token_urlsafe(BYTES_DE_ID),
            max_age=UN_ANO,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return respuesta


def rastro_de(scope: Mapping[str, Any]) -> Rastro:
    """El de un socket ya abierto. El encabezado de un proxy sólo se cree si está en PROXIES_DE_CONFIANZA."""
    encabezados: Iterable[tuple[bytes, bytes]] = scope.get("headers", ())
    dichos = {nombre.lower(): valor.decode("latin-1") for nombre, valor in encabezados}
    cliente = scope.get("client") or ("",)
    intermediarios = [una.strip() for una in dichos.get(b"x-forwarded-for", "").split(",")]
    cuantos = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    direccion = intermediarios[-cuantos] if 0 < cuantos <= len(intermediarios) else str(cliente[0])
    galleta = str(scope.get("cookies", {}).get(GALLETA, ""))
    aparato = galleta if _ID.fullmatch(galleta) else ""
    return Rastro(red_de(direccion), aparato, "" if aparato else dichos.get(b"user-agent", ""))


def red_de(direccion: str) -> str:
    """La red de una dirección; vacía si no es una dirección o no sale de este equipo."""
    try:
        ip = ipaddress.ip_address(direccion.strip("[]"))
    except ValueError:
        return ""
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    if ip.is_loopback or ip.is_unspecified:
        return ""
    prefijo = ip.max_prefixlen if ip.version == 4 else IPV6_DE_UNA_CASA
    return str(ipaddress.ip_network(f"{ip}/{prefijo}", strict=False))
