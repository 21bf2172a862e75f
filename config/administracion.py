"""Para la administración: mirar sin tocar, y la página que pide un motivo que la persona va a leer."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class SoloLectura:
    """Se mira y no se toca: todo se escribe por los servicios, que bloquean, comprueban y dejan rastro."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se da de alta."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se cambia."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se borra."""
        return False


SIN_GUARDAR = {"show_save": False, "show_save_and_continue": False, "show_save_and_add_another": False}
"""Para la página de algo que sólo se lee."""


class FormaDeMotivo(forms.Form):
    """Por qué, en un renglón."""

    motivo = forms.CharField(label=_("Motivo"), max_length=200, widget=forms.TextInput(attrs={"size": 80}))


def pedir_motivo(
    quien: "admin.ModelAdmin[Any]",
    peticion: HttpRequest,
    objeto: Any,
    *,
    titulo: str,
    explica: str,
    hecho: str,
    hacer: Callable[[str], str],
) -> HttpResponse:
    """GET: la página con lo que va a pasar; POST: `hacer(motivo)`, que devuelve el error o vacío, y regresa al objeto.

    Queda en el rastro de la administración.
    """
    forma = FormaDeMotivo(peticion.POST or None)
    if peticion.method == "POST" and forma.is_valid():
        error = hacer(forma.cleaned_data["motivo"])
        if not error:
            quien.log_change(peticion, objeto, f"{hecho} {forma.cleaned_data['motivo']}")
            quien.message_user(peticion, hecho, messages.SUCCESS)
            return HttpResponseRedirect(direccion_de(objeto))
        forma.add_error("motivo", error)
    contexto = {
        **quien.admin_site.each_context(peticion),
        "title": titulo,
        "explica": explica,
        "forma": forma,
        "opts": objeto._meta,
        "objeto": objeto,
        "volver": direccion_de(objeto),
    }
    return TemplateResponse(peticion, "admin/pedir_motivo.html", contexto)


def direccion_de(objeto: Any) -> str:
    """Su página en la administración."""
    return reverse(f"admin:{objeto._meta.app_label}_{objeto._meta.model_name}_change", args=[objeto.pk])
