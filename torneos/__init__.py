"""Torneos presenciales (TO1 a TO32): todavía no hay nada.

La carpeta guarda el lugar y las reglas de arquitectura ya la miran; entra a `INSTALLED_APPS` con su primer modelo.
"""
