"""Lo que pide una página: el documento, sus hojas y sus guiones, comprimidos como los deja `collectstatic`."""

import gzip
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

PEDIDO = re.compile(r'<(?:link rel="stylesheet" href|script src)="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Medida:
    """Archivos, con el documento, y bytes."""

    archivos: int
    documento: int
    hojas: int
    guiones: int

    @property
    def total(self) -> int:
        return self.documento + self.hojas + self.guiones


def pesa(cuerpo: bytes) -> int:
    return len(gzip.compress(cuerpo, 9))


def leido(direccion: str) -> bytes:
    """Un estático, por su dirección."""
    ruta = finders.find(urlsplit(direccion).path.removeprefix(settings.STATIC_URL))
    assert ruta is not None, direccion
    return Path(str(ruta)).read_bytes()


def medir(cliente: Client, ruta: str) -> Medida:
    """Abre la página y pesa lo que pide."""
    respuesta = cliente.get(ruta)
    assert respuesta.status_code == 200, (ruta, respuesta.status_code, respuesta.headers.get("Location"))
    return _de(respuesta.content)


def pesada(plantilla: str, contexto: dict[str, Any]) -> Medida:
    """Una página que sólo abre quien trae algo que aquí no hay: se pinta sin pedirla."""
    peticion = RequestFactory().get("/")
    peticion.user = AnonymousUser()
    return _de(render_to_string(plantilla, contexto, peticion).encode())


def _de(cuerpo: bytes) -> Medida:
    pedidos = PEDIDO.findall(cuerpo.decode())
    pesos = {".css": 0, ".js": 0}
    for pedido in pedidos:
        pesos[Path(pedido).suffix] += pesa(leido(pedido))
    return Medida(len(pedidos) + 1, pesa(cuerpo), pesos[".css"], pesos[".js"])
