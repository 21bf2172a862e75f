"""Cómo escribe Django días y horas donde nadie le dice: las listas de la administración."""
