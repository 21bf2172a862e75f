"""Único lugar desde el que se difunde: «cambió el Recreo X, va en la versión N; fue su mesa M». Nada más viaja."""

from config.vivo.publicar import difundir

# Un solo grupo con un canal por proceso: con un canal por teléfono, cada aviso recorría los de todos.
GRUPO = "recreos"


def avisar(recreo_id: int, version: int, mesa: int = 0) -> None:
    """Avisa a todos los procesos. `mesa`: la llave de la única que cambió; 0, si fue todo el Recreo.

    Perder un aviso no importa: el vigía relee las versiones.
    """
    difundir(GRUPO, {"type": "recreo.cambio", "recreo": recreo_id, "version": version, "mesa": mesa})
