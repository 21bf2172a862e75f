"""Rutas HTTP de todo el sistema."""

from django.contrib import admin
from django.urls import include, path

from recreo.views.invitacion import invitacion

urlpatterns = [
    path("administracion/", admin.site.urls),
    path("cuenta/", include("allauth.urls")),
    path("", include("suscripciones.urls")),
    path("recreo/", include("recreo.urls")),
    path("enlinea/", include("enlinea.urls")),
    path("torneos/", include("torneos.urls")),
    path("probar/", include("enlinea.visita.urls")),
    path("estudio/", include("enlinea.visita.urls_estudio")),
    path("r/<str:codigo>/", invitacion, name="invitacion_corta"),
    path("r/<str:codigo>/<str:clave>/", invitacion, name="invitacion_completa"),
    path("", include("config.portada.urls")),
]
