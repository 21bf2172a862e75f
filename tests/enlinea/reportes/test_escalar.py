"""Un reporte decidido enseña qué se dijo, y lo que quedó corto se sube (D515)."""

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from enlinea.convivencia.servicios.mensajes import mensaje_leer
from enlinea.errores import ErrorDeServicio
from enlinea.models import MensajeDelAdministrador, Reporte, Tarjeta
from enlinea.moderacion.consultas import lo_que_se_envio
from enlinea.moderacion.servicios.decisiones import SANCIONES, reporte_escalar, sube_a
from suscripciones.consultas import suspension_vigente
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesas import los_cuatro, sentar
from tests.enlinea.reportes.ayudas import D, decide, en, jefa, senala

pytestmark = pytest.mark.django_db
Caso = tuple[Cuenta, list[Cuenta], Reporte]
RATO = timedelta(minutes=5)


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def caso(ahora: datetime) -> Caso:
    cuatro = los_cuatro()
    return jefa(), cuatro, senala(cuatro[0], cuatro[1], en(sentar(cuatro)), ahora)


def escala(quien: Cuenta, reporte: Reporte, decision: str, ahora: datetime, texto: str = "", desde: str = "") -> None:
    visto = desde or Reporte.objects.get(pk=reporte.pk).decision
    reporte_escalar(
        reporte_id=reporte.pk, administrador_id=quien.pk, desde=visto, decision=decision, texto=texto, ahora=ahora
    )


SUBEN = {
    D.IGNORADO: {D.ADVERTIDO, D.ROJA, D.BLOQUEADO},
    D.ADVERTIDO: {D.ROJA, D.BLOQUEADO},
    D.ROJA: set(),
    D.BLOQUEADO: set(),
}


@pytest.mark.parametrize("antes", SUBEN)
@pytest.mark.parametrize("despues", [D.IGNORADO, D.ADVERTIDO, D.ROJA, D.BLOQUEADO])
def test_de_que_se_sube_a_que(antes: str, despues: str, caso: Caso, ahora: datetime) -> None:
    una, cuatro, reporte = caso
    otra = jefa("otra@prueba.mx")
    decide(una, reporte, antes, ahora)
    puede = despues in SUBEN[D(antes)]
    assert (despues in sube_a(antes)) is puede
    if not puede:
        with pytest.raises(ErrorDeServicio) as error:
            escala(otra, reporte, despues, ahora + RATO)
        assert error.value.codigo == "no_se_escala"
        reporte.refresh_from_db()
        assert reporte.decision == antes
        return
    for _vez in range(2):
        escala(otra, reporte, despues, ahora + RATO)
    reporte.refresh_from_db()
    assert (reporte.decision, reporte.decidido_por) == (despues, otra)
    assert (suspension_vigente(cuatro[1].pk, ahora + RATO) is not None) is (despues in SANCIONES)
    assert Tarjeta.objects.count() == (despues == D.ROJA)
    assert MensajeDelAdministrador.objects.filter(para=cuatro[1]).count() == 2
    assert MensajeDelAdministrador.objects.filter(para=cuatro[0]).count() == 1, "a quien señaló ya se le dijo"


def test_lo_pendiente_se_decide_y_no_se_escala_y_nadie_es_juez_y_parte(caso: Caso, ahora: datetime) -> None:
    una, cuatro, reporte = caso
    with pytest.raises(ErrorDeServicio) as error:
        escala(una, reporte, D.ROJA, ahora)
    assert error.value.codigo == "sin_decidir"
    decide(una, reporte, D.ADVERTIDO, ahora)
    Cuenta.objects.filter(pk=cuatro[0].pk).update(is_staff=True, is_superuser=True)
    with pytest.raises(ErrorDeServicio) as error:
        escala(cuatro[0], reporte, D.ROJA, ahora)
    assert error.value.codigo == "eres_parte"
    with pytest.raises(ErrorDeServicio) as error:
        escala(cuatro[2], reporte, D.ROJA, ahora)
    assert error.value.codigo == "sin_permiso"


def test_si_otra_persona_ya_lo_cambio_se_dice_y_no_se_sube_dos_veces(caso: Caso, ahora: datetime) -> None:
    una, cuatro, reporte = caso
    decide(una, reporte, D.IGNORADO, ahora)
    escala(jefa("otra@prueba.mx"), reporte, D.ADVERTIDO, ahora + RATO)
    with pytest.raises(ErrorDeServicio) as error:
        escala(una, reporte, D.ROJA, ahora + RATO, desde=D.IGNORADO)
    assert error.value.codigo == "ya_decidido"
    assert suspension_vigente(cuatro[1].pk, ahora + RATO) is None


def test_no_se_sube_a_sancion_lo_que_otro_reporte_ya_sanciono(caso: Caso, ahora: datetime) -> None:
    una, cuatro, reporte = caso
    decide(una, reporte, D.ADVERTIDO, ahora)
    otro = senala(cuatro[2], cuatro[1], en(reporte.mesa), ahora)  # type: ignore[arg-type]
    decide(una, otro, D.ROJA, ahora)
    with pytest.raises(ErrorDeServicio) as error:
        escala(una, reporte, D.BLOQUEADO, ahora + RATO)
    assert error.value.codigo == "hecho_ya_sancionado"
    assert Suspension.objects.count() == 1


def test_se_ve_todo_lo_que_se_dijo_en_orden_y_si_lo_leyeron(caso: Caso, ahora: datetime) -> None:
    una, cuatro, reporte = caso
    decide(una, reporte, D.ADVERTIDO, ahora, "Cuida cómo hablas.")
    mensaje_leer(
        cuenta_id=cuatro[1].pk, mensaje_id=MensajeDelAdministrador.objects.get(para=cuatro[1]).pk, ahora=ahora + RATO
    )
    escala(una, reporte, D.ROJA, ahora + 2 * RATO, "Volviste a hacerlo.")
    reporte.refresh_from_db()
    dicho = [(e.para, e.texto[:18], e.leido is not None) for e in lo_que_se_envio(reporte)]
    assert dicho[0] == (cuatro[1].nombre, "Cuida cómo hablas.", True)
    assert (dicho[1][0], dicho[1][2]) == (cuatro[0].nombre, False)
    assert dicho[2] == (cuatro[1].nombre, "Volviste a hacerlo", False)
    assert len(dicho) == 3


def test_tambien_lo_de_los_reportes_de_antes(caso: Caso, ahora: datetime) -> None:
    """Sus mensajes no decían de qué decisión eran."""
    una, _cuatro, reporte = caso
    decide(una, reporte, D.ADVERTIDO, ahora)
    MensajeDelAdministrador.objects.update(id_orden=None)
    reporte.refresh_from_db()
    assert len(lo_que_se_envio(reporte)) == 2


def test_desde_su_pagina_se_lee_lo_enviado_y_se_sube_con_seguro(caso: Caso, ahora: datetime) -> None:
    una, cuatro, reporte = caso
    decide(una, reporte, D.ADVERTIDO, ahora, "Cuida cómo hablas.")
    cliente = Client()
    cliente.force_login(una)
    pagina = reverse("admin:enlinea_reporte_change", args=[reporte.pk])
    vista = cliente.get(pagina).content.decode()
    assert "Cuida cómo hablas." in vista
    assert "todavía no lo lee" in vista
    assert "Subir la decisión" in vista
    assert 'value="ignorado"' not in vista
    assert "Estoy seguro" in cliente.post(pagina, {"desde": "advertido", "decision": "roja"}).content.decode()
    mail.outbox.clear()
    cliente.post(pagina, {"desde": "advertido", "decision": "roja", "seguro": "1"})
    reporte.refresh_from_db()
    assert reporte.decision == D.ROJA
    assert [str(m.subject) for m in mail.outbox if cuatro[1].email in m.to] == ["Tu cuenta está suspendida"], (
        "una carta por la sanción, no dos"
    )
    assert "Subir la decisión" not in cliente.get(pagina).content.decode()
