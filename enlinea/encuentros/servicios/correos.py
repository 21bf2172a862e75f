"""Cómo se le avisa a alguien que no está: según la lista de lo que quiere recibir (D513)."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from suscripciones import consultas as suscripciones
from suscripciones.servicios import Aviso, aviso_a_muchos


def avisar(
    aviso: Aviso,
    cuentas: Collection[int],
    carta: str,
    datos: dict[str, Any],
    *,
    sitio: str,
    vale: timedelta,
    ahora: datetime,
) -> list[int]:
    """La carta a quienes la quieren y pueden entrar (SU3), en la transacción de quien llama; devuelve a cuáles."""
    return aviso_a_muchos(
        aviso=aviso,
        cuentas=suscripciones.pueden_organizar(set(cuentas), ahora),
        sin_correos=(),
        plantilla=f"enlinea/correo/{carta}.txt",
        datos={**datos, "sitio": sitio},
        sitio=sitio,
        vale=vale,
    )
