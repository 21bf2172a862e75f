"""La caja de la administración: registrar, devolver, extender y bajar para facturar (SU2, D425, D431)."""

import csv
import io
import uuid

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from suscripciones import consultas, servicios
from suscripciones.models import Cobro, Cuenta, HechoDeCobro, Plan, Suscripcion

pytestmark = pytest.mark.django_db
ALTA = "/administracion/suscripciones/cobro/add/"
LISTA = "/administracion/suscripciones/cobro/"


@pytest.fixture
def escritorio(client: Client, jefa: Cuenta) -> Client:
    client.force_login(jefa)
    return client


def datos(cuenta: Cuenta, **mas: object) -> dict[str, object]:
    plan = Plan.objects.get(clave="anual")
    return {
        "cuenta": cuenta.pk, "plan": plan.pk, "moneda": "USD", "forma": "efectivo", "nota": "recibo 14",
        "seguro": "on", "orden": str(uuid.uuid4()), **mas,
    }  # fmt: skip


def pagado(cuenta: Cuenta, jefa: Cuenta) -> Cobro:
    return servicios.pago_registrar(
        cuenta_id=cuenta.pk, plan="anual", moneda="USD", forma="efectivo", referencia="=1+1",
        registrado_por_id=jefa.pk, ahora=timezone.now(), id_orden=uuid.uuid4(),
    )  # fmt: skip


def texto(respuesta) -> str:
    return " ".join(respuesta.content.decode().split())


def test_desde_la_ficha_registrar_en_efectivo_y_mandarlo_dos_veces_cuenta_uno(
    escritorio: Client, ana: Cuenta, jefa: Cuenta
) -> None:
    ficha = texto(escritorio.get(f"/administracion/suscripciones/cuenta/{ana.pk}/change/"))
    assert f"{ALTA}?cuenta={ana.pk}" in ficha
    assert "Ya tengo el dinero" in texto(escritorio.get(f"{ALTA}?cuenta={ana.pk}"))
    mandado = datos(ana)
    for _vez in range(2):
        assert escritorio.post(ALTA, mandado).status_code == 302
    cobro = Cobro.objects.get()
    assert (cobro.estado, cobro.forma, cobro.nota, cobro.registrado_por) == ("pagado", "efectivo", "recibo 14", jefa)
    assert consultas.esta_vigente(ana.pk, timezone.now())
    assert "36.00 USD" in texto(escritorio.get(LISTA))


@pytest.mark.parametrize(
    ("mal", "dice"),
    [
        ({"seguro": ""}, "marca antes «Ya tengo el dinero»"),
        ({"moneda": "MXN"}, "todavía no tiene precio en pesos"),
        ({"moneda": "pesitos"}, "pesitos"),
        ({"forma": "tarjeta"}, "tarjeta"),
    ],
)
def test_lo_que_falta_se_dice_y_no_se_registra(escritorio: Client, ana: Cuenta, mal: dict, dice: str) -> None:
    respuesta = escritorio.post(ALTA, datos(ana, **mal))
    assert respuesta.status_code == 200
    assert dice in texto(respuesta)
    assert not Cobro.objects.exists()


def test_devolver_pide_motivo_y_quita_el_tiempo(escritorio: Client, ana: Cuenta, jefa: Cuenta) -> None:
    cobro = pagado(ana, jefa)
    pagina = f"{LISTA}{cobro.pk}/devolver/"
    assert "Escribe el motivo" in texto(escritorio.post(pagina, {"motivo": ""}))
    assert escritorio.post(pagina, {"motivo": "Se arrepintió"}).status_code == 302
    assert not consultas.esta_vigente(ana.pk, timezone.now())
    assert HechoDeCobro.objects.get(que="devuelto").motivo == "Se arrepintió"
    assert "nada que devolver" in texto(escritorio.get(pagina))


def test_lo_registrado_no_se_edita_ni_se_borra(escritorio: Client, ana: Cuenta, jefa: Cuenta) -> None:
    cobro = pagado(ana, jefa)
    escritorio.post(f"{LISTA}{cobro.pk}/change/", {"nota": "otra", "importe": "1"})
    cobro.refresh_from_db()
    assert cobro.nota == "=1+1"
    assert escritorio.post(f"{LISTA}{cobro.pk}/delete/").status_code == 403


def test_sin_permiso_no_hay_caja(client: Client, ana: Cuenta, jefa: Cuenta) -> None:
    cobro = pagado(ana, jefa)
    ayudante = Cuenta.objects.create_user("mira@club.mx", is_staff=True)
    ayudante.user_permissions.set(Permission.objects.filter(codename__in=("view_cuenta", "view_cobro")))
    client.force_login(ayudante)
    assert client.post(ALTA, datos(ana)).status_code == 403
    assert client.post(f"{LISTA}{cobro.pk}/devolver/", {"motivo": "x"}).status_code == 403
    assert "Registrar un pago" not in texto(client.get(f"/administracion/suscripciones/cuenta/{ana.pk}/change/"))
    assert Suscripcion.objects.filter(anulada_en=None).count() == 1


def test_bajar_para_facturar_lleva_los_datos_y_ninguna_formula(escritorio: Client, ana: Cuenta, jefa: Cuenta) -> None:
    cobro = pagado(ana, jefa)
    servicios.factura_guardar(
        cuenta_id=ana.pk, rfc="VECJ880326XX1", nombre="=HYPERLINK(1)", regimen="612", uso="G03", codigo_postal="06700",
        ahora=timezone.now(),
    )  # fmt: skip
    respuesta = escritorio.post(LISTA, {"action": "bajar_para_facturar", "_selected_action": [cobro.pk]})
    [renglon] = csv.DictReader(io.StringIO(respuesta.content.decode("utf-8-sig")))
    assert (renglon["importe"], renglon["moneda"], renglon["rfc"]) == ("36.00", "USD", "VECJ880326XX1")
    assert (renglon["razon_social"], renglon["codigo_postal"]) == ("'=HYPERLINK(1)", "06700")
    assert "attachment" in respuesta["Content-Disposition"]
