"""La mesa que se quedó sin quien la anote (D290): qué se dice y a quién se ofrece «Anoto yo»."""

from dataclasses import dataclass

from django.utils import timezone

from recreo.estado import EstadoRecreo, IncidenciaVista, MesaVista
from recreo.estado_mesa import PASO, VOLVER

IDO = "anotador_ido"


@dataclass(frozen=True, slots=True)
class SinAnotador:
    """Nadie anota la mesa, ya empezada: `era` (0, nadie) y lo que se dijo de él, si sigue puesto."""

    era: int
    dicha: IncidenciaVista | None = None


def cambio_de_anotador(mesa: MesaVista) -> IncidenciaVista | None:
    """El último cambio de quien anota: `jugador` dejó de anotar y `texto` dice cómo (D745)."""
    return next((i for i in reversed(mesa.incidencias) if i.tipo == IDO and i.atendida == i.instante), None)


def puede_volver(estado: EstadoRecreo, mesa: MesaVista, numero: int | None) -> IncidenciaVista | None:
    """El cambio con que esa persona pasó la mesa, si hace poco y la anota todavía quien la recibió."""
    i = None if mesa.cerrada or numero is None else cambio_de_anotador(mesa)
    if i is None or i.jugador != numero or i.texto != PASO or timezone.now() >= i.instante + VOLVER:
        return None
    return i if mesa.anotador and estado.nombre_de(mesa.anotador) == i.atendida_por else None


def sin_quien_anote(mesa: MesaVista) -> SinAnotador | None:
    """Si la mesa pide otro anotador; antes de elegir al primero no, que eso ya se pregunta en la mesa."""
    if mesa.cerrada or mesa.confirmada or mesa.etapa == "anotador":
        return None
    if mesa.anotador is None:
        return SinAnotador(0)
    dichas = (i for i in mesa.incidencias if i.tipo == IDO and i.atendida is None and i.jugador == mesa.anotador)
    dicha = next(dichas, None)
    return SinAnotador(mesa.anotador, dicha) if dicha else None
