"""Lo que se va a jugar, decidido antes: las manos de cada mesa y el acta que debe quedar, sin pasar por el sistema."""

import json
import random
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from bench.comun.procesos import RAIZ
from reglas.roles import rol_de

JUGADORES, META = 16, 100


@dataclass(frozen=True)
class Mesa:
    """Una mesa de una partida: quiénes, quién la anota, quién sale y qué manos se juegan."""

    partida: int
    numero: int
    asientos: tuple[int, ...]
    anotador: int
    salidor: int
    manos: tuple[dict[str, Any], ...]

    @property
    def ganadora(self) -> int:
        """La pareja que llega a la meta."""
        return next(p for p in (0, 1) if sum(m["tantos"] for m in self.manos if m["pareja"] == p) >= META)


def plan(partidas: int, del_navegador: int, azar: random.Random) -> list[list[Mesa]]:
    """Las mesas de cada partida. Anota alguien de la mesa al azar; donde se sienta quien va en Chromium, ése."""
    return [
        [_mesa(p.numero, m.numero, m.asientos, del_navegador, azar) for m in p.mesas]
        for p in rol_de(JUGADORES).partidas[:partidas]
    ]


def _mesa(partida: int, numero: int, asientos: tuple[int, ...], navegador: int, azar: random.Random) -> Mesa:
    anotador = navegador if navegador in asientos else azar.choice(asientos)
    manos: list[dict[str, Any]] = []
    suma = [0, 0]
    while max(suma) < META:
        if azar.random() < 0.1:
            manos.append({"desenlace": "cierre_empatado", "pareja": azar.choice((0, 1)), "tantos": 0})
            continue
        pareja, tantos = azar.choice((0, 1)), azar.randint(9, 60)
        manos.append({"desenlace": azar.choice(("dominada", "cierre")), "pareja": pareja, "tantos": tantos})
        suma[pareja] += tantos
    return Mesa(partida, numero, asientos, anotador, azar.choice(asientos), tuple(manos))


def acta(partidas: list[list[Mesa]]) -> dict[str, Any]:
    """El acta de lo planeado, escrita aparte."""
    return {
        "formato": "amigos-domino/recreo", "version": 1, "nombre": "Caos", "lugar": "", "meta": str(META),
        "jugadores": [{"numero": n, "nombre": f"Jugador {n}"} for n in range(1, JUGADORES + 1)],
        "importe": "0.00", "pago_extraordinario": False,
        "partidas": [
            {"partida": n, "castigos": [], "mesas": [
                {"mesa": m.numero, "salidor": m.salidor, "manos": list(m.manos), "fin": "meta", "gana_default": None}
                for m in mesas
            ]}
            for n, mesas in enumerate(partidas, start=1)
        ],
    }  # fmt: skip


def clasificar(una: dict[str, Any]) -> dict[str, Any]:
    """`python -m reglas clasificar`, en otro proceso y sin Django."""
    hecho = subprocess.run(
        [sys.executable, "-m", "reglas", "clasificar", "-"], cwd=RAIZ, input=json.dumps(una),
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    salida: dict[str, Any] = json.loads(hecho.stdout)
    return salida
