"""Proyección: del diario de una mesa a sus partidas guardadas (EL10). Idempotente: se puede repetir cuanto haga falta.

La llama el proceso que ve terminar la partida; si muere antes, la recoge el barrido. Sólo la que llegó a la meta lleva
acta, también la de una mesa sin prisa; la no finalizada consta sin ella. La de práctica y la completada con automáticos
se guardan si llegaron a la meta, aparte (`practicas`). Ya guardada, se suma a la clasificación (ES2). Lo de otro juego
va a su propia tabla y no suma a nada (`otros_juegos`, VA2).
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeAlias

from django.db import IntegrityError, transaction

from enlinea.academia.servicios.analisis import analisis_pedir
from enlinea.clasificacion.servicios.puntos import partidas_sumar
from enlinea.convivencia.servicios.tarjetas import tarjetas_guardar
from enlinea.diario import diario
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.hora import en_fecha
from enlinea.diario.renglon import Renglon
from enlinea.historial.servicios import otros_juegos
from enlinea.historial.servicios.estadistica import cuentas_numerar, resumen_de
from enlinea.historial.servicios.practicas import practicas_recortar
from enlinea.models import Jugador, Mesa, Partida
from enlinea.sala.servicios.armado import mesa_cerrar
from reglas.historia import PartidaJugada, acta_de, partidas_de, personas_de
from reglas.mesa.estado import Mesa as EstadoDeMesa
from reglas.mesa.estado import culpable_de
from reglas.mesa.eventos import MesaCerrada, PartidaAnulada, PartidaComenzada, PartidaTerminada
from reglas.mesa.tipos import CON_AUTOMATICOS, Modo

POR_BARRIDO = 100
POR_PARTE, RESPIRO = 50, 0.01
"""De a cuántas mesas vivas se pregunta y cuántos segundos se suelta el núcleo entre partes: con dos mil de una vez se
ocupaba 180 ms, y el barrido puede ir en el mismo proceso que las mesas.
"""
SIN_ABRIR = EstadoDeMesa()
DE_PARTIDA = (PartidaComenzada, PartidaTerminada, PartidaAnulada, MesaCerrada)
"""Los hechos en que empieza o acaba una partida: su fecha es la de su renglón."""
Faltante: TypeAlias = tuple[DatosDeMesa, PartidaJugada]


def mesa_proyectar(mesa_id: int, renglones: Iterable[Renglon] | None = None, desde: EstadoDeMesa = SIN_ABRIR) -> int:
    """Guarda las partidas de la mesa que ya acabaron y faltaban, y sus tarjetas; devuelve cuántas partidas.

    `renglones`: su diario entero, si ya se tiene. `desde`: el estado justo antes de la última partida; si las
    anteriores ya están, se lee sólo de ahí en adelante. Levanta `Mesa.DoesNotExist`.
    """
    datos = DatosDeMesa.leer(mesa_id)
    return _guardar_todas(_faltan(datos, _guardadas([datos])[mesa_id], renglones, desde))


def mesas_proyectar(encargos: Sequence[tuple[int, EstadoDeMesa]]) -> int:
    """Lo mismo, de varias mesas y `desde` cuándo: juntas cuestan la mitad. Devuelve cuántas partidas.

    Es la que llama el proceso. La mesa que ya no existe se salta; con un error de la base no se guarda ninguna.
    """
    de_cada_mesa = DatosDeMesa.leer_varias([mesa_id for mesa_id, _ in encargos])
    guardadas = _guardadas(list(de_cada_mesa.values()))
    faltan: list[Faltante] = []
    for mesa_id, desde in encargos:
        datos = de_cada_mesa.get(mesa_id)
        if datos is not None:
            faltan += _faltan(datos, guardadas[mesa_id], None, desde)
    return _guardar_todas(faltan)


def _guardadas(mesas: Sequence[DatosDeMesa]) -> dict[int, set[int]]:
    """Qué partidas de cada una ya están."""
    hay: dict[int, set[int]] = defaultdict(set)
    propias = [datos.id for datos in mesas if datos.reglamento.oficial]
    filas = list(Partida.objects.filter(mesa_id__in=propias).order_by().values_list("mesa_id", "numero"))
    if len(propias) < len(mesas):
        filas += otros_juegos.guardadas([datos.id for datos in mesas if not datos.reglamento.oficial])
    for mesa_id, numero in filas:
        hay[mesa_id].add(numero)
    return hay


def _faltan(
    datos: DatosDeMesa, guardadas: set[int], renglones: Iterable[Renglon] | None, desde: EstadoDeMesa
) -> list[Faltante]:
    """Las acabadas sin guardar; de paso, sus tarjetas: de ellas sale la suspensión, que corre desde ya (SA1)."""
    if renglones is not None or not guardadas.issuperset(range(1, desde.partida + 1)):
        desde = SIN_ABRIR
    todos = diario.leer(datos.id, desde.num) if renglones is None else renglones
    leidos = diario.leidos(todos)
    if datos.modo == Mesa.Modo.NORMAL:
        tarjetas_guardar(datos, leidos, desde.partida)
    jugadas = partidas_de((evento for leido in leidos for evento in leido.eventos), desde)
    fechas = {e.instante: leido.fecha for leido in leidos for e in leido.eventos if isinstance(e, DE_PARTIDA)}
    return [
        (datos, partida._replace(inicio=fechas[partida.inicio], fin=fechas[partida.fin]))
        for partida in jugadas
        if _se_guarda(partida) and partida.numero not in guardadas
    ]


def _se_guarda(partida: PartidaJugada) -> bool:
    """Lo que ya no puede cambiar; con automáticos, sólo la del juego de siempre que llegó a la meta (D486, D765)."""
    if partida.modo in CON_AUTOMATICOS:
        return partida.finalizada and partida.reglamento.oficial
    if partida.modo is Modo.INTRANET:
        return False  # la suya es la hoja del torneo
    return partida.terminada


def historias_faltantes_guardar() -> int:
    """El barrido: cierra la mesa cuyo diario ya acabó y guarda la historia que faltó; devuelve cuántas partidas.

    Hace falta si el proceso murió entre el diario y la proyección. Cada mesa cerrada se lee una sola vez.
    """
    guardadas = 0
    for mesa_id, renglones in _acabadas_sin_cerrar():
        final = diario.replegar(renglones)
        mesa_cerrar(mesa_id, final.motivo, culpable_de(final))
        guardadas += _proyectar_cerrada(mesa_id, renglones)
    por_ver = Mesa.objects.filter(estado=Mesa.Estado.CERRADA, proyectada=False).order_by("cerrada")
    for mesa_id in list(por_ver.values_list("pk", flat=True)[:POR_BARRIDO]):
        guardadas += _proyectar_cerrada(mesa_id)
    return guardadas


def _proyectar_cerrada(mesa_id: int, renglones: list[Renglon] | None = None) -> int:
    """Su historia y sus tarjetas, una vez: que ni éste ni el otro barrido la vuelvan a leer."""
    guardadas = 0
    with suppress(Mesa.DoesNotExist):  # la que nunca tuvo a los cuatro no se jugó, y no detiene a las demás
        guardadas = mesa_proyectar(mesa_id, renglones)
    Mesa.objects.filter(pk=mesa_id).update(proyectada=True, con_tarjetas=True)
    return guardadas


def _acabadas_sin_cerrar() -> Iterator[tuple[int, list[Renglon]]]:
    """Las mesas listas cuyo último renglón dice que ya se cerraron, de una en una, y su diario leído una sola vez."""
    listas = list(Mesa.objects.filter(estado=Mesa.Estado.LISTA).values_list("pk", flat=True))
    if not listas:
        return
    with diario.de_un_solo_uso() as base:
        for n in range(0, len(listas), POR_PARTE):
            if n:
                time.sleep(RESPIRO)
            for mesa_id in base.cerradas(listas[n : n + POR_PARTE]):
                yield mesa_id, base.leer(mesa_id)


def _guardar_todas(todas: list[Faltante]) -> int:
    """Las de cada juego, en su tabla; devuelve cuántas."""
    propias = [una for una in todas if una[1].reglamento.oficial]
    otras = [una for una in todas if not una[1].reglamento.oficial]
    return _guardar_propias(propias) + (otros_juegos.otras_guardar(otras) if otras else 0)


def _guardar_propias(faltan: list[Faltante]) -> int:
    """Cada una entra con sus jugadores y su estadística, o no entra; después suman a la clasificación (ES2)."""
    if not faltan:
        return 0
    # en el orden en que acabaron: en ése se numeran las de cada persona
    faltan.sort(key=lambda una: (una[1].fin, una[0].id, una[1].numero))
    try:
        _guardar(faltan)
        nuevas = len(faltan)
    except IntegrityError:
        # otro guardó alguna entretanto
        nuevas = sum(_guardar_si_falta(una) for una in faltan)
    if nuevas:
        partidas_sumar()
    return nuevas


def _guardar_si_falta(una: Faltante) -> bool:
    datos, partida = una
    try:
        _guardar([una])
    except IntegrityError:
        if Partida.objects.filter(mesa_id=datos.id, numero=partida.numero).exists():
            return False
        raise
    return True


@transaction.atomic
def _guardar(faltan: Sequence[Faltante]) -> None:
    filas = [_fila(datos, partida) for datos, partida in faltan]
    jugadores = [_jugadores(fila, datos, partida) for fila, (datos, partida) in zip(filas, faltan, strict=True)]
    _numerar([de_cada_mesa for fila, de_cada_mesa in zip(filas, jugadores, strict=True) if fila.resumen is not None])
    Partida.objects.bulk_create(filas)
    Jugador.objects.bulk_create([jugador for de_cada_mesa in jugadores for jugador in de_cada_mesa])
    analisis_pedir(filas)
    practicas_recortar(cuenta for datos, una in faltan if una.modo in CON_AUTOMATICOS for cuenta in datos.cuentas)


def _fila(datos: DatosDeMesa, partida: PartidaJugada) -> Partida:
    tantos = (0, 0) if partida.meta.tantos is None else partida.tantos
    fila = Partida(
        mesa_id=datos.id,
        numero=partida.numero,
        meta=str(partida.meta),
        modo=str(partida.modo),
        inicio=en_fecha(partida.inicio),
        fin=en_fecha(partida.fin),
        finalizada=partida.finalizada,
        motivo=partida.motivo,
        causante=partida.causante,
        ganadora=partida.ganadora,
        tantos_0=tantos[0],
        tantos_1=tantos[1],
        manos_0=partida.ganadas[0],
        manos_1=partida.ganadas[1],
        acta=acta_de(partida, datos.nombres) if partida.con_acta else None,
    )
    if partida.finalizada and partida.modo is Modo.NORMAL:
        fila.resumen = resumen_de(fila)
    return fila


def _jugadores(fila: Partida, datos: DatosDeMesa, partida: PartidaJugada) -> list[Jugador]:
    return [
        Jugador(
            partida=fila,
            asiento=asiento,
            cuenta_id=datos.cuentas[persona],
            nombre=datos.nombres[persona],
            amarillas=partida.amarillas[asiento],
            azul=partida.azul and partida.causante == asiento,
        )
        for asiento, persona in enumerate(personas_de(partida))
    ]


def _numerar(partidas: Sequence[Sequence[Jugador]]) -> None:
    """Le da a cada quien su número de partida, con su cuenta ya bloqueada: dos que acaban a la vez no se estorban."""
    numeros = cuentas_numerar({j.cuenta_id for jugadores in partidas for j in jugadores if j.cuenta_id is not None})
    for jugadores in partidas:
        for jugador in jugadores:
            if jugador.cuenta_id is not None:
                jugador.numero = numeros[jugador.cuenta_id] = numeros[jugador.cuenta_id] + 1
