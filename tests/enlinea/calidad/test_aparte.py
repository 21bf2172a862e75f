"""El barrido sólo echa a andar un subproceso, uno a la vez y con plazo: en el proceso de las mesas no se mide nada."""

import logging
import os
import subprocess
import sys
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from config.vivo.tareas import del_barrido
from enlinea.calidad import aparte as calidad_aparte
from enlinea.calidad.aparte import PACIENCIA, Aparte
from enlinea.calidad.servicios import informe
from enlinea.management.commands.informe_de_calidad import MENOS_PRIORIDAD
from enlinea.models import InformeDeCalidad
from tests.enlinea.calidad.ayudas import LUNES_A_LAS_5, SEMANA

pytestmark = pytest.mark.django_db


class Falso:
    """Un subproceso que acaba cuando se le dice."""

    def __init__(self, que: list[str], **_como: Any) -> None:
        self.que, self.codigo, self.muerto = que, None, False

    def poll(self) -> int | None:
        return self.codigo

    def kill(self) -> None:
        self.muerto = True


@pytest.fixture
def lanzados(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[Falso]:
    settings.INFORME_DE_CALIDAD = True
    todos: list[Falso] = []

    def lanzar(que: list[str], **como: Any) -> Falso:
        todos.append(Falso(que, **como))
        return todos[-1]

    def nunca(**_datos: Any) -> None:
        raise AssertionError("midió en el proceso que sirve")

    monkeypatch.setattr(subprocess, "Popen", lanzar)
    monkeypatch.setattr(informe, "informe_hacer", nunca)
    return todos


@pytest.fixture
def reloj(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    ahora = [LUNES_A_LAS_5]
    monkeypatch.setattr(calidad_aparte.timezone, "now", lambda: ahora[0])
    return ahora


def test_lo_echa_a_andar_aparte_y_uno_a_la_vez(lanzados: list[Falso], reloj: list[datetime]):
    aparte = Aparte()
    assert aparte.vuelta() and not aparte.vuelta()
    (uno,) = lanzados
    assert uno.que[0] == sys.executable and uno.que[2:] == ["informe_de_calidad", "--segundos", "1200"]
    uno.codigo = 0
    assert aparte.vuelta() and len(lanzados) == 2, "le falta medir: sigue en otra vuelta"
    lanzados[1].codigo = 0
    InformeDeCalidad.objects.create(semana=SEMANA, empezado=LUNES_A_LAS_5, hecho=LUNES_A_LAS_5)
    assert not aparte.vuelta() and len(lanzados) == 2


def test_al_que_no_acaba_se_le_termina(lanzados: list[Falso], reloj: list[datetime], caplog: pytest.LogCaptureFixture):
    aparte = Aparte()
    aparte.vuelta()
    reloj[0] += PACIENCIA
    assert not aparte.vuelta() and not lanzados[0].muerto
    reloj[0] += timedelta(seconds=1)
    with caplog.at_level(logging.ERROR):
        aparte.vuelta()
        lanzados[0].codigo = -9
        assert aparte.vuelta() and len(lanzados) == 2
    assert lanzados[0].muerto and "código -9" in caplog.text


def test_si_otro_lo_esta_haciendo_o_esta_apagado_no_hace_nada(lanzados: list[Falso], reloj: Any, settings: Any):
    hasta = LUNES_A_LAS_5 + timedelta(minutes=5)
    InformeDeCalidad.objects.create(semana=SEMANA, empezado=LUNES_A_LAS_5, tomado_hasta=hasta)
    assert not Aparte().vuelta()
    reloj[0] = hasta + timedelta(seconds=1)
    settings.INFORME_DE_CALIDAD = False
    assert not Aparte().vuelta()
    settings.INFORME_DE_CALIDAD = True
    assert Aparte().vuelta()


def test_esta_en_el_barrido_y_en_las_pruebas_apagado(settings: Any):
    assert not settings.INFORME_DE_CALIDAD
    (tarea,) = [t for t in del_barrido() if "informe de calidad" in t.nombre]
    assert tarea.funcion() is False


def test_la_orden_baja_su_prioridad_y_dice_como_quedo(monkeypatch: pytest.MonkeyPatch):
    bajadas: list[int] = []
    monkeypatch.setattr(os, "nice", bajadas.append)
    dichas = []
    for _vez in range(2):
        salida = StringIO()
        call_command("informe_de_calidad", segundos=5, stdout=salida)
        dichas.append(salida.getvalue())
    assert bajadas == [MENOS_PRIORIDAD] * 2
    assert "hecho, con 0 renglones señalados" in dichas[0] and "ya está" in dichas[1]
    assert InformeDeCalidad.objects.count() == 1
