"""Cuánto tarda el disco por sí solo: lo que ninguna jugada durable puede bajar."""

import os
import time
from pathlib import Path

from bench.comun.procesos import percentil

PAGINA = 4_096
PAGINAS = 1_024
CADA = 0.001
LENTA = 5.0
"""Milisegundos."""


def a_solas(carpeta: Path, segundos: float = 6.0) -> str:
    """Un renglón: páginas de 4 KB sobre un archivo ya hecho, cada una confirmada (`fdatasync`), mil por segundo."""
    ruta = carpeta / "disco"
    archivo = os.open(ruta, os.O_RDWR | os.O_CREAT)
    try:
        os.write(archivo, bytes(PAGINA * PAGINAS))
        os.fsync(archivo)
        demoras: list[float] = []
        empezo = time.perf_counter()
        while (antes := time.perf_counter()) - empezo < segundos:
            os.pwrite(archivo, os.urandom(PAGINA), len(demoras) % PAGINAS * PAGINA)
            os.fdatasync(archivo)
            demoras.append((time.perf_counter() - antes) * 1000)
            time.sleep(CADA)
    finally:
        os.close(archivo)
        ruta.unlink()
    detenido = sum(d for d in demoras if d > LENTA) / segundos
    cuales = ", ".join(f"p{cual:g} {percentil(demoras, cual):.2f}" for cual in (50, 99, 99.9))
    return f"Disco a solas, 4 KB con fdatasync: {cuales} ms; {detenido:.0f} ms de cada segundo en las de más de 5 ms"
