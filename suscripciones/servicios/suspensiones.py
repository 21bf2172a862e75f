"""Suspender, bloquear y levantar; y las que tocan por tarjetas (SU3, SA1-SA3)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from suscripciones.consultas import sancion_que_corre
from suscripciones.cortes import avisar_corte
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.lista_de_avisos import Aviso
from suscripciones.models import Suspension
from suscripciones.servicios.avisos import aviso_mandar
from suscripciones.servicios.base import bloquear_cuenta, comprobar_administrador

LARGO_DE_MOTIVO = 200
SE_ANULO = gettext_noop("Se anuló una tarjeta de las que la causaron.")
SE_RECALCULO = gettext_noop("Se volvió a calcular con una tarjeta anterior.")


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
        comprobar_administrador(puesta_por_id, "add_suspension")
    porque = motivo_valido(motivo)
    if hasta is not None and hasta <= desde:
        raise ErrorDeSuscripcion("fechas_al_reves")
    clave = f"orden:{id_orden or uuid.uuid4()}"
    with transaction.atomic():
        cuenta = bloquear_cuenta(cuenta_id)
        puesta, nueva = Suspension.objects.get_or_create(
            clave=clave,
            defaults={
                "cuenta": cuenta, "desde": desde, "hasta": hasta, "motivo": porque, "puesta_por_id": puesta_por_id,
            },
        )  # fmt: skip
        if nueva:
            _avisar(Aviso.SANCION, puesta)
        avisar_corte()
    if puesta.cuenta_id != cuenta_id:
        raise ErrorDeSuscripcion("orden_ajena")
    return puesta


def suspension_a_mano(
    *, cuenta_id: int, hasta: datetime | None, motivo: str, puesta_por_id: int, id_orden: uuid.UUID, ahora: datetime
) -> Suspension:
    """La que no sale de un reporte. No se suma a una roja ni a otra de la administración: un hecho, un castigo (SA3).

    Con la cuenta tomada, de dos a la vez queda una. Repetir la orden devuelve la misma. Errores: `sancion_que_corre` y
    los de `cuenta_suspender`; `orden_ajena` también si con ella se pide otra cosa.
    """
    comprobar_administrador(puesta_por_id, "add_suspension")
    with transaction.atomic():
        bloquear_cuenta(cuenta_id)
        suya = Suspension.objects.filter(clave=f"orden:{id_orden}").first()
        if suya is None and sancion_que_corre(cuenta_id, ahora):
            raise ErrorDeSuscripcion("sancion_que_corre")
        if suya is not None and (suya.hasta, suya.motivo) != (hasta, motivo_valido(motivo)):
            raise ErrorDeSuscripcion("orden_ajena")
        return cuenta_suspender(
            cuenta_id=cuenta_id, desde=ahora, hasta=hasta, motivo=motivo, puesta_por_id=puesta_por_id, id_orden=id_orden
        )


def suspension_levantar(*, suspension_id: int, levantada_por_id: int, motivo: str, ahora: datetime) -> Suspension:
    """La termina antes de tiempo y deja dicho por qué. Idempotente.

    Errores: `sin_permiso`, `motivo_vacio`, `motivo_largo`, `suspension_desconocida`.
    """
    comprobar_administrador(levantada_por_id, "change_suspension")
    porque = motivo_valido(motivo)
    with transaction.atomic():
        de_quien = Suspension.objects.filter(pk=suspension_id).values_list("cuenta_id", flat=True).first()
        if de_quien is None:
            raise ErrorDeSuscripcion("suspension_desconocida")
        # la cuenta primero: cuadrar sus tarjetas a la vez no deshace lo que alguien levantó
        bloquear_cuenta(de_quien)
        suspension = Suspension.objects.select_for_update().get(pk=suspension_id)
        if suspension.levantada_por_id is None:  # la que levantó el sistema pasa a estar levantada por alguien
            corria = suspension.levantada_en is None and (suspension.hasta is None or suspension.hasta > ahora)
            suspension.levantada_en = suspension.levantada_en or ahora
            suspension.levantada_por_id, suspension.motivo_de_levantar = levantada_por_id, porque
            suspension.save(update_fields=["levantada_en", "levantada_por", "motivo_de_levantar"])
            if corria:
                _avisar(Aviso.LEVANTAMIENTO, suspension)
            avisar_corte()
        return suspension


def _avisar(aviso: Aviso, suspension: Suspension) -> None:
    """Por correo, si lo quiere; al entrar lo lee de todos modos."""
    aviso_mandar(cuenta_id=suspension.cuenta_id, aviso=aviso, datos={"suspension": suspension})


def motivo_valido(motivo: str) -> str:
    """El motivo en un renglón. Errores: `motivo_vacio`, `motivo_largo` (más de 200 letras)."""
    limpio = " ".join(motivo.split())
    if not limpio:
        raise ErrorDeSuscripcion("motivo_vacio")
    if len(limpio) > LARGO_DE_MOTIVO:
        raise ErrorDeSuscripcion("motivo_largo")
    return limpio


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
    nuevas = [
        Suspension(
            cuenta_id=cuenta_id, clave=d.clave, origen=d.origen, desde=d.desde, hasta=d.hasta, motivo=d.motivo,
            levantada_en=d.levantada_en, motivo_de_levantar=SE_ANULO if d.levantada_en else "",
        )
        for d in debidas
        if d.clave not in hay
    ]  # fmt: skip
    Suspension.objects.bulk_create(nuevas)
    for nueva in nuevas:
        if nueva.levantada_en is None and nueva.hasta is not None and nueva.hasta > ahora:
            _avisar(Aviso.SANCION, nueva)
    for clave, s in hay.items():
        toca = tocan.get(clave or "")
        levantada = toca.levantada_en if toca is not None else s.levantada_en or ahora
        if s.levantada_por_id is None and s.levantada_en != levantada:
            porque = SE_ANULO if toca is not None else SE_RECALCULO
            s.levantada_en, s.motivo_de_levantar = levantada, porque if levantada else ""
            s.save(update_fields=["levantada_en", "motivo_de_levantar"])
            if levantada and s.hasta is not None and s.hasta > ahora:
                _avisar(Aviso.LEVANTAMIENTO, s)
    avisar_corte()
