"""La mesa que se quedó sin quien la anote (D290): qué se dice y a quién se ofrece «Anoto yo»."""

from dataclasses import dataclass

from recreo.estado import IncidenciaVista, MesaVista

IDO = "anotador_ido"


@dataclass(frozen=True, slots=True)
class SinAnotador:
    """Nadie anota la mesa, ya empezada: `era` (0, nadie) y lo que se dijo de él, si sigue puesto."""

    era: int
    dicha: IncidenciaVista | None = None


def sin_quien_anote(mesa: MesaVista) -> SinAnotador | None:
    """Si la mesa pide otro anotador; antes de elegir al primero no, que eso ya se pregunta en la mesa."""
    if mesa.cerrada or mesa.confirmada or mesa.etapa == "anotador":
        return None
    if mesa.anotador is None:
        return SinAnotador(0)
    dichas = (i for i in mesa.incidencias if i.tipo == IDO and i.atendida is None and i.jugador == mesa.anotador)
    dicha = next(dichas, None)
    return SinAnotador(mesa.anotador, dicha) if dicha else None
