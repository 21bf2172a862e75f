"""A la vez: varias pestañas que practican y varios procesos que guardan la misma partida."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar
from uuid import uuid4

import pytest
from django.db import connection

from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import Jugador, Mesa, Partida
from enlinea.sala.servicios.practica import practica_abrir
from tests.enlinea.mesas import de_prueba, los_cuatro, renglones_de, sentar, suscriptor

pytestmark = pytest.mark.django_db(transaction=True)
T = TypeVar("T")
CUANTOS = 4


def a_la_vez(hacer: Callable[[], T]) -> list[T]:
    """Lo mismo en varios hilos, cada uno con su conexión."""
    salida = Barrier(CUANTOS)

    def uno(_n: int) -> T:
        salida.wait(10)
        try:
            return hacer()
        finally:
            connection.close()

    with ThreadPoolExecutor(CUANTOS) as hilos:
        return list(hilos.map(uno, range(CUANTOS)))


def test_varias_pestanas_practican_y_hay_una_sola_mesa():
    mari = suscriptor("Mari")
    abiertas = a_la_vez(lambda: practica_abrir(cuenta_id=mari.pk, id_orden=uuid4()))
    assert len({abierta.mesa_id for abierta in abiertas}) == 1
    assert sum(abierta.nueva for abierta in abiertas) == 1
    assert Mesa.objects.count() == 1


def test_varios_procesos_guardan_la_partida_una_sola_vez():
    mesa = sentar(los_cuatro())
    renglones = renglones_de(mesa, de_prueba(mesa).comenzar().acabar_partida())
    assert sum(a_la_vez(lambda: mesa_proyectar(mesa.pk, renglones))) == 1
    assert (Partida.objects.count(), Jugador.objects.count()) == (1, 4)
