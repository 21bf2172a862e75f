"""Por el socket: lo que la otra pareja dice de la hoja, y los números que se recorren al borrar una mano (D370)."""

import pytest

from recreo import servicios
from recreo.vivo import en_hilo
from tests.recreo.mesa import Mesero, dominada
from tests.recreo.test_vivo import Abrir, abrir, anota, m, proceso_nuevo

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
__all__ = ["abrir", "m", "proceso_nuevo"]  # los preparan allá


async def test_lo_que_dice_la_otra_pareja_llega_a_quien_anota_y_caduca_con_la_mano_que_sigue(
    m: Mesero, abrir: Abrir
) -> None:
    await anota(m)
    telefono = await abrir(m, 3)
    await telefono.mirar()
    datos = {"partida": 1, "mesa": 1, "anotadas": 1, "conforme": True}
    await en_hilo(lambda: m.orden(servicios.hoja_revisar, 2, **datos))
    assert "Confirmada por Beto." in (await telefono.recibir())["datos"]["zonas"]["contenido"]
    await en_hilo(lambda: m.anota(dominada(1, 20), por=3))
    contenido = (await telefono.recibir())["datos"]["zonas"]["contenido"]
    assert "Confirmada por Beto." not in contenido and "(antes de que cambiara)" in contenido


async def test_borrar_una_de_en_medio_llega_con_los_numeros_corridos(m: Mesero, abrir: Abrir) -> None:
    await en_hilo(lambda: m.anota_todo([dominada(0, 10), dominada(1, 20), dominada(0, 30)]))
    telefono = await abrir(m, 3)
    await telefono.mirar()
    await en_hilo(lambda: m.orden(servicios.mano_borrar, 1, partida=1, mesa=1, mano=1, revision=1))
    zonas = (await telefono.recibir())["datos"]["zonas"]
    assert 'data-siguiente="4"' in zonas["contenido"] and 'data-numero="3"' in zonas["contenido"]
    assert "Mano 3: ¿cuántos tantos?" in zonas["barra"]
