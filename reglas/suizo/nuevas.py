"""Que ninguna pareja se repita mientras se pueda, hoy y en las partidas que faltan (TO8).

La búsqueda casi siempre lo logra sola. Si no, un emparejamiento perfecto de costo mínimo dice cuántas repetidas son
inevitables y con cuáles parejas se logra; las parejas se juntan en mesas con otro. Con más de N/2 partidas un salón
chico puede quedarse sin parejas nuevas aunque hoy las haya: entonces se mira adelante, y se prefieren las mesas tras
las que todavía caben tantos emparejamientos disjuntos como partidas faltan.
"""

from collections.abc import Sequence
from typing import NamedTuple

from reglas.suizo.conjuntos import emparejar_exacto
from reglas.suizo.individual import Busqueda, Mesas, buscar
from reglas.suizo.objetivo import PAREJAS, PROHIBIDOS, ObjetivoIndividual
from reglas.suizo.pareo import Pareo
from reglas.suizo.sorteo import Dado

OTRAS_BUSQUEDAS = 3
INTENTOS = 40
CHICO = 40
"""Hasta cuántas personas se mira adelante; con más, hacen falta más de veinte partidas para encerrarse."""
AZAR = 1000

Pares = list[tuple[int, int]]


def con_parejas_nuevas(objetivo: ObjetivoIndividual, busqueda: Busqueda, faltan: int, semilla: str) -> Mesas:
    """Las mesas de la búsqueda, o unas con menos parejas repetidas si las hay. `faltan`, partidas tras ésta."""
    vector = objetivo.de_todas(busqueda.mesas)
    if vector[PAREJAS] and vector[PAREJAS] > repetidas_inevitables(objetivo):
        juntos = objetivo.empacado(True)
        pares = emparejar_exacto(len(objetivo.quienes), juntos)
        otra = buscar(objetivo, _en_mesas(objetivo, pares), semilla)
        if otra.costo < busqueda.costo:
            busqueda, vector = otra, objetivo.de_todas(otra.mesas)
    if vector[PAREJAS] or not _puede_encerrarse(objetivo, faltan):
        return busqueda.mesas
    return _mirando_adelante(objetivo, busqueda, faltan, semilla)


def repetidas_inevitables(objetivo: ObjetivoIndividual) -> int:
    """Lo menos que pueden sumar las parejas repetidas, según el emparejamiento y sin contar las mesas."""

    def veces(i: int, j: int) -> int:
        return objetivo.de_par(i, j, True)[PAREJAS]

    return sum(veces(i, j) for i, j in emparejar_exacto(len(objetivo.quienes), veces))


class Demostracion(NamedTuple):
    """Por qué `repetidas` parejas se tienen que repetir (teorema de Tutte y Berge); índices de `quienes`.

    Cada grupo es impar y entre dos de ellos no hay parejas nuevas: uno de cada grupo tiene que salir con un *puente*, y
    grupos hay 2·`repetidas` más que puentes.
    """

    repetidas: int
    puentes: tuple[int, ...]
    grupos: tuple[tuple[int, ...], ...]


def demostrar(objetivo: ObjetivoIndividual) -> Demostracion:
    """Cuántas parejas no pueden ser nuevas, y la prueba que cualquiera revisa a mano (TO8)."""
    cuantos = len(objetivo.quienes)
    nuevas = _nuevas(objetivo)
    repetidas = _sin_nueva(cuantos, nuevas, None)
    # los que algún emparejamiento de los más grandes deja fuera (Gallai y Edmonds)
    sueltos = {v for v in range(cuantos) if repetidas and _sin_nueva(cuantos, nuevas, v) < repetidas}
    puentes = {v for par in nuevas for v, otro in (par, par[::-1]) if v not in sueltos and otro in sueltos}
    grupos: list[tuple[int, ...]] = []
    faltan = set(sueltos)
    while faltan:
        grupo = {min(faltan)}
        while mas := {v for par in nuevas for v, otro in (par, par[::-1]) if otro in grupo and v in faltan} - grupo:
            grupo |= mas
        grupos.append(tuple(sorted(grupo)))
        faltan -= grupo
    return Demostracion(repetidas, tuple(sorted(puentes)), tuple(grupos))


def _sin_nueva(cuantos: int, nuevas: set[tuple[int, int]], quita: int | None) -> int:
    """Cuántas parejas no pueden ser nuevas; al que se quita lo sustituye alguien que va con cualquiera."""

    def costo(i: int, j: int) -> int:
        return int(quita not in (i, j) and (i, j) not in nuevas)

    return sum(costo(i, j) for i, j in emparejar_exacto(cuantos, costo))


def _en_mesas(objetivo: ObjetivoIndividual, pares: Pares) -> Mesas:
    """Las parejas dadas, juntas en las mesas que menos cuestan; si son impares, la última se parte con otra."""

    def mesa(n: int, m: int) -> tuple[int, int, int, int]:
        return pares[n][0], pares[m][0], pares[n][1], pares[m][1]

    def costo(n: int, m: int) -> int:
        return objetivo.pesos.empacar(objetivo.de_mesa(mesa(n, m)))

    return [mesa(n, m) for n, m in emparejar_exacto(len(pares), costo)]


def _nuevas(objetivo: ObjetivoIndividual) -> set[tuple[int, int]]:
    """Las parejas que todavía no se han visto y pueden."""
    cuantos = len(objetivo.quienes)
    nuevas = set()
    for i in range(cuantos):
        for j in range(i + 1, cuantos):
            vector = objetivo.de_par(i, j, True)
            if not vector[PAREJAS] and not vector[PROHIBIDOS]:
                nuevas.add((i, j))
    return nuevas


def _puede_encerrarse(objetivo: ObjetivoIndividual, faltan: int) -> bool:
    """Mientras a todos les quede al menos N/2 con quienes ir hay emparejamiento (Dirac), y no hay que mirar."""
    cuantos = len(objetivo.quienes)
    if not faltan or not 4 <= cuantos <= CHICO:
        return False
    libres = [0] * cuantos
    for i, j in _nuevas(objetivo):
        libres[i] += 1
        libres[j] += 1
    # esta partida gasta una, y la última de las que faltan encuentra gastadas las otras
    return 2 * (min(libres) - faltan) < cuantos


def _mirando_adelante(objetivo: ObjetivoIndividual, busqueda: Busqueda, faltan: int, semilla: str) -> Mesas:
    nuevas = _nuevas(objetivo)
    cuantos = len(objetivo.quienes)
    dado = Dado("adelante", semilla)
    grado = min(sum(i in par for par in nuevas) for i in range(cuantos))
    caben = min(faltan, grado - 1)
    opciones = [busqueda.mesas]
    for n in range(OTRAS_BUSQUEDAS + 1):
        if len(_pelar(cuantos, nuevas - set(_parejas(opciones[-1])), caben, dado)) == caben:
            return opciones[-1]
        otra = buscar(objetivo, opciones[0], f"{semilla}:otra:{n}")
        if objetivo.de_todas(otra.mesas)[PAREJAS] == 0:
            opciones.append(otra.mesas)
    partes = _pelar(cuantos, nuevas, caben + 1, dado)
    if len(partes) <= caben:
        return busqueda.mesas
    return min((_en_mesas(objetivo, pares) for pares in partes), key=lambda mesas: objetivo.de_todas(mesas))


def _parejas(mesas: Sequence[tuple[int, int, int, int]]) -> Pares:
    return [par for a, b, c, d in mesas for par in ((min(a, c), max(a, c)), (min(b, d), max(b, d)))]


def _pelar(cuantos: int, aristas: set[tuple[int, int]], veces: int, dado: Dado) -> list[Pares]:
    """Hasta `veces` emparejamientos perfectos sin aristas comunes; lo más que halle en sus intentos."""
    mejor: list[Pares] = []
    for _ in range(INTENTOS):
        quedan = set(aristas)
        partes: list[Pares] = []
        while len(partes) < veces:
            costos = [(i, j, dado.menor_que(AZAR)) for i, j in sorted(quedan)]
            con = Pareo(cuantos, costos).resolver()
            if con is None:
                break
            partes.append([(i, j) for i, j in enumerate(con) if i < j])
            quedan -= set(partes[-1])
        if len(partes) > len(mejor) or not mejor:
            mejor = partes
        if len(mejor) == veces:
            break
    return mejor
