"""Rutas del juego en línea; «/enlinea/» es la Sala."""

from django.urls import path

from enlinea.views import mesa, ordenes, partidas, practica, sala

app_name = "enlinea"
urlpatterns = [
    path("", sala.sala, name="sala"),
    path("armar/", sala.armar, name="armar"),
    path("mensajes/", sala.mensajes, name="mensajes"),
    path("vivo/", sala.vivo, name="vivo"),
    path("orden/<str:accion>/", ordenes.orden, name="orden"),
    path("practica/", practica.practica, name="practica"),
    path("partidas/", partidas.lista, name="partidas"),
    path("partidas/<int:partida_id>/acta.json", partidas.acta, name="acta"),
    path("mesa/<int:mesa_id>/", mesa.mesa, name="mesa"),
    path("mesa/<int:mesa_id>/historia.json", partidas.historia, name="historia"),
]
