"""Cuánto acierta y cuánto se equivoca el informe de calidad."""
