"""Actas de Recreo válidas al azar, completas y a medias, para las propiedades."""

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.reglas.rol_del_documento import programa_oficial

# Un acta trae muchas mesas: con la cuarta parte de los ejemplos del perfil basta.
POCOS = settings(max_examples=max(1, settings().max_examples // 4), deadline=None)

TAMANOS = (4, 5, 6, 7, 8, 12, 16)
METAS = ("100", "200", "juegos_ganados")
MAXIMOS = {"100": 118, "200": 153}
# Cuanto menos variados los tantos, más empates hasta el diferencial.
PALETAS = {"100": ((50,), (100,), (25, 50, 100)), "200": ((100,), (150, 50), (67, 100))}


def acta_al_azar(azar: random.Random, tamano: int, meta: str, completa: bool) -> dict[str, Any]:
    ronda = tamano <= 7
    programa = programa_oficial(tamano)
    paleta = azar.choice((None, *PALETAS.get(meta, ())))
    hasta = len(programa) if completa else azar.randint(0, len(programa))
    partidas = []
    for numero in range(1, hasta + 1):
        mesas = [
            _mesa(azar, meta, m, parejas, paleta, completa)
            for m, parejas in enumerate(programa[numero - 1][0], start=1)
        ]
        if not completa and azar.random() < 0.1:
            mesas.pop(azar.randrange(len(mesas)))
        partidas.append({"partida": numero, "mesas": mesas, "castigos": _castigos(azar, tamano, meta)})
    return {
        "formato": "amigos-domino/recreo",
        "version": 1,
        "nombre": "Recreo de prueba",
        "lugar": "Club",
        "meta": meta,
        "jugadores": [{"numero": n, "nombre": f"Jugador {n}"} for n in range(1, tamano + 1)],
        "importe": azar.choice(("0.00", "10.00", "0.05", "1234.50")) if ronda else "0.00",
        "pago_extraordinario": ronda and azar.random() < 0.5,
        "partidas": partidas,
    }


def _castigos(azar: random.Random, tamano: int, meta: str) -> list[dict[str, int]]:
    if meta == "juegos_ganados" or azar.random() < 0.7:
        return []
    return [
        {"jugador": azar.randint(1, tamano), "tantos": azar.choice((5, 10, 25, 50))} for _ in range(azar.randint(1, 2))
    ]


def _mesa(azar: random.Random, meta: str, numero: int, parejas: Any, paleta: Any, completa: bool) -> dict[str, Any]:
    fin = azar.choices(("meta", "tiempo", "default", None), (80, 10, 5, 0 if completa else 5))[0]
    manos, cuenta, llego = _manos(azar, meta, paleta, None if fin == "meta" else azar.randint(0, 6))
    if llego and fin is not None:
        fin = "meta"
    if fin == "tiempo" and cuenta[0] == cuenta[1]:
        fin = "default"
    return {
        "mesa": numero,
        "salidor": azar.choice((None, *parejas[0], *parejas[1])),
        "manos": manos,
        "fin": fin,
        "gana_default": azar.randint(0, 1) if fin == "default" else None,
    }


def _manos(
    azar: random.Random, meta: str, paleta: Any, maximo: int | None
) -> tuple[list[dict[str, Any]], list[int], bool]:
    """Manos hasta la meta, o hasta `maximo` si llega antes."""
    manos: list[dict[str, Any]] = []
    cuenta = [0, 0]
    llego = False
    suerte = azar.choice((0.5, 0.1, 0.9))
    while not llego and (maximo is None or len(manos) < maximo):
        desenlace = azar.choices(("dominada", "cierre", "cierre_empatado"), (8, 3, 1))[0]
        pareja, tantos = int(azar.random() < suerte), 0
        if meta == "juegos_ganados":
            pareja = pareja if desenlace == "dominada" else None
            gana = 1 if desenlace == "dominada" else 0
        elif desenlace == "cierre_empatado":
            pareja, gana = azar.choice((None, 0, 1)), 0
        else:
            gana = tantos = azar.choice(paleta) if paleta else azar.randint(1, MAXIMOS[meta])
        if gana:
            cuenta[pareja] += gana
        manos.append({"desenlace": desenlace, "pareja": pareja, "tantos": tantos})
        if meta == "juegos_ganados":
            llego = max(cuenta) >= 4 and abs(cuenta[0] - cuenta[1]) >= 2
        else:
            llego = max(cuenta) >= int(meta)
    return manos, cuenta, llego


@st.composite
def actas(draw: st.DrawFn, tamanos: tuple[int, ...] = TAMANOS, metas: tuple[str, ...] = METAS) -> dict[str, Any]:
    """Un acta válida; la semilla la elige Hypothesis y el resto se deriva de ella."""
    azar = random.Random(draw(st.integers(0, 2**32)))
    return acta_al_azar(
        azar, draw(st.sampled_from(tamanos)), draw(st.sampled_from(metas)), completa=draw(st.booleans())
    )
