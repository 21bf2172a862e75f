"""Dos que hablan a la vez: quien recibe primero el mensaje de número mayor recibe también el otro (EL1, 002 §2.8)."""

import asyncio
import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from enlinea import difusion
from enlinea.models import Charla
from enlinea.sala.servicios import presencia
from enlinea.sala.vivo import en_hilo
from suscripciones.models import Cuenta
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.paginas import Abrir, Pagina

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def reunidas(abrir: Abrir) -> tuple[Cuenta, Cuenta, Pagina]:
    """Dos que hablan y una que lee."""
    ana, beto, caro = [await en_hilo(suscriptor, n) for n in ("Ana", "Beto", "Caro")]
    pagina = await abrir(caro)
    await pagina.hasta("parcial", "tuya")
    return ana, beto, pagina


def dice(cuenta: Cuenta, texto: str) -> int:
    return presencia.charla_mandar(cuenta_id=cuenta.pk, id_orden=uuid4(), texto=texto, ahora=timezone.now())


async def oye(pagina: Pagina, texto: str) -> list[str]:
    return [linea["texto"] for linea in (await pagina.hasta("parcial", texto))["datos"]["charlas"]]


async def test_el_numero_menor_que_aparece_despues_tambien_sale_y_una_vez(abrir: Abrir) -> None:
    ana, beto, pagina = await reunidas(abrir)

    def aparece(numero: int, cuenta: Cuenta, texto: str) -> None:
        Charla.objects.create(id=numero, autor=cuenta, nombre="x", texto=texto, id_orden=uuid4())
        difusion.avisar()

    await en_hilo(aparece, 11, beto, "segundo")
    assert await oye(pagina, "segundo") == ["segundo"]
    await en_hilo(aparece, 10, ana, "primero")
    assert await oye(pagina, "primero") == ["primero"]
    await en_hilo(aparece, 12, ana, "tercero")
    assert await oye(pagina, "tercero") == ["tercero"]


@pytest.mark.postgres
async def test_quien_confirma_despues_con_numero_menor_no_se_pierde(abrir: Abrir) -> None:
    """Con dos conexiones de verdad: Ana toma su número, Beto el siguiente, y Beto confirma antes."""
    ana, beto, pagina = await reunidas(abrir)
    escrito, suelta = threading.Event(), threading.Event()
    numeros: list[int] = []

    def a_medias() -> None:
        try:
            with transaction.atomic():
                numeros.append(dice(ana, "primero"))
                escrito.set()
                suelta.wait(20)
        finally:
            connection.close()

    hilo: Any = asyncio.create_task(asyncio.to_thread(a_medias))
    assert await asyncio.to_thread(escrito.wait, 20)
    numeros.append(await en_hilo(dice, beto, "segundo"))
    assert await oye(pagina, "segundo") == ["segundo"]
    suelta.set()
    await hilo
    assert await oye(pagina, "primero") == ["primero"]
    assert numeros == sorted(numeros)
