"""Multibolsa: los dos cortes y en qué bolsa va cada quien (TO24; 001 §6.2.4.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reglas.errores import ErrorDeRegla
from reglas.suizo.clasificacion import FilaDeTorneo, criterios_de, ordenar, renglones, tabla
from reglas.suizo.tipos import DE_MESA, ETAPAS, Modalidad, Torneo, se_empareja

PARTIDAS_MINIMAS = 9
DE_CADA = 8
"""Se intercambia uno de cada ocho de la bolsa menor."""

Corte = tuple[tuple[str, ...], ...]
"""Los sujetos de cada bolsa, de la primera a la última, en su orden."""


def por_mesa(torneo: Torneo) -> int:
    """Sujetos que llenan una mesa o un encuentro."""
    return DE_MESA if torneo.modalidad is Modalidad.INDIVIDUAL else 2


def de_etapa(torneo: Torneo) -> int:
    """Partidas de una etapa. Levanta `previstas_de_multibolsa` si no son múltiplo de tres, de nueve para arriba."""
    if torneo.previstas < PARTIDAS_MINIMAS or torneo.previstas % ETAPAS:
        raise ErrorDeRegla("previstas_de_multibolsa", previstas=torneo.previstas)
    return torneo.previstas // ETAPAS


def abre_etapa(torneo: Torneo, partida: int) -> bool:
    """Si con esa partida se estrenan bolsas."""
    return torneo.bolsas is not None and partida > 1 and (partida - 1) % de_etapa(torneo) == 0


def bolsas_en(torneo: Torneo, partida: int) -> Corte | None:
    """Las bolsas con que se juega esa partida; None en la primera etapa o si no es Multibolsa.

    Vale el corte publicado; el que falte se calcula. Quien llegó después del corte va en la última.
    """
    if torneo.bolsas is None or (etapa := (partida - 1) // de_etapa(torneo)) == 0:
        return None
    etapa = min(etapa, ETAPAS - 1)
    hechos = torneo.bolsas.cortes
    return hechos[etapa - 1] if len(hechos) >= etapa else cortar(torneo, etapa)


def cortar(torneo: Torneo, cual: int) -> Corte:
    """El corte 1 o 2, desde los resultados y sin mirar el que diga el acta."""
    hasta = de_etapa(torneo) * cual
    return _primero(torneo, hasta) if cual == 1 else _segundo(torneo, hasta)


def _primero(torneo: Torneo, hasta: int) -> Corte:
    """La tabla en bolsas de mesas enteras lo más iguales; las de más, y el resto, abajo."""
    assert torneo.bolsas is not None
    cantidad, de = torneo.bolsas.cantidad, por_mesa(torneo)
    sujetos = torneo.sujetos
    orden = [f.sujeto for f in tabla(torneo, hasta, hasta + 1) if se_empareja(sujetos[f.sujeto], hasta + 1)]
    mesas = len(orden) // de
    bolsas: list[tuple[str, ...]] = []
    desde = 0
    for n in range(cantidad):
        suyas = mesas // cantidad + int(n >= cantidad - mesas % cantidad)
        fin = len(orden) if n == cantidad - 1 else desde + suyas * de
        bolsas.append(tuple(orden[desde:fin]))
        desde = fin
    return tuple(bolsas)


def _segundo(torneo: Torneo, hasta: int) -> Corte:
    """Los últimos k de cada bolsa bajan y los primeros k de la siguiente suben; quien se retiró ya no cuenta."""
    assert torneo.bolsas is not None
    sujetos = torneo.sujetos
    tablas = [
        [f.sujeto for f in filas if se_empareja(sujetos[f.sujeto], hasta + 1)]
        for filas in _por_bolsas(torneo, hasta, hasta + 1)[: torneo.bolsas.cantidad]
    ]
    k = intercambio(torneo, min(map(len, tablas)))
    finales: list[tuple[str, ...]] = []
    for n, bolsa in enumerate(tablas):
        suben = tablas[n - 1][len(tablas[n - 1]) - k :] if n else []
        bajan = tablas[n + 1][:k] if n + 1 < len(tablas) else []
        quedan = bolsa[k if n else 0 : len(bolsa) - k if n + 1 < len(tablas) else len(bolsa)]
        finales.append((*suben, *quedan, *bajan))
    return tuple(finales)


def intercambio(torneo: Torneo, menor: int) -> int:
    """Cuántos cambian de bolsa: piso(menor/8), o lo que se haya dispuesto. Levanta `intercambio_invalido`."""
    assert torneo.bolsas is not None
    k = torneo.bolsas.intercambio
    if k is None:
        return menor // DE_CADA
    if not 0 <= 4 * k <= menor:
        raise ErrorDeRegla("intercambio_invalido", intercambio=k, menor=menor)
    return k


def tabla_de(torneo: Torneo, hasta: int, entran: int | None = None) -> tuple[FilaDeTorneo, ...]:
    """La tabla tras una partida; ya hecho un corte, la de cada bolsa, con sus lugares desde 1 (TO21, TO24)."""
    if bolsas_en(torneo, hasta) is None:
        return tabla(torneo, hasta, entran)
    return tuple(fila for filas in _por_bolsas(torneo, hasta, entran) for fila in filas)


def _por_bolsas(torneo: Torneo, hasta: int, entran: int | None) -> list[tuple[FilaDeTorneo, ...]]:
    """Una tabla por bolsa y, al final, la de quienes se retiraron antes del corte."""
    corte = bolsas_en(torneo, hasta)
    assert corte is not None
    filas = renglones(torneo, hasta, entran)
    de_quien = bolsa_de(corte)
    grupos: list[list[str]] = [[] for _ in range(len(corte) + 1)]
    for uno, renglon in filas.items():
        sin_bolsa = len(corte) if renglon.retirado else len(corte) - 1
        grupos[de_quien.get(uno, sin_bolsa)].append(uno)
    criterios = criterios_de(torneo)
    return [
        ordenar([replace(filas[uno], bolsa=n + 1 if n < len(corte) else None) for uno in grupo], criterios)
        for n, grupo in enumerate(grupos)
    ]


def bolsa_de(corte: Sequence[Sequence[str]]) -> Mapping[str, int]:
    """Por sujeto, la suya, desde 0."""
    return {uno: n for n, bolsa in enumerate(corte) for uno in bolsa}
