"""Prepara la base: N Recreos de 16 en su primera partida, con cuatro mesas anotando y 16 teléfonos cada uno.

Escribe en la salida, como JSON, lo que el cliente necesita: código, y por teléfono su cookie de sesión y su mesa.
"""

import json
import os
import sys
from decimal import Decimal
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.utils import timezone  # noqa: E402

from recreo import consultas, servicios  # noqa: E402
from recreo.identidad import LLAVE, Quien  # noqa: E402
from recreo.models import Jugador  # noqa: E402
from reglas.tipos import Meta  # noqa: E402
from suscripciones.models import Cuenta, Suscripcion  # noqa: E402
from suscripciones.servicios import suscripcion_registrar  # noqa: E402

JUGADORES = 16


def sembrar(cuantos: int) -> list[dict[str, object]]:
    """Los Recreos y sus teléfonos; el número 1 entra como organizador y los demás por llave."""
    return [_un_recreo(i) for i in range(cuantos)]


def _un_recreo(i: int) -> dict[str, object]:
    cuenta = Cuenta.objects.create_user(f"banco{i}@ejemplo.mx", None, nombre=f"Organizador {i}")
    ahora = timezone.now()
    suscripcion_registrar(
        cuenta_id=cuenta.pk, plan="anual", registrada_por_id=None, ahora=ahora, origen=Suscripcion.Origen.PASARELA
    )
    recreo = servicios.recreo_crear(
        cuenta_id=cuenta.pk,
        id_orden=uuid4(),
        tamano=JUGADORES,
        nombre=f"Banco {i}",
        lugar="Mesa de pruebas",
        meta=Meta.DOSCIENTOS,
        importe=Decimal(0),
    )
    quien = Quien(cuenta_id=cuenta.pk)
    nombres = [servicios.DatosJugador(n, f"Jugador {n}") for n in range(2, JUGADORES + 1)]
    servicios.jugadores_guardar(recreo_id=recreo.pk, quien=quien, id_orden=uuid4(), jugadores=nombres)
    llaves = {n: f"llave-{i}-{n}" for n in range(2, JUGADORES + 1)}
    for n, llave in llaves.items():
        Jugador.objects.filter(recreo=recreo, numero=n).update(llave=llave)
    servicios.recreo_empezar(recreo_id=recreo.pk, quien=quien, id_orden=uuid4())
    estado = consultas.estado_de(recreo.pk)
    for m in estado.partidas[0].mesas:
        lugar = {"recreo_id": recreo.pk, "quien": quien, "partida": 1, "mesa": m.numero}
        anotador = m.requeridos[0]
        servicios.mesa_elegir_anotador(**lugar, id_orden=uuid4(), numero=anotador)
        servicios.mesa_confirmar_asistencia(**lugar, id_orden=uuid4(), presentes=list(m.asientos))
        servicios.mesa_elegir_salidor(**lugar, id_orden=uuid4(), numero=anotador)
    # una mesa llama: la barra de quien organiza lleva algo
    llaman, quien_llama = estado.partidas[0].mesas[-1], Quien(llave=llaves[JUGADORES])
    servicios.organizador_llamar(
        recreo_id=recreo.pk, quien=quien_llama, id_orden=uuid4(), partida=1, mesa=llaman.numero, texto="Una duda"
    )
    servicios.tele_abrir(recreo_id=recreo.pk, quien=quien, id_orden=uuid4())
    estado = consultas.estado_de(recreo.pk)
    return {
        "codigo": recreo.codigo,
        "tele": estado.clave_tele,
        "version": estado.version,
        "telefonos": [
            {"cookie": _sesion(cuenta, llaves.get(n)), "anota": _mesa_que_anota(estado, n)}
            for n in range(1, JUGADORES + 1)
        ],
    }


def _mesa_que_anota(estado: consultas.EstadoRecreo, numero: int) -> int:
    return next((m.numero for m in estado.partidas[0].mesas if m.anotador == numero), 0)


def _sesion(cuenta: Cuenta, llave: str | None) -> str:
    sesion = SessionStore()
    if llave:
        sesion[LLAVE] = llave
    else:
        sesion["_auth_user_id"] = str(cuenta.pk)
        sesion["_auth_user_backend"] = settings.AUTHENTICATION_BACKENDS[0]
        sesion["_auth_user_hash"] = cuenta.get_session_auth_hash()
    sesion.create()
    return f"{settings.SESSION_COOKIE_NAME}={sesion.session_key}; {settings.CSRF_COOKIE_NAME}={'c' * 32}"


if __name__ == "__main__":
    json.dump(sembrar(int(sys.argv[1])), sys.stdout)
