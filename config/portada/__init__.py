"""Las páginas públicas."""
