"""Repetir, simular y analizar partidas (AC1 a AC3)."""
