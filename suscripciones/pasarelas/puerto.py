"""Lo único que el resto sabe de quien cobra: abrir, leer sus avisos, preguntarle y pedirle que devuelva.

Ni Stripe ni Mercado Pago asoman de aquí para arriba: cada una traduce lo suyo a `Hecho` y a estos dos errores.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from suscripciones.cobros.dinero import Forma, Moneda
from suscripciones.cobros.reglas import CERO, Que


@dataclass(frozen=True, slots=True)
class Pedido:
    """Lo que se va a cobrar. `folio` es nuestro y viaja con el pago; con él no se abre dos veces lo mismo."""

    folio: uuid.UUID
    concepto: str
    importe: Decimal
    moneda: Moneda
    forma: Forma
    correo: str
    regreso: str
    """Dirección completa de la página del cobro."""


@dataclass(frozen=True, slots=True)
class Apertura:
    """Lo que contestó: con qué número lo conoce, a dónde se manda a la persona y hasta cuándo vale."""

    id_externo: str
    direccion: str
    vence: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hecho:
    """Algo que le pasó al cobro de ese folio, según quien cobra."""

    folio: uuid.UUID
    que: Que
    referencia: str
    cuando: datetime
    importe: Decimal = CERO
    moneda: str = ""
    evento: str = ""
    papel: str = ""
    """Dirección del comprobante con que se paga, si es eso."""
    vence: datetime | None = None


class AvisoInvalido(Exception):
    """La firma no es de quien dice, o no se entiende: no se hace nada y se contesta 400."""


class PasarelaCaida(Exception):
    """No contestó, o contestó que no puede: se vuelve a intentar después."""


class Pasarela(Protocol):
    """Quien cobra en línea."""

    nombre: str
    origenes: tuple[str, ...]
    """A dónde manda su formulario; sólo la página de pagar los admite."""

    def formas(self, moneda: Moneda) -> tuple[Forma, ...]:
        """Cómo se puede pagar con ella en esa moneda."""
        ...

    def abrir(self, pedido: Pedido) -> Apertura:
        """Prepara el cobro; repetirlo con el mismo folio da el mismo. Error: `PasarelaCaida`."""
        ...

    def leer(self, cuerpo: bytes, cabeceras: Mapping[str, str], consulta: Mapping[str, str]) -> tuple[Hecho, ...]:
        """Los hechos de un aviso, ya comprobada su firma. Errores: `AvisoInvalido`, `PasarelaCaida`."""
        ...

    def preguntar(self, folio: uuid.UUID, id_externo: str) -> tuple[Hecho, ...]:
        """Todo lo que sabe de ese cobro, para cuando un aviso se perdió. Error: `PasarelaCaida`."""
        ...

    def devolver(self, folio: uuid.UUID, pago: str, importe: Decimal, moneda: Moneda) -> tuple[Hecho, ...]:
        """Regresa ese dinero por donde vino; repetirlo no devuelve dos veces. Error: `PasarelaCaida`."""
        ...
