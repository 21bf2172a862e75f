"""Lo que contesta una ruta, y si es un no."""

from typing import Any

NEGADAS = {302, 401, 403, 404, 405, 410}


def contenido(respuesta: Any) -> bytes:
    return b"".join(respuesta.streaming_content) if respuesta.streaming else respuesta.content


def negada(respuesta: Any) -> bool:
    """Con el código, o con el mismo «fuera» que diría el socket."""
    return respuesta.status_code in NEGADAS or (
        respuesta.headers.get("Content-Type") == "application/json" and respuesta.json().get("tipo") == "fuera"
    )
