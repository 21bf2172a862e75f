"""La mesa viva: diario, caché por proceso, plazos, vistas y reparto. Aquí no hay ORM en el camino de una jugada."""
