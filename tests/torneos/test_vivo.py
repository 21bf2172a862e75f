"""El socket de un torneo: lo público lo mira cualquiera, y los avisos se juntan (TO30)."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.conf import settings
from django.db import DatabaseError

from config.asgi import application
from recreo.identidad import Quien as QuienDelRecreo
from tests.enlinea.mesas import suscriptor
from tests.recreo.conexion import PACIENCIA, Enchufe, galleta_de
from tests.torneos.salon import Salon, abrir
from torneos import consultas, consumidores
from torneos import vivo as modulo
from torneos.identidad import Quien
from torneos.pantallas import Mirada
from torneos.vivo import VivoDelTorneo

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
Abrir = Callable[..., Awaitable["Pantalla"]]


class Pantalla:
    """Un socket abierto."""

    def __init__(self, codigo: str, galleta: str = "") -> None:
        encabezados = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
        if galleta:
            encabezados.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={galleta}".encode()))
        self.socket = Enchufe(application, f"/ws/torneo/{codigo}/", headers=encabezados)

    async def mandar(self, tipo: str, version: int = 0, **datos: Any) -> dict[str, Any]:
        await self.socket.send_to(text_data=json.dumps({"tipo": tipo, "version": version, "datos": datos}))
        return await self.recibir()

    async def recibir(self) -> dict[str, Any]:
        mensaje: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=PACIENCIA))
        return mensaje


@pytest_asyncio.fixture
async def pantalla(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Abrir]:
    """Abre sockets sobre un vivo de esta prueba, y al final los cierra."""
    channel_layers.backends = {}
    propio, abiertas = VivoDelTorneo(), []
    monkeypatch.setattr(consumidores, "vivo", propio)
    propio.vigia.entre = 0.2

    async def abrir_una(codigo: str, galleta: str = "") -> Pantalla:
        una = Pantalla(codigo, galleta)
        conectado, _protocolo = await una.socket.connect(timeout=PACIENCIA)
        assert conectado
        abiertas.append(una)
        return una

    yield abrir_una
    for una in abiertas:
        await una.socket.disconnect(timeout=PACIENCIA)
    propio.vigia.terminar()
    channel_layers.backends = {}


def jugandose() -> tuple[Salon, str, str]:
    salon = abrir()
    salon.publicar()
    return salon, salon.fila.codigo, galleta_de(QuienDelRecreo(cuenta_id=salon.organiza.cuenta_id))


async def test_los_avisos_seguidos_se_juntan_y_llega_lo_ultimo(pantalla: Abrir) -> None:
    salon, codigo, _galleta = await sync_to_async(jugandose)()
    una, otra = await pantalla(codigo), await pantalla(codigo)
    for quien in (una, otra):
        assert (
            "0 mesas cerradas de 2" in (await quien.mandar("mirar", pantalla="publica"))["datos"]["zonas"]["contenido"]
        )

    def capturar_todo() -> int:
        for mesa in salon.mesas():
            salon.capturar(mesa)
        salon.pedir("partida_cerrar", partida=1)
        return consultas.version_de(salon.torneo_id)

    ultima = await sync_to_async(capturar_todo)()
    for quien in (una, otra):
        llegaron = [await quien.recibir()]
        while llegaron[-1]["version"] < ultima:
            llegaron.append(await quien.recibir())
        assert len(llegaron) <= 2, "tres órdenes seguidas no son tres repartos"
        assert "Tabla tras la partida 1" in llegaron[-1]["datos"]["zonas"]["contenido"]
    assert (await una.mandar("latido", ultima))["version"] == ultima


async def test_la_mesa_de_control_es_de_quien_la_lleva(pantalla: Abrir) -> None:
    _salon, codigo, galleta = await sync_to_async(jugandose)()
    cualquiera, lupita = await pantalla(codigo), await pantalla(codigo, galleta)
    for cual in ("control", "emparejar", "no_existe"):
        assert (await cualquiera.mandar("mirar", pantalla=cual))["datos"] == {"codigo": "pantalla_desconocida"}
    assert "barra" in (await lupita.mandar("mirar", pantalla="control"))["datos"]["zonas"]
    # quien sólo mira ve la mesa, sin con qué anotarla
    mesa = (await cualquiera.mandar("mirar", pantalla="mesa", partida=1, mesa=1))["datos"]["zonas"]["contenido"]
    assert "<form" not in mesa and "Marcador" in mesa


async def test_a_quien_le_quitan_el_permiso_deja_de_ver_la_mesa_de_control(pantalla: Abrir) -> None:
    salon, codigo, _galleta = await sync_to_async(jugandose)()

    def con_permiso() -> str:
        juez = suscriptor("Pilar")
        salon.pedir("auxiliar_poner", correo=juez.email, nombre="Pilar", papel="juez")
        return galleta_de(QuienDelRecreo(cuenta_id=juez.pk))

    pilar = await pantalla(codigo, await sync_to_async(con_permiso)())
    assert (await pilar.mandar("mirar", pantalla="control"))["tipo"] == "parcial"
    quitar = lambda: salon.pedir("auxiliar_quitar", auxiliar=salon.fila.auxiliares.get().pk)  # noqa: E731
    await sync_to_async(quitar)()
    assert (await pilar.recibir())["datos"] == {"codigo": "no_participas"}


async def test_de_un_codigo_que_no_existe_se_dice_y_se_cierra(pantalla: Abrir) -> None:
    ninguna = await pantalla("NADA22")
    assert (await ninguna.recibir())["datos"] == {"codigo": "torneo_inexistente"}


async def test_los_que_miran_lo_mismo_a_la_vez_cuestan_una_pintura(monkeypatch: pytest.MonkeyPatch) -> None:
    salon, _codigo, _galleta = await sync_to_async(jugandose)()
    propio, pintadas = VivoDelTorneo(), []
    estado = await propio.estado(salon.torneo_id, 1)
    de_verdad = modulo.pintar
    monkeypatch.setattr(modulo, "pintar", lambda *que: pintadas.append(que) or de_verdad(*que))
    nadie = estado.visor(Quien())
    # lo que la pantalla pública no usa no la vuelve otra
    miradas = [Mirada("publica", partida=n % 3, mesa=n) for n in range(40)]
    zonas = await asyncio.gather(*(propio.zonas(estado, mirada, nadie) for mirada in miradas))
    assert len(pintadas) == 1 and len({id(una) for una in zonas}) == 1


async def test_una_pintura_que_falla_no_se_recuerda(monkeypatch: pytest.MonkeyPatch) -> None:
    salon, _codigo, _galleta = await sync_to_async(jugandose)()
    propio = VivoDelTorneo()
    estado = await propio.estado(salon.torneo_id, 1)

    def se_cae(*_que: object) -> None:
        raise DatabaseError

    with monkeypatch.context() as parche:
        parche.setattr(modulo, "pintar", se_cae)
        with pytest.raises(DatabaseError):
            await propio.zonas(estado, Mirada("publica"), estado.visor(Quien()))
    assert "contenido" in await propio.zonas(estado, Mirada("publica"), estado.visor(Quien()))


async def test_a_la_mesa_de_control_no_la_hace_esperar_lo_que_espera_el_salon(pantalla: Abrir) -> None:
    """Con mil teléfonos los avisos se juntan; quien atiende ve cada mesa en cuanto reporta (D581)."""
    salon, codigo, galleta = await sync_to_async(jugandose)()
    consumidores.vivo.vigia.entre = 600.0
    control, publica = await pantalla(codigo, galleta), await pantalla(codigo)
    await control.mandar("mirar", pantalla="control")
    await publica.mandar("mirar", pantalla="publica")
    for mesa in await sync_to_async(salon.mesas)():
        await sync_to_async(salon.capturar)(mesa)
        version = await sync_to_async(consultas.version_de)(salon.torneo_id)
        while (await control.recibir())["version"] < version:
            pass
    assert (await publica.recibir())["version"] < version, "al salón le llega lo primero; lo demás, junto y después"
    assert await publica.socket.receive_nothing(timeout=0.2)
