"""En qué se cobra y cómo se escribe: «36.00 USD», siempre igual."""

import re
from decimal import Decimal
from enum import StrEnum


class Moneda(StrEnum):
    """Las dos en que se cobra, con su clave ISO 4217. OXXO y SPEI sólo existen en pesos."""

    USD = "USD"
    MXN = "MXN"


class Forma(StrEnum):
    """Cómo se paga."""

    TARJETA = "tarjeta"
    OXXO = "oxxo"
    SPEI = "spei"
    EFECTIVO = "efectivo"
    TRANSFERENCIA = "transferencia"
    OTRA = "otra"


EN_LINEA = (Forma.TARJETA, Forma.OXXO, Forma.SPEI)
A_MANO = (Forma.EFECTIVO, Forma.TRANSFERENCIA, Forma.OTRA)
SOLO_EN_PESOS = (Forma.OXXO, Forma.SPEI)
EN_CENTAVOS = 100


def escrito(importe: Decimal, moneda: str) -> str:
    """«1,200.00 MXN»: con sus miles, sus centavos y su clave."""
    return f"{importe:,.2f} {moneda}"


def numero_de_pago(numero: int) -> str:
    """«P-00042»."""
    return f"P-{numero:05d}"


def numero_dictado(escrito: str) -> int | None:
    """El de «P-00042», «p42» o «P 42», como lo teclee quien lo busca; nada si no es uno."""
    hallado = re.fullmatch(r"\s*[pP][\s-]*0*(\d{1,15})\s*", escrito)
    return int(hallado.group(1)) if hallado else None


def centavos(importe: Decimal) -> int:
    """Como lo piden las pasarelas; nuestras dos monedas tienen centavos. Error: `ValueError` si no es exacto."""
    enteros = importe * EN_CENTAVOS
    if enteros != enteros.to_integral_value():
        raise ValueError(f"{importe} no es un número entero de centavos")
    return int(enteros)


def de_centavos(enteros: int) -> Decimal:
    """El camino de regreso."""
    return (Decimal(enteros) / EN_CENTAVOS).quantize(Decimal("0.01"))
