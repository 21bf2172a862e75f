"""Lo que gasta un proceso: procesador, espera y memoria; y en qué máquina se midió."""

import os
import platform
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path


def cpu(pid: int, con_hijos: bool = False) -> float:
    """Segundos de CPU del proceso y, si se pide, de sus hijos vivos y muertos; 0 si el sistema no los dice."""
    campos = _stat(pid)
    if campos is None:
        return 0.0
    tics = int(campos[11]) + int(campos[12])
    if con_hijos:
        tics += int(campos[13]) + int(campos[14])
        for otro in Path("/proc").iterdir():
            if otro.name.isdecimal() and (suyos := _stat(int(otro.name))) and int(suyos[1]) == pid:
                tics += int(suyos[11]) + int(suyos[12])
    return tics / os.sysconf("SC_CLK_TCK")


def en_la_fila(pid: int) -> float:
    """Segundos que su hilo principal estuvo listo esperando un núcleo; 0 si el sistema no los dice.

    Lo que se esperó menos esto es lo que habría tardado con la máquina para él solo.
    """
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def _stat(pid: int) -> list[str] | None:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return None


def memoria_kb(pid: int) -> int:
    """Memoria residente, en KB (0 si el sistema no la dice)."""
    try:
        texto = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(x.split()[1]) for x in texto.splitlines() if x.startswith("VmRSS")), 0)


def maquina() -> str:
    """Para el pie de una tabla: núcleos, sistema y versiones."""
    nombres = ("Django", "channels", "uvicorn", "uvloop", "websockets", "msgspec", "psycopg")
    piezas = [f"{nombre} {version(nombre)}" for nombre in nombres]
    modelo = ""
    with suppress(OSError, StopIteration):
        info = Path("/proc/cpuinfo").read_text().splitlines()
        modelo = next(x.split(":")[1].strip() for x in info if x.startswith("model name"))
    return (
        f"{os.cpu_count()} núcleos ({modelo}), {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, {', '.join(piezas)}"
    )
