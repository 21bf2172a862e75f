"""Medir las partidas de la semana para el informe de calidad: caro, por partes y reanudable; nunca donde hay mesas."""

import logging
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from enlinea.calidad.consultas import Pareja, limites, parejas_de, partidas_de_la_semana
from enlinea.models import MedidaDePartida, Partida
from reglas.calidad.parejas import NOTABLES, Decision, decisiones_de, por_pareja
from reglas.calidad.tiempos import Tardanza, tardanzas_de
from reglas.errores import ErrorDeRegla
from reglas.reglamento import AMIGOS
from reglas.repeticion import repetir
from reglas.tipos import Meta

registro = logging.getLogger(__name__)

TOPE_DE_DECISIONES = 300
"""Por pareja y semana: unas diez partidas. A quien juega más se le miden sólo algunas, siempre las mismas."""
SEMANAS_QUE_SE_GUARDAN = 12
Sigue = Callable[[], bool]


def medir_semana(*, semana: date, ahora: datetime, sigue: Sigue) -> bool:
    """Mide las partidas que falten, de una en una, mientras `sigue()`; verdadero si ya no falta ninguna.

    Vale repetirlo: lo medido no se mide otra vez, y la muestra es la misma se interrumpa donde se interrumpa. Dos a la
    vez hacen el trabajo doble, sin daño.
    """
    partidas = dict(partidas_de_la_semana(semana).values_list("pk", "meta"))
    parejas = parejas_de(partidas)
    hechas = {
        medida.partida_id: medida
        for medida in MedidaDePartida.objects.filter(partida__in=list(partidas)).only("partida_id", "manos")
    }
    decisiones: Counter[Pareja] = Counter()
    for partida in sorted(partidas, key=lambda pk: _sorteo(semana, pk)):
        medida = hechas.get(partida)
        if medida is None:
            if not sigue():
                return False
            a_fondo = any(p is not None and decisiones[p] < TOPE_DE_DECISIONES for p in parejas[partida])
            medida = _medir(partida, a_fondo, ahora)
        for pareja, manos in zip(parejas[partida], medida.manos or ((), ()), strict=True):
            if pareja is not None:
                decisiones[pareja] += sum(cuantas for _mano, cuantas, _ganado in manos)
    return True


def medidas_limpiar(semana: date) -> int:
    """Borra lo medido que ya no entra en ningún informe; devuelve cuánto."""
    desde, _hasta = limites(semana, SEMANAS_QUE_SE_GUARDAN)
    return MedidaDePartida.objects.filter(partida__fin__lt=desde).delete()[0]


def _sorteo(semana: date, partida: int) -> bytes:
    """El orden en que se miden: al azar, pero siempre el mismo."""
    return sha256(f"{semana}:{partida}".encode()).digest()


def _medir(partida_id: int, a_fondo: bool, ahora: datetime) -> MedidaDePartida:
    """Mide una partida y la guarda; la que otro ya guardó se queda como estaba."""
    partida = Partida.objects.only("pk", "meta", "acta").get(pk=partida_id)
    try:
        datos = _datos(partida, a_fondo)
    except ErrorDeRegla:
        registro.exception("El acta de la partida %s no se pudo repetir: no se mide", partida_id)
        datos = {"manos": None, "notables": [], "tardanzas": []}
    return MedidaDePartida.objects.get_or_create(pk=partida_id, defaults={**datos, "medida": ahora})[0]


def _datos(partida: Partida, a_fondo: bool) -> dict[str, Any]:
    tardanzas: list[list[Tardanza]] = [[], [], [], []]
    manos: list[list[list[int]]] = [[], []]
    notables: list[list[list[Any]]] = [[], []]
    for numero, repetida in enumerate(repetir(partida.acta or {})):
        for suyas, de_la_mano in zip(tardanzas, tardanzas_de(repetida), strict=True):
            suyas += de_la_mano
        if a_fondo:
            decisiones = decisiones_de(repetida.estados, Meta(partida.meta), partida.pk * 1000 + numero)
            for pareja, medida in enumerate(por_pareja(decisiones)):
                manos[pareja].append([numero, medida.decisiones, medida.ganado])
            for una in decisiones:
                if una.ganado > 0:
                    notables[AMIGOS.bando_de[una.asiento]].append(_notable(numero, una))
    return {
        "manos": manos if a_fondo else None,
        "notables": [sorted(suyas, reverse=True)[:NOTABLES] for suyas in notables],
        "tardanzas": tardanzas,
    }


def _notable(mano: int, una: Decision) -> list[Any]:
    """Como lo lee `consultas.calidad.Notable`, sin la partida."""
    elegida, publica = una.opciones.index(una.elegida), una.opciones.index(una.publica)
    return [una.ganado, mano, una.jugada, una.asiento, elegida, publica, [list(opcion) for opcion in una.opciones]]
