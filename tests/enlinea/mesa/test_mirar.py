"""Mirar una mesa por su socket: qué llega, a quién y después de quién (D477-D479, EL8)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from enlinea.mesa.avisos import Escucha
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.mirar import mirones as modulo
from enlinea.mesa.mirar.mirones import Mirones
from enlinea.mesa.proceso import proceso
from enlinea.mesa.vista import vista
from enlinea.mesa.viva import MesaViva
from enlinea.models import EnCurso, Mesa, Silencio
from enlinea.sala.servicios.miradas import miradas_cerrar
from reglas.mesa.estado import Mesa as Estado
from reglas.tipos import NADIE
from tests.enlinea.mesa.sentados import Jugador, comenzar, cuentas, en_turno, galleta, mesa_lista, sentados

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


class Miron(Jugador):
    """Mira: su ruta es otra y no tiene asiento."""

    def __init__(self, mesa: int, sesion: str) -> None:
        super().__init__(mesa, sesion, "mirar/")

    async def hasta_version(self, version: int) -> dict[str, Any]:
        while self.vista.get("version", 0) < version:
            await self.recibir()
        return self.vista


async def preparar(se_mira: bool = True) -> tuple[Mesa, Any]:
    """Una mesa lista y alguien de fuera."""

    def hacer() -> tuple[Mesa, Any]:
        mesa = mesa_lista()
        Mesa.objects.filter(pk=mesa.pk).update(se_mira=se_mira)
        return mesa, cuentas(1)[0]

    return await sync_to_async(hacer)()


@asynccontextmanager
async def jugando_y_mirando() -> AsyncIterator[tuple[Mesa, list[Jugador], Miron, Any]]:
    mesa, fuera = await preparar()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        miron = await Miron(mesa.pk, await sync_to_async(galleta)(fuera)).abrir()
        try:
            yield mesa, jugadores, miron, fuera
        finally:
            await miron.cerrar()


async def tira(jugadores: list[Jugador]) -> int:
    """Quien tiene el turno tira; la versión en que quedó."""
    turno = en_turno(jugadores)
    while "opciones" not in turno.vista["yo"]:
        await turno.recibir()
    ficha, extremo = turno.vista["yo"]["opciones"][0]
    return int((await turno.pedir("tirar", ficha=ficha, extremo=extremo))["version"])


async def test_quien_mira_ve_lo_publico_y_nada_de_nadie():
    async with jugando_y_mirando() as (_mesa, jugadores, miron, _fuera):
        mesa = await miron.esperar("mesa")
        assert mesa["datos"]["yo"] == NADIE and mesa["datos"]["nombre"] == "La mesa de J0"
        version = await tira(jugadores)
        visto = await miron.hasta_version(version)
        assert visto["yo"] == {"asiento": NADIE}
        while jugadores[0].vista["version"] < version:
            await jugadores[0].recibir()
        # lo mismo que los cuatro: ni más ni menos
        assert visto["datos"] == jugadores[0].vista["datos"]
        recibido = json.dumps(miron.mensajes)
        estado = (await proceso().viva(_mesa.pk)).estado
        assert estado.secreto is not None and not any(clave in recibido for clave in estado.secreto.claves)
        assert not [m for m in miron.mensajes if m["tipo"] == "charlas"]


async def test_no_manda_nada_y_los_cuatro_saben_cuantos_miran():
    async with jugando_y_mirando() as (_mesa, jugadores, miron, _fuera):
        await jugadores[2].esperar("miran", cuantos=1)
        antes = (await proceso().viva(_mesa.pk)).estado.num
        for orden in ("tirar", "salir", "charla"):
            datos = {"tirar": {"ficha": 3, "extremo": 0}, "charla": {"texto": "hola"}}.get(orden, {})
            rechazo = await miron.pedir(orden, **datos)
            assert rechazo["datos"]["codigo"] == "mensaje_desconocido"
        assert (await proceso().viva(_mesa.pk)).estado.num == antes
        await miron.cerrar()
        await jugadores[2].esperar("miran", cuantos=0)


@pytest.mark.parametrize("como", ["de_entrada", "silenciada", "sentada"])
async def test_no_entra_y_siempre_se_dice_igual(como: str):
    mesa, fuera = await preparar(se_mira=como != "de_entrada")
    async with sentados(mesa):
        if como == "silenciada":
            callar = partial(Silencio.objects.create, desde=timezone.now())
            await sync_to_async(callar)(quien_id=mesa.organizador_id, callado=fuera)
        quien = await sync_to_async(lambda: mesa.organizador)() if como == "sentada" else fuera
        miron = await Miron(mesa.pk, await sync_to_async(galleta)(quien)).abrir()
        assert (await miron.recibir())["datos"]["codigo"] == "no_se_mira"
        assert not miron.vista
        await miron.cerrar()


async def test_uno_de_los_cuatro_la_cierra_y_quien_miraba_sale(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(modulo, "CADA", 0.05)
    async with jugando_y_mirando() as (mesa, jugadores, miron, _fuera):
        await jugadores[0].esperar("miran", cuantos=1)
        cerrar = partial(miradas_cerrar, mesa_id=mesa.pk, cuenta_id=mesa.organizador_id)
        await sync_to_async(cerrar)()
        await miron.esperar("fuera", codigo="no_se_mira")
        await jugadores[0].esperar("miran", cuantos=0)


async def test_el_marcador_se_apunta_solo_si_cambia():
    async with jugando_y_mirando() as (mesa, _jugadores, _miron, _fuera):
        marcadores = proceso().marcadores
        await marcadores.decir()
        va = await sync_to_async(EnCurso.objects.get)(mesa=mesa)
        assert (va.marcador_0, va.marcador_1, va.mano) == ("0", "0", 1)
        await sync_to_async(EnCurso.objects.all().delete)()
        await marcadores.decir()
        assert not await sync_to_async(EnCurso.objects.exists)(), "nada cambió: nada se escribe"


# --- sin base ---------------------------------------------------------------------------------------------------------
class DeMentira:
    """Una salida que apunta en qué orden le llegó."""

    despedida = cortada = False
    enviado = 0.0

    def __init__(self, orden: list[str], quien: str) -> None:
        self.orden, self.quien = orden, quien

    def vista(self, _crudo: bytes, _version: int) -> None:
        self.orden.append(self.quien)

    def responder(self, _crudo: bytes) -> None: ...

    def despedir(self, codigo: str) -> None:
        self.orden.append(f"{self.quien}:{codigo}")


class SinOtros:
    def miran(self, id_de_mesa: int, cuantos: int) -> None: ...


class EntornoDePrueba:
    def __init__(self) -> None:
        self.mirones: Mirones | None = None

    def ahora(self) -> int:
        return 1_000

    def a_quien_mira(self, mesa: MesaViva) -> None:
        assert self.mirones is not None
        self.mirones.luego(mesa)


def conexion(persona: int, cuenta: int, orden: list[str]) -> Conexion:
    quien = "mira" if persona < 0 else "juega"
    return Conexion(persona, cuenta, "", DeMentira(orden, quien), 0.0)  # type: ignore[arg-type]


async def test_los_cuatro_van_antes_y_de_varias_se_publica_la_ultima(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(modulo, "TRAS", 0.01)
    orden: list[str] = []
    entorno = EntornoDePrueba()
    mesa = MesaViva(7, Estado(), entorno)  # type: ignore[arg-type]
    entorno.mirones = Mirones({7: mesa}, SinOtros())
    mesa.conexiones = {conexion(n, n, orden) for n in range(4)}
    mesa.mirones = {conexion(NADIE, 10 + n, orden) for n in range(3)}
    for _vez in range(5):
        mesa.difundir()
    assert orden == ["juega"] * 20, "a quien mira, todavía nada"
    await asyncio.sleep(0.05)
    assert orden == ["juega"] * 20 + ["mira"] * 3


async def test_caben_hasta_el_tope_contando_los_de_otros_procesos():
    orden: list[str] = []
    mesa = MesaViva(7, Estado(), EntornoDePrueba())  # type: ignore[arg-type]
    mirones = Mirones({7: mesa}, SinOtros())
    mirones.de_otro("otro", 7, modulo.CABEN - 2)
    assert [mirones.entrar(mesa, conexion(NADIE, n, orden)) for n in range(3)] == [True, True, False]
    # la misma persona en otra pestaña no ocupa dos
    assert mirones.entrar(mesa, conexion(NADIE, 1, orden)) and len(mesa.mirones) == 2
    assert "mira:otra_pestana" in orden
    mirones.de_otro("otro", 7, 0)
    assert mirones.cuantos(mesa) == 2


async def test_lo_que_dice_otro_proceso_llega_a_los_de_aqui():
    orden: list[str] = []
    mesa = MesaViva(7, Estado(), EntornoDePrueba())  # type: ignore[arg-type]
    mesa.conexiones = {conexion(0, 1, orden)}
    mirones, avisos = Mirones({7: mesa}, SinOtros()), SimpleNamespace(de="yo")
    escucha = Escucha(avisos, {7: mesa}, charla=avisos, relectura=avisos, mirones=mirones)  # type: ignore[arg-type]
    for de, cuantos in (("otro", 3), ("yo", 9)):
        escucha._oir({"type": "mesa.miran", "mesa": 7, "cuantos": cuantos, "de": de})
    assert mirones.cuantos(mesa) == 3 and [c.miran for c in mesa.conexiones] == [3]


async def test_una_sola_funcion_arma_lo_de_todos():
    """La vista de quien mira sale de `vista`: lo propio, nada."""
    assert json.loads(vista(Estado(), NADIE, 0))["yo"] == {"asiento": NADIE}
