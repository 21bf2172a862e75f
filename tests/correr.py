"""Corre las pruebas: `make test`, `make noche` y la integración continua pasan por aquí.

Primera vuelta: todo en SQLite y capa en memoria, con Chromium si lo hay. Segunda, si hay PostgreSQL y Redis: lo que
los necesita, o todo lo que toca la base o Redis con `COMPLETO=1` (las reglas puras ya corren en la primera). Con las
dos completas, de día cada prueba corre una vez: la primera deja a la segunda lo que da lo mismo en cualquier base.

Van a la vez, porque una llena los huecos en que la otra espera plazos; lo que dice la segunda se lee al final. De
noche, una tras otra: las cuentas largas piden la máquina entera.

Tienen un límite (`LIMITE`, en segundos; 0, ninguno): al pasarlo se enseñan las pilas y se mata.

Lo último que se escribe es el nombre de cada prueba que falló, en una vuelta o en otra (también en `RESUMEN=archivo`).
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext, suppress
from dataclasses import dataclass
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


@dataclass
class Vuelta:
    """Una corrida de pytest con esos ajustes de entorno; con `aparte`, lo que escribe se guarda ahí.

    En `fallas` anota tests/conftest.py lo que va fallando.
    """

    titulo: str
    ajustes: dict[str, str]
    marca: str
    trabajadores: int
    fallas: Path
    aparte: Path | None = None
    proceso: subprocess.Popen[bytes] | None = None

    def orden(self, argumentos: list[str]) -> list[str]:
        """La línea que corre."""
        orden = [sys.executable, "-m", "pytest"]
        if not _reparte(argumentos):
            # de una en una: con las largas primero (tests/conftest.py), los trabajadores acaban a la par
            orden += ["-n", str(self.trabajadores), "--maxschedchunk", "1"]
        if DE_NOCHE:
            orden += PLAZOS_DE_NOCHE
        return [*orden, *(["-m", self.marca] if self.marca else []), *argumentos]

    def entorno(self) -> dict[str, str]:
        """El de quien llama, con lo suyo."""
        # cada trabajador reescribe las pruebas al importarlas: son varios segundos si no se guardan
        comunes = {"ANOTAR_FALLAS": str(self.fallas), "CARPETA_DE_BASES": str(self.bases)}
        ajustes = {**os.environ, **self.ajustes, **comunes}
        return {k: v for k, v in ajustes.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def fallidas(self) -> list[str]:
        """Las pruebas que fallaron, cada una una vez."""
        anotado = self.fallas.read_text(encoding="utf-8") if self.fallas.exists() else ""
        return list(dict.fromkeys(anotado.splitlines()))

    def empezar(self, argumentos: list[str]) -> None:
        """En su propio grupo: al pasarse del límite caen también los trabajadores y lo que hayan lanzado."""
        self._anunciar(" (se lee al final)" if self.aparte else "")
        with self.aparte.open("wb") if self.aparte else nullcontext() as salida:
            self.proceso = subprocess.Popen(
                self.orden(argumentos), cwd=RAIZ, env=self.entorno(), process_group=0,
                stdout=salida, stderr=subprocess.STDOUT if self.aparte else None,
            )  # fmt: skip

    def leer(self) -> None:
        """Lo que se guardó."""
        if self.aparte is not None:
            self._anunciar()
            sys.stdout.buffer.write(self.aparte.read_bytes())
            sys.stdout.flush()

    def cortar(self) -> None:
        """Enseña dónde estaba cada proceso y lo mata."""
        print(f"\nFALLA: «{self.titulo}» pasó de {LIMITE} s y se corta. Dónde estaba cada proceso:", flush=True)
        if self.proceso is not None:
            _ensenar_pilas(self.proceso)
            _terminar(self.proceso, signal.SIGABRT)

    @property
    def bases(self) -> Path:
        """Donde se prepara, una vez para todas las vueltas, lo que cada trabajador copia: la carpeta dada, u otra."""
        return Path(os.environ.get("CARPETA_DE_BASES") or self.fallas.parent / "bases")

    def preparar(self) -> "subprocess.Popen[bytes]":
        """Su plantilla, antes de que arranquen los trabajadores y se peleen los núcleos."""
        return subprocess.Popen(
            [sys.executable, "-m", "tests.plantilla", str(self.bases)], cwd=RAIZ, env=self.entorno()
        )

    def a_mano(self, argumentos: list[str]) -> int:
        """Sola, con el teclado y todo el tiempo."""
        self._anunciar()
        return subprocess.run(self.orden(argumentos), cwd=RAIZ, env=self.entorno(), check=False).returncode

    def _anunciar(self, mas: str = "") -> None:
        print(f"\n=== {self.titulo}{mas} ===", flush=True)


def correr(vueltas: list[Vuelta], argumentos: list[str]) -> list[int]:
    """Todas a la vez; sus códigos."""
    if _a_mano(argumentos) or sys.platform == "win32":
        return [vuelta.a_mano(argumentos) for vuelta in vueltas]
    limite = time.monotonic() + LIMITE
    codigos: list[int] = []
    try:
        for vuelta in vueltas:
            vuelta.empezar(argumentos)
        for vuelta in vueltas:
            assert vuelta.proceso is not None
            try:
                codigos.append(vuelta.proceso.wait(max(0.1, limite - time.monotonic()) if LIMITE else None))
            except subprocess.TimeoutExpired:
                vuelta.cortar()
                codigos.append(COLGADA)
            vuelta.leer()
            if codigos[-1] == COLGADA:
                print(f"\nFALLA: «{vuelta.titulo}» se colgó o no cupo en {LIMITE} s; arriba, las pilas.", flush=True)
    finally:
        for vuelta in vueltas:  # Ctrl-C, o nos pidieron terminar
            if vuelta.proceso is not None and vuelta.proceso.poll() is None:
                _terminar(vuelta.proceso, signal.SIGINT)
    return codigos


def resumen_de(vueltas: list[Vuelta], codigos: list[int]) -> str:
    """Cada prueba que falló, con la vuelta en que fue; vacío si todo salió bien."""
    renglones: list[str] = []
    for vuelta, codigo in zip(vueltas, codigos, strict=True):
        if codigo:
            nombres = vuelta.fallidas() or [f"ninguna prueba, y acabó con código {codigo}: arriba dice por qué"]
            renglones += [f"FALLÓ en «{vuelta.titulo}»:", *(f"  {nombre}" for nombre in nombres)]
    return "\n".join(renglones)


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


def _nucleos() -> int:
    return max(1, min(os.cpu_count() or 1, 4))


def principal(argumentos: list[str]) -> int:
    """Las dos vueltas; falla si falla cualquiera."""
    exigidas = {m for m in os.environ.get("EXIGIR", "").split(",") if m}
    postgres, de_redis = buscar_postgres(), buscar_redis()
    segunda = bool(postgres and de_redis)
    with tempfile.TemporaryDirectory(prefix="amigos-") as temporal:
        carpeta = Path(temporal)
        vueltas = [_en_sqlite(carpeta, exigidas, segunda)]
        if postgres and de_redis:
            vueltas.append(_en_postgres(carpeta, postgres, de_redis, exigidas))
        if _completo():
            vueltas[0].bases.mkdir(exist_ok=True)
            # si no se pudo, lo dice la primera prueba
            for preparando in [vuelta.preparar() for vuelta in vueltas]:
                preparando.wait()
        tandas = [[vuelta] for vuelta in vueltas] if DE_NOCHE else [vueltas]
        codigos = [codigo for tanda in tandas for codigo in correr(tanda, argumentos)]
        if segunda:
            # sin exigencia, puede no haber ninguna en lo que se pidió
            codigos[1] = 0 if codigos[1] == SIN_PRUEBAS and not exigidas else codigos[1]
        else:
            faltan = [n for n, hay in (("PostgreSQL", postgres), ("Redis", de_redis)) if not hay]
            print(f"\nSE SALTÓ la vuelta en PostgreSQL y Redis: no hay {' ni '.join(faltan)}.", flush=True)
        _decir(resumen_de(vueltas, codigos))
    return next((codigo for codigo in codigos if codigo), 0)


def _decir(resumen: str) -> None:
    """En los últimos renglones: lo que dijo cada vuelta queda muy arriba."""
    if resumen:
        print(f"\n{resumen}", flush=True)
    if archivo := os.environ.get("RESUMEN"):
        Path(archivo).write_text(f"{resumen}\n" if resumen else "", encoding="utf-8")


def _completo() -> bool:
    return os.environ.get("COMPLETO") == "1"


def _en_sqlite(carpeta: Path, exigidas: set[str], hay_segunda: bool) -> Vuelta:
    return Vuelta(
        "SQLite y capa en memoria",
        {
            "LO_DEMAS_EN_POSTGRES": "1" if hay_segunda and _completo() else "",
            "DATABASE_URL": f"sqlite:///{carpeta}/pruebas.sqlite3",
            "REDIS_URL": "",
            "EXIGIR": ",".join(exigidas & {"navegador"} if hay_segunda else exigidas),
        },
        "not postgres and not redis" if hay_segunda else "",
        # dos más que los núcleos: las de navegador pasan más de la mitad del tiempo esperando plazos
        _nucleos() + 2,
        carpeta / "fallas-sqlite.txt",
    )


def _en_postgres(carpeta: Path, postgres: str, de_redis: str, exigidas: set[str]) -> Vuelta:
    completo = _completo()
    return Vuelta(
        f"PostgreSQL en {urlsplit(postgres).hostname} y Redis" + (", todo lo que los toca" if completo else ""),
        {
            "DATABASE_URL": postgres,
            "REDIS_URL": de_redis,
            "EXIGIR": ",".join(exigidas - {"navegador"}),
            "SOLO_SERVICIOS": "1",
        },
        "not navegador" if completo else "(postgres or redis) and not navegador",
        # una más que los núcleos: mientras la base contesta, otra prueba trabaja
        _nucleos() + 1,
        carpeta / "fallas-postgres.txt",
        None if DE_NOCHE else carpeta / "postgres.txt",
    )


if __name__ == "__main__":
    # al morir por fuera (`timeout`, un apagado), que caigan también las pruebas
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(principal(sys.argv[1:]))
