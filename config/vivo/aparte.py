"""Una orden de `python -m reglas` en otro proceso, de prioridad baja y con plazo.

Lo que tarda segundos nunca corre en el que sirve páginas o mesas. La usan el análisis de la Academia y el suizo de los
torneos.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings

from config.vivo.tareas import apagandose

CEDE, CEDE_SIEMPRE = "5", "19"
"""Con qué amabilidad (`nice`): la de un salón entero que espera sus mesas y la de un análisis que puede ser mañana."""
OJEADA = 0.5
"""Cada cuántos segundos se mira si acabó, si venció su plazo o si este servidor se apaga."""


class Salida(NamedTuple):
    """Con qué código acabó (1: las reglas lo negaron y los datos dicen por qué) y lo que contestó."""

    codigo: int
    datos: dict[str, Any]


def correr(orden: Sequence[str], acta: Mapping[str, Any], plazo: timedelta, *, urge: bool = False) -> Salida | None:
    """Lo que contesta `python -m reglas ORDEN…` a esa acta; `None` si no corrió, se pasó o nos apagamos.

    Cede siempre a las mesas y a las páginas; si `urge`, porque alguien lo espera, cede sin quedarse esperando.
    """
    if apagandose():
        return None
    amable = [nice, "-n", CEDE if urge else CEDE_SIEMPRE] if (nice := shutil.which("nice")) else []
    # sin nombre: si nos matan a media lectura no queda en el disco
    with tempfile.TemporaryFile() as entrada:
        entrada.write(json.dumps(acta).encode())
        entrada.seek(0)
        try:
            proceso = subprocess.Popen(
                [*amable, sys.executable, "-m", "reglas", *orden, "-"],
                cwd=settings.RAIZ,
                # sin las llaves del servidor: no las necesita
                env={"PATH": os.environ.get("PATH", ""), "PYTHONDONTWRITEBYTECODE": "1"},
                stdin=entrada,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                # ya nacen sin heredarse: cerrar uno por uno miles de sockets detenía a todas las mesas hasta 20 ms
                close_fds=False,
            )
        except OSError:
            return None
        if not urge:
            _ociar(proceso.pid)
        salida = _esperar(proceso, plazo)
    if salida is None or proceso.returncode not in (0, 1):
        return None
    return Salida(proceso.returncode, json.loads(salida))


def _ociar(pid: int) -> None:
    """En Linux, que suelte el núcleo en cuanto una mesa lo pida: con `nice` a secas acaba antes su turno."""
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))


def _esperar(proceso: "subprocess.Popen[bytes]", plazo: timedelta) -> bytes | None:
    """Lo que escribió; si vence el plazo o este servidor se está apagando, lo termina."""
    limite = time.monotonic() + plazo.total_seconds()
    while True:
        try:
            return proceso.communicate(timeout=OJEADA)[0]
        except subprocess.TimeoutExpired:
            if time.monotonic() > limite or apagandose():
                proceso.kill()
                proceso.communicate()
                return None
