"""Varios procesos contra la misma mesa: cada número del diario tiene exactamente un ganador (EL7, EL10)."""
