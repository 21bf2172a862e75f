"""Reparte el buzón de salida: de uno en uno, con plazo y sin que nadie espere.

Cada correo se aparta antes (`SKIP LOCKED` y un turno que vence), se manda fuera de toda transacción y se anota. Si el
proceso muere entre mandar y anotar, al vencer el turno sale otra vez con su mismo `Message-ID`: más vale repetido que
perdido. Lo caducado no se manda, y de lo que terminó no queda ni asunto ni cuerpo.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Count, Min, QuerySet
from django.utils import timezone

from config.base.medidas import CORREO_PENDIENTE, CORREOS
from config.base.retencion import limite
from suscripciones import baja
from suscripciones.models import CorreoPorSalir

registro = logging.getLogger(__name__)

Estado = CorreoPorSalir.Estado
Reloj = Callable[[], datetime]
Oyente = Callable[[str, str], None]

CADA = 1.0
"""Segundos entre vueltas; la del mismo proceso que escribió el correo se despierta antes."""
CADA_MEDIDA = 15.0
"""Segundos entre una cuenta y otra de lo que falta por salir."""
TURNO = timedelta(minutes=3)
"""Lo que un correo es de quien lo apartó: más que todos los plazos de una entrega (diez de `EMAIL_TIMEOUT`)."""
ESPERAS = (5, 15, 45, 120, 300, 900, 3600)
"""Segundos antes de cada reintento; el último se repite hasta que caduca."""
POR_VUELTA = 5.0
"""Segundos: para que el servidor pueda cerrar sin esperar a que se vacíe el buzón."""

_oyentes: dict[str, Oyente] = {}


class Rechazo(Exception):
    """El servidor no acepta ese correo y no lo va a aceptar."""


def al_no_llegar(tema: str, funcion: Oyente) -> None:
    """Apunta quién se entera, con el dato de la referencia y la dirección, de lo que no llegó. En su transacción."""
    _oyentes[tema] = funcion


def repartir(reloj: Reloj = timezone.now) -> int:
    """Manda lo que toca; se puede llamar cuanto se quiera y desde varios procesos. Devuelve cuántos salieron."""
    if not _tocan(reloj()).exists():
        return 0
    conexion, salieron = get_connection(settings.CORREO_DE_VERDAD), 0
    hasta = time.monotonic() + POR_VUELTA
    try:
        while time.monotonic() < hasta and (correo := _apartar(reloj)) is not None:
            if not _entregar(conexion, correo, reloj):
                break  # no hay servidor: insistir con los demás sólo haría esperar
            salieron += correo.estado == Estado.ENVIADO
    finally:
        with suppress(SMTPException, OSError):
            conexion.close()
    return salieron


def _tocan(ahora: datetime) -> QuerySet[CorreoPorSalir]:
    """Lo que antes caduca va primero: un código no hace fila detrás de las invitaciones."""
    return CorreoPorSalir.objects.filter(estado=Estado.PENDIENTE, siguiente__lte=ahora).order_by("caduca", "id")


def _apartar(reloj: Reloj) -> CorreoPorSalir | None:
    """El siguiente, ya a nombre de quien llama; los caducados que encuentra los termina."""
    while True:
        ahora = reloj()
        with transaction.atomic():
            correo = _tocan(ahora).select_for_update(skip_locked=True).first()
            if correo is None:
                return None
            if correo.caduca <= ahora:
                _terminar(correo, Estado.CADUCADO, ahora, correo.falla)
                continue
            correo.intentos += 1
            correo.siguiente = ahora + TURNO
            correo.save(update_fields=["intentos", "siguiente"])
            return correo


def _entregar(conexion: Any, correo: CorreoPorSalir, reloj: Reloj) -> bool:
    """Manda y anota; falso si el que falló fue el servidor y no hay que seguir."""
    try:
        _mandar(conexion, correo)
    except Rechazo as rechazo:
        _terminar(correo, Estado.RECHAZADO, reloj(), str(rechazo))
        return True
    except (SMTPException, OSError) as falla:
        _posponer(correo, reloj(), _dicho(falla))
        return isinstance(falla, SMTPRecipientsRefused | SMTPDataError)
    _terminar(correo, Estado.ENVIADO, reloj(), "")
    return True


def _mandar(conexion: Any, correo: CorreoPorSalir) -> None:
    mensaje = EmailMessage(
        correo.asunto,
        correo.cuerpo,
        settings.DEFAULT_FROM_EMAIL,
        [correo.para],
        headers={"Message-ID": correo.id_mensaje, **baja.encabezados(correo.cuerpo)},
    )
    try:
        conexion.open()  # queda abierta para los que siguen
        conexion.send_messages([mensaje])
    except SMTPRecipientsRefused as e:
        if all(codigo >= 500 for codigo, _texto in e.recipients.values()):
            raise Rechazo(_dicho(e)) from e
        raise
    except SMTPDataError as e:
        if e.smtp_code >= 500:
            raise Rechazo(_dicho(e)) from e
        raise
    except ValueError as e:  # una dirección que no se puede escribir en un sobre
        raise Rechazo(type(e).__name__) from e


def _terminar(correo: CorreoPorSalir, estado: str, ahora: datetime, falla: str) -> None:
    """Anota cómo acabó, borra lo que decía y avisa a quien le toca saber que no llegó. Todo o nada."""
    correo.estado = estado
    with transaction.atomic():
        cambio = CorreoPorSalir.objects.filter(pk=correo.pk, estado=Estado.PENDIENTE).update(
            estado=estado, terminado=ahora, falla=falla, asunto="", cuerpo=""
        )
        if cambio:
            transaction.on_commit(lambda: CORREOS.sumar(estado))
        if not cambio or estado == Estado.ENVIADO:
            return
        registro.warning("No llegó el correo %s (%s, %s): %s", correo.pk, correo.motivo, estado, falla)
        tema, _dos_puntos, dato = correo.referencia.partition(":")
        if tema in _oyentes:
            _oyentes[tema](dato, correo.para)


def _posponer(correo: CorreoPorSalir, ahora: datetime, falla: str) -> None:
    """Para dentro de un rato, cada vez más largo; si caduca antes, para entonces."""
    espera = ESPERAS[min(correo.intentos, len(ESPERAS)) - 1]
    registro.warning("No salió el correo %s (%s), intento %s: %s", correo.pk, correo.motivo, correo.intentos, falla)
    # si su turno venció y otro ya lo tomó, manda el otro
    CorreoPorSalir.objects.filter(pk=correo.pk, estado=Estado.PENDIENTE, intentos=correo.intentos).update(
        siguiente=min(ahora + timedelta(seconds=espera), correo.caduca), falla=falla
    )


def _dicho(falla: Exception) -> str:
    """Qué falló y, si contestó, con qué código: nunca lo que el correo decía."""
    codigos = [codigo for codigo, _texto in getattr(falla, "recipients", {}).values()]
    codigo = codigos[0] if codigos else getattr(falla, "smtp_code", "")
    return f"{type(falla).__name__} {codigo}".strip()[:200]


def medir(ahora: datetime) -> None:
    """Deja a la vista cuántos faltan por salir y cuántos segundos lleva el que más espera."""
    cuenta = CorreoPorSalir.objects.filter(estado=Estado.PENDIENTE).aggregate(n=Count("pk"), desde=Min("creado"))
    CORREO_PENDIENTE.poner("cuantos", cuenta["n"])
    CORREO_PENDIENTE.poner("segundos", (ahora - cuenta["desde"]).total_seconds() if cuenta["desde"] else 0)


def limpiar(ahora: datetime) -> int:
    """Borra los renglones que pasaron de `RETENCION_CORREOS` días; devuelve cuántos."""
    viejos = CorreoPorSalir.objects.filter(creado__lt=limite("correos", ahora)).exclude(estado=Estado.PENDIENTE)
    return viejos.delete()[0]
