"""Cómo se cierra una mesa y cómo se corrige: por meta, tiempo, default, ausencia o sanción (TO16 a TO19; RG6, RG7).

Un resultado no se pisa: corregir agrega otro, con quién, cuándo, por qué y tras qué partida publicada (decisión 021).
"""

from collections.abc import Sequence

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos, Hoja
from recreo.hoja.servicios import cierre as de_la_hoja
from recreo.hoja.servicios.cierre import dejar_cerrada, exigir_lo_visto
from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.suizo import tipos as de_reglas
from reglas.suizo.dictamen import acreditar
from reglas.suizo.tipos import FinDeMesa
from reglas.suizo.validar import faltas_de_resultado
from torneos.models import Resultado
from torneos.servicios.base import E, Operacion, exigir_motivo, orden_de_mesa
from torneos.servicios.en_linea import dejar_de_jugar
from torneos.servicios.multiplicado import al_cerrar_una


def cerrar_con_las_manos(op: Operacion, fin: FinDeMesa = FinDeMesa.META, ganadora: int | None = None) -> Datos:
    """Cierra con lo anotado; por default o sanción, a favor de `ganadora`. Errores: `suspension_empatada` y otros
    `regla_…`.
    """
    h = op.hoja()
    h.exigir_abierta()
    va = de_la_hoja.resultado(h)
    anotado = va.manos_ganadas if h.meta.tantos is None else va.acreditado
    gana = va.ganadora if fin is FinDeMesa.META else ganadora
    if fin is FinDeMesa.TIEMPO:
        if va.llego_a_meta:
            raise ErrorDeServicio("ya_llegaron", mesa=h.mesa.numero)
        if anotado[0] == anotado[1]:
            raise ErrorDeServicio("regla_suspension_empatada", mesa=h.mesa.numero)
        gana = int(anotado[1] > anotado[0])
    return _poner(op, fin, gana, anotado, de_la_hoja_=True)


@orden_de_mesa(E.EN_JUEGO)
def mesa_cerrar(op: Operacion, *, partida: int, mesa: int, anotadas: int) -> Datos:
    """Un juez cierra por la meta con lo anotado que vio, aunque nadie confirmara. Errores: `solo_juez`,
    `no_llegan_a_la_meta`, `mesa_cambio`.
    """
    op.exigir_juez()
    h = op.hoja()
    h.exigir_abierta()
    if not de_la_hoja.resultado(h).llego_a_meta:
        raise ErrorDeServicio("no_llegan_a_la_meta", mesa=mesa)
    exigir_lo_visto(h, anotadas)
    return cerrar_con_las_manos(op)


@orden_de_mesa(E.EN_JUEGO)
def mesa_suspender(op: Operacion, *, partida: int, mesa: int, anotadas: int) -> Datos:
    """Sonó el tiempo: gana quien va adelante (TO17). Errores: `solo_juez`, `mesa_cambio`, `regla_suspension_…`."""
    op.exigir_juez()
    exigir_lo_visto(op.hoja(), anotadas)
    return cerrar_con_las_manos(op, FinDeMesa.TIEMPO)


@orden_de_mesa(E.EN_JUEGO)
def mesa_dar_default(op: Operacion, *, partida: int, mesa: int, gana: int, motivo: str) -> Datos:
    """Alguien se fue a media partida: los otros ganan la meta y los suyos lo anotado (TO18). Errores: `solo_juez`,
    `falta_motivo`.
    """
    op.exigir_juez()
    op.contar("mesa_dar_default", motivo=exigir_motivo(motivo), gana=gana)
    return cerrar_con_las_manos(op, FinDeMesa.DEFAULT, gana)


@orden_de_mesa(E.EN_JUEGO)
def mesa_dar_ausencia(op: Operacion, *, partida: int, mesa: int, ausentes: Sequence[int], motivo: str = "") -> Datos:
    """No vinieron: ellos, ausencia; los demás, lo de un descanso (TO18). Sólo si no se ha anotado nada.

    Errores: `solo_juez`, `no_se_sienta_aqui`, `faltan_ausentes`, `ya_anotaron`.
    """
    op.exigir_juez()
    h = op.hoja()
    h.exigir_abierta()
    if h.mesa.anotaciones.exists():
        raise ErrorDeServicio("ya_anotaron", mesa=mesa, partida=partida)
    _exigir_sentados(h, ausentes)
    op.contar("mesa_dar_ausencia", motivo=motivo, numeros=list(ausentes))
    return _poner(op, FinDeMesa.AUSENCIA, None, (0, 0), ausentes=ausentes)


@orden_de_mesa(E.EN_JUEGO)
def mesa_capturar(op: Operacion, *, partida: int, mesa: int, a: int, b: int) -> Datos:
    """La hoja de papel, con su marcador final: si alguien llegó a la meta, por meta; si no, por tiempo (TO16, TO17).

    Los tantos que rebasan la meta se acreditan hasta ella (RG6). Errores: `solo_juez`, `mesa_cerrada`,
    `ya_anotaron` (tiene manos: se cierra con ellas), `regla_…`.
    """
    op.exigir_juez()
    h = op.hoja()
    h.exigir_abierta()
    if h.mesa.anotaciones.exists():
        raise ErrorDeServicio("con_manos", mesa=mesa)
    if a == b:
        raise ErrorDeServicio("regla_suspension_empatada", mesa=mesa)
    return _poner(op, _fin_de(h.meta, a, b), int(b > a), (a, b))


def _fin_de(meta: Meta, a: int, b: int) -> FinDeMesa:
    """Por meta si alguien llegó; si no, se acabó el tiempo."""
    prueba = de_reglas.Correccion(0, FinDeMesa.META, int(b > a), acreditar(meta, FinDeMesa.META, int(b > a), (a, b)))
    return FinDeMesa.TIEMPO if any(faltas_de_resultado(meta, prueba)) else FinDeMesa.META


@orden_de_mesa(E.EN_JUEGO, E.TERMINADO, con_torneo=True)
def mesa_corregir(
    op: Operacion,
    *,
    partida: int,
    mesa: int,
    fin: FinDeMesa,
    ganadora: int | None,
    a: int,
    b: int,
    motivo: str,
    ausentes: Sequence[int] = (),
) -> Datos:
    """Corrige una mesa cerrada: la tabla cambia y las mesas ya publicadas no (TO19). Tras la final lo hace quien
    organiza, y es el acta de corrección. Toma el torneo: publicar y corregir a la vez quedan uno antes del otro.

    Errores: `solo_juez`, `solo_titular`, `mesa_no_cerrada`, `falta_motivo`, `nada_cambia`, `regla_…`.
    """
    m = op.exigir_juez()
    if op.torneo.estado == E.TERMINADO:
        op.exigir_organizador()
    limpio = exigir_motivo(motivo)
    antes = m.resultados.order_by("revision").last()
    if antes is None:
        raise ErrorDeServicio("mesa_no_cerrada", mesa=mesa)
    if fin is FinDeMesa.AUSENCIA:
        _exigir_sentados(op.hoja(), ausentes)
    nuevo = _resultado(op, fin, ganadora, (a, b), ausentes)
    if _dice(nuevo) == _dice(antes):
        raise ErrorDeServicio("nada_cambia")
    nuevo.revision, nuevo.motivo = antes.revision + 1, limpio
    nuevo.save()
    op.contar("mesa_corregir", motivo=limpio, antes=_dicho(antes), despues=_dicho(nuevo))
    return {"revision": nuevo.revision}


def cerrar_por_sancion(op: Operacion, ganadora: int, motivo: str) -> Datos:
    """Pérdida de la partida: como un default, con lo anotado (TO20)."""
    return _poner(op, FinDeMesa.SANCION, ganadora, _anotado(op.hoja()), motivo=motivo)


def cerrar_por_ausencia(op: Operacion, ausentes: Sequence[int]) -> Datos:
    """No volvieron antes de que acabara la primera mano (TO18, TO26)."""
    return _poner(op, FinDeMesa.AUSENCIA, None, (0, 0), ausentes=ausentes)


def _anotado(h: Hoja) -> tuple[int, int]:
    va = de_la_hoja.resultado(h)
    return va.manos_ganadas if h.meta.tantos is None else va.acreditado


def _poner(
    op: Operacion,
    fin: FinDeMesa,
    ganadora: int | None,
    anotado: tuple[int, int],
    *,
    ausentes: Sequence[int] = (),
    motivo: str = "",
    de_la_hoja_: bool = False,
) -> Datos:
    h = op.hoja()
    h.exigir_abierta()
    r = _resultado(op, fin, ganadora, anotado, ausentes)
    r.revision, r.motivo, r.de_la_hoja = 1, motivo, de_la_hoja_
    dejar_cerrada(h)
    r.save()
    dejar_de_jugar(op)
    al_cerrar_una(op)
    op.contar("mesa_cerrada", motivo=motivo, resultado=_dicho(r))
    return {"fin": r.fin, "marcador": [r.marcador_0, r.marcador_1]}


def _resultado(
    op: Operacion, fin: FinDeMesa, ganadora: int | None, anotado: tuple[int, int], ausentes: Sequence[int]
) -> Resultado:
    """El renglón, ya acreditado y comprobado por las reglas. Errores: `regla_…`."""
    m, meta = op.mesa(), Meta(op.torneo.meta)
    try:
        a, b = acreditar(meta, fin, ganadora, anotado)
        prueba = de_reglas.Correccion(
            0, fin, None if fin is FinDeMesa.AUSENCIA else ganadora, (a, b), tuple(map(str, ausentes))
        )
        for falta in faltas_de_resultado(meta, prueba):
            raise falta
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **{**e.datos, "mesa": m.numero}) from e
    return Resultado(
        mesa=m,
        fin=fin.value,
        ganadora=prueba.ganadora,
        marcador_0=a,
        marcador_1=b,
        ausentes=sorted(ausentes) if fin is FinDeMesa.AUSENCIA else [],
        tras=op.publicadas(),
        quien=op.nombre,
        instante=op.ahora,
    )


def _dice(r: Resultado) -> tuple[object, ...]:
    return r.fin, r.ganadora, r.marcador_0, r.marcador_1, sorted(r.ausentes)


def _dicho(r: Resultado) -> dict[str, object]:
    """Como va en el rastro."""
    return {"fin": r.fin, "ganadora": r.ganadora, "marcador": [r.marcador_0, r.marcador_1], "ausentes": r.ausentes}


def _exigir_sentados(h: Hoja, numeros: Sequence[int]) -> None:
    sentados = set(h.mesa.asientos.values_list("jugador__numero", flat=True))
    for numero in numeros:
        if numero not in sentados:
            raise ErrorDeServicio("no_se_sienta_aqui", numero=numero, mesa=h.mesa.numero)
