"""Teléfonos de prueba: un socket con la sesión de cada quien."""

import asyncio
import contextlib
import json
from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from config.asgi import application
from config.base.sesiones import LLAVE
from recreo.identidad import Quien
from suscripciones.models import Cuenta
from tests.recreo.mesa import Mesero

PACIENCIA = 20
"""Segundos; sólo corta lo que no va a llegar: lo que debe durar poco lo miden `bench/recreo` y el navegador."""

CON_CUENTA = "django.contrib.auth.backends.ModelBackend"


def galleta_de(quien: Quien) -> str:
    """Una sesión de navegador para esa identidad."""
    sesion = import_module(settings.SESSION_ENGINE).SessionStore()
    if quien.cuenta_id is not None:
        cuenta = Cuenta.objects.get(pk=quien.cuenta_id)
        sesion[SESSION_KEY], sesion[BACKEND_SESSION_KEY] = str(cuenta.pk), CON_CUENTA
        sesion[HASH_SESSION_KEY] = cuenta.get_session_auth_hash()
    if quien.llave:
        sesion[LLAVE] = quien.llave
    sesion.save()
    if quien.cuenta_id is not None:
        UserSession.objects.create(user_id=quien.cuenta_id, session_key=sesion.session_key, ip="192.0.2.1")
    return str(sesion.session_key)


def navegador_de(quien: Quien) -> Client:
    """Un navegador con la sesión de esa identidad."""
    cliente = Client()
    cliente.cookies[settings.SESSION_COOKIE_NAME] = galleta_de(quien)
    return cliente


class Enchufe(WebsocketCommunicator):
    """El de Channels deja abiertas las conexiones a la base de cada hilo; aquí se sueltan, como en producción."""

    send_input = ApplicationCommunicator.send_input
    receive_output = ApplicationCommunicator.receive_output


class Telefono:
    """Un socket abierto; habla el protocolo de `recreo/mensajes.py`."""

    def __init__(self, codigo: str, galleta: str = "") -> None:
        encabezados = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
        if galleta:
            encabezados.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={galleta}".encode()))
        self.socket = Enchufe(application, f"/ws/recreo/{codigo}/", headers=encabezados)

    async def abrir(self) -> "Telefono":
        conectado, _protocolo = await self.socket.connect(timeout=PACIENCIA)
        assert conectado
        return self

    async def mandar(self, tipo: str, version: int = 0, **datos: Any) -> None:
        await self.socket.send_to(text_data=json.dumps({"tipo": tipo, "version": version, "datos": datos}))

    async def recibir(self, plazo: float = PACIENCIA) -> dict[str, Any]:
        mensaje: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=plazo))
        return mensaje

    async def mirar(self, pantalla: str = "mesa", version: int = 0, **datos: int) -> dict[str, Any]:
        """Pide una pantalla y devuelve lo que contesta."""
        await self.mandar("mirar", version, pantalla=pantalla, **datos)
        return await self.recibir()

    async def callado(self) -> bool:
        """¿No llega nada más?"""
        return await self.socket.receive_nothing(timeout=0.2)

    async def cerrar(self) -> None:
        # tras un plazo vencido ya está cancelado; si eso saliera de aquí, pytest dejaría la base sin vaciar
        with contextlib.suppress(asyncio.CancelledError):
            await self.socket.disconnect(timeout=PACIENCIA)


def codigo_de(m: Mesero) -> str:
    return str(m.fila.codigo)
