"""Lo que se hace con una mesa bloqueada. Quien la bloquea, resuelve permisos y avisa es su dueño."""

from recreo.hoja.servicios.hoja import Hoja, subir
from recreo.hoja.servicios.pedido import Pedido, Persona
from recreo.hoja.servicios.una_vez import Datos, Hecho, Libro, una_vez

__all__ = ["Datos", "Hecho", "Hoja", "Libro", "Pedido", "Persona", "subir", "una_vez"]
