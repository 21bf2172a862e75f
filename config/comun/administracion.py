"""Para la administración: listas que se explican, mirar sin tocar, y la página que pide un motivo."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.views.main import ERROR_FLAG
from django.core.exceptions import PermissionDenied
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.escrito import TextoCorto
from config.comun.fechas import cuando as cuando

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.db.models import QuerySet
    from django.utils.functional import _StrPromise

    Base = admin.ModelAdmin[Any]
else:
    Base = object


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


LARGO_DE_CAMBIO = 600
"""Lo que se guarda de un cambio: lo demás es repartir cien permisos a la vez."""
SIN_GUARDAR = {"show_save": False, "show_save_and_continue": False, "show_save_and_add_another": False}
"""Para la página de algo que sólo se lee."""
UNA_VEZ = {"show_save_and_continue": False, "show_save_and_add_another": False}
"""Para el alta de algo que no se corrige: un solo botón."""


class ListaExplicada(Base):
    """La lista dice qué es y para qué sirve; las páginas, su título en palabras de la casa."""

    explica: "_StrPromise | str" = ""
    titulo_de_alta: "_StrPromise | str" = ""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Con su nombre y su explicación, en lugar de «Seleccione… a modificar»."""
        titulo = capfirst(str(self.opts.verbose_name_plural))
        propio = {"title": titulo, "explica": self.explica, "alta": self.titulo_de_alta}
        try:
            return super().changelist_view(request, {**propio, **(extra_context or {})})
        except (OverflowError, DataError):
            # un filtro con un número que no cabe: Django sólo reconoce los que no son números
            return HttpResponseRedirect(f"{request.path}?{ERROR_FLAG}=1")

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> Any:
        """Lo que se da de alta aquí no se corrige después: un solo botón de guardar."""
        propio = {
            **UNA_VEZ,
            **({"title": self.titulo_de_alta, "alta": self.titulo_de_alta} if self.titulo_de_alta else {}),
        }
        return super().add_view(request, form_url, {**propio, **(extra_context or {})})

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        """Con el nombre de lo que es, en lugar de «Modificar» o «Vista»."""
        propio = {**UNA_VEZ, "title": capfirst(str(self.opts.verbose_name))}
        return super().change_view(request, object_id, form_url, {**propio, **(extra_context or {})})

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        """«Listo» con palabras de la casa, y a la lista: Django diría «El tarjeta se agregó»."""
        return self._listo(request, obj)

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Lo mismo al guardar un cambio."""
        return self._listo(request, obj)

    def _listo(self, request: HttpRequest, obj: Any) -> HttpResponse:
        self.message_user(request, _("Listo, quedó guardado: %(que)s.") % {"que": obj}, messages.SUCCESS)
        return self.response_post_save_add(request, obj)


class ConAntesYDespues(Base):
    """El rastro de un cambio dice de qué a qué, no sólo qué campo: «precio en dólares: 36.00 → 40.00» (D516)."""

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        """Como lo guarda Django, con los valores junto a cada nombre."""
        if add or not form.changed_data:
            return super().construct_change_message(request, form, formsets, add)
        return [{"changed": {"fields": [_cambio(form, nombre) for nombre in form.changed_data]}}]


def _cambio(form: Any, nombre: str) -> str:
    campo = form.fields[nombre]
    antes, ahora = form.get_initial_for_field(campo, nombre), form.cleaned_data.get(nombre)
    return f"{campo.label or nombre}: {_dicho(antes)} → {_dicho(ahora)}"[:LARGO_DE_CAMBIO]


def _dicho(valor: Any) -> str:
    """Como se lee; de una lista, sus nombres."""
    if isinstance(valor, bool):
        return str(_("sí") if valor else _("no"))
    if valor is None or valor == "":
        return "—"
    if isinstance(valor, str) or not hasattr(valor, "__iter__"):
        return str(valor)
    return ", ".join(sorted(map(str, valor))) or "—"


class AltaQueSeNiega:
    """El alta la hace un servicio, que al final puede negarse: `save_model` lo dice y deja el objeto sin número."""

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """El rastro apunta a lo que guardó el servicio."""
        return super().log_addition(request, obj, message) if obj.pk else None  # type: ignore[misc]

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        """Si no se guardó, el aviso ya lo dice."""
        if obj.pk is None:
            opciones = obj._meta
            return HttpResponseRedirect(reverse(f"admin:{opciones.app_label}_{opciones.model_name}_changelist"))
        respuesta: HttpResponse = super().response_add(request, obj, post_url_continue)  # type: ignore[misc]
        return respuesta


class FechaPuesta(admin.EmptyFieldListFilter):
    """Filtra por si una fecha está puesta, en palabras: se hereda y se dicen `que` (el título), `sin` y `con`."""

    que: "_StrPromise | str"
    sin: "_StrPromise | str"
    con: "_StrPromise | str"

    def __init__(self, *args: Any, **datos: Any) -> None:
        super().__init__(*args, **datos)
        self.title = self.que

    def choices(self, changelist: Any) -> Any:
        """«Vacío» y «No vacío», dichos."""
        for opcion, letrero in zip(super().choices(changelist), (_("Todas"), self.sin, self.con), strict=True):
            yield {**opcion, "display": letrero}


class PorAtender(admin.SimpleListFilter):
    """Filtra por lo que cuenta el inicio: se hereda y se dice `cuales` (clave, letrero y cómo se hallan)."""

    title: "_StrPromise | str" = _l("lo que espera")
    parameter_name = "atender"
    cuales: "tuple[tuple[str, _StrPromise | str, Callable[[QuerySet[Any], datetime], QuerySet[Any]]], ...]" = ()

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Las que hay."""
        return [(clave, str(letrero)) for clave, letrero, _hallar in self.cuales]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        """Sólo ésas."""
        for clave, _letrero, hallar in self.cuales:
            if self.value() == clave:
                return queryset.filter(pk__in=hallar(queryset, timezone.now()).order_by().values("pk"))
        return queryset


class Parrafos(forms.CharField):
    """Texto de varios renglones: cada salto cuenta como una letra, como en el navegador que lo mandó."""

    def to_python(self, value: Any) -> str:
        """Los saltos de renglón, como los cuenta quien escribe."""
        return super().to_python((value or "").replace("\r\n", "\n")) or ""


class Seguro(forms.BooleanField):
    """«Estoy seguro»: lo que deja a alguien fuera no se hace de un toque; sin marcarla, `falta` dice qué no se hizo."""

    def __init__(self, falta: "_StrPromise | str", **kwargs: Any) -> None:
        kwargs.setdefault("label", _l("Estoy seguro"))
        super().__init__(error_messages={"required": falta}, **kwargs)


class FormaDeMotivo(forms.Form):
    """Por qué, en un renglón."""

    motivo = TextoCorto(
        label=_l("Motivo"),
        max_length=200,
        help_text=_l("Lo lee la persona. Hasta 200 letras."),
        error_messages={
            "required": _l("Escribe el motivo: la persona lo va a leer."),
            "max_length": _l("Ese motivo es muy largo: caben 200 letras y escribiste %(show_value)d."),
        },
    )


class DeshacerConMotivo(ListaExplicada):
    """Lo que se deshace una vez con un motivo que la persona lee (anular, levantar): el botón, su página y el rastro.

    Quien lo usa dice los textos, `accion` (el final de la dirección), `ya_no` y `hacer`.
    """

    change_form_template = "admin/deshacer.html"
    accion: str
    letrero: "_StrPromise | str"
    que_pasa: "_StrPromise | str"
    hecho: "_StrPromise | str"

    def ya_no(self, objeto: Any) -> str:
        """Por qué no hay nada que deshacer: cuándo se hizo y quién. Vacío si se puede."""
        raise NotImplementedError

    def hacer(self, objeto: Any, administrador_id: int, motivo: str, ahora: "datetime") -> str:
        """Por el servicio; devuelve el error dicho, o vacío."""
        raise NotImplementedError

    def nombre_de_ruta(self) -> str:
        """El de su página, sin el espacio «admin:»."""
        return f"{self.opts.app_label}_{self.opts.model_name}_{self.accion}"

    def get_urls(self) -> list[Any]:
        """Y la de deshacer."""
        ruta = path(
            f"<int:numero>/{self.accion}/", self.admin_site.admin_view(self.deshacer), name=self.nombre_de_ruta()
        )
        return [ruta, *super().get_urls()]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Lo ya puesto sólo se lee: sin las ayudas de quien lo llena."""
        return super().get_form(request, obj, change, **({**kwargs, "form": forms.ModelForm} if obj else kwargs))

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        """Con el botón de deshacer, si todavía se puede; sin los de guardar: no hay qué."""
        uno = self.get_object(request, object_id)
        puede = uno is not None and self.has_change_permission(request, uno) and not self.ya_no(uno)
        boton = {
            "deshacer_url": reverse(f"admin:{self.nombre_de_ruta()}", args=[uno.pk]) if uno and puede else "",
            "deshacer": self.letrero,
        }
        propio = {**SIN_GUARDAR, **boton}
        return super().change_view(request, object_id, form_url, {**propio, **(extra_context or {})})

    def deshacer(self, request: HttpRequest, numero: int) -> HttpResponse:
        """GET: qué va a pasar y el motivo; POST: lo hace y regresa. Si ya estaba hecho, dice cuándo y quién."""
        uno = self.get_object(request, str(numero))
        if uno is None or not self.has_change_permission(request, uno):
            raise PermissionDenied
        forma = FormaDeMotivo(request.POST or None)
        ya = self.ya_no(uno)
        if not ya and request.method == "POST" and forma.is_valid():
            error = self.hacer(uno, request.user.pk or 0, forma.cleaned_data["motivo"], timezone.now())
            if not error:
                self.log_change(request, uno, f"{self.hecho} {forma.cleaned_data['motivo']}")
                self.message_user(request, self.hecho, messages.SUCCESS)
                return HttpResponseRedirect(direccion_de(uno))
            forma.add_error("motivo", error)
        contexto = {
            **self.admin_site.each_context(request),
            "title": self.letrero,
            "explica": self.que_pasa,
            "ya": ya,
            "forma": forma,
            "opts": self.opts,
            "objeto": uno,
            "volver": direccion_de(uno),
        }
        return TemplateResponse(request, "admin/pedir_motivo.html", contexto)


def direccion_de(objeto: Any) -> str:
    """Su página en la administración."""
    return reverse(f"admin:{objeto._meta.app_label}_{objeto._meta.model_name}_change", args=[objeto.pk])
