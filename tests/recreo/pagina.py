"""Abrir las páginas del Recreo como cada quien y leer lo que dicen."""

import html
import re
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from config.base.sesiones import LLAVE
from recreo.identidad import Quien
from suscripciones.models import Cuenta
from tests.recreo.mesa import Mesero


def como(quien: Quien | None) -> Client:
    """Un navegador con esa identidad; None es un extraño."""
    cliente = Client()
    if quien and quien.cuenta_id:
        cliente.force_login(Cuenta.objects.get(pk=quien.cuenta_id))
    if quien and quien.llave:
        sesion = cliente.session
        sesion[LLAVE] = quien.llave
        sesion.save()
    return cliente


def ruta(m: Mesero, nombre: str, *mas: Any) -> str:
    return reverse(f"recreo:{nombre}", args=[m.fila.codigo, *mas])


def texto(respuesta: Any) -> str:
    """Lo que se lee, sin etiquetas y con un solo espacio."""
    cuerpo = re.sub(r"(?s)<(script|style|svg|head).*?</\1>", " ", respuesta.content.decode())
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", cuerpo)).split())


def manda(cliente: Client, camino: str, **datos: Any) -> Any:
    """Envía un formulario como lo hace el navegador."""
    return cliente.post(camino, {"id_orden": str(uuid4()), **datos})
