"""De qué red llega alguien: con eso se cuenta lo que se intenta y se reconoce a quienes comparten casa."""

import ipaddress
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest

IPV6_DE_UNA_CASA = 64


def leida(direccion: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """La dirección; la IPv4 que viene dentro de una IPv6, como IPv4. None si no es una."""
    try:
        ip = ipaddress.ip_address(direccion.strip("[]"))
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip


def red_de(direccion: str) -> str:
    """La IPv4 entera o los primeros 64 bits de la IPv6; vacía si no es una dirección o no sale de este equipo."""
    ip = leida(direccion)
    if ip is None or ip.is_loopback or ip.is_unspecified:
        return ""
    prefijo = ip.max_prefixlen if ip.version == 4 else IPV6_DE_UNA_CASA
    return str(ipaddress.ip_network(f"{ip}/{prefijo}", strict=False))


def direccion_de(scope: Mapping[str, Any]) -> str:
    """La dirección de quien abrió. El encabezado de un proxy sólo se cree si está en PROXIES_DE_CONFIANZA."""
    cuantos: int = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if cuantos > 0:
        encabezados: Iterable[tuple[bytes, bytes]] = scope.get("headers", ())
        dicho = next((valor for nombre, valor in encabezados if nombre.lower() == b"x-forwarded-for"), b"")
        intermediarios = [una.strip() for una in dicho.decode("latin-1").split(",")]
        if cuantos <= len(intermediarios):
            return intermediarios[-cuantos]
    return str((scope.get("client") or ("",))[0])


def direccion_de_peticion(peticion: HttpRequest) -> str:
    """La de quien pide una página, con la misma regla."""
    dicho = peticion.headers.get("x-forwarded-for", "").encode("latin-1", "ignore")
    quien = (str(peticion.META.get("REMOTE_ADDR", "")), 0)
    return direccion_de({"headers": [(b"x-forwarded-for", dicho)], "client": quien})
