"""Multiplicado: comparar cada mano con la de las otras mesas, que tuvieron las mismas fichas (TO28).

Exacto, con fracciones. Una mano se compara si la jugaron al menos un cuarto de las mesas, y dos a lo menos. Decidido
aquí (D336): se compara contra las otras mesas que la jugaron; a un equipo le cuentan las manos de sus dos mesas; y la
partida de quien no jugó ninguna mano comparable no entra en su promedio.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from reglas.metas import Meta
from reglas.suizo.tipos import FinDeMesa, ManoDeTorneo, Partida, Torneo

CIEN, MEDIO = 100, Fraction(1, 2)
DESCANSO, AUSENCIA = Fraction(60), Fraction(0)
MINIMO, DE_CADA = 2, 4


def neto(meta: Meta, mano: ManoDeTorneo) -> int:
    """Tantos de la pareja 0 menos los de la 1; a juegos ganados, +1, 0 o −1."""
    if mano.pareja is None:
        return 0
    vale = 1 if meta.tantos is None else mano.tantos
    return vale if mano.pareja == 0 else -vale


def de_mano(netos: Sequence[int], cual: int) -> Fraction:
    """A qué porcentaje de las otras mesas superó la pareja 0 de una; empatar es la mitad."""
    suyo = netos[cual]
    otros = [otro for n, otro in enumerate(netos) if n != cual]
    superadas = sum((Fraction(suyo > otro) + MEDIO * (suyo == otro) for otro in otros), Fraction(0))
    return CIEN * superadas / len(otros)


def manos_comparables(meta: Meta, partida: Partida) -> Mapping[int, Sequence[Fraction]]:
    """Por número de mesa, lo que sacó la pareja 0 en cada una de sus manos comparables; la otra, 100 menos."""
    return {numero: list(suyas.values()) for numero, suyas in por_mano(meta, partida).items()}


def debidas(partida: Partida) -> int:
    """Cuántas mesas deben haber jugado una mano para compararla."""
    return max(MINIMO, -(-len(partida.mesas) // DE_CADA))


def por_mano(meta: Meta, partida: Partida) -> Mapping[int, Mapping[int, Fraction]]:
    """Lo mismo, con el número de cada mano, desde 0; la que jugaron pocas mesas no está."""
    mesas = sorted(partida.mesas, key=lambda m: m.numero)
    salen: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for k in range(max((len(mesa.manos or ()) for mesa in mesas), default=0)):
        jugaron = [(mesa.numero, mesa.manos[k]) for mesa in mesas if mesa.manos is not None and len(mesa.manos) > k]
        if len(jugaron) < debidas(partida):
            continue
        netos = [neto(meta, mano) for _, mano in jugaron]
        for n, (numero, _) in enumerate(jugaron):
            salen[numero][k] = de_mano(netos, n)
    return salen


def comparaciones(torneo: Torneo, partidas: Sequence[Partida]) -> dict[str, Fraction]:
    """El promedio de cada sujeto; quien no tiene ninguna partida que promediar lleva cero."""
    suyas: dict[str, list[Fraction]] = defaultdict(list)
    for partida in partidas:
        for uno, promedio in _de_partida(torneo, partida).items():
            suyas[uno].append(promedio)
    return {uno: sum(suyas[uno], Fraction(0)) / len(suyas[uno]) if suyas[uno] else AUSENCIA for uno in torneo.sujetos}


def _de_partida(torneo: Torneo, partida: Partida) -> dict[str, Fraction]:
    comparables = manos_comparables(torneo.meta, partida)
    sacaron: dict[str, list[Fraction]] = defaultdict(list)
    sentados: set[str] = set()
    for mesa in partida.mesas:
        for n, uno in enumerate(mesa.entidades or mesa.asientos):
            lado = n % 2
            sentados.add(uno)
            if mesa.fin is FinDeMesa.AUSENCIA:
                falto = uno in mesa.ausentes or (
                    mesa.entidades is not None and not set(mesa.parejas[lado]).isdisjoint(mesa.ausentes)
                )
                sacaron[uno].append(AUSENCIA if falto else DESCANSO)
            else:
                sacaron[uno] += [CIEN - de if lado else de for de in comparables.get(mesa.numero, ())]
    promedios = {uno: sum(todas, Fraction(0)) / len(todas) for uno, todas in sacaron.items() if todas}
    for uno, quien in torneo.sujetos.items():
        if uno in partida.descansan:
            promedios[uno] = DESCANSO
        elif uno not in sentados and (quien.hasta is None or partida.numero <= quien.hasta):
            promedios[uno] = AUSENCIA
    return promedios


def escrita(comparacion: Fraction) -> str:
    """Con dos decimales, el medio hacia arriba: «61.25»."""
    centesimas = int(comparacion * CIEN + MEDIO)
    return f"{centesimas // CIEN}.{centesimas % CIEN:02d}"
