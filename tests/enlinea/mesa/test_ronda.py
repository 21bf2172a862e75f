"""La ronda de cada segundo pasa por todas las mesas sin volverse una pausa para quien está jugando."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import DatabaseError

from enlinea.mesa import ronda as modulo
from enlinea.mesa.preguntas import Preguntas, Presentes
from enlinea.mesa.pulso import Pulso
from enlinea.mesa.ronda import Ronda

pytestmark = pytest.mark.asyncio
CUANTAS = 40


def ronda_de(mesas: int, **piezas: Any) -> Ronda:
    """Con sólo las piezas que la prueba usa."""
    vivas: Any = {n: SimpleNamespace(id=n) for n in range(mesas)}
    ninguna: Any = dict.fromkeys(("preguntas", "presencia", "otros", "tarjetas", "relectura", "mesas"))
    return Ronda(vivas, {}, pulso=Pulso(), **{**ninguna, **piezas})


async def test_la_vuelta_se_reparte_en_partes_y_todas_pasan_una_vez(monkeypatch: pytest.MonkeyPatch) -> None:
    """De una vez, con mil mesas, la base se ocupaba decenas de milisegundos cada segundo y las frenaba a todas."""
    monkeypatch.setattr(modulo, "PARTE", 15)
    monkeypatch.setattr(modulo, "REPARTO", 0.3)
    ronda = ronda_de(CUANTAS)
    empezo = asyncio.get_running_loop().time()
    partes = [[mesa.id for mesa in parte] async for parte in ronda._por_partes()]
    assert [len(parte) for parte in partes] == [15, 15, 10]
    assert [mesa for parte in partes for mesa in parte] == list(range(CUANTAS))
    assert asyncio.get_running_loop().time() - empezo > 0.18, "dos pausas de un tercio"


async def test_dentro_de_una_parte_se_juega_entre_mesa_y_mesa(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modulo, "TROZO", -1.0)  # cada mesa, un trozo
    ronda = ronda_de(CUANTAS)
    vivas: Any = ronda._vivas
    vistas: list[int] = []
    jugadas: list[int] = []

    async def jugar() -> None:
        while True:
            jugadas.append(len(vistas))
            await asyncio.sleep(0)

    jugando = asyncio.ensure_future(jugar())
    async for mesa in ronda._por_trozos(list(vivas.values())):
        vistas.append(mesa.id)
        vivas.pop(CUANTAS - 1, None)
    jugando.cancel()
    assert vistas == list(range(CUANTAS - 1)), "todas una vez, menos la que se soltó entretanto"
    assert set(jugadas) >= set(range(CUANTAS - 1)), "se jugó antes de cada una"


async def test_si_la_base_falla_en_una_parte_las_demas_se_revisan_y_no_se_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Con la base caída se sigue cortando a quien no lee, y ningún otro proceso cree que éste está bien."""
    monkeypatch.setattr(modulo, "PARTE", 15)
    monkeypatch.setattr(modulo, "REPARTO", 0.0)
    sin_base: Any = SimpleNamespace(soltar=lambda: None)
    ronda = ronda_de(CUANTAS, preguntas=sin_base, presencia=SimpleNamespace(falla_nuestra=lambda: False))
    revisadas: list[int] = []

    async def revisar(parte: Any, nuestra: bool) -> None:
        revisadas.extend(mesa.id for mesa in parte)
        if parte[0].id == 0:
            raise DatabaseError("se cayó")

    def latir() -> None:
        raise AssertionError("latió sin base")

    monkeypatch.setattr(ronda, "_revisar", revisar)
    monkeypatch.setattr(ronda, "_latir_en_la_base", latir)
    with pytest.raises(DatabaseError, match="se cayó"):
        await ronda._dar()
    assert revisadas == list(range(CUANTAS))


@pytest.mark.parametrize(("solo", "miradas"), [(True, 2), (False, 10)])
async def test_sin_otros_procesos_mira_si_alguien_se_adelanto_una_de_cada_cinco(solo: bool, miradas: int) -> None:
    vistas: list[dict[int, int]] = []

    class Base:
        def adelantadas(self, sabidos: dict[int, int]) -> dict[int, int]:
            vistas.append(sabidos)
            return {}

    abrir: Any = Base
    ronda = ronda_de(0, otros=SimpleNamespace(solo=solo), preguntas=Preguntas(abrir))
    presentes = Presentes(0)
    presentes.sabidos = {7: 41}
    for _ in range(10):
        assert ronda._preguntar(presentes).adelantadas == {}
        ronda._vuelta += 1
    assert vistas == [{7: 41}] * miradas
