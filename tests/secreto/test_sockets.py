"""Ningún mensaje de ningún socket, con ningún papel, saca lo oculto de la mano en juego (EL8)."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, get_args
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.conf import settings

from config.asgi import application
from config.sockets import NoHayNada, rutas
from enlinea.mesa import mensajes as de_la_mesa
from enlinea.mesa.proceso import soltar
from enlinea.sala import consumidor
from enlinea.sala import mensajes as de_la_sala
from enlinea.sala.vivo import VivoDeLaSala
from recreo import consumidores as consumidor_de_recreo
from recreo import mensajes as del_recreo
from recreo.models import Recreo
from recreo.vivo import VivoDelRecreo
from tests.enlinea.mesa.sentados import NONCE
from tests.secreto.escena import ROLES, Escena, montar
from torneos import mensajes as del_torneo

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]

SILENCIO = 0.25
# un mensaje de cada clase que se puede mandar: uno nuevo hace fallar la prueba hasta que se agregue
A_LA_MESA: dict[str, dict[str, Any]] = {
    "tirar": {"ficha": 3, "extremo": 1},
    "robar": {},
    "nonce": {"nonce": NONCE},
    "comenzar": {},
    "continuar": {},
    "elegir": {"opcion": "revancha"},
    "charla": {"texto": "¿Qué tienes?"},
    "latido": {"visto": -1},
    "salir": {},
}
A_LA_SALA: dict[str, dict[str, Any]] = {
    "latido": {},
    "mirar": {"pantalla": "sala"},
    "actividad": {},
    "visible": {"visible": True},
}
SIN_ORDEN = {"latido"}
AL_RECREO: dict[str, dict[str, Any]] = {
    "latido": {},
    "mirar": {"pantalla": "tablero"},
    "visible": {"visible": True},
}
AL_TORNEO: dict[str, dict[str, Any]] = {"latido": {}, "mirar": {"pantalla": "publica"}}
A_MIRAR = {tipo: A_LA_MESA[tipo] for tipo in ("tirar", "latido")}
"""Quien mira sólo late: lo demás se le rechaza, y con una orden basta para verlo."""
PUEDEN_MIRAR = ("ajena", "jugadora")
SOCKETS = {
    "ws/recreo/<str:codigo>/",
    "ws/recreo/tele/<str:clave>/",
    "ws/sala/",
    "ws/mesa/<int:id>/",
    "ws/mesa/<int:id>/mirar/",
    "ws/puesto/<int:id>/",
    "ws/torneo/<str:codigo>/",
}
"""Los que hay; el que sigue en la lista rechaza lo que no existe. El de torneo no toca partidas en línea."""


def etiquetas(entrada: Any) -> set[str]:
    return {clase.__struct_config__.tag for clase in get_args(entrada)}


async def test_todo_socket_y_todo_mensaje_esta_en_la_matriz():
    assert rutas[-1].lookup_str.endswith(NoHayNada.__name__)
    assert {str(ruta.pattern) for ruta in rutas[:-1]} == SOCKETS, "agrégalo y decide qué le toca a cada papel"
    assert etiquetas(del_recreo.Entrada) == set(AL_RECREO)
    assert etiquetas(del_torneo.Entrada) == set(AL_TORNEO)
    assert etiquetas(de_la_mesa.Entrada) == set(A_LA_MESA)
    assert etiquetas(de_la_sala.Entrada) == set(A_LA_SALA)


async def grabar(ruta: str, sesion: str, mensajes: list[dict[str, Any]]) -> bytes:
    """Todo lo que el servidor le manda a ese socket mientras manda esos mensajes."""
    encabezados = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    if sesion:
        encabezados.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={sesion}".encode()))
    socket = WebsocketCommunicator(application, ruta, headers=encabezados)
    conectado, _ = await socket.connect(timeout=10)
    recibido = b""
    if not conectado:
        return recibido
    for mensaje in [None, *mensajes]:
        if mensaje is not None:
            await socket.send_to(text_data=json.dumps(mensaje))
        while True:
            try:
                salida = await asyncio.wait_for(socket.output_queue.get(), SILENCIO)
            except TimeoutError:
                break
            recibido += (salida.get("text") or "").encode() + (salida.get("bytes") or b"") + b"\n"
            if salida["type"] == "websocket.close":
                return recibido
    await socket.disconnect(timeout=10)
    return recibido


def pedidos(que: dict[str, dict[str, Any]], orden: bool) -> list[dict[str, Any]]:
    con = lambda tipo: {"id_orden": str(uuid4())} if orden and tipo not in SIN_ORDEN else {}  # noqa: E731
    return [{"tipo": tipo, "version": 1, "datos": datos, **con(tipo)} for tipo, datos in que.items()]


@pytest.fixture
def sala_propia(monkeypatch: pytest.MonkeyPatch) -> Iterator[VivoDeLaSala]:
    """Una Sala y un Recreo de esta prueba: los del proceso seguirían escribiendo después."""
    channel_layers.backends = {}
    uno = VivoDeLaSala()
    monkeypatch.setattr(consumidor, "vivo", uno)
    monkeypatch.setattr(consumidor_de_recreo, "vivo", VivoDelRecreo())
    yield uno
    channel_layers.backends = {}


@pytest.mark.parametrize("rol", ROLES)
async def test_ningun_socket_dice_lo_oculto_a_nadie(rol: str, sala_propia: VivoDeLaSala):
    escena: Escena = await sync_to_async(montar)()
    sesion = await sync_to_async(escena.sesion)(rol)
    recreo = await sync_to_async(Recreo.objects.get)()
    try:
        recibido = {
            "mesa": await grabar(f"/ws/mesa/{escena.suya.mesa.pk}/", sesion, pedidos(A_LA_MESA, orden=True)),
            "mesa ajena": await grabar(f"/ws/mesa/{escena.ajena.mesa.pk}/", sesion, pedidos(A_LA_MESA, orden=True)),
            # con cuenta o sin ella, sin el pase de un puesto de esa mesa no se entra (TO26)
            "puesto": await grabar(f"/ws/puesto/{escena.ajena.mesa.pk}/", sesion, pedidos(A_LA_MESA, orden=True)),
            "mirar": await grabar(f"/ws/mesa/{escena.ajena.mesa.pk}/mirar/", sesion, pedidos(A_MIRAR, orden=True)),
            "mirar la suya": await grabar(f"/ws/mesa/{escena.suya.mesa.pk}/mirar/", sesion, []),
            "sala": await grabar("/ws/sala/", sesion, pedidos(A_LA_SALA, orden=False)),
            "recreo": await grabar(f"/ws/recreo/{recreo.codigo}/", sesion, pedidos(AL_RECREO, orden=False)),
            "tele": await grabar("/ws/recreo/tele/abc/", sesion, pedidos(AL_RECREO, orden=False)),
            "torneo": await grabar("/ws/torneo/NADA22/", sesion, pedidos(AL_TORNEO, orden=False)),
        }
    finally:
        await soltar()
        if sala_propia._vuelta is not None:
            sala_propia._vuelta.cancel()
            await asyncio.gather(sala_propia._vuelta, return_exceptions=True)
    assert (b'"vista"' in recibido["mesa"]) == (rol == "jugadora"), "sólo quien está sentado recibe la mesa"
    assert b'"vista"' not in recibido["mesa ajena"]
    assert (b'"yo":{"asiento":-1}' in recibido["mirar"]) == (rol in PUEDEN_MIRAR), "la ajena deja que la miren"
    assert b'"vista"' not in recibido["mirar la suya"], "ésa no deja, y quien juega no se mira"
    for nombre, bytes_ in recibido.items():
        assert escena.rastros(rol, bytes_) == [], f"{nombre} a {rol}"
