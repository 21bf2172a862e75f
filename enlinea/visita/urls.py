"""Rutas de lo que se prueba sin cuenta, en el espacio de nombres `visita`."""

from django.urls import path

from enlinea.visita import views, views_ejercicios, views_partida, views_pasar

app_name = "visita"
urlpatterns = [
    path("", views.jugar, name="jugar"),
    path("juegos/", views.juegos, name="juegos"),
    path("mano/", views.mano, name="mano"),
    path("pasar/", views_pasar.pasar, name="pasar"),
    path("pasar/mesa/", views_pasar.mesa, name="pasar_mesa"),
    path("pasar/orden/", views_pasar.orden, name="pasar_orden"),
    path("ejercicios/", views_ejercicios.ejercicios, name="ejercicios"),
    path("ejercicios/<slug:clave>/", views_ejercicios.ejercicio, name="ejercicio"),
    path("partida/", views_partida.partida, name="partida"),
    path("partida/mano/<int:mano>.json", views_partida.mano, name="partida_mano"),
    path("partida/mano/<int:mano>/analisis.json", views_partida.analisis, name="partida_analisis"),
    path("partida/mano/<int:mano>/simular.json", views_partida.simular, name="partida_simular"),
]
