"""Lo que se escribe de la gente."""
