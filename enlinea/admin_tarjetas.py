"""Administración de las tarjetas (SA1-SA3): verlas, dar una roja y anular con motivo. Todo por los servicios."""

import uuid
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.administracion import SIN_GUARDAR, pedir_motivo
from enlinea.errores import ErrorDeServicio
from enlinea.models import Tarjeta
from enlinea.servicios import tarjetas as servicios
from enlinea.textos import texto_de


class AltaDeRoja(forms.ModelForm):
    """A quién y por qué; el color no se elige: a mano sólo se da la roja."""

    orden = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    motivo = forms.CharField(
        label=_l("motivo"), max_length=200, help_text=_l("Lo lee la persona: su cuenta queda suspendida un mes."),
        widget=forms.TextInput(attrs={"size": 80}),
    )  # fmt: skip

    class Meta:
        model = Tarjeta
        fields = ("cuenta", "motivo")


@admin.register(Tarjeta)
class AdministrarTarjetas(admin.ModelAdmin):
    """«Agregar» da una roja; a las demás las da la mesa. No se editan ni se borran: se anulan."""

    list_display = ("instante", "color", "cuenta", "mesa", "motivo", "anulada_en")
    list_filter = ("color", "instante", ("anulada_en", admin.EmptyFieldListFilter))
    search_fields = ("cuenta__email", "cuenta__nombre", "mesa__nombre", "motivo")
    autocomplete_fields = ("cuenta",)
    list_select_related = ("cuenta", "mesa")
    date_hierarchy = "instante"
    form = AltaDeRoja

    def get_fields(self, request: HttpRequest, obj: Tarjeta | None = None) -> Any:
        """En el alta, a quién y por qué."""
        if obj is None:
            return ("cuenta", "motivo", "orden")
        return tuple(f.name for f in Tarjeta._meta.fields if f.name != "id")

    def get_readonly_fields(self, request: HttpRequest, obj: Tarjeta | None = None) -> Any:
        """Lo dado sólo se lee."""
        return () if obj is None else self.get_fields(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se borra: se anula y queda el rastro."""
        return False

    def save_model(self, request: HttpRequest, obj: Tarjeta, form: Any, change: bool) -> None:
        """Por el servicio: suspende y saca de donde esté jugando. La misma orden no da dos."""
        if change:
            return
        try:
            dada = servicios.tarjeta_roja(
                cuenta_id=obj.cuenta_id, administrador_id=request.user.pk or 0, motivo=obj.motivo,
                id_hecho=f"orden:{form.cleaned_data['orden']}", ahora=timezone.now(),
            )  # fmt: skip
        except ErrorDeServicio as error:
            self.message_user(request, texto_de(error), "error")
        else:
            obj.__dict__.update(dada.__dict__)

    def log_addition(self, request: HttpRequest, obj: Tarjeta, message: Any) -> Any:
        """El rastro apunta a la que guardó el servicio."""
        return super().log_addition(request, obj, message) if obj.pk else None

    def response_add(self, request: HttpRequest, obj: Tarjeta, post_url_continue: Any = None) -> HttpResponse:
        """Si no se dio, el aviso ya lo dice."""
        if obj.pk is None:
            return HttpResponseRedirect(reverse("admin:enlinea_tarjeta_changelist"))
        return super().response_add(request, obj, post_url_continue)

    # --- anular -------------------------------------------------------------------------------------------------------
    def get_urls(self) -> list[Any]:
        """Y la de anular."""
        ruta = path("<int:numero>/anular/", self.admin_site.admin_view(self.anular), name="enlinea_tarjeta_anular")
        return [ruta, *super().get_urls()]

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        """Con el botón de anular, si todavía vale; sin los de guardar: no hay qué."""
        una = self.get_object(request, object_id)
        puede = una is not None and una.anulada_en is None and self.has_change_permission(request, una)
        contexto = {**(extra_context or {}), **SIN_GUARDAR, "title": _("Tarjeta"), "se_puede_anular": puede}
        return super().change_view(request, object_id, form_url, contexto)

    def anular(self, request: HttpRequest, numero: int) -> HttpResponse:
        """Pide el motivo y la anula."""
        una = self.get_object(request, str(numero))
        if una is None or not self.has_change_permission(request, una):
            raise PermissionDenied

        def hacer(motivo: str) -> str:
            try:
                servicios.tarjeta_anular(
                    tarjeta_id=una.pk, administrador_id=request.user.pk or 0, motivo=motivo, ahora=timezone.now()
                )
            except ErrorDeServicio as error:
                return texto_de(error)
            return ""

        return pedir_motivo(
            self, request, una, titulo=_("Anular la tarjeta"),
            explica=_("Si una suspensión que corre dependía de ella, se levanta. A la persona le llega un mensaje."),
            hecho=_("Tarjeta anulada."), hacer=hacer,
        )  # fmt: skip
