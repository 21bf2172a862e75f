"""Los mensajes del administrador: los que le faltan a cada quien, su lista, y a cuántos llega uno por escribir."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Exists, Manager, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from enlinea.clasificacion.consultas import quintil_de
from enlinea.models import Destinatario, Lectura, MensajeDelAdministrador
from suscripciones import consultas as suscripciones

MENSAJES = 50


@dataclass(frozen=True, slots=True)
class MensajeVisto:
    """Un mensaje del administrador; `leido` es de quien mira."""

    id: int
    texto: str
    enviado: datetime
    leido: bool


@dataclass(frozen=True, slots=True)
class AQuienes:
    """A quiénes va un mensaje «a algunos»: deben cumplir todo lo que se pida; sin pedir nada, no va a nadie."""

    quintil: int = 0
    """1 (el mejor) a 5; 0 no importa."""
    vigencia: str = ""
    """`vigente`, `por_vencer`, `vencida` o `ninguna`."""
    plan: str = ""
    """Clave del plan que vale ahora."""
    desde: date | None = None
    """Se dieron de alta ese día o después."""
    suspendidas: bool | None = None

    def __bool__(self) -> bool:
        return self != AQuienes()

    def en_palabras(self) -> str:
        """El filtro como se le dice al administrador y como queda escrito en el mensaje."""
        partes = [_("quintil %(q)d") % {"q": self.quintil}] if self.quintil else []
        vigencias = {
            "vigente": _("suscripción vigente"),
            "por_vencer": _("suscripción por vencer"),
            "vencida": _("suscripción vencida"),
            "ninguna": _("sin suscripción"),
        }
        partes += [vigencias[self.vigencia]] if self.vigencia else []
        partes += [_("plan %(plan)s") % {"plan": self.plan}] if self.plan else []
        partes += [_("alta desde el %(dia)s") % {"dia": date_format(self.desde)}] if self.desde else []
        if self.suspendidas is not None:
            partes.append(_("suspendidas") if self.suspendidas else _("sin suspensión"))
        return ", ".join(partes)


def cuentas_que_cumplen(a_quienes: AQuienes, ahora: datetime) -> list[int]:
    """Las cuentas activas que cumplen el filtro, en orden; ninguna si no pide nada."""
    if not a_quienes:
        return []
    cuentas = suscripciones.cuentas_que_cumplen(
        ahora,
        vigencia=a_quienes.vigencia,
        plan=a_quienes.plan,
        desde=a_quienes.desde,
        suspendidas=a_quienes.suspendidas,
    )
    if a_quienes.quintil:
        inscritas = {c for c, _alta in suscripciones.inscritas()}
        quintiles = quintil_de([c for c in cuentas if c in inscritas])
        return [c for c in cuentas if quintiles.get(c) == a_quienes.quintil]
    return cuentas


@dataclass(frozen=True, slots=True)
class Alcance:
    """Cómo le llega un mensaje a cada quien: en la Sala, o al entrar y por correo."""

    sala: list[int]
    fuera: list[int]


def alcance_de(cuentas: Collection[int], ahora: datetime) -> Alcance:
    """Quiénes de ésas pueden entrar a la Sala en este momento (SU3) y quiénes no, en orden."""
    entran = suscripciones.pueden_organizar(cuentas, ahora)
    return Alcance([c for c in cuentas if c in entran], [c for c in cuentas if c not in entran])


def sin_leer_de(cuentas: Collection[int]) -> dict[int, tuple[MensajeVisto, ...]]:
    """Lo que a cada quien le falta leer, del más viejo al más nuevo; de los dichos a todos, nada anterior a su alta."""
    if not cuentas:
        return {}
    faltan: dict[int, dict[int, MensajeDelAdministrador]] = defaultdict(dict)
    leido = Lectura.objects.filter(mensaje=OuterRef("pk"), cuenta=OuterRef("para"))
    for m in MensajeDelAdministrador.objects.filter(~Exists(leido), para__in=cuentas):
        faltan[m.para_id or 0][m.pk] = m
    ya = Lectura.objects.filter(mensaje=OuterRef("mensaje"), cuenta=OuterRef("cuenta"))
    for d in Destinatario.objects.filter(~Exists(ya), cuenta__in=cuentas).select_related("mensaje"):
        faltan[d.cuenta_id][d.mensaje_id] = d.mensaje
    _los_de_todos(cuentas, faltan)
    return {c: tuple(_visto(m, False) for m in _en_orden(suyos)) for c, suyos in faltan.items()}


def _los_de_todos(cuentas: Collection[int], faltan: dict[int, dict[int, MensajeDelAdministrador]]) -> None:
    generales = list(_generales()[:MENSAJES])
    if not generales:
        return
    leidos = set(Lectura.objects.filter(mensaje__in=generales, cuenta__in=cuentas).values_list("mensaje", "cuenta"))
    altas = suscripciones.altas_de(cuentas)
    for c in cuentas:
        for m in generales:
            if c in altas and m.enviado >= altas[c] and (m.pk, c) not in leidos:
                faltan[c][m.pk] = m


def _generales() -> QuerySet[MensajeDelAdministrador]:
    return MensajeDelAdministrador.objects.filter(para=None, a_algunos=False).order_by("-enviado", "-id")


def _en_orden(mensajes: dict[int, MensajeDelAdministrador]) -> list[MensajeDelAdministrador]:
    return sorted(mensajes.values(), key=lambda m: (m.enviado, m.pk))[-MENSAJES:]


def _visto(m: MensajeDelAdministrador, leido: bool) -> MensajeVisto:
    return MensajeVisto(m.pk, m.texto, m.enviado, leido)


def para_la_cuenta(cuenta_id: int) -> Q:
    """Los mensajes que le tocan a la cuenta: los suyos, los de una lista en que está y los de todos desde su alta."""
    alta = suscripciones.altas_de([cuenta_id]).get(cuenta_id)
    suyos = Q(para=cuenta_id) | Q(Exists(Destinatario.objects.filter(mensaje=OuterRef("pk"), cuenta=cuenta_id)))
    return suyos | Q(para=None, a_algunos=False, enviado__gte=alta) if alta else suyos


def mensajes_de(cuenta_id: int) -> list[MensajeVisto]:
    """Los últimos 50 mensajes del administrador para la cuenta, del más nuevo al más viejo."""
    suyos = MensajeDelAdministrador.objects.filter(para_la_cuenta(cuenta_id)).order_by("-enviado", "-id")[:MENSAJES]
    leidos = set(Lectura.objects.filter(cuenta=cuenta_id, mensaje__in=list(suyos)).values_list("mensaje", flat=True))
    return [_visto(m, m.pk in leidos) for m in suyos]


def parada_de_mensajes(cuenta_id: int, destino: str) -> str:
    """A dónde parar al entrar: sus mensajes sin leer, si no puede entrar a la Sala, que los enseña (001 §1.1.1)."""
    ahora = timezone.now()
    en_la_oficina = destino.startswith(reverse("admin:index"))
    if en_la_oficina or suscripciones.puede_organizar(cuenta_id, ahora) or not sin_leer_de([cuenta_id]).get(cuenta_id):
        return ""
    return f"{reverse('enlinea:mensajes')}?{urlencode({'seguir': destino}, safe='/')}"


def con_cuantos(mensajes: QuerySet[MensajeDelAdministrador]) -> QuerySet[MensajeDelAdministrador]:
    """Cada mensaje con `leyeron` y `van` (a cuántos se mandó, si fue a algunos)."""
    return mensajes.annotate(leyeron=_cuantos(Lectura.objects), van=_cuantos(Destinatario.objects))


def _cuantos(filas: Manager[Any]) -> Coalesce:
    """Aparte, sin cruzar una tabla con otra: puede haber cien mil de cada una."""
    suyas = filas.filter(mensaje=OuterRef("pk")).order_by().values("mensaje").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(suyas), 0)
