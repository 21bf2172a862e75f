"""Nada de lo que abre el servidor pasa a los procesos que lanza.

Un análisis que se quedara con el puerto o con la base los tendría tomados después de muerto el servidor. Como nada se
hereda, no hace falta cerrar los descriptores uno por uno al lanzarlo, que con miles de sockets detenía a las mesas.
"""

import os
import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.config.servidor import base_migrada, copiar_base, puerto_libre, sirviendo

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="se mira en /proc")
DE_SIEMPRE = {0, 1, 2}


def que_se_heredarian(pid: int) -> dict[int, str]:
    """Descriptor → qué es, de los que no se cierran solos al lanzar otro programa."""
    hallados = {}
    for entrada in Path(f"/proc/{pid}/fdinfo").iterdir():
        fd = int(entrada.name)
        banderas = next(int(r.split()[1], 8) for r in entrada.read_text().splitlines() if r.startswith("flags:"))
        if fd not in DE_SIEMPRE and not banderas & os.O_CLOEXEC:
            hallados[fd] = str(Path(f"/proc/{pid}/fd/{fd}").readlink())
    return hallados


def test_ni_el_puerto_ni_los_sockets_ni_la_base_se_heredan(carpeta_de_bases: Path, tmp_path: Path) -> None:
    base = copiar_base(base_migrada(carpeta_de_bases), tmp_path / "una.sqlite3")
    puerto = puerto_libre()
    with sirviendo(f"sqlite:///{base}", puerto) as servidor, ExitStack() as abiertos:
        for _ in range(20):
            conexion = abiertos.enter_context(socket.create_connection(("127.0.0.1", puerto), timeout=10))
            conexion.sendall(b"GET /salud HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert conexion.recv(200).startswith(b"HTTP/1.1 200")
        with urlopen(f"http://127.0.0.1:{puerto}/entrar/", timeout=30) as respuesta:
            assert respuesta.status == 200
        assert len(list(Path(f"/proc/{servidor.pid}/fd").iterdir())) > 20
        assert que_se_heredarian(servidor.pid) == {}
