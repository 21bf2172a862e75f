"""Lo que la casa manda por correo, en la transacción de quien lo manda.

El vencimiento se avisa a 15, 3 y 0 días, cada uno una sola vez (SU2).
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from suscripciones import correos
from suscripciones.consultas import Vigencia, correos_de_administradores, planes_activos, vigencia
from suscripciones.models import AvisoDeVencimiento, Cuenta
from suscripciones.periodos import umbral

# el aviso de «vence en 3 días» no sirve si sale una semana después
UN_DIA = timedelta(days=1)


def _avisar(cuenta: Cuenta, como: Vigencia, fin: datetime, cual: int, ahora: datetime) -> bool:
    """Anota el aviso y echa el correo al buzón, las dos cosas o ninguna; falso si ya estaba."""
    with transaction.atomic():
        _aviso, nuevo = AvisoDeVencimiento.objects.get_or_create(
            cuenta=cuenta, fin=fin, umbral=cual, defaults={"enviado_en": ahora}
        )
        if nuevo:
            datos = {"cuenta": cuenta, "vigencia": como, "planes": planes_activos()}
            correos.enviar("vencimiento", cuenta.email, datos, motivo=correos.Motivo.VENCIMIENTO, vale=UN_DIA)
        return nuevo


def avisos_de_vencimiento(ahora: datetime) -> int:
    """Manda los avisos que tocan; se puede llamar cuanto se quiera y desde varios procesos. Devuelve cuántos."""
    enviados = 0
    en_plazo = Q(
        suscripciones__anulada_en__isnull=True,
        suscripciones__fin__gt=ahora - timedelta(days=5),
        suscripciones__fin__lt=ahora + timedelta(days=17),
    )
    for cuenta in Cuenta.objects.filter(en_plazo, is_active=True).distinct().order_by("id"):
        como = vigencia(cuenta.pk, ahora)
        cual = umbral(como.dias) if como.hasta else None
        if como.hasta is None or cual is None:
            continue
        enviados += _avisar(cuenta, como, como.hasta, cual, ahora)
    return enviados


def administradores_avisar(*, permiso: str, plantilla: str, datos: dict[str, Any]) -> int:
    """Un correo a los administradores activos con ese permiso (`app.codigo`), en la transacción de quien llama.

    `plantilla`: ruta de la plantilla de texto. Devuelve a cuántos.
    """
    quienes = correos_de_administradores(permiso)
    if quienes:
        correos.enviar(plantilla, quienes, datos, motivo=correos.Motivo.ADMINISTRACION)
    return len(quienes)


def invitacion_mandar(*, para: str, plantilla: str, datos: dict[str, Any], referencia: str) -> None:
    """Echa al buzón una invitación, en la transacción de quien invita.

    Si no llega se le dice a quien se apuntó (`al_no_llegar`) con el tema de `referencia`, que es «tema:dato».
    """
    correos.enviar(plantilla, para, datos, motivo=correos.Motivo.INVITACION, referencia=referencia)
