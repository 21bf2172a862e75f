"""`verificar-torneo`: todas las faltas de un acta, con su código, dónde y qué pasó (docs/actas.md).

Primero que el acta se sostenga; de ahí, cada partida como era al emparejarla. Si una partida no se sostiene, de ella
en adelante sólo se dice eso: lo demás saldría de datos que no son.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from reglas import lectura
from reglas.errores import ErrorDeRegla
from reglas.suizo.acta import leer_sin_validar
from reglas.suizo.tipos import Torneo
from reglas.suizo.validar import faltas_de_integridad
from reglas.suizo.verificacion import asistencia, manos, mesas, tablas
from reglas.suizo.verificacion.repetir import repeticion
from reglas.suizo.verificacion.visto import Faltas, Vista

DE_PARTIDA: tuple[Callable[[Vista], Faltas], ...] = (
    mesas.numeradas,
    asistencia.asistencia,
    asistencia.descansos,
    mesas.conjuntos,
    mesas.prohibidos,
    mesas.repetidos,
    mesas.bolsas,
    manos.marcadores,
    repeticion,
)


def verificar_torneo(datos: Any) -> dict[str, Any]:
    """Las faltas, en el orden de las partidas; las que no son de ninguna llevan `partida` nula y van primero."""
    torneo = leer_sin_validar(datos)
    faltas = [_como_dato(error) for error in _faltas(torneo, lectura.objeto(datos, "acta"))]
    faltas.sort(key=lambda falta: falta["partida"] or 0)
    return {"faltas": faltas}


def _faltas(torneo: Torneo, datos: Any) -> Iterator[ErrorDeRegla]:
    rotas = [*faltas_de_integridad(torneo), *manos.abiertas(torneo)]
    yield from rotas
    numeros = [error.datos.get("partida") for error in rotas]
    if None in numeros:
        return
    entero = not rotas
    if not entero:
        torneo = hasta(torneo, min(n for n in numeros if n is not None))
    yield from asistencia.tardios(torneo)
    yield from mesas.cortes_de_mas(torneo) if entero else ()
    for partida in sorted(torneo.partidas, key=lambda p: p.numero):
        vista = Vista(torneo, partida)
        for comprobar in DE_PARTIDA:
            for error in comprobar(vista):
                error.datos = {"partida": partida.numero, **error.datos}
                yield error
    yield from tablas.clasificacion(torneo, datos) if entero else ()


def hasta(torneo: Torneo, partida: int) -> Torneo:
    """El torneo sin esa partida ni las que siguen, para revisar lo que sí se sostiene."""
    return replace(torneo, partidas=tuple(p for p in torneo.partidas if p.numero < partida))


def _como_dato(error: ErrorDeRegla) -> dict[str, Any]:
    falta: dict[str, Any] = {"codigo": error.codigo, "partida": error.datos.get("partida")}
    if error.datos.get("mesa") is not None:
        falta["mesa"] = error.datos["mesa"]
    return falta | {"mensaje": error.mensaje()}
