"""Borrar la propia cuenta: la persona se va y lo jugado queda bajo un seudónimo estable (decisión 016).

La fila de la cuenta no se quita, porque de ella cuelgan marcadores, actas y estadística de otros: se vacía. Todo va en
una transacción que toma la cuenta; repetirlo no cambia nada.
"""

import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from config.base.retencion import limite
from config.base.transaccion import en_transaccion
from config.comun.correo import correo_normal
from suscripciones import datos_propios
from suscripciones.cortes import avisar_corte
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.inscripciones import avisar_inscripcion
from suscripciones.models import (
    AvisoApagado,
    AvisoDeVencimiento,
    Cobro,
    CodigoDeEntrada,
    CorreoPorSalir,
    Cuenta,
    CuentaBorrada,
    DatosDeFactura,
    HechoDeCobro,
    NotaDeLaCasa,
    Suscripcion,
    Suspension,
)
from suscripciones.servicios.base import bloquear_cuenta
from suscripciones.servicios.rastro import rastro_de, rastro_tapar
from suscripciones.servicios.sesiones import sesiones_cerrar

REPASO = timedelta(days=2)
"""Cuánto se vuelve a mirar una cuenta borrada, por si algo que iba a la vez volvió a escribir su nombre."""
DE_LA_ENTRADA = ("account", "mfa", "usersessions", "socialaccount")
"""Apps de allauth: lo que guardan de una cuenta (correos, segundo factor, llaves, aparatos) se borra entero."""


def cuenta_borrar(*, cuenta_id: int, ahora: datetime) -> str:
    """Borra la cuenta y devuelve el seudónimo con que queda lo jugado; repetirlo da el mismo.

    Quien llama ya comprobó que es su dueño. Errores: `cuenta_desconocida`, `borrar_administrador` y los de cada app
    (`borrar_con_recreo`, `borrar_con_mesa`).
    """
    return en_transaccion(lambda: _borrar(cuenta_id, ahora))


def _borrar(cuenta_id: int, ahora: datetime) -> str:
    cuenta = bloquear_cuenta(cuenta_id)
    hecha = CuentaBorrada.objects.filter(cuenta=cuenta).first()
    if hecha is not None:
        return str(hecha.seudonimo)
    if cuenta.is_staff:
        raise ErrorDeSuscripcion("borrar_administrador")
    for suyo in datos_propios.apuntados():
        if codigo := suyo.impide(cuenta_id):
            raise ErrorDeSuscripcion(codigo)
    seudonimo, huella = _seudonimo_nuevo(), huella_de(cuenta.email) if con_sanciones(cuenta_id, ahora) else ""
    CuentaBorrada.objects.create(cuenta=cuenta, seudonimo=seudonimo, cuando=ahora, huella=huella)
    que = datos_propios.Borrado(cuenta_id, cuenta.nombre, cuenta.email, seudonimo, ahora)
    rastro, nombres = rastro_de(cuenta_id), (cuenta.nombre, cuenta.username or "")
    for suyo in datos_propios.apuntados():
        suyo.borrar(que)
    sesiones_cerrar(cuenta_id=cuenta_id)  # antes de olvidar cuáles son
    _olvidar_a(cuenta, que)
    rastro_tapar(rastro, seudonimo=seudonimo, nombres=nombres, correo=que.correo)
    avisar_inscripcion(cuenta_id)
    avisar_corte()
    return seudonimo


def _olvidar_a(cuenta: Cuenta, que: datos_propios.Borrado) -> None:
    """Quita lo que dice quién es, por cualquier puerta por la que entraba."""
    CodigoDeEntrada.objects.filter(correo=cuenta.email).delete()
    CorreoPorSalir.objects.filter(para=cuenta.email).delete()
    AvisoDeVencimiento.objects.filter(cuenta=cuenta).delete()
    AvisoApagado.objects.filter(cuenta=cuenta).delete()
    NotaDeLaCasa.objects.filter(cuenta=cuenta).delete()
    Suscripcion.objects.filter(cuenta=cuenta).exclude(nota="").update(nota="")
    # lo cobrado queda bajo el seudónimo; lo que alguien escribió y con qué se factura, no
    DatosDeFactura.objects.filter(cuenta=cuenta).delete()
    Cobro.objects.filter(cuenta=cuenta).update(nota="", papel="", direccion="")
    HechoDeCobro.objects.filter(cobro__cuenta=cuenta).exclude(motivo="").update(motivo="")
    EmailAddress.objects.filter(user=cuenta).delete()
    for modelo, campo in de_la_entrada():
        modelo._default_manager.filter(**{campo: cuenta}).delete()
    cuenta.groups.clear()
    cuenta.user_permissions.clear()
    cuenta.email, cuenta.username, cuenta.nombre = f"borrada-{cuenta.pk}@borrada.invalid", None, que.seudonimo
    cuenta.is_active, cuenta.last_login = False, None
    cuenta.set_unusable_password()
    cuenta.save()


def de_la_entrada() -> list[tuple[type[Model], str]]:
    """Los modelos de allauth que cuelgan de una cuenta, y por qué campo."""
    hallados: list[tuple[type[Model], str]] = []
    for nombre in DE_LA_ENTRADA:
        modelos: Any = apps.get_app_config(nombre).get_models() if apps.is_installed(_paquete(nombre)) else ()
        for modelo in modelos:
            campos = [c.name for c in modelo._meta.get_fields() if c.concrete and c.related_model is Cuenta]
            hallados += [(modelo, campo) for campo in campos]
    return hallados


def _paquete(nombre: str) -> str:
    return f"allauth.{nombre}"


def _seudonimo_nuevo() -> str:
    """«Jugador 4F2A»: al azar, así no se deduce de la cuenta; si se repite, con una cifra más."""
    for cifras in range(4, 12):
        seudonimo = f"Jugador {secrets.token_hex(6)[:cifras].upper()}"
        if not CuentaBorrada.objects.filter(seudonimo=seudonimo).exists():
            return seudonimo
    raise AssertionError("inalcanzable")


# --- sanciones: borrarse no las quita ---------------------------------------------------------------------------------
def huella_de(correo: str) -> str:
    """Con qué se reconoce un correo sin guardarlo."""
    return salted_hmac("suscripciones.borrado", correo_normal(correo), algorithm="sha256").hexdigest()


def con_sanciones(cuenta_id: int, ahora: datetime) -> bool:
    """¿Le corre o le espera una suspensión, o tiene tarjetas?"""
    suyas = _sin_terminar(ahora).filter(cuenta_id=cuenta_id)
    return suyas.exists() or any(suyo.con_sanciones(cuenta_id) for suyo in datos_propios.apuntados())


def _sin_terminar(ahora: datetime) -> QuerySet[Suspension]:
    """Las que corren y las que todavía no empiezan."""
    vivas = Suspension.objects.filter(levantada_en__isnull=True)
    return vivas.filter(Q(hasta__isnull=True) | Q(hasta__gt=ahora)).order_by()


def sanciones_heredar(*, cuenta: Cuenta) -> None:
    """Si este correo, ya comprobado, es el de una cuenta borrada con sanciones, le siguen a la nueva. Idempotente."""
    borrada = CuentaBorrada.objects.filter(huella=huella_de(cuenta.email)).exclude(cuenta=cuenta).first()
    if borrada is None:
        return

    def pasar() -> None:
        for cual in sorted((borrada.cuenta_id, cuenta.pk)):
            bloquear_cuenta(cual)
        if not CuentaBorrada.objects.filter(pk=borrada.pk).exclude(huella="").update(huella=""):
            return
        Suspension.objects.filter(cuenta_id=borrada.cuenta_id).update(cuenta=cuenta)
        for suyo in datos_propios.apuntados():
            suyo.heredar(borrada.cuenta_id, cuenta.pk)
        avisar_corte()

    en_transaccion(pasar)


def sanciones_olvidar(ahora: datetime) -> int:
    """Quita la huella de las borradas hace más de `RETENCION_SANCIONES` días a las que ya no les corre nada."""
    viejas = CuentaBorrada.objects.filter(cuando__lt=limite("sanciones", ahora)).exclude(huella="")
    return viejas.exclude(cuenta__in=_sin_terminar(ahora).values("cuenta")).update(huella="")


# --- el repaso --------------------------------------------------------------------------------------------------------
def cuentas_borradas_repasar(ahora: datetime | None = None) -> int:
    """Vuelve a poner el seudónimo en lo de las borradas hace poco; devuelve cuántas miró. Vale repetirlo.

    Lo que iba a la vez (una partida que se estaba guardando, un lugar que se reclamaba) pudo confirmarse después.
    """
    instante = ahora or timezone.now()
    recientes = CuentaBorrada.objects.filter(cuando__gt=instante - REPASO).values_list("cuenta_id", "seudonimo")
    for cuenta_id, seudonimo in recientes:
        en_transaccion(partial(_repasar, cuenta_id, seudonimo, instante))
    return len(recientes)


def _repasar(cuenta_id: int, seudonimo: str, ahora: datetime) -> None:
    bloquear_cuenta(cuenta_id)
    for suyo in datos_propios.apuntados():
        suyo.borrar(datos_propios.Borrado(cuenta_id, "", "", seudonimo, ahora))
    rastro_tapar(rastro_de(cuenta_id), seudonimo=seudonimo)
