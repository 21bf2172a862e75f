"""Lo que cualquiera prueba sin cuenta: una mano contra automáticos y la partida de la casa, con su análisis."""
