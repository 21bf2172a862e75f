"""Única puerta de escritura."""
