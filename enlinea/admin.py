"""Administración de lo que pasa en línea: mandar mensajes por el servicio; lo demás sólo se mira."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.administracion import SoloLectura
from enlinea import admin_tarjetas as admin_tarjetas  # se apunta al importarse
from enlinea.errores import ErrorDeServicio
from enlinea.models import Charla, Lectura, MensajeDelAdministrador
from enlinea.servicios import sala as servicios
from enlinea.textos import texto_de


class QuienLoLeyo(SoloLectura, admin.TabularInline):
    """Quién lo leyó y cuándo."""

    model = Lectura
    extra = 0
    fields = readonly_fields = ("cuenta", "leido")


@admin.register(MensajeDelAdministrador)
class AdministrarMensajes(admin.ModelAdmin):
    """A todos o a uno. Enviado, ya no se cambia: quien lo leyó, lo leyó así."""

    list_display = ("texto_corto", "para", "enviado", "enviado_por", "leidos")
    list_filter = ("enviado",)
    search_fields = ("texto", "para__email", "para__nombre")
    autocomplete_fields = ("para",)
    fields = ("para", "texto")
    inlines = (QuienLoLeyo,)

    @admin.display(description=_("texto"))
    def texto_corto(self, mensaje: MensajeDelAdministrador) -> str:
        """El principio."""
        return str(mensaje)

    @admin.display(description=_("lecturas"))
    def leidos(self, mensaje: MensajeDelAdministrador) -> int:
        """Cuántos lo leyeron."""
        return mensaje.lecturas.count()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Enviado, sólo se mira."""
        return False

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """Al escribirlo nadie lo ha leído."""
        return super().get_inlines(request, obj) if obj else ()

    def save_model(
        self, request: HttpRequest, obj: MensajeDelAdministrador, form: forms.ModelForm, change: bool
    ) -> None:
        """Por el servicio, que comprueba, avisa y deja quién lo mandó."""
        try:
            obj.pk = servicios.mensaje_enviar(
                administrador_id=request.user.pk or 0, para_id=obj.para_id, texto=obj.texto, ahora=timezone.now()
            )
        except ErrorDeServicio as e:
            self.message_user(request, texto_de(e), "error")

    def log_addition(self, request: HttpRequest, obj: MensajeDelAdministrador, message: Any) -> Any:
        """El rastro apunta al que guardó el servicio."""
        return super().log_addition(request, obj, message) if obj.pk else None

    def response_add(
        self, request: HttpRequest, obj: MensajeDelAdministrador, post_url_continue: Any = None
    ) -> HttpResponse:
        """Si no se envió, el aviso ya lo dice."""
        if obj.pk is None:
            return HttpResponseRedirect(reverse("admin:enlinea_mensajedeladministrador_changelist"))
        return super().response_add(request, obj, post_url_continue)


@admin.register(Charla)
class VerCharla(SoloLectura, admin.ModelAdmin):
    """La plática de la Sala y de las mesas, para atender reportes (SA3)."""

    list_display = ("instante", "nombre", "dijo", "mesa")
    list_filter = ("instante",)
    search_fields = ("texto", "original", "nombre", "autor__email")
    list_select_related = ("mesa",)

    @admin.display(description=_("dijo"))
    def dijo(self, charla: Charla) -> str:
        """Como se escribió, aunque a los demás se les haya tapado algo."""
        return charla.original or charla.texto
