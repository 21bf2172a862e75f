"""Echa a andar el informe de calidad en su propio proceso: medir es caro y quien sirve mesas no puede esperar."""

import logging
import subprocess
import sys
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from enlinea.calidad.servicios import informe

registro = logging.getLogger(__name__)

ORDEN = "informe_de_calidad"
PLAZO = timedelta(minutes=20)
"""Lo que mide cada vez; lo que falte, en la siguiente vuelta del barrido."""
PACIENCIA = PLAZO + informe.HOLGURA


class Aparte:
    """El subproceso de este proceso, si lo hay: uno a la vez y nunca para siempre."""

    def __init__(self) -> None:
        self._orden: subprocess.Popen[bytes] | None = None
        self._desde: datetime | None = None

    def vuelta(self) -> bool:
        """Del barrido: si falta el informe de la semana lo echa a andar y no lo espera; verdadero si lo hizo."""
        ahora = timezone.now()
        if not settings.INFORME_DE_CALIDAD or self._sigue(ahora) or not informe.hay_que_hacer(ahora):
            return False
        que = [sys.executable, str(settings.RAIZ / "manage.py"), ORDEN, "--segundos", str(int(PLAZO.total_seconds()))]
        self._orden, self._desde = subprocess.Popen(que, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL), ahora
        return True

    def _sigue(self, ahora: datetime) -> bool:
        """Si el anterior sigue; al que se pasó de su plazo lo termina."""
        if self._orden is None or self._desde is None:
            return False
        codigo = self._orden.poll()
        if codigo is None:
            if ahora - self._desde > PACIENCIA:
                registro.error("El informe de calidad no acababa y se terminó; sigue en otra vuelta")
                self._orden.kill()
            return True
        if codigo:
            registro.error("La orden %s terminó con código %d; se intenta otra vez", ORDEN, codigo)
        self._orden = None
        return False


vuelta = Aparte().vuelta
