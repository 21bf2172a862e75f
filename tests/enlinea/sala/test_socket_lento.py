"""La Sala de quien recibe a ratos, y la que sigue dando vueltas aunque una se caiga."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.sala import consumidor
from enlinea.sala.servicios import presencia
from enlinea.sala.vivo import VivoDeLaSala, en_hilo
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import invita
from tests.enlinea.sala.paginas import Abrir

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


class Atorado(asyncio.Event):
    """Mientras esté puesto, ningún teléfono recibe: el envío espera, como con su búfer lleno, y no sale nada."""

    def __init__(self) -> None:
        super().__init__()
        self.intentos: list[str] = []

    async def intente(self, que: str, veces: int = 1) -> None:
        """Espera a que eso se haya querido mandar tantas veces."""
        async with asyncio.timeout(20):
            while sum(que in texto for texto in self.intentos) < veces:
                await asyncio.sleep(0.02)


@pytest.fixture
def atorado(monkeypatch: pytest.MonkeyPatch) -> Atorado:
    puesto, de_verdad = Atorado(), consumidor.ConsumidorDeSala.send

    async def send(self: Any, text_data: str) -> None:
        if puesto.is_set():
            puesto.intentos.append(text_data)
        while puesto.is_set():
            await asyncio.sleep(0.02)
        await de_verdad(self, text_data=text_data)

    monkeypatch.setattr(consumidor.ConsumidorDeSala, "send", send)
    return puesto


async def test_lo_que_no_pudo_salir_sale_cuando_el_telefono_vuelve_a_recibir(
    abrir: Abrir, atorado: Atorado, monkeypatch: Any
) -> None:
    monkeypatch.setattr("enlinea.sala.vivo.SEGUNDOS_DE_VUELTA", 0.3)
    cuatro = [await en_hilo(suscriptor, n) for n in ("Ana", "Beto", "Caro", "Dani")]
    paginas = [await abrir(c) for c in cuatro]
    await paginas[1].hasta("parcial", "Dani")
    atorado.set()
    await en_hilo(invita, cuatro, timezone.now())
    dicho = {"id_orden": uuid4(), "texto": "¿juegan?", "ahora": timezone.now()}
    await en_hilo(presencia.charla_mandar, cuenta_id=cuatro[0].pk, **dicho)
    # varias vueltas lo intentaron y se cortaron
    await atorado.intente("te invita a jugar", veces=6)
    await atorado.intente("¿juegan?", veces=3)
    atorado.clear()
    datos = (await paginas[1].hasta("parcial", "te invita a jugar"))["datos"]
    lineas = datos["charlas"] or (await paginas[1].hasta("parcial", "¿juegan?"))["datos"]["charlas"]
    assert [linea["texto"] for linea in lineas] == ["¿juegan?"]
    dicho |= {"id_orden": uuid4(), "texto": "otra"}
    await en_hilo(presencia.charla_mandar, cuenta_id=cuatro[0].pk, **dicho)
    lineas = (await paginas[1].hasta("parcial", "otra"))["datos"]["charlas"]
    assert [linea["texto"] for linea in lineas] == ["otra"], "lo que ya salió no se repite"


async def test_quien_vuelve_a_mirar_con_un_envio_a_medias_lo_recibe_todo_y_una_vez(
    abrir: Abrir, atorado: Atorado
) -> None:
    ana, beto = [await en_hilo(suscriptor, n) for n in ("Ana", "Beto")]
    pagina = await abrir(ana)
    await pagina.hasta("parcial", "tuya")
    atorado.set()
    dicho = {"id_orden": uuid4(), "texto": "hola", "ahora": timezone.now()}
    await en_hilo(presencia.charla_mandar, cuenta_id=beto.pk, **dicho)
    await atorado.intente("hola")
    await pagina.mandar("mirar", pantalla="sala")
    await asyncio.sleep(0.1)
    atorado.clear()
    todo = (await pagina.hasta("parcial", "pestanas"))["datos"]
    assert {"donde_sub", "personas", "tuya", "mensajes", "pestanas"} <= todo["zonas"].keys()
    assert [linea["texto"] for linea in todo["charlas"]] == ["hola"]
    assert await pagina.socket.receive_nothing(timeout=2)


async def test_si_algo_tumba_una_vuelta_hay_otra(
    abrir: Abrir, proceso: VivoDeLaSala, monkeypatch: Any, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("enlinea.sala.vivo.SEGUNDOS_DE_VUELTA", 0.2)
    pagina = await abrir(await en_hilo(suscriptor, "Ana"))
    await pagina.hasta("parcial", "tuya")
    leer, veces = proceso._leer, 0

    async def falla() -> Any:
        nonlocal veces
        veces += 1
        if veces <= 2:
            raise KeyError("algo que nadie esperaba")
        return await leer()

    monkeypatch.setattr(proceso, "_leer", falla)
    await abrir(await en_hilo(suscriptor, "Beto"))
    await pagina.hasta("parcial", "Beto")
    assert veces > 2 and "Falló una vuelta de la Sala" in caplog.text
