"""`manage.py historia`: el ayudante que guarda las partidas acabadas; lo arranca el servidor (`mesa/proyector.py`)."""

import logging
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from enlinea.diario.diario import ErrorDeBase
from enlinea.historial.servicios.historia import mesas_proyectar
from enlinea.mesa.proyector import LISTO, Encargo, leer_encargos

registro = logging.getLogger(__name__)
PRIORIDAD = 10


class Command(BaseCommand):
    """Un lote por renglón de la entrada, un «listo» por cada uno; termina con la entrada."""

    help = "Guarda las partidas acabadas que le encarga el servidor de las mesas. No se corre a mano."

    def handle(self, *args: Any, **opciones: Any) -> None:
        """Hasta que el servidor cierre la entrada, también si muere de golpe."""
        # las señales son para el servidor, que cierra la entrada al terminar
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with suppress(AttributeError, OSError):
            os.nice(PRIORIDAD)
        for renglon in sys.stdin.buffer:
            guardar(leer_encargos(renglon))
            try:
                sys.stdout.buffer.write(LISTO)
                sys.stdout.buffer.flush()
            except BrokenPipeError:
                # el servidor se fue sin esperarlo: ya está guardado, y no queda a quién decírselo
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def guardar(lote: list[Encargo]) -> None:
    """Si el lote no se puede, cada una por su lado: una mesa mala no se lleva a las demás."""
    try:
        mesas_proyectar(lote)
    except ErrorDeBase:
        registro.exception("No se pudo guardar la historia de las mesas %s", [mesa_id for mesa_id, _ in lote])
        connection.close()
        for encargo in lote if len(lote) > 1 else ():
            guardar([encargo])
