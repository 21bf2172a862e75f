"""Lo que `check --deploy` no deja pasar al cobrar, lo que se olvida y la orden de conciliar (SU2, D427-D429)."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from suscripciones import servicios
from suscripciones.cobros.reglas import Que
from suscripciones.models import Cobro, Cuenta, HechoDeCobro
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
