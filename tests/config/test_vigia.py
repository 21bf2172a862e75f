"""El vigía reparte al momento, junta lo que llega seguido y no hace esperar a quien le urge."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from config.base.sesiones import Sesion
from config.vivo.hilos import Hilos
from config.vivo.vigia import QueSeMira, Vigia

pytestmark = pytest.mark.asyncio
ENTRE = 0.2


class Pantalla:
    """Apunta qué versiones le llegaron."""

    def __init__(self, *, urge: bool = False) -> None:
        self.sesion, self.latido, self.urge = "", 0.0, urge
        self.recibidas: list[int] = []
        self.expulsada = ""

    async def expulsar(self, codigo: str) -> None:
        self.expulsada = codigo

    async def mirar_cambio(self, version: int) -> None:
        self.recibidas.append(version)


def vigia_de(soltadas: list[int]) -> Vigia[Pantalla]:
    def le_urge(una: Pantalla, _aviso: Mapping[str, Any]) -> bool:
        return una.urge

    def sigue(_una: Pantalla, _sesion: Sesion | None) -> bool:
        return True

    return Vigia(
        QueSeMira(
            nombre="una cosa", grupo="cosas", campo="cosa", version=lambda _cual: 0, versiones=dict.fromkeys,
            cuenta=lambda _una: None, sigue=sigue, apagadas=lambda cuentas: cuentas, soltar=soltadas.append,
            en_hilo=Hilos("prueba", 1), registro=logging.getLogger(__name__), reparto=1.0, entre=ENTRE, urge=le_urge,
        )
    )  # fmt: skip


async def hasta(que: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not que():
            await asyncio.sleep(0.01)


async def test_al_momento_y_luego_junto_salvo_a_quien_le_urge() -> None:
    vigia = vigia_de([])
    lejos, cerca = Pantalla(), Pantalla(urge=True)
    for una in (lejos, cerca):
        vigia.entrar(1, una)
    for version in (1, 2, 3, 4):
        vigia._oir({"cosa": 1, "version": version})
        await asyncio.sleep(0)
    await hasta(lambda: lejos.recibidas[-1:] == [4])
    assert len(lejos.recibidas) == 2, "el primero al momento; los demás, juntos"
    assert set(cerca.recibidas) >= {2, 3, 4}
    vigia.terminar()


async def test_lo_que_ya_se_sabe_no_se_reparte_otra_vez() -> None:
    vigia = vigia_de([])
    una = Pantalla()
    vigia.entrar(1, una)
    vigia._oir({"cosa": 1, "version": 0})
    vigia._oir({"cosa": 2, "version": 5})
    vigia._oir({"cosa": 1, "version": 1})
    await hasta(lambda: not vigia._por_repartir)
    assert una.recibidas == [1]
    vigia.terminar()


async def test_con_el_ultimo_se_suelta_lo_recordado() -> None:
    soltadas: list[int] = []
    vigia = vigia_de(soltadas)
    una, otra = Pantalla(), Pantalla()
    vigia.entrar(1, una)
    vigia.entrar(1, otra)
    vigia.salir(1, una)
    vigia.salir(9, una)
    assert soltadas == []
    vigia.salir(1, otra)
    vigia.salir(1, otra)
    assert soltadas == [1] and vigia.quienes() == []
    vigia.terminar()
