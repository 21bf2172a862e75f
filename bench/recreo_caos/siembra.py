"""Prepara el Recreo de 16 ya empezado y escribe la galleta de cada quien; con `--leer CODIGO`, lo que quedó de él."""

import json
import os
import sys
from decimal import Decimal
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.utils import timezone  # noqa: E402

from bench.recreo_caos.plan import JUGADORES  # noqa: E402
from config.base.sesiones import LLAVE  # noqa: E402
from recreo import actas, consultas, servicios  # noqa: E402
from recreo.identidad import Quien  # noqa: E402
from recreo.models import Anotacion, Discrepancia, Jugador  # noqa: E402
from reglas.tipos import Meta  # noqa: E402
from suscripciones.models import Cuenta, Suscripcion  # noqa: E402
from suscripciones.servicios import suscripcion_registrar  # noqa: E402


def sembrar() -> dict[str, Any]:
    """El 1 organiza con su cuenta; los demás entraron sin correo, cada uno con la llave de su teléfono."""
    cuenta = Cuenta.objects.create_user("caos@ejemplo.mx", None, nombre="Jugador 1")
    suscripcion_registrar(
        cuenta_id=cuenta.pk, plan="anual", registrada_por_id=None, ahora=timezone.now(),
        origen=Suscripcion.Origen.PASARELA,
    )  # fmt: skip
    recreo = servicios.recreo_crear(
        cuenta_id=cuenta.pk, id_orden=uuid4(), tamano=JUGADORES, nombre="Caos", lugar="", meta=Meta.CIEN,
        importe=Decimal(0),
    )  # fmt: skip
    quien = Quien(cuenta_id=cuenta.pk)
    nombres = [servicios.DatosJugador(n, f"Jugador {n}") for n in range(1, JUGADORES + 1)]
    servicios.jugadores_guardar(recreo_id=recreo.pk, quien=quien, id_orden=uuid4(), jugadores=nombres[1:])
    for n in range(2, JUGADORES + 1):
        Jugador.objects.filter(recreo=recreo, numero=n).update(llave=f"llave-{n}")
    servicios.recreo_empezar(recreo_id=recreo.pk, quien=quien, id_orden=uuid4())
    galletas = {n: _sesion(cuenta if n == 1 else None, f"llave-{n}") for n in range(1, JUGADORES + 1)}
    return {"codigo": recreo.codigo, "sesiones": galletas, "galleta": settings.SESSION_COOKIE_NAME}


def _sesion(cuenta: Cuenta | None, llave: str) -> str:
    sesion = SessionStore()
    if cuenta is None:
        sesion[LLAVE] = llave
    else:
        sesion["_auth_user_id"] = str(cuenta.pk)
        sesion["_auth_user_backend"] = settings.AUTHENTICATION_BACKENDS[0]
        sesion["_auth_user_hash"] = cuenta.get_session_auth_hash()
    sesion.create()
    return str(sesion.session_key)


def leer(codigo: str) -> dict[str, Any]:
    """El acta, la clasificación que enseña, y cuántas anotaciones hay, con las corregidas y las discutidas."""
    estado = consultas.estado_de(consultas.id_de(codigo))
    de_aqui = Anotacion.objects.filter(mesa__partida__recreo=estado.id)
    return {
        "acta": actas.exportar(estado),
        "clasificacion": [{"lugar": f.lugar, "jugador": f.jugador, "puntos": f.puntos} for f in estado.filas],
        "anotaciones": de_aqui.count(),
        "corregidas": de_aqui.exclude(revision=1).count() + de_aqui.filter(borrada=True).count(),
        "discutidas": Discrepancia.objects.filter(mesa__partida__recreo=estado.id).count(),
        "estado": estado.estado,
    }


if __name__ == "__main__":
    json.dump(leer(sys.argv[2]) if sys.argv[1:2] == ["--leer"] else sembrar(), sys.stdout)
