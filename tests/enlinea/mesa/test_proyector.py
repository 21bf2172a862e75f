"""La fila de la historia: cada partida acabada se encarga una vez, y si el ayudante se cae va en un hilo (EL10)."""

import asyncio
import io
import sys
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from enlinea.management.commands import historia as orden
from enlinea.mesa import proyector as modulo
from enlinea.mesa.proyector import LISTO, Proyector, leer_encargo
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Eleccion
from reglas.tipos import Meta
from tests.reglas.partidas import MesaDePrueba

CUMPLE = "import sys\nfor r in sys.stdin.buffer: sys.stdout.write('listo\\n'); sys.stdout.flush()"
MUERE = "import sys; sys.stdin.buffer.readline()"


class Casa:
    """Lo que el proyector usa del proceso: anota lo que va en hilo."""

    def __init__(self) -> None:
        self.en_hilos: list[int] = []

    def tarea(self, corrutina: Any) -> "asyncio.Future[Any]":
        return asyncio.ensure_future(corrutina)

    async def en_hilo(self, _funcion: Any, mesa_id: int, _renglones: None, _desde: Mesa) -> None:
        await asyncio.sleep(0.01)
        self.en_hilos.append(mesa_id)
        if mesa_id == 13:
            raise RuntimeError("esta mesa no se deja")


async def acabar(p: Proyector) -> None:
    assert p._corre is not None
    async with asyncio.timeout(10):
        await p._corre


def con_ayudante(monkeypatch: pytest.MonkeyPatch, guion: str) -> list[int]:
    """En lugar de `manage.py historia`, este guion; devuelve los que se arrancaron."""
    arrancados: list[int] = []
    de_verdad = asyncio.create_subprocess_exec

    async def crear(*_orden: str, **opciones: Any) -> Any:
        proceso = await de_verdad(sys.executable, "-c", guion, **opciones)
        arrancados.append(proceso.pid)
        return proceso

    monkeypatch.setattr(modulo.asyncio, "create_subprocess_exec", crear)
    return arrancados


def test_de_una_en_una_sin_repetir_la_que_espera_y_una_falla_no_para_la_fila(settings: Any) -> None:
    settings.HISTORIA_APARTE = False
    casa = Casa()

    async def guion() -> None:
        p = Proyector(casa)  # type: ignore[arg-type]
        for mesa_id in (7, 13, 8, 8, 9):
            p.pedir(mesa_id, Mesa())
        await acabar(p)
        p.pedir(8, Mesa())
        await acabar(p)

    asyncio.run(guion())
    assert casa.en_hilos == [7, 13, 8, 9, 8]


def test_el_ayudante_es_uno_y_nada_va_en_hilo(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HISTORIA_APARTE = True
    casa, arrancados = Casa(), con_ayudante(monkeypatch, CUMPLE)

    async def guion() -> None:
        p = Proyector(casa)  # type: ignore[arg-type]
        for mesa_id in range(20):
            p.pedir(mesa_id, MesaDePrueba(Meta.CIEN).comenzar().mesa)
        await acabar(p)
        ayudante = p._ayudante
        assert ayudante is not None and ayudante.returncode is None
        p.parar()
        async with asyncio.timeout(10):
            assert await ayudante.wait() == 0

    asyncio.run(guion())
    assert casa.en_hilos == [] and len(arrancados) == 1


def test_si_el_ayudante_se_cae_va_en_un_hilo_y_nace_otro(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HISTORIA_APARTE = True
    casa, arrancados = Casa(), con_ayudante(monkeypatch, MUERE)

    async def guion() -> None:
        p = Proyector(casa)  # type: ignore[arg-type]
        for mesa_id in (1, 2):
            p.pedir(mesa_id, Mesa())
            await acabar(p)
            assert p._ayudante is not None
            await p._ayudante.wait()

    asyncio.run(guion())
    assert casa.en_hilos == [1, 2] and len(arrancados) == 2


def test_la_orden_cumple_cada_encargo_y_dice_listo(monkeypatch: pytest.MonkeyPatch) -> None:
    juego = MesaDePrueba(Meta.CIEN).comenzar().acabar_partida()
    primera = juego.mesa
    juego.votar(Eleccion.REVANCHA).acabar_mano()
    encargos = [(1, Mesa()), (2, primera), (3, juego.mesa)]
    hechos: list[tuple[int, Mesa]] = []

    def proyectar(mesa_id: int, _renglones: None, desde: Mesa) -> int:
        hechos.append((mesa_id, desde))
        if mesa_id == 2:
            raise orden.Mesa.DoesNotExist
        return 1

    entrada = b"".join(msgspec.json.encode(encargo) + b"\n" for encargo in encargos)
    salida = io.BytesIO()
    monkeypatch.setattr(orden, "mesa_proyectar", proyectar)
    monkeypatch.setattr(orden.signal, "signal", lambda *_: None)
    monkeypatch.setattr(orden.os, "nice", lambda _: None, raising=False)
    monkeypatch.setattr(orden, "connection", SimpleNamespace(close=lambda: None))
    monkeypatch.setattr(orden.sys, "stdin", SimpleNamespace(buffer=io.BytesIO(entrada)))
    monkeypatch.setattr(orden.sys, "stdout", SimpleNamespace(buffer=salida))
    orden.Command().handle()
    assert hechos == encargos and salida.getvalue() == LISTO * 3
    assert leer_encargo(msgspec.json.encode((2, primera))) == (2, primera)
