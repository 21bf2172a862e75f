"""Quién está, quién no debía estar y quién descansa (TO2-TO5, TO18)."""

from collections import Counter

from reglas.errores import ErrorDeRegla
from reglas.suizo.tipos import Jugador, Modalidad, Torneo, se_empareja
from reglas.suizo.verificacion.visto import Faltas, Vista, sujetos_de

TERCIO = 3


def tardios(torneo: Torneo) -> Faltas:
    """TO3: se entra habiendo perdido a lo más un tercio de las partidas (D331)."""
    for uno, quien in torneo.sujetos.items():
        if (quien.desde - 1) * TERCIO > torneo.previstas:
            yield ErrorDeRegla("tardio_fuera_de_plazo", partida=quien.desde, id=uno, previstas=torneo.previstas)


def asistencia(vista: Vista) -> Faltas:
    """Cada quien una vez (un equipo, en sus dos mesas), y nadie a quien no le tocaba."""
    partida = vista.partida
    veces = Counter(uno for mesa in partida.mesas for uno in sujetos_de(mesa))
    de_jugar = 2 if vista.antes.modalidad is Modalidad.EQUIPOS else 1
    descansan = Counter(partida.descansan)
    for uno in sorted(vista.debidos):
        if (veces[uno], descansan[uno]) in ((de_jugar, 0), (0, 1)):
            continue
        yield ErrorDeRegla("esta_de_mas" if veces[uno] + descansan[uno] else "no_esta", id=uno)
    for mesa in vista.mesas:
        for uno in sujetos_de(mesa):
            if uno not in vista.debidos and not _comodin_presente(vista, uno):
                yield ErrorDeRegla("no_le_tocaba", id=uno, mesa=mesa.numero)
    yield from (ErrorDeRegla("no_le_tocaba", id=uno) for uno in sorted(set(descansan) - vista.debidos))


def _comodin_presente(vista: Vista, uno: str) -> bool:
    quien: Jugador | object | None = vista.antes.comodines.get(uno)
    return (
        quien is not None
        and se_empareja(vista.antes.comodines[uno], vista.numero)
        and (uno not in vista.partida.ausentes)
    )


def descansos(vista: Vista) -> Faltas:
    """TO5: cuántos sobran, cuántos comodines entran y a quién le toca descansar, bolsa por bolsa."""
    libres = [u for u, q in vista.antes.comodines.items() if se_empareja(q, vista.numero)]
    disponibles = len(set(libres) - set(vista.partida.ausentes) - vista.forzados - vista.en_encuentro)
    sentados = {uno for mesa in vista.mesas if not mesa.forzada for uno in sujetos_de(mesa)} - vista.en_encuentro
    for bolsa in range(vista.bolsas):
        aqui = [
            uno
            for uno in vista.orden
            if uno in vista.debidos - vista.forzados - vista.en_encuentro and vista.de_bolsa(uno) == bolsa
        ]
        suyos = set(aqui)
        usados = {
            uno
            for mesa in vista.mesas
            if not mesa.forzada and suyos.intersection(sujetos_de(mesa))
            for uno in sujetos_de(mesa)
            if uno in vista.comodines and uno in sentados
        }
        yield from _de_bolsa(vista, aqui, len(usados), disponibles)
        disponibles -= len(usados)


def _de_bolsa(vista: Vista, aqui: list[str], usados: int, disponibles: int) -> Faltas:
    por_mesa = vista.por_mesa
    fuera = [uno for uno in aqui if uno in vista.partida.descansan]
    debidos = min(range(disponibles + 1), key=lambda n: ((len(aqui) + n) % por_mesa, n))
    sobran = (len(aqui) + debidos) % por_mesa
    if len(aqui) + debidos < por_mesa:
        debidos, sobran = 0, len(aqui)
    if usados != debidos:
        yield ErrorDeRegla("comodines_de_mas" if usados > debidos else "faltan_comodines", son=usados, debidos=debidos)
    elif len(fuera) != sobran:
        yield ErrorDeRegla(
            "descansos_de_mas" if len(fuera) > sobran else "faltan_descansos", son=len(fuera), debidos=sobran
        )
    lugar = {uno: n for n, uno in enumerate(aqui)}
    turno = sorted(aqui, key=lambda uno: (vista.historia.descansos.get(uno, 0), -lugar[uno]))[: len(fuera)]
    if set(turno) != set(fuera):
        yield ErrorDeRegla("descansa_otro", quienes=", ".join(sorted(fuera)), debidos=", ".join(sorted(turno)))
