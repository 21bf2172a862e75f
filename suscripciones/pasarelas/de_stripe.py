"""Stripe con su biblioteca: Checkout con tarjeta, OXXO y SPEI (decisión 028).

El folio va en los metadatos del pago: de ahí se sabe de qué cobro habla un aviso aunque llegue antes que los demás. La
biblioteca pesa, así que se carga al cobrar y no al arrancar.
"""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

from suscripciones.cobros.dinero import Forma, Moneda, centavos, de_centavos
from suscripciones.cobros.reglas import Que
from suscripciones.pasarelas.puerto import Apertura, AvisoInvalido, Hecho, PasarelaCaida, Pedido

if TYPE_CHECKING:
    import stripe

T = TypeVar("T")
Datos = Mapping[str, Any]
ESPERA = 10
"""Segundos que se espera a que conteste: hay una persona mirando."""
DIAS_DE_OXXO = 3
FORMAS: dict[Forma, str] = {Forma.TARJETA: "card", Forma.OXXO: "oxxo", Forma.SPEI: "customer_balance"}
CON_PAPEL = ("oxxo", "customer_balance")


def cliente_http() -> "stripe.HTTPClient":
    """Con plazo; las pruebas ponen aquí a quien hace de Stripe."""
    import stripe

    return stripe.RequestsClient(timeout=ESPERA)


class Stripe:
    """El puerto, sobre Stripe."""

    nombre = "stripe"
    origenes: tuple[str, ...] = ("https://checkout.stripe.com",)

    def __init__(self, clave: str, firma: str) -> None:
        self.clave, self.firma = clave, firma

    def formas(self, moneda: Moneda) -> tuple[Forma, ...]:
        """OXXO y SPEI, sólo en pesos."""
        return tuple(FORMAS) if moneda == Moneda.MXN else (Forma.TARJETA,)

    # --- cobrar -------------------------------------------------------------------------------------------------------
    def abrir(self, pedido: Pedido) -> Apertura:
        """Una sesión de Checkout; el folio es su llave de una sola vez."""
        datos = _sesion(pedido)
        if pedido.forma == Forma.SPEI:  # la transferencia llega a un saldo, y el saldo es de un cliente
            del datos["customer_email"]
            datos["customer"] = self._pedir(
                lambda s: s.v1.customers.create(
                    params={"email": pedido.correo, "metadata": {"cobro": str(pedido.folio)}},
                    options={"idempotency_key": f"cliente-{pedido.folio}"},
                )
            )["id"]
        sesion = self._pedir(
            lambda s: s.v1.checkout.sessions.create(params=datos, options={"idempotency_key": f"abrir-{pedido.folio}"})
        )
        return Apertura(sesion["id"], sesion["url"], _instante(sesion.get("expires_at")))

    def devolver(self, folio: uuid.UUID, pago: str, importe: Decimal, moneda: Moneda) -> tuple[Hecho, ...]:
        """A la misma tarjeta."""
        datos = {"payment_intent": pago, "amount": centavos(importe), "metadata": {"cobro": str(folio)}}
        hecha = self._pedir(
            lambda s: s.v1.refunds.create(
                params=datos,  # type: ignore[arg-type]
                options={"idempotency_key": f"devolver-{folio}-{pago}-{centavos(importe)}"},
            )
        )
        return tuple(_de_devolucion(folio, hecha, ""))

    # --- saber --------------------------------------------------------------------------------------------------------
    def leer(self, cuerpo: bytes, cabeceras: Mapping[str, str], consulta: Mapping[str, str]) -> tuple[Hecho, ...]:
        """Comprueba la firma con la biblioteca y traduce; lo que no es de un cobro nuestro no dice nada."""
        import stripe

        try:
            stripe.WebhookSignature.verify_header(
                cuerpo, cabeceras.get("Stripe-Signature"), self.firma, stripe.Webhook.DEFAULT_TOLERANCE
            )
            aviso = json.loads(cuerpo)
            objeto, tipo = aviso["data"]["object"], str(aviso["type"])
            cuando = _instante(aviso["created"]) or datetime.now(UTC)
        except (stripe.SignatureVerificationError, ValueError, KeyError, TypeError) as mal:
            raise AvisoInvalido from mal
        if tipo.startswith("checkout.session."):
            return tuple(self._de_sesion(objeto, tipo, cuando, aviso["id"]))
        if tipo.startswith(("refund.", "charge.refund.")):
            folio = self._folio_del_pago(objeto)
            return tuple(_de_devolucion(folio, objeto, aviso["id"])) if folio else ()
        if tipo.startswith("charge.dispute."):
            folio = self._folio_del_pago(objeto)
            return tuple(_de_disputa(folio, objeto, aviso["id"])) if folio else ()
        return ()

    def preguntar(self, folio: uuid.UUID, id_externo: str) -> tuple[Hecho, ...]:
        """La sesión, su pago, sus devoluciones y sus disputas."""
        sesion = self._pedir(
            lambda s: s.v1.checkout.sessions.retrieve(id_externo, params={"expand": ["payment_intent.latest_charge"]})
        )
        pago = sesion.get("payment_intent") or {}
        if sesion["payment_status"] != "paid":
            return tuple(_sin_pagar(folio, sesion, pago))
        cobrado = _instante((pago.get("latest_charge") or {}).get("created")) or datetime.now(UTC)
        hechos = [_pagado(folio, sesion, pago["id"], cobrado, "")]
        for devolucion in self._lista(lambda s: s.v1.refunds.list(params={"payment_intent": pago["id"], "limit": 100})):
            hechos += _de_devolucion(folio, devolucion, "")
        for disputa in self._lista(lambda s: s.v1.disputes.list(params={"payment_intent": pago["id"], "limit": 100})):
            hechos += _de_disputa(folio, disputa, "")
        return tuple(hechos)

    def _de_sesion(self, sesion: Datos, tipo: str, cuando: datetime, evento: str) -> Iterator[Hecho]:
        folio = _folio(sesion)
        if folio is None:
            return
        que = tipo.removeprefix("checkout.session.")
        pagada = que == "async_payment_succeeded" or (que == "completed" and sesion["payment_status"] == "paid")
        if pagada:
            yield _pagado(folio, sesion, str(sesion["payment_intent"]), cuando, evento)
        elif que == "completed":
            pago = self._pedir(lambda s: s.v1.payment_intents.retrieve(str(sesion["payment_intent"])))
            yield _papel(folio, sesion, pago, cuando, evento)
        elif que == "async_payment_failed":
            con_papel = set(sesion.get("payment_method_types") or ()) & set(CON_PAPEL)
            yield Hecho(folio, Que.VENCIDO if con_papel else Que.FALLIDO, sesion["id"], cuando, evento=evento)
        elif que == "expired":
            yield Hecho(folio, Que.VENCIDO, sesion["id"], cuando, evento=evento)

    def _folio_del_pago(self, objeto: Datos) -> uuid.UUID | None:
        """De qué cobro es esa devolución o disputa: lo dice su pago."""
        cual = objeto.get("payment_intent")
        return _folio(self._pedir(lambda s: s.v1.payment_intents.retrieve(str(cual)))) if cual else None

    def _lista(self, pedir: "Callable[[stripe.StripeClient], Any]") -> list[dict[str, Any]]:
        return list(self._pedir(pedir)["data"])

    def _pedir(self, pedir: "Callable[[stripe.StripeClient], Any]") -> dict[str, Any]:
        """Lo que contestó, como diccionario."""
        import stripe

        try:
            cliente = stripe.StripeClient(self.clave, http_client=cliente_http(), max_network_retries=1)
            contestado: dict[str, Any] = pedir(cliente).to_dict()
        except stripe.StripeError as mal:
            raise PasarelaCaida(f"stripe: {mal.code or type(mal).__name__}") from mal
        return contestado


def _sesion(pedido: Pedido) -> Any:
    folio = {"cobro": str(pedido.folio)}
    precio = {
        "currency": pedido.moneda.lower(),
        "unit_amount": centavos(pedido.importe),
        "product_data": {"name": pedido.concepto},
    }
    opciones: dict[Forma, dict[str, Any]] = {
        Forma.OXXO: {"oxxo": {"expires_after_days": DIAS_DE_OXXO}},
        Forma.SPEI: {
            "customer_balance": {"funding_type": "bank_transfer", "bank_transfer": {"type": "mx_bank_transfer"}}
        },
    }
    return {
        "mode": "payment",
        "locale": "es-419",
        "client_reference_id": str(pedido.folio),
        "metadata": folio,
        "payment_intent_data": {"metadata": folio, "description": pedido.concepto},
        "line_items": [{"quantity": 1, "price_data": precio}],
        "payment_method_types": [FORMAS[pedido.forma]],
        "payment_method_options": opciones.get(pedido.forma, {}),
        "customer_email": pedido.correo,
        "success_url": pedido.regreso,
        "cancel_url": pedido.regreso,
    }


def _folio(objeto: Datos) -> uuid.UUID | None:
    """El nuestro; vacío si ese cobro no salió de aquí."""
    try:
        return uuid.UUID(str((objeto.get("metadata") or {}).get("cobro")))
    except ValueError:
        return None


def _pagado(folio: uuid.UUID, sesion: Datos, pago: str, cuando: datetime, evento: str) -> Hecho:
    importe, moneda = de_centavos(sesion["amount_total"]), str(sesion["currency"]).upper()
    return Hecho(folio, Que.PAGADO, pago, cuando, importe, moneda, evento)


def _papel(folio: uuid.UUID, sesion: Datos, pago: Datos, cuando: datetime, evento: str) -> Hecho:
    """El papel de OXXO o los datos de la transferencia, que se ven en una página de Stripe."""
    que_sigue = pago.get("next_action") or {}
    oxxo = que_sigue.get("oxxo_display_details") or {}
    spei = que_sigue.get("display_bank_transfer_instructions") or {}
    direccion = oxxo.get("hosted_voucher_url") or spei.get("hosted_instructions_url") or ""
    vence = _instante(oxxo.get("expires_after"))
    return Hecho(folio, Que.COMPROBANTE, sesion["id"], cuando, evento=evento, papel=direccion, vence=vence)


def _sin_pagar(folio: uuid.UUID, sesion: Datos, pago: Datos) -> Iterator[Hecho]:
    cuando = _instante(sesion["created"]) or datetime.now(UTC)
    if sesion["status"] == "expired" or (sesion["status"] == "complete" and pago.get("status") != "requires_action"):
        yield Hecho(folio, Que.VENCIDO, sesion["id"], _instante(sesion.get("expires_at")) or cuando)
    elif sesion["status"] == "complete":
        yield _papel(folio, sesion, pago, cuando, "")


def _de_devolucion(folio: uuid.UUID, devolucion: Datos, evento: str) -> Iterator[Hecho]:
    """La que va en camino todavía no cuenta; la que no se pudo deja sin efecto a la que se creía hecha."""
    que = {
        "succeeded": Que.DEVUELTO, "failed": Que.DEVOLUCION_FALLIDA, "canceled": Que.DEVOLUCION_FALLIDA,
    }.get(str(devolucion["status"]))  # fmt: skip
    if que is not None:
        yield _con_dinero(folio, que, devolucion, evento)


def _de_disputa(folio: uuid.UUID, disputa: Datos, evento: str) -> Iterator[Hecho]:
    """El banco ya retiró el dinero; las que sólo preguntan (`warning_…`) no lo mueven."""
    if str(disputa["status"]).startswith("warning"):
        return
    yield _con_dinero(folio, Que.DISPUTADO, disputa, evento)
    if disputa["status"] == "won":
        yield _con_dinero(folio, Que.DISPUTA_GANADA, disputa, evento)


def _con_dinero(folio: uuid.UUID, que: Que, objeto: Datos, evento: str) -> Hecho:
    cuando = _instante(objeto["created"]) or datetime.now(UTC)
    return Hecho(
        folio, que, objeto["id"], cuando, de_centavos(objeto["amount"]), str(objeto["currency"]).upper(), evento
    )


def _instante(segundos: Any) -> datetime | None:
    return datetime.fromtimestamp(int(segundos), UTC) if segundos else None
