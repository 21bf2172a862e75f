"""Rutas de websocket del Recreo."""

from django.urls import path

from recreo.consumidores import ConsumidorDeRecreo

rutas = [path("ws/recreo/<str:codigo>/", ConsumidorDeRecreo.as_asgi())]
