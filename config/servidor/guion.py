"""Quién mandó la petición: una persona con su navegador, o el guion de la página en su nombre."""

from django.http import HttpRequest


def es_guion(peticion: HttpRequest) -> bool:
    """¿La mandó el guion del navegador? Entonces espera JSON."""
    return peticion.headers.get("X-Requested-With") == "XMLHttpRequest"
