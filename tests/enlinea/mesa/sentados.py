"""Mesas listas y jugadores que hablan el protocolo, para probar la mesa viva por su socket."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from importlib import import_module
from typing import Any
from uuid import uuid4

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from config.asgi import application
from enlinea.mesa.proceso import proceso, soltar
from enlinea.mesa.viva import MesaViva
from enlinea.models import Lugar, Mesa
from reglas.mesa.tipos import Fase
from suscripciones.models import Cuenta, Plan, Suscripcion

PLAZO = 20.0
NONCE = "0123456789abcdef" * 2


def cuentas(cuantas: int = 4) -> list[Cuenta]:
    """Cuentas nuevas, sin contraseña y con suscripción."""
    nuevas = [Cuenta.objects.create(email=f"{uuid4().hex[:10]}@mesa.mx", nombre=f"J{n}") for n in range(cuantas)]
    plan, _nuevo = Plan.objects.get_or_create(clave="anual", defaults={"nombre": "Anual", "meses": 12, "precio": 36})
    ahora = timezone.now()
    Suscripcion.objects.bulk_create(
        Suscripcion(
            cuenta=cuenta, plan=plan, inicio=ahora - timedelta(days=1), fin=ahora + timedelta(days=9), importe=36,
            moneda="USD", registrada_en=ahora,
        )
        for cuenta in nuevas
    )  # fmt: skip
    return nuevas


def vencer(mesa: Mesa, asiento: int) -> None:
    """A quien va en ese asiento se le acaba la suscripción."""
    suya = mesa.lugares.get(asiento=asiento).cuenta_id
    Suscripcion.objects.filter(cuenta=suya).update(fin=timezone.now())


def mesa_lista(meta: str = "100", modo: str = "normal", personas: list[Cuenta | None] | None = None) -> Mesa:
    """Una mesa en la que los cuatro ya aceptaron; un None es automático."""
    gente: list[Cuenta | None] = list(cuentas()) if personas is None else personas
    mesa = Mesa.objects.create(nombre="La de prueba", meta=meta, modo=modo, organizador=gente[0], estado="lista")
    for asiento, cuenta in enumerate(gente):
        nombre = cuenta.nombre if cuenta else f"Auto {asiento}"
        Lugar.objects.create(mesa=mesa, asiento=asiento, cuenta=cuenta, nombre=nombre, respuesta="acepto")
    return mesa


def galleta(cuenta: Cuenta) -> str:
    """Una sesión de navegador de esa cuenta."""
    sesion = import_module(settings.SESSION_ENGINE).SessionStore()
    sesion[SESSION_KEY], sesion[BACKEND_SESSION_KEY] = str(cuenta.pk), settings.AUTHENTICATION_BACKENDS[0]
    sesion[HASH_SESSION_KEY] = cuenta.get_session_auth_hash()
    sesion.save()
    return str(sesion.session_key)


SE_QUEDAN = ("asiento", "falta_nonce", "mano")


def sumar(tengo: dict[str, Any], llega: dict[str, Any]) -> dict[str, Any]:
    """La vista que sigue, como la cuenta docs/protocolo.md; escrita aparte de la del navegador."""
    assert llega["de"] == tengo["version"], (tengo["version"], llega)
    datos = {**tengo["datos"], **llega["datos"]}
    if "mas" in datos:
        datos["cadena"] = tengo["datos"]["cadena"] + datos.pop("mas")
    suyo = {campo: valor for campo, valor in tengo["yo"].items() if campo in SE_QUEDAN}
    acuse = {"acuse": llega["acuse"]} if "acuse" in llega else {}
    return {"tipo": "vista", "version": llega["version"], "datos": datos, "yo": suyo | llega["yo"], **acuse}


class Jugador:
    """Un socket sentado; recuerda su última vista y las respuestas que le llegaron."""

    def __init__(self, mesa: int, sesion: str = "", consulta: str = "", ruta: str = "mesa") -> None:
        self.sesion = sesion
        encabezados = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
        if sesion:
            encabezados.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={sesion}".encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/{ruta}/{mesa}/{consulta}", headers=encabezados)
        self.vista: dict[str, Any] = {}
        self.mensajes: list[dict[str, Any]] = []
        self.crudos: list[str] = []
        """Lo que llegó, tal cual."""

    async def abrir(self) -> "Jugador":
        conectado, _ = await self.socket.connect(timeout=PLAZO)
        assert conectado
        return self

    async def recibir(self, plazo: float = PLAZO) -> dict[str, Any]:
        # directo de la cola: el comunicador cancela el consumidor cuando se acaba el plazo
        salida = await asyncio.wait_for(self.socket.output_queue.get(), plazo)
        assert salida["type"] == "websocket.send", salida
        self.crudos.append(salida["text"])
        mensaje: dict[str, Any] = json.loads(salida["text"])
        self.mensajes.append(mensaje)
        if mensaje["tipo"] == "paso":
            mensaje = sumar(self.vista, mensaje)
        if mensaje["tipo"] == "vista":
            self.vista = mensaje
        return mensaje

    async def esperar(self, tipo: str, **datos: Any) -> dict[str, Any]:
        """El siguiente mensaje de ese tipo con esos datos."""
        while True:
            mensaje = await self.recibir()
            if mensaje["tipo"] == tipo and all(mensaje["datos"].get(k) == v for k, v in datos.items()):
                return mensaje

    async def mandar(self, tipo: str, version: int | None = None, id_orden: str = "", **datos: Any) -> str:
        """Manda una orden y devuelve su `id_orden`."""
        orden = id_orden or str(uuid4())
        visto = self.vista.get("version", 0) if version is None else version
        cuerpo = {"tipo": tipo, "id_orden": orden, "version": visto, "datos": datos}
        await self.socket.send_to(text_data=json.dumps(cuerpo))
        return orden

    async def pedir(self, tipo: str, **como: Any) -> dict[str, Any]:
        """Manda una orden y espera su acuse o su rechazo."""
        orden = await self.mandar(tipo, **como)
        while True:
            mensaje = await self.recibir()
            if mensaje.get("acuse") == orden:
                return {"tipo": "acuse", "version": mensaje["version"], "datos": {"id_orden": orden}}
            if mensaje["tipo"] in ("acuse", "rechazo") and mensaje["datos"]["id_orden"] == orden:
                return mensaje

    async def hasta(self, fase: int, version: int = 0) -> dict[str, Any]:
        """La primera vista en esa fase y de esa versión o posterior."""
        while self.vista.get("datos", {}).get("fase") != fase or self.vista["version"] < version:
            await self.recibir()
        return self.vista

    @property
    def asiento(self) -> int:
        return int(self.vista["yo"]["asiento"])

    async def cerrar(self) -> None:
        await self.socket.disconnect(timeout=PLAZO)


@asynccontextmanager
async def sentados(mesa: Mesa, *quienes: int) -> AsyncIterator[list[Jugador]]:
    """Los de carne y hueso de la mesa (o sólo esos), conectados; al salir se suelta el proceso de este lazo."""
    sesiones = await sync_to_async(sesiones_de)(mesa.pk)
    jugadores = [
        # unos con la página de hoy y otros con la de ayer, que no sabe de pasos
        await Jugador(mesa.pk, s, "?pasos" if n % 2 == 0 else "").abrir()
        for n, s in enumerate(sesiones)
        if n in (quienes or range(4))
    ]
    try:
        for jugador in jugadores:
            await jugador.esperar("vista")
        yield jugadores
    finally:
        for jugador in jugadores:
            await jugador.cerrar()
        await soltar()
        await asyncio.sleep(0)


def sesiones_de(mesa: int) -> list[str]:
    """Una sesión nueva de cada persona de la mesa, en orden de asiento."""
    lugares = Lugar.objects.filter(mesa=mesa, cuenta__isnull=False).order_by("asiento").select_related("cuenta")
    return [galleta(lugar.cuenta) for lugar in lugares if lugar.cuenta]


async def comenzar(jugadores: list[Jugador]) -> None:
    """Todos dan su nonce y el organizador comienza."""
    for jugador in jugadores:
        await jugador.pedir("nonce", nonce=NONCE)
    await jugadores[0].pedir("comenzar")
    for jugador in jugadores:
        await jugador.hasta(3)


@asynccontextmanager
async def jugando() -> AsyncIterator[tuple[Mesa, list[Jugador], MesaViva]]:
    """Una mesa nueva de cuatro que ya comenzó."""
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        yield mesa, jugadores, await proceso().viva(mesa.pk)


async def al_dia(jugadores: list[Jugador], version: int) -> None:
    """Todos vieron esa versión."""
    for jugador in jugadores:
        while jugador.vista.get("version", 0) < version:
            await jugador.recibir()


def en_turno(jugadores: list[Jugador]) -> Jugador:
    """El que tiene el turno, según la vista más nueva; el primero, si le toca a un automático."""
    ultima = max((j.vista for j in jugadores), key=lambda v: v["version"])
    return next((j for j in jugadores if j.asiento == ultima["datos"]["turno"]), jugadores[0])


async def jugar_mano(jugadores: list[Jugador]) -> None:
    """Cada quien tira lo primero que puede, hasta que la mano termina."""
    while True:
        for jugador in jugadores:
            while True:
                try:
                    await jugador.recibir(0.02)
                except TimeoutError:
                    break
        ultima = max((j.vista for j in jugadores), key=lambda v: v["version"])
        if ultima["datos"]["fase"] != Fase.JUGANDO:
            return
        jugador = en_turno(jugadores)
        opciones = jugador.vista["yo"].get("opciones")
        if opciones and jugador.vista["version"] == ultima["version"]:
            ficha, extremo = opciones[0]
            acuse = await jugador.pedir("tirar", ficha=ficha, extremo=extremo, nonce="ab" * 16)
            assert acuse["tipo"] == "acuse"
            await al_dia(jugadores, acuse["version"])
