"""Vigía de los contenedores; sólo biblioteca estándar, porque corre cada pocos segundos.

Sin argumentos pregunta a `/salud` si está listo; con `--barrido`, mira que cada tarea haya acabado bien hace poco. Con
`--reinicia`, a quien ya no vive (no a quien espera a la base) lo termina: su contenedor se levanta otra vez.
"""

import json
import os
import signal
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

VAR = Path(__file__).resolve().parent.parent / "var"
LATIDO_VIGENTE = 30
VIVO, LISTO, BIEN = "/salud/vivo", "/salud", 200
PLAZOS = {VIVO: 2.0, LISTO: 4.0}
"""Segundos. Juntos, menos que los del HEALTHCHECK: si Docker corta antes al vigía, no llega a contar la falla."""
PACIENCIA = 3
"""Vigilancias seguidas sin vida antes de pedirle que termine; a la siguiente, se le corta."""


def contesta(ruta: str) -> int:
    """Con qué código responde el servidor de este contenedor en esa ruta; 0 si no responde a tiempo."""
    conexion = HTTPConnection("127.0.0.1", int(os.environ.get("PUERTO_INTERNO", "8000")), timeout=PLAZOS[ruta])
    try:
        conexion.request("GET", ruta)
        return conexion.getresponse().status
    except (OSError, HTTPException):
        return 0
    finally:
        conexion.close()


def atrasadas(ahora: float | None = None) -> list[str]:
    """Las tareas del barrido que llevan más que su plazo sin acabar bien; «latido», si ni siquiera late."""
    ahora = time.time() if ahora is None else ahora
    archivo = VAR / "barrido.latido"
    try:
        tareas = json.loads(archivo.read_text(encoding="utf-8"))
        late = ahora - archivo.stat().st_mtime < LATIDO_VIGENTE
    except (OSError, ValueError):
        return ["latido"]
    return [nombre for nombre, (exito, plazo) in tareas.items() if ahora - exito > plazo] if late else ["latido"]


def terminar_si_insiste(vive: bool, proceso: Path, fallas: Path) -> None:
    """Lleva la cuenta de las veces seguidas que no vive; a la tercera le pide que termine y a la cuarta lo corta."""
    if vive:
        fallas.unlink(missing_ok=True)
        return
    van = (int(fallas.read_text() or 0) if fallas.exists() else 0) + 1
    fallas.write_text(str(van))
    if van >= PACIENCIA:
        with suppress(OSError, ValueError):
            os.kill(int(proceso.read_text()), signal.SIGTERM if van == PACIENCIA else signal.SIGKILL)


def principal(argumentos: list[str]) -> int:
    """Cero si está sano. Escribe qué no, para quien mire `docker inspect`."""
    del_barrido = "--barrido" in argumentos
    # quien se está vaciando también contesta: vive
    contesto = del_barrido or bool(contesta(VIVO))
    malas = (
        atrasadas() if del_barrido else [] if contesto and contesta(LISTO) == BIEN else [LISTO if contesto else VIVO]
    )
    if "--reinicia" in argumentos:
        cual = "barrido" if del_barrido else "servidor"
        vive = not malas if del_barrido else contesto
        terminar_si_insiste(vive, VAR / f"{cual}.pid", VAR / f"{cual}.fallas")
    if malas:
        sys.stdout.write(f"mal: {', '.join(malas)}\n")
    return 1 if malas else 0


if __name__ == "__main__":
    sys.exit(principal(sys.argv[1:]))
