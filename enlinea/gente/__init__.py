"""Caras y amistades (decisión 048)."""
