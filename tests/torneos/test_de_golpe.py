"""`kill -9` mientras se publica: la partida queda entera o no queda nada, y repetir la orden lo acaba (TO14)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, transaction

from tests.a_la_vez import NOCHE
from tests.config.servidor import direccion_de_la_prueba, entorno
from tests.torneos.de_golpe import ANTES_DE_CONFIRMAR, CONFIRMADA
from tests.torneos.salon import Salon, abrir
from tests.torneos.test_carreras import entero
from torneos.models import Asiento, Ensayo, Mesa, Orden, Partida, Torneo
from torneos.servicios import Persona

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="el proceso que se mata se parte en dos"),
]


class Publica:
    """El proceso que publica y muere donde se le dice."""

    def __init__(self, proceso: "subprocess.Popen[str]") -> None:
        self.proceso = proceso
        assert self._oir() == "listo"

    def _oir(self) -> str:
        assert self.proceso.stdout is not None
        return self.proceso.stdout.readline().strip()

    def y_muere(self, orden: str, punto: object) -> bool:
        """¿Murió? Si no, acabó antes de llegar a ese punto."""
        assert self.proceso.stdin is not None
        self.proceso.stdin.write(f"{orden} {punto}\n")
        self.proceso.stdin.flush()
        return self._oir() == "muerto"


@contextmanager
def publicando(salon: Salon, ensayo: int) -> Iterator[Publica]:
    proceso = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.torneos.de_golpe",
            *map(str, (salon.torneo_id, salon.organiza.cuenta_id, ensayo)),
        ],
        cwd=settings.RAIZ,
        env=entorno(direccion_de_la_prueba(), ENTORNO="demo", DJANGO_SETTINGS_MODULE="config.settings"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Publica(proceso)
    finally:
        assert proceso.stdin is not None
        proceso.stdin.close()
        proceso.wait(30)


def hay(salon: Salon) -> dict[str, int]:
    """Lo que dejó publicar. Toma el torneo: espera a que la base suelte lo que tenía el muerto."""
    with transaction.atomic():
        t = Torneo.objects.select_for_update().get(pk=salon.torneo_id)
        return {
            "partidas": t.partidas.count(),
            "mesas": Mesa.objects.filter(partida__torneo=t).count(),
            "asientos": Asiento.objects.filter(mesa__partida__torneo=t).count(),
            "ensayos": t.ensayos.filter(estado=Ensayo.Estado.LISTO).count(),
            "ordenes": Orden.objects.filter(torneo=t, accion="partida_publicar").count(),
            "rastro": t.sucesos.filter(accion="partida_publicar").count(),
            "en_juego": int(t.estado == Torneo.Estado.EN_JUEGO),
            "dispuesto": t.disposiciones.count(),
        }


def salon_con(personas: int) -> tuple[Salon, int, dict[str, int], dict[str, int]]:
    """Listo para publicar, con su ensayo: cómo está sin nada y cómo debe quedar entero."""
    salon = abrir(personas=0, previstas=9)
    salon.pedir("inscritos_agregar", personas=[Persona(f"Persona {n}") for n in range(personas)], llegaron=True)
    salon.pedir("mesa_forzar", numeros=[1, 2, 3, 4], motivo="Exhibición")
    ensayo = salon.ensayar()
    nada = hay(salon)
    mesas = personas // 4
    todo = {"partidas": 1, "mesas": mesas, "asientos": 4 * mesas, "ensayos": 0, "ordenes": 1, "rastro": 1}
    return salon, ensayo, nada, {**todo, "en_juego": 1, "dispuesto": 0}


def test_muera_donde_muera_no_queda_nada_y_confirmada_queda_entera() -> None:
    """Antes de cada una de las órdenes a la base; de día, de una de cada tres."""
    salon, ensayo, nada, todo = salon_con(8)
    assert nada == {**dict.fromkeys(todo, 0), "ensayos": 1, "dispuesto": 1}
    orden = str(uuid4())
    with publicando(salon, ensayo) as publica:
        punto, quedo = 0, nada
        while quedo == nada:
            punto += 1 if NOCHE else 3
            murio = publica.y_muere(orden, punto)
            quedo = hay(salon)
            assert murio or quedo == todo, f"acabó antes de la orden {punto} sin publicar"
        # la primera que dejó algo murió ya confirmada, al avisar, o acabó antes: lo dejó todo
        assert punto > 20 and quedo == todo, f"en la orden {punto}"
    entero(salon)
    assert salon.pedir("partida_publicar", ensayo=ensayo, id_orden=orden).repetida


@pytest.mark.parametrize(("punto", "queda"), [(ANTES_DE_CONFIRMAR, False), (CONFIRMADA, True)])
def test_el_filo_es_la_confirmacion(punto: str, queda: bool) -> None:
    salon, ensayo, nada, todo = salon_con(8)
    orden = str(uuid4())
    with publicando(salon, ensayo) as publica:
        assert publica.y_muere(orden, punto)
        assert hay(salon) == (todo if queda else nada)
    # la misma orden otra vez: acaba lo que no entró, y no repite lo que sí
    assert salon.pedir("partida_publicar", ensayo=ensayo, id_orden=orden).repetida is queda
    assert hay(salon) == todo


@pytest.mark.noche
def test_de_noche_256_personas_y_la_muerte_a_cualquier_hora() -> None:
    salon, ensayo, nada, todo = salon_con(256)
    orden = str(uuid4())
    with publicando(salon, ensayo) as publica:
        for milisegundos in range(1, 4000, 7):
            muerto = publica.y_muere(orden, f"t{milisegundos}")
            quedo = hay(salon)
            assert quedo in (nada, todo), f"a los {milisegundos} ms"
            if quedo == todo:
                break
            assert muerto
    assert hay(salon) == todo and Partida.objects.get(torneo=salon.torneo_id).hoja["mesas"]
    entero(salon)
    assert connection.vendor == "postgresql"
