"""Las partidas de un acta que se trae: mesas, asientos, manos y resultados con lo que decían antes (TO19, D330)."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from recreo.errores import ErrorDeServicio
from reglas.suizo import tipos as de_reglas
from reglas.tipos import Desenlace
from torneos.actas.repartos import jugado
from torneos.models import Anotacion, Asiento, Inscrito, ManosDeMesa, Mesa, Partida, Resultado
from torneos.servicios.base import Operacion

POR_LOTE = 2000
Cortes = Mapping[int, tuple[tuple[str, ...], ...]]
Avanzar = Callable[[int], None]


def sin_decirlo(van: int) -> None:
    """A nadie le importa cuántas van."""


def escribir_partidas(
    op: Operacion,
    t: de_reglas.Torneo,
    de: Mapping[str, Inscrito],
    cortes: Cortes,
    avanzar: Avanzar = sin_decirlo,
) -> None:
    """Todas, en pocas preguntas cada una; `avanzar` oye cuántas van.

    Error: `acta_corrige_abierta` (una corrección de una mesa que seguía abierta).
    """
    partidas = Partida.objects.bulk_create(
        Partida(
            torneo=op.torneo,
            numero=p.numero,
            publicada=op.ahora,
            quien=op.nombre,
            descansan=[int(n) for n in p.descansan],
            ausentes=[int(n) for n in p.ausentes],
            fijas=[[int(n), mesa] for n, mesa in p.fijas],
            corte=[[int(n) for n in bolsa] for bolsa in cortes[p.numero]] if p.numero in cortes else None,
            cerrada=op.ahora if p.cerrada else None,
            **_comun(op, p),
        )
        for p in t.partidas
    )
    for fila, p in zip(partidas, t.partidas, strict=True):
        _escribir_mesas(op, fila, p, de)
        avanzar(p.numero)


def _comun(op: Operacion, p: de_reglas.Partida) -> dict[str, Any]:
    """Del Multiplicado: lo dictado allá y su clave. Sin dictar, se dicta aquí; dictada, aquí no se abren sus mesas.

    Sin embargo sólo si trae sus fichas, o no se jugó ninguna mano: las que no vinieron no se pueden levantar (D675).
    """
    if not p.dictado:
        return {}
    manos = [mano for m in p.mesas for mano in m.manos or ()]
    vienen = p.cerrada and not p.sin_fichas and all(mano.reparto is not None for mano in manos)
    return {"dictado": p.dictado, "clave_de_fuera": p.clave, "levantada": op.ahora if vienen else None}


def _escribir_mesas(op: Operacion, partida: Partida, p: de_reglas.Partida, de: Mapping[str, Inscrito]) -> None:
    """Las de una partida: quién se sentó, sus manos y sus resultados."""
    mesas = Mesa.objects.bulk_create((_mesa(op, partida, m) for m in p.mesas), POR_LOTE)
    Asiento.objects.bulk_create(
        (
            Asiento(mesa=fila, lugar=lugar, jugador=de[uno])
            for fila, m in zip(mesas, p.mesas, strict=True)
            for lugar, uno in enumerate(m.asientos)
        ),
        POR_LOTE,
    )
    _escribir_manos(op, mesas, p.mesas)
    ManosDeMesa.objects.bulk_create(
        ManosDeMesa(mesa=fila, manos=suyas)
        for fila, m in zip(mesas, p.mesas, strict=True)
        if (suyas := jugado(m.manos or ()))
    )
    Resultado.objects.bulk_create(
        (r for fila, m in zip(mesas, p.mesas, strict=True) for r in _resultados(op, fila, m, p.numero)), POR_LOTE
    )


def _mesa(op: Operacion, partida: Partida, m: de_reglas.Mesa) -> Mesa:
    cerrada = m.fin is not None
    return Mesa(
        partida=partida,
        numero=m.numero,
        clave=secrets.token_urlsafe(12),
        forzada=m.forzada,
        cerrada=op.ahora if cerrada else None,
        cerrada_por=op.nombre if cerrada else "",
    )


def _escribir_manos(op: Operacion, mesas: Sequence[Mesa], dichas: Sequence[de_reglas.Mesa]) -> None:
    """El acta no dice si fue dominada o cierre: la que alguien ganó va como dominada (D578)."""
    Anotacion.objects.bulk_create(
        (
            Anotacion(
                mesa=fila,
                mano=n,
                revision=1,
                desenlace=(Desenlace.CIERRE_EMPATADO if mano.pareja is None else Desenlace.DOMINADA).value,
                pareja=mano.pareja,
                tantos=mano.tantos,
                quien=op.nombre,
                instante=op.ahora,
            )
            for fila, m in zip(mesas, dichas, strict=True)
            for n, mano in enumerate(m.manos or (), start=1)
        ),
        POR_LOTE,
    )


def _resultados(op: Operacion, fila: Mesa, m: de_reglas.Mesa, partida: int) -> Iterator[Resultado]:
    """Lo que decía antes de cada corrección y, al final, lo que vale: cada uno tras la que lo puso."""
    if m.fin is None:
        return
    tras, motivo = partida, ""
    dichos: list[de_reglas.Correccion | de_reglas.Mesa] = [*m.correcciones, m]
    for revision, dicho in enumerate(dichos, start=1):
        if dicho.fin is None:
            raise ErrorDeServicio("acta_corrige_abierta", partida=partida, mesa=m.numero)
        yield Resultado(
            mesa=fila,
            revision=revision,
            fin=dicho.fin.value,
            ganadora=dicho.ganadora,
            marcador_0=dicho.marcador[0],
            marcador_1=dicho.marcador[1],
            ausentes=[int(n) for n in dicho.ausentes],
            de_la_hoja=dicho is m and m.manos is not None,
            tras=tras,
            motivo=motivo,
            quien=op.nombre,
            instante=op.ahora,
        )
        if isinstance(dicho, de_reglas.Correccion):
            tras, motivo = dicho.tras, dicho.motivo
