"""Las mesas con hora que le tocan a alguien: las suyas y las de sus amigos (D632)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.gente.consultas.amistades import amigos_de
from enlinea.models import Apuntado, CitaEnLinea, Lugar, Mesa
from reglas.reglamento import AMIGOS
from suscripciones import consultas as suscripciones

LUGARES = AMIGOS.asientos
SIGUE = timedelta(minutes=30)
"""Lo que se espera a que lleguen, pasada la hora."""
A_LO_MAS = 20
DURA = timedelta(hours=2)
"""Lo que se aparta en el calendario."""
SE_DICE = timedelta(days=7)
"""Lo que se sigue diciendo en «Amigos» que se canceló, si antes no pasa su hora."""


@dataclass(frozen=True, slots=True)
class CitaVista:
    """Una mesa con hora, como la ve alguien."""

    id: int
    cuando: datetime
    meta: str
    modo: str
    nota: str
    organiza: str
    la_puse: bool
    van: tuple[str, ...]
    quizas: tuple[str, ...]
    voy: bool | None
    """Si va, si quizá (False) o si no ha dicho."""
    cancelada: bool
    empezo: bool
    abrio: bool
    """Si se abrió su mesa."""
    enlace: str
    """El de la mesa que se abrió, mientras le quede lugar; sólo a quien se apuntó y no está ya en ella."""
    orden: UUID
    secuencia: int
    cambiada: datetime
    """Con lo que el calendario reconoce que es la misma."""

    @property
    def libres(self) -> int:
        """Los lugares que quedan."""
        return LUGARES - len(self.van)

    @property
    def a_que_se_juega(self) -> str:
        """«a 100 tantos»."""
        meta = AMIGOS.meta_de(self.meta)
        return self.meta if meta is None else meta.dicha

    @property
    def sin_prisa(self) -> bool:
        """Si no lleva reloj corto."""
        return self.modo == Mesa.Modo.SIN_PRISA


def citas_de(cuenta_id: int, ahora: datetime) -> list[CitaVista]:
    """Las que siguen: a las que se apuntó y las de sus amigos, menos las de quien silenció. Por hora.

    La cancelada a la que se apuntó se dice unos días: que se vaya callada deja a alguien esperando (D683).
    """
    callados = callados_por([cuenta_id]).get(cuenta_id, frozenset())
    mias = Q(apuntados__cuenta=cuenta_id)
    siguen = CitaEnLinea.objects.filter(cuando__gt=ahora - SIGUE)
    de_amigos = Q(organiza__in=amigos_de(cuenta_id) - callados)
    de_quienes = Q(cancelada=None) & (mias | de_amigos) | Q(cancelada__gt=ahora - SE_DICE) & mias
    return _vistas(siguen.filter(de_quienes).distinct().order_by("cuando", "pk")[:A_LO_MAS], cuenta_id, ahora)


def cita_vista(cita_id: int, cuenta_id: int, ahora: datetime) -> CitaVista | None:
    """Ésa, para quien trae su dirección; None si no existe."""
    return next(iter(_vistas(CitaEnLinea.objects.filter(pk=cita_id), cuenta_id, ahora)), None)


def _vistas(citas: Iterable[CitaEnLinea], cuenta_id: int, ahora: datetime) -> list[CitaVista]:
    todas = list(citas)
    apuntados = list(Apuntado.objects.filter(cita__in=todas).order_by("desde", "pk"))
    abiertas = Mesa.objects.filter(pk__in=[c.mesa_id for c in todas], estado=Mesa.Estado.ABIERTA)
    sin_el = abiertas.exclude(pk__in=Lugar.objects.filter(cuenta=cuenta_id, activo=True).values("mesa"))
    enlaces = dict(sin_el.values_list("pk", "enlace"))
    nombres = suscripciones.nombres_publicos({a.cuenta_id for a in apuntados} | {c.organiza_id for c in todas})

    def vista(c: CitaEnLinea) -> CitaVista:
        suyos = [a for a in apuntados if a.cita_id == c.pk]
        mio = next((a for a in suyos if a.cuenta_id == cuenta_id), None)
        return CitaVista(
            id=c.pk,
            cuando=c.cuando,
            meta=c.meta,
            modo=c.modo,
            nota=c.nota,
            organiza=nombres.get(c.organiza_id, ""),
            la_puse=c.organiza_id == cuenta_id,
            van=tuple([nombres.get(a.cuenta_id, "") for a in suyos if a.va]),
            quizas=tuple([nombres.get(a.cuenta_id, "") for a in suyos if not a.va]),
            voy=None if mio is None else mio.va,
            cancelada=c.cancelada is not None,
            empezo=c.mesa_id is not None or c.cuando <= ahora - SIGUE,
            abrio=c.mesa_id is not None,
            enlace=(enlaces.get(c.mesa_id or 0) or "") if mio is not None else "",
            orden=c.orden,
            secuencia=c.secuencia,
            cambiada=c.cambiada,
        )

    return [vista(c) for c in todas]
