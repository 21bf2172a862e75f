"""Rutas de cuenta y suscripción."""

from django.urls import path

from suscripciones import views, views_datos

app_name = "suscripciones"
urlpatterns = [
    path("entrar/", views.entrar, name="entrar"),
    path("entrar/codigo/", views.codigo, name="codigo"),
    path("entrar/codigo/otro/", views.reenviar, name="reenviar"),
    path("cuenta/", views.cuenta, name="cuenta"),
    path("cuenta/sessions/<int:numero>/close/", views.sesion_cerrar, name="sesion_cerrar"),
    path("cuenta/datos/", views_datos.datos, name="datos"),
    path("cuenta/datos/codigo/", views_datos.datos_codigo, name="datos_codigo"),
    path("cuenta/datos/descargar/", views_datos.datos_descargar, name="datos_descargar"),
    path("cuenta/datos/borrar/", views_datos.borrar, name="borrar"),
    path("correo", views.correo, name="correo"),
]
