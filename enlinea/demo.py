"""Demostración en línea: tres mesas de los últimos días entre Lupita, Beto, Carmen y Chucho, ya terminadas.

Las juegan los automáticos por las mismas órdenes que una mesa de verdad y pasan por la misma proyección: traen su
diario, actas, estadística, puntos y análisis. El reparto es al azar de verdad; lo demás, siempre igual.
"""

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from enlinea.diario import diario
from enlinea.diario.diario import ESQUEMA, escribir_eventos
from enlinea.diario.hora import en_fecha
from enlinea.diario.renglon import Renglon
from enlinea.diario.sorteo import sortear
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import Lugar, Mesa, Partida
from enlinea.sala.servicios.armado import mesa_cerrar
from reglas.mesa.simulada import MesaSimulada
from reglas.mesa.tipos import Eleccion, Modo
from reglas.tipos import Meta

QUIENES = ("lupita@demo.mx", "beto@demo.mx", "carmen@demo.mx", "chucho@demo.mx")
NOMBRES = ("Lupita", "Beto", "Carmen", "Chucho")
# lo que tarda una tirada, en ms: casi siempre unos segundos y de vez en cuando de más
PENSADAS = (900, 1_800, 2_600, 3_400, 4_500, 6_000, 9_000, 14_000, 21_500)
PESOS = (8, 14, 16, 14, 10, 6, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class Velada:
    """Una mesa de la demostración: las partidas se juegan seguidas, cambiando de lugares como digan los votos."""

    nombre: str
    meta: Meta
    hace: timedelta
    votos: tuple[Eleccion, ...]


VELADAS = (
    Velada("La de los jueves", Meta.CIEN, timedelta(days=9), (Eleccion.REVANCHA, Eleccion.ROTAR, Eleccion.REVANCHA)),
    Velada("A ganar cuatro", Meta.JUEGOS_GANADOS, timedelta(days=4), (Eleccion.ROTAR,)),
    Velada("La larga", Meta.DOSCIENTOS, timedelta(days=2), (Eleccion.ROTAR, Eleccion.REVANCHA)),
)


def cargar(personas: Mapping[str, int], ahora: datetime) -> int:
    """Juega y guarda las veladas, una sola vez; devuelve cuántas partidas quedaron. `personas`: cuenta por correo."""
    cuentas = [personas[correo] for correo in QUIENES]
    if Partida.objects.filter(jugadores__cuenta__in=cuentas).exists():
        return 0
    return sum(_jugar(cuentas, velada, ahora - velada.hace, semilla) for semilla, velada in enumerate(VELADAS))


def _jugar(cuentas: Sequence[int], velada: Velada, empieza: datetime, semilla: int) -> int:
    azar = random.Random(semilla)
    juego = MesaSimulada(
        velada.meta,
        Modo.NORMAL,
        (0, 1, 2, 3),
        ahora=int(empieza.timestamp() * 1000),
        sortear=sortear,
        nonce=lambda: secrets.token_hex(16),
        pensar=lambda: azar.choices(PENSADAS, PESOS)[0],
    )
    juego.comenzar()
    juego.acabar_partida()
    for opcion in velada.votos:
        juego.votar(opcion)
        juego.acabar_partida()
    juego.votar(Eleccion.COMUNICACION)
    mesa = _guardar_mesa(cuentas, velada, empieza)
    renglones = [
        Renglon(mesa.pk, num, uuid4(), -1, ESQUEMA, escribir_eventos(eventos), instante)
        for num, (eventos, instante) in enumerate(zip(juego.renglones, juego.instantes, strict=True), start=1)
    ]
    diario.anexar(renglones)
    guardadas = mesa_proyectar(mesa.pk, renglones)
    mesa_cerrar(mesa.pk, juego.mesa.motivo, ahora=en_fecha(juego.ahora))
    return guardadas


def _guardar_mesa(cuentas: Sequence[int], velada: Velada, creada: datetime) -> Mesa:
    mesa = Mesa.objects.create(
        nombre=velada.nombre,
        meta=str(velada.meta),
        modo=Mesa.Modo.NORMAL,
        organizador_id=cuentas[0],
        estado=Mesa.Estado.LISTA,
        creada=creada,
    )
    Lugar.objects.bulk_create(
        Lugar(
            mesa=mesa,
            asiento=asiento,
            cuenta_id=cuenta,
            nombre=NOMBRES[asiento],
            respuesta=Lugar.Respuesta.ACEPTO,
            activo=False,
        )
        for asiento, cuenta in enumerate(cuentas)
    )
    return mesa
