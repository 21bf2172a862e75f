"""El socket del Recreo: cada quien ve lo suyo, nada se pierde y nadie queda viejo."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
import pytest_asyncio
from channels.layers import channel_layers
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from config.base.sesiones import sesiones_abiertas
from config.vivo import vigia
from enlinea.acceso.servicios.sesiones import autenticacion_quitar
from recreo import consultas, consumidores, servicios
from recreo.identidad import Quien
from recreo.models import Jugador
from recreo.servicios import base
from recreo.vivo import VivoDelRecreo, en_hilo
from suscripciones.models import Cuenta
from suscripciones.servicios import sesiones_cerrar
from tests.recreo.conexion import PACIENCIA, Telefono, codigo_de, galleta_de, navegador_de
from tests.recreo.mesa import Mesero, dominada, recreo_de

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def proceso_nuevo(monkeypatch: pytest.MonkeyPatch) -> Iterator[VivoDelRecreo]:
    """Cada prueba es un proceso recién arrancado: sin nada recordado y con su capa de canales."""
    channel_layers.backends = {}
    uno = VivoDelRecreo()
    monkeypatch.setattr(consumidores, "vivo", uno)
    yield uno
    channel_layers.backends = {}


@pytest.fixture
def m() -> Mesero:
    """Un Todos con Todos de 8 en juego, con la mesa 1 lista para anotar por el 3."""
    m = recreo_de(8)
    m.prepara(1, 1, anotador=3)
    return m


Abrir = Callable[..., Any]


@pytest_asyncio.fixture
async def abrir(proceso_nuevo: VivoDelRecreo) -> AsyncIterator[Abrir]:
    """Abre teléfonos y los cierra al final."""
    abiertos: list[Telefono] = []

    async def de(m: Mesero, quien: int | Quien | None = None) -> Telefono:
        identidad = m.quienes[quien] if isinstance(quien, int) else quien
        galleta = await en_hilo(galleta_de, identidad) if identidad else ""
        telefono = await Telefono(await en_hilo(codigo_de, m), galleta).abrir()
        abiertos.append(telefono)
        return telefono

    yield de
    for telefono in abiertos:
        await telefono.cerrar()
    proceso_nuevo.vigia.terminar()


async def anota(m: Mesero, tantos: int = 25, por: int = 3) -> int:
    """La primera mano de la mesa 1; devuelve la versión."""
    x = dominada(0, tantos)
    orden: dict[str, Any] = {"partida": 1, "mesa": 1, "mano": 1, "revision": 0, "desenlace": x.desenlace}
    orden |= {"pareja": x.pareja, "tantos": x.tantos}
    resultado = await en_hilo(lambda: m.orden(servicios.mano_anotar, por, **orden))
    return int(resultado.version)


async def test_quien_organiza_y_quien_reclamo_un_nombre_ven_su_mesa(m: Mesero, abrir: Abrir) -> None:
    for numero in (1, 4):
        llegada = await (await abrir(m, numero)).mirar()
        assert llegada["tipo"] == "parcial"
        assert "Mesa 1" in llegada["datos"]["zonas"]["donde"]


@pytest.mark.parametrize("quien", [None, Quien(llave="de-otro-recreo")], ids=["nadie", "otro"])
async def test_quien_no_tiene_lugar_queda_fuera(m: Mesero, abrir: Abrir, quien: Quien | None) -> None:
    telefono = await abrir(m, quien)
    assert await telefono.recibir() == {"tipo": "fuera", "version": 0, "datos": {"codigo": "no_participas"}}
    assert (await telefono.socket.receive_output(timeout=PACIENCIA))["type"] == "websocket.close"


@pytest.mark.parametrize("codigo", ["NOHAY9", "NO\0HAY"])
async def test_de_un_codigo_que_no_existe_se_dice_lo_mismo_que_de_uno_ajeno(codigo: str, abrir: Abrir) -> None:
    telefono = await Telefono(codigo).abrir()
    assert (await telefono.recibir())["datos"] == {"codigo": "no_participas"}
    await telefono.cerrar()


async def test_una_orden_llega_a_los_demas_con_su_version(m: Mesero, abrir: Abrir) -> None:
    telefono = await abrir(m, 4)
    antes = await telefono.mirar()
    version = await anota(m)
    parcial = await telefono.recibir()
    assert (parcial["tipo"], parcial["version"]) == ("parcial", version)
    assert version == antes["version"] + 1
    assert "25 tantos" in parcial["datos"]["zonas"]["anuncio"]


async def test_solo_viajan_las_zonas_que_cambiaron(m: Mesero, abrir: Abrir) -> None:
    telefono = await abrir(m, 4)
    await telefono.mirar()
    await anota(m)
    zonas = (await telefono.recibir())["datos"]["zonas"]
    assert "contenido" in zonas
    assert "donde" not in zonas


async def test_quien_ya_esta_al_dia_recibe_solo_la_version(m: Mesero, abrir: Abrir) -> None:
    version = await en_hilo(lambda: m.version)
    telefono = await abrir(m, 4)
    assert await telefono.mirar(version=version) == {"tipo": "version", "version": version, "datos": {}}
    nueva = await anota(m)
    assert (await telefono.recibir())["version"] == nueva


async def test_quien_llega_con_la_pagina_pintada_solo_recibe_lo_que_cambia_desde_ella(m: Mesero, abrir: Abrir) -> None:
    def de_la_otra_mesa() -> int:
        asientos = m.mesa(1, 2).asientos
        return next(n for n in asientos if n in m.quienes)

    version = await en_hilo(lambda: m.version)
    suya, otra = await abrir(m, 4), await abrir(m, await en_hilo(de_la_otra_mesa))
    for telefono in (suya, otra):
        await telefono.mirar(version=version)
    await anota(m)
    de_la_mesa = (await suya.recibir())["datos"]["zonas"]
    assert "contenido" in de_la_mesa and "demas" not in de_la_mesa
    assert set((await otra.recibir())["datos"]["zonas"]) == {"demas"}


async def test_reconectar_con_version_vieja_trae_la_pantalla_entera(m: Mesero, abrir: Abrir) -> None:
    vieja = await en_hilo(lambda: m.version)
    await anota(m)
    llegada = await (await abrir(m, 4)).mirar(version=vieja)
    assert llegada["tipo"] == "parcial"
    assert {"donde", "contenido", "barra", "anuncio"} <= set(llegada["datos"]["zonas"])


@pytest.mark.parametrize(
    "texto",
    [
        "hola",
        "[]",
        '{"tipo": "anotar", "version": 1, "datos": {}}',
        '{"tipo": "latido", "version": 1, "datos": {"de": "más"}}',
        '{"tipo": "latido", "version": 1, "datos": {}, "otro": 1}',
        '{"tipo": "mirar", "version": 1, "datos": {"pantalla": "mesa", "partida": 1000}}',
        '{"tipo": "mirar", "version": 1, "datos": {"pantalla": "mesa", "mesa": -1}}',
        '{"tipo": "latido", "version": 1, "datos": {}}' + " " * 2000,
    ],
)
async def test_lo_desconocido_o_enorme_se_rechaza_sin_efecto(m: Mesero, abrir: Abrir, texto: str) -> None:
    telefono = await abrir(m, 4)
    await telefono.socket.send_to(text_data=texto)
    assert await telefono.recibir() == {"tipo": "rechazo", "version": 0, "datos": {"codigo": "mensaje_desconocido"}}
    assert (await telefono.mirar())["tipo"] == "parcial"  # sigue abierto


async def test_un_mensaje_en_bytes_se_lee_igual(m: Mesero, abrir: Abrir) -> None:
    telefono = await abrir(m, 4)
    await telefono.socket.send_to(bytes_data=b'{"tipo": "latido", "version": 0, "datos": {}}')
    assert (await telefono.recibir())["tipo"] == "version"
    await telefono.socket.send_to(bytes_data=b"\xff\xfe")
    assert (await telefono.recibir())["tipo"] == "rechazo"


@pytest.mark.parametrize("pantalla", ["tablero", "invitar", "no_existe"])
async def test_un_participante_no_mira_las_pantallas_de_quien_organiza(m: Mesero, abrir: Abrir, pantalla: str) -> None:
    respuesta = await (await abrir(m, 4)).mirar(pantalla)
    assert (respuesta["tipo"], respuesta["datos"]) == ("rechazo", {"codigo": "pantalla_desconocida"})


async def test_quien_organiza_mira_el_tablero_y_al_perder_el_mando_sale(m: Mesero, abrir: Abrir) -> None:
    await en_hilo(lambda: m.orden(servicios.coorganizador_nombrar, numero=2, coorganiza=True))
    telefono = await abrir(m, 2)
    assert (await telefono.mirar("tablero"))["tipo"] == "parcial"
    await en_hilo(lambda: m.orden(servicios.coorganizador_nombrar, numero=2, coorganiza=False))
    assert (await telefono.recibir())["tipo"] == "fuera"


async def test_quien_deja_su_lugar_sale_y_los_demas_siguen(m: Mesero, abrir: Abrir) -> None:
    sale, sigue = await abrir(m, 4), await abrir(m, 2)
    await sale.mirar()
    await sigue.mirar()
    await en_hilo(lambda: m.orden(servicios.jugador_liberar, 4, numero=4))
    assert (await sale.recibir())["tipo"] == "fuera"
    assert (await sale.socket.receive_output(timeout=PACIENCIA))["type"] == "websocket.close"
    assert (await sigue.recibir())["tipo"] in ("parcial", "version")
    await anota(m)
    assert await sale.callado()


async def test_quien_acaba_de_tomar_su_lugar_entra_aunque_el_proceso_recuerde_lo_de_antes(
    m: Mesero, abrir: Abrir
) -> None:
    await en_hilo(lambda: Jugador.objects.filter(recreo_id=m.id, numero=4).update(llave="", entro=None))
    otro = await abrir(m, 2)
    await otro.mirar()  # el proceso recuerda el estado en que el 4 no tiene dueño
    nuevo = Quien(llave="telefono-nuevo")
    await en_hilo(lambda: m.orden(servicios.jugador_reclamar, nuevo, numero=4))
    assert (await (await abrir(m, nuevo)).mirar())["tipo"] == "parcial"


async def test_a_quien_se_niega_no_se_le_recuerda_nada(m: Mesero, abrir: Abrir, proceso_nuevo: VivoDelRecreo) -> None:
    telefono = await abrir(m)
    assert (await telefono.recibir())["tipo"] == "fuera"
    assert proceso_nuevo.version(m.id) == 0


async def test_al_irse_el_ultimo_se_suelta_lo_recordado(m: Mesero, abrir: Abrir, proceso_nuevo: VivoDelRecreo) -> None:
    uno, otro = await abrir(m, 4), await abrir(m, 2)
    await uno.mirar()
    await otro.mirar()  # aceptar el socket no es haber entrado todavía
    await uno.cerrar()
    assert proceso_nuevo.version(m.id) > 0
    await otro.cerrar()
    assert proceso_nuevo.version(m.id) == 0


async def test_el_latido_contesta_siempre_y_pone_al_dia(m: Mesero, abrir: Abrir, monkeypatch: Any) -> None:
    monkeypatch.setattr(base.difusion, "avisar", lambda recreo_id, version: None)
    telefono, otro = await abrir(m, 4), await abrir(m, 2)
    version = (await telefono.mirar())["version"]
    await telefono.mandar("latido", version)
    assert await telefono.recibir() == {"tipo": "version", "version": version, "datos": {}}
    nueva = await anota(m)
    await otro.mirar()  # este proceso ya sabe de la versión nueva
    await telefono.mandar("latido", version)
    assert (await telefono.recibir())["version"] == nueva


async def test_un_aviso_perdido_lo_recoge_el_vigia(m: Mesero, abrir: Abrir, monkeypatch: Any) -> None:
    monkeypatch.setattr(vigia, "SEGUNDOS_DE_VIGIA", 0.05)
    monkeypatch.setattr(base.difusion, "avisar", lambda recreo_id, version: None)
    telefono = await abrir(m, 4)
    await telefono.mirar()
    version = await anota(m)
    parcial = await telefono.recibir()
    assert (parcial["tipo"], parcial["version"]) == ("parcial", version)


def salio(quien: Quien) -> None:
    Session.objects.filter(pk__in=las_de(quien)).delete()


def caduco(quien: Quien) -> None:
    Session.objects.filter(pk__in=las_de(quien)).update(expire_date=timezone.now())


def cambio_su_clave(quien: Quien) -> None:
    assert quien.cuenta_id is not None
    sesiones_cerrar(cuenta_id=quien.cuenta_id)


def se_le_quito_por_suspension(quien: Quien) -> None:
    for clave in las_de(quien):
        sesion = SessionStore(clave)
        autenticacion_quitar(sesion)
        sesion.save()


def se_apago_su_cuenta(quien: Quien) -> None:
    Cuenta.objects.filter(pk=quien.cuenta_id).update(is_active=False)


def las_de(quien: Quien) -> list[str]:
    de = sesiones_abiertas(Session.objects.values_list("pk", flat=True), {})
    return [clave for clave, sesion in de.items() if quien.sigue_en(sesion)]


@pytest.mark.parametrize(
    ("que_paso", "numero"),
    [
        (salio, 1), (salio, 4), (caduco, 1), (caduco, 4), (cambio_su_clave, 1), (se_le_quito_por_suspension, 1),
        (se_apago_su_cuenta, 1),
    ],
)  # fmt: skip
async def test_a_quien_ya_no_vale_su_sesion_se_le_despide_y_los_demas_siguen(
    que_paso: Callable[[Quien], None], numero: int, m: Mesero, abrir: Abrir, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vigia, "SEGUNDOS_DE_VIGIA", 0.05)
    monkeypatch.setattr(vigia, "SEGUNDOS_DE_REPASO", 0)
    suyo, *otros = [await abrir(m, n) for n in (numero, 2, 3)]
    for telefono in (suyo, *otros):
        await telefono.mirar()
    await en_hilo(que_paso, m.quienes[numero])
    assert await suyo.recibir() == {"tipo": "fuera", "version": 0, "datos": {"codigo": "sin_sesion"}}
    assert (await suyo.socket.receive_output(timeout=PACIENCIA))["type"] == "websocket.close"
    version = await anota(m)
    assert [(await telefono.recibir())["version"] for telefono in otros] == [version, version]


async def test_dos_telefonos_de_la_misma_version_cuestan_una_lectura(m: Mesero, abrir: Abrir, monkeypatch: Any) -> None:
    lecturas: list[int] = []
    de_verdad = consultas.estado_de

    def contada(recreo_id: int, previo: Any = None) -> Any:
        lecturas.append(recreo_id)
        return de_verdad(recreo_id, previo)

    telefonos = [await abrir(m, n) for n in (1, 2, 3, 4, 5)]
    for telefono in telefonos:
        await telefono.mirar()
    monkeypatch.setattr(consultas, "estado_de", contada)
    version = await anota(m)
    recibidos = await asyncio.gather(*(t.recibir() for t in telefonos))
    assert [r["version"] for r in recibidos] == [version] * 5
    assert lecturas == [m.id]


async def test_la_consulta_de_respaldo_pinta_lo_mismo_que_el_socket(m: Mesero, abrir: Abrir) -> None:
    await anota(m)
    for pantalla, datos in (("mesa", {}), ("otra_mesa", {"partida": 1, "mesa": 2}), ("mesas", {})):
        por_socket = await (await abrir(m, 4)).mirar(pantalla, **datos)
        codigo = await en_hilo(codigo_de, m)
        pedido = {"pantalla": pantalla, "version": 0, **datos}
        por_consulta = await en_hilo(lambda p=pedido, c=codigo: _consultar(m.quienes[4], c, p))
        assert por_consulta == por_socket


def _consultar(quien: Quien, codigo: str, pedido: dict[str, Any]) -> Any:
    return navegador_de(quien).get(f"/recreo/{codigo}/vivo/", pedido).json()


async def test_la_consulta_de_respaldo_respeta_lo_que_cada_quien_puede_ver(m: Mesero) -> None:
    codigo = await en_hilo(codigo_de, m)

    def estados() -> tuple[int, Any]:
        ajena = navegador_de(Quien(llave="otra")).get(f"/recreo/{codigo}/vivo/", {"pantalla": "mesa"}).json()
        tablero = navegador_de(m.quienes[4]).get(f"/recreo/{codigo}/vivo/", {"pantalla": "tablero"})
        return tablero.status_code, ajena

    assert await en_hilo(estados) == (404, {"tipo": "fuera", "version": 0, "datos": {"codigo": "no_participas"}})


class Falso:
    """El atajo del servidor: lo escrito, y lo que se dejó para la cola."""

    lleno = False

    def __init__(self) -> None:
        self.recibidor: Callable[[bytes], None] | None = None
        self.escrito: list[dict[str, Any]] = []
        self.en_cola: list[bytes] = []

    def escribir(self, texto: bytes) -> None:
        self.escrito.append(json.loads(texto))

    def por_la_cola(self, crudo: bytes) -> None:
        self.en_cola.append(crudo)

    async def llegue(self, crudo: bytes) -> None:
        async with asyncio.timeout(PACIENCIA):
            while self.recibidor is None:
                await asyncio.sleep(0.01)
        self.recibidor(crudo)

    async def ultimo(self, tipo: str) -> dict[str, Any]:
        async with asyncio.timeout(PACIENCIA):
            while not self.escrito or self.escrito[-1]["tipo"] != tipo:
                await asyncio.sleep(0.01)
        return self.escrito[-1]


async def test_con_atajo_el_latido_de_quien_esta_al_dia_no_pasa_por_la_cola(
    m: Mesero, proceso_nuevo: VivoDelRecreo
) -> None:
    telefono, atajo = Telefono(await en_hilo(codigo_de, m), await en_hilo(galleta_de, m.quienes[3])), Falso()
    telefono.socket.scope["extensions"] = {"casa.directo": atajo}
    await telefono.abrir()
    latido = b'{"tipo":"latido","version":0,"datos":{}}'
    await atajo.llegue(latido)
    assert atajo.en_cola == [latido], "sin pantalla todavía, va en su turno"
    await telefono.mandar("mirar", 0, pantalla="mesa")
    version = (await atajo.ultimo("parcial"))["version"]
    await atajo.llegue(latido)
    assert atajo.escrito[-1] == {"tipo": "version", "version": version, "datos": {}}
    await atajo.llegue(b"no se entiende")
    assert atajo.en_cola == [latido, b"no se entiende"]
    await telefono.cerrar()
