"""Cuentas con contraseña y correo comprobado: `python -m bench.entrada.siembra 1000`, sobre `DATABASE_URL`."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.contrib.auth.hashers import make_password  # noqa: E402
from django.db import transaction  # noqa: E402

from suscripciones.models import Cuenta  # noqa: E402


@transaction.atomic
def sembrar(cuantas: int) -> None:
    """`cuenta-0@banco.mx` y las que siguen, todas con la misma contraseña, derivada una vez."""
    clave = make_password("siete-mulas-y-media")
    cuentas = Cuenta.objects.bulk_create(
        [Cuenta(email=f"cuenta-{n}@banco.mx", nombre=f"Jugador {n}", password=clave) for n in range(cuantas)]
    )
    EmailAddress.objects.bulk_create(EmailAddress(user=c, email=c.email, verified=True, primary=True) for c in cuentas)


if __name__ == "__main__":
    sembrar(int(sys.argv[1]))
