"""El recibo, el papel para pagar y la devolución, por correo y en la transacción de lo que los causa (D430)."""

from datetime import datetime, timedelta

from django.utils import timezone

from suscripciones import correos
from suscripciones.cobros.dinero import SOLO_EN_PESOS, Forma
from suscripciones.models import Cobro, Cuenta, Suscripcion
from suscripciones.periodos import ultimo_dia

UN_DIA = timedelta(days=1)


def recibo_mandar(*, cobro: Cobro, cuenta: Cuenta, antes: str, ahora: datetime) -> None:
    """Una carta por lo que cambió; a la cuenta borrada o apagada no se le escribe. No guarda el cobro."""
    if not cuenta.is_active or cobro.estado == antes:
        return
    if cobro.estado == Cobro.Estado.PAGADO and cobro.recibo_en is None:
        cobro.recibo_en = ahora
        _mandar("recibo", cobro, cuenta, periodo_de(cobro))
    elif cobro.estado == Cobro.Estado.COMPROBANTE:
        _mandar("comprobante", cobro, cuenta, {})
    elif cobro.estado == Cobro.Estado.DEVUELTO:
        _mandar("devolucion", cobro, cuenta, {})


def periodo_de(cobro: Cobro) -> dict[str, object]:
    """Desde y hasta qué día dio ESE pago, no hasta cuándo vale hoy la suscripción; vacío si no da nada."""
    suya = Suscripcion.objects.filter(cobro=cobro, anulada_en__isnull=True).first()
    if suya is None:
        return {}
    return {"desde": timezone.localdate(suya.inicio), "hasta": ultimo_dia(suya.fin, timezone.get_current_timezone())}


def _mandar(plantilla: str, cobro: Cobro, cuenta: Cuenta, mas: dict[str, object]) -> None:
    datos = {
        "cobro": cobro,
        "cuenta": cuenta,
        "a_tarjeta": cobro.forma == Forma.TARJETA and cobro.por != Cobro.Por.MANUAL,
        "con_papel": cobro.forma in SOLO_EN_PESOS,
        **mas,
    }
    correos.enviar(plantilla, cuenta.email, datos, motivo=correos.Motivo.PAGO)
