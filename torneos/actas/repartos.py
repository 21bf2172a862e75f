"""Las fichas de un acta de Multiplicado: que quepan, que sean de alguien y que salgan de su clave (TO27, D675).

Aparte de `acta_traida`, que mira lo demás.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from recreo.errores import ErrorDeServicio
from reglas.fichas import FICHAS, TEXTOS
from reglas.multiplicado import texto_limpio
from reglas.suizo import tipos as de_reglas
from reglas.suizo.verificacion.manos import es_clave, manos_de_otra_clave

ASIENTOS = de_reglas.DE_MESA
JUGADAS = len(FICHAS) * ASIENTOS
"""A lo más, de una mano: entre ficha y ficha pasan tres."""
DE_FICHA = {texto: ficha for ficha, texto in enumerate(TEXTOS)}


def exigir_repartos(t: de_reglas.Torneo) -> None:
    """Error: `acta_de_repartos`, con la partida y, si es de una, la mesa."""
    for p in t.partidas:
        clave_bien = p.clave == "" or (es_clave(p.clave) and p.dictado != "")
        if not clave_bien or p.dictado != texto_limpio(p.dictado) or any(manos_de_otra_clave(p)):
            raise ErrorDeServicio("acta_de_repartos", donde=f"partida {p.numero}")
        for m in p.mesas:
            if not all(map(_vale, m.manos or ())):
                raise ErrorDeServicio("acta_de_repartos", donde=f"partida {p.numero}, mesa {m.numero}")


def _vale(mano: de_reglas.ManoDeTorneo) -> bool:
    """Sin fichas, o las veintiocho repartidas de siete en siete y cada jugada de las suyas, una vez."""
    if mano.reparto is None:
        return mano.salidor is None and mano.jugadas is None
    suyas = [set(unas) for unas in mano.reparto]
    todas = [ficha for unas in mano.reparto for ficha in unas]
    repartidas = len(suyas) == ASIENTOS and {len(unas) for unas in suyas} == {len(FICHAS) // ASIENTOS}
    if not repartidas or len(todas) != len(FICHAS) or set(todas) != set(TEXTOS) or mano.salidor not in range(ASIENTOS):
        return False
    jugadas = mano.jugadas or ()
    tiradas = [(asiento, ficha) for asiento, ficha in jugadas if ficha is not None]
    return (
        len(jugadas) <= JUGADAS
        and all(asiento in range(ASIENTOS) for asiento, _ficha in jugadas)
        and all(ficha in suyas[asiento] for asiento, ficha in tiradas)
        and len(set(tiradas)) == len(tiradas)
    )


def ordenada(mesa: de_reglas.Mesa) -> de_reglas.Mesa:
    """La mesa dicha de una sola manera: de la abierta, sus manos aunque no haya; y cada quien, de menor a mayor."""
    manos = mesa.manos
    if manos is None and mesa.fin is None:
        manos = ()
    return mesa if manos is None else replace(mesa, manos=tuple(map(_ordenada, manos)))


def _ordenada(mano: de_reglas.ManoDeTorneo) -> de_reglas.ManoDeTorneo:
    if mano.reparto is None:
        return mano
    reparto = tuple(tuple(sorted(unas)) for unas in mano.reparto)
    return replace(mano, reparto=reparto, jugadas=mano.jugadas or ())


def jugado(manos: Sequence[de_reglas.ManoDeTorneo]) -> list[dict[str, Any]]:
    """Como se guardan en `ManosDeMesa`: las que traen sus fichas."""
    return [
        {
            "salidor": mano.salidor,
            "repartidas": [_fichas(unas) for unas in mano.reparto],
            "jugadas": [[asiento, -1 if ficha is None else DE_FICHA[ficha]] for asiento, ficha in mano.jugadas or ()],
        }
        for mano in manos
        if mano.reparto is not None
    ]


def _fichas(textos: Iterable[str]) -> list[int]:
    return sorted(DE_FICHA[texto] for texto in textos)
