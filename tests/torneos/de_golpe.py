"""Un proceso que publica y se mata a sí mismo con SIGKILL donde se le diga; lo arranca `test_de_golpe`.

Por cada renglón de su entrada («orden punto») se parte en dos antes de abrir la base: el hijo publica con su propia
conexión y muere en el punto pedido; el padre contesta cómo acabó. Cada muerte cuesta una publicación y no un Python.
"""

import os
import signal
import sys
import threading
import time
from typing import Any
from uuid import UUID

import django

ANTES_DE_CONFIRMAR, CONFIRMADA = "antes", "despues"


def matarse() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def armar(punto: str) -> None:
    """En la orden número n a la base, al confirmar o, con «t», pasados tantos milisegundos."""
    from django.db import connection

    if punto.startswith("t"):
        threading.Thread(target=lambda: (time.sleep(float(punto[1:]) / 1000), matarse()), daemon=True).start()
    elif punto in (ANTES_DE_CONFIRMAR, CONFIRMADA):
        confirmar = connection._commit

        def al_confirmar() -> Any:
            if punto == ANTES_DE_CONFIRMAR:
                matarse()
            confirmar()
            matarse()

        connection._commit = al_confirmar  # type: ignore[method-assign]
    else:
        faltan = [int(punto)]

        def contar(hacer: Any, sql: str, datos: Any, muchos: bool, contexto: Any) -> Any:
            faltan[0] -= 1
            if not faltan[0]:
                matarse()
            return hacer(sql, datos, muchos, contexto)

        connection.execute_wrappers.append(contar)


def publicar(torneo: int, cuenta: int, ensayo: int, orden: str, punto: str) -> None:
    """El hijo: como quien organiza, desde su mesa de control."""
    from torneos import servicios
    from torneos.identidad import Quien

    armar(punto)
    quien = Quien(cuenta_id=cuenta, nombre="Lupita")
    servicios.partida_publicar(torneo_id=torneo, quien=quien, id_orden=UUID(orden), ensayo=ensayo)


def principal(torneo: int, cuenta: int, ensayo: int) -> None:
    """El padre: nunca abre la base."""
    django.setup()
    print("listo", flush=True)
    for renglon in sys.stdin:
        orden, punto = renglon.split()
        hijo = os.fork()
        if not hijo:
            try:
                publicar(torneo, cuenta, ensayo, orden, punto)
            finally:
                os._exit(0)
        _pid, como = os.waitpid(hijo, 0)
        print("muerto" if os.WIFSIGNALED(como) else "acabo", flush=True)


if __name__ == "__main__":
    principal(*map(int, sys.argv[1:]))
