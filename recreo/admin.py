"""Administración del Recreo: sólo lectura, salvo cancelar cuando el organizador desaparece."""

from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.comun.administracion import ListaExplicada, SoloLectura
from config.comun.fechas import en_dia_y_hora
from config.comun.oficina import Parte, Puede, Renglon, apuntar
from recreo.errores import ErrorDeServicio
from recreo.models import Jugador, Recreo
from recreo.servicios import recreo_cancelar_por_administracion

PERMISO = "recreo.change_recreo"


class JugadorEnLinea(SoloLectura, admin.TabularInline):
    """Quién ocupa cada número. La llave del teléfono no se enseña: vale como contraseña."""

    model = Jugador
    extra = 0
    fields = ("numero", "nombre", "correo", "entro", "co_organizador", "anota")
    readonly_fields = fields
    verbose_name_plural = gettext_lazy("jugadores")

    def has_view_permission(self, request: HttpRequest, obj: Recreo | None = None) -> bool:
        """Quien puede ver el Recreo ve a sus jugadores."""
        return request.user.has_perm("recreo.view_recreo") or request.user.has_perm(PERMISO)  # type: ignore[union-attr]


@admin.register(Recreo)
class RecreoAdmin(SoloLectura, ListaExplicada, admin.ModelAdmin):
    """La lista para dar soporte: buscar por código o correo, ver quién está y cancelar."""

    explica = gettext_lazy(
        "Para ayudar a quien organiza. Si un Recreo quedó abandonado, marca su casilla, elige «Cancelar» y toca "
        "«Ejecutar»."
    )

    list_display = ("codigo", "nombre", "tamano", "meta", "estado", "organizador", "actividad")
    list_filter = ("estado", "tamano", "meta", "actividad")
    search_fields = ("codigo__iexact", "nombre", "organizador__email", "jugadores__correo", "jugadores__nombre")
    search_help_text = gettext_lazy("Código, nombre, o correo de quien organiza o juega")
    list_select_related = ("organizador",)
    date_hierarchy = "creado"
    ordering = ("-actividad",)
    list_per_page = 50
    inlines = (JugadorEnLinea,)
    actions = ("cancelar",)
    fieldsets = (
        (None, {"fields": ("codigo", "nombre", "lugar", "procedencia", "estado", "organizador")}),
        (gettext_lazy("Juego"), {"fields": ("tamano", "meta", "importe", "pago_extraordinario")}),
        (gettext_lazy("Fechas"), {"fields": ("creado", "iniciado", "terminado", "actividad")}),
    )

    def has_view_permission(self, request: HttpRequest, obj: Recreo | None = None) -> bool:
        """Con permiso de ver o de cambiar (cancelar)."""
        return request.user.has_perm("recreo.view_recreo") or self.has_cancelar_permission(request)  # type: ignore[union-attr]

    def has_cancelar_permission(self, request: HttpRequest) -> bool:
        """Cancelar es cambiar: exige ese permiso aunque lo demás sea de sólo lectura."""
        return bool(request.user.has_perm(PERMISO))  # type: ignore[union-attr]

    @admin.action(description=gettext_lazy("Cancelar y dejar libres a sus jugadores"), permissions=["cancelar"])
    def cancelar(self, request: HttpRequest, queryset: QuerySet[Recreo]) -> HttpResponse | None:
        """No se puede deshacer: primero dice qué va a pasar y a cuáles."""
        if "confirmado" not in request.POST:
            return TemplateResponse(
                request,
                "admin/recreo/cancelar.html",
                {
                    **self.admin_site.each_context(request),
                    "title": _("¿Cancelar estos Recreos?"),
                    "opts": self.model._meta,
                    "recreos": queryset,
                    "vivos": (Recreo.Estado.PREPARACION, Recreo.Estado.EN_JUEGO),
                    "marca": helpers.ACTION_CHECKBOX_NAME,
                },
            )
        self._cancelar(request, queryset)
        return None

    def _cancelar(self, request: HttpRequest, queryset: QuerySet[Recreo]) -> None:
        hechos = 0
        for recreo in queryset:
            try:
                recreo_cancelar_por_administracion(
                    recreo_id=recreo.pk, cuenta_id=request.user.pk or 0, id_orden=uuid4()
                )
            except ErrorDeServicio as e:
                if e.codigo == "sin_permiso":
                    texto = _("No tienes permiso de cancelar Recreos.")
                else:
                    texto = _("%(recreo)s ya no estaba en curso: no se cambió.") % {"recreo": recreo}
                self.message_user(request, texto, messages.WARNING)
                continue
            self.log_change(request, recreo, _("Cancelado por la administración"))
            hechos += 1
        if hechos:
            texto = ngettext(
                "Se canceló %(n)s Recreo y sus jugadores quedaron libres.",
                "Se cancelaron %(n)s Recreos y sus jugadores quedaron libres.",
                hechos,
            )
            self.message_user(request, texto % {"n": hechos}, messages.SUCCESS)


# --- en la página de una persona --------------------------------------------------------------------------------------
CABEN = 10


def _suyos(cuenta_id: int, _ahora: datetime, _puede: Puede) -> Iterator[Renglon]:
    suyos = Recreo.objects.filter(Q(organizador=cuenta_id) | Q(jugadores__cuenta=cuenta_id)).distinct()
    for uno in suyos.order_by("-actividad", "-pk")[:CABEN]:
        organiza = f" · {_('lo organiza')}" if uno.organizador_id == cuenta_id else ""
        yield Renglon(
            f"{uno.codigo} · {uno.nombre} · {uno.get_estado_display()}{organiza}",
            en_dia_y_hora(uno.actividad),
            reverse("admin:recreo_recreo_change", args=[uno.pk]),
        )


apuntar(
    Parte(
        "recreos", 45, gettext_lazy("Recreos"), ("recreo.view_recreo", PERMISO), _suyos,
        lambda correo: f"{reverse('admin:recreo_recreo_changelist')}?{urlencode({'q': correo})}",
    )
)  # fmt: skip
