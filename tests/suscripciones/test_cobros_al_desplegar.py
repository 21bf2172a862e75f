"""Lo que `check --deploy` no deja pasar al cobrar, lo que se olvida y la orden de conciliar (SU2, D427-D429)."""

from datetime import timedelta
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from suscripciones import servicios
from suscripciones.cobros.reglas import Que
from suscripciones.models import Cobro, Cuenta, HechoDeCobro, Plan, Suscripcion
from suscripciones.pasarelas import activas
from suscripciones.pasarelas.revision import revisar
from tests.suscripciones.test_cobros import asentar, crear, hecho


@pytest.mark.parametrize(
    ("ajustes", "faltas"),
    [
        ({}, []),
        ({"PASARELA_DE_DEMOSTRACION": True}, ["cobros.E001"]),
        ({"STRIPE_CLAVE": "sk_live_x"}, ["cobros.E002"]),
        ({"MERCADOPAGO_FIRMA": "x"}, ["cobros.E002"]),
        ({"STRIPE_CLAVE": "sk_test_x", "STRIPE_FIRMA": "whsec_x"}, ["cobros.W001"]),
        ({"MERCADOPAGO_CLAVE": "APP_USR-x", "MERCADOPAGO_FIRMA": "x"}, []),
    ],
)
def test_lo_que_check_no_deja_pasar(settings, ajustes: dict, faltas: list[str]) -> None:
    for nombre, valor in ajustes.items():
        setattr(settings, nombre, valor)
    assert [falta.id for falta in revisar()] == faltas


def test_en_produccion_la_de_demostracion_no_esta_aunque_la_pidan(settings) -> None:
    settings.PASARELA_DE_DEMOSTRACION = settings.PRODUCCION = True
    assert activas() == {}


def test_se_olvida_lo_que_nadie_pago_y_nunca_el_dinero(ana: Cuenta) -> None:
    ahora = timezone.now()
    viejo = ahora - timedelta(days=91)
    sin_pagar, pagado, devuelto, nuevo = (crear(ana, cuando=c) for c in (viejo, viejo, viejo, ahora))
    asentar(hecho(sin_pagar, Que.COMPROBANTE, viejo), hecho(pagado, Que.PAGADO, viejo))
    asentar(hecho(devuelto, Que.PAGADO, viejo), hecho(devuelto, Que.DEVUELTO, viejo))
    assert servicios.cobros_olvidar(ahora) == 1
    assert set(Cobro.objects.all()) == {pagado, devuelto, nuevo}
    assert not HechoDeCobro.objects.filter(cobro_id=sin_pagar.pk).exists()
    assert servicios.cobros_olvidar(ahora) == 0


def test_la_orden_de_conciliar_dice_cuantos(db: None) -> None:
    salida = StringIO()
    call_command("cobros_conciliar", stdout=salida)
    assert salida.getvalue() == "preguntados: 0 · cambiaron: 0 · sin respuesta: 0\n"


def test_lo_registrado_antes_de_que_hubiera_cobros_tiene_el_suyo(ana: Cuenta, jefa: Cuenta) -> None:
    ahora, plan = timezone.now(), Plan.objects.get(clave="anual")
    for numero, anulada in enumerate((None, ahora)):
        Suscripcion.objects.create(
            cuenta=ana, plan=plan, inicio=ahora + timedelta(days=numero), fin=ahora + timedelta(days=365), importe=36,
            moneda="USD", registrada_en=ahora, registrada_por=jefa, nota="efectivo", anulada_en=anulada,
        )  # fmt: skip
    migracion = import_module("suscripciones.migrations.0012_cobros_de_antes")
    for _vez in range(2):
        migracion.apuntar(apps, None)
    vale, anulada = Suscripcion.objects.order_by("inicio")
    assert (vale.cobro.estado, vale.cobro.nota, vale.meses) == ("pagado", "efectivo", 12)
    assert (anulada.cobro.estado, anulada.cobro.devuelto) == ("devuelto", 36)
    asentar(hecho(vale.cobro, Que.DEVUELTO, ahora))
    vale.refresh_from_db()
    assert vale.anulada_en is not None
