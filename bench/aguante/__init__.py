"""Horas de juego seguidas: que ni la memoria ni la demora crezcan."""
