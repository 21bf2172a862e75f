"""Por qué cada quien quedó en esa mesa y con quienes quedó, y de cada mesa sus parejas (TO7, TO15, D728, D729, D772).

Sale del objetivo que empareja, sin otra regla. El motivo es siempre un cambio concreto: que `entra` venga en lugar de
`sale`, que pasa a la mesa de aquél, con el mejor reparto de las dos; y el primer nivel del objetivo que empeora, de
cuánto a cuánto y con los pares que lo empeoran. Si sólo cambia el sorteo, lo decidió el sorteo. De la mesa misma, el
cambio es que se mude quien pregunta a la de antes o a la que sigue por número; y en cuáles otras daba igual (D789).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    Vector,
)
from reglas.suizo.tipos import DE_MESA

Mesa = tuple[int, ...]
Pares = tuple[tuple[int, int], ...]

VECINOS = 6
ALREDEDOR = 8
"""Cuántas mesas de antes, y cuántas de después, se prueban; en un salón chico, todas."""
DE_PARES = (PROHIBIDOS, PAREJAS, EVITAR, CONTRARIOS, REPETIDOS)
"""Los niveles que tienen nombre y apellido: los demás son sumas de toda la mesa."""


@dataclass(frozen=True, slots=True)
class Peor:
    """El primer nivel en que otra manera sería distinta: `de` lo que vale a lo que valdría, y los `pares` nuevos."""

    nivel: int
    de: int
    a: int
    pares: Pares = ()


@dataclass(frozen=True, slots=True)
class Cambio:
    """`entra` en lugar de `sale`: las dos mesas, que quedarían en `serian`, y lo que empeora."""

    entra: int
    sale: int
    serian: tuple[Mesa, Mesa]
    peor: Peor
    igual: "Cambio | None" = None
    """Al mudarse, si no era con quien lleva lo mismo y en esa mesa hay alguien así: lo que pasaba con él (D834)."""


@dataclass(frozen=True, slots=True)
class Motivo:
    """Lo que más pesó para alguien. `nivel`, un índice del objetivo.

    `clase`: `paga` (repitió con `quienes`), `cerca` o `igual` (`quienes` iba más cerca, o igual de cerca, que quien
    salía), `sorteo` (el cambio daba lo mismo en lo demás), `primera` (todos de cero), `movido` (lo mismo, si algo
    obligó a mover el sorteo), `cercanos` (nadie iba más cerca que los que le tocaron) o `ninguno`.
    """

    clase: str
    nivel: int = SORTEO
    quienes: tuple[int, ...] = ()
    pares: Pares = ()
    cambio: Cambio | None = None
    empate: Cambio | None = None
    """Otro que daba lo mismo en todo menos en el sorteo, si lo hay entre los que se probaron (D772)."""
    mudanzas: tuple[Cambio, ...] = ()
    """Que se mude él a la de antes y a la que sigue: `sale` es quien pregunta, con quien menos costaba (D789)."""
    iguales: tuple[int, ...] = ()
    """De las demás mesas donde daba igual en todo menos en el sorteo, con quién se cambiaba."""


def motivos(
    objetivo: ObjetivoIndividual, elegidas: Sequence[Mesa], *, primera: bool, lugares: Sequence[int] | None = None
) -> dict[int, Motivo]:
    """El de cada quien, por su índice en `objetivo.quienes`.

    `lugares`: en qué lugar va cada mesa entre todas las de la partida, por su número; si no, de la que suma más a la
    que menos.
    """
    if primera:
        return {i: _de_la_primera(objetivo, mesa, i) for mesa in elegidas for i in mesa}
    separa = _Separa(objetivo, elegidas, lugares or por_suma(objetivo, elegidas))
    return {
        i: replace(separa.motivo(i), mudanzas=separa.mudanzas(i), iguales=separa.iguales(i))
        for mesa in elegidas
        for i in mesa
    }


def por_suma(objetivo: ObjetivoIndividual, elegidas: Sequence[Mesa]) -> list[int]:
    """El lugar de cada mesa si van de la que suma más a la que menos (TO12)."""
    suman = [sum(objetivo.principal[i] for i in mesa) for mesa in elegidas]
    orden = sorted(range(len(elegidas)), key=lambda t: (-suman[t], sorted(elegidas[t])))
    return [orden.index(t) for t in range(len(elegidas))]


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


def maneras(objetivo: ObjetivoIndividual, mesa: Mesa) -> list[tuple[Mesa, Peor]]:
    """Los otros dos modos de hacer parejas con esos cuatro, y qué empeoraba cada uno (D728)."""
    a, b, c, d = mesa
    va = objetivo.de_mesa(mesa)
    return [(otra, _peor(objetivo, va, [mesa], [otra])) for otra in ((a, c, b, d), (a, b, d, c))]


def _peor(objetivo: ObjetivoIndividual, va: Vector, antes: Sequence[Mesa], despues: Sequence[Mesa]) -> Peor:
    iria = objetivo.de_todas(despues)
    nivel = next((n for n in range(len(NIVELES_INDIVIDUAL)) if va[n] != iria[n]), SORTEO)
    if nivel not in DE_PARES:
        return Peor(nivel, va[nivel], iria[nivel])
    ya = _que_pagan(objetivo, antes, nivel)
    nuevos = tuple(par for par in _que_pagan(objetivo, despues, nivel) if par not in ya)
    return Peor(nivel, va[nivel], iria[nivel], nuevos)


def _que_pagan(objetivo: ObjetivoIndividual, mesas: Sequence[Mesa], nivel: int) -> Pares:
    pares: list[tuple[int, int]] = []
    for mesa in mesas:
        orden = sorted(mesa)
        for n, uno in enumerate(orden):
            pares += [(uno, otro) for otro in orden[n + 1 :] if _de_par(objetivo, mesa, uno, otro)[nivel]]
    return tuple(pares)


def _de_par(objetivo: ObjetivoIndividual, mesa: Mesa, i: int, k: int) -> Vector:
    return objetivo.de_par(i, k, (mesa.index(i) - mesa.index(k)) % 2 == 0)


def _por_cercania(unas: Sequence[int], lugares: Sequence[int], t: int) -> list[int]:
    return sorted((s for s in unas if s != t), key=lambda s: (abs(lugares[s] - lugares[t]), lugares[s]))


class _Separa:
    """Las mesas elegidas, con lo que costaría cambiarlas."""

    def __init__(self, objetivo: ObjetivoIndividual, elegidas: Sequence[Mesa], lugares: Sequence[int]) -> None:
        self._objetivo, self._elegidas = objetivo, elegidas
        self._reparte = Busqueda(objetivo, (), "").mejor_reparto
        self._vector = [objetivo.de_mesa(mesa) for mesa in elegidas]
        self._costo = [objetivo.pesos.empacar(vector) for vector in self._vector]
        self._unidad = objetivo.pesos.pesos[EQUILIBRIO]
        self._mesa_de = {i: t for t, mesa in enumerate(elegidas) for i in mesa}
        self._orden = sorted(self._mesa_de, key=lambda i: (-objetivo.principal[i], i))
        self._puesto = {i: n for n, i in enumerate(self._orden)}
        self._suman = [sum(objetivo.principal[i] for i in mesa) for mesa in elegidas]
        self._lugares, self._en_el = lugares, {lugar: t for t, lugar in enumerate(lugares)}
        orden = sorted(range(len(elegidas)), key=lugares.__getitem__)
        self._cerca = {
            t: _por_cercania(orden[max(0, n - ALREDEDOR) : n + ALREDEDOR + 1], lugares, t) for n, t in enumerate(orden)
        }
        """De cada mesa, las que se prueban, de la más cercana por número a la más lejana."""

    def motivo(self, i: int) -> Motivo:
        """Lo que pagó o, si nada, el cambio más sencillo de contar."""
        mesa = self._elegidas[self._mesa_de[i]]
        motivos = [m for j in self._vecinos(i) if (m := self._traer(i, j, mesa)) is not None]
        empate = next((m.cambio for m in motivos if m.clase == "sorteo"), None)
        suyo = self._pagado(i, mesa)
        if suyo is None:
            suyo = min(motivos, key=lambda m: self._sencillez(i, m), default=self._sin_motivo(i, mesa))
        return suyo if suyo.cambio == empate else replace(suyo, empate=empate)

    def _sin_motivo(self, i: int, mesa: Mesa) -> Motivo:
        """Nadie iba más cerca; o alguien sí, pero el cambio mejoraba y la búsqueda no lo halló: no se dice nada."""
        mas_lejos = max(self._lejos(i, k) for k in mesa)
        return Motivo("cercanos" if all(self._lejos(i, j) > mas_lejos for j in self._vecinos(i)) else "ninguno")

    def mudanzas(self, i: int) -> tuple[Cambio, ...]:
        """A la de antes y a la que sigue, si se emparejaron juntas: lo que pasaba con quien menos costaba (D789)."""
        lugar = self._lugares[self._mesa_de[i]]
        lados = [self._en_el[m] for m in (lugar - 1, lugar + 1) if m in self._en_el]
        return tuple(self._la_que_menos(i, self._elegidas[s]) for s in lados)

    def _la_que_menos(self, i: int, otra: Mesa) -> Cambio:
        mudados = [self._mudado(i, j) for j in otra]
        suyo, principal = self._mudanza(i, *min(mudados)), self._objetivo.principal
        iguales = [uno for uno in mudados if principal[uno[-1]] == principal[i]]
        if not iguales or principal[suyo.entra] == principal[i] or not _empeora(suyo):
            return suyo
        igual = self._mudanza(i, *min(iguales))
        return replace(suyo, igual=igual) if _empeora(igual) else suyo

    def iguales(self, i: int) -> tuple[int, ...]:
        """De las demás mesas que se prueban, aquéllas a las que podía mudarse y daba igual."""
        t = self._mesa_de[i]
        otras = [s for s in self._cerca[t] if abs(self._lugares[s] - self._lugares[t]) > 1]
        halladas = (next((j for j in self._elegidas[s] if self._daba_igual(i, j)), None) for s in otras)
        return tuple(j for j in halladas if j is not None)

    def _daba_igual(self, i: int, j: int) -> bool:
        """Primero los puntos, que se cuentan aprisa: si cambian, ya no daba igual."""
        pasa = self._objetivo.principal[j] - self._objetivo.principal[i]
        if pasa and self._suman[self._mesa_de[i]] + pasa != self._suman[self._mesa_de[j]]:
            return False
        return self._mudanza(i, *self._mudado(i, j)).peor.nivel == SORTEO

    def _mudado(self, i: int, j: int) -> tuple[int, tuple[Mesa, Mesa], int]:
        costo, _sale, serian = self._cambio(i, j, [i])
        return costo, serian, j

    def _mudanza(self, i: int, _costo: int, serian: tuple[Mesa, Mesa], j: int) -> Cambio:
        """Nivel por nivel; si `a` es menos que `de`, habría quedado mejor y la búsqueda no lo halló."""
        return Cambio(j, i, serian, self._peor_de(self._mesa_de[i], self._mesa_de[j], serian))

    def _peor_de(self, t: int, s: int, serian: tuple[Mesa, Mesa]) -> Peor:
        va = tuple(map(sum, zip(self._vector[t], self._vector[s], strict=True)))
        return _peor(self._objetivo, va, [self._elegidas[t], self._elegidas[s]], serian)

    def _lejos(self, i: int, j: int) -> int:
        return abs(self._objetivo.principal[i] - self._objetivo.principal[j])

    def _vecinos(self, i: int) -> list[int]:
        """Los seis de principal más cercano que no están en su mesa; a un lado y otro de la tabla."""
        n, mesa = self._puesto[i], self._elegidas[self._mesa_de[i]]
        margen = VECINOS + DE_MESA
        otros = [j for j in self._orden[max(0, n - margen) : n + margen + 1] if j not in mesa]
        return sorted(otros, key=lambda j: (self._lejos(i, j), abs(self._puesto[j] - n), j))[:VECINOS]

    def _pagado(self, i: int, mesa: Mesa) -> Motivo | None:
        """Con quién repitió, y lo que menos costaba para no repetir: a otro en su lugar."""
        for nivel in DE_PARES:
            suyos = [k for k in mesa if k != i and _de_par(self._objetivo, mesa, i, k)[nivel]]
            if suyos:
                cerca = [j for s in self._cerca[self._mesa_de[i]] for j in self._elegidas[s]]
                cambio = min(((*self._cambio(i, entra, suyos), entra) for entra in cerca), default=None)
                return Motivo("paga", nivel, tuple(suyos), cambio=cambio and self._visto(*cambio))
        return None

    def _traer(self, i: int, entra: int, mesa: Mesa) -> Motivo | None:
        """Qué empeora si viene en lugar de quien no le queda más cerca: de ellos, quien menos cueste mover."""
        salen = [k for k in mesa if k != i and self._lejos(i, k) >= self._lejos(i, entra)]
        cambio = self._visto(*self._cambio(i, entra, salen), entra) if salen else None
        if cambio is None:
            return None
        if cambio.peor.nivel == SORTEO:
            return Motivo("sorteo", SORTEO, (entra,), cambio=cambio)
        clase = "cerca" if self._lejos(i, entra) < self._lejos(i, cambio.sale) else "igual"
        return Motivo(clase, cambio.peor.nivel, (entra,), cambio.peor.pares, cambio)

    def _cambio(self, i: int, entra: int, salen: Sequence[int]) -> tuple[int, int, tuple[Mesa, Mesa]]:
        """Lo que cuesta de más, quién sale y cómo quedarían: el que menos cueste."""
        t, s = self._mesa_de[i], self._mesa_de[entra]
        opciones = []
        for sale in salen:
            unos = self._reparte(sorted([*(m for m in self._elegidas[t] if m != sale), entra]))
            otros = self._reparte(sorted([*(m for m in self._elegidas[s] if m != entra), sale]))
            opciones.append((unos[0] + otros[0] - self._costo[t] - self._costo[s], sale, (unos[1], otros[1])))
        return min(opciones)

    def _visto(self, de_mas: int, sale: int, serian: tuple[Mesa, Mesa], entra: int) -> Cambio | None:
        """Nivel por nivel; None si el cambio mejoraba: la búsqueda no lo halló y no hay motivo que dar."""
        if de_mas < 0:
            return None
        t, s = self._mesa_de[sale], self._mesa_de[entra]
        if de_mas < self._unidad:
            return Cambio(entra, sale, serian, Peor(SORTEO, 0, 0))
        return Cambio(entra, sale, serian, self._peor_de(t, s, serian))

    def _sencillez(self, i: int, motivo: Motivo) -> tuple[object, ...]:
        """De lo más a lo menos fácil de contar: nada que ya se aceptara aquí, con nombres, y de quien pregunta."""
        cambio = motivo.cambio
        assert cambio is not None
        peor, con_nombres = cambio.peor, motivo.nivel in DE_PARES
        return (
            motivo.clase == "sorteo",
            con_nombres and peor.de > 0,
            motivo.clase != "cerca",
            not con_nombres,
            not any(uno in par for par in peor.pares for uno in (cambio.entra, cambio.sale)),
            not any(i in par for par in peor.pares),
            motivo.nivel,
            self._lejos(i, cambio.entra),
            abs(self._puesto[i] - self._puesto[cambio.entra]),
        )


def _empeora(cambio: Cambio) -> bool:
    return cambio.peor.a > cambio.peor.de and cambio.peor.nivel != SORTEO


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
        datos["pares"] = _nombrados(objetivo, motivo.pares)
    if motivo.cambio is not None:
        datos["cambio"] = _cambio_con_nombre(objetivo, motivo.cambio)
    if motivo.empate is not None:
        datos["empate"] = _cambio_con_nombre(objetivo, motivo.empate)
    if motivo.mudanzas:
        datos["mudanzas"] = [_cambio_con_nombre(objetivo, una) for una in motivo.mudanzas]
    if motivo.iguales:
        datos["iguales"] = [quienes[j] for j in motivo.iguales]
    return datos


def _cambio_con_nombre(objetivo: ObjetivoIndividual, cambio: Cambio) -> dict[str, object]:
    dicho: dict[str, object] = {"entra": objetivo.quienes[cambio.entra], "sale": objetivo.quienes[cambio.sale]}
    if cambio.peor.nivel == EQUILIBRIO:
        # sólo ahí se leen las parejas de las dos mesas: mil hojas pesan
        dicho["serian"] = _nombrados(objetivo, cambio.serian)
        dicho["mas_parejas"] = [una for mesa in cambio.serian for una in _mas_parejas(objetivo, mesa)]
    if cambio.igual is not None:
        dicho["igual"] = _cambio_con_nombre(objetivo, cambio.igual)
    return dicho | _peor_con_nombre(objetivo, cambio.peor)


def _mas_parejas(objetivo: ObjetivoIndividual, mesa: Mesa) -> list[dict[str, object]]:
    """Con los mismos cuatro, si las parejas podían sumar más parecido: cómo, y qué empeoraba antes (D834)."""
    suyas = [(objetivo.de_mesa(otra)[EQUILIBRIO], otra, peor) for otra, peor in maneras(objetivo, mesa)]
    mejores = [una for una in suyas if una[0] < objetivo.de_mesa(mesa)[EQUILIBRIO] and una[2].nivel in DE_PARES]
    return [
        {"asientos": [objetivo.quienes[i] for i in otra], **_peor_con_nombre(objetivo, peor)}
        for _suma, otra, peor in sorted(mejores, key=lambda una: una[:2])[:1]
    ]


def maneras_con_nombre(objetivo: ObjetivoIndividual, mesa: Mesa) -> list[dict[str, object]]:
    """Para la hoja: los otros dos repartos, por asiento, y lo que empeoraba cada uno."""
    return [
        {"asientos": [objetivo.quienes[i] for i in otra], **_peor_con_nombre(objetivo, peor)}
        for otra, peor in maneras(objetivo, mesa)
    ]


def _peor_con_nombre(objetivo: ObjetivoIndividual, peor: Peor) -> dict[str, object]:
    datos: dict[str, object] = {"nivel": NIVELES_INDIVIDUAL[peor.nivel][0], "de": peor.de, "a": peor.a}
    return datos | ({"pares": _nombrados(objetivo, peor.pares)} if peor.pares else {})


def _nombrados(objetivo: ObjetivoIndividual, unos: Sequence[Mesa]) -> list[list[str]]:
    return [[objetivo.quienes[i] for i in uno] for uno in unos]
