"""`/salud` dice si responden la base y la capa."""

import pytest
from django.conf import LazySettings
from django.db import OperationalError
from django.test import Client

from config.servidor import salud

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def sin_memoria(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(salud, "_ultimo", None)


def test_con_todo_en_orden_responde_200_sin_cuenta(client: Client) -> None:
    respuesta = client.get("/salud")
    assert respuesta.status_code == 200
    assert respuesta.json() == {"estado": "bien", "base": "bien", "capa": "bien"}
    assert respuesta["Cache-Control"] == "no-store"


def test_sin_base_responde_503_y_no_cuenta_por_que(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def caida() -> None:
        raise OperationalError("contraseña de la base: secreta")

    monkeypatch.setattr(salud, "_base", caida)
    respuesta = client.get("/salud")
    assert respuesta.status_code == 503
    assert respuesta.json() == {"estado": "mal", "base": "mal", "capa": "bien"}


def test_sin_redis_responde_503(client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    respuesta = client.get("/salud")
    assert respuesta.status_code == 503
    assert respuesta.json()["capa"] == "mal"


@pytest.mark.redis
def test_con_redis_de_verdad_responde_200(client: Client) -> None:
    assert client.get("/salud").json()["capa"] == "bien"


def test_la_base_lenta_no_cuelga_la_respuesta(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    async def lenta() -> None:
        await asyncio.sleep(30)

    monkeypatch.setattr(salud, "ESPERA", 0.05)
    monkeypatch.setattr(salud, "_base", lenta)
    assert client.get("/salud").json()["base"] == "mal"


def test_mil_preguntas_seguidas_no_cargan_la_base(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    veces = 0

    async def contada() -> None:
        nonlocal veces
        veces += 1

    monkeypatch.setattr(salud, "_base", contada)
    monkeypatch.setattr(salud, "VIGENCIA", 60)
    for _ in range(10):
        client.get("/salud")
    assert veces == 1
