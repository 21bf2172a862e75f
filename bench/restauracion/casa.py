"""Un PostgreSQL que manda su WAL a pgBackRest, con los archivos de producción y el repositorio en otra carpeta."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import psycopg
import yaml

from bench.comun import procesos as p

COMPOSE = p.RAIZ / "docker-compose.yml"
RESPALDO = p.RAIZ / "despliegue" / "respaldo"
PLAZO = 600


def archive_timeout() -> int:
    """Los segundos de producción, leídos de `docker-compose.yml`."""
    orden = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]["base"]["command"]
    return int(next(x for x in orden if x.startswith("archive_timeout=")).split("=")[1])


class PostgresConRespaldo(p.Postgres):
    """El de siempre, con `archive_command`, y lo que se hace con su repositorio."""

    def __init__(self, carpeta: Path) -> None:
        if shutil.which("pgbackrest") is None:
            raise p.NoArranco("no hay pgbackrest (apt-get install pgbackrest)")
        self._enchufe, self._repositorio, self._guiones = (
            carpeta / "enchufe",
            carpeta / "repositorio",
            carpeta / "guiones",
        )
        dueno = self._usuario()
        for suya in (self._enchufe, self._repositorio, self._guiones):
            suya.mkdir()
            if dueno:
                os.chown(suya, *dueno)
        for guion in ("pgbackrest.conf", "respaldar.sh"):
            # la carpeta del proyecto puede no dejar entrar al usuario de la base
            shutil.copy(RESPALDO / guion, self._guiones / guion)
        self._en_pie = False
        super().__init__(carpeta)

    @property
    def _ambiente(self) -> dict[str, str]:
        """A dónde y con qué llave, como `respaldo.env`; y lo que en producción dice `pgbackrest.conf`."""
        opciones = {
            "REPO1_TYPE": "posix", "REPO1_PATH": str(self._repositorio), "REPO1_CIPHER_PASS": "llave-del-simulacro",
            "PG1_PATH": str(self._datos), "PG1_PORT": str(self.puerto), "PG1_SOCKET_PATH": str(self._enchufe),
            "PG1_USER": "banco", "PG1_DATABASE": "banco", "CONFIG": str(self._guiones / "pgbackrest.conf"),
            "LOCK_PATH": str(self._guiones / "candado"),
        }  # fmt: skip
        return {f"PGBACKREST_{k}": v for k, v in opciones.items()} | {"LC_ALL": "C", "PATH": os.environ["PATH"]}

    def mandar(self, *orden: str) -> str:
        """Corre algo como el usuario de la base. Levanta `NoArranco` con lo que dijo."""
        quien = {"user": self._dueno[0], "group": self._dueno[1], "extra_groups": []} if self._dueno else {}
        hecho = subprocess.run(
            orden, cwd="/", env=self._ambiente, check=False, timeout=PLAZO, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, **quien,
        )  # fmt: skip
        if hecho.returncode:
            raise p.NoArranco(f"{' '.join(orden)}: {hecho.stdout[-400:]}{hecho.stderr[-600:]}")
        return hecho.stdout

    def _correr(self, orden: str, *argumentos: str) -> None:
        # pg_ctl deja a la base con sus salidas: con tubos, esperaría a que acabe
        quien = {"user": self._dueno[0], "group": self._dueno[1], "extra_groups": []} if self._dueno else {}
        hecho = subprocess.run(
            [str(self._bin / orden), *argumentos], cwd="/", env=self._ambiente, check=False, timeout=PLAZO,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **quien,
        )  # fmt: skip
        if hecho.returncode:
            raise p.NoArranco(f"{orden}: {hecho.stderr[-500:]}")

    def arrancar(self) -> None:
        """Y espera a que acabe de recuperarse: hasta entonces no deja escribir."""
        opciones = f"-p {self.puerto} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._enchufe}"
        opciones += " -c max_connections=200 -c archive_mode=on -c wal_level=replica"
        opciones += f" -c archive_timeout={archive_timeout()}"
        opciones += " -c archive_command='pgbackrest --stanza=amigos archive-push %p'"
        self._ctl("start", "-l", str(self._datos / "registro"), "-o", opciones)
        limite = time.monotonic() + PLAZO
        while self.preguntar("SELECT pg_is_in_recovery()", "postgres"):
            if time.monotonic() > limite:
                raise p.NoArranco("la base no acaba de recuperarse")
            time.sleep(0.2)

    def preguntar(self, consulta: str, base: str = "banco") -> object:
        """La primera columna del primer renglón."""
        with psycopg.connect(f"postgres://banco@127.0.0.1:{self.puerto}/{base}", autocommit=True) as conexion:
            fila = conexion.execute(consulta).fetchone()
        return fila[0] if fila else None

    def respaldar(self) -> None:
        """La copia base, con el guion de producción."""
        self.mandar("sh", str(self._guiones / "respaldar.sh"), "--una-vez")
        self.mandar("sh", str(self._guiones / "respaldar.sh"), "--sano")

    def cifrado(self) -> bool:
        """Nada del repositorio se lee sin la llave: ni el manifiesto dice sus nombres."""
        archivos = [a for a in self._repositorio.rglob("*") if a.is_file()]
        return bool(archivos) and not any(b"pg_data" in a.read_bytes()[:65_536] for a in archivos)

    def destruir(self) -> None:
        """Se apaga de golpe y se borra entera."""
        self.parar()
        shutil.rmtree(self._datos)
        self._datos.mkdir(mode=0o700)
        if self._dueno:
            os.chown(self._datos, *self._dueno)

    def restaurar(self, momento: str = "") -> None:
        """Del repositorio: hasta lo último, o hasta ese momento. Y arranca."""
        hasta = ["--delta", "--type=time", f"--target={momento}", "--target-action=promote"] if momento else []
        self.mandar("pgbackrest", "--stanza=amigos", *hasta, "restore")
        self.arrancar()
