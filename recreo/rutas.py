"""Rutas de websocket del Recreo."""

from django.urls import path

from recreo.consumidores import ConsumidorDeRecreo, ConsumidorDeTele

rutas = [
    path("ws/recreo/tele/<str:clave>/", ConsumidorDeTele.as_asgi()),
    path("ws/recreo/<str:codigo>/", ConsumidorDeRecreo.as_asgi()),
]
