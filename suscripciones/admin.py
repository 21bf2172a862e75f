"""Administración en español: registrar suscripciones por el servicio y ver su historia, sin editarla."""

import uuid
from typing import Any
from urllib.parse import urlencode

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

import suscripciones.admin_de_cobros
import suscripciones.admin_de_inicio  # noqa: F401 - se apuntan al importarse
from config.comun.administracion import ConAntesYDespues, ListaExplicada, PorAtender, SoloLectura
from config.comun.fechas import en_dia
from suscripciones import consultas, servicios
from suscripciones.admin_de_persona import PaginaDePersona
from suscripciones.admin_de_suspensiones import AdminDeSuspension
from suscripciones.altas import AltaDeExtension, DatosDeLaCuenta
from suscripciones.cobros.dinero import escrito
from suscripciones.consultas import oficina as oficina
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import CorreoPorSalir, Cuenta, Suscripcion, Suspension
from suscripciones.periodos import ultimo_dia
from suscripciones.textos import texto_de

# el correo comprobado se cambia en la cuenta, con sus reglas
admin.site.unregister(EmailAddress)
admin.site.unregister(UserSession)
admin.site.unregister(Authenticator)
admin.site.site_header = _l("Amigos por el Dominó")
admin.site.site_title = _l("Administración")
admin.site.index_title = _l("Administración")
# el menú de lado quita el lugar de las listas; todo está en el inicio
admin.site.enable_nav_sidebar = False
# la misma entrada, con los mismos topes, para todos
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

PERMISOS = ("is_staff", "is_superuser", "groups", "user_permissions")


class Fallaron(PorAtender):
    """Los que no llegaron, o llevan varios intentos."""

    cuales = (("fallaron", _l("fallaron esta semana"), lambda _todos, ahora: oficina.correos_que_fallaron(ahora)),)


class PorSuscripcion(PorAtender):
    """A quién se le acaba."""

    title, parameter_name = _l("suscripción"), "suscripcion"
    cuales = (("por_vencer", _l("por terminar: quince días o menos"), lambda _todos, ahora: oficina.por_vencer(ahora)),)


@admin.register(CorreoPorSalir)
class AdminDeCorreos(SoloLectura, ListaExplicada, admin.ModelAdmin):
    """Qué correos salen y cuáles no; nunca lo que dicen."""

    explica = _l(
        "Los correos de los últimos treinta días y en qué van. Lo que dicen no se ve, porque llevan códigos, y al "
        "salir se borra. «No lo aceptaron»: esa dirección no existe o no los quiere. «Por salir» con varios intentos: "
        "el servidor de correo no contesta."
    )
    search_help_text = _l("Busca por correo")
    list_display = ("para", "motivo", "estado", "intentos", "creado", "terminado", "falla")
    list_filter = (Fallaron, "estado", "motivo")
    search_fields = ("para",)
    fields = ("para", "motivo", "estado", "intentos", "creado", "caduca", "siguiente", "terminado", "falla")
    show_full_result_count = False


class OrdenDeAccion(ActionForm):
    """Cada página lleva su orden: mandarla dos veces no registra dos veces."""

    id_orden = forms.UUIDField(label="", widget=forms.HiddenInput, initial=uuid.uuid4)


class HistoriaDeSuscripciones(admin.TabularInline):
    """Lo registrado, de lo más nuevo a lo más viejo; sólo se lee."""

    model = Suscripcion
    fk_name = "cuenta"
    extra = 0
    fields = readonly_fields = ("plan", "inicio", "ultimo", "cuanto", "origen", "registrada_por", "nota", "anulada_en")
    can_delete = False
    show_change_link = True

    @admin.display(description=_l("último día"))
    def ultimo(self, una: Suscripcion) -> str:
        """El último día en que vale."""
        return en_dia(ultimo_dia(una.fin, timezone.get_current_timezone()))

    @admin.display(description=_l("importe"))
    def cuanto(self, una: Suscripcion) -> str:
        """Con su moneda."""
        return escrito(una.importe, una.moneda)

    def has_add_permission(self, peticion: HttpRequest, obj: Any = None) -> bool:
        """Se registra con las acciones o con «Agregar suscripción»."""
        return False

    def has_change_permission(self, peticion: HttpRequest, obj: Any = None) -> bool:
        """No se edita."""
        return False


class SuspensionesDeCuenta(admin.TabularInline):
    """Suspensiones y bloqueos (SU3): sólo se miran; se ponen y se levantan en su página, con su motivo."""

    model = Suspension
    fk_name = "cuenta"
    extra = 0
    fields = readonly_fields = ("desde", "hasta", "motivo", "origen", "levantada_en")
    can_delete = False
    show_change_link = True

    def has_add_permission(self, peticion: HttpRequest, obj: Any = None) -> bool:
        """Se pone con «Suspender o bloquear», que pide confirmar (D132)."""
        return False

    def has_change_permission(self, peticion: HttpRequest, obj: Any = None) -> bool:
        """No se edita: la persona ya la leyó así."""
        return False


@admin.register(Cuenta)
class AdminDeCuenta(PaginaDePersona, ConAntesYDespues, ListaExplicada, admin.ModelAdmin):
    """Cuentas: se buscan por correo, nombre o usuario. Tocar una abre la página de la persona."""

    explica = _l(
        "Todas las personas. Para registrar un pago, abre la suya: está ahí. Si son varias, en dólares, marca sus "
        "casillas, elige «Registrar seis meses» o «un año» y toca «Ejecutar»."
    )
    titulo_de_alta = _l("Agregar una cuenta")
    search_help_text = _l("Busca por correo, nombre o usuario")

    list_display = ("email", "nombre", "suscripcion", "is_active", "date_joined")
    list_filter = (PorSuscripcion, "is_active", "is_staff")
    search_fields = ("email", "nombre", "username")
    ordering = ("-date_joined",)
    readonly_fields = ("date_joined", "last_login", "suscripcion", "caja", "dejar_fuera")
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("email", "nombre", "username", "suscripcion", "is_active")}),
        (
            _l("Permisos"),
            {"classes": ("collapse",), "fields": ("is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_l("Fechas"), {"fields": ("date_joined", "last_login")}),
    )
    cobrar = ((_l("Pagos y tiempo"), {"fields": ("caja",)}),)
    sancion = ((_l("Suspender o bloquear"), {"fields": ("dejar_fuera",)}),)
    add_fieldsets = ((None, {"fields": ("email", "nombre")}),)
    inlines = (HistoriaDeSuscripciones, SuspensionesDeCuenta)
    actions = ("registrar_seis_meses", "registrar_un_anio")
    action_form = OrdenDeAccion
    form = DatosDeLaCuenta

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Sólo explica cómo registrar un pago a quien puede."""
        explica = self.explica if self.has_suscribir_permission(request) else ""
        return super().changelist_view(request, {"explica": explica, **(extra_context or {})})

    def get_fieldsets(self, peticion: HttpRequest, obj: Cuenta | None = None) -> Any:
        """El alta pide sólo correo y nombre: su dueño entra con un código y pone su contraseña."""
        if obj is None:
            return self.add_fieldsets
        puede = peticion.user.has_perm
        return (
            self.fieldsets[:1]
            + (self.cobrar if puede("suscripciones.add_suscripcion") else ())
            + self.fieldsets[1:]
            + (self.sancion if puede("suscripciones.add_suspension") else ())
        )

    def get_inlines(self, peticion: HttpRequest, obj: Cuenta | None) -> Any:
        """En el alta todavía no hay historia."""
        return self.inlines if obj else ()

    def get_readonly_fields(self, peticion: HttpRequest, obj: Cuenta | None = None) -> Any:
        """Sólo un administrador con todos los permisos los reparte: nadie se los da a sí mismo."""
        return self.readonly_fields + (() if getattr(peticion.user, "is_superuser", False) else PERMISOS)

    def save_model(self, peticion: HttpRequest, obj: Cuenta, form: Any, change: bool) -> None:
        """La cuenta nueva nace sin contraseña."""
        obj.username = obj.username or None
        if not change:
            obj.set_unusable_password()
        super().save_model(peticion, obj, form, change)
        if change and "email" in form.changed_data:
            servicios.cuenta_cambiar_correo(cuenta=obj)
        if change and "is_active" in form.changed_data:
            servicios.cuenta_revisar_inscripcion(cuenta=obj)

    @admin.display(description=_l("si hay que dejarla fuera"))
    def dejar_fuera(self, cuenta: Cuenta) -> str:
        """A su alta, con la persona ya puesta."""
        return _boton("suscripciones_suspension_add", AdminDeSuspension.titulo_de_alta, cuenta=cuenta.pk)

    @admin.display(description=_l("qué hacer"))
    def caja(self, cuenta: Cuenta) -> str:
        """Registrar, extender y ver lo pagado, con la persona ya puesta."""
        return format_html(
            "{} {} {}",
            _boton("suscripciones_cobro_add", _("Registrar un pago"), cuenta=cuenta.pk),
            _boton("suscripciones_suscripcion_add", AdminDeSuscripcion.titulo_de_alta, cuenta=cuenta.pk),
            _boton("suscripciones_cobro_changelist", _("Ver sus pagos"), q=cuenta.email),
        )

    @admin.display(description=_l("suscripción"))
    def suscripcion(self, cuenta: Cuenta) -> str:
        """Estado y fecha, en palabras."""
        como = consultas.vigencia(cuenta.pk, timezone.now())
        nombres = {"activa": _("activa"), "por_vencer": _("por vencer"), "vencida": _("vencida"), "ninguna": "—"}
        estado = f"{nombres[como.estado]} · {en_dia(como.ultimo_dia)}" if como.ultimo_dia else nombres[como.estado]
        return estado if cuenta.is_active else _("%(estado)s · cuenta desactivada") % {"estado": estado}

    def _registrar(self, peticion: HttpRequest, cuentas: QuerySet[Cuenta], plan: str) -> None:
        pagina = forms.UUIDField(required=False).clean(peticion.POST.get("id_orden")) or uuid.uuid4()
        for cuenta in cuentas:
            try:
                nueva = servicios.suscripcion_registrar(
                    cuenta_id=cuenta.pk,
                    plan=plan,
                    registrada_por_id=peticion.user.pk,
                    ahora=timezone.now(),
                    id_orden=uuid.uuid5(pagina, f"{cuenta.pk}:{plan}"),
                )
            except ErrorDeSuscripcion as error:
                self.message_user(peticion, f"{cuenta.email}: {texto_de(error)}", messages.ERROR)
            else:
                dia = consultas.vigencia(cuenta.pk, timezone.now()).ultimo_dia
                texto = _("%(correo)s: %(plan)s registrado; vale hasta el %(dia)s.") % {
                    "correo": cuenta.email, "plan": nueva.plan.nombre, "dia": en_dia(dia) if dia else ""
                }  # fmt: skip
                self.message_user(peticion, texto, messages.SUCCESS)

    @admin.action(description=_l("Registrar seis meses"), permissions=["suscribir"])
    def registrar_seis_meses(self, peticion: HttpRequest, cuentas: QuerySet[Cuenta]) -> None:
        """Registra el plan de seis meses a las cuentas elegidas."""
        self._registrar(peticion, cuentas, "seis_meses")

    @admin.action(description=_l("Registrar un año"), permissions=["suscribir"])
    def registrar_un_anio(self, peticion: HttpRequest, cuentas: QuerySet[Cuenta]) -> None:
        """Registra el plan anual a las cuentas elegidas."""
        self._registrar(peticion, cuentas, "anual")

    def has_change_permission(self, peticion: HttpRequest, obj: Cuenta | None = None) -> bool:
        """La cuenta de un administrador sólo la cambia quien tiene todos los permisos."""
        if obj is not None and obj.is_staff and not getattr(peticion.user, "is_superuser", False):
            return False
        return super().has_change_permission(peticion, obj)

    def has_delete_permission(self, peticion: HttpRequest, obj: Cuenta | None = None) -> bool:
        """No se borran cuentas: se desactivan, y la historia queda."""
        return False

    def has_suscribir_permission(self, peticion: HttpRequest) -> bool:
        """Quién ve las acciones de registrar."""
        return peticion.user.has_perm("suscripciones.add_suscripcion")


def _boton(ruta: str, letrero: Any, **datos: Any) -> str:
    return format_html(
        '<a class="button apagado" href="{}?{}">{}</a>', reverse(f"admin:{ruta}"), urlencode(datos), letrero
    )


@admin.register(Suscripcion)
class AdminDeSuscripcion(ListaExplicada, admin.ModelAdmin):
    """Historia de suscripciones: se registra y se anula; nunca se edita ni se borra."""

    explica = _l(
        "El tiempo que dio cada pago, y las extensiones sin cobro. Si un registro está mal, marca su casilla, elige "
        "«Anular» y toca «Ejecutar»: los que siguen se recorren. Los pagos están en Pagos."
    )
    titulo_de_alta = _l("Extender sin cobro")
    search_help_text = _l("Busca por nombre o correo")

    list_display = ("cuenta", "que_plan", "inicio", "fin", "cuanto", "origen", "registrada_por", "anulada_en")
    list_filter = ("plan", "origen")
    search_fields = ("cuenta__email", "cuenta__nombre")
    autocomplete_fields = ("cuenta",)
    list_select_related = ("cuenta", "plan", "registrada_por")
    actions = ("anular",)
    form = AltaDeExtension

    @admin.display(description=_l("plan"), ordering="plan")
    def que_plan(self, una: Suscripcion) -> str:
        """Su nombre: lo que cuesta hoy no viene al caso."""
        return str(una.plan.nombre)

    @admin.display(description=_l("importe"), ordering="importe")
    def cuanto(self, una: Suscripcion) -> str:
        """Con su moneda."""
        return escrito(una.importe, una.moneda)

    def get_readonly_fields(self, peticion: HttpRequest, obj: Suscripcion | None = None) -> Any:
        """Lo registrado sólo se lee."""
        return () if obj is None else tuple(f.name for f in Suscripcion._meta.fields if f.name != "id")

    def get_fields(self, peticion: HttpRequest, obj: Suscripcion | None = None) -> Any:
        """En el alta, lo indispensable."""
        return ("cuenta", "cuantos", "nota", "orden") if obj is None else self.get_readonly_fields(peticion, obj)

    def has_delete_permission(self, peticion: HttpRequest, obj: Any = None) -> bool:
        """No se borra: se anula y queda el rastro."""
        return False

    def save_model(self, peticion: HttpRequest, obj: Suscripcion, form: Any, change: bool) -> None:
        """Por el servicio, que calcula las fechas y bloquea la cuenta."""
        if change:
            return
        nueva = servicios.suscripcion_extender(
            cuenta_id=obj.cuenta_id, dias=form.cleaned_data["cuantos"], motivo=form.cleaned_data["nota"],
            registrada_por_id=peticion.user.pk or 0, ahora=timezone.now(), id_orden=form.cleaned_data["orden"],
        )  # fmt: skip
        obj.__dict__.update(nueva.__dict__)

    @admin.action(description=_l("Anular"), permissions=["change"])
    def anular(self, peticion: HttpRequest, elegidas: QuerySet[Suscripcion]) -> None:
        """Deshace registros equivocados, del último al primero."""
        for una in elegidas.order_by("-fin"):
            try:
                servicios.suscripcion_anular(
                    suscripcion_id=una.pk, anulada_por_id=peticion.user.pk or 0, ahora=timezone.now()
                )
                self.message_user(peticion, _("Anulada: %s.") % una, messages.SUCCESS)
            except ErrorDeSuscripcion as error:
                self.message_user(peticion, f"{una}: {texto_de(error)}", messages.ERROR)
