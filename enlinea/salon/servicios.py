"""Abrir y terminar las mesas de un torneo, y a quién se le pregunta y se le dice de ellas (TO26, decisión 047).

`enlinea` no sabe de torneos: quien los lleva se apunta aquí al arrancar, como `al_suspender` en las suscripciones.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from enlinea.diario import diario
from enlinea.diario.diario import CASA, ESQUEMA, escribir_eventos, replegar
from enlinea.diario.hora import hora
from enlinea.diario.renglon import Renglon
from enlinea.diario.sorteo import sortear
from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios import armado
from enlinea.salon import simulada
from enlinea.salon.consultas import Toma
from reglas.mesa.decidir import decidir
from reglas.mesa.ordenes import Anular
from reglas.mesa.tipos import Fase, Motivo

registro = logging.getLogger(__name__)
ESPACIO = UUID("5a1c8f0e-9d3b-4f5e-8a76-1f2a7c9e0d47")
VECES = 20
"""Cuántas veces se insiste en terminar una mesa que se sigue jugando mientras tanto."""


@dataclass(frozen=True, slots=True)
class MesaPorAbrir:
    """Una mesa publicada: su orden, cómo se llama y quién va en cada asiento."""

    id_orden: UUID
    nombre: str
    nombres: tuple[str, ...]
    clave_de_reparto: str = ""
    texto_de_reparto: str = ""
    """En el Multiplicado, la clave de la partida y lo que se dictó: las mismas en todas sus mesas (TO27)."""


QuienSeSienta = Callable[[int, Mapping[str, Any]], Toma | None]
QueHacer = Callable[[int], None]
_quien_se_sienta: list[QuienSeSienta] = []
_al_cambiar: list[QueHacer] = []


def al_pedir_asiento(quien: QuienSeSienta) -> None:
    """Quién dice, de una mesa y de la sesión de un navegador, qué lugar trae."""
    _quien_se_sienta[:] = [quien]


def al_cambiar_mesa(hacer: QueHacer) -> None:
    """A quién se le dice que en esa mesa acabó una mano, o la mesa."""
    _al_cambiar[:] = [hacer]


def toma_de(mesa_id: int, sesion: Mapping[str, Any]) -> Toma | None:
    """El lugar que trae esa sesión en esa mesa; None si ninguno."""
    for quien in _quien_se_sienta:
        return quien(mesa_id, sesion)
    return None


def decir(mesa_id: int) -> None:
    """Acabó algo en ella. Lo que falle aquí lo recoge el barrido del torneo: la mesa no espera por su hoja."""
    for hacer in _al_cambiar:
        hacer(mesa_id)


def mesas_abrir(organizador_id: int, meta: str, mesas: Sequence[MesaPorAbrir]) -> list[int]:
    """Las pone listas para sentarse, dentro de la transacción de quien publica. Devuelve sus números, en orden."""
    filas = [
        Mesa(
            nombre=m.nombre, meta=meta, modo=Mesa.Modo.INTRANET, organizador_id=organizador_id, creada=timezone.now(),
            estado=Mesa.Estado.LISTA, id_orden=m.id_orden, proyectada=True, con_tarjetas=True,
            clave_de_reparto=m.clave_de_reparto, texto_de_reparto=m.texto_de_reparto,
        )
        for m in mesas
    ]  # fmt: skip
    Mesa.objects.bulk_create(filas)
    Lugar.objects.bulk_create(
        Lugar(mesa=fila, asiento=asiento, nombre=nombre[:60], respuesta=Lugar.Respuesta.ACEPTO)
        for fila, m in zip(filas, mesas, strict=True)
        for asiento, nombre in enumerate(m.nombres)
    )
    return [fila.pk for fila in filas]


def mesa_terminar(mesa_id: int) -> bool:
    """Su torneo ya decidió: deja de jugarse. Idempotente; devuelve si la terminó esta llamada.

    Si mientras tanto alguien tira, su renglón entra antes y se vuelve a intentar sobre lo que quedó. También la que
    nadie había abierto queda cerrada en su diario: quien iba entrando ya no la abre (D674).
    """
    for _ in range(VECES):
        renglones = diario.leer(mesa_id)
        estado = replegar(renglones)
        if estado.fase is Fase.CERRADA:
            break
        eventos = decidir(estado, Anular(Motivo.COMUNICACION), hora.ahora(), sortear)
        id_orden = uuid5(ESPACIO, f"{mesa_id}:{estado.num}")
        fecha = int(timezone.now().timestamp() * 1000)
        diario.anexar([Renglon(mesa_id, estado.num + 1, id_orden, CASA, ESQUEMA, escribir_eventos(eventos), fecha)])
    else:
        registro.error("No se pudo terminar la mesa %d: se sigue jugando", mesa_id)
        return False
    return armado.mesa_cerrar(mesa_id, Motivo.COMUNICACION)


def mesa_jugar_sola(mesa_id: int, semilla: int, ahora: datetime) -> None:
    """La juegan los automáticos hasta la meta, para la demostración; con otra semilla, de otro modo."""
    simulada.jugar_sola(mesa_id, semilla, ahora)
