"""Servir: arranque, ciclo de vida, peticiones y sockets, quién puede entrar, y salud."""
