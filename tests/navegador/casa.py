"""La casa de las historias: un servidor de verdad que se puede matar y volver a prender, con su propia base."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.config.servidor import RAIZ, entorno, esperar_salud, puerto_libre

SEMBRAR = "from tests.navegador.siembra import sembrar; sembrar()"
PACIENCIA_DE_BASE = 120


def manage(base: Path, *orden: str, entrada: str | None = None) -> str:
    """Una orden de administración sobre esa base; devuelve lo que escribió."""
    hecho = subprocess.run(
        [sys.executable, "manage.py", *orden],
        cwd=RAIZ,
        env=entorno(f"sqlite:///{base}", ENTORNO="demo"),
        input=entrada,
        capture_output=True,
        text=True,
        check=False,
        timeout=PACIENCIA_DE_BASE,
    )
    assert hecho.returncode == 0, f"manage.py {' '.join(orden)} falló:\n{hecho.stdout}\n{hecho.stderr}"
    return hecho.stdout


def copiar_base(de: Path, a: Path) -> None:
    """Copia entera, aunque la otra tenga diario sin vaciar."""
    with closing(sqlite3.connect(de)) as origen, closing(sqlite3.connect(a)) as copia:
        origen.backup(copia)


def base_sembrada(carpeta: Path) -> Path:
    """La base migrada y con organizadores: se hace una vez por corrida aunque haya varios trabajadores."""
    return _una_vez(carpeta / "sembrada.sqlite3", _sembrar)


def base_de_demostracion(carpeta: Path) -> Path:
    """La sembrada, más la demostración que carga `make run`."""
    return _una_vez(carpeta / "demostracion.sqlite3", lambda nueva: _demostrar(base_sembrada(carpeta), nueva))


def _sembrar(base: Path) -> None:
    manage(base, "migrate", "--verbosity", "0")
    manage(base, "shell", "-v", "0", "-c", SEMBRAR)


def _demostrar(sembrada: Path, base: Path) -> None:
    copiar_base(sembrada, base)
    manage(base, "demo_cargar")


def clave_de_sesion(correo: str) -> str:
    """La de la sesión con la que se siembra a quien organiza."""
    return f"sesion-{correo.partition('@')[0]}"


def _una_vez(base: Path, hacer: Callable[[Path], None]) -> Path:
    """El primero que llega la hace; los demás esperan a que termine."""
    turno = base.with_suffix(".turno")
    try:
        turno.mkdir()
    except FileExistsError:
        limite = time.monotonic() + PACIENCIA_DE_BASE
        while not base.exists():
            assert time.monotonic() < limite, f"Otro trabajador no terminó de hacer {base.name}"
            time.sleep(0.2)
        return base
    provisional = base.with_suffix(".haciendo")
    hacer(provisional)
    completa = base.with_suffix(".completa")
    copiar_base(provisional, completa)
    completa.rename(base)
    return base


class Casa:
    """Un servidor en su puerto. `matar` es un SIGKILL; `prender` vuelve a levantarlo en el mismo puerto."""

    def __init__(self, carpeta: Path, sembrada: Path, **ajustes: str) -> None:
        carpeta.mkdir(parents=True, exist_ok=True)
        self.base = carpeta / "casa.sqlite3"
        copiar_base(sembrada, self.base)
        self.registro = carpeta / "servidor.log"
        self.puerto = puerto_libre()
        self.ajustes = ajustes
        self.proceso: subprocess.Popen[str] | None = None
        self.prender()

    @property
    def direccion(self) -> str:
        return f"http://localhost:{self.puerto}"

    def prender(self) -> None:
        """Levanta el servidor y espera a que conteste."""
        with self.registro.open("a", encoding="utf-8") as salida:
            self.proceso = subprocess.Popen(
                [sys.executable, "manage.py", "servir", str(self.puerto), "--solo-local"],
                cwd=RAIZ,
                env=entorno(f"sqlite:///{self.base}", ENTORNO="demo", ALLOWED_HOSTS="*", **self.ajustes),
                stdout=salida,
                stderr=salida,
                text=True,
            )
        esperar_salud(self.proceso, self.puerto)

    def matar(self) -> None:
        """De golpe, sin despedirse de nadie."""
        if self.proceso is not None:
            self.proceso.kill()
            self.proceso.wait(timeout=10)

    def manage(self, *orden: str) -> str:
        """Otro proceso sobre la misma base: escribe sin que la capa de éste se entere."""
        return manage(self.base, *orden)

    def desmontar(self) -> None:
        """Lo apaga; un error sin atrapar en el registro hace fallar."""
        self.matar()
        escrito = self.registro.read_text(encoding="utf-8")
        assert "Traceback" not in escrito, f"El servidor se quejó:\n{escrito[-4000:]}"


def carpeta_de_corrida(base: Path) -> Path:
    """La común a los trabajadores de xdist; sin ellos, la propia."""
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


def vaciar(carpeta: Path) -> Path:
    """La deja vacía."""
    shutil.rmtree(carpeta, ignore_errors=True)
    carpeta.mkdir(parents=True)
    return carpeta
