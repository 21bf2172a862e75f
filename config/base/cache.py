"""La caché de Redis, que si Redis falta sigue con una propia del proceso: entrar con contraseña no depende de él.

Sólo guarda topes por minuto de las páginas de la cuenta (los de contraseñas y códigos van en la base): mientras falte,
cada proceso cuenta los suyos.
"""

import logging
import time
from typing import Any, ClassVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from config.base.redis_acotado import FALLAS_DE_REDIS

registro = logging.getLogger(__name__)

SIN_INSISTIR = 5.0
"""Segundos que no se le vuelve a preguntar: un Redis colgado no detiene cada petición, sólo una de vez en cuando."""


class CacheQueAguanta(RedisCache):
    """`RedisCache` con respaldo en memoria."""

    # de todo el proceso: Django hace una caché por hilo
    _falta_hasta: ClassVar[dict[str, float]] = {}

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._respaldo = LocMemCache("respaldo", {})
        self._cual = str(server)

    def _con(self, nombre: str, *datos: Any, **mas: Any) -> Any:
        if time.monotonic() >= self._falta_hasta.get(self._cual, 0.0):
            try:
                return getattr(super(), nombre)(*datos, **mas)
            except FALLAS_DE_REDIS as falla:
                self._falta_hasta[self._cual] = time.monotonic() + SIN_INSISTIR
                registro.error("La caché no responde; se sigue sin ella: %s", falla)
        return getattr(self._respaldo, nombre)(*datos, **mas)

    def add(self, *datos: Any, **mas: Any) -> Any:
        """Guarda si no estaba."""
        return self._con("add", *datos, **mas)

    def get(self, *datos: Any, **mas: Any) -> Any:
        """Lo guardado."""
        return self._con("get", *datos, **mas)

    def set(self, *datos: Any, **mas: Any) -> Any:
        """Guarda."""
        return self._con("set", *datos, **mas)

    def touch(self, *datos: Any, **mas: Any) -> Any:
        """Alarga lo que dura."""
        return self._con("touch", *datos, **mas)

    def delete(self, *datos: Any, **mas: Any) -> Any:
        """Borra uno."""
        return self._con("delete", *datos, **mas)

    def get_many(self, *datos: Any, **mas: Any) -> Any:
        """Varios."""
        return self._con("get_many", *datos, **mas)

    def set_many(self, *datos: Any, **mas: Any) -> Any:
        """Varios."""
        return self._con("set_many", *datos, **mas)

    def delete_many(self, *datos: Any, **mas: Any) -> Any:
        """Varios."""
        return self._con("delete_many", *datos, **mas)

    def has_key(self, *datos: Any, **mas: Any) -> Any:
        """Si está."""
        return self._con("has_key", *datos, **mas)

    def incr(self, *datos: Any, **mas: Any) -> Any:
        """Suma."""
        return self._con("incr", *datos, **mas)

    def clear(self) -> Any:
        """Borra todo."""
        return self._con("clear")
