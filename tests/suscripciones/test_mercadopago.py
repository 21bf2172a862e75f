"""Mercado Pago, que enseña que el puerto no tiene forma de Stripe: en pesos, y un aviso que sólo dice cuál (SU2)."""

import uuid
from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from suscripciones import consultas, servicios
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cobro, Cuenta, HechoDeCobro, Plan, Suscripcion
from suscripciones.pasarelas import de_mercadopago
from tests.suscripciones.de_mentira import FIRMA, MercadoPagoDeMentira, firmado_por_mercadopago

pytestmark = pytest.mark.django_db


@pytest.fixture
def mp(monkeypatch, settings) -> MercadoPagoDeMentira:
    settings.MERCADOPAGO_CLAVE, settings.MERCADOPAGO_FIRMA = "TEST-x", FIRMA
    Plan.objects.filter(clave="anual").update(precio_mxn=Decimal("650.00"))
    doble = MercadoPagoDeMentira()
    monkeypatch.setattr(de_mercadopago, "cliente_http", lambda: doble)
    return doble


def abrir(navegador: Client, cuenta: Cuenta, manera: str = "MXN-tarjeta") -> Cobro:
    navegador.force_login(cuenta)
    respuesta = navegador.post("/pagar/anual/", {"manera": manera, "id_orden": str(uuid.uuid4())})
    assert respuesta["Location"].startswith("https://www.mercadopago.com.mx/")
    return Cobro.objects.latest("pk")


def avisar(pago: str, tipo: str = "payment", **mas: str) -> int:
    firma = mas or firmado_por_mercadopago(pago)
    ruta = f"/avisos-de-pago/mercadopago/?data.id={pago}&type={tipo}"
    return Client().post(ruta, b"{}", content_type="application/json", **firma).status_code


def test_solo_cobra_en_pesos(client: Client, ana: Cuenta, mp) -> None:
    client.force_login(ana)
    pagina = client.get("/pagar/anual/")
    assert "650.00 MXN" in pagina.content.decode()
    assert "36.00 USD ·" not in pagina.content.decode()
    assert "form-action 'self' https://www.mercadopago.com.mx" in pagina["Content-Security-Policy"]


def test_un_pago_aprobado_da_el_tiempo_una_vez(client: Client, ana: Cuenta, mp) -> None:
    cobro = abrir(client, ana)
    preferencia = mp.preferencias[cobro.id_externo]
    assert (preferencia["items"][0]["unit_price"], preferencia["external_reference"]) == (650.0, str(cobro.folio))
    pago = mp.pagar(cobro.id_externo)
    assert [avisar(pago) for _vez in range(3)] == [200, 200, 200]
    cobro.refresh_from_db()
    assert (cobro.estado, cobro.pagado, HechoDeCobro.objects.count()) == ("pagado", Decimal("650.00"), 1)


def test_oxxo_espera_y_luego_se_paga_o_se_cancela(client: Client, ana: Cuenta, mp) -> None:
    cobro = abrir(client, ana, "MXN-oxxo")
    pago = mp.pagar(cobro.id_externo, "pending")
    avisar(pago)
    cobro.refresh_from_db()
    assert (cobro.estado, "ticket" in cobro.papel) == ("comprobante", True)
    mp.pagar(cobro.id_externo, "cancelled", pago)
    avisar(pago)
    cobro.refresh_from_db()
    assert cobro.estado == "vencido"
    mp.pagar(cobro.id_externo, "approved", pago)
    avisar(pago)
    cobro.refresh_from_db()
    assert cobro.estado == "pagado"


def test_dos_pagos_de_la_misma_preferencia_dan_tiempo_una_vez_y_el_otro_sobra(client: Client, ana: Cuenta, mp) -> None:
    cobro = abrir(client, ana)
    for _vez in range(2):
        avisar(mp.pagar(cobro.id_externo))
    cobro.refresh_from_db()
    assert (cobro.sobra, Suscripcion.objects.filter(anulada_en=None).count()) == (Decimal("650.00"), 1)


def test_el_rechazado_no_impide_el_que_si_pasa(client: Client, ana: Cuenta, mp) -> None:
    cobro = abrir(client, ana)
    avisar(mp.pagar(cobro.id_externo, "rejected"))
    cobro.refresh_from_db()
    assert cobro.estado == "fallido"
    avisar(mp.pagar(cobro.id_externo))
    cobro.refresh_from_db()
    assert cobro.estado == "pagado"


def test_devolver_desde_la_caja_y_su_aviso_no_la_cuentan_dos_veces(
    client: Client, ana: Cuenta, jefa: Cuenta, mp
) -> None:
    cobro = abrir(client, ana)
    pago = mp.pagar(cobro.id_externo)
    avisar(pago)
    servicios.cobro_devolver(cobro_id=cobro.pk, motivo="x", devuelto_por_id=jefa.pk, ahora=timezone.now())
    avisar(pago)
    cobro.refresh_from_db()
    assert (cobro.estado, cobro.devuelto) == ("devuelto", Decimal("650.00"))
    assert not consultas.esta_vigente(ana.pk, timezone.now())


def test_el_contracargo_quita_y_si_se_reembolsa_regresa(client: Client, ana: Cuenta, mp) -> None:
    cobro = abrir(client, ana)
    pago = mp.pagar(cobro.id_externo)
    mp.pagos[pago]["status"] = "charged_back"
    avisar(pago)
    cobro.refresh_from_db()
    assert cobro.estado == "disputado"
    mp.pagos[pago]["status_detail"] = "reimbursed"
    avisar(pago)
    cobro.refresh_from_db()
    assert cobro.estado == "pagado"


def test_lo_que_no_firmo_no_se_cree(client: Client, ana: Cuenta, mp) -> None:
    cobro = abrir(client, ana)
    pago = mp.pagar(cobro.id_externo)
    for firma in (
        {"HTTP_X_REQUEST_ID": "a"},
        {"HTTP_X_SIGNATURE": "basura"},
        firmado_por_mercadopago(pago, "otra"),
        firmado_por_mercadopago("1"),
    ):
        assert avisar(pago, **firma) == 400
    assert not HechoDeCobro.objects.exists()


def test_el_pago_de_prueba_y_lo_que_no_es_un_pago_no_hacen_nada(mp) -> None:
    assert avisar("123456") == 200
    assert avisar("77", tipo="plan") == 200
    assert avisar("abc") == 200


def test_si_no_contesta_se_pide_otra_vez(client: Client, ana: Cuenta, mp) -> None:
    cobro = abrir(client, ana)
    pago = mp.pagar(cobro.id_externo)
    mp.estado = 500
    assert avisar(pago) == 503
    with pytest.raises(ErrorDeSuscripcion, match="pasarela_caida"):
        servicios.cobro_revisar(folio=cobro.folio, cuenta_id=ana.pk, ahora=timezone.now())
    mp.estado = 200
    assert avisar(pago) == 200


def test_conciliar_busca_por_el_folio(client: Client, ana: Cuenta, mp) -> None:
    cobro = abrir(client, ana)
    mp.pagar(cobro.id_externo)
    ahora = timezone.now() + timedelta(hours=2)
    assert servicios.cobros_conciliar(ahora)["cambiaron"] == 1
    cobro.refresh_from_db()
    assert cobro.estado == "pagado"


def test_con_las_dos_puestas_stripe_cobra_primero_y_cada_aviso_va_a_la_suya(
    client: Client, ana: Cuenta, mp, settings
) -> None:
    settings.STRIPE_CLAVE, settings.STRIPE_FIRMA = "sk_test_x", FIRMA
    client.force_login(ana)
    politica = client.get("/pagar/anual/")["Content-Security-Policy"]
    assert "https://checkout.stripe.com https://www.mercadopago.com.mx" in politica
