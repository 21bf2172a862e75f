"""Vistas de los torneos: traducen la petición, llaman a un servicio o una consulta y traducen la respuesta."""
