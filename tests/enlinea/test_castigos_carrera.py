"""Nadie paga dos veces un hecho, aunque se castigue, se anule y se levante a la vez (SA1-SA3)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.convivencia.servicios.tarjetas import tarjeta_anular, tarjeta_roja, tarjetas_faltantes_proyectar
from enlinea.errores import ErrorDeServicio
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import MensajeDelAdministrador, Reporte, Tarjeta
from enlinea.moderacion.servicios import suspensiones
from enlinea.moderacion.servicios.decisiones import roja_a_mano
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cuenta, Suspension
from suscripciones.servicios import suspension_a_mano
from tests.a_la_vez import correr_a_la_vez, vueltas
from tests.enlinea.mesas import los_cuatro, sentar
from tests.enlinea.reportes.ayudas import D, decide, en, jefa, senala
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.enlinea.test_tarjetas import no_vuelve, vigente
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def vaciar() -> None:
    for modelo in (Reporte, Suspension, Tarjeta, MensajeDelAdministrador):
        modelo.objects.all().delete()


def codigos(quedo: list[object]) -> list[str]:
    return sorted(r.codigo if isinstance(r, ErrorDeServicio) else "ok" for r in quedo)


def a_mano(de: Cuenta, quien: Cuenta, ahora: datetime) -> Callable[[], Any]:
    return lambda: roja_a_mano(
        cuenta_id=de.pk, administrador_id=quien.pk, motivo="Insultos", id_orden=uuid4(), ahora=ahora
    )


def test_la_roja_del_reporte_y_la_de_mano_a_la_vez_son_una(ahora: datetime) -> None:
    cuatro, jefas = los_cuatro(), [jefa("una@prueba.mx"), jefa("dos@prueba.mx")]
    mesa = sentar(cuatro)
    for _vuelta in range(vueltas(8)):
        vaciar()
        reporte = senala(cuatro[0], cuatro[1], en(mesa), ahora)
        quedo = a_la_vez(lambda r=reporte: decide(jefas[0], r, D.ROJA, ahora), a_mano(cuatro[1], jefas[1], ahora))
        assert codigos(quedo) in (["ok", "reporte_sin_decidir"], ["ok", "sancion_que_corre"])
        assert (Tarjeta.objects.count(), Suspension.objects.count()) == (1, 1)


def test_dos_administradores_que_dan_la_roja_a_mano_a_la_vez_dan_una(ahora: datetime) -> None:
    mari, jefas = los_cuatro()[0], [jefa("una@prueba.mx"), jefa("dos@prueba.mx")]
    for _vuelta in range(vueltas(8)):
        vaciar()
        quedo = a_la_vez(*[a_mano(mari, quien, ahora) for quien in jefas])
        assert codigos(quedo) == ["ok", "sancion_que_corre"]
        assert (Tarjeta.objects.count(), Suspension.objects.count()) == (1, 1)


def test_dos_administradores_que_suspenden_a_mano_a_la_vez_suspenden_una(ahora: datetime) -> None:
    mari, jefas = los_cuatro()[0], [jefa("una@prueba.mx"), jefa("dos@prueba.mx")]

    def suspender(quien: Cuenta) -> Callable[[], Any]:
        return lambda: suspension_a_mano(
            cuenta_id=mari.pk, hasta=ahora + timedelta(days=7), motivo="Insultos", puesta_por_id=quien.pk,
            id_orden=uuid4(), ahora=ahora,
        )  # fmt: skip

    for _vuelta in range(vueltas(8)):
        vaciar()
        quedo = correr_a_la_vez(ErrorDeSuscripcion, *[suspender(quien) for quien in jefas])
        assert sorted(getattr(r, "codigo", "ok") for r in quedo) == ["ok", "sancion_que_corre"]
        assert Suspension.objects.count() == 1


def test_anular_la_primera_azul_mientras_se_guarda_la_segunda_no_deja_a_nadie_suspendido(ahora: datetime) -> None:
    cuatro, quien = los_cuatro(), jefa()
    for vuelta in range(vueltas(4)):
        vaciar()
        no_vuelve(cuatro, 1, timedelta(days=3, hours=vuelta))
        mesa, renglones = no_vuelve(cuatro, 1, timedelta(days=1, hours=vuelta), guardar=False)
        primera = Tarjeta.objects.get()

        def anular(pk: int = primera.pk) -> None:
            tarjeta_anular(tarjeta_id=pk, administrador_id=quien.pk, motivo="Falla", ahora=ahora)

        guardar = lambda m=mesa, r=renglones: mesa_proyectar(m.pk, r)  # noqa: E731
        a_la_vez(anular, guardar, guardar, tarjetas_faltantes_proyectar)
        assert Tarjeta.objects.filter(color="azul").count() == 2
        assert vigente(cuatro[1]) is None
        # volver a contar no la revive ni junta otra vez la que queda
        assert mesa_proyectar(mesa.pk, renglones) == 0 and tarjetas_faltantes_proyectar() == 0
        assert vigente(cuatro[1]) is None and Tarjeta.objects.filter(anulada_en=None).count() == 1


def test_lo_que_una_persona_levanta_se_queda_levantado_aunque_se_vuelva_a_contar_a_la_vez(ahora: datetime) -> None:
    cuatro, quien = los_cuatro(), jefa()
    for vuelta in range(vueltas(4)):
        vaciar()
        for dias in (4, 3):
            no_vuelve(cuatro, 1, timedelta(days=dias, hours=vuelta))
        suya = vigente(cuatro[1])
        assert suya is not None
        una = Tarjeta.objects.filter(color="azul").earliest("instante").pk

        def levantar(pk: int = suya.pk) -> None:
            suspensiones.suspension_levantar(suspension_id=pk, administrador_id=quien.pk, motivo="Perdón", ahora=ahora)

        def anular(pk: int = una) -> None:
            tarjeta_anular(tarjeta_id=pk, administrador_id=quien.pk, motivo="Falla", ahora=ahora)

        def otra(hecho: str = f"otro:{suya.pk}") -> None:
            tarjeta_roja(cuenta_id=cuatro[1].pk, administrador_id=quien.pk, motivo="x", id_hecho=hecho, ahora=ahora)

        a_la_vez(levantar, anular, otra)
        levantada = Suspension.objects.get(pk=suya.pk)
        assert levantada.levantada_en is not None and levantada.levantada_por == quien
        corren = Suspension.objects.filter(levantada_en=None)
        assert [s.origen for s in corren] == ["roja"], "la otra es por otro hecho"
