"""Único lugar desde el que se difunde: «cambió el torneo X, va en la versión N». Nada más viaja."""

from config.vivo.publicar import difundir

GRUPO = "torneos"


def avisar(torneo_id: int, version: int) -> None:
    """Avisa a todos los procesos. Perder un aviso no importa: el vigía relee las versiones."""
    difundir(GRUPO, {"type": "torneo.cambio", "torneo": torneo_id, "version": version})
