"""Lo que la casa manda por correo, en la transacción de quien lo manda.

El vencimiento se avisa a 15, 3 y 0 días, cada uno una sola vez (SU2). Lo que está en `lista_de_avisos` no se le manda a
quien lo apagó, ni a quien borró su cuenta (D513).
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from suscripciones import baja, correos
from suscripciones.consultas import Vigencia, correos_de_administradores, planes_activos, quieren, vigencia
from suscripciones.lista_de_avisos import Aviso
from suscripciones.models import AvisoApagado, AvisoDeVencimiento, Cuenta
from suscripciones.periodos import umbral
from suscripciones.servicios.base import bloquear_cuenta

# el aviso de «vence en 3 días» no sirve si sale una semana después
UN_DIA = timedelta(days=1)


def _avisar(cuenta: Cuenta, como: Vigencia, fin: datetime, cual: int, ahora: datetime) -> bool:
    """Anota el aviso y echa el correo al buzón, las dos cosas o ninguna; falso si ya estaba."""
    with transaction.atomic():
        _aviso, nuevo = AvisoDeVencimiento.objects.get_or_create(
            cuenta=cuenta, fin=fin, umbral=cual, defaults={"enviado_en": ahora}
        )
        if nuevo and quieren(Aviso.VENCIMIENTO).filter(pk=cuenta.pk).exists():
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


def aviso_mandar(*, cuenta_id: int, aviso: Aviso, datos: dict[str, Any]) -> bool:
    """La carta `aviso_<cual>`, en la transacción de lo que la causa; falso si esa persona no la quiere."""
    cuenta = quieren(aviso).filter(pk=cuenta_id).first()
    if cuenta is None:
        return False
    correos.enviar(f"aviso_{aviso}", cuenta.email, {"cuenta": cuenta, **datos}, motivo=correos.Motivo.AVISO)
    return True


def aviso_a_muchos(
    *,
    aviso: Aviso,
    cuentas: Collection[int],
    sin_correos: Collection[str],
    plantilla: str,
    datos: dict[str, Any],
    sitio: str,
    vale: timedelta,
) -> list[int]:
    """Una carta a cada cuenta de ésas que la quiere y no tiene uno de esos correos, cada una con su enlace para dejar
    de recibirlas (`baja`). Va en la transacción de quien la manda; devuelve a cuáles.
    """
    quienes = list(quieren(aviso).filter(pk__in=cuentas, is_active=True).exclude(email__in=sin_correos).order_by("pk"))
    correos.echar(
        [
            correos.carta(
                plantilla,
                cuenta.email,
                {**datos, **_con_baja(cuenta, aviso, sitio)},
                motivo=correos.Motivo.AVISO,
                vale=vale,
            )
            for cuenta in quienes
        ]
    )
    return [cuenta.pk for cuenta in quienes]


def _con_baja(cuenta: Cuenta, aviso: Aviso, sitio: str) -> dict[str, Any]:
    """A quién va y el enlace con que lo apaga; sin `sitio` no hay a dónde, y va sin él."""
    return {"cuenta": cuenta, "baja": f"{sitio}{baja.camino(cuenta.pk, aviso)}" if sitio else ""}


def aviso_elegir(*, cuenta_id: int, aviso: Aviso, quiere: bool) -> None:
    """Apaga o prende uno solo, sin tocar los demás. Repetirlo da lo mismo. Error: `cuenta_desconocida`."""
    with transaction.atomic():
        bloquear_cuenta(cuenta_id)
        if quiere:
            AvisoApagado.objects.filter(cuenta_id=cuenta_id, aviso=aviso.value).delete()
        else:
            AvisoApagado.objects.get_or_create(cuenta_id=cuenta_id, aviso=aviso.value)


def mensaje_mandar(*, cuentas: Collection[int], texto: str, sitio: str = "") -> int:
    """Un mensaje de la administración, por correo, a esas cuentas; devuelve a cuántas. También a la que se apagó: no
    tiene otra forma de leerlo. Con `sitio`, cada carta lleva su baja; lo que se decidió de uno va sin ella (D720).
    """
    quienes = list(quieren(Aviso.MENSAJE).filter(pk__in=cuentas).order_by("pk"))
    correos.echar(
        [
            correos.carta(
                "aviso_mensaje",
                cuenta.email,
                {"texto": texto, **_con_baja(cuenta, Aviso.MENSAJE, sitio)},
                motivo=correos.Motivo.MENSAJE,
            )
            for cuenta in quienes
        ]
    )
    return len(quienes)


def avisos_elegir(*, cuenta_id: int, quiere: Collection[str]) -> None:
    """Deja apagados los que no están en `quiere`; lo que no es de la lista no cuenta. Repetirlo da lo mismo.

    Error: `cuenta_desconocida`.
    """
    no_quiere = {uno.value for uno in Aviso} - set(quiere)
    with transaction.atomic():
        bloquear_cuenta(cuenta_id)
        suyos = AvisoApagado.objects.filter(cuenta_id=cuenta_id)
        suyos.exclude(aviso__in=no_quiere).delete()
        hay = set(suyos.values_list("aviso", flat=True))
        AvisoApagado.objects.bulk_create(AvisoApagado(cuenta_id=cuenta_id, aviso=uno) for uno in no_quiere - hay)


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
