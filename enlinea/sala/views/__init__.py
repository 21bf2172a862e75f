"""Traducen la petición, llaman a un servicio o una consulta y contestan."""
