"""Lo que se hace cada hora, haya o no quien lo pida."""

from django.utils import timezone

from suscripciones.servicios import cartero
from suscripciones.servicios.avisos import avisos_de_vencimiento
from suscripciones.servicios.entrada import codigos_limpiar


def barrer() -> str:
    """Un barrido: avisos que tocan, códigos y correos viejos. Vale repetirlo y correrlo en varios procesos a la vez."""
    ahora = timezone.now()
    avisos, codigos, viejos = avisos_de_vencimiento(ahora), codigos_limpiar(ahora), cartero.limpiar(ahora)
    return f"avisos: {avisos} · códigos borrados: {codigos} · correos borrados: {viejos}"
