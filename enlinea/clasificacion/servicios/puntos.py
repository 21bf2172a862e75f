"""Única puerta de escritura de la clasificación (ES2): suma cada partida una vez y sabe quiénes están inscritos.

Todo pasa en fila por el candado de `TablaDeClasificacion` (transacciones cortas, de pocas partidas), y el orden en que
se aplicó queda guardado: repetirlo desde el principio da lo mismo. «Quintil anterior» es el de justo antes de sumarla.

Las cuatro fronteras son claves guardadas: leer un quintil es comparar. Al moverse alguien, cada una se corre tantos
lugares como haga falta, que son a lo más los que se movieron: no depende de cuántos inscritos haya.
"""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from enlinea.clasificacion.consultas import quintil_de_clave
from enlinea.models import (
    CUENTAN,
    CambioDeInscripcion,
    Clasificado,
    Jugador,
    Partida,
    PuntosDePartida,
    TablaDeClasificacion,
)
from reglas.errores import ErrorDeRegla
from reglas.ranking import PR_INICIAL, QUINTILES, pr_tras_partida
from reglas.tabla import PartidaContada, clave_de, primer_lugar
from reglas.tipos import Meta
from suscripciones import consultas as suscripciones

registro = logging.getLogger(__name__)

POR_VEZ = 1000
POR_LOTE = 2000
JUNTAS = 16
"""Partidas que suma una transacción: la tabla no se detiene mucho, y cada una cuesta menos."""


def partidas_sumar(limite: int = POR_VEZ) -> int:
    """Suma las partidas que falten, de la que acabó antes a la que acabó después; devuelve cuántas sumó.

    La llaman quien guarda una partida y el barrido. Idempotente: cada una se suma una vez, aunque lleguen dos procesos
    o se llame mil veces. Una que llega tarde se suma al llegar, después de las ya sumadas.
    """
    faltan = list(_por_sumar().values_list("pk", flat=True)[:limite])
    return sum(_sumar_juntas(faltan[n : n + JUNTAS]) for n in range(0, len(faltan), JUNTAS))


@transaction.atomic
def _sumar_juntas(partidas: Sequence[int]) -> int:
    tabla = bloquear()
    faltan = _por_sumar().filter(pk__in=partidas).prefetch_related("jugadores")
    return sum(_sumar_o_avisar(tabla, partida) for partida in faltan)


def inscripciones_actualizar(cuentas: Collection[int]) -> int:
    """Pone al día si esas cuentas están inscritas; devuelve cuántas cambiaron. Idempotente.

    Se llama en la misma transacción que registra o anula una suscripción: los quintiles cuentan ya al nuevo.
    """
    if not _desfasadas(cuentas):
        return 0
    with transaction.atomic():
        tabla = bloquear()
        cambian = _desfasadas(cuentas)
        _inscribir(tabla, cambian)
    return len(cambian)


def poner_al_dia() -> int:
    """El barrido: empieza la clasificación si no la hay y suma las partidas que falten; devuelve cuántas."""
    if not TablaDeClasificacion.objects.exists():
        with transaction.atomic():
            bloquear()
    return partidas_sumar()


def inscripciones_conciliar() -> int:
    """El barrido lento: busca inscripciones que nadie avisó (escritas a mano en la base); devuelve cuántas corrigió."""
    deben = {cuenta for cuenta, _desde in suscripciones.inscritas()}
    estan = set(Clasificado.objects.filter(clave__isnull=False).values_list("pk", flat=True))
    distintas = sorted(deben ^ estan)
    lotes = (distintas[n : n + POR_LOTE] for n in range(0, len(distintas), POR_LOTE))
    return sum(inscripciones_actualizar(lote) for lote in lotes)


def contada(partida: Partida, jugadores: Sequence[Jugador]) -> PartidaContada:
    """La partida guardada, como la entiende `reglas`; `jugadores`, por asiento y todos con cuenta."""
    meta = Meta(partida.meta)
    tantos = None if meta.tantos is None else (partida.tantos_0, partida.tantos_1)
    return PartidaContada(meta, partida.ganadora, tantos, tuple(j.cuenta_id for j in jugadores if j.cuenta_id))


def _por_sumar() -> QuerySet[Partida]:
    """Normales, terminadas por meta y sin sumar, en el orden en que se suman."""
    faltan = Partida.objects.filter(CUENTAN, orden_de_puntos=None)
    # en una mesa normal los cuatro son personas; si no, no se puede sumar
    return faltan.exclude(jugadores__cuenta=None).order_by("fin", "mesa_id", "numero").defer("acta", "resumen")


def bloquear() -> TablaDeClasificacion:
    """La tabla, sólo para esta transacción. La primera vez la crea con la historia que ya haya."""
    tabla = TablaDeClasificacion.objects.select_for_update().first()
    if tabla is not None:
        return tabla
    tabla, nueva = TablaDeClasificacion.objects.get_or_create(pk=TablaDeClasificacion.LA_UNICA)
    if nueva:
        _sembrar(tabla)
        return tabla
    return TablaDeClasificacion.objects.select_for_update().get()


def _sembrar(tabla: TablaDeClasificacion) -> None:
    """Cada quien entra en su fecha: antes de la primera partida que empezó estando ya inscrito."""
    inscritas = suscripciones.inscritas()
    hasta = 0
    for partida in _por_sumar():
        desde = hasta
        while hasta < len(inscritas) and inscritas[hasta][1] <= partida.inicio:
            hasta += 1
        _inscribir_faltantes(tabla, inscritas[desde:hasta])
        _sumar_o_avisar(tabla, partida)
    _inscribir_faltantes(tabla, inscritas[hasta:])


def _inscribir_faltantes(tabla: TablaDeClasificacion, inscritas: Sequence[tuple[int, datetime]]) -> None:
    """Menos las que ya entraron con su primera partida, si la jugaron antes de lo que dice su registro."""
    for n in range(0, len(inscritas), POR_LOTE):
        _inscribir(tabla, _desfasadas([cuenta for cuenta, _desde in inscritas[n : n + POR_LOTE]]))


def _desfasadas(cuentas: Collection[int]) -> list[int]:
    """De esas, las que están inscritas y la tabla no lo sabe, o al revés."""
    deben = suscripciones.inscritas_de(cuentas)
    estan = set(Clasificado.objects.filter(pk__in=cuentas, clave__isnull=False).values_list("pk", flat=True))
    return sorted(deben ^ estan)


def _inscribir(tabla: TablaDeClasificacion, cambian: Sequence[int]) -> None:
    """Entra la que no estaba y sale la que estaba. Nadie pierde sus puntos al salir."""
    for n in range(0, len(cambian), POR_LOTE):
        _inscribir_lote(tabla, cambian[n : n + POR_LOTE])
    if cambian:
        tabla.save()


def _inscribir_lote(tabla: TablaDeClasificacion, cambian: Sequence[int]) -> None:
    filas = Clasificado.objects.in_bulk(cambian)
    inicial = {c: clave_de(PR_INICIAL, c) for c in cambian if c not in filas}
    nuevas = [Clasificado(cuenta_id=c, puntos=PR_INICIAL, clave=clave) for c, clave in inicial.items()]
    salen = [f.clave for f in filas.values() if f.clave is not None]
    for fila in filas.values():
        fila.clave = clave_de(fila.puntos, fila.pk) if fila.clave is None else None
    entran = [f.clave for f in (*filas.values(), *nuevas) if f.clave is not None]
    _escribir([*filas.values(), *nuevas])
    en_tabla = {f.pk for f in (*filas.values(), *nuevas) if f.clave is not None}
    CambioDeInscripcion.objects.bulk_create(
        CambioDeInscripcion(cuenta_id=c, inscrita=c in en_tabla, tras=tabla.aplicadas) for c in cambian
    )
    _correr_fronteras(tabla, salen, entran)


def _sumar_o_avisar(tabla: TablaDeClasificacion, partida: Partida) -> bool:
    """Una que no cumple las reglas no detiene a las demás: queda sin sumar y en el registro."""
    try:
        _sumar(tabla, partida)
    except ErrorDeRegla:
        registro.exception("La partida %s no se puede sumar a la clasificación", partida.pk)
        return False
    return True


def _sumar(tabla: TablaDeClasificacion, partida: Partida) -> None:
    jugadores = sorted(partida.jugadores.all(), key=_asiento)
    cuenta = contada(partida, jugadores)
    filas = _filas(tabla, cuenta.cuentas)
    antes = [fila.puntos for fila in filas]
    quintiles = [_quintil(tabla, fila.clave) for fila in filas]
    tras = pr_tras_partida(cuenta.meta, cuenta.ganadora, cuenta.tantos, antes, quintiles)
    salen = [fila.clave for fila in filas if fila.clave is not None]
    for fila, pr in zip(filas, tras, strict=True):
        fila.puntos = pr
        fila.clave = None if fila.clave is None else clave_de(pr, fila.pk)
    _escribir(filas)
    _correr_fronteras(tabla, salen, [fila.clave for fila in filas if fila.clave is not None])
    tabla.aplicadas += 1
    tabla.save()
    PuntosDePartida.objects.bulk_create(
        PuntosDePartida(
            jugador=jugador,
            pr_antes=antes[n],
            pr_despues=tras[n],
            quintil_antes=quintiles[n],
            quintil_despues=_quintil(tabla, filas[n].clave),
        )
        for n, jugador in enumerate(jugadores)
    )
    Partida.objects.filter(pk=partida.pk).update(orden_de_puntos=tabla.aplicadas)


def _asiento(jugador: Jugador) -> int:
    return jugador.asiento


def _filas(tabla: TablaDeClasificacion, cuentas: Sequence[int]) -> list[Clasificado]:
    """La fila de cada cuenta, en su orden; quien jugó y ya no está inscrito tiene puntos pero no lugar."""
    if len(set(cuentas)) != 4:
        raise ErrorDeRegla("partida_sin_cuatro")
    filas = Clasificado.objects.in_bulk(cuentas)
    if any(c not in filas or filas[c].clave is None for c in cuentas):
        _inscribir(tabla, _desfasadas(cuentas))
        faltan = [Clasificado(cuenta_id=c, puntos=PR_INICIAL) for c in cuentas]
        Clasificado.objects.bulk_create(faltan, ignore_conflicts=True)
        filas = Clasificado.objects.in_bulk(cuentas)
    return [filas[c] for c in cuentas]


def _escribir(filas: Sequence[Clasificado]) -> None:
    """En una sentencia; cuesta la mitad que un UPDATE con un caso por fila."""
    Clasificado.objects.bulk_create(
        filas, POR_LOTE, update_conflicts=True, unique_fields=["cuenta"], update_fields=["puntos", "clave"]
    )


def _quintil(tabla: TablaDeClasificacion, clave: int | None) -> int:
    return QUINTILES if clave is None else quintil_de_clave(clave, fronteras_de(tabla))


def fronteras_de(tabla: TablaDeClasificacion) -> tuple[int | None, ...]:
    """La clave del primero de los quintiles 2 a 5."""
    return tabla.frontera_2, tabla.frontera_3, tabla.frontera_4, tabla.frontera_5


def _correr_fronteras(tabla: TablaDeClasificacion, salen: Sequence[int], entran: Sequence[int]) -> None:
    """Las claves ya cambiaron en la base: recoloca las fronteras y la cuenta de inscritos."""
    antes = tabla.inscritos
    tabla.inscritos += len(entran) - len(salen)
    for cual, corte in enumerate(fronteras_de(tabla), start=2):
        # cuántos hay ahora por delante del corte, y cuántos debe haber
        hay = primer_lugar(cual, antes) + _delante(entran, corte) - _delante(salen, corte)
        debe = primer_lugar(cual, tabla.inscritos)
        sigue_ahi = corte not in salen or corte in entran
        if hay != debe or not sigue_ahi:
            setattr(tabla, f"frontera_{cual}", _a_tantos_de(corte, debe - hay))


def _delante(claves: Sequence[int], corte: int | None) -> int:
    return len(claves) if corte is None else sum(clave < corte for clave in claves)


def _a_tantos_de(corte: int | None, tantos: int) -> int | None:
    """La clave que está a `tantos` lugares del primero desde el corte; sin corte, desde el final."""
    en_orden = Clasificado.objects.filter(clave__isnull=False)
    if tantos >= 0:
        if corte is None:
            return None
        adelante = en_orden.filter(clave__gte=corte).order_by("clave").values_list("clave", flat=True)
        return next(iter(adelante[tantos : tantos + 1]), None)
    if corte is not None:
        en_orden = en_orden.filter(clave__lt=corte)
    atras = en_orden.order_by("-clave").values_list("clave", flat=True)
    return next(iter(atras[-tantos - 1 : -tantos]), None)
