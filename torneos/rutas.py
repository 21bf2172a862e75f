"""Rutas de websocket de los torneos."""

from django.urls import path

from torneos.consumidores import ConsumidorDeTorneo

rutas = [path("ws/torneo/<str:codigo>/", ConsumidorDeTorneo.as_asgi())]
