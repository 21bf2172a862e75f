"""La pasarela de mentira de la demostración: una página nuestra con botones. En producción no existe (`revision`)."""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal

from django.urls import reverse
from django.utils import timezone

from suscripciones.cobros.dinero import EN_LINEA, Forma, Moneda
from suscripciones.cobros.reglas import Que
from suscripciones.pasarelas.puerto import Apertura, AvisoInvalido, Hecho, Pedido

NOMBRE = "demostracion"
DURA = timedelta(days=3)


class Demostracion:
    """Cobra de mentira y al momento."""

    nombre = NOMBRE
    origenes: tuple[str, ...] = ()

    def formas(self, moneda: Moneda) -> tuple[Forma, ...]:
        """Las mismas que ofrecería una de verdad."""
        return EN_LINEA if moneda == Moneda.MXN else (Forma.TARJETA,)

    def abrir(self, pedido: Pedido) -> Apertura:
        """A la página que hace de banco."""
        direccion = reverse("suscripciones:pago_demostracion", args=[pedido.folio])
        return Apertura(f"demo-{pedido.folio}", direccion, timezone.now() + DURA)

    def leer(self, cuerpo: bytes, cabeceras: Mapping[str, str], consulta: Mapping[str, str]) -> tuple[Hecho, ...]:
        """Nadie de fuera avisa nada."""
        raise AvisoInvalido

    def preguntar(self, folio: uuid.UUID, id_externo: str) -> tuple[Hecho, ...]:
        """No guarda nada: lo que se tocó ya quedó dicho."""
        return ()

    def devolver(self, folio: uuid.UUID, pago: str, importe: Decimal, moneda: Moneda) -> tuple[Hecho, ...]:
        """Al momento."""
        return (Hecho(folio, Que.DEVUELTO, f"demo-dev-{folio}", timezone.now(), importe, moneda),)

    def simular(self, folio: uuid.UUID, que: Que, importe: Decimal, moneda: str, ahora: datetime) -> tuple[Hecho, ...]:
        """Lo que pasa al tocar un botón de su página."""
        de_dinero = que == Que.PAGADO
        vence = ahora + DURA if que == Que.COMPROBANTE else None
        return (
            Hecho(folio, que, f"demo-{folio}", ahora, importe if de_dinero else Decimal("0.00"), moneda, vence=vence),
        )
