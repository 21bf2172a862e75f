"""Rutas del Recreo: la mesa, anotar, la invitación y pasar la mesa."""

from django.urls import URLPattern, path

from recreo.views import discapacidad, invitacion, mesa

MESA = "<str:codigo>/partida/<int:partida>/mesa/<int:mesa>/"

rutas: list[URLPattern] = [
    path("pase/<str:clave>/", invitacion.recibir, name="recibir"),
    path("<str:codigo>/invitacion/", invitacion.invitacion, name="invitacion"),
    path("<str:codigo>/mesa/", mesa.mesa, name="mesa"),
    path("<str:codigo>/discapacidad/<int:numero>/", discapacidad.discapacidad, name="discapacidad"),
    path("<str:codigo>/mesas/", mesa.mesas, name="mesas"),
    path("<str:codigo>/pase/<str:clave>/", mesa.pase, name="pase"),
    path(MESA, mesa.otra_mesa, name="otra_mesa"),
    path(f"{MESA}anotar/", mesa.anotar, name="anotar"),
    path(f"{MESA}anotada/", mesa.anotada, name="anotada"),
    path(f"{MESA}pasar/", mesa.pasar, name="pasar"),
]
