"""Rutas del Recreo: cada parte de la aplicación declara las suyas."""

from django.urls import path

from recreo.penas.urls import rutas as de_penas
from recreo.urls_mesa import rutas as de_mesa
from recreo.urls_organizador import rutas as de_organizador
from recreo.urls_regreso import rutas as de_regreso
from recreo.views import avisos, comun, sin_red

app_name = "recreo"
urlpatterns = [
    path("trabajador.js", sin_red.trabajador, name="trabajador"),
    path("sin-senal/", sin_red.sin_senal, name="sin_senal"),
    path("quien/", sin_red.quien, name="quien"),
    *de_penas,
    *de_organizador,
    *de_mesa,
    *de_regreso,
    path("<str:codigo>/aparatos/", sin_red.aparatos, name="aparatos"),
    path("<str:codigo>/orden/<str:accion>/", comun.orden, name="orden"),
    path("<str:codigo>/vivo/", comun.vivo, name="vivo"),
    path("<str:codigo>/avisos/", avisos.pagina, name="avisos"),
    path("<str:codigo>/avisos/apuntar/", avisos.apuntar, name="avisos_apuntar"),
    path("<str:codigo>/avisos/quitar/", avisos.quitar, name="avisos_quitar"),
]
