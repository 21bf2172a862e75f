"""Las partidas de un acta que se trae: mesas, asientos, manos y resultados con lo que decían antes (TO19, D330)."""

import secrets
from collections.abc import Iterator, Mapping, Sequence

from recreo.errores import ErrorDeServicio
from reglas.suizo import tipos as de_reglas
from reglas.tipos import Desenlace
from torneos.models import Anotacion, Asiento, Inscrito, Mesa, Partida, Resultado
from torneos.servicios.base import Operacion

POR_LOTE = 2000
Cortes = Mapping[int, tuple[tuple[str, ...], ...]]


def escribir_partidas(op: Operacion, t: de_reglas.Torneo, de: Mapping[str, Inscrito], cortes: Cortes) -> None:
    """Todas, en pocas preguntas. Error: `acta_corrige_abierta` (una corrección de una mesa que seguía abierta)."""
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
        )
        for p in t.partidas
    )
    dichas = [(fila, m) for fila, p in zip(partidas, t.partidas, strict=True) for m in p.mesas]
    mesas = Mesa.objects.bulk_create((_mesa(op, fila, m) for fila, m in dichas), POR_LOTE)
    Asiento.objects.bulk_create(
        (
            Asiento(mesa=fila, lugar=lugar, jugador=de[uno])
            for fila, (_partida, m) in zip(mesas, dichas, strict=True)
            for lugar, uno in enumerate(m.asientos)
        ),
        POR_LOTE,
    )
    _escribir_manos(op, mesas, [m for _partida, m in dichas])
    Resultado.objects.bulk_create(
        (r for fila, (p, m) in zip(mesas, dichas, strict=True) for r in _resultados(op, fila, m, p.numero)), POR_LOTE
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
