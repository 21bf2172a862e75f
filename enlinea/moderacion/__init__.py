"""Reportes, decisiones de la administración y suspensiones (SA)."""
