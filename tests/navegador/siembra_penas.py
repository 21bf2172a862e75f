"""Una peña con dos Recreos jugados, para el paseo: con temporada, saldos, fecha y cuota."""

import json
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from suscripciones.models import Cuenta


def sembrar(correo: str) -> None:
    """La lleva esa cuenta; escribe su número y la clave de su enlace."""
    from recreo.penas import servicios
    from tests.recreo.penas.ayudas import Club

    memo = Cuenta.objects.get(email=correo)
    with transaction.atomic():
        pena = servicios.pena_crear(cuenta_id=memo.pk, id_orden=uuid4(), nombre="Los jueves", yo="Memo")
        c = Club(pena, memo, {"Memo": memo})
        servicios.miembros_apuntar(**c.lleva, nombres=("Beto", "Carmen Guadalupe", "Nacho", "Mari"))
        hoy = timezone.localdate()
        servicios.temporada_reglas(
            **c.lleva, nombre="Otoño", desde=hoy - timedelta(days=90), por_lugar=(10, 8, 6, 4), mejores=5, asistencia=2
        )
        for gana in (0, 1):
            c.juega("Beto", "Carmen Guadalupe", "Nacho", *(("Mari",) if gana else ()), gana=gana, importe=Decimal(20))
        servicios.cita_poner(
            **c.lleva, id_orden=uuid4(), cuando=timezone.now() + timedelta(days=3), lugar="Casa de Memo", nota="Hielo"
        )
        servicios.cuota_poner(**c.lleva, id_orden=uuid4(), concepto="Botana", importe=Decimal(50))
    print(json.dumps({"pena": pena.pk, "clave": pena.clave}))
