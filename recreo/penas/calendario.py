"""La próxima fecha, para el calendario: el mismo identificador con otra secuencia la mueve o la cancela."""

from config.comun.calendario import Evento, archivo_de
from recreo.models import Cita, Pena
from recreo.penas.consultas import DURA


def archivo(pena: Pena, cita: Cita, enlace: str) -> bytes:
    """El archivo de esa cita."""
    return archivo_de(
        Evento(
            de="Peñas",
            uid=str(cita.orden),
            secuencia=cita.secuencia,
            cambiada=cita.cambiada,
            cuando=cita.cuando,
            dura=DURA,
            titulo=pena.nombre,
            enlace=enlace,
            lugar=cita.lugar,
            nota=cita.nota,
            cancelada=cita.cancelada is not None,
        )
    )
