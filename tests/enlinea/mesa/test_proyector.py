"""La fila de la historia: cada partida acabada se encarga una vez, y si el ayudante se cae va en un hilo (EL10)."""

import asyncio
import io
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import DatabaseError

from enlinea.management.commands import historia as orden
from enlinea.mesa import proyector as modulo
from enlinea.mesa.proyector import LISTO, LOTE, Encargo, Proyector, escribir_encargos, leer_encargos
from enlinea.mesa.tareas import Tareas
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Eleccion
from reglas.tipos import Meta
from tests.reglas.partidas import MesaDePrueba

CUMPLE = """
import sys
for renglon in sys.stdin.buffer:
    print(renglon.decode().strip(), file=open(sys.argv[1], "a"))
    print("listo", flush=True)
"""
CALLA = "import sys; sys.stdin.buffer.read()"
MUERE = "import sys; sys.stdin.buffer.readline()"


class Hilos:
    """En lugar de los hilos: anota lo que va en uno."""

    def __init__(self) -> None:
        self.en_hilos: list[int] = []

    async def en_hilo(self, _funcion: Any, lote: list[Encargo]) -> None:
        ((mesa_id, _desde),) = lote
        await asyncio.sleep(0.01)
        self.en_hilos.append(mesa_id)
        if mesa_id == 13:
            raise RuntimeError("esta mesa no se deja")


async def acabar(p: Proyector) -> None:
    async with asyncio.timeout(20):
        while p._faltan or not (p._corre is None or p._corre.done()):
            await asyncio.sleep(0.01)


@pytest.fixture
def hilos(monkeypatch: pytest.MonkeyPatch) -> Hilos:
    unos = Hilos()
    monkeypatch.setattr(modulo, "en_hilo", unos.en_hilo)
    return unos


@pytest.fixture(autouse=True)
def poca_calma(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modulo, "CALMA", 0.1)


def con_ayudante(monkeypatch: pytest.MonkeyPatch, guion: str, recibido: str = "") -> list[int]:
    """En lugar de `manage.py historia`, este guion, que apunta lo que recibe; devuelve los que se arrancaron."""
    arrancados: list[int] = []
    de_verdad = asyncio.create_subprocess_exec

    async def crear(*_orden: str, **opciones: Any) -> Any:
        proceso = await de_verdad(sys.executable, "-c", guion, recibido, **opciones)
        arrancados.append(proceso.pid)
        return proceso

    monkeypatch.setattr(modulo.asyncio, "create_subprocess_exec", crear)
    return arrancados


def test_sin_repetir_la_que_espera_y_una_falla_no_para_la_fila(settings: Any, hilos: Hilos) -> None:
    settings.HISTORIA_APARTE = False

    async def guion() -> None:
        p = Proyector(Tareas())
        for mesa_id in (7, 13, 8, 8, 9):
            p.pedir(mesa_id, Mesa())
        await acabar(p)
        p.pedir(8, Mesa())
        await acabar(p)

    asyncio.run(guion())
    assert hilos.en_hilos == [7, 13, 8, 9, 8]


def test_la_primera_va_sola_y_las_que_siguen_se_juntan(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, hilos: Hilos
) -> None:
    settings.HISTORIA_APARTE = True
    arrancados = con_ayudante(monkeypatch, CUMPLE, str(tmp_path / "lotes"))

    async def guion() -> None:
        p = Proyector(Tareas())
        for mesa_id in range(3 + LOTE):
            p.pedir(mesa_id, MesaDePrueba(Meta.CIEN).comenzar().mesa)
            await asyncio.sleep(0)
        await acabar(p)
        ayudante = p._ayudante
        assert ayudante is not None and ayudante.returncode is None
        p.parar()
        async with asyncio.timeout(20):
            assert await ayudante.wait() == 0

    asyncio.run(guion())
    lotes = [[mesa_id for mesa_id, _ in leer_encargos(r)] for r in (tmp_path / "lotes").read_bytes().splitlines()]
    assert lotes == [[0], [*range(1, 1 + LOTE)], [1 + LOTE, 2 + LOTE]]
    assert hilos.en_hilos == [] and len(arrancados) == 1


def test_al_terminar_el_proceso_no_se_espera_la_calma(
    settings: Any, monkeypatch: pytest.MonkeyPatch, hilos: Hilos
) -> None:
    settings.HISTORIA_APARTE = False
    monkeypatch.setattr(modulo, "CALMA", 3_600.0)

    async def guion() -> None:
        p = Proyector(Tareas())
        p.pedir(1, Mesa())
        async with asyncio.timeout(20):
            while not hilos.en_hilos:
                await asyncio.sleep(0.01)
        p.pedir(2, Mesa())
        await asyncio.sleep(0.05)
        assert hilos.en_hilos == [1]
        p.apurar()
        await acabar(p)

    asyncio.run(guion())
    assert hilos.en_hilos == [1, 2]


def test_al_parar_con_un_lote_a_medias_no_se_empieza_otro(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Le escribía a un ayudante que ya no oye, y el registro acababa con un error."""
    settings.HISTORIA_APARTE = True
    con_ayudante(monkeypatch, CALLA)

    async def guion() -> None:
        tareas = Tareas()
        p = Proyector(tareas)
        p.pedir(1, Mesa())
        async with asyncio.timeout(10):
            while p._ayudante is None:
                await asyncio.sleep(0.01)
        p.pedir(2, Mesa())
        a_medias = p._corre
        p.apurar()
        tareas.cancelar()
        p.parar()
        await asyncio.sleep(0.05)
        assert p._corre is a_medias and a_medias is not None and a_medias.cancelled()
        async with asyncio.timeout(10):
            assert await p._ayudante.wait() == 0

    asyncio.run(guion())


def test_si_el_ayudante_se_cae_va_en_un_hilo_y_nace_otro(
    settings: Any, monkeypatch: pytest.MonkeyPatch, hilos: Hilos
) -> None:
    settings.HISTORIA_APARTE = True
    arrancados = con_ayudante(monkeypatch, MUERE)

    async def guion() -> None:
        p = Proyector(Tareas())
        for mesa_id in (1, 2):
            p.pedir(mesa_id, Mesa())
            await acabar(p)
            assert p._ayudante is not None
            await p._ayudante.wait()

    asyncio.run(guion())
    assert hilos.en_hilos == [1, 2] and len(arrancados) == 2


def test_si_el_ayudante_no_puede_nacer_va_en_un_hilo(
    settings: Any, monkeypatch: pytest.MonkeyPatch, hilos: Hilos
) -> None:
    settings.HISTORIA_APARTE = True

    async def no_se_puede(*_orden: str, **_opciones: Any) -> Any:
        raise OSError("no hay memoria")

    monkeypatch.setattr(modulo.asyncio, "create_subprocess_exec", no_se_puede)

    async def guion() -> None:
        p = Proyector(Tareas())
        for mesa_id in (1, 2):
            p.pedir(mesa_id, Mesa())
        await acabar(p)

    asyncio.run(guion())
    assert hilos.en_hilos == [1, 2]


def test_la_orden_cumple_cada_lote_y_si_no_puede_va_de_una_en_una(monkeypatch: pytest.MonkeyPatch) -> None:
    juego = MesaDePrueba(Meta.CIEN).comenzar().acabar_partida()
    primera = juego.mesa
    juego.votar(Eleccion.REVANCHA).acabar_mano()
    lotes: list[list[Encargo]] = [[(1, Mesa())], [(1, Mesa()), (2, primera), (3, juego.mesa)]]
    hechos: list[list[Encargo]] = []

    def proyectar(lote: list[Encargo]) -> int:
        hechos.append(lote)
        if 2 in [mesa_id for mesa_id, _ in lote]:
            raise DatabaseError
        return len(lote)

    entrada = b"".join(escribir_encargos(lote) + b"\n" for lote in lotes)
    salida = io.BytesIO()
    monkeypatch.setattr(orden, "mesas_proyectar", proyectar)
    monkeypatch.setattr(orden.signal, "signal", lambda *_: None)
    monkeypatch.setattr(orden.os, "nice", lambda _: None, raising=False)
    monkeypatch.setattr(orden, "connection", SimpleNamespace(close=lambda: None))
    monkeypatch.setattr(orden.sys, "stdin", SimpleNamespace(buffer=io.BytesIO(entrada)))
    monkeypatch.setattr(orden.sys, "stdout", SimpleNamespace(buffer=salida))
    orden.Command().handle()
    assert hechos == [*lotes, *([encargo] for encargo in lotes[1])] and salida.getvalue() == LISTO * 2
