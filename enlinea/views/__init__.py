"""Páginas del juego en línea."""
