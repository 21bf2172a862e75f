"""Lo que hay que avisar: se anota con lo que lo causa y lo manda el barrido, corra en los procesos que corra (D782).

A lo más una vez: la vuelta que lo toma lo da por salido antes de mandarlo. Si el proceso muere en medio, ese aviso se
pierde y la Sala lo dice igual; repetirlo estorbaría.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from config.base.retencion import limite
from config.base.sesiones import sesiones_que_siguen
from config.comun import push
from config.comun.push_fallas import Ido, NoSalio
from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.models import AvisoAlTelefono, Telefono
from enlinea.telefono.servicios.aparatos import telefonos_olvidar
from enlinea.telefono.textos import decir
from suscripciones import consultas as suscripciones

registro = logging.getLogger(__name__)
Que = AvisoAlTelefono.Que

CADA = 1.0
"""Segundos entre vueltas del barrido: una invitación dura 30."""
POR_VUELTA = 60
INTENTOS = 3
ESPERAS = (timedelta(seconds=5), timedelta(seconds=20))


def aviso_anotar(
    que: AvisoAlTelefono.Que,
    cuentas: "Collection[int] | QuerySet[Any, int | None]",
    *,
    clave: str,
    ahora: datetime,
    vale: timedelta,
    datos: Mapping[str, Any] | None = None,
    de: int | None = None,
) -> int:
    """Para quienes de ésos tienen teléfono apuntado; devuelve cuántos. Lo mismo (`clave`) no se anota dos veces.

    Va en la transacción de quien llama. Sin llave no pregunta nada (tampoco quiénes son, si es una consulta); sin
    teléfonos, una pregunta y ya. De parte de quien alguien silenció (`de`), no le suena.
    """
    if not settings.PUSH_LLAVE or vale <= timedelta(0):
        return 0
    con_telefono = set(Telefono.objects.filter(cuenta__in=cuentas).values_list("cuenta_id", flat=True))
    if con_telefono and de is not None:
        callan = callados_por(con_telefono)
        con_telefono = {c for c in con_telefono if de not in callan.get(c, ())}
    if not con_telefono:
        return 0
    AvisoAlTelefono.objects.bulk_create(
        [
            AvisoAlTelefono(
                cuenta_id=c, clave=clave, que=que, datos=dict(datos or {}), nacio=ahora, vale_hasta=ahora + vale
            )
            for c in sorted(con_telefono)
        ],
        ignore_conflicts=True,
    )
    return len(con_telefono)


def avisos_mandar(ahora: datetime, mandar: push.Mandar = push.mandar) -> int:
    """El barrido: toma lo que falta y lo manda a los teléfonos de cada quien. Devuelve a cuántos llegó."""
    por_salir = Q(salio=None) & (Q(no_antes=None) | Q(no_antes__lte=ahora))
    if not settings.PUSH_LLAVE or not AvisoAlTelefono.objects.filter(por_salir).exists():
        return 0
    tomados, envios = _tomar(por_salir, ahora)
    fallas = push.mandar_a_la_vez([uno.envio for uno in envios], mandar)
    _repetir([uno for uno, falla in zip(envios, fallas, strict=True) if _anotar(uno.telefono, falla)], ahora)
    # de lo que ya no va a salir no queda de quién era ni de qué mesa
    AvisoAlTelefono.objects.filter(pk__in=tomados).exclude(salio=None).update(datos={})
    return fallas.count(None)


def avisos_olvidar(ahora: datetime) -> int:
    """Lo que ya no hay que avisar y los teléfonos de sesiones cerradas; devuelve cuántos renglones."""
    viejos = AvisoAlTelefono.objects.filter(vale_hasta__lt=limite("avisos_en_linea", ahora))
    return viejos.delete()[0] + telefonos_olvidar(ahora)


@dataclass(frozen=True, slots=True)
class _Uno:
    """Un aviso a un teléfono."""

    aviso: AvisoAlTelefono
    telefono: Telefono
    envio: push.Envio


def _tomar(por_salir: Q, ahora: datetime) -> tuple[list[int], list[_Uno]]:
    """Los da por salidos, también los que ya vencieron, y dice a qué teléfonos van; mandarlos va fuera."""
    with transaction.atomic():
        libres = AvisoAlTelefono.objects.select_for_update(skip_locked=True, of=("self",)).filter(por_salir)
        avisos = list(libres.order_by("nacio", "pk")[:POR_VUELTA])
        tomados = AvisoAlTelefono.objects.filter(pk__in=[a.pk for a in avisos])
        tomados.update(salio=ahora, no_antes=None, intentos=F("intentos") + 1)
        vigentes = [a for a in avisos if a.vale_hasta > ahora]
        telefonos = _telefonos_de({a.cuenta_id for a in vigentes}, ahora)
    return [a.pk for a in avisos], [
        _Uno(a, t, push.Envio(t, decir(a, ahora), max(1, int((a.vale_hasta - ahora).total_seconds()))))
        for a in vigentes
        for t in telefonos.get(a.cuenta_id, ())
        if not a.telefonos or t.pk in a.telefonos
    ]


def _telefonos_de(cuentas: Collection[int], ahora: datetime) -> dict[int, list[Telefono]]:
    """Los de cada quien que siguen: con su sesión abierta, y de quien puede entrar (SU3)."""
    pueden = suscripciones.pueden_organizar(cuentas, ahora) if cuentas else set()
    suyos = list(Telefono.objects.filter(cuenta__in=pueden).order_by("pk"))
    siguen = sesiones_que_siguen([t.sesion for t in suyos]) if suyos else set()
    Telefono.objects.filter(pk__in=[t.pk for t in suyos if t.sesion not in siguen]).delete()
    por_cuenta: dict[int, list[Telefono]] = defaultdict(list)
    for t in suyos:
        if t.sesion in siguen:
            por_cuenta[t.cuenta_id].append(t)
    return por_cuenta


def _anotar(telefono: Telefono, falla: Ido | NoSalio | None) -> bool:
    """Cómo le fue a ese teléfono; devuelve si vale intentarlo otra vez."""
    suyo = Telefono.objects.filter(pk=telefono.pk)
    if falla is None:
        if telefono.fallas:
            suyo.update(fallas=0)
        return False
    if isinstance(falla, Ido) or telefono.fallas + 1 >= push.FALLAS_SEGUIDAS:
        suyo.delete()
        return False
    registro.warning("No salió un aviso al teléfono (%s), falla %s", falla, telefono.fallas + 1)
    suyo.update(fallas=F("fallas") + 1)
    return True


def _repetir(fallaron: Sequence[_Uno], ahora: datetime) -> None:
    """Los que no salieron vuelven a esperar su turno, sólo para esos teléfonos y si todavía vienen al caso."""
    faltan: dict[int, list[int]] = defaultdict(list)
    avisos = {uno.aviso.pk: uno.aviso for uno in fallaron}
    for uno in fallaron:
        faltan[uno.aviso.pk].append(uno.telefono.pk)
    for pk, telefonos in faltan.items():
        intentos = avisos[pk].intentos + 1
        if intentos >= INTENTOS or ahora + ESPERAS[intentos - 1] >= avisos[pk].vale_hasta:
            continue
        otra_vez = {"salio": None, "no_antes": ahora + ESPERAS[intentos - 1], "telefonos": telefonos}
        AvisoAlTelefono.objects.filter(pk=pk).update(**otra_vez)
