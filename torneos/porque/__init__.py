"""Por qué a cada quien le tocó esa mesa, en palabras (TO15)."""
