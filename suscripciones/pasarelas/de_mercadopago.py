"""Mercado Pago con su biblioteca: Checkout Pro en pesos (decisión 028).

Su aviso sólo dice qué pago cambió; lo demás se le pregunta, así que repetido o en desorden da lo mismo. La edad de
la firma no se comprueba: la biblioteca la mide en segundos y Mercado Pago la manda también en milésimas.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from suscripciones.cobros.dinero import Forma, Moneda
from suscripciones.cobros.reglas import Que
from suscripciones.pasarelas.puerto import Apertura, AvisoInvalido, Hecho, PasarelaCaida, Pedido

Datos = Mapping[str, Any]
ESPERA = 10.0
REINTENTOS = 1
DURA = timedelta(days=3)
# de los tipos de pago, los que no sirven para cada forma
QUITA: dict[Forma, tuple[str, ...]] = {
    Forma.TARJETA: ("ticket", "atm", "bank_transfer"),
    Forma.OXXO: ("credit_card", "debit_card", "prepaid_card", "atm", "bank_transfer"),
    Forma.SPEI: ("credit_card", "debit_card", "prepaid_card", "atm", "ticket"),
}
CON_DINERO = ("approved", "refunded", "charged_back", "in_mediation")


def cliente_http() -> Any:
    """Con quién habla la biblioteca; las pruebas ponen aquí a quien hace de Mercado Pago."""
    from mercadopago.http import HttpClient  # type: ignore[import-untyped]

    return HttpClient()


class MercadoPago:
    """El puerto, sobre Mercado Pago."""

    nombre = "mercadopago"
    origenes: tuple[str, ...] = ("https://www.mercadopago.com.mx", "https://www.mercadopago.com")

    def __init__(self, clave: str, firma: str) -> None:
        self.clave, self.firma = clave, firma

    def formas(self, moneda: Moneda) -> tuple[Forma, ...]:
        """En México sólo cobra en pesos."""
        return tuple(QUITA) if moneda == Moneda.MXN else ()

    # --- cobrar -------------------------------------------------------------------------------------------------------
    def abrir(self, pedido: Pedido) -> Apertura:
        """Una preferencia; el folio es la referencia que vuelve con el pago."""
        vence = datetime.now(UTC) + DURA
        datos = {
            "items": [
                {
                    "id": str(pedido.folio),
                    "title": pedido.concepto,
                    "quantity": 1,
                    "currency_id": str(pedido.moneda),
                    # su API sólo entiende números; con dos decimales, el más cercano es exacto al leerse
                    "unit_price": float(pedido.importe),
                }
            ],
            "payer": {"email": pedido.correo},
            "external_reference": str(pedido.folio),
            "payment_methods": {"excluded_payment_types": [{"id": tipo} for tipo in QUITA[pedido.forma]]},
            "back_urls": dict.fromkeys(("success", "failure", "pending"), pedido.regreso),
            "auto_return": "approved",
            "expires": True,
            "expiration_date_to": vence.isoformat(timespec="milliseconds"),
            "date_of_expiration": vence.isoformat(timespec="milliseconds"),
        }
        hecha = self._pedir(lambda sdk: sdk.preference().create(datos, self._opciones(f"abrir-{pedido.folio}")))
        return Apertura(str(hecha["id"]), str(hecha["init_point"]), vence)

    def devolver(self, folio: uuid.UUID, pago: str, importe: Decimal, moneda: Moneda) -> tuple[Hecho, ...]:
        """A la misma tarjeta o cuenta; luego se lee el pago, que dice lo que de veras quedó."""
        opciones = self._opciones(f"devolver-{folio}-{pago}-{importe}")
        self._pedir(lambda sdk: sdk.refund().create(pago, {"amount": float(importe)}, opciones))
        return tuple(_de_pago(self._pago(pago), ""))

    # --- saber --------------------------------------------------------------------------------------------------------
    def leer(self, cuerpo: bytes, cabeceras: Mapping[str, str], consulta: Mapping[str, str]) -> tuple[Hecho, ...]:
        """Comprueba la firma con la biblioteca y pregunta por ese pago."""
        from mercadopago.webhook import (  # type: ignore[import-untyped]
            InvalidWebhookSignatureError,
            WebhookSignatureValidator,
        )

        cual, pedido = consulta.get("data.id", ""), cabeceras.get("x-request-id", "")
        try:
            WebhookSignatureValidator.validate(cabeceras.get("x-signature"), pedido, cual, self.firma)
        except InvalidWebhookSignatureError as mal:
            raise AvisoInvalido from mal
        if consulta.get("type") != "payment" or not cual.isascii() or not cual.isdecimal():
            return ()
        return tuple(_de_pago(self._pago(cual), pedido))

    def preguntar(self, folio: uuid.UUID, id_externo: str) -> tuple[Hecho, ...]:
        """Todos los pagos que llevan ese folio: pudo haber más de uno."""
        filtros = {"external_reference": str(folio), "sort": "date_created", "criteria": "asc"}
        hallados = self._pedir(lambda sdk: sdk.payment().search(filtros))
        return tuple(hecho for pago in hallados["results"] for hecho in _de_pago(pago, ""))

    def _pago(self, cual: str) -> dict[str, Any]:
        """Ese pago; vacío si no existe (Mercado Pago prueba la dirección con uno inventado)."""
        return self._pedir(lambda sdk: sdk.payment().get(cual), falta={})

    def _opciones(self, llave: str) -> Any:
        """Con su llave de una sola vez: repetir lo mismo no lo hace dos veces."""
        from mercadopago.config import RequestOptions  # type: ignore[import-untyped]

        llaves = {"x-idempotency-key": llave}
        return RequestOptions(self.clave, connection_timeout=ESPERA, custom_headers=llaves, max_retries=REINTENTOS)

    def _pedir(self, pedir: Callable[[Any], Any], falta: dict[str, Any] | None = None) -> dict[str, Any]:
        """Lo que contestó; `falta` es lo que vale un 404."""
        import mercadopago  # type: ignore[import-untyped]
        import requests
        from mercadopago.errors import MercadoPagoError  # type: ignore[import-untyped]

        opciones = mercadopago.config.RequestOptions(connection_timeout=ESPERA, max_retries=REINTENTOS)
        try:
            sdk = mercadopago.SDK(self.clave, http_client=cliente_http(), request_options=opciones)
            contestado = pedir(sdk)
        except (MercadoPagoError, requests.RequestException) as mal:
            raise PasarelaCaida(f"mercadopago: {type(mal).__name__}") from mal
        if contestado["status"] == 404 and falta is not None:
            return falta
        if contestado["status"] not in (200, 201):
            raise PasarelaCaida(f"mercadopago: {contestado['status']}")
        datos: dict[str, Any] = contestado["response"]
        return datos


def _de_pago(pago: Datos, evento: str) -> Iterator[Hecho]:
    """Los hechos que cuenta un pago como está ahora."""
    folio = _folio(pago)
    if folio is None:
        return
    estado, cual = str(pago["status"]), str(pago["id"])
    if estado in CON_DINERO:
        yield from _con_dinero(folio, pago, evento)
    elif estado == "pending":
        papel = (pago.get("transaction_details") or {}).get("external_resource_url") or ""
        vence = _instante(pago.get("date_of_expiration"))
        cuando = _cuando(pago, "date_created")
        yield Hecho(folio, Que.COMPROBANTE, cual, cuando, evento=evento, papel=papel, vence=vence)
    elif estado == "cancelled":
        yield Hecho(folio, Que.VENCIDO, cual, _cuando(pago, "date_last_updated"), evento=evento)
    elif estado == "rejected":
        yield Hecho(folio, Que.FALLIDO, cual, _cuando(pago, "date_created"), evento=evento)


def _con_dinero(folio: uuid.UUID, pago: Datos, evento: str) -> Iterator[Hecho]:
    cual, moneda = str(pago["id"]), str(pago["currency_id"])
    importe, cuando = _importe(pago["transaction_amount"]), _cuando(pago, "date_approved")
    yield Hecho(folio, Que.PAGADO, cual, cuando, importe, moneda, evento)
    for suya in pago.get("refunds") or ():
        if suya.get("status", "approved") == "approved":
            cuanto, cuando_fue = _importe(suya["amount"]), _cuando(suya, "date_created")
            yield Hecho(folio, Que.DEVUELTO, str(suya["id"]), cuando_fue, cuanto, moneda, evento)
    if pago["status"] == "refunded" and not pago.get("refunds"):  # la lista puede faltar en una búsqueda
        fue = _cuando(pago, "date_last_updated")
        yield Hecho(folio, Que.DEVUELTO, f"{cual}-entera", fue, importe, moneda, evento)
    if pago["status"] == "charged_back":
        fue = _cuando(pago, "date_last_updated")
        yield Hecho(folio, Que.DISPUTADO, cual, fue, importe, moneda, evento)
        if pago.get("status_detail") == "reimbursed":
            yield Hecho(folio, Que.DISPUTA_GANADA, cual, fue, importe, moneda, evento)


def _folio(pago: Datos) -> uuid.UUID | None:
    try:
        return uuid.UUID(str(pago.get("external_reference")))
    except ValueError:
        return None


def _importe(numero: Any) -> Decimal:
    return Decimal(str(numero)).quantize(Decimal("0.01"))


def _cuando(objeto: Datos, campo: str) -> datetime:
    return _instante(objeto.get(campo)) or _instante(objeto.get("date_created")) or datetime.now(UTC)


def _instante(texto: Any) -> datetime | None:
    return datetime.fromisoformat(str(texto)) if texto else None
