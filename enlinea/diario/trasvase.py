"""Pasa lo escrito en el WAL del diario a su archivo sin que ninguna jugada lo espere (EL10).

SQLite lo hace por su cuenta cada mil páginas, dentro de la confirmación a la que le toque: con mil mesas, dos veces por
segundo todas esperaban a que se copiaran y quedaran en disco cientos de páginas. Aquí va en otro hilo y más de tarde en
tarde: una página que cambió cien veces se copia una. Lo que llega durante una pasada lo recoge otra, más corta, y al
escritor sólo le toca lo último. Si el proceso muere a medias no se pierde nada: el WAL sigue ahí.
"""

import logging
import os
import sqlite3
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress

registro = logging.getLogger(__name__)

CADA = 12_000
"""Renglones entre dos trasvases: unos 60 MB de WAL. Con 2 000 y una sola pasada, con mil mesas el remate detenía al
escritor 45 ms cada dos segundos, y lo pagaba una de cada cincuenta jugadas.
"""
PASADAS, CORTA = 4, 0.01
"""Cuántas pasadas a lo más, y de cuántos segundos la que ya no deja casi nada."""
PRIORIDAD = 10
PASAR = "PRAGMA wal_checkpoint(PASSIVE)"


class Trasvase:
    """El de un escritor del diario. El hilo nace con el primero."""

    def __init__(self, archivo: str, escritora: sqlite3.Connection) -> None:
        self._archivo, self._escritora = archivo, escritora
        self._juntos = 0
        self._ejecutor: ThreadPoolExecutor | None = None
        self._corre: Future[None] | None = None

    def contar(self, renglones: int) -> None:
        """Se acaban de confirmar tantos, y el escritor no está en una transacción: empieza o remata un trasvase."""
        self._juntos += renglones
        if self._corre is not None:
            if self._corre.done():
                self._corre = None
                # lo poco que llegó entretanto: con todo pasado, el WAL se escribe otra vez desde el principio
                _pasar(self._escritora)
        elif self._juntos >= CADA:
            self._juntos = 0
            if self._ejecutor is None:
                self._ejecutor = ThreadPoolExecutor(1, "trasvase", _ceder_el_paso)
            self._corre = self._ejecutor.submit(self._aparte)

    def parar(self) -> None:
        """Espera al que esté en curso."""
        if self._ejecutor is not None:
            self._ejecutor.shutdown()

    def _aparte(self) -> None:
        """Casi todo, sin detener al que escribe."""
        with closing(sqlite3.connect(self._archivo)) as conexion:
            for _ in range(PASADAS):
                empezo = time.monotonic()
                _pasar(conexion)
                if time.monotonic() - empezo < CORTA:
                    return


def _ceder_el_paso() -> None:
    """En Linux cada hilo tiene su prioridad: copia páginas en el núcleo del lazo, y no tiene prisa."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PRIORIDAD)


def _pasar(conexion: sqlite3.Connection) -> None:
    try:
        conexion.execute(PASAR)
    except sqlite3.Error as falla:
        registro.warning("No se pudo pasar el WAL del diario a su archivo: %s", falla)
