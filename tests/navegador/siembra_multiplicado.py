"""Un Multiplicado de dos mesas recién publicado, sin dictar. Corre dentro de `manage.py`, con la casa ya prendida."""

import json
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import transaction

from suscripciones.models import Cuenta


def sembrar(correo: str) -> None:
    """Escribe su código y, por mesa y asiento, quién va, el pase de su puesto y la sesión de un aparato que lo tomó."""
    from tests.torneos.multiplicado import multiplicado
    from tests.torneos.salon import emparejar_aqui
    from tests.torneos.test_intranet import puesto_de, tomar
    from torneos.consultas.puestos import pase_de
    from torneos.servicios import ensayo

    ensayo.aparte.correr = emparejar_aqui  # type: ignore[assignment]
    ensayo.MINIMO_DE_MUCHOS = ensayo.MINIMO
    with transaction.atomic():
        salon = multiplicado(previstas=1, cuenta=Cuenta.objects.get(email=correo))
        salon.publicar()
        mesas = [
            [
                {"nombre": a.jugador.nombre, "numero": a.jugador.numero, "pase": pase_de(p := puesto_de(mesa, a.lugar)),
                 "sesion": _sesion(tomar(salon, p))}
                for a in mesa.asientos.select_related("jugador").order_by("lugar")
            ]
            for mesa in salon.mesas()
        ]  # fmt: skip
    print(json.dumps({"codigo": salon.fila.codigo, "mesas": mesas}))


def _sesion(datos: dict[str, Any]) -> str:
    sesion = import_module(settings.SESSION_ENGINE).SessionStore()
    sesion.update(datos)
    sesion.save()
    return str(sesion.session_key)
