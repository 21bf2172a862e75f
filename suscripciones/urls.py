"""Rutas de cuenta y suscripción."""

from django.urls import path

from suscripciones import views

app_name = "suscripciones"
urlpatterns = [
    path("entrar/", views.entrar, name="entrar"),
    path("entrar/codigo/", views.codigo, name="codigo"),
    path("entrar/codigo/otro/", views.reenviar, name="reenviar"),
    path("cuenta/", views.cuenta, name="cuenta"),
    path("correo", views.correo, name="correo"),
]
