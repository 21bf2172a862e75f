"""Que un acta de torneo se sostenga: quiénes, cuándo y con qué resultado (TO1-TO4, TO19, RG6, RG7).

`validar` se detiene en lo primero que no se sostiene; `faltas_de_integridad` lo dice todo, para `verificar-torneo`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.partida import MANOS_PARA_GANAR, VENTAJA_MINIMA
from reglas.suizo.bolsas import de_etapa
from reglas.suizo.tipos import Correccion, Entidad, FinDeMesa, Mesa, Modalidad, Partida, Tipo, Torneo

BOLSAS = (2, 3)
ENCUENTROS = (1, 3)


@dataclass(frozen=True)
class _Quienes:
    """A quién puede nombrar una mesa."""

    personas: frozenset[str]
    sujetos: frozenset[str]
    individual: bool
    meta: Meta


def validar(torneo: Torneo) -> None:
    """Levanta la primera de `faltas_de_integridad`, si hay alguna."""
    for error in faltas_de_integridad(torneo):
        raise error


def faltas_de_integridad(torneo: Torneo) -> Iterator[ErrorDeRegla]:
    """`previstas_invalidas`, `id_repetido`, `id_desconocido`, `conjunto_incompleto`, `suplente_invalido`,
    `encuentro_invalido`, `bolsas_invalidas`, `previstas_de_multibolsa`, `partidas_saltadas` y lo de sus mesas.
    """
    if torneo.previstas < 1:
        yield ErrorDeRegla("previstas_invalidas", previstas=torneo.previstas)
    personas = frozenset(uno.id for uno in torneo.jugadores)
    yield from _repetidos([uno.id for uno in torneo.jugadores])
    yield from _repetidos([uno.id for uno in torneo.entidades])
    if not torneo.individual:
        yield from _repetidos([persona for uno in torneo.entidades for persona in uno.personas])
        for uno in torneo.entidades:
            yield from _de_entidad(torneo, uno, personas)
    yield from _de_formato(torneo)
    sujetos = frozenset((*torneo.sujetos, *torneo.comodines))
    pares = (*torneo.prohibidos, *torneo.evitar, *(vigencia.par for vigencia in torneo.vigencias))
    yield from _desconocidos((uno for par in pares for uno in par), sujetos | personas)
    yield from _desconocidos((uno.sujeto for uno in torneo.castigos), sujetos | personas)
    yield from _desconocidos((uno for declarados in torneo.distancia for uno in declarados.jugadores), personas)
    yield from _de_partidas(torneo, _Quienes(personas, sujetos, torneo.individual, torneo.meta))


def _repetidos(ids: list[str]) -> Iterator[ErrorDeRegla]:
    vistos: set[str] = set()
    for uno in ids:
        if uno in vistos:
            yield ErrorDeRegla("id_repetido", id=uno)
        vistos.add(uno)


def _desconocidos(ids: Iterable[str], cuales: frozenset[str]) -> Iterator[ErrorDeRegla]:
    for uno in ids:
        if uno not in cuales:
            yield ErrorDeRegla("id_desconocido", id=uno)


def _de_entidad(torneo: Torneo, uno: Entidad, personas: frozenset[str]) -> Iterator[ErrorDeRegla]:
    if len(uno.jugadores) != torneo.modalidad.de_cuantos:
        yield ErrorDeRegla("conjunto_incompleto", sujeto=uno.id, esperados=torneo.modalidad.de_cuantos)
    yield from _desconocidos(uno.personas, personas)
    if uno.suplente is not None and (uno.suplente.por not in uno.jugadores or uno.suplente.desde < 1):
        yield ErrorDeRegla("suplente_invalido", sujeto=uno.id)


def _de_formato(torneo: Torneo) -> Iterator[ErrorDeRegla]:
    if torneo.modalidad is Modalidad.EQUIPOS and (
        torneo.encuentro not in ENCUENTROS or torneo.previstas % torneo.encuentro
    ):
        yield ErrorDeRegla("encuentro_invalido", encuentro=torneo.encuentro, previstas=torneo.previstas)
    if torneo.tipo is Tipo.MULTIBOLSA and torneo.bolsas is None:
        yield ErrorDeRegla("falta_campo", campo="bolsas")
    if torneo.bolsas is not None:
        if torneo.bolsas.cantidad not in BOLSAS:
            yield ErrorDeRegla("bolsas_invalidas", cantidad=torneo.bolsas.cantidad)
        try:
            de_etapa(torneo)
        except ErrorDeRegla as error:
            yield error


def _situado(errores: Iterable[ErrorDeRegla], **donde: int) -> Iterator[ErrorDeRegla]:
    for error in errores:
        error.datos = {**donde, **error.datos}
        yield error


def _de_partidas(torneo: Torneo, quienes: _Quienes) -> Iterator[ErrorDeRegla]:
    numeros = sorted(partida.numero for partida in torneo.partidas)
    if numeros != list(range(1, len(numeros) + 1)) or len(numeros) > torneo.previstas:
        yield ErrorDeRegla("partidas_saltadas", previstas=torneo.previstas)
    for partida in sorted(torneo.partidas, key=lambda p: p.numero):
        yield from _situado(_de_partida(quienes, partida, len(numeros)), partida=partida.numero)


def _de_partida(quienes: _Quienes, partida: Partida, publicadas: int) -> Iterator[ErrorDeRegla]:
    yield from _desconocidos(partida.descansan + partida.ausentes, quienes.sujetos)
    yield from _repetidos([str(mesa.numero) for mesa in partida.mesas])
    sentados = [persona for mesa in partida.mesas for persona in mesa.asientos]
    yield from _repetidos(sentados + (list(partida.descansan) if quienes.individual else []))
    for mesa in partida.mesas:
        yield from _situado(_de_mesa(quienes, mesa, partida.numero, publicadas), mesa=mesa.numero)


def _de_mesa(quienes: _Quienes, mesa: Mesa, partida: int, publicadas: int) -> Iterator[ErrorDeRegla]:
    yield from _desconocidos(mesa.asientos, quienes.personas)
    yield from _desconocidos(mesa.entidades or (), quienes.sujetos)
    if (mesa.entidades is None) != quienes.individual:
        yield ErrorDeRegla("entidades_de_mesa")
    yield from faltas_de_resultado(quienes.meta, mesa)
    tras = [correccion.tras for correccion in mesa.correcciones]
    if tras != sorted(tras) or not all(partida < n <= publicadas for n in tras):
        yield ErrorDeRegla("correccion_invalida")
    for correccion in mesa.correcciones:
        yield from faltas_de_resultado(quienes.meta, correccion)


def faltas_de_resultado(meta: Meta, mesa: Mesa | Correccion) -> Iterator[ErrorDeRegla]:
    """RG6, RG7, TO18: quién gana y con qué marcador, según cómo se cerró. A lo más, una falta."""
    marcador = ErrorDeRegla("marcador_invalido", marcador=list(mesa.marcador))
    if min(mesa.marcador) < 0 or (meta.tantos is not None and max(mesa.marcador) > meta.tantos):
        yield marcador
    elif mesa.fin in (None, FinDeMesa.AUSENCIA):
        if mesa.fin is FinDeMesa.AUSENCIA and not mesa.ausentes:
            yield ErrorDeRegla("faltan_ausentes")
    elif mesa.ganadora not in (0, 1):
        yield ErrorDeRegla("falta_ganadora")
    else:
        gana, pierde = mesa.marcador[mesa.ganadora], mesa.marcador[1 - mesa.ganadora]
        debida = gana >= MANOS_PARA_GANAR and gana - pierde >= VENTAJA_MINIMA
        if meta.tantos is not None:
            debida = gana == meta.tantos and pierde < meta.tantos
        if mesa.fin is FinDeMesa.META and not debida:
            yield marcador
        if mesa.fin is FinDeMesa.TIEMPO and gana <= pierde:
            yield ErrorDeRegla("suspension_empatada")
