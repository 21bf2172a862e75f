"""Páginas y órdenes de la gente."""
