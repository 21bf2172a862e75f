"""Prepara un salón: una partida publicada en que cada mesa ya anotó una mano, con un teléfono por persona.

Escribe en la salida, como JSON, lo que el cliente necesita: el código, la galleta de quien organiza y, por mesa, la
clave de su papel, quién anota, quién confirma y la galleta de su teléfono.
"""

import json
import os
import sys
from datetime import timedelta
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.utils import timezone  # noqa: E402

from reglas.metas import Meta  # noqa: E402
from reglas.suizo.tipos import Tipo  # noqa: E402
from reglas.tipos import Desenlace  # noqa: E402
from suscripciones.models import Cuenta, Suscripcion  # noqa: E402
from suscripciones.servicios import suscripcion_registrar  # noqa: E402
from torneos import servicios  # noqa: E402
from torneos.identidad import Quien  # noqa: E402
from torneos.models import Asiento, Mesa, Torneo  # noqa: E402
from torneos.servicios import Ajustes, Persona  # noqa: E402
from torneos.sesion import SOY  # noqa: E402

PRIMERA_MANO = 60
"""Con otra de cuarenta o más se llega a los 100."""


def sembrar(personas: int) -> dict[str, object]:
    """El torneo, con todas sus mesas a una mano de acabar."""
    cuenta = Cuenta.objects.create_user("banco@ejemplo.mx", None, nombre="Lupita")
    ahora = timezone.now()
    suscripcion_registrar(
        cuenta_id=cuenta.pk, plan="anual", registrada_por_id=None, ahora=ahora, origen=Suscripcion.Origen.PASARELA
    )
    quien = Quien(cuenta.pk, cuenta.email, cuenta.nombre)
    ajustes = Ajustes("Salón de prueba", ahora + timedelta(hours=1), Tipo.AZTECA, Meta.CIEN, 9)
    t = servicios.torneo_crear(quien=quien, ajustes=ajustes, id_orden=uuid4())
    de = {"torneo_id": t.pk, "quien": quien}
    servicios.sorteo_dictar(**de, id_orden=uuid4(), texto="3-6 0-0 2-5")
    gente = [Persona(f"Persona {n}") for n in range(1, personas + 1)]
    servicios.inscritos_agregar(**de, id_orden=uuid4(), personas=gente, llegaron=True)
    ensayo = servicios.ensayo_pedir(**de, id_orden=uuid4()).datos["ensayo"]
    servicios.ensayos_preparar(aqui=True)
    servicios.partida_publicar(**de, id_orden=uuid4(), ensayo=ensayo)
    mesas = [_una_mesa(t, m) for m in Mesa.objects.filter(partida__torneo=t).order_by("numero")]
    return {"codigo": t.codigo, "organiza": _galleta(_de_cuenta(cuenta)), "personas": personas, "mesas": mesas}


def _una_mesa(t: Torneo, m: Mesa) -> dict[str, object]:
    cuatro = list(Asiento.objects.filter(mesa=m).order_by("lugar").values_list("jugador__numero", flat=True))
    de = {"torneo_id": t.pk, "quien": Quien(mesa=m.clave, numero=cuatro[0]), "partida": 1, "mesa": m.numero}
    servicios.mesa_empezar(**de, id_orden=uuid4(), presentes=cuatro, salidor=cuatro[0])
    mano = {"mano": 1, "revision": 0, "desenlace": Desenlace.DOMINADA, "pareja": 0, "tantos": PRIMERA_MANO}
    servicios.mano_anotar(**de, id_orden=uuid4(), **mano)
    galleta = _galleta({SOY: {m.clave: cuatro[0]}})
    return {"clave": m.clave, "numero": m.numero, "cuatro": cuatro, "contrario": cuatro[1], "cookie": galleta}


def _de_cuenta(cuenta: Cuenta) -> dict[str, object]:
    return {
        "_auth_user_id": str(cuenta.pk),
        "_auth_user_backend": settings.AUTHENTICATION_BACKENDS[0],
        "_auth_user_hash": cuenta.get_session_auth_hash(),
    }


def _galleta(datos: dict[str, object]) -> str:
    sesion = SessionStore()
    sesion.update(datos)
    sesion.create()
    return f"{settings.SESSION_COOKIE_NAME}={sesion.session_key}; {settings.CSRF_COOKIE_NAME}={'c' * 32}"


if __name__ == "__main__":
    json.dump(sembrar(int(sys.argv[1])), sys.stdout)
