"""Corre las pruebas: `make test`, `make noche` y la integración continua pasan por aquí.

Primera vuelta: todo en SQLite y capa en memoria, con Chromium si lo hay. Segunda, si hay PostgreSQL y Redis: lo que
los necesita, o todo lo que toca la base o Redis con `COMPLETO=1` (las reglas puras ya corrieron en la primera).

Cada vuelta tiene un límite (`LIMITE`, en segundos; 0, ninguno) y las dos juntas otro (`LIMITE_TOTAL`): al pasarlo se
enseñan las pilas y se mata.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis

RAIZ = Path(__file__).resolve().parent.parent
REDIS_LOCAL = "redis://127.0.0.1:6379/9"
SIN_PRUEBAS = 5
COLGADA = 124
DE_NOCHE = os.environ.get("PERFIL") == "noche"
# de sobra para un equipo lento; la integración continua pone uno más corto
LIMITE = int(os.environ.get("LIMITE", 0 if DE_NOCHE else 1800))
LIMITE_TOTAL = int(os.environ.get("LIMITE_TOTAL", 0))
INICIO = time.monotonic()
# las propiedades a fondo tardan: su plazo por prueba es otro
PLAZOS_DE_NOCHE = ("-o", "timeout=3600", "-o", "faulthandler_timeout=4000")


def buscar_postgres() -> str | None:
    """La dirección para crear bases de prueba: la dada, o un servidor local que deje crearlas sin contraseña."""
    dada = os.environ.get("DATABASE_URL_PRUEBAS")
    if dada is not None:
        return dada or None
    for usuario in dict.fromkeys(("postgres", os.environ.get("USER", "postgres"))):
        servidor = f"postgres://{usuario}@127.0.0.1:5432"
        if _deja_crear(f"{servidor}/postgres"):
            return f"{servidor}/amigos_{os.getpid()}"
    return None


def _deja_crear(direccion: str) -> bool:
    try:
        with psycopg.connect(direccion, connect_timeout=2) as conexion:
            fila = conexion.execute(
                "SELECT rolsuper OR rolcreatedb FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.Error:
        return False
    return bool(fila and fila[0])


def buscar_redis() -> str | None:
    """El Redis dado, o el local si contesta."""
    dada = os.environ.get("REDIS_URL_PRUEBAS")
    if dada is not None:
        return dada or None
    try:
        with redis.Redis.from_url(REDIS_LOCAL, socket_connect_timeout=1, socket_timeout=1) as cliente:
            cliente.ping()
    except (redis.RedisError, OSError):
        return None
    return REDIS_LOCAL


def correr(titulo: str, ajustes: dict[str, str], marca: str, argumentos: list[str]) -> int:
    """Una corrida de pytest con estos ajustes de entorno."""
    print(f"\n=== {titulo} ===", flush=True)
    orden = [sys.executable, "-m", "pytest"]
    if not _reparte(argumentos):
        # de una en una: con las largas primero (tests/conftest.py), los trabajadores acaban a la par
        orden += ["-n", str(_trabajadores()), "--maxschedchunk", "1"]
    if DE_NOCHE:
        orden += PLAZOS_DE_NOCHE
    if marca:
        orden += ["-m", marca]
    entorno = {**os.environ, **ajustes}
    # cada trabajador reescribe las pruebas al importarlas: son varios segundos si no se guardan
    entorno.pop("PYTHONDONTWRITEBYTECODE", None)
    if _a_mano(argumentos) or sys.platform == "win32":
        return subprocess.run([*orden, *argumentos], cwd=RAIZ, env=entorno, check=False).returncode
    # en su propio grupo: al pasarse del límite caen también los trabajadores y lo que hayan lanzado
    proceso = subprocess.Popen([*orden, *argumentos], cwd=RAIZ, env=entorno, process_group=0)
    plazo = _plazo()
    try:
        return proceso.wait(plazo)
    except subprocess.TimeoutExpired:
        print(f"\nFALLA: «{titulo}» pasó de {plazo:.0f} s y se corta. Dónde estaba cada proceso:", flush=True)
        _ensenar_pilas(proceso)
        _terminar(proceso, signal.SIGABRT)
        print(f"\nFALLA: «{titulo}» se colgó o no cupo en {plazo:.0f} s; las pilas están arriba.", flush=True)
        return COLGADA
    finally:
        if proceso.poll() is None:  # Ctrl-C, o nos pidieron terminar
            _terminar(proceso, signal.SIGINT)


def _plazo() -> float | None:
    """Los segundos de esta vuelta: su límite o lo que quede del total, lo que sea menos; `None` si no hay."""
    plazos = [float(LIMITE)] if LIMITE else []
    if LIMITE_TOTAL:
        plazos.append(max(1.0, LIMITE_TOTAL - (time.monotonic() - INICIO)))
    return min(plazos, default=None)


def _ensenar_pilas(proceso: subprocess.Popen[bytes]) -> None:
    """Con SIGABRT cada proceso de pytest escribe sus pilas y muere; de uno en uno, para que no se revuelvan."""
    try:
        orden = ["ps", "-A", "-o", "pid=,pgid="]
        listado = subprocess.run(orden, capture_output=True, text=True, check=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return
    pares = [linea.split() for linea in listado.stdout.splitlines()]
    for pid in (int(pid) for pid, grupo in pares if int(grupo) == proceso.pid != int(pid)):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGABRT)
        time.sleep(0.5)


def _terminar(proceso: subprocess.Popen[bytes], senal: signal.Signals) -> None:
    """Manda la señal a todo el grupo y mata lo que siga vivo."""
    for intento in (senal, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(proceso.pid, intento)
        with suppress(subprocess.TimeoutExpired):
            proceso.wait(15)
    proceso.wait(15)


def _a_mano(argumentos: list[str]) -> bool:
    """Quien depura necesita el teclado y todo el tiempo."""
    return any(a.startswith("--pdb") or a in ("--trace", "-s") for a in argumentos)


def _reparte(argumentos: list[str]) -> bool:
    """Quien pide -n, o una depuración que no admite reparto, manda."""
    return any(a.startswith(("-n", "--numprocesses", "--pdb")) or a == "-s" for a in argumentos)


def _trabajadores() -> int:
    """Uno más que los núcleos: las de navegador pasan un tercio del tiempo esperando plazos."""
    return max(1, min(os.cpu_count() or 1, 4)) + 1


def principal(argumentos: list[str]) -> int:
    """Las dos vueltas; falla si falla cualquiera."""
    exigidas = {m for m in os.environ.get("EXIGIR", "").split(",") if m}
    postgres, de_redis = buscar_postgres(), buscar_redis()
    segunda = bool(postgres and de_redis)
    with tempfile.TemporaryDirectory(prefix="amigos-") as carpeta:
        primera = correr(
            "SQLite y capa en memoria",
            {
                "DATABASE_URL": f"sqlite:///{carpeta}/pruebas.sqlite3",
                "REDIS_URL": "",
                "EXIGIR": ",".join(exigidas & {"navegador"} if segunda else exigidas),
            },
            "not postgres and not redis" if segunda else "",
            argumentos,
        )
    codigos = [primera]
    if postgres and de_redis:
        completo = os.environ.get("COMPLETO") == "1"
        codigo = correr(
            f"PostgreSQL en {urlsplit(postgres).hostname} y Redis" + (", todo lo que los toca" if completo else ""),
            {
                "DATABASE_URL": postgres,
                "REDIS_URL": de_redis,
                "EXIGIR": ",".join(exigidas - {"navegador"}),
                "SOLO_SERVICIOS": "1",
            },
            "not navegador" if completo else "(postgres or redis) and not navegador",
            argumentos,
        )
        # sin exigencia, puede no haber ninguna en lo que se pidió
        codigos.append(0 if codigo == SIN_PRUEBAS and not exigidas else codigo)
    else:
        faltan = [n for n, hay in (("PostgreSQL", postgres), ("Redis", de_redis)) if not hay]
        print(f"\nSE SALTÓ la vuelta en PostgreSQL y Redis: no hay {' ni '.join(faltan)}.", flush=True)
    return next((codigo for codigo in codigos if codigo), 0)


if __name__ == "__main__":
    # al morir por fuera (`timeout`, un apagado), que caigan también las pruebas
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(principal(sys.argv[1:]))
