"""El inicio de la administración: qué espera, con su cuenta y su lista; pocas preguntas y acotadas (D510)."""

import re
import uuid
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from suscripciones import servicios
from suscripciones.consultas import oficina as consultas
from suscripciones.models import Cobro, CorreoPorSalir, Cuenta, Plan

pytestmark = pytest.mark.django_db
INICIO = "/administracion/"
ESPERA = re.compile(r'<a href="([^"]+)" (?:class="hay")?>\s*<strong>(\d+\+?)</strong> ([^<]+?)\s*</a>')


def cobro(cuenta: Cuenta, **mas: object) -> Cobro:
    plan = Plan.objects.get(clave="anual")
    datos = {
        "cuenta": cuenta, "plan": plan, "meses": 12, "importe": 36, "moneda": "USD", "por": "stripe",
        "forma": "tarjeta", "creado": timezone.now() - timedelta(days=3), "id_orden": uuid.uuid4(), **mas,
    }  # fmt: skip
    return Cobro.objects.create(**datos)


def correo(**mas: object) -> CorreoPorSalir:
    ahora = timezone.now()
    datos = {
        "para": "x@club.mx", "motivo": "codigo", "id_mensaje": "<1@x>", "creado": ahora, "caduca": ahora,
        "siguiente": ahora, **mas,
    }  # fmt: skip
    return CorreoPorSalir.objects.create(**datos)


def sembrar(ana: Cuenta, jefa: Cuenta) -> None:
    """Uno de cada cosa que espera, y su vecino que no."""
    cobro(ana)
    cobro(ana, creado=timezone.now())  # de hoy: todavía puede llegar solo
    cobro(ana, estado="disputado")
    cobro(ana, estado="pagado", sobra=36)
    cobro(ana, estado="pagado")
    correo(estado="rechazado")
    correo(intentos=4)
    correo(intentos=1)
    correo(estado="caducado", creado=timezone.now() - timedelta(days=20))
    servicios.suscripcion_registrar(
        cuenta_id=ana.pk, plan="anual", registrada_por_id=jefa.pk, ahora=timezone.now() - timedelta(days=355),
        sin_recibo=True,
    )  # fmt: skip


def lo_dicho(cliente: Client) -> dict[str, tuple[str, str]]:
    vista = cliente.get(INICIO).content.decode()
    return {nombre: (cuantas, ir.replace("&amp;", "&")) for ir, cuantas, nombre in ESPERA.findall(vista)}


@pytest.fixture
def escritorio(client: Client, jefa: Cuenta) -> Client:
    client.force_login(jefa)
    return client


def test_cada_cosa_con_su_cuenta_y_su_enlace_ensena_esas_y_solo_esas(
    escritorio: Client, ana: Cuenta, jefa: Cuenta
) -> None:
    sembrar(ana, jefa)
    dicho = lo_dicho(escritorio)
    assert {nombre: cuantas for nombre, (cuantas, _ir) in dicho.items()} == {
        "Reportes por decidir": "0",
        "Pagos en línea sin conciliar": "1",
        "Disputas abiertas": "1",
        "Cobrado de más, por devolver": "1",
        "Suscripciones por terminar": "1",
        "Correos que fallaron esta semana": "2",
    }
    for nombre, (cuantas, ir) in dicho.items():
        lista = escritorio.get(ir)
        assert lista.status_code == 200, nombre
        assert lista.context["cl"].result_count == int(cuantas), nombre
        assert urlsplit(ir).query, nombre


def test_pocas_preguntas_y_las_mismas_con_muchas_cosas(escritorio: Client, ana: Cuenta, jefa: Cuenta) -> None:
    def preguntas() -> int:
        with CaptureQueriesContext(connection) as hechas:
            escritorio.get(INICIO)
        return len(hechas)

    sembrar(ana, jefa)
    preguntas()  # la primera apunta la sesión y recuerda los tipos
    pocas = preguntas()
    for _n in range(30):
        cobro(ana)
    assert preguntas() == pocas <= 14


def test_de_cien_en_adelante_no_se_cuenta(escritorio: Client, ana: Cuenta, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consultas, "TOPE", 3)
    monkeypatch.setattr("suscripciones.admin_de_inicio.TOPE", 3)
    for _n in range(5):
        cobro(ana)
    assert lo_dicho(escritorio)["Pagos en línea sin conciliar"][0] == "2+"


@pytest.mark.parametrize(
    ("grupo", "cosas"),
    [
        ("caja", {"Pagos", "Disputas", "Cobrado", "Suscripciones", "Correos"}),
        ("moderación", {"Reportes"}),
        ("soporte", {"Pagos", "Disputas", "Cobrado", "Suscripciones", "Correos"}),
        ("", set()),
    ],
)
def test_a_cada_papel_lo_suyo_y_lo_demas_ni_se_cuenta(grupo: str, cosas: set[str], client: Client) -> None:
    quien = Cuenta.objects.create_user("alguien@club.mx", "clave-de-la-oficina", nombre="Alguien", is_staff=True)
    if grupo:
        quien.groups.add(Group.objects.get(name=grupo))
    client.force_login(quien)
    assert {nombre.split()[0].strip(",") for nombre in lo_dicho(client)} == cosas
