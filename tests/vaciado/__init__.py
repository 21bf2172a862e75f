"""Aplicación sólo de las pruebas: vacía la base entre una prueba y otra."""
