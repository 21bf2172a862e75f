"""Las reglas del dominó en Python puro: sin Django, sin reloj, sin azar y sin entrada ni salida.

Todo entra por parámetro y todo puntaje se recalcula desde las manos anotadas. Índice de reglas: README.md.
"""
