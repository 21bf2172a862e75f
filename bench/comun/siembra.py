"""Crea mesas listas, con sus cuatro cuentas suscritas y su sesión, por lotes; escribe un JSON con sus galletas.

`python -m bench.comun.siembra 100 --meta 100 --modo normal`: sobre la base de `DATABASE_URL`, ya migrada.
"""

import argparse
import json
import os
import sys
from datetime import timedelta
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.contrib.sessions.models import Session  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from enlinea.models import Lugar, Mesa  # noqa: E402
from suscripciones.models import Cuenta, Plan, Suscripcion  # noqa: E402

METAS = ("100", "200", "juegos_ganados")
LOTE = 2_000


@transaction.atomic
def sembrar(cuantas: int, meta: str, modo: str, sueltas: int = 0) -> dict[str, Any]:
    """`meta` «todas» las alterna. `sueltas`: cuentas sin mesa, para los ajenos."""
    serie = uuid4().hex[:8]
    cuentas = Cuenta.objects.bulk_create(
        [
            Cuenta(email=f"banco-{serie}-{i}@ejemplo.mx", nombre=f"Jugador {i}", password="!sin-clave")
            for i in range(4 * cuantas + sueltas)
        ],
        batch_size=LOTE,
    )
    _suscribir(cuentas)
    galletas = _sesiones(cuentas)
    mesas = Mesa.objects.bulk_create(
        [
            Mesa(
                nombre=f"Banco {i}",
                meta=METAS[i % 3] if meta == "todas" else meta,
                modo=modo,
                organizador=cuentas[4 * i],
                estado=Mesa.Estado.LISTA,
                se_mira=True,
            )
            for i in range(cuantas)
        ],
        batch_size=LOTE,
    )
    Lugar.objects.bulk_create(
        [
            Lugar(mesa=mesa, asiento=a, cuenta=c, nombre=c.nombre, respuesta=Lugar.Respuesta.ACEPTO)
            for i, mesa in enumerate(mesas)
            for a, c in enumerate(cuentas[4 * i : 4 * i + 4])
        ],
        batch_size=LOTE,
    )
    return {
        "mesas": [
            {"id": mesa.pk, "meta": mesa.meta, "cookies": galletas[4 * i : 4 * i + 4]} for i, mesa in enumerate(mesas)
        ],
        "sueltas": galletas[4 * cuantas :],
    }


def _suscribir(cuentas: list[Cuenta]) -> None:
    plan, _ = Plan.objects.get_or_create(clave="anual", defaults={"nombre": "Anual", "meses": 12, "precio": 36})
    ahora = timezone.now()
    Suscripcion.objects.bulk_create(
        [
            Suscripcion(
                cuenta=c, plan=plan, inicio=ahora - timedelta(days=1), fin=ahora + timedelta(days=365),
                importe=plan.precio, moneda=plan.moneda, registrada_en=ahora,
            )
            for c in cuentas
        ],
        batch_size=LOTE,
    )  # fmt: skip


def _sesiones(cuentas: list[Cuenta]) -> list[str]:
    hasta = timezone.now() + timedelta(days=30)
    modelo = SessionStore()
    filas = []
    for cuenta in cuentas:
        datos = {
            "_auth_user_id": str(cuenta.pk),
            "_auth_user_backend": settings.AUTHENTICATION_BACKENDS[0],
            "_auth_user_hash": cuenta.get_session_auth_hash(),
        }
        filas.append(Session(session_key=uuid4().hex, session_data=modelo.encode(datos), expire_date=hasta))
    Session.objects.bulk_create(filas, batch_size=LOTE)
    return [f"{settings.SESSION_COOKIE_NAME}={fila.session_key}" for fila in filas]


def main() -> None:
    """Siembra y escribe."""
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("mesas", type=int)
    p.add_argument("--meta", default="100", choices=(*METAS, "todas"))
    p.add_argument("--modo", default="normal")
    p.add_argument("--sueltas", type=int, default=0)
    a = p.parse_args()
    json.dump(sembrar(a.mesas, a.meta, a.modo, a.sueltas), sys.stdout)


if __name__ == "__main__":
    main()
