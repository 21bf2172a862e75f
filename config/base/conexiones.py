"""Base de datos: SQLite en WAL por omisión; PostgreSQL con psycopg 3 y su reserva si hay `DATABASE_URL`."""

from pathlib import Path
from typing import Any

import environ

# 2 MB de páginas por conexión: son una por hilo, y lo demás lo guarda el sistema una sola vez para todas
PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
    "PRAGMA busy_timeout=20000; PRAGMA cache_size=-2000;"
)

SEGUNDOS_ABIERTA = 600

SIN_RESPUESTA = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""La máquina de la base que se va sin despedirse se nota en menos de 30 s: sin esto, quien espera, espera un cuarto de
hora. El último, en milisegundos. `DATABASE_URL` manda.
"""


def reserva(env: environ.Env) -> int:
    """`RESERVA_DE_CONEXIONES`: cuántas guarda cada proceso, y sus hilos (`config.servidor.peticiones`)."""
    return max(1, int(env.int("RESERVA_DE_CONEXIONES", default=16)))


def bases(env: environ.Env, var: Path) -> dict[str, Any]:
    """Las bases de Django según `DATABASE_URL`; SQLite con transacción IMMEDIATE y `synchronous=FULL`."""
    var.mkdir(exist_ok=True)
    base = env.db_url("DATABASE_URL", default=f"sqlite:///{var / 'amigos.sqlite3'}")
    if base["ENGINE"].endswith("sqlite3"):
        # abrirla y ponerle sus funciones y ajustes costaba más que lo que se le pregunta
        base["CONN_MAX_AGE"] = SEGUNDOS_ABIERTA
        base["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "init_command": PRAGMAS, "timeout": 20}
        # en archivo también al probar: la base en memoria no tiene WAL ni espera
        base["TEST"] = {"NAME": f"{base['NAME']}.prueba"}
    else:
        base["CONN_MAX_AGE"] = 0
        opciones = base.setdefault("OPTIONS", {})
        for nombre, valor in SIN_RESPUESTA.items():
            opciones.setdefault(nombre, valor)
        opciones["options"] = f"{limites(env)} {opciones.get('options', '')}".strip()
        opciones["pool"] = {
            "min_size": 1,
            "max_size": reserva(env),
            "timeout": 20,
        }
    return {"default": base}


def limites(env: environ.Env) -> str:
    """Lo que PostgreSQL espera antes de soltar, en opciones de conexión: nadie se queda esperando para siempre.

    En segundos, por variable de entorno; 0 no manda esa opción y deja lo que tenga el servidor.
    """
    segundos = {
        "lock_timeout": env.int("ESPERA_DE_CANDADO", default=15),
        "statement_timeout": env.int("LIMITE_DE_CONSULTA", default=30),
        "idle_in_transaction_session_timeout": env.int("LIMITE_EN_TRANSACCION", default=60),
    }
    return " ".join(f"-c {nombre}={valor}s" for nombre, valor in segundos.items() if valor > 0)
