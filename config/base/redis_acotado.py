"""Redis con plazos: uno que no contesta da error, no una espera sin fin."""

from redis.exceptions import RedisError

FALLAS_DE_REDIS = (OSError, RedisError)
"""No contesta, se cayó o se reinició: su cliente levanta de los dos."""
PLAZOS_DE_REDIS = {"socket_connect_timeout": 5, "socket_timeout": 5}
