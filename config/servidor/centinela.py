"""Sentry, sólo si hay `SENTRY_DSN`: de cada error, su pila y su ruta; ni variables, ni cuerpos, ni direcciones.

En las variables de una pila hay manos y códigos (EL8): por eso nunca viajan.
"""

from importlib.util import find_spec
from typing import Any

from django.conf import settings

from config.servidor.registro import actual, sin_datos

SE_QUEDAN = ("event_id", "timestamp", "level", "platform", "release", "environment", "exception", "logger", "sdk")


def falta() -> bool:
    """Se pidió y no está instalado."""
    return bool(settings.SENTRY_DSN) and find_spec("sentry_sdk") is None


def empezar() -> bool:
    """Lo carga y lo conecta; sin DSN no hace nada, ni lo importa."""
    if not settings.SENTRY_DSN:
        return False
    import sentry_sdk

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        environment=settings.ENTORNO,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        server_name="",
        before_send=limpiar,
    )
    return True


def limpiar(dicho: Any, _pista: Any) -> Any:
    """Lo que sale: sólo los campos de `SE_QUEDAN`, sin lo citado, con la ruta y el identificador de la petición."""
    limpio = {campo: dicho[campo] for campo in SE_QUEDAN if campo in dicho}
    for falla in limpio.get("exception", {}).get("values", ()):
        tipo, valor = falla.get("type", ""), falla.get("value") or ""
        falla["value"] = sin_datos(f"{tipo}: {valor}").removeprefix(f"{tipo}: ")
        for marco in (falla.get("stacktrace") or {}).get("frames", ()):
            marco.pop("vars", None)
    if (ficha := actual.get()) is not None:
        limpio["transaction"], limpio["tags"] = ficha.ruta, {"peticion": ficha.id}
    return limpio
