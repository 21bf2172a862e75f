"""Lo que el resto del sistema pregunta de una cuenta: ¿está vigente?, ¿puede organizar?, ¿cuál es su correo?"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

from allauth.mfa.models import Authenticator
from django.db.models import Count, Exists, Expression, Max, Min, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from config.base.consulta_armada import Armada
from config.base.en_lista import en_lista
from suscripciones.lista_de_avisos import Aviso
from suscripciones.models import AvisoApagado, Cuenta, Plan, Suscripcion, Suspension
from suscripciones.periodos import DIAS_DE_AVISO, dias_que_quedan, medianoche, ultimo_dia

Estado = Literal["activa", "por_vencer", "vencida", "ninguna"]
Motivo = Literal["", "sin_cuenta", "suspendido", "suscripcion_vencida", "suscripcion_ninguna"]


@dataclass(frozen=True, slots=True)
class Vigencia:
    """Cómo está la suscripción: `hasta` es exclusivo; `ultimo_dia` es el que se dice a la persona."""

    estado: Estado
    hasta: datetime | None = None
    dias: int = 0

    @property
    def vigente(self) -> bool:
        """¿Vale en este instante?"""
        return self.estado in ("activa", "por_vencer")

    @property
    def ultimo_dia(self) -> date | None:
        """El último día en que vale o valió."""
        return ultimo_dia(self.hasta, timezone.get_current_timezone()) if self.hasta else None


@dataclass(frozen=True, slots=True)
class Permiso:
    """Si puede, y si no, por qué (código estable) y hasta cuándo."""

    puede: bool
    motivo: Motivo = ""
    hasta: datetime | None = None
    suspension: Suspension | None = None
    """La que corre, si es por eso."""

    def __bool__(self) -> bool:
        return self.puede


def vigencia(cuenta_id: int, ahora: datetime) -> Vigencia:
    """LA respuesta a «¿está vigente?» (SU2): une los periodos seguidos que alcanzan este instante."""
    periodos = list(
        Suscripcion.objects.filter(cuenta_id=cuenta_id, anulada_en__isnull=True, inicio__lte=ahora)
        .order_by("-fin")
        .values_list("fin", flat=True)[:1]
    )
    if not periodos:
        return Vigencia("ninguna")
    zona = timezone.get_current_timezone()
    hasta = periodos[0]
    if hasta <= ahora:
        return Vigencia("vencida", hasta, dias_que_quedan(hasta, ahora, zona))
    for inicio, fin in (
        Suscripcion.objects.filter(cuenta_id=cuenta_id, anulada_en__isnull=True, inicio__gt=ahora)
        .order_by("inicio")
        .values_list("inicio", "fin")
    ):
        if inicio > hasta:
            break
        hasta = max(hasta, fin)
    dias = dias_que_quedan(hasta, ahora, zona)
    return Vigencia("por_vencer" if dias <= DIAS_DE_AVISO else "activa", hasta, dias)


def esta_vigente(cuenta_id: int, ahora: datetime) -> bool:
    """¿Tiene suscripción que vale en este instante?"""
    return vigencia(cuenta_id, ahora).vigente


def suspendidas(cuentas: set[int], ahora: datetime) -> set[int]:
    """De estas cuentas, las que tienen una suspensión o un bloqueo que corre, o están inactivas (SU3)."""
    return {cuenta for (cuenta,) in _suspendidas(cuentas, ahora)}


def inactivas(cuentas: set[int]) -> set[int]:
    """De estas cuentas, las que la administración apagó: para las páginas ya no son nadie."""
    return set(_apagadas(en_lista(cuentas, "bigint")))


def _apagadas(cuentas: Expression) -> QuerySet[Cuenta, int]:
    return Cuenta.objects.filter(pk__in=cuentas, is_active=False).values_list("pk", flat=True)


def _que_no_entran(cuentas: Expression, ahora: Any) -> QuerySet[Any, int]:
    corren = Suspension.objects.que_corren(ahora).filter(cuenta__in=cuentas).order_by()
    return corren.values_list("cuenta_id", flat=True).union(_apagadas(cuentas))


# las mesas la hacen cinco veces por segundo
_suspendidas = Armada(_que_no_entran, "bigint", None)


def suspension_vigente(cuenta_id: int, ahora: datetime) -> Suspension | None:
    """La suspensión o el bloqueo que corre; si hay varias, la que termina al último (SU3)."""
    corren = Suspension.objects.que_corren(ahora).filter(cuenta_id=cuenta_id)
    return corren.filter(hasta__isnull=True).first() or corren.order_by("-hasta").first()


def sancion_que_corre(cuenta_id: int, ahora: datetime) -> bool:
    """Si ya está fuera por una roja o por algo que puso la administración (SA3).

    También lo que empieza después de `ahora`: otra persona lo puso mientras quien pregunta esperaba la cuenta.
    """
    origenes = (Suspension.Origen.ADMINISTRACION, Suspension.Origen.ROJA)
    puestas = Suspension.objects.filter(cuenta_id=cuenta_id, origen__in=origenes, levantada_en=None)
    return puestas.filter(Q(hasta=None) | Q(hasta__gt=ahora)).exists()


SUSPENSION_EN_SESION = "suspension"
"""Dónde queda en la sesión por cuál suspensión se le quitó: la entrada la explica (002 §3.3.3)."""


def suspension_por_avisar(suspension_id: int, ahora: datetime) -> Suspension | None:
    """Esa suspensión, si todavía corre: lo que la entrada explica a quien sacó de su sesión (SA1)."""
    return Suspension.objects.que_corren(ahora).filter(pk=suspension_id).select_related("cuenta").first()


def suspensiones_de(cuenta_id: int) -> list[Suspension]:
    """Todas las de la cuenta, también las cumplidas y las levantadas, de la más nueva a la más vieja."""
    return list(Suspension.objects.filter(cuenta_id=cuenta_id))


def levantadas_por_alguien(cuentas: Collection[int]) -> dict[str, datetime]:
    """Por clave, cuándo levantó una persona cada suspensión por tarjetas de esas cuentas."""
    suyas = Suspension.objects.filter(cuenta__in=en_lista(cuentas, "bigint"), levantada_por__isnull=False)
    con_tarjeta = suyas.exclude(origen=Suspension.Origen.ADMINISTRACION).exclude(clave=None)
    return {str(clave): cuando for clave, cuando in con_tarjeta.values_list("clave", "levantada_en") if cuando}


def puede_organizar(cuenta_id: int | None, ahora: datetime) -> Permiso:
    """SU3: para organizar un Recreo hace falta suscripción vigente y no estar suspendido."""
    if cuenta_id is None or not Cuenta.objects.filter(pk=cuenta_id, is_active=True).exists():
        return Permiso(False, "sin_cuenta")
    suspension = suspension_vigente(cuenta_id, ahora)
    if suspension is not None:
        return Permiso(False, "suspendido", suspension.hasta, suspension)
    como = vigencia(cuenta_id, ahora)
    if como.vigente:
        return Permiso(True, "", como.hasta)
    return Permiso(False, "suscripcion_vencida" if como.estado == "vencida" else "suscripcion_ninguna", como.hasta)


def pueden_organizar(cuentas: Collection[int], ahora: datetime) -> set[int]:
    """De esas cuentas, las que tienen suscripción vigente y no están suspendidas (SU3): lo mismo, de un solo viaje."""
    return {cuenta for (cuenta,) in _pueden(cuentas, ahora)}


def _las_que_pueden(cuentas: Expression, ahora: Any) -> QuerySet[Cuenta, int]:
    # por cuenta: con listas sueltas, la base juntaba primero todas las suscripciones que valen
    de_esta = Q(cuenta=OuterRef("pk"))
    vigentes = Suscripcion.objects.filter(de_esta, anulada_en__isnull=True, inicio__lte=ahora, fin__gt=ahora)
    corren = Suspension.objects.que_corren(ahora).filter(de_esta)
    activas = Cuenta.objects.filter(pk__in=cuentas, is_active=True)
    return activas.filter(Exists(vigentes), ~Exists(corren)).values_list("pk", flat=True)


# cada voto por otra partida la hace
_pueden = Armada(_las_que_pueden, "bigint", None)


def correo_de(cuenta_id: int) -> str:
    """El correo de la cuenta, en minúsculas; vacío si no existe."""
    return Cuenta.objects.filter(pk=cuenta_id).values_list("email", flat=True).first() or ""


def cuenta_de(correo: str) -> int | None:
    """La cuenta con ese correo, sin distinguir mayúsculas."""
    cuenta = Cuenta.objects.de_correo(correo)
    return None if cuenta is None else cuenta.pk


def cuenta_que_entra(escrito: str) -> int | None:
    """La cuenta de ese correo o usuario, sin distinguir mayúsculas."""
    cuenta = Cuenta.objects.que_entra(escrito)
    return None if cuenta is None else cuenta.pk


def tiene_segundo_paso(cuenta_id: int, menos: int | None = None) -> bool:
    """¿Tiene aplicación de códigos o llave, sin contar la de número `menos`? Los de recuperación no bastan."""
    suyos = Authenticator.objects.filter(user_id=cuenta_id).exclude(type=Authenticator.Type.RECOVERY_CODES)
    return bool(suyos.exclude(pk=menos or 0).exists())


def administra(cuenta_id: int, permiso: str) -> bool:
    """¿Es un administrador activo con ese permiso (`app.codigo`)?"""
    cuenta = Cuenta.objects.filter(pk=cuenta_id, is_active=True, is_staff=True).first()
    return cuenta is not None and cuenta.has_perm(permiso)


def correos_de_administradores(permiso: str) -> list[str]:
    """Los correos de los administradores activos con ese permiso (`app.codigo`), en orden de alta."""
    quienes = Cuenta.objects.filter(is_active=True, is_staff=True).order_by("date_joined", "pk")
    return [c.email for c in quienes if c.has_perm(permiso)]


def cuentas_que_cumplen(
    ahora: datetime, *, vigencia: str = "", plan: str = "", desde: date | None = None, suspendidas: bool | None = None
) -> list[int]:
    """Las cuentas activas que cumplen todo lo pedido, de la más antigua a la más nueva.

    `vigencia`: `vigente`, `por_vencer` (a 15 días o menos), `vencida` o `ninguna` (nunca tuvo). `plan`: clave del que
    vale ahora. `desde`: alta ese día o después, hora local. `suspendidas`: con suspensión o bloqueo que corre, o sin.
    """
    buenas = Suscripcion.objects.filter(anulada_en__isnull=True)
    valen = buenas.filter(inicio__lte=ahora, fin__gt=ahora)
    cuentas = Cuenta.objects.filter(is_active=True)
    if plan:
        cuentas = cuentas.filter(pk__in=valen.filter(plan__clave=plan).values("cuenta"))
    if vigencia in ("vigente", "por_vencer"):
        cuentas = cuentas.filter(pk__in=valen.values("cuenta"))
    elif vigencia == "vencida":
        cuentas = cuentas.filter(pk__in=buenas.values("cuenta")).exclude(pk__in=valen.values("cuenta"))
    elif vigencia == "ninguna":
        cuentas = cuentas.exclude(pk__in=buenas.values("cuenta"))
    if vigencia == "por_vencer":
        cuentas = cuentas.exclude(pk__in=buenas.filter(fin__gt=fin_de_aviso(ahora)).values("cuenta"))
    if desde is not None:
        cuentas = cuentas.filter(date_joined__gte=medianoche(desde, timezone.get_current_timezone()))
    if suspendidas is not None:
        corren = Suspension.objects.filter(Q(hasta__isnull=True) | Q(hasta__gt=ahora), desde__lte=ahora).values(
            "cuenta"
        )
        cuentas = cuentas.filter(pk__in=corren) if suspendidas else cuentas.exclude(pk__in=corren)
    return list(cuentas.order_by("date_joined", "pk").values_list("pk", flat=True))


def activas_hacia_abajo(desde: int, cuantas: int) -> list[int]:
    """Las cuentas activas de ese número o menos, de la mayor a la menor: una tanda de recorrerlas todas."""
    activas = Cuenta.objects.filter(is_active=True, pk__lte=desde).order_by("-pk")
    return list(activas.values_list("pk", flat=True)[:cuantas])


def activas_y_la_mayor() -> tuple[int, int]:
    """Cuántas cuentas activas hay y el número de la última."""
    datos = Cuenta.objects.filter(is_active=True).aggregate(n=Count("pk"), mayor=Max("pk"))
    return datos["n"], datos["mayor"] or 0


def fin_de_aviso(ahora: datetime) -> datetime:
    """Lo que vale más allá de esto todavía no está por vencer."""
    zona = timezone.get_current_timezone()
    return medianoche(ahora.astimezone(zona).date() + timedelta(days=DIAS_DE_AVISO + 1), zona)


def nombre_y_correo(cuenta_id: int) -> tuple[str, str]:
    """Nombre (puede faltar) y correo de la cuenta; vacíos si no existe."""
    return Cuenta.objects.filter(pk=cuenta_id).values_list("nombre", "email").first() or ("", "")


def nombres_publicos(cuentas: Collection[int]) -> dict[int, str]:
    """Cómo se le dice a cada cuenta frente a los demás: su nombre o su usuario; nunca su correo."""
    filas = Cuenta.objects.filter(pk__in=cuentas).values_list("pk", "nombre", "username")
    return {pk: nombre or usuario or _("Jugador %(numero)d") % {"numero": pk} for pk, nombre, usuario in filas}


def sin_correo_de_mensajes(cuentas: Collection[int]) -> int:
    """De esas cuentas, cuántas no quieren por correo los mensajes de la administración (D513)."""
    return AvisoApagado.objects.filter(aviso=Aviso.MENSAJE.value, cuenta__in=cuentas).count()


def altas_de(cuentas: Collection[int]) -> dict[int, datetime]:
    """Desde cuándo existe cada cuenta."""
    return dict(Cuenta.objects.filter(pk__in=cuentas).values_list("pk", "date_joined"))


def vigentes_tras(tras: int, cuantas: int, ahora: datetime) -> list[int]:
    """Las siguientes cuentas activas con suscripción que vale ahora, en orden y después de la `tras`: por tandas."""
    siguen = Cuenta.objects.filter(_vale(ahora), pk__gt=tras, is_active=True, borrada__isnull=True).order_by("pk")
    return list(siguen.values_list("pk", flat=True)[:cuantas])


def _vale(ahora: datetime) -> Exists:
    """Si la cuenta tiene suscripción que vale ahora."""
    return Exists(
        Suscripcion.objects.filter(cuenta=OuterRef("pk"), anulada_en__isnull=True, inicio__lte=ahora, fin__gt=ahora)
    )


def quieren(aviso: Aviso) -> QuerySet[Cuenta]:
    """A quienes se les manda: no borraron su cuenta ni apagaron ese aviso (D513)."""
    apagado = AvisoApagado.objects.filter(cuenta=OuterRef("pk"), aviso=aviso.value)
    return Cuenta.objects.filter(~Exists(apagado), borrada__isnull=True)


def cuantas_reciben(aviso: Aviso, *, sin_correos: Collection[str], menos: int, ahora: datetime) -> int:
    """A cuántas cuentas con suscripción les llegaría ahora ese aviso, sin la `menos` ni las de esos correos."""
    suyas = quieren(aviso).filter(_vale(ahora), is_active=True)
    return suyas.exclude(pk=menos).exclude(email__in=sin_correos).count()


def inscritas() -> list[tuple[int, datetime]]:
    """Quienes están inscritos (ES2) y desde cuándo, del más antiguo al más nuevo.

    Inscrito: cuenta activa con alguna suscripción registrada y no anulada, aunque haya vencido o esté suspendida.
    """
    desde = Min("suscripciones__registrada_en", filter=Q(suscripciones__anulada_en__isnull=True))
    filas = Cuenta.objects.filter(is_active=True).annotate(desde=desde).filter(desde__isnull=False)
    return list(filas.order_by("desde", "pk").values_list("pk", "desde"))


def inscritas_de(cuentas: Collection[int]) -> set[int]:
    """De esas cuentas, las inscritas."""
    con_pago = Suscripcion.objects.filter(anulada_en__isnull=True, cuenta__in=cuentas).values("cuenta")
    return set(Cuenta.objects.filter(is_active=True, pk__in=con_pago).values_list("pk", flat=True))


def planes_activos() -> list[Plan]:
    """Los planes que se ofrecen, del más corto al más largo."""
    return list(Plan.objects.filter(activo=True))
