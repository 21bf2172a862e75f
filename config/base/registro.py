"""Cómo se anota: qué formato, a dónde y con qué filtros. Las piezas están en `config/servidor/registro.py`."""

from typing import Any

PIEZAS = "config.servidor.registro"


def configuracion(nivel: str, formato: str, carpeta: str, filtros: dict[str, Any]) -> dict[str, Any]:
    """Los ajustes de `logging`: la consola, la cuenta de errores y, con carpeta, lo de seguridad por día."""
    manijas: dict[str, Any] = {
        "consola": {"class": "logging.StreamHandler", "formatter": formato, "filters": [*filtros, "completar"]},
        "errores": {"()": f"{PIEZAS}.CuentaErrores"},
    }
    if carpeta:
        manijas["seguridad"] = {
            "()": f"{PIEZAS}.PorDia", "carpeta": carpeta, "formatter": "json_con_red", "filters": ["completar"],
        }  # fmt: skip
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "linea": {"()": f"{PIEZAS}.EnLinea", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
            "json": {"()": f"{PIEZAS}.EnJson"},
            "json_con_red": {"()": f"{PIEZAS}.EnJson", "con_red": True},
        },
        "filters": {**filtros, "completar": {"()": f"{PIEZAS}.Completa"}},
        "handlers": manijas,
        "root": {"handlers": ["consola", "errores"], "level": nivel},
        "loggers": {"seguridad": {"handlers": ["seguridad"] if carpeta else [], "level": "INFO"}},
    }
