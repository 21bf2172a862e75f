"""Actas de partidas al azar, jugadas con el modelo, y lo que `verificar` debe decir de ellas."""

import random
from typing import Any

from tests.reglas.modelo_mesa import FICHAS, ManoModelo, PartidaModelo, derecha, tantos

NOMBRES = ["Lupita", "Beto", "Carmen", "Chucho"]
METAS = ("100", "200", "juegos_ganados")


def repartir(azar: random.Random) -> list[list[str]]:
    orden = azar.sample(FICHAS, 28)
    return [orden[:7], orden[7:14], orden[14:21], orden[21:]]


def partida_al_azar(azar: random.Random, meta: str, manos: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """El acta y su informe con detalle; con `manos`, se corta en esa, a media mano."""
    partida, salidor = PartidaModelo(meta), azar.randrange(4)
    actas, informes = [], []
    while partida.ganadora is None and (manos is None or len(actas) < manos):
        hasta = azar.randrange(25) if manos is not None and len(actas) == manos - 1 else 99
        acta, informe = mano_al_azar(azar, meta, salidor, hasta)
        actas.append(acta)
        informes.append(informe)
        partida.anotar(informe["ganadora"], informe["tantos"])
        salidor = derecha(salidor)
    return acta_de(meta, actas), {
        "manos": informes,
        "estado": "en_curso" if partida.ganadora is None else "terminada",
        "ganadora": partida.ganadora,
        "marcador": partida.marcador(),
    }


def acta_de(meta: str, manos: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "formato": "amigos-domino/partida",
        "version": 1,
        "meta": meta,
        "asientos": list(NOMBRES),
        "manos": manos,
    }


def mano_al_azar(azar: random.Random, meta: str, salidor: int, hasta: int) -> tuple[dict[str, Any], dict[str, Any]]:
    reparto = repartir(azar)
    mano = ManoModelo([list(suyas) for suyas in reparto], salidor)
    busca_cerrar = azar.random() < 0.5
    detalle: list[dict[str, Any]] = []
    jugadas: list[dict[str, Any]] = []
    while mano.fin is None and len(jugadas) < hasta:
        legales = mano.legales(mano.turno)
        if not legales:
            mano.pasar()
            continue
        detalle.append(
            {
                "legales": [{"ficha": ficha, "extremo": extremo} for ficha, extremo in legales],
                "situacion_cierre": mano.hay_situacion_de_cierre(),
                "reloj": mano.reloj(),
            }
        )
        ficha, extremo = elegir(azar, mano, legales, busca_cerrar)
        jugadas.append(_jugada(azar, mano.turno, ficha, extremo, sum(f == ficha for f, _ in legales) == 1))
        mano.tirar(ficha, extremo)
    while mano.fin is None and not mano.legales(mano.turno):
        mano.pasar()
    gana, cuantos = (None, 0) if mano.fin is None else mano.cuenta(meta)
    informe = {
        "fin": mano.fin or "incompleta",
        "asiento": mano.quien,
        "ganadora": gana,
        "tantos": cuantos,
        "no_jugados": [tantos(suyas) for suyas in mano.manos],
        "pases": mano.pases,
        "terminales": list(mano.terminales() or (None, None)),
        "detalle": detalle,
    }
    return {"reparto": reparto, "salidor": salidor, "jugadas": jugadas}, informe


def elegir(
    azar: random.Random, mano: ManoModelo, legales: list[tuple[str, str | None]], busca_cerrar: bool
) -> tuple[str, str | None]:
    """Al azar, o buscando el mismo palo en las dos puntas: así salen más cierres."""
    puntas = mano.terminales()
    if busca_cerrar and puntas is not None:
        for ficha, extremo in legales:
            otra = puntas[1 if extremo == "A" else 0]
            if str(otra) in ficha.split("-"):
                return ficha, extremo
    return azar.choice(legales)


def _jugada(azar: random.Random, asiento: int, ficha: str, extremo: str | None, cabe_en_uno: bool) -> dict[str, Any]:
    """El acta puede decir el extremo o dejarlo en null si sólo cabe en uno, y traer o no lo que tardó."""
    if cabe_en_uno and azar.random() < 0.5:
        extremo = None
    jugada: dict[str, Any] = {"asiento": asiento, "ficha": ficha, "extremo": extremo}
    if azar.random() < 0.3:
        jugada["ms"] = azar.randrange(30_000)
    return jugada
