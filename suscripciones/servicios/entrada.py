"""Entrada con un código que llega al correo (SU1, RE1).

A toda dirección se le trata igual, tenga cuenta o no: mismo correo, mismo texto, mismos topes. La cuenta nace
cuando su dueño escribe el código. Del código sólo se guarda la huella, vale en la sesión que lo pidió, y los
intentos se cuentan en la base con una sola actualización: pedir en paralelo no da intentos de más.

Pedir otro no estropea el anterior: hasta que caduque vale cualquiera de los últimos tres de la sesión.
"""

import secrets
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac

from config.base.retencion import limite
from config.comun.correo import correo_normal
from config.servidor.red import red_de
from suscripciones import correos
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import CodigoDeEntrada, Cuenta
from suscripciones.servicios.cuentas import cuenta_por_correo, cuenta_verificar_correo
from suscripciones.servicios.topes import intento_contar
from suscripciones.topes import por_que

CIFRAS = 6
VALIDEZ = timedelta(minutes=10)
INTENTOS = 5
ESPERA_PARA_REENVIAR = timedelta(seconds=30)
VIVOS = 3
"""De los que pidió una sesión, cuántos valen a la vez."""


@dataclass(frozen=True, slots=True)
class CodigoPedido:
    """Lo que la sesión recuerda del código que pidió, y de los de antes que todavía valen."""

    id: uuid.UUID
    correo: str
    creado: datetime
    anteriores: tuple[uuid.UUID, ...] = ()


def _huella(id_codigo: uuid.UUID, codigo: str) -> str:
    return salted_hmac("suscripciones.servicios.entrada", f"{id_codigo}:{codigo}", algorithm="sha256").hexdigest()


def codigo_pedir(
    *, correo: str, ip: str, ahora: datetime, aparato: str = "", anterior: CodigoPedido | None = None
) -> CodigoPedido:
    """Manda un código de seis cifras a ese correo, exista o no la cuenta.

    `aparato`: su número, si a esa cuenta ya se entró en él. Errores: `espera_para_reenviar` y `demasiados_intentos`,
    los dos con `espera`; lo ya mandado sigue valiendo.
    """
    limpio, red = correo_normal(correo), red_de(ip)
    del_mismo = anterior if anterior is not None and anterior.correo == limpio else None
    if del_mismo is not None and ahora < del_mismo.creado + ESPERA_PARA_REENVIAR:
        raise ErrorDeSuscripcion("espera_para_reenviar", espera=del_mismo.creado + ESPERA_PARA_REENVIAR - ahora)
    intento_contar(por=por_que("correo", quien=limpio, red=red, aparato=aparato), ahora=ahora)
    nuevo, codigo = uuid.uuid4(), f"{secrets.randbelow(10**CIFRAS):0{CIFRAS}d}"
    datos = {"codigo": codigo, "minutos": int(VALIDEZ.total_seconds() // 60)}
    origen = salted_hmac("suscripciones.red", red, algorithm="sha256").hexdigest()
    with transaction.atomic():
        CodigoDeEntrada.objects.create(
            id=nuevo, correo=limpio, huella=_huella(nuevo, codigo), origen=origen, creado=ahora
        )
        correos.enviar("codigo", limpio, datos, motivo=correos.Motivo.CODIGO, vale=VALIDEZ)
    antes = (del_mismo.id, *del_mismo.anteriores)[: VIVOS - 1] if del_mismo is not None else ()
    return CodigoPedido(nuevo, limpio, ahora, antes)


def codigo_comprobar(
    *, id_codigo: uuid.UUID, codigo: str, ahora: datetime, anteriores: Sequence[uuid.UUID] = ()
) -> str:
    """El correo cuyo dueño escribió bien el código; cada código se usa una vez y admite cinco intentos.

    Vale el último o cualquiera de los `anteriores` de la misma sesión: escribir uno mal gasta un intento de cada uno.
    Errores, los del último: `codigo_caducado`, `codigo_agotado` y `codigo_equivocado`, con los que `quedan`.
    """
    try:
        return _comprobar_uno(id_codigo, codigo, ahora)
    except ErrorDeSuscripcion:
        for otro in anteriores:
            with suppress(ErrorDeSuscripcion):
                return _comprobar_uno(otro, codigo, ahora)
        raise


def _comprobar_uno(id_codigo: uuid.UUID, codigo: str, ahora: datetime) -> str:
    # sin transacción que envuelva: el intento fallido tiene que quedar contado
    contado = CodigoDeEntrada.objects.filter(
        id=id_codigo, usado_en__isnull=True, intentos__lt=INTENTOS, creado__gt=ahora - VALIDEZ
    ).update(intentos=F("intentos") + 1)
    guardado = CodigoDeEntrada.objects.filter(id=id_codigo).first()
    if guardado is None or guardado.usado_en is not None or guardado.creado <= ahora - VALIDEZ:
        raise ErrorDeSuscripcion("codigo_caducado")
    if not contado:
        raise ErrorDeSuscripcion("codigo_agotado")
    cifras = "".join(c for c in codigo if c.isdecimal())
    if not constant_time_compare(_huella(id_codigo, cifras), guardado.huella):
        quedan = INTENTOS - guardado.intentos
        if quedan <= 0:
            raise ErrorDeSuscripcion("codigo_agotado")
        raise ErrorDeSuscripcion("codigo_equivocado", quedan=quedan)
    usado = CodigoDeEntrada.objects.filter(id=id_codigo, usado_en__isnull=True).update(usado_en=ahora)
    if not usado:
        raise ErrorDeSuscripcion("codigo_caducado")
    return str(guardado.correo)


def cuenta_entrar(
    *, id_codigo: uuid.UUID, codigo: str, ahora: datetime, anteriores: Sequence[uuid.UUID] = ()
) -> Cuenta:
    """Comprueba el código y da la cuenta de su dueño, creándola si es su primera vez, con el correo verificado."""
    correo = codigo_comprobar(id_codigo=id_codigo, codigo=codigo, ahora=ahora, anteriores=anteriores)
    cuenta = cuenta_por_correo(correo)
    if not cuenta.is_active:
        raise ErrorDeSuscripcion("cuenta_inactiva")
    cuenta_verificar_correo(cuenta)
    cuenta.refresh_from_db()
    return cuenta


def codigos_limpiar(ahora: datetime) -> int:
    """Borra los que pasaron de `RETENCION_CODIGOS` días, uno por omisión: caducaron a los diez minutos."""
    borrados, _por_tabla = CodigoDeEntrada.objects.filter(creado__lt=limite("codigos", ahora)).delete()
    return borrados
