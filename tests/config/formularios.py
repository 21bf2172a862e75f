"""Todos los formularios que una página recibe, hallados y no anotados: uno nuevo entra solo a las pruebas."""

from collections.abc import Iterator

from allauth.account import app_settings
from django import forms
from django.conf import settings
from django.urls import get_resolver
from django.utils.module_loading import import_string

DE_LA_CASA = ("suscripciones", "recreo", "enlinea", "config", "torneos")


def formularios() -> list[type[forms.BaseForm]]:
    """Los de la casa, los que allauth usa según sus ajustes y los de la administración."""
    get_resolver().url_patterns  # noqa: B018  importa todas las vistas
    de_allauth = [import_string(ruta) for ruta in (*settings.ACCOUNT_FORMS.values(), *settings.MFA_FORMS.values())]
    propias = [f for f in _hijas(forms.BaseForm) if f.__module__.partition(".")[0] in DE_LA_CASA]
    # las que sólo se heredan no dicen de qué modelo son
    propias = [f for f in propias if not issubclass(f, forms.BaseModelForm) or f._meta.model is not None]
    assert app_settings.FORMS == settings.ACCOUNT_FORMS
    return list(dict.fromkeys([*propias, *de_allauth]))


def _hijas(clase: type) -> Iterator[type]:
    for hija in clase.__subclasses__():
        yield hija
        yield from _hijas(hija)
