"""Qué se le enseña a alguien al entrar, antes de llegar a donde iba (001 §1.1.1).

Las otras apps conocen a ésta y no al revés: se apuntan en su `AppConfig.ready`.
"""

from collections.abc import Callable

Parada = Callable[[int, str], str]
"""De la cuenta y de a dónde iba, la dirección donde parar antes; vacía si en ninguna."""

_paradas: list[Parada] = []


def al_entrar(parada: Parada) -> None:
    """Apunta una parada; apuntarla dos veces no para dos veces."""
    if parada not in _paradas:
        _paradas.append(parada)


def parada_de(cuenta_id: int, destino: str) -> str:
    """La primera que pida parar; si ninguna, el destino."""
    return next((alto for parada in _paradas if (alto := parada(cuenta_id, destino))), destino)
