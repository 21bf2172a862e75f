"""Sockets de en línea: la Sala y la mesa."""
