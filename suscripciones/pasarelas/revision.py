"""`check --deploy`: nada de cobrar de mentira, con llaves de prueba o sin comprobar la firma."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning

PARES = (("STRIPE_CLAVE", "STRIPE_FIRMA"), ("MERCADOPAGO_CLAVE", "MERCADOPAGO_FIRMA"))
DE_PRUEBA = ("sk_test_", "rk_test_", "TEST-")


def revisar(**_opciones: Any) -> list[CheckMessage]:
    """Lo que impide cobrar de verdad, o deja que cualquiera diga que pagó."""
    faltas: list[CheckMessage] = []
    if settings.PASARELA_DE_DEMOSTRACION:
        faltas.append(
            Error(
                "La pasarela de demostración está puesta: cualquiera se suscribe sin pagar.",
                hint="Quita PASARELA_DE_DEMOSTRACION y pon las llaves de la de verdad (docs/operacion.md).",
                id="cobros.E001",
            )
        )
    for clave, firma in PARES:
        if bool(getattr(settings, clave)) != bool(getattr(settings, firma)):
            faltas.append(
                Error(
                    f"{clave} y {firma} van juntas: sin las dos esa pasarela no cobra.",
                    hint="Sin la firma no se sabe quién avisa; sin la clave no hay a quién preguntar.",
                    id="cobros.E002",
                )
            )
        if str(getattr(settings, clave)).startswith(DE_PRUEBA):
            faltas.append(
                Warning(f"{clave} es de pruebas: nadie paga de verdad.", hint="Pon la de producción.", id="cobros.W001")
            )
    return faltas
