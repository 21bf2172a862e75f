"""Avisos de la cuenta por correo, con una sola lista para apagarlos (D513)."""

import uuid
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from suscripciones import servicios
from suscripciones.lista_de_avisos import LISTA, Aviso
from suscripciones.models import AvisoApagado, Cuenta, Suspension

pytestmark = pytest.mark.django_db
AVISOS = "/cuenta/avisos/"
UN_DIA = timedelta(days=1)


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def asuntos() -> list[str]:
    return [str(m.subject) for m in mail.outbox]


def suspender(cuenta: Cuenta, jefa: Cuenta, ahora: datetime, dias: int | None = 7) -> Suspension:
    return servicios.suspension_a_mano(
        cuenta_id=cuenta.pk, hasta=ahora + dias * UN_DIA if dias else None, motivo="Insultó en la Sala.",
        puesta_por_id=jefa.pk, id_orden=uuid.uuid4(), ahora=ahora,
    )  # fmt: skip


def extender(cuenta: Cuenta, jefa: Cuenta, ahora: datetime) -> None:
    servicios.suscripcion_extender(
        cuenta_id=cuenta.pk, dias=10, motivo="Cortesía", registrada_por_id=jefa.pk, ahora=ahora, id_orden=uuid.uuid4()
    )


def test_cada_cosa_se_avisa_una_vez(ana: Cuenta, jefa: Cuenta, ahora: datetime) -> None:
    extender(ana, jefa, ahora)
    una = suspender(ana, jefa, ahora)
    servicios.cuenta_suspender(
        cuenta_id=ana.pk, desde=ahora, hasta=una.hasta, motivo=una.motivo, puesta_por_id=jefa.pk,
        id_orden=uuid.UUID(str(una.clave).removeprefix("orden:")),
    )  # fmt: skip
    for _vez in range(2):
        servicios.suspension_levantar(
            suspension_id=una.pk, levantada_por_id=jefa.pk, motivo="Fue un error.", ahora=ahora
        )
    assert asuntos()[1:] == ["Tu cuenta está suspendida", "Se levantó tu suspensión"]
    assert asuntos()[0].startswith("Tu suscripción vale hasta el ")
    assert "Por qué: Insultó en la Sala." in mail.outbox[1].body
    assert "no puedes jugar en línea ni organizar Recreos o torneos" in " ".join(str(mail.outbox[1].body).split())
    assert "Fue un error." in mail.outbox[2].body


def test_el_bloqueo_dice_que_no_tiene_fecha(ana: Cuenta, jefa: Cuenta, ahora: datetime) -> None:
    suspender(ana, jefa, ahora, None)
    assert asuntos() == ["Tu cuenta está bloqueada"]
    assert "sin fecha" in mail.outbox[0].body


def test_la_suspension_por_tarjetas_tambien_se_avisa_y_no_la_ya_cumplida(ana: Cuenta, ahora: datetime) -> None:
    def debida(clave: str, hasta: datetime, levantada: datetime | None = None) -> servicios.SuspensionDebida:
        return servicios.SuspensionDebida(clave, "roja", ahora - 40 * UN_DIA, hasta, "Tarjeta roja. x", levantada)

    vieja, nueva = debida("una", ahora - UN_DIA), debida("dos", ahora + UN_DIA)
    for _vez in range(2):
        servicios.suspensiones_cuadrar(cuenta_id=ana.pk, debidas=[vieja, nueva], ahora=ahora)
    assert asuntos() == ["Tu cuenta está suspendida"]
    anulada = debida("dos", ahora + UN_DIA, ahora)
    servicios.suspensiones_cuadrar(cuenta_id=ana.pk, debidas=[vieja, anulada], ahora=ahora)
    assert asuntos()[1:] == ["Se levantó tu suspensión"]


@pytest.mark.parametrize("apagado", [Aviso.ACTIVACION, Aviso.SANCION, Aviso.LEVANTAMIENTO, Aviso.MENSAJE])
def test_el_que_se_apaga_no_llega_y_los_demas_si(apagado: Aviso, ana: Cuenta, jefa: Cuenta, ahora: datetime) -> None:
    servicios.avisos_elegir(cuenta_id=ana.pk, quiere=set(Aviso) - {apagado})
    extender(ana, jefa, ahora)
    una = suspender(ana, jefa, ahora)
    servicios.suspension_levantar(suspension_id=una.pk, levantada_por_id=jefa.pk, motivo="x", ahora=ahora)
    servicios.mensaje_mandar(cuentas=[ana.pk], texto="Hola")
    llegan = {
        Aviso.ACTIVACION: "Tu suscripción vale", Aviso.SANCION: "Tu cuenta está", Aviso.LEVANTAMIENTO: "Se levantó",
        Aviso.MENSAJE: "Mensaje de la administración",
    }  # fmt: skip
    assert {cual for cual, asunto in llegan.items() if any(a.startswith(asunto) for a in asuntos())} == (
        set(llegan) - {apagado}
    )


def test_el_vencimiento_apagado_no_sale_ni_despues(ana: Cuenta, jefa: Cuenta, ahora: datetime) -> None:
    servicios.suscripcion_registrar(
        cuenta_id=ana.pk, plan="anual", registrada_por_id=jefa.pk, ahora=ahora, sin_recibo=True
    )
    servicios.avisos_elegir(cuenta_id=ana.pk, quiere=set(Aviso) - {Aviso.VENCIMIENTO})
    fin = ana.suscripciones.get().fin
    servicios.avisos_de_vencimiento(fin - 3 * UN_DIA)
    servicios.avisos_elegir(cuenta_id=ana.pk, quiere=set(Aviso))
    servicios.avisos_de_vencimiento(fin - 3 * UN_DIA)
    assert asuntos() == []


def test_a_la_cuenta_borrada_no_se_le_escribe(ana: Cuenta, jefa: Cuenta, ahora: datetime) -> None:
    servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=ahora)
    suspender(ana, jefa, ahora)
    assert servicios.mensaje_mandar(cuentas=[ana.pk], texto="Hola") == 0
    assert asuntos() == []


def test_la_pagina_guarda_lo_que_se_marca(client: Client, ana: Cuenta) -> None:
    client.force_login(ana)
    vista = client.get(AVISOS).content.decode()
    assert vista.count("checked") == len(LISTA)
    assert all(str(renglon.nombre) in vista for renglon in LISTA)
    assert client.post(AVISOS, {"quiere": ["mensaje", "sancion"]})["Location"] == "/cuenta/"
    apagados = set(AvisoApagado.objects.filter(cuenta=ana).values_list("aviso", flat=True))
    assert apagados == {"activacion", "vencimiento", "levantamiento", "torneos", "tres", "cita"}
    client.post(AVISOS, {"quiere": ["de-nadie"]})
    assert set(AvisoApagado.objects.filter(cuenta=ana).values_list("aviso", flat=True)) == apagados
    assert AVISOS in client.get("/cuenta/").content.decode()
