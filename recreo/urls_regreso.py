"""Rutas del Recreo: los caminos de regreso."""

from django.urls import URLPattern, path

from recreo.views import regreso

MESA = "<str:codigo>/partida/<int:partida>/mesa/<int:mesa>/"

rutas: list[URLPattern] = [
    path("<str:codigo>/final/", regreso.final, name="final"),
    path("<str:codigo>/terminar/", regreso.terminar, name="terminar"),
    path("<str:codigo>/reabrir/", regreso.reabrir, name="reabrir"),
    path("<str:codigo>/deshacer/", regreso.deshacer, name="deshacer"),
    path("<str:codigo>/pausa/", regreso.pausar, name="pausar"),
    path("<str:codigo>/cuantos/", regreso.cuantos, name="cuantos"),
    path("<str:codigo>/personas/", regreso.personas, name="personas"),
    path("<str:codigo>/personas/<int:numero>/", regreso.persona, name="persona"),
    path("<str:codigo>/historia/", regreso.historia, name="historia"),
    path(f"{MESA}reabrir/", regreso.reabrir_mesa, name="reabrir_mesa"),
]
