"""Lo que se avisa de una mesa con hora: que cambió, que se canceló y que ya falta poco (D634)."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from config.comun.fechas import cuando, en_hora
from enlinea.encuentros.servicios.correos import avisar
from enlinea.models import Apuntado, AvisoAlTelefono, CitaEnLinea
from enlinea.telefono.servicios.avisos import aviso_anotar
from suscripciones import consultas as suscripciones
from suscripciones.servicios import Aviso

ANTES = timedelta(minutes=30)
POR_VUELTA = 50
UN_DIA = timedelta(days=1)


def avisar_cambio(cita: CitaEnLinea, carta: str, ahora: datetime) -> None:
    """A los apuntados menos quien la puso, en la transacción que la cambia."""
    otros = cita.apuntados.exclude(cuenta=cita.organiza_id).values_list("cuenta_id", flat=True)
    _mandar(cita, list(otros), carta, UN_DIA, ahora)


def recordatorios_mandar(ahora: datetime) -> int:
    """El barrido: media hora antes, a todos los apuntados y una vez por hora fijada; devuelve de cuántas mesas.

    Lo que ya pasó no se recuerda. Vale en varios procesos.
    """
    faltan = CitaEnLinea.objects.filter(
        recordada=False, cancelada=None, mesa=None, cuando__lte=ahora + ANTES, cuando__gt=ahora
    )
    if not faltan.exists():
        return 0
    with transaction.atomic():
        citas = list(faltan.select_for_update(skip_locked=True, of=("self",))[:POR_VUELTA])
        for cita in citas:
            cita.recordada = True
            cita.save(update_fields=["recordada"])
            apuntados = list(cita.apuntados.values_list("cuenta_id", flat=True))
            _mandar(cita, apuntados, "cita_recordada", cita.cuando - ahora + ANTES, ahora)
            clave = f"cita:{cita.pk}:{cita.secuencia}"
            al_telefono(cita, AvisoAlTelefono.Que.CITA, apuntados, clave, cita.cuando - ahora, ahora)
    return len(citas)


def al_telefono(
    cita: CitaEnLinea,
    que: AvisoAlTelefono.Que,
    cuentas: "list[int] | QuerySet[Apuntado, int]",
    clave: str,
    vale: timedelta,
    ahora: datetime,
) -> None:
    """A quienes de ésos tienen su teléfono apuntado, en la transacción de quien llama."""
    datos = {"cita": cita.pk, "hora": en_hora(cita.cuando)}
    aviso_anotar(que, cuentas, clave=clave, ahora=ahora, vale=vale, datos=datos)


def _mandar(cita: CitaEnLinea, cuentas: list[int], carta: str, vale: timedelta, ahora: datetime) -> None:
    nombres = suscripciones.nombres_publicos([cita.organiza_id])
    datos = {
        "organiza": nombres.get(cita.organiza_id, ""),
        "cuando": cuando(cita.cuando),
        "nota": cita.nota,
        "enlace": f"{cita.sitio}{reverse('enlinea:cita', args=[cita.pk])}",
    }
    avisar(Aviso.CITA, cuentas, carta, datos, sitio=cita.sitio, vale=vale, ahora=ahora)
