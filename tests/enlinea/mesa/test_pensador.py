"""El que piensa por los automáticos: fuera del lazo, a tiempo, y con el sencillo de respaldo (EL3)."""

import asyncio
import os
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from enlinea.mesa import pensador as modulo
from enlinea.mesa.pensador import Pensador, con_reloj
from enlinea.mesa.proceso import proceso
from enlinea.models import Mesa
from reglas.automatas import VistaDeAsiento, elegir, mirar
from reglas.mesa.tipos import Fase
from reglas.niveles import Nivel
from reglas.tipos import Meta
from tests.enlinea.mesa.sentados import comenzar, cuentas, mesa_lista, sentados
from tests.enlinea.mesa.test_mesa_viva import jugar_mano
from tests.reglas.test_automatas import a_medias


def una_vista(jugadas: int = 12) -> VistaDeAsiento:
    for semilla in range(100):
        mano = a_medias(semilla, jugadas)
        if mano.desenlace is None and len(mirar(mano, Meta.CIEN).opciones) > 2:
            return mirar(mano, Meta.CIEN)
    raise AssertionError


class Reserva:
    """Una reserva de procesos que hace lo que se le diga."""

    def __init__(self, futuro: "Future[tuple[int, int]]") -> None:
        self.futuro = futuro
        self.pedidas = 0

    def submit(self, *_: object) -> "Future[tuple[int, int]]":
        self.pedidas += 1
        return self.futuro

    def shutdown(self, **_: object) -> None: ...


def con(reserva: Reserva) -> Pensador:
    pensador = Pensador()
    pensador._reserva = reserva  # type: ignore[assignment]
    return pensador


@pytest.mark.asyncio
async def test_piensa_en_otro_proceso_y_el_lazo_no_se_detiene() -> None:
    pensador, vista = Pensador(), una_vista(6)
    try:
        pensador.calentar()
        assert pensador._reserva is not None
        assert await asyncio.wrap_future(pensador._reserva.submit(os.getpid)) != os.getpid()
        latidos, tarea = 0, asyncio.ensure_future(pensador.jugada(vista, Nivel.FUERTE, 3))
        while not tarea.done():
            latidos += 1
            await asyncio.sleep(0.005)
        assert await tarea in vista.opciones
        assert latidos > 1
    finally:
        pensador.parar()


@pytest.mark.asyncio
async def test_si_no_contesta_a_tiempo_tira_el_sencillo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modulo, "ESPERA", 0.05)
    vista = una_vista()
    async with asyncio.timeout(20):  # la reserva no contesta nunca
        assert await con(Reserva(Future())).jugada(vista, Nivel.FUERTE, 3) == elegir(vista, 3)


@pytest.mark.asyncio
@pytest.mark.parametrize("falla", [BrokenProcessPool("se cayó"), ValueError("no pudo")])
async def test_si_se_cae_tira_el_sencillo_y_solo_la_reserva_rota_se_suelta(falla: Exception) -> None:
    rota: Future[tuple[int, int]] = Future()
    rota.set_exception(falla)
    vista, reserva = una_vista(), Reserva(rota)
    pensador = con(reserva)
    for _ in range(2):
        assert await pensador.jugada(vista, Nivel.FUERTE, 3) == elegir(vista, 3)
    assert reserva.pedidas == (1 if isinstance(falla, BrokenProcessPool) else 2)


@pytest.mark.asyncio
async def test_sin_procesos_o_en_nivel_sencillo_no_se_pide_nada() -> None:
    vista, reserva = una_vista(), Reserva(Future())
    assert await Pensador(0).jugada(vista, Nivel.FUERTE, 3) == elegir(vista, 3)
    assert await con(reserva).jugada(vista, Nivel.SIMPLE, 3) == elegir(vista, 3)
    assert reserva.pedidas == 0


def test_el_reloj_no_empieza_una_muestra_que_no_alcanza_a_acabar() -> None:
    marcas = iter([0.0, 0.0, 0.06, 0.12, 0.18])
    sigue = con_reloj(0.2, lambda: next(marcas))
    assert [sigue() for _ in range(4)] == [True, True, True, False]


class Doble:
    """Piensa lo último de la lista, y recuerda en qué turnos se le preguntó."""

    def __init__(self) -> None:
        self.pensadas: list[tuple[int, int, int]] = []

    async def jugada(self, vista: VistaDeAsiento, nivel: Nivel, semilla: int) -> tuple[int, int]:
        assert nivel is Nivel.FUERTE
        await asyncio.sleep(0)
        ficha, extremo = vista.opciones[-1]
        self.pensadas.append((ficha, extremo, vista.asiento))
        return ficha, extremo

    def calentar(self) -> None: ...

    def parar(self) -> None: ...


async def practica_fuerte() -> Mesa:
    (yo,) = await sync_to_async(cuentas)(1)
    mesa = await sync_to_async(mesa_lista)(modo="practica", personas=[yo, None, None, None])
    await Mesa.objects.filter(pk=mesa.pk).aupdate(nivel=Mesa.Nivel.FUERTE)
    return mesa


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_la_mesa_tira_lo_que_se_penso_y_una_vez_por_turno(settings: Any) -> None:
    settings.ENLINEA_PLAZOS, settings.ENLINEA_PENSADORES = {"pase": 0}, 0
    doble = Doble()
    proceso().relojero._pensador = doble
    mesa = await practica_fuerte()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await jugar_mano(jugadores)
        mano = proceso().vivas[mesa.pk].estado.mano
        assert mano is not None
        cadena = list(zip(mano.cadena[::3], mano.cadena[1::3], mano.cadena[2::3], strict=True))
        assert [terna for terna in cadena if terna[2]] == doble.pensadas


@pytest.mark.noche
@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_una_practica_fuerte_se_juega_entera(settings: Any) -> None:
    settings.ENLINEA_PLAZOS = {"pase": 0}
    mesa = await practica_fuerte()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await jugar_mano(jugadores)
        assert jugadores[0].vista["datos"]["fase"] == Fase.FIN_DE_MANO
