"""Única puerta de escritura de cuentas y suscripciones (SU1, SU2, SU3)."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from suscripciones import correos, demo
from suscripciones.cartero import al_no_llegar as al_no_llegar  # la puerta de las otras apps
from suscripciones.consultas import correos_de_administradores, sancion_que_corre
from suscripciones.cortes import al_suspender as al_suspender  # la puerta de las otras apps
from suscripciones.cortes import avisar_corte
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.inscripciones import al_cambiar_inscripcion as al_cambiar_inscripcion  # la puerta de las otras apps
from suscripciones.inscripciones import avisar_inscripcion
from suscripciones.models import Cuenta, Plan, Suscripcion, Suspension
from suscripciones.periodos import periodo
from suscripciones.planes import PLANES

LARGO_DE_MOTIVO = 200
SE_ANULO = gettext_noop("Se anuló una tarjeta de las que la causaron.")
SE_RECALCULO = gettext_noop("Se volvió a calcular con una tarjeta anterior.")


def _comprobar_administrador(cuenta_id: int | None, permiso: str) -> Cuenta:
    """Sólo un administrador activo con ese permiso registra, anula o suspende."""
    quien = Cuenta.objects.filter(pk=cuenta_id or 0, is_active=True, is_staff=True).first()
    if quien is None or not quien.has_perm(f"suscripciones.{permiso}"):
        raise ErrorDeSuscripcion("sin_permiso")
    return quien


def _bloquear_cuenta(cuenta_id: int) -> Cuenta:
    """La fila raíz de toda escritura: dos renovaciones simultáneas van una tras otra."""
    cuenta = Cuenta.objects.select_for_update(no_key=True).filter(pk=cuenta_id).first()
    if cuenta is None:
        raise ErrorDeSuscripcion("cuenta_desconocida")
    return cuenta


def cuentas_bloquear(cuenta_ids: Collection[int]) -> None:
    """Pone en fila, hasta el fin de la transacción, a quien escriba sobre alguna de estas cuentas.

    Siempre en el mismo orden: dos que bloqueen a varias no se traban. No estorba a quien sólo las nombra.
    """
    list(Cuenta.objects.select_for_update(no_key=True).filter(pk__in=cuenta_ids).order_by("pk").values_list("pk"))


def _plan_elegido(clave: str) -> Plan:
    """El plan activo de esa clave; los dos del reglamento existen siempre, aunque se haya vaciado la base."""
    for propia, nombre, meses, precio in PLANES:
        if propia == clave:
            Plan.objects.get_or_create(clave=clave, defaults={"nombre": nombre, "meses": meses, "precio": precio})
    elegido = Plan.objects.filter(clave=clave, activo=True).first()
    if elegido is None:
        raise ErrorDeSuscripcion("plan_desconocido", plan=clave)
    return elegido


def _ya_registrada(orden: uuid.UUID, cuenta_id: int, plan: str) -> Suscripcion | None:
    """Lo que esa orden registró antes; la orden de otro pago no se reutiliza."""
    repetida = Suscripcion.objects.filter(id_orden=orden).select_related("plan").first()
    if repetida is not None and (repetida.cuenta_id != cuenta_id or repetida.plan.clave != plan):
        raise ErrorDeSuscripcion("orden_ajena")
    return repetida


def _vence(cuenta: Cuenta) -> datetime | None:
    """Cuándo termina lo último que pagó."""
    ultima = Suscripcion.objects.filter(cuenta=cuenta, anulada_en__isnull=True).order_by("-fin").first()
    return ultima.fin if ultima else None


def suscripcion_registrar(
    *,
    cuenta_id: int,
    plan: str,
    registrada_por_id: int | None,
    ahora: datetime,
    id_orden: uuid.UUID | None = None,
    origen: str = Suscripcion.Origen.MANUAL,
    nota: str = "",
) -> Suscripcion:
    """Registra un pago y extiende desde el fin actual sin perder días (SU2).

    `plan` es su clave. La misma `id_orden` devuelve lo ya registrado. El cobro en línea entrará por aquí con
    `origen=PASARELA` y sin administrador.
    """
    orden = id_orden or uuid.uuid4()
    if origen == Suscripcion.Origen.MANUAL:
        _comprobar_administrador(registrada_por_id, "add_suscripcion")
    elif registrada_por_id is not None:
        raise ValueError("La pasarela no registra a nombre de nadie.")
    with transaction.atomic():
        cuenta = _bloquear_cuenta(cuenta_id)
        if (repetida := _ya_registrada(orden, cuenta_id, plan)) is not None:
            return repetida
        elegido = _plan_elegido(plan)
        inicio, fin = periodo(_vence(cuenta), elegido.meses, ahora, timezone.get_current_timezone())
        nueva = Suscripcion.objects.create(
            cuenta=cuenta,
            plan=elegido,
            inicio=inicio,
            fin=fin,
            importe=elegido.precio,
            moneda=elegido.moneda,
            origen=origen,
            registrada_por_id=registrada_por_id,
            registrada_en=ahora,
            nota=nota,
            id_orden=orden,
        )
        avisar_inscripcion(cuenta_id)
        return nueva


def suscripcion_anular(*, suscripcion_id: int, anulada_por_id: int, ahora: datetime) -> Suscripcion:
    """Deshace un registro equivocado; sólo el último periodo, para no dejar huecos. Queda el rastro."""
    _comprobar_administrador(anulada_por_id, "change_suscripcion")
    with transaction.atomic():
        primera = Suscripcion.objects.filter(pk=suscripcion_id).first()
        if primera is None:
            raise ErrorDeSuscripcion("suscripcion_desconocida")
        _bloquear_cuenta(primera.cuenta_id)
        suscripcion = Suscripcion.objects.get(pk=suscripcion_id)
        if suscripcion.anulada_en is not None:
            return suscripcion
        if Suscripcion.objects.filter(
            cuenta_id=suscripcion.cuenta_id, anulada_en__isnull=True, fin__gt=suscripcion.fin
        ).exists():
            raise ErrorDeSuscripcion("no_es_la_ultima")
        suscripcion.anulada_en, suscripcion.anulada_por_id = ahora, anulada_por_id
        suscripcion.save(update_fields=["anulada_en", "anulada_por"])
        avisar_inscripcion(suscripcion.cuenta_id)
        return suscripcion


def cuenta_tomar(cuenta_id: int) -> Cuenta:
    """Toma la fila de la cuenta hasta que termine la transacción de quien llama: sus sanciones van de una en una.

    Error: `cuenta_desconocida`.
    """
    return _bloquear_cuenta(cuenta_id)


def cuenta_suspender(
    *,
    cuenta_id: int,
    desde: datetime,
    hasta: datetime | None,
    motivo: str,
    puesta_por_id: int | None = None,
    id_orden: uuid.UUID | None = None,
) -> Suspension:
    """Suspende (o bloquea, sin `hasta`) a una cuenta (SU3); quien la pone necesita permiso. Repetir la orden no suma.

    Errores: `sin_permiso`, `cuenta_desconocida`, `motivo_vacio`, `motivo_largo`, `fechas_al_reves`, `orden_ajena`.
    """
    if puesta_por_id is not None:
        _comprobar_administrador(puesta_por_id, "add_suspension")
    porque = motivo_valido(motivo)
    if hasta is not None and hasta <= desde:
        raise ErrorDeSuscripcion("fechas_al_reves")
    clave = f"orden:{id_orden or uuid.uuid4()}"
    with transaction.atomic():
        cuenta = _bloquear_cuenta(cuenta_id)
        puesta, _nueva = Suspension.objects.get_or_create(
            clave=clave,
            defaults={
                "cuenta": cuenta, "desde": desde, "hasta": hasta, "motivo": porque, "puesta_por_id": puesta_por_id,
            },
        )  # fmt: skip
        avisar_corte()
    if puesta.cuenta_id != cuenta_id:
        raise ErrorDeSuscripcion("orden_ajena")
    return puesta


def suspension_a_mano(
    *, cuenta_id: int, hasta: datetime | None, motivo: str, puesta_por_id: int, id_orden: uuid.UUID, ahora: datetime
) -> Suspension:
    """La que no sale de un reporte. No se suma a una roja ni a otra de la administración: un hecho, un castigo (SA3).

    Con la cuenta tomada, de dos a la vez queda una. Repetir la orden devuelve la misma. Errores: `sancion_que_corre` y
    los de `cuenta_suspender`.
    """
    _comprobar_administrador(puesta_por_id, "add_suspension")
    with transaction.atomic():
        _bloquear_cuenta(cuenta_id)
        suya = Suspension.objects.filter(clave=f"orden:{id_orden}").exists()
        if not suya and sancion_que_corre(cuenta_id, ahora):
            raise ErrorDeSuscripcion("sancion_que_corre")
        return cuenta_suspender(
            cuenta_id=cuenta_id, desde=ahora, hasta=hasta, motivo=motivo, puesta_por_id=puesta_por_id, id_orden=id_orden
        )


def suspension_levantar(*, suspension_id: int, levantada_por_id: int, motivo: str, ahora: datetime) -> Suspension:
    """La termina antes de tiempo y deja dicho por qué. Idempotente.

    Errores: `sin_permiso`, `motivo_vacio`, `motivo_largo`, `suspension_desconocida`.
    """
    _comprobar_administrador(levantada_por_id, "change_suspension")
    porque = motivo_valido(motivo)
    with transaction.atomic():
        de_quien = Suspension.objects.filter(pk=suspension_id).values_list("cuenta_id", flat=True).first()
        if de_quien is None:
            raise ErrorDeSuscripcion("suspension_desconocida")
        # la cuenta primero: cuadrar sus tarjetas a la vez no deshace lo que alguien levantó
        _bloquear_cuenta(de_quien)
        suspension = Suspension.objects.select_for_update().get(pk=suspension_id)
        if suspension.levantada_por_id is None:  # la que levantó el sistema pasa a estar levantada por alguien
            suspension.levantada_en = suspension.levantada_en or ahora
            suspension.levantada_por_id, suspension.motivo_de_levantar = levantada_por_id, porque
            suspension.save(update_fields=["levantada_en", "levantada_por", "motivo_de_levantar"])
            avisar_corte()
        return suspension


@dataclass(frozen=True, slots=True)
class SuspensionDebida:
    """Una que toca por tarjetas (SA1-SA3); `clave` es de sus hechos y `levantada_en`, si se anuló una de ellas."""

    clave: str
    origen: str
    desde: datetime
    hasta: datetime
    motivo: str
    levantada_en: datetime | None


def suspensiones_cuadrar(*, cuenta_id: int, debidas: Sequence[SuspensionDebida], ahora: datetime) -> None:
    """Deja las suspensiones por tarjetas de la cuenta exactamente como tocan; repetirlo no cambia nada.

    Las que puso la administración ni se miran, y la que una persona levantó se queda levantada. Va dentro de la
    transacción que tomó la cuenta con `cuenta_tomar`.
    """
    con_tarjeta = Suspension.objects.filter(cuenta_id=cuenta_id).exclude(origen=Suspension.Origen.ADMINISTRACION)
    hay = {s.clave: s for s in con_tarjeta}
    tocan = {d.clave: d for d in debidas}
    Suspension.objects.bulk_create(
        Suspension(
            cuenta_id=cuenta_id, clave=d.clave, origen=d.origen, desde=d.desde, hasta=d.hasta, motivo=d.motivo,
            levantada_en=d.levantada_en, motivo_de_levantar=SE_ANULO if d.levantada_en else "",
        )
        for d in debidas
        if d.clave not in hay
    )  # fmt: skip
    for clave, s in hay.items():
        toca = tocan.get(clave or "")
        levantada = toca.levantada_en if toca is not None else s.levantada_en or ahora
        if s.levantada_por_id is None and s.levantada_en != levantada:
            porque = SE_ANULO if toca is not None else SE_RECALCULO
            s.levantada_en, s.motivo_de_levantar = levantada, porque if levantada else ""
            s.save(update_fields=["levantada_en", "motivo_de_levantar"])
    avisar_corte()


def motivo_valido(motivo: str) -> str:
    """El motivo en un renglón. Errores: `motivo_vacio`, `motivo_largo` (más de 200 letras)."""
    limpio = " ".join(motivo.split())
    if not limpio:
        raise ErrorDeSuscripcion("motivo_vacio")
    if len(limpio) > LARGO_DE_MOTIVO:
        raise ErrorDeSuscripcion("motivo_largo")
    return limpio


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


def cuenta_por_correo(correo: str, nombre: str = "") -> Cuenta:
    """La cuenta de ese correo; si no existe, la crea sin contraseña: su dueño entra con un código.

    No comprueba que el correo sea de quien pide: eso lo hace `entrada` con el código.
    """
    limpio = correo.strip().lower()
    cuenta = Cuenta.objects.filter(email__iexact=limpio).first()
    if cuenta is not None:
        return cuenta
    try:
        with transaction.atomic():
            return Cuenta.objects.create_user(limpio, nombre=nombre.strip()[:60])
    except IntegrityError:
        return Cuenta.objects.get(email__iexact=limpio)  # alguien se adelantó


def cuenta_verificar_correo(cuenta: Cuenta) -> None:
    """El dueño demostró que el correo es suyo.

    Si alguien se había dado de alta con ese correo sin comprobarlo, su contraseña deja de servir: no era del dueño.
    """
    with transaction.atomic():
        _bloquear_cuenta(cuenta.pk)
        direccion, nueva = EmailAddress.objects.get_or_create(
            user=cuenta, email=cuenta.email, defaults={"verified": True, "primary": True}
        )
        if nueva or direccion.verified:
            return
        EmailAddress.objects.filter(pk=direccion.pk).update(verified=True, primary=True)
        if not cuenta.is_staff and cuenta.has_usable_password():
            cuenta.set_unusable_password()
            cuenta.save(update_fields=["password"])


def cuenta_cambiar_correo(*, cuenta: Cuenta) -> None:
    """El administrador cambió el correo: el anterior deja de servir y el nuevo se comprueba al entrar."""
    with transaction.atomic():
        _bloquear_cuenta(cuenta.pk)
        EmailAddress.objects.filter(user=cuenta).delete()


def cuenta_revisar_inscripcion(*, cuenta: Cuenta) -> None:
    """El administrador activó o desactivó la cuenta: entra a la clasificación o sale de ella (ES2)."""
    with transaction.atomic():
        _bloquear_cuenta(cuenta.pk)
        avisar_inscripcion(cuenta.pk)


def cuenta_editar(*, cuenta_id: int, nombre: str, usuario: str) -> Cuenta:
    """Cambia el nombre que ven los demás y el usuario con que se entra (opcional)."""
    with transaction.atomic():
        cuenta = _bloquear_cuenta(cuenta_id)
        cuenta.nombre, cuenta.username = nombre.strip(), usuario.strip() or None
        if cuenta.username and (Cuenta.objects.exclude(pk=cuenta_id).filter(username__iexact=cuenta.username).exists()):
            raise ErrorDeSuscripcion("usuario_ocupado")
        cuenta.save(update_fields=["nombre", "username"])
        return cuenta


def cuentas_demo_crear(*, ahora: datetime | None = None) -> dict[str, Cuenta]:
    """Crea, una sola vez, las cuentas del modo de demostración; devuelve las cuentas por correo."""
    instante = ahora or timezone.now()
    cuentas: dict[str, Cuenta] = {}
    with transaction.atomic():
        for nombre, correo, clave, papel in demo.CUENTAS_DEMO:
            cuenta = cuenta_por_correo(correo, nombre)
            if not cuenta.has_usable_password():
                cuenta.is_staff = cuenta.is_superuser = papel == demo.ADMINISTRADOR
                cuenta.set_password(clave)
                cuenta.save()
            cuenta_verificar_correo(cuenta)
            cuentas[correo] = cuenta
        administrador = next(cuentas[c] for _n, c, _k, papel in demo.CUENTAS_DEMO if papel == demo.ADMINISTRADOR)
        for _nombre, correo, _clave, papel in demo.CUENTAS_DEMO:
            if papel in demo.CON_SUSCRIPCION:
                suscripcion_registrar(
                    cuenta_id=cuentas[correo].pk,
                    plan="anual",
                    registrada_por_id=administrador.pk,
                    ahora=instante,
                    id_orden=uuid.uuid5(uuid.NAMESPACE_URL, f"demo:{correo}"),
                )
    return cuentas
