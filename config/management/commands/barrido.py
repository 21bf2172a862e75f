"""El barrido en su propio proceso, para cuando sirven varios."""

import argparse
import asyncio
import signal
from pathlib import Path
from types import FrameType

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.servidor import arranque, centinela, metricas
from config.vivo import tareas


class Command(BaseCommand):
    """`manage.py barrido`: cancela lo olvidado, purga y avisa, hasta SIGTERM. Dos a la vez no hacen daño."""

    help = "Corre el trabajo periódico del sistema."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Una vuelta o para siempre."""
        parser.add_argument("--una-vez", action="store_true", help="Una vuelta y termina (para cron).")

    def handle(self, *args: object, una_vez: bool, **opciones: object) -> None:
        """Corre las tareas registradas por las aplicaciones."""
        nombres = ", ".join(f"{t.nombre} (cada {t.cada:g} s)" for t in tareas.del_barrido()) or "ninguna"
        self.stdout.write(f"Tareas del barrido: {nombres}")
        self.stdout.flush()
        if una_vez:
            if not asyncio.run(tareas.barrer_una_vez()):
                raise CommandError("Falló al menos una tarea; el registro dice cuál.")
            return
        arranque.anotar_proceso("barrido")
        centinela.empezar()
        metricas.abrir()
        asyncio.run(_hasta_senal(Path(settings.VAR) / "barrido.latido"))
        self.stdout.write("Barrido terminado.")


async def _hasta_senal(latido: Path) -> None:
    alto = asyncio.Event()
    bucle = asyncio.get_running_loop()

    def parar(senal: int, marco: FrameType | None) -> None:
        bucle.call_soon_threadsafe(alto.set)

    signal.signal(signal.SIGTERM, parar)
    signal.signal(signal.SIGINT, parar)
    await tareas.barrer(alto, latido)
