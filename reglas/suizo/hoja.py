"""La hoja de emparejamiento, pública (TO15): por qué a cada quien le tocó esa mesa.

De cada mesa dice lo que paga en cada nivel del objetivo, qué vecinos de tabla ya le habían tocado a quien quedó lejos,
el mejor cambio con una mesa cercana, con el primer nivel en que empeora, y el motivo de cada persona (`separar`). Sale
de las mismas funciones que emparejan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reglas.errores import ErrorDeRegla
from reglas.suizo.como_era import como_era
from reglas.suizo.conjuntos import NIVELES_DE_CONJUNTOS, ObjetivoDeConjuntos
from reglas.suizo.emparejar import Emparejamiento, Grupo, como_se_publico
from reglas.suizo.individual import VECINAS, Busqueda
from reglas.suizo.nuevas import demostrar
from reglas.suizo.objetivo import NIVELES_INDIVIDUAL, PAREJAS, ObjetivoIndividual, Vector
from reglas.suizo.separar import con_nombre, maneras_con_nombre, motivos
from reglas.suizo.sorteo import huella
from reglas.suizo.tipos import Mesa, Partida, Torneo
from reglas.suizo.turnos import turnos

VERSION = "suizo-1"
"""Cambia si con la misma acta saldrían otras mesas."""
MOTIVOS = 4
"""Qué motivos trae la hoja; una con menos se rehace de lo guardado al leerla (D779)."""
VECINOS = 6
NATURALES = 3
"""De cuántos que llevan lo mismo se dice por qué no jugaron, los más cercanos en la tabla."""


def hoja_de(torneo: Torneo, emparejamiento: Emparejamiento) -> dict[str, Any]:
    """La hoja entera, lista para JSON."""
    niveles = NIVELES_INDIVIDUAL if torneo.individual else NIVELES_DE_CONJUNTOS
    razones: dict[frozenset[str], dict[str, Any]] = {}
    en_orden = sorted(emparejamiento.mesas, key=lambda mesa: mesa.numero)
    lugar_de = {frozenset(m.entidades or m.asientos): n for n, m in reversed([*enumerate(en_orden)])}
    for n, grupo in enumerate(emparejamiento.grupos):
        suyas = _de_grupo(grupo, lugar_de, primera=emparejamiento.partida == 1)
        razones |= {mesa: dicho | {"grupo": n} for mesa, dicho in suyas.items()}
    return {
        "partida": emparejamiento.partida,
        "version": VERSION,
        "motivos": MOTIVOS,
        "entrada": huella(torneo.semilla, emparejamiento.partida, *(f.sujeto for f in emparejamiento.tabla)),
        "objetivo": nombrar(niveles, emparejamiento.vector),
        "repetidas_inevitables": [
            _demostracion(grupo.objetivo)
            for grupo in emparejamiento.grupos
            if isinstance(grupo.objetivo, ObjetivoIndividual) and grupo.vector[PAREJAS]
        ],
        "mesas": [_de_mesa(mesa, razones, emparejamiento) | _fija(torneo, mesa) for mesa in emparejamiento.mesas],
        "descansan": list(emparejamiento.descansan),
        "turnos": turnos(torneo, emparejamiento),
    }


def rehecha(torneo: Torneo, publicada: Partida) -> dict[str, Any]:
    """La de una partida ya publicada, con todos los motivos que hoy se dicen y sin volver a emparejar (D779).

    Levanta ErrorDeRegla si de lo guardado no salen esas mesas.
    """
    antes = como_era(torneo, publicada)
    emparejamiento = como_se_publico(antes, publicada.mesas)
    if set(emparejamiento.descansan) != set(publicada.descansan):
        raise ErrorDeRegla("mesas_de_otro_torneo")
    # con sus números, que no se vuelven a dar
    return hoja_de(antes, replace(emparejamiento, mesas=publicada.mesas))


def _demostracion(objetivo: ObjetivoIndividual) -> dict[str, Any]:
    """TO8: cuántas parejas se repiten por fuerza, y por qué (`nuevas.Demostracion`)."""
    prueba = demostrar(objetivo)
    return {
        "repetidas": prueba.repetidas,
        "puentes": [objetivo.quienes[i] for i in prueba.puentes],
        "grupos": [[objetivo.quienes[i] for i in grupo] for grupo in prueba.grupos],
    }


def nombrar(niveles: Sequence[tuple[str, str]], vector: Vector) -> list[dict[str, Any]]:
    """El vector con el nombre de cada nivel, del más al menos importante."""
    return [{"nivel": codigo, "que": que, "vale": vale} for (codigo, que), vale in zip(niveles, vector, strict=True)]


def _de_mesa(
    mesa: Mesa, razones: dict[frozenset[str], dict[str, Any]], emparejamiento: Emparejamiento
) -> dict[str, Any]:
    lugares = {fila.sujeto: (fila.lugar, fila.renglon.principal) for fila in emparejamiento.tabla}
    sujetos = mesa.entidades or mesa.asientos
    principales = [lugares[uno][1] for uno in sujetos if uno in lugares]
    datos: dict[str, Any] = {
        "mesa": mesa.numero,
        "sujetos": [
            {"sujeto": uno, "lugar": lugares[uno][0], "principal": lugares[uno][1]}
            if uno in lugares
            else {"sujeto": uno}
            for uno in sujetos
        ],
        "amplitud": max(principales, default=0) - min(principales, default=0),
    }
    if mesa.forzada:
        return datos | {"forzada": True}
    return datos | razones.get(frozenset(sujetos), {"sigue": "el encuentro dura tres partidas"})


def _fija(torneo: Torneo, mesa: Mesa) -> dict[str, Any]:
    """Quiénes están en esa mesa porque no pueden moverse de ella (TO12)."""
    suyos = [uno for uno, numero in torneo.siguiente.fijas if numero == mesa.numero and uno in mesa.asientos]
    return {"fija": suyos} if suyos else {}


Lugares = Mapping[frozenset[str], int]
"""En qué lugar va cada mesa por su número; de dos de un encuentro, la primera."""


def _de_grupo(grupo: Grupo, lugar_de: Lugares, *, primera: bool) -> dict[frozenset[str], dict[str, Any]]:
    if isinstance(grupo.objetivo, ObjetivoIndividual):
        # en un orden y por asientos que no dependen de cómo se hallaron: rehecha, la hoja dice lo mismo
        return _de_individual(grupo.objetivo, sorted(map(_derecha, grupo.elegidas)), lugar_de, primera=primera)
    return _de_conjuntos(grupo.objetivo, sorted((i, j) for i, j in grupo.elegidas), lugar_de)


def _derecha(mesa: Sequence[int]) -> tuple[int, ...]:
    """Con el de mejor lugar en el asiento 0, y su pareja y los otros dos en orden."""
    (a, c), (b, d) = sorted((sorted(mesa[::2]), sorted(mesa[1::2])))
    return a, b, c, d


def _de_individual(
    objetivo: ObjetivoIndividual, elegidas: Sequence[tuple[int, ...]], lugar_de: Lugares, *, primera: bool
) -> dict[frozenset[str], dict[str, Any]]:
    busqueda = Busqueda(objetivo, elegidas, "")
    lugares = [lugar_de[frozenset(objetivo.quienes[i] for i in mesa)] for mesa in elegidas]
    porque = motivos(objetivo, elegidas, primera=primera, lugares=lugares)
    razones = {}
    for t, mesa in enumerate(elegidas):
        paga = nombrar(NIVELES_INDIVIDUAL, objetivo.de_mesa(mesa))[:-1]
        razones[frozenset(objetivo.quienes[i] for i in mesa)] = {
            "paga": [nivel for nivel in paga if nivel["vale"]],
            "vecinos": [_vecinos(objetivo, i, mesa) for i in mesa],
            "alternativa": _cambio(objetivo, busqueda, elegidas, t),
            "porque": [con_nombre(objetivo, i, porque[i]) for i in mesa],
            # en la primera las parejas las da el sorteo
            **({} if primera else {"maneras": maneras_con_nombre(objetivo, mesa)}),
        }
    return razones


def _vecinos(objetivo: ObjetivoIndividual, i: int, mesa: Sequence[int]) -> dict[str, Any]:
    """De los seis de principal más cercano que no están en su mesa, con quiénes ya estuvo o no puede estar."""
    otros = [j for j in range(len(objetivo.quienes)) if j not in mesa]
    cercanos = sorted(otros, key=lambda j: (abs(objetivo.principal[i] - objetivo.principal[j]), abs(i - j), j))[
        :VECINOS
    ]
    grupos: dict[str, list[str]] = {"pareja": [], "contrario": [], "prohibido": []}
    uno = objetivo.quienes[i]
    for j in cercanos:
        otro = objetivo.quienes[j]
        if otro in objetivo.prohibidos.get(uno, ()):
            grupos["prohibido"].append(otro)
        if objetivo.historia.companeros.get(uno, {}).get(otro, 0):
            grupos["pareja"].append(otro)
        if objetivo.historia.contrarios.get(uno, {}).get(otro, 0):
            grupos["contrario"].append(otro)
    return {"sujeto": uno, "ya": {clave: suyos for clave, suyos in grupos.items() if suyos}}


def _cambio(
    objetivo: ObjetivoIndividual, busqueda: Busqueda, elegidas: Sequence[tuple[int, ...]], t: int
) -> dict[str, Any] | None:
    """El mejor cambio con una mesa cercana y el primer nivel en que sería distinto de lo publicado."""
    otras = sorted((s for s in range(len(elegidas)) if s != t), key=lambda s: (abs(s - t), s))[:VECINAS]
    if not otras:
        return None
    (_, mesas), s = min(((busqueda.alternativa(t, s), s) for s in otras), key=lambda opcion: (opcion[0][0], opcion[1]))
    antes, despues = objetivo.de_todas([elegidas[t], elegidas[s]]), objetivo.de_todas(mesas)
    return {
        "con": [objetivo.quienes[i] for i in elegidas[s]],
        "serian": [[objetivo.quienes[i] for i in mesa] for mesa in mesas],
        **_primer_nivel(NIVELES_INDIVIDUAL, antes, despues),
    }


def _primer_nivel(niveles: Sequence[tuple[str, str]], antes: Vector, despues: Vector) -> dict[str, Any]:
    for (codigo, que), va, iria in zip(niveles, antes, despues, strict=True):
        if va != iria:
            return {"nivel": codigo, "que": que, "de": va, "a": iria}
    return {"nivel": None, "que": "iguales en todo", "de": 0, "a": 0}


Par = tuple[int, int]


def _de_conjuntos(
    objetivo: ObjetivoDeConjuntos, pares: Sequence[Par], lugar_de: Lugares
) -> dict[frozenset[str], dict[str, Any]]:
    """De cada encuentro, el cambio que menos cuesta y el que menos con el de antes y con el que sigue, por su número.

    Y si alguno juega con quien lleva otra cosa, qué pasaba con cada quien que lleva lo mismo que él (D792).
    """
    cuesta = objetivo.empacado()
    en_orden = sorted(range(len(pares)), key=lambda t: lugar_de[frozenset(objetivo.quienes[n] for n in pares[t])])
    razones = {}
    for n, t in enumerate(en_orden):
        i, j = pares[t]
        cambios = []
        for s, (k, m) in enumerate(pares):
            for serian in ((_par(i, k), _par(j, m)), (_par(i, m), _par(j, k))) if s != t else ():
                cambios.append((sum(cuesta(*p) for p in serian) - cuesta(i, j) - cuesta(k, m), serian, s))
        lados = [c for s in (*en_orden[max(0, n - 1) : n], *en_orden[n + 1 : n + 2]) for c in _de_ese(cambios, s)]
        mejor = min(cambios, default=None)
        razones[frozenset((objetivo.quienes[i], objetivo.quienes[j]))] = {
            "paga": [n for n in nombrar(NIVELES_DE_CONJUNTOS, objetivo.de_par(i, j)) if n["vale"]],
            "alternativa": mejor and _de_rival(objetivo, (i, j), pares[mejor[-1]], mejor[1]),
            "otras": [_de_rival(objetivo, (i, j), pares[s], serian) for _, serian, s in lados],
            "naturales": _naturales(objetivo, (i, j), pares),
        }
    return razones


CambioDePar = tuple[int, tuple[Par, Par], int]


def _de_ese(cambios: Sequence[CambioDePar], s: int) -> list[CambioDePar]:
    """El que menos cuesta con ese encuentro."""
    return [min(cambio for cambio in cambios if cambio[-1] == s)]


def _naturales(objetivo: ObjetivoDeConjuntos, uno: Par, pares: Sequence[Par]) -> list[dict[str, Any]]:
    """De cada uno de los dos, con cada quien que lleva lo mismo que él y no le tocó: el encuentro que no fue."""
    if objetivo.principal[uno[0]] == objetivo.principal[uno[1]]:
        return []
    dichos = []
    for i, j in (uno, uno[::-1]):
        suyos = ((con, k, m) for con in pares if con != uno for k, m in (con, con[::-1]))
        iguales = [otro for otro in suyos if objetivo.principal[otro[1]] == objetivo.principal[i]]
        for con, k, m in sorted(iguales, key=lambda otro: (abs(otro[1] - i), otro[1]))[:NATURALES]:
            visto = _de_rival(objetivo, uno, con, (_par(i, k), _par(j, m)))
            dichos.append({"uno": objetivo.quienes[i], "natural": objetivo.quienes[k], **visto})
    return dichos


def _de_rival(objetivo: ObjetivoDeConjuntos, uno: Par, con: Par, serian: tuple[Par, Par]) -> dict[str, Any]:
    """Ese cambio, con el primer nivel que empeora y quiénes lo empeoran."""
    quienes = objetivo.quienes
    antes, despues = objetivo.de_todos([uno, con]), objetivo.de_todos(serian)
    dicho = _primer_nivel(NIVELES_DE_CONJUNTOS, antes, despues)
    nivel = next((n for n in range(len(antes)) if antes[n] != despues[n]), None)
    if nivel is not None:
        dicho["pares"] = [[quienes[n] for n in par] for par in serian if objetivo.de_par(*par)[nivel]]
    return {"con": [quienes[n] for n in con], "serian": [[quienes[n] for n in par] for par in serian], **dicho}


def _par(i: int, j: int) -> Par:
    return (i, j) if i < j else (j, i)
