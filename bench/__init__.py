"""Mediciones: cada carpeta, un programa y su tabla de resultados."""
