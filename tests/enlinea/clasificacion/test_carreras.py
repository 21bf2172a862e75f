"""A la vez, con conexiones de verdad: cada partida se suma una vez y el orden guardado explica lo que quedó (ES2)."""

import random
import uuid

import pytest
from django.utils import timezone

from enlinea.clasificacion.servicios import puntos
from enlinea.clasificacion.servicios.recalculo import clasificacion_recalcular
from enlinea.models import Clasificado, Partida, PuntosDePartida, TablaDeClasificacion
from suscripciones.models import Cuenta
from suscripciones.servicios import cuentas_demo_crear, suscripcion_registrar
from tests.a_la_vez import vueltas
from tests.enlinea.clasificacion.ayudas import cuentas_nuevas, inscribir, inscritos, jugada
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")


def test_varios_procesos_suman_la_misma_partida_una_vez() -> None:
    cuentas = inscritos(7)
    for vuelta in range(1, vueltas(10) + 1):
        jugada(cuentas[:4], 0, (100, 40))
        assert sum(a_la_vez(*[puntos.partidas_sumar] * 4)) == 1
        assert TablaDeClasificacion.objects.get().aplicadas == vuelta
    assert PuntosDePartida.objects.count() == 4 * vuelta
    assert clasificacion_recalcular(corregir=False).coincide


def test_empezar_la_clasificacion_a_la_vez_la_empieza_una_vez() -> None:
    cuentas = cuentas_nuevas(7)
    inscribir(*cuentas, avisar=False)
    jugada(cuentas[:4], 0, (100, 40))
    a_la_vez(
        puntos.poner_al_dia,
        puntos.poner_al_dia,
        puntos.partidas_sumar,
        lambda: puntos.inscripciones_actualizar(cuentas),
    )
    assert (TablaDeClasificacion.objects.get().inscritos, Partida.objects.get().orden_de_puntos) == (7, 1)
    assert clasificacion_recalcular(corregir=False).coincide


def test_muchas_partidas_y_altas_a_la_vez_y_recalcular_da_lo_mismo() -> None:
    cuentas_demo_crear()
    admin, azar = Cuenta.objects.get(email="admin@demo.mx").pk, random.Random(4)
    cuentas, nuevas = inscritos(12), cuentas_nuevas(24)
    for _vuelta in range(vueltas(4)):

        def partida() -> int:
            ganadora = azar.randrange(2)
            tantos = (100, azar.randrange(100))
            jugada(azar.sample(cuentas, 4), ganadora, tantos if ganadora == 0 else tantos[::-1])
            return puntos.partidas_sumar()

        def alta(cuenta: int) -> None:
            suscripcion_registrar(
                cuenta_id=cuenta, plan="anual", registrada_por_id=admin, ahora=timezone.now(), id_orden=uuid.uuid4()
            )

        nueva = nuevas.pop()
        # cada quien crea la suya y suma cuanto vea; entre todos no falta ninguna ni sobra
        quedo = a_la_vez(*[partida] * 6, lambda c=nueva: alta(c), lambda c=nueva: alta(c))
        assert sum(n for n in quedo if n) + puntos.partidas_sumar() == 6
        cuentas.append(nueva)
    assert not Partida.objects.filter(orden_de_puntos=None).exists()
    assert Clasificado.objects.filter(clave__isnull=False).count() == TablaDeClasificacion.objects.get().inscritos
    assert clasificacion_recalcular(corregir=False).coincide
