"""Cambiar de versión con la gente jugando: cuánto calla la mesa y si se pierde algo (EL9, EL10)."""
