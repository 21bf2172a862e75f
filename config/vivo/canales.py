"""Capa de canales: en memoria para un solo proceso; Redis si hay `REDIS_URL`."""

from typing import Any

from config.base.redis_acotado import PLAZOS_DE_REDIS

# Capacidad holgada: al llenarse, la capa descarta en silencio; el vigía recoge lo que falte.
CAPACIDAD = 5000
SIEMPRE = 100 * 365 * 86_400
"""Segundos. La de memoria saca del grupo a quien entró hace más de un día o tiene un aviso de hace más de un minuto, y
aquí se entra una vez por proceso: se quedaba sordo. La de Redis por publicar y suscribir no vence a nadie.
"""


def configuracion(redis_url: str) -> dict[str, Any]:
    """Configuración de la capa; publicar/suscribir sobrevive a un reinicio de Redis."""
    if not redis_url:
        en_memoria = {"capacity": CAPACIDAD, "expiry": SIEMPRE, "group_expiry": SIEMPRE}
        return {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": en_memoria}
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [
                {"address": redis_url, "max_connections": CAPACIDAD, "health_check_interval": 10, **PLAZOS_DE_REDIS}
            ],
            "capacity": CAPACIDAD,
        },
    }
