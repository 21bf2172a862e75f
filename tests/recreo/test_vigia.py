"""El vigía: un aviso perdido llega a todos aunque un teléfono falle o no reciba."""

import asyncio
import contextlib
import logging

import pytest
from asgiref.sync import async_to_sync

from config.vivo import vigia
from recreo import vivo as modulo
from recreo.identidad import Quien
from recreo.vivo import VivoDelRecreo
from tests.recreo.mesa import recreo_de


class Espectador:
    """Mira; según `como`, recibe, falla o se queda atorado."""

    def __init__(self, como: str = "recibe") -> None:
        self.como = como
        self.recibidas: list[int] = []
        self.quien = Quien()

    async def mirar_cambio(self, version: int) -> None:
        if self.como == "falla":
            raise OSError("se fue")
        if self.como == "atorado":
            await asyncio.sleep(60)
        self.recibidas.append(version)


# los hilos del ejecutor cierran las conexiones que otras pruebas dejaron en ellos
@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_un_telefono_que_falla_o_no_recibe_no_detiene_al_vigia(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    version = 7
    monkeypatch.setattr(vigia, "SEGUNDOS_DE_VIGIA", 0.02)
    monkeypatch.setattr(modulo, "SEGUNDOS_DE_REPARTO", 0.02)
    monkeypatch.setattr(modulo, "SEGUNDOS_ENTRE_REPARTOS", 0.02)
    monkeypatch.setattr(modulo.consultas_de_version, "versiones", lambda ids: dict.fromkeys(ids, version))
    uno = VivoDelRecreo()
    sanos = [Espectador(), Espectador()]
    for espectador in (Espectador("falla"), sanos[0], Espectador("atorado"), sanos[1]):
        uno.entrar(1, espectador)
    with caplog.at_level(logging.ERROR):
        async with asyncio.timeout(20):  # dos vueltas: el vigía sigue vivo
            while not all(s.recibidas[:2] == [version, version] for s in sanos):
                await asyncio.sleep(0.01)
    assert "No se pudo poner al día" in caplog.text
    assert uno.vigia.anda
    uno.vigia.terminar()


class CapaQueSeTragaLaCancelacion:
    """Como la de Redis en Python 3.11, cuando la cancelación llega justo al acabar de escribir."""

    async def new_channel(self) -> str:
        return "uno"

    async def group_add(self, grupo: str, canal: str) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)

    async def group_discard(self, grupo: str, canal: str) -> None: ...

    async def receive(self, canal: str) -> dict[str, int]:
        await asyncio.Event().wait()
        return {}


@pytest.mark.asyncio
async def test_si_la_capa_se_traga_la_cancelacion_el_vigia_termina_igual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.vivo.escuchar.get_channel_layer", CapaQueSeTragaLaCancelacion)
    antes = asyncio.all_tasks()
    uno = VivoDelRecreo()
    uno.entrar(1, Espectador())
    for _ in range(5):
        await asyncio.sleep(0)  # ya está en `group_add`
    uno.vigia.terminar()
    _hechas, vivas = await asyncio.wait(asyncio.all_tasks() - antes, timeout=20)
    assert not vivas


@pytest.mark.redis
def test_el_proceso_termina_en_cualquier_momento_de_la_suscripcion() -> None:
    """El lazo que se cierra a medio suscribirse a Redis se cerraba, una vez de cada cuatro, nunca."""

    async def terminar_tras(pasos: int) -> None:
        uno = VivoDelRecreo()
        uno.entrar(1, Espectador())
        for _ in range(pasos):
            await asyncio.sleep(0)

    for pasos in range(50):
        asyncio.run(terminar_tras(pasos))


@pytest.mark.django_db(transaction=True)
def test_lo_de_la_propia_mesa_llega_sin_juntarse_y_lo_de_las_otras_si() -> None:
    m = recreo_de(8)
    uno = VivoDelRecreo()
    estado = async_to_sync(uno.estado)(m.id, 1)
    assert estado.actual is not None
    una, otra = estado.actual.mesas
    sentado = Espectador()
    sentado.quien = m.quienes[una.asientos[1]]
    for mesa, urge in ((una.id, True), (otra.id, False), (0, True)):
        assert uno._le_urge(sentado, {"recreo": estado.id, "version": 99, "mesa": mesa}) is urge
