"""A la vez: dos procesos que proyectan, el barrido y la administración (SA1-SA3)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from enlinea.convivencia.servicios.tarjetas import tarjeta_anular, tarjeta_roja, tarjetas_faltantes_proyectar
from enlinea.errores import ErrorDeServicio
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import MensajeDelAdministrador, Mesa, Partida, Tarjeta
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesas import al_diario, los_cuatro, renglones_de, sentar
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.enlinea.sala.test_dos_procesos import servidores as servidores
from tests.enlinea.test_tarjetas import a_las_28, no_vuelve, vigente

pytestmark = pytest.mark.django_db(transaction=True)
PROCESOS = 4


def jefa() -> Cuenta:
    return Cuenta.objects.create_superuser("jefa@prueba.mx")


def test_varios_procesos_y_el_barrido_proyectan_una_tarjeta_por_hecho_y_una_suspension() -> None:
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    juego, culpable = a_las_28(mesa)
    al_diario(mesa, juego)
    Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA)
    renglones = renglones_de(mesa, juego)
    proyectan: list[Callable[[], Any]] = [lambda: mesa_proyectar(mesa.pk, renglones)] * PROCESOS
    a_la_vez(*proyectan, tarjetas_faltantes_proyectar, tarjetas_faltantes_proyectar)
    assert Tarjeta.objects.count() == 28
    assert Suspension.objects.count() == 1 and Partida.objects.count() == 1
    assert vigente(cuatro[culpable]) is not None


def test_dos_azules_atrasadas_que_se_guardan_a_la_vez_suspenden_una_vez() -> None:
    """La misma persona no está en dos mesas, pero dos barridos pueden guardar dos atrasadas al mismo tiempo."""
    cuatro = los_cuatro()
    atrasadas = [no_vuelve(cuatro, 1, timedelta(days=n), guardar=False) for n in (1, 2)]
    a_la_vez(*[lambda m=m, r=r: mesa_proyectar(m.pk, r) for m, r in atrasadas for _vez in range(2)])
    assert (Tarjeta.objects.count(), Suspension.objects.filter(levantada_en=None).count()) == (2, 1)
    assert vigente(cuatro[1]) is not None


def test_la_misma_roja_dos_veces_a_la_vez_es_una() -> None:
    mari, quien = los_cuatro()[0], jefa()

    def dar() -> Tarjeta:
        return tarjeta_roja(
            cuenta_id=mari.pk, administrador_id=quien.pk, motivo="Insultos", id_hecho="reporte:1", ahora=timezone.now()
        )

    assert len({t.pk for t in a_la_vez(*[dar] * PROCESOS)}) == 1
    assert (Tarjeta.objects.count(), Suspension.objects.count()) == (1, 1)


def test_el_mismo_reporte_contra_dos_a_la_vez_castiga_a_uno() -> None:
    mari, beto = los_cuatro()[:2]
    quien = jefa()

    def dar(cuenta: Cuenta) -> Tarjeta:
        return tarjeta_roja(
            cuenta_id=cuenta.pk, administrador_id=quien.pk, motivo="x", id_hecho="reporte:1", ahora=timezone.now()
        )

    quedo = a_la_vez(lambda: dar(mari), lambda: dar(beto))
    assert sum(isinstance(q, ErrorDeServicio) and q.codigo == "orden_ajena" for q in quedo) == 1
    assert (Tarjeta.objects.count(), Suspension.objects.count()) == (1, 1)


def test_anular_dos_veces_a_la_vez_avisa_una_y_proyectar_mientras_no_la_revive() -> None:
    cuatro, quien = los_cuatro(), jefa()
    mesa = sentar(cuatro)
    juego, culpable = a_las_28(mesa)
    renglones = renglones_de(mesa, juego)
    mesa_proyectar(mesa.pk, renglones)
    una = Tarjeta.objects.earliest("instante").pk

    def anular() -> Tarjeta:
        return tarjeta_anular(tarjeta_id=una, administrador_id=quien.pk, motivo="Falla", ahora=timezone.now())

    a_la_vez(anular, anular, lambda: mesa_proyectar(mesa.pk, renglones))
    assert MensajeDelAdministrador.objects.count() == 1
    assert vigente(cuatro[culpable]) is None and Suspension.objects.count() == 1
