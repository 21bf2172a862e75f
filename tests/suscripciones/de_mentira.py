"""Quienes hacen de Stripe y de Mercado Pago, en el mismo proceso: guardan estado y contestan como ellos.

No hay en los registros un doble bien mantenido de estas dos API. La firma de los avisos la hacen las bibliotecas.
"""

import json
import time
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import stripe
from mercadopago.http import HttpClient
from mercadopago.webhook import validator

FIRMA = "whsec_de_prueba"
AHORA = 1_795_000_000


class StripeDeMentira(stripe.HTTPClient):
    """Sesiones, pagos, devoluciones y disputas; con su llave de una sola vez, repetir no hace otra."""

    name = "de mentira"

    def __init__(self) -> None:
        super().__init__()
        self.sesiones: dict[str, dict[str, Any]] = {}
        self.pagos: dict[str, dict[str, Any]] = {}
        self.devoluciones: dict[str, dict[str, Any]] = {}
        self.disputas: dict[str, dict[str, Any]] = {}
        self.clientes: dict[str, dict[str, Any]] = {}
        self.ya: dict[str, dict[str, Any]] = {}
        self.caida = False
        self.pedidos: list[tuple[str, str]] = []

    def request(self, method: str, url: str, headers: Any, post_data: Any = None, **_mas: Any) -> Any:
        if self.caida:
            raise stripe.APIConnectionError("no hay nadie", should_retry=False)
        partes = urlsplit(url)
        camino = partes.path.removeprefix("/v1/")
        self.pedidos.append((method, camino))
        datos = {k: v[-1] for k, v in parse_qs(post_data or partes.query).items()}
        llave = dict(headers or {}).get("Idempotency-Key")
        if method.lower() == "post" and llave in self.ya:
            hecho: Any = self.ya[llave]
        else:
            hecho = self._atender(method.lower(), camino, datos)
            if method.lower() == "post" and llave:
                self.ya[llave] = hecho
        estado = 404 if hecho is None else 200
        falta = {"error": {"type": "invalid_request_error", "code": "resource_missing", "message": "No such thing"}}
        return json.dumps(hecho or falta), estado, {"request-id": "req_1"}

    def close(self) -> None:
        """Nada que cerrar."""

    def _atender(self, metodo: str, camino: str, datos: dict[str, str]) -> Any:
        match metodo, camino.split("/"):
            case "post", ["customers"]:
                return self._nuevo(self.clientes, "cus", {"object": "customer", "email": datos["email"]})
            case "post", ["checkout", "sessions"]:
                return self._sesion(datos)
            case "get", ["checkout", "sessions", cual]:
                sesion = self.sesiones.get(cual)
                return sesion and {**sesion, "payment_intent": self.pagos.get(str(sesion["payment_intent"]))}
            case "get", ["payment_intents", cual]:
                return self.pagos.get(cual)
            case "post", ["refunds"]:
                return self.devolver(datos["payment_intent"], int(datos["amount"]))
            case "get", ["refunds" | "disputes" as que]:
                de = self.devoluciones if que == "refunds" else self.disputas
                suyas = [uno for uno in de.values() if uno["payment_intent"] == datos["payment_intent"]]
                return {"object": "list", "data": suyas, "has_more": False, "url": f"/v1/{que}"}
        raise AssertionError((metodo, camino))

    def _nuevo(self, donde: dict[str, dict[str, Any]], prefijo: str, datos: dict[str, Any]) -> dict[str, Any]:
        cual = f"{prefijo}_{uuid.uuid4().hex[:12]}"
        donde[cual] = {"id": cual, "created": AHORA, **datos}
        return donde[cual]

    def _sesion(self, datos: dict[str, str]) -> dict[str, Any]:
        assert datos["mode"] == "payment"
        con_spei = datos["payment_method_types[0]"] == "customer_balance"
        assert con_spei == ("customer" in datos)  # como Stripe: el saldo pide cliente
        assert con_spei != ("customer_email" in datos)
        moneda = datos["line_items[0][price_data][currency]"]
        if datos["payment_method_types[0]"] != "card":
            assert moneda == "mxn"
        meta = {"cobro": datos["metadata[cobro]"]}
        pago = self._nuevo(self.pagos, "pi", {
            "object": "payment_intent", "metadata": {"cobro": datos["payment_intent_data[metadata][cobro]"]},
            "status": "requires_payment_method", "next_action": None, "latest_charge": None,
        })  # fmt: skip
        sesion = self._nuevo(self.sesiones, "cs_test", {
            "object": "checkout.session", "status": "open", "payment_status": "unpaid", "metadata": meta,
            "amount_total": int(datos["line_items[0][price_data][unit_amount]"]), "currency": moneda,
            "payment_intent": pago["id"], "payment_method_types": [datos["payment_method_types[0]"]],
            "expires_at": AHORA + 86400, "success_url": datos["success_url"],
        })  # fmt: skip
        sesion["url"] = f"https://checkout.stripe.com/c/pay/{sesion['id']}"
        return sesion

    # --- lo que le pasa, y el aviso que manda -------------------------------------------------------------------------
    def pagar(self, sesion: str, tarde: bool = False) -> dict[str, Any]:
        suya = self.sesiones[sesion]
        pago = self.pagos[suya["payment_intent"]]
        pago.update(status="succeeded", next_action=None, latest_charge={"id": "ch_1", "created": AHORA + 60})
        suya.update(status="complete", payment_status="paid")
        return self.aviso(f"checkout.session.{'async_payment_succeeded' if tarde else 'completed'}", suya, AHORA + 60)

    def dar_papel(self, sesion: str) -> dict[str, Any]:
        suya = self.sesiones[sesion]
        de_oxxo = suya["payment_method_types"] == ["oxxo"]
        papel = f"https://payments.stripe.com/{'oxxo' if de_oxxo else 'bank_transfers'}/voucher/1"
        siguiente = (
            {"oxxo_display_details": {"hosted_voucher_url": papel, "expires_after": AHORA + 3 * 86400}}
            if de_oxxo
            else {"display_bank_transfer_instructions": {"hosted_instructions_url": papel}}
        )
        self.pagos[suya["payment_intent"]].update(status="requires_action", next_action=siguiente)
        suya.update(status="complete")
        return self.aviso("checkout.session.completed", suya)

    def vencer(self, sesion: str) -> dict[str, Any]:
        suya = self.sesiones[sesion]
        con_papel = suya["status"] == "complete"
        self.pagos[suya["payment_intent"]].update(status="requires_payment_method", next_action=None)
        suya.update(status="complete" if con_papel else "expired")
        return self.aviso(f"checkout.session.{'async_payment_failed' if con_papel else 'expired'}", suya)

    def devolver(self, pago: str, centavos: int, estado: str = "succeeded") -> dict[str, Any]:
        return self._nuevo(self.devoluciones, "re", {
            "object": "refund", "payment_intent": pago, "amount": centavos, "currency": "usd", "status": estado,
        })  # fmt: skip

    def disputar(self, pago: str, centavos: int, estado: str = "needs_response") -> dict[str, Any]:
        return self._nuevo(self.disputas, "dp", {
            "object": "dispute", "payment_intent": pago, "amount": centavos, "currency": "usd", "status": estado,
        })  # fmt: skip

    def aviso(self, tipo: str, objeto: dict[str, Any], cuando: int = AHORA) -> dict[str, Any]:
        evento = f"evt_{uuid.uuid4().hex[:12]}"
        return {"id": evento, "object": "event", "type": tipo, "created": cuando, "data": {"object": dict(objeto)}}


def firmado_por_stripe(aviso: Mapping[str, Any], firma: str = FIRMA, hace: int = 0) -> tuple[bytes, dict[str, str]]:
    """El cuerpo y su encabezado, con la firma que hace la biblioteca."""
    cuerpo = json.dumps(aviso)
    dicho = stripe.WebhookSignature.generate_signature_header(cuerpo, firma, int(time.time()) - hace)
    return cuerpo.encode(), {"HTTP_STRIPE_SIGNATURE": dicho}


class MercadoPagoDeMentira(HttpClient):
    """Preferencias y pagos; un pago cambia de estado y su aviso sólo dice cuál."""

    def __init__(self) -> None:
        self.preferencias: dict[str, dict[str, Any]] = {}
        self.pagos: dict[str, dict[str, Any]] = {}
        self.ya: dict[str, dict[str, Any]] = {}
        self.estado = 200

    def request(self, method: str, url: str, **mas: Any) -> dict[str, Any]:
        if self.estado != 200:
            return {"status": self.estado, "response": {"message": "no"}}
        camino = urlsplit(url).path.strip("/").split("/")
        llave = mas["headers"].get("x-idempotency-key", "")
        if method == "POST" and llave in self.ya:
            return self.ya[llave]
        datos = json.loads(mas.get("data") or "{}")
        contestado = self._atender(method, camino, datos, mas.get("params") or {})
        if method == "POST":
            self.ya[llave] = contestado
        return contestado

    def _atender(self, metodo: str, camino: list[str], datos: dict[str, Any], filtros: dict[str, str]) -> Any:
        match metodo, camino:
            case "POST", ["checkout", "preferences"]:
                assert datos["items"][0]["currency_id"] == "MXN"
                cual = f"pref-{len(self.preferencias) + 1}"
                inicio = f"https://www.mercadopago.com.mx/checkout/v1/redirect?pref_id={cual}"
                self.preferencias[cual] = {**datos, "id": cual, "init_point": inicio}
                return {"status": 201, "response": self.preferencias[cual]}
            case "GET", ["v1", "payments", "search"]:
                suyos = [p for p in self.pagos.values() if p["external_reference"] == filtros["external_reference"]]
                return {"status": 200, "response": {"results": suyos}}
            case "GET", ["v1", "payments", cual]:
                pago = self.pagos.get(cual)
                return {"status": 200 if pago else 404, "response": pago or {"message": "Payment not found"}}
            case "POST", ["v1", "payments", cual, "refunds"]:
                self.devolver(cual, datos["amount"])
                return {"status": 201, "response": self.pagos[cual]["refunds"][-1]}
        raise AssertionError((metodo, camino))

    def pagar(self, preferencia: str, estado: str = "approved", cual: str = "") -> str:
        suya = self.preferencias[preferencia]
        cual = cual or str(9000 + len(self.pagos))
        self.pagos[cual] = {
            **self.pagos.get(cual, {}), "id": int(cual), "status": estado, "external_reference":
            suya["external_reference"], "transaction_amount": suya["items"][0]["unit_price"], "currency_id": "MXN",
            "date_created": "2026-11-25T10:00:00.000-06:00", "date_last_updated": "2026-11-25T11:00:00.000-06:00",
            "date_approved": "2026-11-25T10:30:00.000-06:00" if estado != "pending" else None,
            "date_of_expiration": "2026-11-28T10:00:00.000-06:00", "refunds": [],
            "transaction_details": {"external_resource_url": "https://www.mercadopago.com.mx/payments/1/ticket"},
        }  # fmt: skip
        return cual

    def devolver(self, pago: str, importe: float) -> None:
        suyo = self.pagos[pago]
        fecha = "2026-11-26T09:00:00.000-06:00"
        suyo["refunds"].append(
            {"id": 70 + len(suyo["refunds"]), "amount": importe, "status": "approved", "date_created": fecha}
        )
        if sum(d["amount"] for d in suyo["refunds"]) >= suyo["transaction_amount"]:
            suyo["status"] = "refunded"


def firmado_por_mercadopago(pago: str, firma: str = FIRMA) -> dict[str, str]:
    """Los encabezados de su aviso, con el mismo texto que firma la biblioteca."""
    import hashlib
    import hmac

    ts, pedido = str(int(time.time())), uuid.uuid4().hex
    texto = validator._build_manifest(pago, pedido, ts)
    suma = hmac.new(firma.encode(), texto.encode(), hashlib.sha256).hexdigest()
    return {"HTTP_X_SIGNATURE": f"ts={ts},v1={suma}", "HTTP_X_REQUEST_ID": pedido}
