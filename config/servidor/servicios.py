"""Lo que `config` escribe: nada, salvo olvidar."""

from datetime import datetime

from django.contrib.admin.models import LogEntry

from config.base.retencion import limite


def bitacora_limpiar(ahora: datetime) -> int:
    """Borra lo que la bitácora de la administración ya no guarda (`RETENCION_BITACORA`); devuelve cuántos renglones."""
    return LogEntry.objects.filter(action_time__lt=limite("bitacora", ahora)).delete()[0]
