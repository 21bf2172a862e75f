"""El informe de calidad del juego de la semana."""
