"""`manage.py historia`: el ayudante que guarda las partidas acabadas; lo arranca el servidor (`mesa/proyector.py`)."""

import logging
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError, connection

from enlinea.mesa.diario import ErrorDeBase
from enlinea.mesa.proyector import LISTO, leer_encargo
from enlinea.models import Mesa
from enlinea.servicios.historia import mesa_proyectar

registro = logging.getLogger(__name__)
FALLAS: tuple[type[Exception], ...] = (DatabaseError, InterfaceError, Mesa.DoesNotExist, *ErrorDeBase)
PRIORIDAD = 10


class Command(BaseCommand):
    """Un encargo por renglón de la entrada, un «listo» por cada uno; termina con la entrada."""

    help = "Guarda las partidas acabadas que le encarga el servidor de las mesas. No se corre a mano."

    def handle(self, *args: Any, **opciones: Any) -> None:
        """Hasta que el servidor cierre la entrada, también si muere de golpe."""
        # Ctrl+C es para el servidor, que cierra la entrada al terminar
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with suppress(AttributeError, OSError):
            os.nice(PRIORIDAD)
        for renglon in sys.stdin.buffer:
            mesa_id, desde = leer_encargo(renglon)
            try:
                mesa_proyectar(mesa_id, None, desde)
            except FALLAS:
                registro.exception("No se pudo guardar la historia de la mesa %d", mesa_id)
                connection.close()
            sys.stdout.buffer.write(LISTO)
            sys.stdout.buffer.flush()
