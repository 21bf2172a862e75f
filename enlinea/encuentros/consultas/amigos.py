"""Los amigos de uno y quiénes de ellos están en la Sala (D628)."""

from dataclasses import dataclass
from datetime import datetime

from enlinea.gente.consultas.amistades import Amigo, Amistades, amistades_de
from enlinea.models import Mesa
from enlinea.sala.consultas.estado import EstadoSala


@dataclass(frozen=True, slots=True)
class AmigoVisto:
    """Un amigo, y si está: lo mismo que la Sala enseña a cualquiera."""

    amigo: Amigo
    esta: bool
    juega: bool


def amigos_y_donde(estado: EstadoSala, cuenta_id: int, ahora: datetime) -> tuple[list[AmigoVisto], Amistades]:
    """Primero los que están. Quien no puede entrar nunca está: de eso no se dice nada más."""
    suyas = amistades_de(cuenta_id, ahora)
    libres = {p.id for p in estado.personas}

    def visto(amigo: Amigo) -> AmigoVisto:
        mesa = estado.mesas.get(amigo.cuenta)
        presente = amigo.cuenta in estado.actividad and amigo.cuenta in estado.pueden
        juega = presente and mesa is not None and mesa.estado == Mesa.Estado.LISTA
        return AmigoVisto(amigo, amigo.cuenta in libres or presente, juega)

    return sorted((visto(a) for a in suyas.amigos), key=lambda v: (not v.esta, v.amigo.nombre.casefold())), suyas
