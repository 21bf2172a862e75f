"""Entrada con un código que llega al correo (SU1, RE1).

A toda dirección se le trata igual, tenga cuenta o no: mismo correo, mismo texto, mismos topes. La cuenta nace
cuando su dueño escribe el código. Del código sólo se guarda la huella, vale en la sesión que lo pidió, y los
intentos se cuentan en la base con una sola actualización: pedir en paralelo no da intentos de más.
"""

import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac

from suscripciones import correos
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import CodigoDeEntrada, Cuenta
from suscripciones.servicios.cuentas import cuenta_por_correo, cuenta_verificar_correo

CIFRAS = 6
VALIDEZ = timedelta(minutes=10)
INTENTOS = 5
ESPERA_PARA_REENVIAR = timedelta(seconds=30)
# (tope, ventana). Por correo, contra quien adivina; por red, holgado: en un club todos salen por la misma.
TOPES_POR_CORREO = ((8, timedelta(hours=1)), (20, timedelta(days=1)))
TOPES_POR_RED = ((80, timedelta(minutes=10)), (400, timedelta(hours=6)))


@dataclass(frozen=True, slots=True)
class CodigoPedido:
    """Lo que la sesión recuerda del código que pidió."""

    id: uuid.UUID
    correo: str
    creado: datetime


def _huella(id_codigo: uuid.UUID, codigo: str) -> str:
    return salted_hmac("suscripciones.servicios.entrada", f"{id_codigo}:{codigo}", algorithm="sha256").hexdigest()


def _red(ip: str) -> str:
    """La dirección de red no se guarda: basta su huella para contar."""
    return salted_hmac("suscripciones.red", ip, algorithm="sha256").hexdigest()


def _comprobar_topes(correo: str, red: str, ahora: datetime) -> None:
    for campo, valor, topes in (("correo", correo, TOPES_POR_CORREO), ("origen", red, TOPES_POR_RED)):
        for tope, ventana in topes:
            pedidos = CodigoDeEntrada.objects.filter(**{campo: valor, "creado__gt": ahora - ventana})
            if pedidos.count() >= tope:
                primero = pedidos.order_by("-creado").values_list("creado", flat=True)[tope - 1]
                raise ErrorDeSuscripcion("demasiados_codigos", espera=primero + ventana - ahora)


def codigo_pedir(*, correo: str, ip: str, ahora: datetime, anterior: CodigoPedido | None = None) -> CodigoPedido:
    """Manda un código de seis cifras a ese correo, exista o no la cuenta."""
    limpio = correo.strip().lower()
    if anterior is not None and anterior.correo == limpio and ahora < anterior.creado + ESPERA_PARA_REENVIAR:
        raise ErrorDeSuscripcion("espera_para_reenviar", espera=anterior.creado + ESPERA_PARA_REENVIAR - ahora)
    red = _red(ip)
    _comprobar_topes(limpio, red, ahora)
    nuevo, codigo = uuid.uuid4(), f"{secrets.randbelow(10**CIFRAS):0{CIFRAS}d}"
    datos = {"codigo": codigo, "minutos": int(VALIDEZ.total_seconds() // 60)}
    with transaction.atomic():
        CodigoDeEntrada.objects.create(id=nuevo, correo=limpio, huella=_huella(nuevo, codigo), origen=red, creado=ahora)
        correos.enviar("codigo", limpio, datos, motivo=correos.Motivo.CODIGO, vale=VALIDEZ)
    return CodigoPedido(nuevo, limpio, ahora)


def codigo_comprobar(*, id_codigo: uuid.UUID, codigo: str, ahora: datetime) -> str:
    """El correo cuyo dueño escribió bien el código; cada código se usa una vez y admite cinco intentos."""
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


def cuenta_entrar(*, id_codigo: uuid.UUID, codigo: str, ahora: datetime) -> Cuenta:
    """Comprueba el código y da la cuenta de su dueño, creándola si es su primera vez, con el correo verificado."""
    cuenta = cuenta_por_correo(codigo_comprobar(id_codigo=id_codigo, codigo=codigo, ahora=ahora))
    if not cuenta.is_active:
        raise ErrorDeSuscripcion("cuenta_inactiva")
    cuenta_verificar_correo(cuenta)
    cuenta.refresh_from_db()
    return cuenta


def codigos_limpiar(ahora: datetime) -> int:
    """Borra los códigos de hace más de un día; los topes ya no los miran."""
    borrados, _por_tabla = CodigoDeEntrada.objects.filter(creado__lt=ahora - timedelta(days=1)).delete()
    return borrados
