"""La mesa de un torneo por su socket, con pases en vez de cuentas: comienza sola, se juega y llega a su hoja (TO26)."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as ajustes

from enlinea.mesa import con_pase, presencia
from enlinea.mesa.proceso import proceso, soltar
from enlinea.models import Charla, Conexion, EnCurso, Tarjeta
from reglas.mesa.tipos import Fase
from tests.enlinea.mesa.sentados import NONCE, Jugador
from tests.torneos.test_intranet import en_linea_de, en_pantallas, puesto_de, tomar
from torneos.consultas import puestos
from torneos.models import Mesa

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("pocos_bastan"),
]


@pytest.fixture(autouse=True)
def sin_pausas(settings: Any) -> None:
    settings.ENLINEA_PLAZOS = {"pase": 0, "nonce": 50, "plantilla": 200}


def sesion_con(datos: dict[str, Any]) -> str:
    sesion = import_module(ajustes.SESSION_ENGINE).SessionStore()
    sesion.update(datos)
    sesion.save()
    return str(sesion.session_key)


def publicada() -> tuple[Mesa, list[str]]:
    """La primera mesa de un torneo en pantallas y la sesión del aparato de cada asiento."""
    salon = en_pantallas()
    salon.publicar()
    mesa = salon.mesas()[0]
    return mesa, [sesion_con(tomar(salon, puesto_de(mesa, asiento))) for asiento in range(4)]


def otra_toma(mesa: Mesa, asiento: int) -> str:
    p = puesto_de(mesa, asiento)
    return sesion_con(tomar_de(p))


def tomar_de(p: Any) -> dict[str, Any]:
    from torneos import servicios

    suyo = servicios.puesto_tomar(torneo_id=p.torneo_id, pase=puestos.pase_de(p), red="")
    return {puestos.LLAVE: [suyo.pk, suyo.toma]}


@asynccontextmanager
async def latiendo(jugadores: list[Jugador]) -> AsyncIterator[None]:
    """Laten mientras esperan, como un navegador: con la máquina ocupada, 10 s callados es estar ausente (EL9)."""

    async def latir() -> None:
        while True:
            await asyncio.sleep(2)
            for j in jugadores:
                latido = {"tipo": "latido", "version": j.vista.get("version", 0), "datos": {}}
                await j.socket.send_to(text_data=json.dumps(latido))

    tarea = asyncio.create_task(latir())
    try:
        yield
    finally:
        tarea.cancel()


@asynccontextmanager
async def en_sus_puestos() -> AsyncIterator[tuple[Mesa, list[Jugador]]]:
    mesa, sesiones = await sync_to_async(publicada)()
    jugadores = [await Jugador(en_linea_de(mesa), s, ruta="puesto").abrir() for s in sesiones]
    try:
        async with latiendo(jugadores):
            yield mesa, jugadores
    finally:
        for jugador in jugadores:
            await jugador.cerrar()
        await soltar()
        await asyncio.sleep(0)


async def comenzada(jugadores: list[Jugador]) -> None:
    """Laten, como un navegador, hasta que la mesa reparte."""
    while any(j.vista.get("datos", {}).get("fase") != Fase.JUGANDO for j in jugadores):
        for jugador in jugadores:
            await jugador.socket.send_to(text_data='{"tipo": "latido", "version": 0, "datos": {}}')
            with suppress(TimeoutError):
                await jugador.recibir(0.2)


async def jugar(jugador: Jugador, azar: random.Random) -> dict[str, Any]:
    """Tira lo que pueda y sigue cada mano hasta que la partida acabe."""
    hecho = -1
    while True:
        vista = jugador.vista
        datos, yo = vista.get("datos", {}), vista.get("yo", {})
        if datos.get("fase") in (Fase.FIN_DE_PARTIDA, Fase.CERRADA):
            return vista
        if vista and hecho < vista["version"]:
            hecho = vista["version"]
            if yo.get("opciones"):
                ficha, extremo = azar.choice(yo["opciones"])
                await jugador.mandar("tirar", ficha=ficha, extremo=extremo)
            elif datos["fase"] == Fase.FIN_DE_MANO and not datos["listos"] >> yo["asiento"] & 1:
                await jugador.mandar("continuar")
            elif yo.get("falta_nonce") and datos["fase"] in (Fase.ESPERA, Fase.REPARTIENDO):
                await jugador.mandar("nonce", nonce=NONCE)
        await jugador.recibir()


async def test_comienza_sola_se_juega_entera_y_su_marcador_llega_a_la_hoja() -> None:
    async with en_sus_puestos() as (mesa, jugadores):
        await comenzada(jugadores)
        vistas = await asyncio.gather(*(jugar(j, random.Random(n)) for n, j in enumerate(jugadores)))
        assert [v["yo"]["asiento"] for v in vistas] == [0, 1, 2, 3]
        final = proceso().vivas[en_linea_de(mesa)].estado

        async def cerrada() -> bool:
            await mesa.arefresh_from_db()
            return mesa.cerrada is not None

        while not await cerrada():
            await asyncio.sleep(0.05)
        suyo = await mesa.resultados.aget()
        assert (suyo.fin, suyo.ganadora, suyo.marcador_0, suyo.marcador_1) == ("meta", final.ganadora, *final.tantos)
        assert await mesa.anotaciones.acount() == len(final.cuentas)
        await proceso().marcadores.decir()
        assert not await EnCurso.objects.aexists() and not await Tarjeta.objects.aexists()
        # nadie ve las fichas de otro: cada vista lleva una sola mano, la suya
        for jugador in jugadores:
            for m in jugador.mensajes:
                if m["tipo"] == "vista" and m["datos"]["fase"] == Fase.JUGANDO:
                    assert "fin" not in m["datos"] and set(m["yo"]) <= {
                        "asiento", "falta_nonce", "mano", "opciones", "reloj", "resta"
                    }  # fmt: skip


async def lo_que_falta(jugador: Jugador, asientos: list[int]) -> dict[str, Any]:
    """Late, como un navegador, hasta que se le dice que se espera a ésos."""
    while True:
        await jugador.socket.send_to(text_data='{"tipo": "latido", "version": 0, "datos": {}}')
        with suppress(TimeoutError):
            return dict((await asyncio.wait_for(jugador.esperar("faltan", asientos=asientos), 0.3))["datos"])


async def test_la_espera_dice_a_quien_le_falta_llegar_y_nada_mas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presencia, "MIENTRAS_LLEGAN", 0.4)
    mesa, sesiones = await sync_to_async(publicada)()
    cuatro = [Jugador(en_linea_de(mesa), s, ruta="puesto") for s in sesiones]
    sentados: list[Jugador] = []
    llegaron: set[int] = set()
    try:
        for asiento in (1, 3, 0):
            sentados.append(await cuatro[asiento].abrir())
            llegaron.add(asiento)
            faltan = sorted({0, 1, 2, 3} - llegaron)
            for j in sentados:
                assert await lo_que_falta(j, faltan) == {"asientos": faltan}
        # quien se va vuelve a faltar; al llegar el último comienza sin decirlo más
        await sentados.pop().cerrar()
        await lo_que_falta(sentados[0], [0, 2])
        for asiento in (0, 2):
            cuatro[asiento] = await Jugador(en_linea_de(mesa), sesiones[asiento], ruta="puesto").abrir()
            sentados.append(cuatro[asiento])
        await comenzada(sentados)
        tarde = [m for j in sentados for m in j.mensajes if m["tipo"] == "faltan" and m["version"] > 1]
        assert tarde == []
    finally:
        for j in sentados:
            await j.cerrar()
        await soltar()


async def test_ni_platica_ni_votos_ni_quien_la_comience() -> None:
    async with en_sus_puestos() as (_mesa, jugadores):
        uno = jugadores[0]
        await uno.esperar("mesa", organizador=-1)
        for tipo, datos in (("charla", {"texto": "hola"}), ("comenzar", {}), ("salir", {})):
            dicho = await uno.pedir(tipo, **datos)
            assert dicho["tipo"] == "rechazo" and dicho["datos"]["codigo"] == "mensaje_desconocido"
        assert not await Charla.objects.aexists()


async def test_otro_aparato_toma_el_lugar_y_sigue_donde_iba() -> None:
    async with en_sus_puestos() as (mesa, jugadores):
        await comenzada(jugadores)
        nuevo = await Jugador(en_linea_de(mesa), await sync_to_async(otra_toma)(mesa, 2), ruta="puesto").abrir()
        vista = await nuevo.hasta(Fase.JUGANDO)
        assert vista["yo"]["asiento"] == 2
        assert vista["yo"]["mano"] == jugadores[2].vista["yo"]["mano"]
        await jugadores[2].esperar("fuera", codigo="otra_pestana")
        estado = proceso().vivas[en_linea_de(mesa)].estado
        assert not any(estado.ausentes)
        await nuevo.cerrar()


async def test_el_pase_renovado_saca_al_aparato_que_lo_traia(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(con_pase, "SE_MIRA_CADA", 0.05)
    async with en_sus_puestos() as (mesa, jugadores):
        await jugadores[1].esperar("mesa")
        await sync_to_async(otra_toma)(mesa, 1)
        await jugadores[1].esperar("fuera", codigo="otra_pestana")


async def test_sin_pase_o_con_el_de_otra_mesa_no_se_entra() -> None:
    mesa, _sesiones = await sync_to_async(publicada)()
    vacia = await sync_to_async(sesion_con)({"x": 1})
    for sesion in ("", vacia):
        ajeno = await Jugador(en_linea_de(mesa), sesion, ruta="puesto").abrir()
        dicho = await ajeno.esperar("fuera")
        assert dicho["datos"]["codigo"] == "no_es_tu_mesa"
        await ajeno.cerrar()
    await soltar()


async def test_quien_tiene_cada_lugar_se_anota_para_los_demas_procesos() -> None:
    async with en_sus_puestos() as (mesa, jugadores):
        await comenzada(jugadores)
        for _ in range(100):
            suyas = [
                c async for c in Conexion.objects.filter(mesa_id=en_linea_de(mesa)).values_list("cuenta_id", flat=True)
            ]
            if len(suyas) == 4:
                break
            await asyncio.sleep(0.05)
        assert sorted(suyas) == [-4, -3, -2, -1]
