"""Rutas del Recreo: cada parte de la aplicación declara las suyas."""

from django.urls import path

from recreo.urls_mesa import rutas as de_mesa
from recreo.urls_organizador import rutas as de_organizador
from recreo.views import comun

app_name = "recreo"
urlpatterns = [
    *de_organizador,
    *de_mesa,
    path("<str:codigo>/orden/<str:accion>/", comun.orden, name="orden"),
    path("<str:codigo>/vivo/", comun.vivo, name="vivo"),
]
