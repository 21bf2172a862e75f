"""Doscientos clientes exactos buscan, se sientan, se levantan y corren por el último lugar, a la vez (EL2, D641).

Exactos: cada uno lleva en su cuenta lo que se le contestó, y al terminar cada ronda se coteja con la base. De noche,
los doscientos; de día, veinticuatro.
"""

import os
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios import abiertas, enlaces
from enlinea.sala.servicios.armado import Armada
from suscripciones.models import Cuenta
from tests.enlinea.sala.ayudas import reunidos
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")
CONEXIONES = 40
"""Las que caben en un PostgreSQL común; los demás esperan su turno, como en la casa."""
PLAZO = 900
ESPERADOS = {"mesa_llena", "mesa_ya_no_esta", "mesa_ya_lista", "ya_tienes_mesa", "enlace_no_vale", "mesa_inexistente"}


@dataclass
class Cliente:
    """Lo que esa persona cree: en qué mesa está, por lo último que se le contestó."""

    cuenta: Cuenta
    azar: random.Random
    mesa: int = 0

    def hacer(self, ahora: datetime) -> str:
        """Una cosa al azar; devuelve qué pasó."""
        que = self.azar.choices(("buscar", "tomar", "dejar", "abrir", "enlace"), (40, 20, 20, 8, 12))[0]
        try:
            quedo = getattr(self, que)(ahora)
        except ErrorDeServicio as error:
            assert error.codigo in ESPERADOS, (que, error.codigo)
            return f"{que}: {error.codigo}"
        if isinstance(quedo, Armada):
            self.mesa = 0 if que == "dejar" else quedo.mesa_id
        return que

    def buscar(self, ahora: datetime) -> Armada:
        meta = self.azar.choice(("100", "200"))
        return abiertas.lugar_buscar(cuenta_id=self.cuenta.pk, meta=meta, modo="normal", ahora=ahora)

    def tomar(self, ahora: datetime) -> Armada | None:
        """El último lugar de la que más gente tenga: es por el que corren varios."""
        libres = Mesa.objects.filter(estado="abierta", solo_enlace=False).values_list("pk", flat=True)
        cual = max(libres, key=lambda m: (Lugar.objects.filter(mesa=m).count(), m), default=None)
        return cual and abiertas.lugar_tomar(mesa_id=cual, cuenta_id=self.cuenta.pk, ahora=ahora)

    def dejar(self, ahora: datetime) -> Armada | None:
        if not self.mesa:
            return None
        return abiertas.lugar_dejar(mesa_id=self.mesa, cuenta_id=self.cuenta.pk, ahora=ahora)

    def abrir(self, ahora: datetime) -> Armada | None:
        if self.mesa:
            return None
        return abiertas.mesa_abrir(
            cuenta_id=self.cuenta.pk,
            id_orden=uuid4(),
            nombre="X",
            meta="100",
            modo="normal",
            se_mira=False,
            ahora=ahora,
        )

    def enlace(self, ahora: datetime) -> Armada | None:
        enlace = Mesa.objects.filter(estado="abierta", enlace__isnull=False).values_list("enlace", flat=True).first()
        return enlace and enlaces.lugar_tomar_por_enlace(enlace=enlace, cuenta_id=self.cuenta.pk, ahora=ahora)


def a_la_vez(clientes: list[Cliente], ahora: datetime) -> list[str]:
    """Una ronda: todos hacen algo, de cuarenta en cuarenta conexiones."""
    salida = threading.Barrier(min(CONEXIONES, len(clientes)))
    suyo = threading.local()

    def correr(cliente: Cliente) -> str:
        if not hasattr(suyo, "listo"):
            suyo.listo = True
            salida.wait(PLAZO)
        try:
            return cliente.hacer(ahora)
        finally:
            connection.close()

    with ThreadPoolExecutor(salida.parties) as hilos:
        return [futuro.result(PLAZO) for futuro in [hilos.submit(correr, c) for c in clientes]]


def cotejar(clientes: list[Cliente]) -> None:
    """Nadie en dos mesas, nadie perdido: cada quien está donde se le dijo, y las mesas están enteras."""
    lugares: Any = list(Lugar.objects.filter(activo=True).values_list("cuenta_id", "mesa_id"))
    donde = dict(lugares)
    assert len(donde) == len(lugares), "alguien está en dos mesas"
    for c in clientes:
        assert donde.get(c.cuenta.pk, 0) == c.mesa, (c.cuenta.pk, donde.get(c.cuenta.pk), c.mesa)
    for mesa in Mesa.objects.prefetch_related("lugares"):
        suyos = sorted(mesa.lugares.all(), key=lambda lugar: lugar.asiento)
        assert len(suyos) in {"lista": (4,), "abierta": (1, 2, 3), "cancelada": (0,)}[mesa.estado], mesa.estado
        assert len({lugar.asiento for lugar in suyos}) == len(suyos)
        if suyos:
            assert (suyos[0].asiento, suyos[0].cuenta_id) == (0, mesa.organizador_id)


def _rondas(cuantos: int, rondas: int, semilla: int) -> dict[str, int]:
    ahora = timezone.now()
    gente = reunidos(ahora, [f"Persona {n}" for n in range(cuantos)])
    pasos: dict[str, int] = {}
    for ronda in range(rondas):
        clientes = [Cliente(c, random.Random(f"{semilla}.{ronda}.{c.pk}")) for c in gente]
        for _vez in range(3):
            for que in a_la_vez(clientes, ahora):
                pasos[que] = pasos.get(que, 0) + 1
            cotejar(clientes)
        # los que quedaron fuera buscan: nadie se queda sin mesa, y las que esperan son las menos
        _todos_adentro(clientes, ahora)
        cotejar(clientes)
        Lugar.objects.all().delete()
        Mesa.objects.all().delete()
    return pasos


def _todos_adentro(clientes: list[Cliente], ahora: datetime) -> None:
    for c in clientes:
        if not c.mesa:
            c.mesa = abiertas.lugar_buscar(cuenta_id=c.cuenta.pk, meta="100", modo="normal", ahora=ahora).mesa_id
    assert Lugar.objects.filter(activo=True).count() == len(clientes)


def test_veinticuatro_a_la_vez() -> None:
    pasos = _rondas(24, 1, 641)
    assert {"buscar", "tomar", "dejar"} <= set(pasos)


@pytest.mark.noche
def test_doscientos_a_la_vez() -> None:
    pasos = _rondas(200, int(os.environ.get("RONDAS", "5")), 642)
    assert sum(pasos.values()) == 200 * 3 * int(os.environ.get("RONDAS", "5"))
    assert any(que.endswith("mesa_llena") for que in pasos), "nadie corrió por el último lugar"
    print(pasos)
