"""Rutas HTTP de todo el sistema."""

from django.contrib import admin
from django.urls import include, path

from config.servidor.salud import salud
from recreo.views.invitacion import invitacion

urlpatterns = [
    path("salud", salud, name="salud"),
    path("administracion/", admin.site.urls),
    path("cuenta/", include("allauth.urls")),
    path("", include("suscripciones.urls")),
    path("recreo/", include("recreo.urls")),
    path("enlinea/", include("enlinea.urls")),
    path("r/<str:codigo>/", invitacion, name="invitacion_corta"),
    path("", include("config.portada.urls")),
]
