"""Lo que los torneos enseñan en la página de una persona de la oficina (D597). De ellos no se administra nada más."""

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.fechas import en_dia
from config.comun.oficina import Parte, Puede, Renglon, apuntar
from config.templatetags.domino import dinero
from suscripciones import consultas as cuentas
from torneos.consultas import oficina as consultas
from torneos.consultas.oficina import Inscripcion

VER = ("torneos.view_torneo",)
COBROS = {"cobrada": _l("cobrada"), "exenta": _l("exenta"), "pendiente": _l("pendiente")}


def _torneos(cuenta_id: int, _ahora: datetime, _puede: Puede) -> Iterator[Renglon]:
    correo = cuentas.correo_de(cuenta_id)
    for suyo in consultas.organizados_por(cuenta_id):
        caja = suyo.caja
        datos = {"entro": dinero(caja.recaudado), "falta": dinero(caja.por_cobrar), "premios": dinero(caja.premios)}
        corte = _("recaudado %(entro)s, por cobrar %(falta)s, premios %(premios)s") % datos
        yield Renglon(
            f"{suyo.torneo.codigo} · {suyo.torneo.nombre} · {suyo.torneo.get_estado_display()} · "
            f"{_('lo organiza')} · {corte}",
            en_dia(suyo.torneo.fecha),
            reverse("torneos:publica", args=[suyo.torneo.codigo]),
        )
    for ayuda in consultas.ayuda_en(correo):
        yield Renglon(
            f"{ayuda.torneo.codigo} · {ayuda.torneo.nombre} · {_('ayuda')}: {ayuda.get_papel_display()}",
            en_dia(ayuda.torneo.fecha),
            reverse("torneos:publica", args=[ayuda.torneo.codigo]),
        )
    for una in consultas.inscripciones_de(correo):
        yield Renglon(
            " · ".join(_de_la_inscripcion(una)),
            en_dia(una.cuando),
            reverse("torneos:donde", args=[una.torneo.codigo, una.numero]),
        )


def _de_la_inscripcion(una: Inscripcion) -> Iterator[str]:
    torneo = una.torneo
    yield torneo.codigo
    yield torneo.nombre
    yield torneo.get_estado_display()
    yield _("número %(n)d") % {"n": una.numero}
    if una.conjunto:
        yield _("con «%(conjunto)s»") % {"conjunto": una.conjunto}
    if torneo.estado == torneo.Estado.EN_JUEGO:
        yield _("van %(van)d de %(de)d partidas") % {"van": una.van, "de": torneo.previstas}
    if una.lugar is not None:
        yield _("lugar %(lugar)d de %(de)d") % {"lugar": una.lugar, "de": una.de}
    if una.premio:
        yield _("premio %(cuanto)s") % {"cuanto": dinero(una.premio)}
    if una.fuera:
        yield _("se retiró o salió")
    if torneo.cuota:
        yield _("cuota %(cuanto)s, %(como)s") % {"cuanto": dinero(torneo.cuota), "como": COBROS[una.cobro]}


apuntar(Parte("torneos", 47, _l("Torneos"), VER, _torneos))
