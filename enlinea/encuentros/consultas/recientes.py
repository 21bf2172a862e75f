"""Con quiénes jugó uno hace poco (D627)."""

from dataclasses import dataclass
from datetime import datetime

from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.gente.consultas.caras import CaraVista, caras_de
from enlinea.moderacion.consultas import companeros_de
from suscripciones import consultas as suscripciones


@dataclass(frozen=True, slots=True)
class Reciente:
    """Alguien con quien se sentó y cuándo fue la última vez."""

    cuenta: int
    nombre: str
    cara: CaraVista
    cuando: datetime


def recientes_de(cuenta_id: int) -> list[Reciente]:
    """Los de sus últimas cinco mesas, lo más nuevo primero; sin quienes silenció ni quienes ya no están.

    Quien lo silenció a él sí sale: que faltara se lo diría (D46).
    """
    callados = callados_por([cuenta_id]).get(cuenta_id, frozenset())
    hallados = [c for c in companeros_de(cuenta_id) if c.cuenta not in callados]
    fuera = suscripciones.inactivas({c.cuenta for c in hallados})
    nombres = suscripciones.nombres_publicos([c.cuenta for c in hallados if c.cuenta not in fuera])
    caras = caras_de(nombres)
    return [Reciente(c.cuenta, nombres[c.cuenta], caras[c.cuenta], c.cuando) for c in hallados if c.cuenta in nombres]
