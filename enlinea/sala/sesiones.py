"""Lo que la Sala vuelve a comprobar de quien ya entró: que su sesión siga y que no esté en un Recreo en curso."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY

from recreo import consultas as recreo

AVISO = 60.0


def aviso_desde() -> float:
    """Cuántos segundos antes de cerrar la sesión se avisa: un minuto; con un plazo corto, la mitad."""
    plazo: float = settings.SEGUNDOS_SIN_ACTIVIDAD
    return min(AVISO, plazo / 2)


def sesion_vale(clave: str, cuenta: int) -> bool:
    """¿La sesión sigue abierta y es de esa cuenta? Salir en otra pestaña la cierra en todas."""
    sesion = import_module(settings.SESSION_ENGINE).SessionStore(clave)
    return bool(clave) and str(sesion.get(SESSION_KEY)) == str(cuenta)


def exento_por_recreo(cuenta: int, llave: str) -> bool:
    """EL1: a quien está en un Recreo en curso no se le cierra la sesión, aunque haya entrado con su teléfono."""
    en_juego = any(r.estado == "en_juego" for r in recreo.recreos_de(cuenta))
    return en_juego or recreo.recreo_de_llave(llave) is not None
