"""Lo que no se anota: fallas ajenas que uvicorn cuenta con rastro de pila y no son nuestras."""

import logging


def no_es_trama_rota(renglon: logging.LogRecord) -> bool:
    """Una trama de texto que no es UTF-8: se cierra con 1007 y ya; cualquiera podría llenar el registro con ellas."""
    return not (renglon.name == "uvicorn.error" and str(renglon.msg).startswith("Invalid UTF-8 sequence"))
