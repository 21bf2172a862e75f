"""La casa que se golpea: uno o dos servidores, su barrido y su base, todo propio y en puertos libres."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.comun import procesos as p

PAUSA = "100"
"""Pausa de pase, en ms: la de verdad haría la corrida doce veces más larga."""


class Casa:
    """Lo que está en pie y cómo se le pega."""

    def __init__(
        self, base: str, servidores: list[p.Servidor], postgres: p.Postgres | None, redis: p.Redis | None
    ) -> None:
        self.base, self.servidores, self.postgres, self.redis = base, servidores, postgres, redis

    def golpear(self, que: str, azar: random.Random) -> bool:
        """Mata y vuelve a levantar; verdadero si mientras tanto otro servidor atendía."""
        if que == "postgres":
            assert self.postgres is not None
            self.postgres.reiniciar(azar.choice(("immediate", "fast")))
            return False
        if que == "redis":
            assert self.redis is not None
            self.redis.reiniciar()
            return True
        victima = azar.choice(self.servidores)
        victima.matar()
        victima.arrancar()
        return len(self.servidores) > 1


@contextmanager
def en_sqlite(carpeta: Path) -> Iterator[Casa]:
    """Un servidor con SQLite y capa en memoria, como sale de `make run`."""
    base = f"sqlite:///{carpeta}/caos.sqlite3"
    p.migrar(base)
    with p.servidor(base, carpeta / "servidor.log", ENLINEA_PAUSA_DE_PASE=PAUSA) as servidor:
        yield Casa(base, [servidor], None, None)


@contextmanager
def en_postgres(carpeta: Path) -> Iterator[Casa]:
    """Dos servidores con PostgreSQL y Redis, y el barrido aparte, como en producción."""
    with p.postgres(carpeta) as pg, p.redis(carpeta) as redis:
        p.migrar(pg.url)
        ajustes = {"REDIS_URL": redis.url, "PROCESOS": "2", "ENLINEA_PAUSA_DE_PASE": PAUSA}
        with (
            p.servidor(pg.url, carpeta / "servidor-1.log", **ajustes) as uno,
            p.servidor(pg.url, carpeta / "servidor-2.log", **ajustes) as otro,
            _barrido(pg.url, carpeta / "barrido.log", ajustes),
        ):
            yield Casa(pg.url, [uno, otro], pg, redis)


@contextmanager
def _barrido(base: str, registro: Path, ajustes: dict[str, str]) -> Iterator[None]:
    with registro.open("ab") as salida:
        proceso = subprocess.Popen(
            [sys.executable, "manage.py", "barrido"], cwd=p.RAIZ, env=p.entorno(base, **ajustes),
            stdin=subprocess.DEVNULL, stdout=salida, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        yield
    finally:
        proceso.kill()
        proceso.wait(10)
