"""Stripe por dentro y por fuera: abrir, sus avisos en cualquier orden, devolver y preguntar (SU2, D426, D427)."""

import itertools
import uuid
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from suscripciones import consultas, servicios
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cobro, Cuenta, HechoDeCobro, Plan, Suscripcion
from suscripciones.pasarelas import de_stripe
from tests.suscripciones.de_mentira import FIRMA, StripeDeMentira, firmado_por_stripe

pytestmark = pytest.mark.django_db
AVISOS = "/avisos-de-pago/stripe/"


@pytest.fixture
def stripe_(monkeypatch, settings) -> StripeDeMentira:
    settings.STRIPE_CLAVE, settings.STRIPE_FIRMA = "sk_test_x", FIRMA
    Plan.objects.filter(clave="anual").update(precio_mxn=Decimal("650.00"))
    doble = StripeDeMentira()
    monkeypatch.setattr(de_stripe, "cliente_http", lambda: doble)
    return doble


def abrir(navegador: Client, cuenta: Cuenta, manera: str = "USD-tarjeta") -> Cobro:
    navegador.force_login(cuenta)
    respuesta = navegador.post("/pagar/anual/", {"manera": manera, "id_orden": str(uuid.uuid4())})
    assert respuesta["Location"].startswith("https://checkout.stripe.com/")
    return Cobro.objects.latest("pk")


def avisar(aviso: dict[str, Any], **mas: Any) -> int:
    cuerpo, firma = firmado_por_stripe(aviso, **mas)
    return Client().post(AVISOS, cuerpo, content_type="application/json", **firma).status_code


def pago_de(doble: StripeDeMentira, cobro: Cobro) -> str:
    return str(doble.sesiones[cobro.id_externo]["payment_intent"])


def test_con_tarjeta_se_abre_una_sesion_y_su_aviso_da_el_tiempo(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana)
    assert stripe_.sesiones[cobro.id_externo]["amount_total"] == 3600
    assert stripe_.sesiones[cobro.id_externo]["success_url"].endswith(f"/cuenta/pagos/{cobro.folio}/?regreso=1")
    aviso = stripe_.pagar(cobro.id_externo)
    for _vez in range(3):
        assert avisar(aviso) == 200
    cobro.refresh_from_db()
    assert (cobro.estado, HechoDeCobro.objects.count(), Suscripcion.objects.count()) == ("pagado", 1, 1)


def test_oxxo_da_su_papel_y_el_pago_llega_despues(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana, "MXN-oxxo")
    assert avisar(stripe_.dar_papel(cobro.id_externo)) == 200
    cobro.refresh_from_db()
    assert (cobro.estado, cobro.papel) == ("comprobante", "https://payments.stripe.com/oxxo/voucher/1")
    assert cobro.papel in client.get(f"/cuenta/pagos/{cobro.folio}/").content.decode()
    assert avisar(stripe_.pagar(cobro.id_externo, tarde=True)) == 200
    cobro.refresh_from_db()
    assert (cobro.estado, cobro.moneda, cobro.pagado) == ("pagado", "MXN", Decimal("650.00"))


def test_el_papel_que_nadie_pago_vence_y_el_pago_tardio_vale(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana, "MXN-oxxo")
    papel, vencio = stripe_.dar_papel(cobro.id_externo), stripe_.vencer(cobro.id_externo)
    assert avisar(vencio) == avisar(papel) == 200
    cobro.refresh_from_db()
    assert cobro.estado == "vencido"
    assert avisar(stripe_.pagar(cobro.id_externo, tarde=True)) == 200
    cobro.refresh_from_db()
    assert cobro.estado == "pagado"


def test_spei_pide_un_cliente_y_da_sus_instrucciones(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana, "MXN-spei")
    assert len(stripe_.clientes) == 1
    avisar(stripe_.dar_papel(cobro.id_externo))
    cobro.refresh_from_db()
    assert "bank_transfers" in cobro.papel


def test_en_cualquier_orden_queda_lo_mismo(client: Client, ana: Cuenta, stripe_) -> None:
    finales = set()
    for orden in itertools.permutations(range(3)):
        cobro = abrir(client, ana)
        pago = pago_de(stripe_, cobro)
        avisos = [
            stripe_.pagar(cobro.id_externo),
            stripe_.aviso("charge.dispute.created", stripe_.disputar(pago, 3600)),
            stripe_.aviso("charge.dispute.closed", {**next(reversed(stripe_.disputas.values())), "status": "won"}),
        ]
        for cual in orden:
            assert avisar(avisos[cual]) == 200
        cobro.refresh_from_db()
        finales.add((cobro.estado, cobro.pagado, cobro.pagado_en))
        servicios.cobro_devolver(
            cobro_id=cobro.pk, motivo="prueba",
            devuelto_por_id=Cuenta.objects.get_or_create(email="j@c.mx", is_staff=True, is_superuser=True)[0].pk,
            ahora=timezone.now(),
        )  # fmt: skip
    assert len(finales) == 1
    assert next(iter(finales))[0] == "pagado"


@pytest.mark.parametrize("mal", ["sin firma", "otra firma", "vieja", "cambiado", "no es json", "otro texto"])
def test_lo_que_no_firmo_stripe_no_se_cree(client: Client, ana: Cuenta, stripe_, mal: str) -> None:
    cobro = abrir(client, ana)
    cuerpo, firma = firmado_por_stripe(
        stripe_.pagar(cobro.id_externo), firma="whsec_otra" if mal == "otra firma" else FIRMA,
        hace=3600 if mal == "vieja" else 0,
    )  # fmt: skip
    if mal == "sin firma":
        firma = {}
    elif mal == "cambiado":
        cuerpo = cuerpo.replace(b"3600", b"3601")
    elif mal == "no es json":
        cuerpo, firma = b"\xff\xfe", {"HTTP_STRIPE_SIGNATURE": "t=1,v1=x"}
    elif mal == "otro texto":
        _nada, firma = firmado_por_stripe({})
        cuerpo = b"{}"
    assert Client().post(AVISOS, cuerpo, content_type="application/json", **firma).status_code == 400
    assert not HechoDeCobro.objects.exists()


def test_un_aviso_de_otra_cosa_no_hace_nada(stripe_) -> None:
    assert avisar(stripe_.aviso("customer.created", {"id": "cus_1", "object": "customer"})) == 200
    ajena = {"id": "cs_9", "metadata": {}, "payment_status": "paid", "payment_intent": "pi_9"}
    assert avisar(stripe_.aviso("checkout.session.completed", ajena)) == 200
    assert not HechoDeCobro.objects.exists()


def test_sin_llaves_la_direccion_de_avisos_no_existe(db: None) -> None:
    assert Client().post(AVISOS, b"{}", content_type="application/json").status_code == 404
    assert Client().get(AVISOS).status_code == 405


def test_si_stripe_no_contesta_no_se_cobra_y_se_puede_repetir(client: Client, ana: Cuenta, stripe_) -> None:
    stripe_.caida = True
    client.force_login(ana)
    datos = {"manera": "USD-tarjeta", "id_orden": str(uuid.uuid4())}
    assert "no se cobró nada" in client.post("/pagar/anual/", datos).content.decode()
    stripe_.caida = False
    assert client.post("/pagar/anual/", datos).status_code == 302
    assert (Cobro.objects.count(), len(stripe_.sesiones)) == (1, 1)


def test_un_aviso_que_hay_que_preguntar_con_stripe_caido_se_pide_otra_vez(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana, "MXN-oxxo")
    papel = stripe_.dar_papel(cobro.id_externo)
    stripe_.caida = True
    assert avisar(papel) == 503
    stripe_.caida = False
    assert avisar(papel) == 200


# --- devolver y disputar ----------------------------------------------------------------------------------------------
def test_devolver_regresa_el_dinero_a_la_tarjeta_una_vez(client: Client, ana: Cuenta, jefa: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana)
    avisar(stripe_.pagar(cobro.id_externo))
    datos = {"cobro_id": cobro.pk, "motivo": "Se arrepintió", "devuelto_por_id": jefa.pk, "ahora": timezone.now()}
    assert servicios.cobro_devolver(**datos).estado == "devuelto"
    [hecha] = stripe_.devoluciones.values()
    assert (hecha["amount"], hecha["payment_intent"]) == (3600, pago_de(stripe_, cobro))
    assert avisar(stripe_.aviso("refund.created", hecha)) == 200
    assert HechoDeCobro.objects.filter(que="devuelto").count() == 1
    assert not consultas.esta_vigente(ana.pk, timezone.now())


def test_con_stripe_caido_no_se_apunta_una_devolucion(client: Client, ana: Cuenta, jefa: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana)
    avisar(stripe_.pagar(cobro.id_externo))
    stripe_.caida = True
    with pytest.raises(ErrorDeSuscripcion, match="pasarela_caida"):
        servicios.cobro_devolver(cobro_id=cobro.pk, motivo="x", devuelto_por_id=jefa.pk, ahora=timezone.now())
    assert not HechoDeCobro.objects.filter(que="devuelto").exists()


def test_una_devolucion_que_falla_despues_regresa_el_tiempo(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana)
    avisar(stripe_.pagar(cobro.id_externo))
    hecha = stripe_.devolver(pago_de(stripe_, cobro), 3600)
    avisar(stripe_.aviso("refund.created", hecha))
    cobro.refresh_from_db()
    assert cobro.estado == "devuelto"
    avisar(stripe_.aviso("refund.failed", {**hecha, "status": "failed"}))
    cobro.refresh_from_db()
    assert cobro.estado == "pagado"


def test_la_disputa_que_solo_pregunta_no_quita_nada(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana)
    avisar(stripe_.pagar(cobro.id_externo))
    disputa = stripe_.disputar(pago_de(stripe_, cobro), 3600, "warning_needs_response")
    avisar(stripe_.aviso("charge.dispute.created", disputa))
    cobro.refresh_from_db()
    assert cobro.estado == "pagado"


# --- conciliar --------------------------------------------------------------------------------------------------------
def test_quien_vuelve_de_pagar_lo_ve_pagado_aunque_el_aviso_se_pierda(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana)
    stripe_.pagar(cobro.id_externo)
    assert "Pagado. Gracias." in client.get(f"/cuenta/pagos/{cobro.folio}/?regreso=1").content.decode()


def test_ya_pague_pregunta_a_lo_mas_cada_diez_segundos(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana)
    antes = len(stripe_.pedidos)
    for _vez in range(3):
        client.post(f"/cuenta/pagos/{cobro.folio}/revisar/")
    assert len(stripe_.pedidos) == antes + 1


def test_conciliar_recoge_lo_que_no_se_aviso_y_no_pregunta_dos_veces(client: Client, ana: Cuenta, stripe_) -> None:
    pagado, vencido = abrir(client, ana), abrir(client, ana)
    stripe_.pagar(pagado.id_externo)
    stripe_.vencer(vencido.id_externo)
    ahora = timezone.now() + timedelta(hours=2)
    assert servicios.cobros_conciliar(ahora) == {"preguntados": 2, "cambiaron": 2, "sin_respuesta": 0}
    assert servicios.cobros_conciliar(ahora)["preguntados"] == 0
    assert set(Cobro.objects.values_list("estado", flat=True)) == {"pagado", "vencido"}
    # y a la semana, la devolución que nadie avisó
    stripe_.devolver(pago_de(stripe_, pagado), 3600)
    Cobro.objects.update(pagado_en=ahora)
    assert servicios.cobros_conciliar(ahora + timedelta(days=8))["cambiaron"] >= 1
    pagado.refresh_from_db()
    assert pagado.estado == "devuelto"


def test_conciliar_sigue_con_los_demas_si_no_contestan(client: Client, ana: Cuenta, stripe_) -> None:
    abrir(client, ana)
    stripe_.caida = True
    ahora = timezone.now() + timedelta(hours=2)
    assert servicios.cobros_conciliar(ahora) == {"preguntados": 1, "cambiaron": 0, "sin_respuesta": 1}


def test_los_avisos_y_la_conciliacion_dan_el_mismo_final(client: Client, ana: Cuenta, stripe_) -> None:
    cobro = abrir(client, ana)
    aviso = stripe_.pagar(cobro.id_externo)
    servicios.cobros_conciliar(timezone.now() + timedelta(hours=2))
    assert avisar(aviso) == 200
    assert (Suscripcion.objects.count(), Cobro.objects.get().sobra) == (1, 0)
