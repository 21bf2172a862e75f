"""Avisar sin hacer esperar a quien pide."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from config.vivo import publicar, tareas

AVISO = {"type": "sala.cambio"}


class Capa:
    """Una capa de canales que se cuelga en el primer envío hasta que se le suelte, falla o anota."""

    def __init__(self, *, cuelga: bool = False, falla: Exception | None = None) -> None:
        self.falla = falla
        self.suelta = threading.Event()
        if not cuelga:
            self.suelta.set()
        self.mandados: list[tuple[str, dict[str, Any]]] = []
        self.a_la_vez = self.llamadas = 0

    async def group_send(self, grupo: str, aviso: dict[str, Any]) -> None:
        self.llamadas += 1
        self.a_la_vez += 1
        assert self.a_la_vez == 1, "los de Redis se forman: más de uno es gastar"
        try:
            await asyncio.sleep(0)
            while not self.suelta.is_set():
                await asyncio.sleep(0.01)
        finally:
            self.a_la_vez -= 1
        if self.falla is not None:
            raise self.falla
        self.mandados.append((grupo, aviso))


@pytest.fixture
def poner(monkeypatch: pytest.MonkeyPatch) -> Any:
    def de(capa: Capa | None) -> Capa | None:
        monkeypatch.setattr(publicar, "get_channel_layer", lambda: capa)
        return capa

    return de


@pytest.fixture
def sirviendo() -> Iterator[asyncio.AbstractEventLoop]:
    """Un proceso que sirve: su lazo corre en otro hilo."""
    bucle = asyncio.new_event_loop()
    hilo = threading.Thread(target=bucle.run_forever)
    hilo.start()

    async def arrancar() -> None:
        tareas.arrancar([])

    asyncio.run_coroutine_threadsafe(arrancar(), bucle).result(20)
    yield bucle
    asyncio.run_coroutine_threadsafe(tareas.parar(), bucle).result(20)
    bucle.call_soon_threadsafe(bucle.stop)
    hilo.join(20)
    bucle.close()


def hasta(condicion: Any) -> None:
    limite = time.monotonic() + 20
    while not condicion() and time.monotonic() < limite:
        time.sleep(0.01)
    assert condicion()


def test_sin_servidor_espera_y_dice_lo_que_fallo(poner: Any) -> None:
    capa = poner(Capa())
    publicar.difundir("sala", AVISO)
    assert capa.mandados == [("sala", AVISO)]
    poner(Capa(falla=OSError("sin Redis")))
    with pytest.raises(OSError, match="sin Redis"):
        publicar.difundir("sala", AVISO)


def test_sin_capa_no_hay_nada_que_hacer(poner: Any) -> None:
    poner(None)
    publicar.difundir("sala", AVISO)


@pytest.mark.usefixtures("sirviendo")
def test_con_redis_colgado_quien_pide_no_espera(poner: Any) -> None:
    capa = poner(Capa(cuelga=True))
    for version in range(20):
        publicar.difundir("recreos", {"type": "recreo.cambio", "recreo": 1, "version": version})
    assert capa.mandados == [], "se volvió de los veinte sin que la capa contestara"
    capa.suelta.set()
    hasta(lambda: len(capa.mandados) == 20)
    assert [aviso["version"] for _, aviso in capa.mandados] == [*range(20)]


@pytest.mark.usefixtures("sirviendo")
def test_con_redis_colgado_no_se_junta_sin_fin_y_se_dice_una_vez(poner: Any, caplog: pytest.LogCaptureFixture) -> None:
    capa, de_mas = poner(Capa(cuelga=True)), 300
    with caplog.at_level(logging.WARNING, publicar.__name__):
        for n in range(publicar.ESPERAN + de_mas):
            publicar.difundir("recreos", {"type": "recreo.cambio", "recreo": n, "version": 1})
            publicar.difundir("sala", AVISO)
        hasta(lambda: len(caplog.records) > 0)
        capa.suelta.set()
        hasta(lambda: len(capa.mandados) == publicar.ESPERAN + 1)
    assert capa.mandados[-1][1]["recreo"] == publicar.ESPERAN + de_mas - 1, "se tira lo más viejo"
    assert len(caplog.records) == 1, caplog.text


@pytest.mark.usefixtures("sirviendo")
def test_lo_que_falla_en_el_servidor_se_anota(poner: Any, caplog: pytest.LogCaptureFixture) -> None:
    poner(Capa(falla=OSError("sin Redis")))
    with caplog.at_level(logging.WARNING, publicar.__name__):
        publicar.difundir("sala", AVISO)
        hasta(lambda: "No se pudo avisar a la capa de canales" in caplog.text)
