"""Lo que se lee."""
