"""Lo que se lee de la gente."""
