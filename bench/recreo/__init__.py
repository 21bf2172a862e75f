"""Cuánto tarda una mano anotada en verse en los 16 teléfonos de su Recreo."""
