"""Lo que se cuenta un rato en la caché para ponerle tope: intentos, pedidos, inscripciones."""

from django.core.cache import BaseCache, cache


def sumar(llave: str, segundos: int, cuanto: int = 1, en: BaseCache = cache) -> int:
    """Suma y dice cuánto va; se olvida a los `segundos` de la primera. Con `cuanto` negativo se devuelve lo contado."""
    en.add(llave, 0, timeout=segundos)
    try:
        return int(en.incr(llave, cuanto))
    except ValueError:  # se olvidó entre una cosa y otra
        return max(cuanto, 0)
