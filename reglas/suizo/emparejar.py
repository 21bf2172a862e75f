"""Emparejar la partida que sigue (TO5-TO13, TO24): de un torneo cerrado a sus mesas, descansos y vector.

Determinista: todo se ordena por la tabla y el sorteo antes de buscar, así que ni el orden de los renglones del acta ni
la máquina cambian nada. Las mesas forzadas se publican con las demás y no cuentan en el vector (TO11).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from reglas.errores import ErrorDeRegla
from reglas.suizo.bolsas import Corte, abre_etapa, bolsa_de, bolsas_en, cortar, por_mesa
from reglas.suizo.clasificacion import FilaDeTorneo, partidas_hasta, tabla
from reglas.suizo.como_era import vigentes
from reglas.suizo.conjuntos import NIVELES_DE_CONJUNTOS, ObjetivoDeConjuntos, emparejar_exacto
from reglas.suizo.descansos import apartar
from reglas.suizo.equipos import mesas_de, siguen_juntos
from reglas.suizo.historia import Historia, historia_de
from reglas.suizo.individual import buscar
from reglas.suizo.nuevas import con_parejas_nuevas
from reglas.suizo.numeros import numerar
from reglas.suizo.objetivo import NIVELES_INDIVIDUAL, ObjetivoIndividual, Vector, suerte_de, sumar
from reglas.suizo.resultados import Vuelta, vueltas_de
from reglas.suizo.tipos import DE_MESA, Cuatro, Entidad, Mesa, Modalidad, Par, Partida, Torneo, se_empareja


@dataclass(frozen=True, slots=True)
class Grupo:
    """Lo que se emparejó junto (todo el torneo, o una bolsa), con el objetivo que se usó: de aquí sale la hoja."""

    objetivo: ObjetivoIndividual | ObjetivoDeConjuntos
    elegidas: tuple[tuple[int, ...], ...]
    """Cuatro por asiento, o dos sujetos; índices de `objetivo.quienes`."""
    vector: Vector
    descansan: tuple[str, ...] = ()
    """De los que aquí sobraron, del mejor lugar al peor (TO5)."""


@dataclass(frozen=True, slots=True)
class Emparejamiento:
    """La partida que sigue."""

    partida: int
    mesas: tuple[Mesa, ...]
    descansan: tuple[str, ...]
    corte: Corte | None
    """Si abre etapa, las bolsas nuevas (TO24)."""
    vector: Vector
    grupos: tuple[Grupo, ...]
    tabla: tuple[FilaDeTorneo, ...]


@dataclass(frozen=True)
class _Contexto:
    """Lo que se calcula una vez por partida."""

    torneo: Torneo
    numero: int
    partidas: tuple[Partida, ...]
    vueltas: Mapping[str, tuple[Vuelta, ...]]
    historia: Historia
    tabla: tuple[FilaDeTorneo, ...]
    prohibidos: Mapping[str, frozenset[str]]
    evitar: Mapping[str, frozenset[str]]
    publicadas: tuple[Mesa, ...] | None = None
    """Las que ya se publicaron: entonces no se busca, se toman (`como_se_publico`)."""

    @cached_property
    def lugar(self) -> Mapping[str, int]:
        """El de cada sujeto en la tabla, desde 0."""
        return {fila.sujeto: n for n, fila in enumerate(self.tabla)}

    @cached_property
    def entidades(self) -> Mapping[str, Entidad]:
        """Por identificador."""
        return {uno.id: uno for uno in self.torneo.entidades}

    def principal(self, uno: str, tras: int) -> int:
        """Lo que llevaba al acabar esa partida."""
        return sum(v.cuenta.principal(self.torneo.meta) for v in self.vueltas.get(uno, ()) if v.partida <= tras)


def emparejar(torneo: Torneo) -> Emparejamiento:
    """Las mesas de la partida que sigue. La semilla va en el torneo; lo dispuesto para ella, en `torneo.siguiente`.

    Levanta `torneo_completo`, `partida_abierta`, `faltan_partidas`, `forzada_invalida` y los de Multibolsa.
    """
    return _emparejar(_contexto(torneo))


def como_se_publico(antes: Torneo, publicadas: Sequence[Mesa]) -> Emparejamiento:
    """El emparejamiento de unas mesas ya publicadas, sin buscarlo: de `antes` (`como_era`) sale todo lo demás.

    Levanta `mesas_de_otro_torneo` si esas mesas no sientan a los que tocaba.
    """
    return _emparejar(replace(_contexto(antes), publicadas=tuple(publicadas)))


def _emparejar(contexto: _Contexto) -> Emparejamiento:
    torneo = contexto.torneo
    corte = bolsas_en(torneo, contexto.numero)
    estrena = abre_etapa(torneo, contexto.numero)
    if estrena:
        corte = cortar(torneo, (contexto.numero - 1) * 3 // torneo.previstas)
    forzadas = _forzadas(contexto)
    sentados = {uno for mesa in forzadas for uno in (mesa.entidades or mesa.asientos)}
    sujetos = torneo.sujetos
    presentes = [
        fila.sujeto
        for fila in contexto.tabla
        if se_empareja(sujetos[fila.sujeto], contexto.numero)
        and fila.sujeto not in torneo.siguiente.ausentes
        and fila.sujeto not in sentados
    ]
    de_quien = bolsa_de(corte or ())
    cuantas = len(corte or ((),))
    mesas, descansan, grupos = list(forzadas), [], []
    comodines = [uno for uno in _comodines(contexto) if uno not in sentados]
    for n in range(cuantas):
        suyos = [uno for uno in presentes if de_quien.get(uno, cuantas - 1) == n]
        nuevas, fuera, grupo = _emparejar_grupo(contexto, suyos, comodines, n)
        mesas += nuevas
        descansan += fuera
        grupos.append(grupo)
        comodines = [uno for uno in comodines if all(uno not in (m.entidades or m.asientos) for m in nuevas)]
    niveles = len(NIVELES_INDIVIDUAL if torneo.individual else NIVELES_DE_CONJUNTOS)
    return Emparejamiento(
        partida=contexto.numero,
        mesas=numerar(_en_orden(contexto, mesas), torneo.siguiente.fijas),
        descansan=tuple(descansan),
        corte=corte if estrena else None,
        vector=sumar([grupo.vector for grupo in grupos], niveles),
        grupos=tuple(grupos),
        tabla=contexto.tabla,
    )


def _contexto(torneo: Torneo) -> _Contexto:
    numero = max((partida.numero for partida in torneo.partidas), default=0) + 1
    if numero > torneo.previstas:
        raise ErrorDeRegla("torneo_completo", previstas=torneo.previstas)
    partidas = partidas_hasta(torneo, numero - 1)
    evitar = list(torneo.evitar)
    for declarados in torneo.distancia:
        evitar += combinations(declarados.jugadores, 2)
    return _Contexto(
        torneo=torneo,
        numero=numero,
        partidas=partidas,
        vueltas=vueltas_de(torneo, partidas),
        historia=historia_de(partidas),
        tabla=tabla(torneo, numero - 1, numero),
        prohibidos=_simetrico(vigentes(torneo, torneo.prohibidos, numero)),
        evitar=_simetrico(vigentes(torneo, evitar, numero)),
    )


def _simetrico(pares: Sequence[Par]) -> Mapping[str, frozenset[str]]:
    otros: dict[str, set[str]] = {}
    for uno, otro in pares:
        otros.setdefault(uno, set()).add(otro)
        otros.setdefault(otro, set()).add(uno)
    return {uno: frozenset(suyos) for uno, suyos in otros.items()}


def _comodines(contexto: _Contexto) -> list[str]:
    """Los de la casa que están, del que menos ha entrado al que más."""
    torneo = contexto.torneo
    disponibles = [
        uno
        for uno in torneo.comodines.values()
        if se_empareja(uno, contexto.numero) and uno.id not in torneo.siguiente.ausentes
    ]
    return [uno.id for uno in sorted(disponibles, key=lambda uno: (len(contexto.vueltas.get(uno.id, ())), uno.id))]


def _forzadas(contexto: _Contexto) -> list[Mesa]:
    """Las del organizador. Levanta `forzada_invalida` si alguien sobra, se repite o no juega esta partida."""
    torneo = contexto.torneo
    pueden = {**torneo.sujetos, **torneo.comodines}
    mesas: list[Mesa] = []
    vistos: set[str] = set()
    for forzada in torneo.siguiente.forzadas:
        nuevos = set(forzada)
        if len(forzada) != por_mesa(torneo) or len(nuevos) != len(forzada) or nuevos & vistos or nuevos - set(pueden):
            raise ErrorDeRegla("forzada_invalida", quienes=", ".join(forzada))
        vistos |= nuevos
        if torneo.individual:
            a, b, c, d = forzada
            mesas.append(Mesa(0, (a, b, c, d), forzada=True))
        else:
            mesas += mesas_de(torneo, contexto.numero, (forzada[0], forzada[1]), forzada=True)
    return mesas


def _emparejar_grupo(
    contexto: _Contexto, presentes: list[str], comodines: list[str], bolsa: int
) -> tuple[list[Mesa], list[str], Grupo]:
    torneo = contexto.torneo
    mesas: list[Mesa] = []
    if torneo.modalidad is Modalidad.EQUIPOS and (contexto.numero - 1) % torneo.encuentro:
        for par in siguen_juntos(contexto.partidas[-1], presentes + comodines):
            mesas += mesas_de(torneo, contexto.numero, _lados(contexto, par))
            presentes = [uno for uno in presentes if uno not in par]
            comodines = [uno for uno in comodines if uno not in par]
    reparto = apartar(presentes, comodines, por_mesa(torneo), contexto.historia.descansos)
    quienes = reparto.sientan + reparto.comodines
    if torneo.individual:
        nuevas, grupo = _individual(contexto, quienes, bolsa)
    else:
        nuevas, grupo = _conjuntos(contexto, quienes)
    return mesas + nuevas, list(reparto.descansan), replace(grupo, descansan=reparto.descansan)


def _individual(contexto: _Contexto, quienes: tuple[str, ...], bolsa: int) -> tuple[list[Mesa], Grupo]:
    """TO7; la primera partida es la del sorteo y sólo se mueve lo que un prohibido o un *evitar* obligue (TO6)."""
    torneo, primera = contexto.torneo, contexto.numero == 1
    suerte = (0,) * len(quienes) if primera else suerte_de(torneo.semilla, contexto.numero, quienes)
    objetivo = ObjetivoIndividual(
        quienes=quienes,
        principal=tuple(contexto.principal(uno, contexto.numero - 1) for uno in quienes),
        historia=contexto.historia,
        prohibidos=contexto.prohibidos,
        evitar=contexto.evitar,
        regla=torneo.regla_de_contrarios,
        suerte=suerte,
    )
    orden = sorted(range(len(quienes)), key=lambda i: (-objetivo.principal[i], suerte[i], i))
    semilla = f"{torneo.semilla}:{contexto.numero}:{bolsa}"
    cuartetos = [orden[i : i + DE_MESA] for i in range(0, len(orden), DE_MESA)]
    elegidas: Sequence[tuple[int, ...]]
    if contexto.publicadas is not None:
        elegidas = _ya_publicadas(contexto.publicadas, quienes)
    elif primera:
        elegidas = [_por_sorteo(objetivo, mesa) for mesa in buscar(objetivo, cuartetos, semilla).mesas]
    else:
        busqueda = buscar(objetivo, cuartetos, semilla)
        elegidas = con_parejas_nuevas(objetivo, busqueda, torneo.previstas - contexto.numero, semilla)
    mesas = [_sentar(contexto.historia, objetivo, (a, b, c, d)) for a, b, c, d in elegidas]
    return mesas, Grupo(objetivo, tuple(elegidas), objetivo.de_todas(elegidas))


def _ya_publicadas(publicadas: Sequence[Mesa], quienes: Sequence[str]) -> list[tuple[int, ...]]:
    """Las de éstos, por sus índices: cuatro por asiento o, en Parejas y Equipos, los dos conjuntos."""
    indice = {uno: n for n, uno in enumerate(quienes)}
    sentados = dict.fromkeys(m.entidades or m.asientos for m in publicadas if not m.forzada)
    suyas = [tuple(indice[uno] for uno in m) for m in sentados if all(uno in indice for uno in m)]
    if sorted(n for suya in suyas for n in suya) != list(range(len(quienes))):
        raise ErrorDeRegla("mesas_de_otro_torneo")
    return suyas


def _por_sorteo(objetivo: ObjetivoIndividual, mesa: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """TO6: 1.º y 3.º contra 2.º y 4.º, si nada lo impide."""
    a, b, c, d = sorted(mesa)
    return (a, b, c, d) if objetivo.de_mesa((a, b, c, d)) <= objetivo.de_mesa(mesa) else mesa


def _sentar(historia: Historia, objetivo: ObjetivoIndividual, mesa: tuple[int, int, int, int]) -> Mesa:
    """TO12: la pareja que más veces fue 1 y 3 toma 0 y 2; si van iguales, la del mejor lugar."""
    a, b, c, d = mesa
    unos, otros = sorted(
        (sorted((a, c)), sorted((b, d))),
        key=lambda par: (-sum(historia.laterales.get(objetivo.quienes[i], 0) for i in par), par),
    )
    asientos: Cuatro = tuple(objetivo.quienes[i] for i in (unos[0], otros[0], unos[1], otros[1]))  # type: ignore[assignment]
    return Mesa(0, asientos)


def _conjuntos(contexto: _Contexto, quienes: tuple[str, ...]) -> tuple[list[Mesa], Grupo]:
    """TO9. Quienes van por principal: un comodín, en su sitio y tras los iguales."""
    quienes = tuple(sorted(quienes, key=lambda uno: -contexto.principal(uno, contexto.numero - 1)))
    objetivo = ObjetivoDeConjuntos(
        quienes=quienes,
        principal=tuple(contexto.principal(uno, contexto.numero - 1) for uno in quienes),
        historia=contexto.historia,
        prohibidos=contexto.prohibidos,
        evitar=contexto.evitar,
        flotaron=tuple(_flotaron(contexto, uno) for uno in quienes),
        primera=contexto.numero == 1,
    )
    if contexto.publicadas is not None:
        pares = [(min(par), max(par)) for par in _ya_publicadas(contexto.publicadas, quienes)]
    else:
        pares = emparejar_exacto(len(quienes), objetivo.empacado(), objetivo.candidatos(), objetivo.cota)
    mesas: list[Mesa] = []
    for i, j in pares:
        mesas += mesas_de(contexto.torneo, contexto.numero, _lados(contexto, (quienes[i], quienes[j])))
    return mesas, Grupo(objetivo, tuple(pares), objetivo.de_todos(pares))


def _flotaron(contexto: _Contexto, uno: str) -> int:
    """Hacia dónde flotó la última vez que se le buscó rival: el principal de su rival antes de enfrentarlo."""
    rivales = [v for v in contexto.vueltas[uno] if v.jugada]
    if not rivales:
        return 0
    rival = rivales[-1].rivales[0]
    antes = rivales[-1].partida - 1
    for vuelta in reversed(rivales):
        # el encuentro de dos equipos empezó con la primera de sus partidas seguidas
        if vuelta.rivales[0] != rival or vuelta.partida < antes:
            break
        antes = vuelta.partida - 1
    diferencia = contexto.principal(rival, antes) - contexto.principal(uno, antes)
    return (diferencia > 0) - (diferencia < 0)


def _lados(contexto: _Contexto, par: Par) -> Par:
    """TO12: el conjunto que más veces fue 1 y 3 toma 0 y 2; si van iguales, el del mejor lugar (que va primero)."""
    laterales, entidades = contexto.historia.laterales, contexto.entidades
    uno, otro = sorted(
        par,
        key=lambda e: (
            -sum(laterales.get(persona, 0) for persona in entidades[e].personas),
            contexto.lugar.get(e, len(contexto.lugar)),
        ),
    )
    return uno, otro


def _en_orden(contexto: _Contexto, mesas: Sequence[Mesa]) -> list[Mesa]:
    """TO12: la mesa 1 es la de mayor suma de principal y, si van iguales, la del mejor lugar; un encuentro, junto."""
    lugar, tras = contexto.lugar, contexto.numero - 1

    def clave(mesa: Mesa) -> tuple[int, list[int]]:
        quienes = mesa.entidades or mesa.asientos
        lugares = sorted(lugar.get(uno, len(lugar)) for uno in quienes)
        return -sum(contexto.principal(uno, tras) for uno in quienes), lugares

    # sorted es estable: las dos mesas de un encuentro quedan en su orden
    return sorted(mesas, key=clave)
