"""Qué pasa al entrar alguien: qué se le enseña antes de llegar a donde iba (001 §1.1.1) y qué trae el aparato (D721).

Las otras apps conocen a ésta y no al revés: se apuntan en su `AppConfig.ready`.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Parada = Callable[[int, str], str]
"""De la cuenta y de a dónde iba, la dirección donde parar antes; vacía si en ninguna."""
Traida = Callable[[HttpRequest, HttpResponseBase, int], None]
"""Pasa a la cuenta lo que el aparato llevaba sin ella, y lo quita de él en la respuesta."""

_paradas: list[Parada] = []
_traidas: list[Traida] = []


def al_entrar(parada: Parada) -> None:
    """Apunta una parada; apuntarla dos veces no para dos veces."""
    if parada not in _paradas:
        _paradas.append(parada)


def parada_de(cuenta_id: int, destino: str) -> str:
    """La primera que pida parar; si ninguna, el destino."""
    return next((alto for parada in _paradas if (alto := parada(cuenta_id, destino))), destino)


def al_traer(traida: Traida) -> None:
    """Apunta algo que un aparato puede traer; apuntarlo dos veces no lo pasa dos veces."""
    if traida not in _traidas:
        _traidas.append(traida)


def traer(peticion: HttpRequest, respuesta: HttpResponseBase, cuenta_id: int) -> None:
    """Todo lo que trae el aparato de quien acaba de entrar."""
    for traida in _traidas:
        traida(peticion, respuesta, cuenta_id)
