"""Única puerta de escritura de lo que pasa en línea: `sala` (presencia, plática, mensajes) y `armado` (mesas)."""
