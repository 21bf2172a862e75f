"""Puntos y quintil de cada inscrito (ES2)."""
