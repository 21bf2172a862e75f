"""Servidores propios para medir y castigar: el sistema, PostgreSQL y Redis, cada uno en su puerto libre y su carpeta.

Nada de lo que ya corre en la máquina se toca, salvo que se pida medir sobre una base dada.
"""

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

RAIZ = Path(__file__).resolve().parent.parent.parent
CLAVE = "banco-de-pruebas-que-no-sirve-para-nada-mas-0123456789"


class NoArranco(RuntimeError):
    """Un servidor que hacía falta no arrancó."""


def nucleo(n: int | None) -> list[str]:
    """Prefijo que fija un proceso a un núcleo, si se puede."""
    return ["taskset", "-c", str(n)] if n is not None and shutil.which("taskset") and (os.cpu_count() or 1) > n else []


def puerto_libre() -> int:
    """Uno que nadie usa ahora."""
    with socket.socket() as enchufe:
        enchufe.bind(("127.0.0.1", 0))
        return int(enchufe.getsockname()[1])


def esperar_puerto(puerto: int, plazo: float = 30.0) -> None:
    """Hasta que alguien conteste ahí. Levanta `NoArranco`."""
    limite = time.monotonic() + plazo
    while time.monotonic() < limite:
        with suppress(OSError), socket.create_connection(("127.0.0.1", puerto), timeout=1):
            return
        time.sleep(0.05)
    raise NoArranco(f"nadie contesta en el puerto {puerto}")


# --- PostgreSQL -------------------------------------------------------------------------------------------------------
def carpeta_de_postgres() -> Path | None:
    """Dónde están `initdb` y `pg_ctl`; None si no hay."""
    candidatas = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda r: int(r.parts[4].split(".")[0]))
    if candidatas:
        return candidatas[-1].parent
    suelto = shutil.which("initdb")
    return Path(suelto).resolve().parent if suelto else None


class Postgres:
    """Un PostgreSQL propio, con `fsync` encendido: lo que se confirma queda en disco."""

    def __init__(self, carpeta: Path, en_nucleo: int | None = None) -> None:
        bin_ = carpeta_de_postgres()
        if bin_ is None:
            raise NoArranco("no hay PostgreSQL instalado (initdb)")
        self._bin, self._datos, self._nucleo = bin_, carpeta / "pg", en_nucleo
        self.puerto = puerto_libre()
        self.url = f"postgres://banco@127.0.0.1:{self.puerto}/banco"
        self._dueno = self._usuario()
        self._datos.mkdir()
        carpeta.chmod(0o711)
        if self._dueno:
            os.chown(self._datos, *self._dueno)
        self._correr("initdb", "-D", str(self._datos), "-U", "banco", "-E", "UTF8", "--auth=trust", "--locale=C")
        self.arrancar()
        self._crear_base()

    @staticmethod
    def _usuario() -> tuple[int, int] | None:
        """PostgreSQL no corre como root: se le da un usuario sin privilegios."""
        if os.getuid() != 0:
            return None
        for nombre in ("postgres", "nobody"):
            with suppress(KeyError):
                fila = pwd.getpwnam(nombre)
                return fila.pw_uid, fila.pw_gid
        raise NoArranco("no hay usuario sin privilegios para PostgreSQL")

    def _correr(self, orden: str, *argumentos: str) -> None:
        quien = {"user": self._dueno[0], "group": self._dueno[1], "extra_groups": []} if self._dueno else {}
        hecho = subprocess.run(
            [*nucleo(self._nucleo), str(self._bin / orden), *argumentos],
            cwd="/", env={"LC_ALL": "C", "PATH": os.environ.get("PATH", "")}, check=False, timeout=90,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **quien,
        )  # fmt: skip
        if hecho.returncode:
            raise NoArranco(f"{orden}: {hecho.stderr[-500:]}")

    def arrancar(self) -> None:
        """Y espera a que acepte conexiones."""
        opciones = f"-p {self.puerto} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        opciones += " -c max_connections=200"
        self._ctl("start", "-l", str(self._datos / "registro"), "-o", opciones)

    def _ctl(self, que: str, *mas: str) -> None:
        self._correr("pg_ctl", "-D", str(self._datos), "-w", "-t", "60", *mas, que)

    def parar(self, modo: str = "immediate") -> None:
        """`immediate` es un golpe: al volver se recupera del WAL."""
        self._ctl("stop", "-m", modo)

    def reiniciar(self, modo: str = "immediate") -> None:
        """Abajo y arriba."""
        self.parar(modo)
        self.arrancar()

    @property
    def pid(self) -> int:
        """El proceso padre."""
        return int((self._datos / "postmaster.pid").read_text().split()[0])

    def _crear_base(self) -> None:
        import psycopg

        with psycopg.connect(f"postgres://banco@127.0.0.1:{self.puerto}/postgres", autocommit=True) as c:
            c.execute("CREATE DATABASE banco")


@contextmanager
def postgres(carpeta: Path, en_nucleo: int | None = None) -> Iterator[Postgres]:
    """Un PostgreSQL propio que se apaga al salir, también si a este programa le piden terminar."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    pg = Postgres(carpeta, en_nucleo)
    try:
        yield pg
    finally:
        with suppress(NoArranco):
            pg.parar()


# --- Redis ------------------------------------------------------------------------------------------------------------
class Redis:
    """Un Redis propio, sin nada guardado."""

    def __init__(self, carpeta: Path) -> None:
        self.puerto, self._carpeta = puerto_libre(), carpeta
        self.url = f"redis://127.0.0.1:{self.puerto}/0"
        self._proceso: subprocess.Popen[bytes] | None = None
        self.arrancar()

    def arrancar(self) -> None:
        """Y espera a que conteste."""
        if shutil.which("redis-server") is None:
            raise NoArranco("no hay redis-server")
        orden = ["redis-server", "--port", str(self.puerto), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._proceso = subprocess.Popen(
            [*orden, "--dir", str(self._carpeta)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        esperar_puerto(self.puerto)

    @property
    def pid(self) -> int:
        """El proceso."""
        assert self._proceso is not None
        return self._proceso.pid

    def matar(self) -> None:
        """De golpe."""
        if self._proceso is not None:
            self._proceso.kill()
            self._proceso.wait(10)
            self._proceso = None

    def reiniciar(self) -> None:
        """Abajo y arriba."""
        self.matar()
        self.arrancar()


@contextmanager
def redis(carpeta: Path) -> Iterator[Redis]:
    """Un Redis propio que se apaga al salir."""
    r = Redis(carpeta)
    try:
        yield r
    finally:
        r.matar()


# --- el sistema -------------------------------------------------------------------------------------------------------
def entorno(base: str, **ajustes: str) -> dict[str, str]:
    """Variables para correr el sistema sobre `base`, sin lo que traiga quien lo llama."""
    ajenas = ("WEB_CONCURRENCY", "DJANGO_SETTINGS_MODULE", "REDIS_URL", "PROCESOS", "DATABASE_URL", "ENTORNO")
    propias = {k: v for k, v in os.environ.items() if k not in ajenas}
    fijas = {
        "ENTORNO": "demo",
        "DATABASE_URL": base,
        "SECRET_KEY": CLAVE,
        "REDIS_URL": "",
        "PYTHONPATH": str(RAIZ),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONUNBUFFERED": "1",
    }
    return {**propias, **fijas, **ajustes}


def migrar(base: str) -> None:
    """Deja la base con sus tablas; copia la que ya las tiene si la dicen `BASE_MIGRADA` (un archivo de SQLite) o
    `POSTGRES_MIGRADO` (una dirección)."""
    if base.startswith("sqlite:///") and (hecha := os.environ.get("BASE_MIGRADA")):
        shutil.copyfile(hecha, base.removeprefix("sqlite:///"))
        return
    if base.startswith("postgres://") and (hecha := os.environ.get("POSTGRES_MIGRADO")):
        copiar_postgres(hecha, base)
        return
    orden = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(orden, cwd=RAIZ, env=entorno(base), check=True, timeout=600)


def copiar_postgres(de: str, a: str) -> None:
    """Lo que hay en una base, a otra vacía. Levanta `NoArranco` si no hay con qué."""
    bin_ = carpeta_de_postgres()
    if bin_ is None:
        raise NoArranco("no hay PostgreSQL instalado (pg_dump)")
    sacar = [str(bin_ / "pg_dump"), "--no-owner", "--no-privileges", de]
    sacado = subprocess.run(sacar, check=True, stdout=subprocess.PIPE, timeout=120)
    meter = [str(bin_ / "psql"), "-q", "-v", "ON_ERROR_STOP=1", a]
    subprocess.run(meter, input=sacado.stdout, check=True, stdout=subprocess.DEVNULL, timeout=120)


def sembrar(base: str, mesas: int, **opciones: str | int) -> dict[str, Any]:
    """Mesas listas con sus galletas (ver `bench.comun.siembra`)."""
    orden = [sys.executable, "-m", "bench.comun.siembra", str(mesas)]
    for nombre, valor in opciones.items():
        orden += [f"--{nombre}", str(valor)]
    hecho = subprocess.run(orden, cwd=RAIZ, env=entorno(base), check=True, stdout=subprocess.PIPE, timeout=600)
    sembrado: dict[str, Any] = json.loads(hecho.stdout)
    return sembrado


class Servidor:
    """`manage.py servir` en su proceso; lo que escribe va a `registro`."""

    def __init__(
        self,
        base: str,
        registro: Path,
        en_nucleo: int | None = None,
        opciones: tuple[str, ...] = ("--solo-local",),
        **ajustes: str,
    ) -> None:
        self.base, self.registro, self._nucleo, self.ajustes = base, registro, en_nucleo, ajustes
        self._opciones = opciones
        self.puerto = puerto_libre()
        self.raiz = RAIZ
        """De qué carpeta es el código: con otra se comparan dos en una misma corrida."""
        self.perfil: Path | None = None
        """Si se da, ahí deja cProfile lo que hizo el hilo del lazo, al terminar en paz."""
        self.proceso: subprocess.Popen[bytes] | None = None
        self.programa: Sequence[str] = ("manage.py",)

    def arrancar(self, esperar: bool = True) -> None:
        """En el mismo puerto cada vez."""
        perfil = ["-m", "cProfile", "-o", str(self.perfil)] if self.perfil else []
        orden = [*nucleo(self._nucleo), sys.executable, *perfil, *self.programa, "servir"]
        orden += [str(self.puerto), *self._opciones]
        with self.registro.open("ab") as salida:
            self.proceso = subprocess.Popen(
                orden, cwd=self.raiz, env=entorno(self.base, **self.ajustes), stdin=subprocess.DEVNULL,
                stdout=salida, stderr=subprocess.STDOUT,
                # en su sesión: Linux reparte el procesador por sesiones, y compartida con los clientes le tocaba menos
                # de su núcleo que a la base (paradas de un segundo que no eran del sistema)
                start_new_session=True,
            )  # fmt: skip
        if esperar:
            self.esperar()

    def esperar(self, plazo: float = 60.0) -> None:
        """Hasta que diga que está sano. Levanta `NoArranco` con el final del registro."""
        limite = time.monotonic() + plazo
        while time.monotonic() < limite and self.vivo():
            with suppress(OSError), urlopen(f"http://127.0.0.1:{self.puerto}/salud", timeout=5):
                return
            time.sleep(0.05)
        raise NoArranco(f"el servidor no arrancó: {self.registro.read_text(errors='replace')[-1500:]}")

    def vivo(self) -> bool:
        """Si el proceso sigue."""
        return self.proceso is not None and self.proceso.poll() is None

    @property
    def pid(self) -> int:
        """El proceso."""
        assert self.proceso is not None
        return self.proceso.pid

    def matar(self) -> None:
        """`kill -9`."""
        if self.proceso is not None:
            self.proceso.kill()
            self.proceso.wait(10)

    def terminar(self) -> None:
        """En paz; si no, de golpe."""
        if self.proceso is None or self.proceso.poll() is not None:
            return
        self.proceso.send_signal(signal.SIGTERM)
        try:
            self.proceso.wait(60)
        except subprocess.TimeoutExpired:
            self.matar()

    def errores(self) -> list[str]:
        """Los renglones del registro que son falla: rastros de pila y errores."""
        texto = self.registro.read_text(errors="replace") if self.registro.exists() else ""
        seguidos = [x for x in texto.splitlines() if "Traceback" in x or " ERROR " in x or " CRITICAL " in x]
        return seguidos + [f"acabó en: {x}" for x in self.rastros()]

    def rastros(self) -> list[str]:
        """De cada rastro de pila del registro, con qué acabó: el tipo de la falla y lo que dijo."""
        renglones = iter(self.registro.read_text(errors="replace").splitlines() if self.registro.exists() else [])
        return [next((y for y in renglones if y[:1].strip()), x) for x in renglones if "Traceback" in x]


@contextmanager
def servidor(
    base: str,
    registro: Path,
    en_nucleo: int | None = None,
    perfil: Path | None = None,
    programa: Sequence[str] = ("manage.py",),
    **ajustes: str,
) -> Iterator[Servidor]:
    """Un servidor ya sano, que se apaga al salir; `programa`: lo que recibe las órdenes, si no es `manage.py`."""
    s = Servidor(base, registro, en_nucleo, **ajustes)
    s.perfil, s.programa = perfil, programa
    try:
        s.arrancar()
        yield s
    finally:
        s.terminar()


def percentil(datos: list[float], p: float) -> float:
    """El percentil `p` (0 a 100)."""
    orden = sorted(datos)
    return orden[min(len(orden) - 1, int(len(orden) * p / 100))] if orden else float("nan")
