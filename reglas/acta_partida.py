"""El acta de una partida en línea, lista para JSON (`docs/actas.md`, `amigos-domino/partida` versión 1).

Aquí sólo se escribe; la lee y la repite `reglas.verificacion`. Las fichas van como `"3-6"`, los pases no se escriben y
`extremo` es null en la primera ficha.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from reglas.fichas import TEXTOS, de_mascara
from reglas.mano import EXTREMOS
from reglas.metas import AQueSeJuega
from reglas.reglamento import AMIGOS, PorAsiento, Reglamento
from reglas.sorteo import Sorteo

FORMATO_PARTIDA = "amigos-domino/partida"
VERSION_PARTIDA = 1


class ManoDeActa(NamedTuple):
    """Una mano para el acta, completa o a medias."""

    repartidas: PorAsiento
    """En máscaras."""
    salidor: int
    cadena: tuple[int, ...]
    """Ternas planas (ficha, extremo, asiento), como `Mano.cadena`."""
    ms: tuple[int, ...] = ()
    """Lo que tardó cada jugada, en milisegundos; vacía si no se midió."""
    sorteo: Sorteo | None = None
    pozo: tuple[int, ...] = ()
    """Como quedó al repartir, en el orden en que se roba."""


def acta_de_partida(
    meta: AQueSeJuega, asientos: Sequence[str], manos: Iterable[ManoDeActa], reglamento: Reglamento = AMIGOS
) -> dict[str, Any]:
    """El acta de una partida; `asientos` son los nombres, en su orden. La del juego de siempre no dice a cuál."""
    acta: dict[str, Any] = {"formato": FORMATO_PARTIDA, "version": VERSION_PARTIDA}
    if reglamento is not AMIGOS:
        acta |= {
            "reglamento": reglamento.nombre,
            "jugadores": reglamento.asientos,
            "por_parejas": reglamento.por_parejas,
            "fichas": reglamento.por_mano,
        }
    return acta | {
        "meta": meta.tantos if reglamento.meta_es_numero else str(meta),
        "asientos": list(asientos),
        "manos": [_mano(mano, reglamento) for mano in manos],
    }


def _mano(mano: ManoDeActa, reglamento: Reglamento) -> dict[str, Any]:
    datos: dict[str, Any] = {"reparto": [[TEXTOS[ficha] for ficha in de_mascara(bits)] for bits in mano.repartidas]}
    if reglamento is not AMIGOS:
        datos["pozo"] = [TEXTOS[ficha] for ficha in mano.pozo]
    datos |= {"salidor": mano.salidor, "jugadas": _jugadas(mano)}
    if mano.sorteo is not None:
        sorteo = mano.sorteo
        datos["sorteo"] = {
            "compromiso": sorteo.compromiso,
            "claves": list(sorteo.claves),
            "semilla": sorteo.semilla,
            "nonces": list(sorteo.nonces),
        }
        if reglamento.limita_mulas:
            datos["sorteo"]["intento"] = sorteo.intento
    return datos


def _jugadas(mano: ManoDeActa) -> list[dict[str, Any]]:
    cadena = mano.cadena
    ternas = zip(cadena[::3], cadena[1::3], cadena[2::3], strict=True)
    jugadas: list[dict[str, Any]] = [
        {"asiento": asiento, "ficha": TEXTOS[ficha], "extremo": EXTREMOS[extremo] or None}
        for ficha, extremo, asiento in ternas
    ]
    if mano.ms:
        for jugada, ms in zip(jugadas, mano.ms, strict=True):
            jugada["ms"] = ms
    return jugadas
