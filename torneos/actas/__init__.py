"""Las actas que llegan de fuera: de un torneo, y de los repartos del Multiplicado."""
