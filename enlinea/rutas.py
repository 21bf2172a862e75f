"""Rutas de websocket de en línea. La mesa lleva su número en la ruta para que el proxy la reparta por él."""

from django.urls import path

from enlinea.mesa.con_pase import ConsumidorConPase
from enlinea.mesa.consumidor import ConsumidorDeMesa
from enlinea.mesa.mirar.consumidor import ConsumidorDeMirar
from enlinea.sala.consumidor import ConsumidorDeSala

rutas = [
    path("ws/sala/", ConsumidorDeSala.as_asgi()),
    path("ws/mesa/<int:id>/", ConsumidorDeMesa.as_asgi()),
    path("ws/puesto/<int:id>/", ConsumidorConPase.as_asgi()),
    path("ws/mesa/<int:id>/mirar/", ConsumidorDeMirar.as_asgi()),
]
