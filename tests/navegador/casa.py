"""La casa de las historias: un servidor de verdad que se puede matar y volver a prender, con su propia base."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.config.servidor import (
    PACIENCIA_DE_BASE,
    RAIZ,
    base_migrada,
    copiar_base,
    entorno,
    esperar_salud,
    puerto_libre,
    una_vez,
)

SEMBRAR = "from tests.navegador.siembra import sembrar; sembrar()"


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


def base_sembrada(carpeta: Path) -> Path:
    """La base migrada y con organizadores: se hace una vez por corrida aunque haya varios trabajadores."""
    return una_vez(carpeta / "sembrada.sqlite3", lambda nueva: _sembrar(base_migrada(carpeta), nueva))


def base_de_demostracion(carpeta: Path) -> Path:
    """La sembrada, más la demostración que carga `make run`."""
    return una_vez(carpeta / "demostracion.sqlite3", lambda nueva: _demostrar(base_sembrada(carpeta), nueva))


def _sembrar(migrada: Path, base: Path) -> None:
    copiar_base(migrada, base)
    manage(base, "shell", "-v", "0", "-c", SEMBRAR)


def _demostrar(sembrada: Path, base: Path) -> None:
    copiar_base(sembrada, base)
    manage(base, "demo_cargar")


def base_con_cuartetos(carpeta: Path, nombre: str, pedidos: dict[str, list[list[str]]]) -> tuple[Path, Any]:
    """La sembrada, más esos cuartetos, y la ficha de cada uno (`sembrar_cuartetos`)."""
    fichas = carpeta / f"{nombre}.json"

    def sembrar(nueva: Path) -> None:
        copiar_base(base_sembrada(carpeta), nueva)
        orden = f"from tests.navegador.siembra import sembrar_cuartetos as s; s({pedidos!r})"
        fichas.write_text(manage(nueva, "shell", "-v", "0", "-c", orden).strip().splitlines()[-1], encoding="utf-8")

    base = una_vez(carpeta / f"{nombre}.sqlite3", sembrar)
    return base, json.loads(fichas.read_text(encoding="utf-8"))


def clave_de_sesion(correo: str) -> str:
    """La de la sesión con la que se siembra a quien organiza; como las de Django, sólo letras y cifras."""
    return "sesion" + "".join(c for c in correo.partition("@")[0] if c.isalnum())


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


def vaciar(carpeta: Path) -> Path:
    """La deja vacía."""
    shutil.rmtree(carpeta, ignore_errors=True)
    carpeta.mkdir(parents=True)
    return carpeta
