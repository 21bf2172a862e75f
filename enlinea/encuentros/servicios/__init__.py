"""Lo que se escribe."""
