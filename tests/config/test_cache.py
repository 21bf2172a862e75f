"""Sin Redis se sigue entrando con contraseña: la caché sólo lleva topes de intentos."""

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.core.cache import cache
from django.test import Client

from suscripciones import servicios
from suscripciones.models import Cuenta
from tests.config.servidor import puerto_libre


def redis_en(settings: Any, puerto: int) -> None:
    plazos = {"socket_connect_timeout": 0.3, "socket_timeout": 0.3}
    settings.CACHES = {
        "default": {
            "BACKEND": "config.base.cache.CacheQueAguanta",
            "LOCATION": f"redis://127.0.0.1:{puerto}/0",
            "OPTIONS": plazos,
        }
    }


@pytest.fixture
def colgado() -> Iterator[int]:
    """Algo que acepta y nunca contesta."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as mudo:
        yield mudo.getsockname()[1]


def test_sin_redis_la_cache_sigue_en_el_proceso_y_cada_orden_sirve(settings: Any) -> None:
    redis_en(settings, puerto_libre())
    cache.clear()
    assert cache.get("a") is None and cache.add("a", 1, 60) and not cache.add("a", 2, 60)
    assert (cache.get("a"), cache.incr("a"), cache.has_key("a"), "a" in cache) == (1, 2, True, True)
    cache.set("b", "dos")
    cache.set_many({"c": 3})
    assert cache.get_many(["a", "b", "c"]) == {"a": 2, "b": "dos", "c": 3}
    assert cache.touch("b", 60)
    cache.delete("a")
    cache.delete_many(["b", "c"])
    assert cache.get_many(["a", "b", "c"]) == {}


def test_un_redis_colgado_se_espera_una_vez_y_no_en_cada_orden(settings: Any, colgado: int) -> None:
    redis_en(settings, colgado)
    antes = time.monotonic()
    for n in range(25):
        cache.set("a", n)
        assert cache.get("a") == n

    def desde_otro_hilo() -> None:
        for n in range(25):
            cache.set("b", n)

    hilo = threading.Thread(target=desde_otro_hilo)
    hilo.start()
    hilo.join(60)
    assert time.monotonic() - antes < 10, "setenta y cinco esperas de 0.3 s serían 22"


@pytest.mark.django_db
def test_sin_redis_se_entra_con_contrasena_y_los_topes_siguen(settings: Any, client: Client) -> None:
    redis_en(settings, puerto_libre())
    servicios.cuenta_verificar_correo(Cuenta.objects.create_user("ana@club.mx", "siete-mulas-y-media", nombre="Ana"))
    bien = {"login": "ana@club.mx", "password": "siete-mulas-y-media"}
    respuesta = client.post("/cuenta/login/", bien)
    assert (respuesta.status_code, respuesta["Location"]) == (302, "/recreo/")
    otro = Client()
    for _n in range(9):
        dicho = otro.post("/cuenta/login/", {"login": "ana@club.mx", "password": "mala"}).content.decode()
    assert "Van muchos intentos seguidos. Espera" in dicho
    cache.clear()


@pytest.mark.redis
def test_con_redis_se_guarda_en_redis(settings: Any) -> None:
    cache.set("prueba-de-cache", 7, 30)
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as cliente:
        assert cliente.get(cache.make_key("prueba-de-cache")) == b"7"
    cache.delete("prueba-de-cache")
