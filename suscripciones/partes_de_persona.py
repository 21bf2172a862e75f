"""Lo que suscripciones enseña de una persona y lo que apunta para que se atienda (D510)."""

from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.fechas import en_dia, en_dia_y_hora
from config.comun.oficina import Espera, Parte, Puede, Renglon, apuntar
from suscripciones.cobros.dinero import escrito
from suscripciones.consultas import oficina as consultas
from suscripciones.models import Cobro, Suspension
from suscripciones.periodos import ultimo_dia

VER_CUENTA = ("suscripciones.view_cuenta", "suscripciones.change_cuenta")
VER_PAGOS = ("suscripciones.view_cobro", "suscripciones.change_cobro")
VER_PERIODOS = ("suscripciones.view_suscripcion", "suscripciones.change_suscripcion")
VER_SUSPENSIONES = ("suscripciones.view_suspension", "suscripciones.change_suspension")


def lista(ruta: str, **filtros: object) -> str:
    """La lista de la administración, filtrada."""
    return f"{reverse(f'admin:{ruta}_changelist')}?{urlencode(filtros)}"


def _pagos(cuenta_id: int, _ahora: datetime, puede: Puede) -> Iterator[Renglon]:
    for uno in consultas.pagos_para_atender(cuenta_id):
        se_devuelve = uno.pagado > uno.devuelto and uno.estado != Cobro.Estado.DISPUTADO
        devolver = se_devuelve and puede("suscripciones.change_cobro")
        yield Renglon(
            f"{uno.numero} · {uno.plan.nombre} · {uno.cuanto} · {uno.get_estado_display()} · {uno.get_forma_display()}",
            en_dia_y_hora(uno.pagado_en or uno.creado),
            reverse("admin:suscripciones_cobro_change", args=[uno.pk]),
            _("Devolver %(cuanto)s") % {"cuanto": escrito(uno.pagado - uno.devuelto, uno.moneda)} if devolver else "",
            reverse("admin:suscripciones_cobro_devolver", args=[uno.pk]) if devolver else "",
        )


def _periodos(cuenta_id: int, _ahora: datetime, _puede: Puede) -> Iterator[Renglon]:
    zona = timezone.get_current_timezone()
    for una in consultas.periodos_de(cuenta_id):
        datos = {"desde": en_dia(una.inicio), "hasta": en_dia(ultimo_dia(una.fin, zona))}
        que = _("%(dias)d días sin cobro") % {"dias": una.dias} if una.dias else str(una.plan.nombre)
        anulada = f" · {_('anulada')}" if una.anulada_en else ""
        yield Renglon(
            f"{que} · " + _("del %(desde)s al %(hasta)s") % datos + anulada,
            una.nota,
            reverse("admin:suscripciones_suscripcion_change", args=[una.pk]),
        )


def _suspensiones(cuenta_id: int, ahora: datetime, puede: Puede) -> Iterator[Renglon]:
    for una in consultas.suspensiones_recientes(cuenta_id):
        corre = una.levantada_en is None and (una.hasta is None or una.hasta > ahora)
        levantar = corre and puede("suscripciones.change_suspension")
        yield Renglon(
            f"{estado_de(una, ahora)} · {una.motivo}",
            _("desde el %(dia)s") % {"dia": en_dia_y_hora(una.desde)},
            reverse("admin:suscripciones_suspension_change", args=[una.pk]),
            _("Levantar") if levantar else "",
            reverse("admin:suscripciones_suspension_levantar", args=[una.pk]) if levantar else "",
        )


def estado_de(una: Suspension, ahora: datetime) -> str:
    """En una palabra o dos."""
    if una.levantada_en:
        return _("levantada")
    if una.hasta and una.hasta <= ahora:
        return _("ya se cumplió")
    return _("corre") if una.hasta else _("bloqueo, sin fin")


def _notas(cuenta_id: int, _ahora: datetime, _puede: Puede) -> Iterator[Renglon]:
    for una in consultas.notas_de(cuenta_id):
        yield Renglon(una.texto, f"{una.por} · {en_dia_y_hora(una.escrita)}")


def _sesiones(cuenta_id: int, _ahora: datetime, _puede: Puede) -> Iterator[Renglon]:
    for una in consultas.sesiones_de(cuenta_id):
        # desde dónde entra no hace falta para atenderla: sólo en qué y cuándo
        yield Renglon(una.user_agent[:80] or _("un aparato que no dice qué es"), en_dia_y_hora(una.last_seen_at))


def _rastro(cuenta_id: int, _ahora: datetime, _puede: Puede) -> Iterator[Renglon]:
    for uno in consultas.rastro_de_la_persona(cuenta_id):
        que, de_que = uno.get_change_message() or uno.object_repr, uno.content_type.name if uno.content_type else ""
        yield Renglon(f"{de_que}: {que}", f"{uno.user} · {en_dia_y_hora(uno.action_time)}")


apuntar(
    Espera(
        "pagos", 20, _l("Pagos en línea sin conciliar"), VER_PAGOS,
        lambda ahora: consultas.cuantos(consultas.sin_conciliar(ahora)), "suscripciones_cobro_changelist",
        "atender=sin_conciliar",
    ),
    Espera(
        "disputas", 30, _l("Disputas abiertas"), VER_PAGOS, lambda _ahora: consultas.cuantos(consultas.en_disputa()),
        "suscripciones_cobro_changelist", "atender=en_disputa",
    ),
    Espera(
        "sobra", 40, _l("Cobrado de más, por devolver"), VER_PAGOS,
        lambda _ahora: consultas.cuantos(consultas.por_devolver()), "suscripciones_cobro_changelist",
        "atender=por_devolver",
    ),
    Espera(
        "por_vencer", 50, _l("Suscripciones por terminar"), VER_PERIODOS,
        lambda ahora: consultas.cuantos(consultas.por_vencer(ahora)), "suscripciones_cuenta_changelist",
        "suscripcion=por_vencer",
    ),
    Espera(
        "correos", 60, _l("Correos que fallaron esta semana"), ("suscripciones.view_correoporsalir",),
        lambda ahora: consultas.cuantos(consultas.correos_que_fallaron(ahora)),
        "suscripciones_correoporsalir_changelist", "atender=fallaron",
    ),
    Parte(
        "pagos", 20, _l("Pagos"), VER_PAGOS, _pagos,
        lambda correo: lista("suscripciones_cobro", q=correo),
    ),
    Parte(
        "periodos", 30, _l("Suscripción"), VER_PERIODOS, _periodos,
        lambda correo: lista("suscripciones_suscripcion", q=correo),
    ),
    Parte(
        "suspensiones", 40, _l("Suspensiones"), VER_SUSPENSIONES, _suspensiones,
        lambda correo: lista("suscripciones_suspension", q=correo),
    ),
    Parte("notas", 80, _l("Notas de la casa"), ("suscripciones.view_notadelacasa",), _notas),
    Parte("sesiones", 90, _l("Sesiones abiertas"), VER_CUENTA, _sesiones),
    Parte("rastro", 99, _l("Rastro"), VER_CUENTA, _rastro),
)  # fmt: skip
