"""Las mesas publicadas: quién se sienta con quién (TO8-TO12, TO24)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from reglas.errores import ErrorDeRegla
from reglas.suizo.bolsas import abre_etapa, cortar, de_etapa
from reglas.suizo.como_era import vigentes
from reglas.suizo.conjuntos import emparejar_exacto
from reglas.suizo.equipos import parejas_de
from reglas.suizo.tipos import ETAPAS, Entidad, Mesa, Modalidad, Torneo
from reglas.suizo.verificacion.visto import Faltas, Vista, sujetos_de

Veces = Mapping[str, Mapping[str, int]]
PROHIBIDO = 1000
"""Pesa más que todas las repeticiones que caben en un torneo."""


def numeradas(vista: Vista) -> Faltas:
    """De la 1 en adelante."""
    if [mesa.numero for mesa in vista.mesas] != list(range(1, len(vista.mesas) + 1)):
        yield ErrorDeRegla("mesas_sin_orden")


def prohibidos(vista: Vista) -> Faltas:
    """TO7 a, TO9 a, TO11: dos prohibidos, sólo en una mesa forzada."""
    vetados = {frozenset(par) for par in vigentes(vista.antes, vista.antes.prohibidos, vista.numero)}
    for mesa in vista.mesas:
        for par in combinations(sujetos_de(mesa), 2):
            if not mesa.forzada and frozenset(par) in vetados:
                yield ErrorDeRegla("prohibidos_juntos", quienes=" y ".join(sorted(par)), mesa=mesa.numero)


def repetidos(vista: Vista) -> Faltas:
    """TO8, TO9 b: ni pareja (Individual) ni contrario (Parejas, Equipos) repetidos que un pareo exacto evite."""
    for bolsa in range(vista.bolsas):
        mesas = [
            mesa
            for mesa in vista.mesas
            if not mesa.forzada
            and not vista.en_encuentro.intersection(sujetos_de(mesa))
            and any(vista.de_bolsa(uno) == bolsa for uno in sujetos_de(mesa) if uno not in vista.comodines)
        ]
        if vista.antes.individual:
            pares = [par for mesa in mesas for par in mesa.parejas]
            for son, debidos in _repiten(vista, pares, vista.historia.companeros):
                yield ErrorDeRegla("pareja_repetida", son=son, debidos=debidos)
        else:
            encuentros = sorted({mesa.entidades for mesa in mesas if mesa.entidades is not None})
            for son, debidos in _repiten(vista, encuentros, vista.historia.contrarios):
                yield ErrorDeRegla("contrario_repetido", son=son, debidos=debidos)


def _repiten(vista: Vista, pares: Iterable[Sequence[str]], veces: Veces) -> Iterator[tuple[int, int]]:
    """Lo que se repite y lo menos que se podía, si no es lo mismo: un emparejamiento perfecto de costo mínimo."""
    pares = list(pares)
    repiten = sum(veces.get(uno, {}).get(otro, 0) for uno, otro in pares)
    quienes = sorted(uno for par in pares for uno in par)
    if not repiten or len(set(quienes)) != len(quienes):
        return
    vetados = {frozenset(par) for par in vigentes(vista.antes, vista.antes.prohibidos, vista.numero)}

    def cuesta(i: int, j: int) -> int:
        prohibido = PROHIBIDO if frozenset((quienes[i], quienes[j])) in vetados else 0
        return prohibido + veces.get(quienes[i], {}).get(quienes[j], 0)

    minimo = sum(cuesta(i, j) % PROHIBIDO for i, j in emparejar_exacto(len(quienes), cuesta))
    if repiten > minimo:
        yield repiten, minimo


def conjuntos(vista: Vista) -> Faltas:
    """TO2, TO4, TO10: en cada mesa, los del conjunto, con su rotación si son equipos y en dos mesas contiguas."""
    if vista.antes.individual:
        return
    entidades = {uno.id: uno for uno in vista.antes.entidades}
    for par, mesas in _encuentros(vista.mesas):
        debidas = [_parejas(vista, entidades[uno]) for uno in par]
        for n, mesa in enumerate(mesas):
            lados = [debidas[lado][n] if n < len(debidas[lado]) else () for lado in (0, 1)]
            if tuple(lados) != mesa.parejas:
                yield ErrorDeRegla("mal_sentados", mesa=mesa.numero)
        if len(mesas) != len(debidas[0]):
            yield ErrorDeRegla("encuentro_separado", mesa=mesas[0].numero)
    seguidos = {frozenset(mesa.entidades or ()) for mesa in vista.mesas}
    for uno, otro in vista.siguen:
        if frozenset((uno, otro)) not in seguidos:
            yield ErrorDeRegla("encuentro_roto", quienes=f"{uno} y {otro}")


def _parejas(vista: Vista, entidad: Entidad) -> tuple[tuple[str, ...], ...]:
    jugadores = entidad.jugadores_en(vista.numero)
    if vista.antes.modalidad is Modalidad.PAREJAS:
        return (jugadores,)
    return parejas_de(jugadores, vista.numero)


def _encuentros(mesas: Iterable[Mesa]) -> list[tuple[tuple[str, str], list[Mesa]]]:
    """Las mesas seguidas del mismo enfrentamiento."""
    juntas: list[tuple[tuple[str, str], list[Mesa]]] = []
    for mesa in mesas:
        assert mesa.entidades is not None
        if juntas and juntas[-1][0] == mesa.entidades:
            juntas[-1][1].append(mesa)
        else:
            juntas.append((mesa.entidades, [mesa]))
    return juntas


def bolsas(vista: Vista) -> Faltas:
    """TO24: el corte, si esta partida abre etapa, y que nadie juegue fuera de su bolsa."""
    torneo = vista.antes
    if torneo.bolsas is None:
        return
    if abre_etapa(torneo, vista.numero) and (cual := (vista.numero - 1) // de_etapa(torneo)) < ETAPAS:
        hechos = torneo.bolsas.cortes
        if len(hechos) < cual:
            yield ErrorDeRegla("falta_corte", corte=cual)
        elif [set(bolsa) for bolsa in hechos[cual - 1]] != [set(bolsa) for bolsa in cortar(torneo, cual)]:
            yield ErrorDeRegla("corte_distinto", corte=cual)
    for mesa in vista.mesas:
        suyas = {vista.de_bolsa(uno) for uno in sujetos_de(mesa) if uno not in vista.comodines}
        if len(suyas) > 1 and not mesa.forzada:
            yield ErrorDeRegla("de_dos_bolsas", mesa=mesa.numero)


def cortes_de_mas(torneo: Torneo) -> Faltas:
    """No hay corte de una etapa que no ha empezado."""
    if torneo.bolsas is not None:
        publicadas = len(torneo.partidas)
        empezadas = max(0, publicadas - 1) // de_etapa(torneo)
        if len(torneo.bolsas.cortes) > min(empezadas, ETAPAS - 1):
            yield ErrorDeRegla("corte_de_mas", partida=publicadas)
