"""Torneos presenciales (TO1 a TO32): Individual, Maya y Azteca. Las reglas puras están en `reglas/suizo`."""
