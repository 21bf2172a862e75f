"""Por qué cada quien quedó con quienes quedó, persona por persona (TO7, TO15).

Sale del objetivo que empareja, sin otra regla: si alguien pagó algo (repitió pareja o contrario), eso es; si no, se
prueba traer a su mesa a quien le quedaba al menos tan cerca como los que le tocaron, y el motivo es el primer nivel que
empeora, con los pares que lo empeoran. Si nada empeora, lo decidió el sorteo.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reglas.suizo.individual import Busqueda
from reglas.suizo.objetivo import (
    CONTRARIOS,
    EQUILIBRIO,
    EVITAR,
    NIVELES_INDIVIDUAL,
    PAREJAS,
    PROHIBIDOS,
    REPETIDOS,
    SORTEO,
    ObjetivoIndividual,
)
from reglas.suizo.tipos import DE_MESA

Mesa = tuple[int, ...]
Pares = tuple[tuple[int, int], ...]

VECINOS = 6
NOMBRADOS = 3
"""Con tres ejemplos basta para entenderlo."""
DE_PARES = (PROHIBIDOS, PAREJAS, EVITAR, CONTRARIOS, REPETIDOS)
"""Los niveles que tienen nombre y apellido: los demás son sumas de toda la mesa."""


@dataclass(frozen=True, slots=True)
class Motivo:
    """Lo que más pesó para alguien. `nivel`, un índice del objetivo.

    `clase`: `paga` (repitió con `quienes`), `cerca` o `igual` (`quienes` iban más cerca, o igual de cerca, y traerlos
    empeoraba `nivel`), `mesa` (por qué su pareja es ésa y no otro de los cuatro), `primera` (todos de cero), `movido`
    (lo mismo, si algo obligó a mover el sorteo), `cercanos` (nadie iba más cerca que los que le tocaron) o `sorteo`.
    """

    clase: str
    nivel: int = SORTEO
    quienes: tuple[int, ...] = ()
    pares: Pares = ()


def motivos(objetivo: ObjetivoIndividual, elegidas: Sequence[Mesa], *, primera: bool) -> dict[int, Motivo]:
    """El de cada quien, por su índice en `objetivo.quienes`."""
    if primera:
        return {i: _de_la_primera(objetivo, mesa, i) for mesa in elegidas for i in mesa}
    separa = _Separa(objetivo, elegidas)
    return {i: separa.motivo(i) for mesa in elegidas for i in mesa}


def _de_la_primera(objetivo: ObjetivoIndividual, mesa: Mesa, i: int) -> Motivo:
    """TO6: de cuatro en cuatro por el sorteo; 1.º y 3.º contra 2.º y 4.º, si nada lo impide."""
    a, b, c, d = sorted(mesa)
    tocaba = a % DE_MESA == 0 and d == a + DE_MESA - 1 and {mesa[0], mesa[2]} in ({a, c}, {b, d})
    if tocaba:
        return Motivo("primera")
    suyos = _separados(objetivo, range(i // DE_MESA * DE_MESA, (i // DE_MESA + 1) * DE_MESA))
    nivel, pares = suyos or _separados(objetivo, mesa) or (PROHIBIDOS, ())
    return Motivo("movido", nivel, pares=pares)


def _separados(objetivo: ObjetivoIndividual, unos: Sequence[int]) -> tuple[int, Pares] | None:
    """Los que no debían ir juntos, o enfrentarse, entre éstos."""
    dentro = [i for i in unos if i < len(objetivo.quienes)]
    pares = [(i, j) for n, i in enumerate(dentro) for j in dentro[n + 1 :]]
    for nivel in (PROHIBIDOS, EVITAR):
        if suyos := tuple(par for par in pares if objetivo.de_par(*par, False)[nivel]):
            return nivel, suyos
    return None


class _Separa:
    """Las mesas elegidas, con lo que costaría cambiarlas."""

    def __init__(self, objetivo: ObjetivoIndividual, elegidas: Sequence[Mesa]) -> None:
        self._objetivo, self._elegidas = objetivo, elegidas
        self._reparte = Busqueda(objetivo, (), "").mejor_reparto
        self._costo = [self._reparte(sorted(mesa))[0] for mesa in elegidas]
        self._unidad = objetivo.pesos.pesos[EQUILIBRIO]
        self._mesa_de = {i: t for t, mesa in enumerate(elegidas) for i in mesa}
        self._orden = sorted(self._mesa_de, key=lambda i: (-objetivo.principal[i], i))
        self._puesto = {i: n for n, i in enumerate(self._orden)}

    def motivo(self, i: int) -> Motivo:
        """De lo que más se nota a lo que menos."""
        mesa = self._elegidas[self._mesa_de[i]]
        lejos = max(self._lejos(i, k) for k in mesa)
        vecinos = [j for j in self._vecinos(i) if self._lejos(i, j) <= lejos]
        cercanos = [j for j in vecinos if self._lejos(i, j) < lejos]
        iguales = self._traer(i, [j for j in vecinos if j not in cercanos], "igual")
        pareja = self._pareja(i, mesa)
        opciones = [
            self._pagado(i, mesa),
            self._traer(i, cercanos, "cerca"),
            pareja if pareja and pareja.nivel == PAREJAS else None,
            iguales if iguales and iguales.nivel in DE_PARES[:-1] else None,
            pareja,
            iguales,
        ]
        return next((uno for uno in opciones if uno is not None), Motivo("sorteo" if vecinos else "cercanos"))

    def _lejos(self, i: int, j: int) -> int:
        return abs(self._objetivo.principal[i] - self._objetivo.principal[j])

    def _vecinos(self, i: int) -> list[int]:
        """Los seis de principal más cercano que no están en su mesa; a un lado y otro de la tabla."""
        n, mesa = self._puesto[i], self._elegidas[self._mesa_de[i]]
        margen = VECINOS + DE_MESA
        otros = [j for j in self._orden[max(0, n - margen) : n + margen + 1] if j not in mesa]
        return sorted(otros, key=lambda j: (self._lejos(i, j), abs(self._puesto[j] - n), j))[:VECINOS]

    def _pagado(self, i: int, mesa: Mesa) -> Motivo | None:
        for nivel in DE_PARES:
            suyos = [k for k in mesa if k != i and self._de_par(mesa, i, k)[nivel]]
            if suyos:
                return Motivo("paga", nivel, tuple(suyos))
        return None

    def _de_par(self, mesa: Mesa, i: int, k: int) -> tuple[int, ...]:
        return self._objetivo.de_par(i, k, (mesa.index(i) - mesa.index(k)) % 2 == 0)

    def _pareja(self, i: int, mesa: Mesa) -> Motivo | None:
        """Por qué su pareja no es otro de los cuatro: alguno ya lo había sido o, si no, el equilibrio."""
        lugar = mesa.index(i)
        suya, otros = mesa[(lugar + 2) % DE_MESA], (mesa[lugar - 1], mesa[(lugar + 1) % DE_MESA])
        usados = tuple(k for k in otros if self._objetivo.de_par(i, k, True)[PAREJAS])
        if usados:
            return Motivo("mesa", PAREJAS, usados)
        repartos = [(i, suya, k, otros[0] if k == otros[1] else otros[1]) for k in otros]
        empeoran = [self._empeora([mesa], [reparto]) for reparto in repartos]
        return Motivo("mesa", EQUILIBRIO) if all(e and e[0] == EQUILIBRIO for e in empeoran) else None

    def _traer(self, i: int, otros: Sequence[int], clase: str) -> Motivo | None:
        """Qué empeora si alguno de esos viene a la mesa de `i` en lugar de quien menos cueste mover."""
        peores = [(peor[0], j, peor[1]) for j in otros if (peor := self._empeora(*self._cambio(i, j)))]
        peores = [uno for uno in peores if uno[0] < SORTEO]
        if not peores:
            return None
        nivel = min(nivel for nivel, _j, _pares in peores)
        con: dict[int, list[int]] = {}
        sueltos: list[tuple[int, Pares]] = []
        for j, pares in ((j, pares) for n, j, pares in peores if n == nivel):
            otros_de = {k for par in pares if j in par for k in par if k != j}
            if otros_de:
                con.setdefault(i if i in otros_de else min(otros_de), []).append(j)
            else:
                sueltos.append((j, pares))
        if con:
            # los que chocan con quien pregunta o, si ninguno, con el mismo de su mesa
            k = i if i in con else next(iter(con))
            js = tuple(con[k][:NOMBRADOS])
            return Motivo(clase, nivel, js, tuple((min(j, k), max(j, k)) for j in js))
        j, pares = sueltos[0]
        return Motivo(clase, nivel, (j,), pares[:1])

    def _cambio(self, i: int, j: int) -> tuple[list[Mesa], list[Mesa]]:
        """Las dos mesas como están, y con `j` en la de `i` a cambio de quien deja menos costo."""
        una, otra = self._elegidas[self._mesa_de[i]], self._elegidas[self._mesa_de[j]]
        opciones = []
        for k in una:
            if k != i:
                unos = self._reparte(sorted([*(m for m in una if m != k), j]))
                otros = self._reparte(sorted([*(m for m in otra if m != j), k]))
                opciones.append((unos[0] + otros[0], unos[1], otros[1]))
        costo, unos_, otros_ = min(opciones)
        if costo - self._costo[self._mesa_de[i]] - self._costo[self._mesa_de[j]] < self._unidad:
            # sólo cambiaría el sorteo: no hace falta mirar nivel por nivel
            return [una, otra], [una, otra]
        return [una, otra], [unos_, otros_]

    def _empeora(self, antes: Sequence[Mesa], despues: Sequence[Mesa]) -> tuple[int, Pares] | None:
        """El primer nivel distinto, si empeora, y los pares nuevos que lo pagan."""
        va, iria = self._objetivo.de_todas(antes), self._objetivo.de_todas(despues)
        nivel = next((n for n in range(len(NIVELES_INDIVIDUAL)) if va[n] != iria[n]), SORTEO)
        if iria[nivel] <= va[nivel]:
            return None
        if nivel not in DE_PARES:
            return nivel, ()
        ya = self._que_pagan(antes, nivel)
        return nivel, tuple(par for par in self._que_pagan(despues, nivel) if par not in ya)

    def _que_pagan(self, mesas: Sequence[Mesa], nivel: int) -> Pares:
        pares: list[tuple[int, int]] = []
        for mesa in mesas:
            orden = sorted(mesa)
            for n, uno in enumerate(orden):
                pares += [(uno, otro) for otro in orden[n + 1 :] if self._de_par(mesa, uno, otro)[nivel]]
        return tuple(pares)


def con_nombre(objetivo: ObjetivoIndividual, i: int, motivo: Motivo) -> dict[str, object]:
    """Para la hoja: los índices, como los sujetos que son."""
    quienes = objetivo.quienes
    datos: dict[str, object] = {
        "sujeto": quienes[i],
        "clase": motivo.clase,
        "nivel": NIVELES_INDIVIDUAL[motivo.nivel][0],
    }
    if motivo.quienes:
        datos["quienes"] = [quienes[k] for k in motivo.quienes]
    if motivo.pares:
        datos["pares"] = [[quienes[a], quienes[b]] for a, b in motivo.pares]
    return datos
