"""Un acta que alguien sube: se lee como de quien quiere tirar el sistema, y se deja en su forma única (TO30).

Aquí sólo se mira si cabe: medidas, letras que no se ven y que los identificadores sean números. Si se sostiene como
torneo lo dicen las reglas, y que no se pierda nada, `servicios.traer`, que la vuelve a escribir y compara.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, NoReturn

from django.core.exceptions import ValidationError
from django.utils.dateparse import parse_datetime

from config.comun.escrito import sin_invisibles
from recreo.errores import ErrorDeServicio
from reglas.errores import ErrorDeRegla
from reglas.suizo import tipos as de_reglas
from reglas.suizo.acta import leer_torneo
from torneos.actas.repartos import exigir_repartos, ordenada
from torneos.models import TIPOS

EN_MEGAS = 6
MAXIMO = EN_MEGAS * 1024 * 1024
NUMERO_MAXIMO = 32_000
DE_CONJUNTO = 1000
"""En Parejas y Equipos los conjuntos llevan hasta ése y las personas, de ahí en adelante (decisión 025)."""
SUJETOS = 1024
PERSONAS = SUJETOS * 3 // 2
"""Las que juegan y un suplente por pareja."""
ANOS = (2000, 2100)
DE_OTRA_COSA = {"amigos-domino/partida": "acta_de_partida", "amigos-domino/recreo": "acta_de_recreo"}


class Leida(NamedTuple):
    """El torneo que dice el acta, en su forma única, y lo optativo de esta casa."""

    torneo: de_reglas.Torneo
    lugar: str
    fecha: datetime | None


def leer_contenido(contenido: bytes) -> Any:
    """El JSON de lo que se subió. Errores: `acta_grande`, `acta_ilegible`."""
    if len(contenido) > MAXIMO:
        raise ErrorDeServicio("acta_grande", maximo=EN_MEGAS)
    try:
        return json.loads(contenido.decode("utf-8-sig"), parse_constant=_rechazar)
    except (ValueError, RecursionError) as e:
        raise ErrorDeServicio("acta_ilegible") from e


def _rechazar(nombre: str) -> NoReturn:
    raise ValueError(nombre)


def leer(datos: Any) -> Leida:
    """Errores: `regla_…` (no se sostiene), `acta_de_partida`, `acta_de_recreo`, `acta_de_otro_formato`,
    `acta_sin_partidas`, `acta_no_cabe`, `acta_sin_numeros`, `acta_numeros_cruzados`, `acta_con_invisibles` y
    `acta_de_repartos`.
    """
    if isinstance(datos, dict) and (otra := DE_OTRA_COSA.get(str(datos.get("formato")))):
        raise ErrorDeServicio(otra)
    try:
        torneo = leer_torneo(datos)
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **e.datos) from e
    if torneo.tipo not in TIPOS:
        raise ErrorDeServicio("acta_de_otro_formato")
    if not torneo.partidas:
        raise ErrorDeServicio("acta_sin_partidas")
    lugar = datos.get("lugar")
    lugar = _en_un_renglon(lugar) if isinstance(lugar, str) else ""
    for que, valor, desde, hasta in _medidas(torneo, lugar):
        if not desde <= valor <= hasta:
            raise ErrorDeServicio("acta_no_cabe", que=que, desde=desde, hasta=hasta)
    for uno in _identificadores(torneo):
        if not (uno.isascii() and uno.isdecimal() and uno[0] != "0" and len(uno) < 6 and int(uno) <= NUMERO_MAXIMO):
            raise ErrorDeServicio("acta_sin_numeros", cual=uno[:20], hasta=NUMERO_MAXIMO)
    if torneo.entidades:
        cruzados = [e.id for e in torneo.entidades if int(e.id) > DE_CONJUNTO]
        cruzados += [j.id for j in torneo.jugadores if int(j.id) <= DE_CONJUNTO]
        if cruzados:
            raise ErrorDeServicio("acta_numeros_cruzados", cual=cruzados[0], hasta=DE_CONJUNTO)
    _exigir_que_se_vea(torneo, lugar)
    if torneo.tipo is de_reglas.Tipo.MULTIPLICADO:
        exigir_repartos(torneo)
    return Leida(canonico(torneo), lugar, _fecha(datos.get("fecha")))


def _en_un_renglon(texto: str) -> str:
    return " ".join(texto.split())


def _fecha(valor: Any) -> datetime | None:
    """La que diga, con su zona; la que no se entiende no se toma."""
    try:
        fecha = parse_datetime(valor) if isinstance(valor, str) else None
    except ValueError:
        return None
    if fecha is None or not ANOS[0] <= fecha.year < ANOS[1]:
        return None
    return fecha.replace(tzinfo=UTC) if fecha.tzinfo is None else fecha


def _medidas(t: de_reglas.Torneo, lugar: str) -> Iterator[tuple[str, int, int, int]]:
    """Qué es, cuánto mide y entre qué y qué cabe: lo que la base y las páginas aguantan."""
    yield "las letras del nombre del torneo", len(_en_un_renglon(t.nombre)), 1, 60
    yield "las letras del lugar", len(lugar), 0, 60
    yield "las letras de la semilla", len(t.semilla), 1, 200
    yield "las partidas", t.previstas, 1, 30
    yield "lo que dura un encuentro", t.encuentro, 1, 3
    yield "a quienes se clasifica", len(t.entidades or t.jugadores), 1, SUJETOS // t.modalidad.de_cuantos
    yield "las personas", len(t.jugadores), 1, PERSONAS
    yield "los pares prohibidos o por evitar", len(t.prohibidos) + len(t.evitar), 0, 4000
    yield "los castigos", len(t.castigos), 0, 10_000
    yield "las parejas y los equipos a distancia", len(t.distancia), 0, SUJETOS
    yield "lo dispuesto para la siguiente", len(t.siguiente.ausentes) + len(t.siguiente.forzadas), 0, SUJETOS
    for uno in (*t.jugadores, *t.entidades):
        yield "las letras de un nombre", len(_en_un_renglon(uno.nombre)), 0, 40
        yield from _plazo("desde qué partida juega alguien", uno.desde, uno.hasta)
    for suplente in (uno.suplente for uno in t.entidades):
        yield "desde qué partida entra un suplente", 1 if suplente is None else suplente.desde, 1, 31
    for uno in t.distancia:
        yield "las letras de un nombre a distancia", len(_en_un_renglon(uno.nombre)), 1, 40
    for vigencia in t.vigencias:
        yield from _plazo("desde cuándo rige un par", vigencia.desde, vigencia.hasta)
    publicadas = len(t.partidas)
    for castigo in t.castigos:
        yield "los tantos de un castigo", abs(castigo.tantos), 1, 999
        yield "la partida de un castigo", castigo.partida, 0, publicadas
        yield "cuándo se puso un castigo", castigo.partida if castigo.tras is None else castigo.tras, 0, publicadas
    if t.bolsas is not None:
        yield "cuántos cambian de bolsa", t.bolsas.intercambio or 0, 0, 128
    for _quien, mesa in t.siguiente.fijas:
        yield "una mesa fija", mesa, 1, 999
    for partida in t.partidas:
        yield from _de_partida(partida)


def _plazo(que: str, desde: int, hasta: int | None) -> Iterator[tuple[str, int, int, int]]:
    yield que, desde, 1, 31
    yield que, desde if hasta is None else hasta, 0, 31


def _de_partida(p: de_reglas.Partida) -> Iterator[tuple[str, int, int, int]]:
    yield "las mesas de una partida", len(p.mesas), 1, SUJETOS // de_reglas.DE_MESA
    for _quien, numero in p.fijas:
        yield "una mesa fija", numero, 1, 999
    for m in p.mesas:
        yield "el número de una mesa", m.numero, 1, 999
        yield "las manos de una mesa", len(m.manos or ()), 0, 99
        yield "las correcciones de una mesa", len(m.correcciones), 0, 50
        for dicho in (m, *m.correcciones):
            yield "un marcador", max(dicho.marcador), 0, 999
            yield "los ausentes de una mesa", len(dicho.ausentes), 0, de_reglas.DE_MESA
        for correccion in m.correcciones:
            yield "las letras de un motivo", len(correccion.motivo), 0, 200
        for mano in m.manos or ():
            yield "los tantos de una mano", mano.tantos, 0, 168
            yield "la pareja que gana una mano", 0 if mano.pareja is None else mano.pareja, 0, 1


def _identificadores(t: de_reglas.Torneo) -> Iterator[str]:
    """Todos los que nombra el acta: aquí son los números que cada quien lleva."""
    yield from (uno.id for uno in (*t.jugadores, *t.entidades))
    yield from (uno for declarados in t.distancia for uno in declarados.jugadores)
    yield from (uno.suplente.id for uno in t.entidades if uno.suplente is not None)
    yield from (*t.siguiente.ausentes, *(uno for mesa in t.siguiente.forzadas for uno in mesa))
    yield from (quien for quien, _mesa in t.siguiente.fijas)
    yield from (uno for corte in (t.bolsas.cortes if t.bolsas else ()) for bolsa in corte for uno in bolsa)
    for p in t.partidas:
        yield from (quien for quien, _mesa in p.fijas)
        yield from (*p.descansan, *p.ausentes)
        yield from (uno for m in p.mesas for dicho in (m, *m.correcciones) for uno in dicho.ausentes)


def _exigir_que_se_vea(t: de_reglas.Torneo, lugar: str) -> None:
    """Los nombres y motivos los leen todos: sin letras que no se ven ni que volteen lo escrito."""
    motivos = (c.motivo for p in t.partidas for m in p.mesas for c in m.correcciones)
    for texto in (t.nombre, t.semilla, lugar, *_nombres(t), *motivos, *(p.dictado for p in t.partidas)):
        try:
            sin_invisibles(texto)
        except ValidationError as e:
            raise ErrorDeServicio("acta_con_invisibles", texto=ascii(texto[:20])) from e


def _nombres(t: de_reglas.Torneo) -> Iterable[str]:
    return (uno.nombre for lista in (t.jugadores, t.entidades, t.distancia) for uno in lista)


# -- la forma única ---------------------------------------------------------------------------------------------------


def canonico(t: de_reglas.Torneo) -> de_reglas.Torneo:
    """El mismo torneo dicho de una sola manera: dos actas que dicen lo mismo quedan iguales.

    El orden de las listas no dice nada, una vigencia de todo el torneo es no tenerla y un castigo sin `tras` cuenta
    desde su partida.
    """
    return replace(
        t,
        nombre=_en_un_renglon(t.nombre),
        jugadores=_por_numero(replace(j, nombre=_en_un_renglon(j.nombre)) for j in t.jugadores),
        entidades=_por_numero(replace(e, nombre=_en_un_renglon(e.nombre)) for e in t.entidades),
        prohibidos=tuple(sorted(t.prohibidos)),
        evitar=tuple(sorted(t.evitar)),
        vigencias=tuple(sorted((v for v in t.vigencias if v.desde > 1 or v.hasta is not None), key=_de_vigencia)),
        distancia=tuple(
            sorted(
                (replace(d, nombre=_en_un_renglon(d.nombre)) for d in t.distancia),
                key=lambda d: (len(d.jugadores), d.nombre),
            )
        ),
        castigos=tuple(
            sorted((replace(c, tras=c.partida if c.tras is None else c.tras) for c in t.castigos), key=_de_castigo)
        ),
        siguiente=replace(t.siguiente, fijas=tuple(sorted(t.siguiente.fijas, key=lambda f: int(f[0])))),
        partidas=tuple(sorted((_partida(p, t.tipo) for p in t.partidas), key=lambda p: p.numero)),
    )


def _por_numero(unos: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(unos, key=lambda uno: int(uno.id)))


def _de_vigencia(v: de_reglas.Vigencia) -> tuple[Any, ...]:
    return v.par, v.desde, v.hasta or 0


def _de_castigo(c: de_reglas.CastigoDeTorneo) -> tuple[int, int, str, int]:
    """Uno negativo va después del que quita."""
    return c.partida, c.tras or 0, c.sujeto, -c.tantos


def _partida(p: de_reglas.Partida, tipo: de_reglas.Tipo) -> de_reglas.Partida:
    """El acta de un Multiplicado dice las manos aunque no haya ninguna; las demás, sólo si las hay."""
    comun = tipo is de_reglas.Tipo.MULTIPLICADO
    mesas = (ordenada(m) if comun else replace(m, manos=m.manos or None) for m in p.mesas)
    return replace(p, mesas=tuple(sorted(mesas, key=lambda m: m.numero)))
