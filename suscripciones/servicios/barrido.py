"""Lo que se hace cada hora, haya o no quien lo pida."""

from django.utils import timezone

from suscripciones.servicios.avisos import avisos_de_vencimiento
from suscripciones.servicios.sesiones import sesiones_limpiar
from suscripciones.servicios.topes import intentos_limpiar


def barrer() -> str:
    """Los avisos que tocan, y lo que caducó. Vale repetirlo y correrlo en varios procesos a la vez.

    Lo que se olvida a los tantos días está en `config.base.retencion`.
    """
    ahora = timezone.now()
    avisos, intentos, sesiones = avisos_de_vencimiento(ahora), intentos_limpiar(ahora), sesiones_limpiar(ahora)
    return f"avisos: {avisos} · borrados: {intentos} cuentas de intentos, {sesiones} sesiones"
