"""La mesa por su socket: jugar, repetir, llegar tarde, mandar basura, y que todo quede en el diario."""

import asyncio
import json
from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.utils import timezone

from config.asgi import application
from enlinea.diario import diario
from enlinea.diario.diario import replegar
from enlinea.errores import ErrorDeServicio
from enlinea.mesa.hilos import Cuentas
from enlinea.mesa.proceso import proceso, soltar
from enlinea.models import Charla, Mesa
from enlinea.sala.consultas.estado import mesa_vista
from enlinea.sala.servicios.practica import practica_abrir
from enlinea.sala.textos import aviso_de_mesa
from reglas.mesa.tipos import Fase
from suscripciones.models import Suspension
from tests.enlinea.mesa.sentados import (
    PLAZO,
    Jugador,
    al_dia,
    comenzar,
    cuentas,
    en_turno,
    galleta,
    jugar_mano,
    mesa_lista,
    sentados,
    vencer,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def sin_pausas(settings: Any) -> None:
    settings.ENLINEA_PLAZOS = {"pase": 0}


async def hacer_mesa(**como: Any) -> Mesa:
    return await sync_to_async(mesa_lista)(**como)


async def renglones(mesa: Mesa) -> list[diario.Renglon]:
    return await sync_to_async(diario.leer)(mesa.pk)


async def test_se_juega_una_mano_y_el_diario_repite_el_mismo_estado() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await jugar_mano(jugadores)
        for jugador in jugadores:
            assert (await jugador.hasta(4))["datos"]["fin"]["sorteo"]["claves"]
        viva = await proceso().viva(mesa.pk)
        assert replegar(await renglones(mesa)) == viva.estado
        for jugador in jugadores:
            await jugador.mandar("continuar")
        for jugador in jugadores:
            assert (await jugador.hasta(3))["datos"]["mano"] == 2


async def test_repetir_una_orden_contesta_lo_mismo_y_no_tira_dos_veces() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        jugador = en_turno(jugadores)
        ficha = jugador.vista["yo"]["mano"][0]
        primero = await jugador.pedir("tirar", ficha=ficha)
        orden = primero["datos"]["id_orden"]
        repetido = await jugador.pedir("tirar", id_orden=orden, ficha=ficha)
        assert repetido == primero
        assert [str(r.id_orden) for r in await renglones(mesa)].count(orden) == 1


async def test_repetir_una_orden_tras_un_reinicio_contesta_lo_mismo() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        jugador = en_turno(jugadores)
        ficha = jugador.vista["yo"]["mano"][0]
        primero = await jugador.pedir("tirar", ficha=ficha)
        proceso().carga.olvidar(mesa.pk)  # como si otro proceso la tomara
        cual = jugadores.index(jugador)
        sesiones = await sync_to_async(lambda: [galleta(lugar.cuenta) for lugar in mesa.lugares.order_by("asiento")])()
        otra = await Jugador(mesa.pk, sesiones[cual]).abrir()
        await otra.esperar("vista")
        repetido = await otra.pedir(
            "tirar", id_orden=primero["datos"]["id_orden"], version=primero["version"] - 1, ficha=ficha
        )
        assert (repetido["tipo"], repetido["version"]) == ("acuse", primero["version"])
        await otra.cerrar()


async def test_lo_que_no_procede_se_rechaza_con_su_codigo_y_no_cambia_nada() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        assert (await jugadores[1].pedir("comenzar"))["datos"]["codigo"] == "no_es_organizador"
        await comenzar(jugadores)
        jugador = en_turno(jugadores)
        otro = next(j for j in jugadores if j is not jugador)
        antes = len(await renglones(mesa))
        casos = [
            (otro, {"ficha": otro.vista["yo"]["mano"][0]}, "no_es_tu_turno"),
            (jugador, {"ficha": otro.vista["yo"]["mano"][0]}, "ficha_ajena"),
            (jugador, {"ficha": jugador.vista["yo"]["mano"][0], "version": 1}, "vieja"),
        ]
        for quien, datos, codigo in casos:
            assert (await quien.pedir("tirar", **datos))["datos"]["codigo"] == codigo
        assert (await jugador.pedir("elegir", opcion="rotar"))["datos"]["codigo"] == "fuera_de_fase"
        assert len(await renglones(mesa)) == antes


@pytest.mark.parametrize(
    "basura",
    [
        " ", "{}", "no es json", "[]", '{"tipo":"tirar"}', '{"tipo":"tirar","id_orden":"x","version":1,"datos":{}}',
        json.dumps({"tipo": "tirar", "id_orden": "0" * 32, "version": 1, "datos": {"ficha": 28}}),
        json.dumps({"tipo": "latido", "version": 0, "datos": {"visto": 1, "de_mas": 1}}), "9" * 100_000,
        json.dumps({"tipo": "nonce", "id_orden": "0" * 32, "version": 1, "datos": {"nonce": "ab" * 15 + "\n"}}),
    ],
)  # fmt: skip
async def test_la_basura_se_rechaza_sin_efecto(basura: str) -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await jugadores[0].socket.send_to(text_data=basura)
        rechazo = await jugadores[0].esperar("rechazo")
        assert rechazo["datos"]["codigo"] == "mensaje_desconocido"
        assert len(await renglones(mesa)) == 1


async def test_no_entra_quien_no_tiene_lugar_sesion_o_esta_suspendido() -> None:
    mesa = await hacer_mesa()
    (ajena,) = await sync_to_async(cuentas)(1)
    dueno = await sync_to_async(lambda: mesa.lugares.get(asiento=2).cuenta)()

    def suspender() -> None:
        Suspension.objects.create(cuenta=dueno, desde=timezone.now(), motivo="prueba")

    await sync_to_async(suspender)()
    for cuenta, codigo in ((None, "sin_sesion"), (ajena, "no_es_tu_mesa"), (dueno, "suspendido")):
        sesion = await sync_to_async(galleta)(cuenta) if cuenta else ""
        jugador = await Jugador(mesa.pk, sesion).abrir()
        assert (await jugador.recibir())["datos"]["codigo"] == codigo
        assert (await jugador.socket.receive_output(timeout=PLAZO))["type"] == "websocket.close"
    sesion = await sync_to_async(galleta)(ajena)
    for ninguna in (12345, 2**63, 10**30):
        jugador = await Jugador(ninguna, sesion).abrir()
        assert (await jugador.recibir())["datos"]["codigo"] == "no_es_tu_mesa"
    await soltar()


async def test_una_ruta_de_socket_que_no_existe_se_cierra_sin_error() -> None:
    encabezados = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    conectado, _ = await WebsocketCommunicator(application, "/ws/nada/", headers=encabezados).connect(timeout=PLAZO)
    assert not conectado


@pytest.mark.parametrize("estado", ["invitando", "cancelada"])
async def test_la_mesa_que_no_esta_lista_no_se_abre_por_su_socket(estado: str) -> None:
    mesa = await hacer_mesa()
    await sync_to_async(Mesa.objects.update)(estado=estado)
    cuenta = await sync_to_async(lambda: mesa.lugares.get(asiento=1).cuenta)()
    jugador = await Jugador(mesa.pk, await sync_to_async(galleta)(cuenta)).abrir()
    assert (await jugador.recibir())["datos"]["codigo"] == "no_es_tu_mesa"
    assert await renglones(mesa) == []
    await soltar()


async def test_la_suspension_saca_de_la_mesa_en_dos_segundos() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)

        def suspender() -> None:
            Suspension.objects.create(cuenta=mesa.lugares.get(asiento=1).cuenta, desde=timezone.now(), motivo="prueba")

        await sync_to_async(suspender)()
        fuera = await asyncio.wait_for(jugadores[1].esperar("fuera"), 4)
        assert fuera["datos"]["codigo"] == "suspendido"
        while jugadores[0].vista["datos"]["fase"] != 6:  # al momento, y sin esperar a que se dé por ausente
            await asyncio.wait_for(jugadores[0].recibir(), 4)
        assert jugadores[0].vista["datos"]["motivo"] == "sancion"
        assert not any(m["datos"].get("ausentes") for m in jugadores[0].mensajes if m["tipo"] == "vista")


async def test_el_chat_llega_a_todos_en_texto_plano_una_vez_y_con_freno() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        texto = "<b>hola</b>  <script>alert(1)</script>"
        orden = await jugadores[1].mandar("charla", texto=texto)
        for jugador in jugadores:
            linea = (await jugador.esperar("charlas"))["datos"]["lineas"][0]
            assert (linea["persona"], linea["texto"]) == (1, "<b>hola</b> <script>alert(1)</script>")
        assert (await jugadores[1].pedir("charla", id_orden=orden, texto=texto))["tipo"] == "acuse"
        respuestas = [await jugadores[1].pedir("charla", texto=f"{n}") for n in range(4)]
        assert [r["tipo"] for r in respuestas] == ["acuse"] * 3 + ["rechazo"]
        assert respuestas[-1]["datos"]["codigo"] == "despacio"
        assert 1 <= respuestas[-1]["datos"]["espera"] <= 10
        assert (await jugadores[1].pedir("charla", texto="   "))["datos"]["codigo"] == "mensaje_desconocido"


async def test_lo_que_el_filtro_tapa_no_sale_por_ningun_socket_y_el_original_se_guarda() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await jugadores[1].mandar("charla", texto="eres un p3ndejo, \u202eBeto")
        for jugador in jugadores:
            linea = (await jugador.esperar("charlas"))["datos"]["lineas"][0]
            assert linea["texto"] == "eres un ***, Beto"
        guardada = await sync_to_async(Charla.objects.get)()
        assert (guardada.texto, guardada.original) == ("eres un ***, Beto", "eres un p3ndejo, Beto")


async def hasta_el_voto(jugadores: list[Jugador]) -> None:
    await comenzar(jugadores)
    while True:
        await jugar_mano(jugadores)
        await al_dia(jugadores, max(j.vista["version"] for j in jugadores))
        if jugadores[0].vista["datos"]["fase"] == Fase.FIN_DE_PARTIDA:
            return
        for jugador in jugadores:
            await jugador.mandar("continuar")
        for jugador in jugadores:
            await jugador.hasta(3, jugador.vista["version"] + 1)


def sin_base(cuentas: Collection[int], ahora: datetime) -> set[int]:
    raise OperationalError("la base se reinicia")


async def test_revancha_con_los_cuatro_cambia_lugares_y_rotar_con_uno_distinto_cierra() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await hasta_el_voto(jugadores)
        # con la base caída se dice que se vuelva a intentar: un voto sin respuesta cerraba la mesa
        de_verdad, proceso().vigencia = proceso().vigencia, Cuentas(sin_base)
        assert (await jugadores[0].pedir("elegir", opcion="revancha"))["datos"]["codigo"] == "reintenta"
        proceso().vigencia = de_verdad
        for jugador in jugadores:
            assert (await jugador.pedir("elegir", opcion="revancha"))["tipo"] == "acuse"
        for jugador in jugadores:
            vista = await jugador.hasta(3, jugador.vista["version"])
            assert (vista["datos"]["lugares"], vista["datos"]["partida"]) == ([2, 1, 0, 3], 2)


async def test_a_quien_se_le_vencio_la_suscripcion_termina_su_partida_y_no_empieza_otra() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await hasta_el_voto(jugadores)
        await sync_to_async(vencer)(mesa, 3)
        await jugadores[3].mandar("elegir", opcion="revancha")
        assert (await jugadores[3].esperar("fuera"))["datos"]["codigo"] == "sin_suscripcion"


@pytest.mark.parametrize("asiento", [0, 3], ids=["organiza", "invitado"])
async def test_si_se_vence_entre_aceptar_y_comenzar_no_comienza_y_la_mesa_se_deshace_diciendolo(asiento: int) -> None:
    """Todos aceptaron antes de medianoche y «Comenzar» se toca después (SU3): no se castiga ni se deja esperando."""
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await sync_to_async(vencer)(mesa, asiento)
        # con la base caída se dice que se vuelva a intentar
        de_verdad, proceso().vigencia = proceso().vigencia, Cuentas(sin_base)
        assert (await jugadores[0].pedir("comenzar"))["datos"]["codigo"] == "reintenta"
        proceso().vigencia = de_verdad
        assert (await jugadores[1].pedir("comenzar"))["datos"]["codigo"] == "no_es_organizador"
        orden = str(uuid4())
        for _vez in range(2):
            assert (await jugadores[0].pedir("comenzar", id_orden=orden))["tipo"] == "acuse"
        for jugador in jugadores:
            datos = (await jugador.hasta(Fase.CERRADA))["datos"]
            assert (datos["motivo"], datos["culpable"]) == ("suscripcion", asiento)
    cerrada = await sync_to_async(Mesa.objects.get)(pk=mesa.pk)
    assert (cerrada.estado, cerrada.motivo, cerrada.culpable) == ("cerrada", "suscripcion", asiento)
    vista = await sync_to_async(mesa_vista)(mesa.pk)
    lugares = await sync_to_async(lambda: list(mesa.lugares.order_by("asiento")))()
    assert vista is not None
    dicho = [aviso_de_mesa(vista, lugar.cuenta_id or 0) for lugar in lugares]
    assert all(f"la suscripción de J{asiento}" in d for n, d in enumerate(dicho) if n != asiento)
    assert "Renuévala" in dicho[asiento]


async def test_otra_pestana_que_comenzo_antes_no_deja_que_el_vencido_anule_la_partida() -> None:
    mesa = await hacer_mesa()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await sync_to_async(vencer)(mesa, 2)
        assert (await jugadores[0].pedir("comenzar"))["datos"]["codigo"] == "fuera_de_fase"


async def test_la_practica_la_juegan_los_automaticos() -> None:
    (yo,) = await sync_to_async(cuentas)(1)
    mesa = await hacer_mesa(modo="practica", personas=[yo, None, None, None])
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await jugar_mano(jugadores)
        assert jugadores[0].vista["datos"]["fase"] == Fase.FIN_DE_MANO
        await jugadores[0].mandar("continuar")
        assert (await jugadores[0].hasta(3))["datos"]["mano"] == 2


async def test_la_practica_en_que_se_vence_la_suscripcion_se_acaba_de_jugar() -> None:
    (yo,) = await sync_to_async(cuentas)(1)
    mesa = await hacer_mesa(modo="practica", personas=[yo, None, None, None])
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await sync_to_async(vencer)(mesa, 0)
        await jugar_mano(jugadores)
        await jugadores[0].mandar("continuar")
        assert (await jugadores[0].hasta(3))["datos"]["mano"] == 2
    with pytest.raises(ErrorDeServicio, match="suscripcion_vencida"):
        await sync_to_async(practica_abrir)(cuenta_id=yo.pk, id_orden=uuid4())
