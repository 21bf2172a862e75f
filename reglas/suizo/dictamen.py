"""Cómo se cierra una mesa del torneo y qué carga cada sanción (TO17, TO18, TO20)."""

from enum import StrEnum

from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.partida import MANOS_PARA_GANAR, VENTAJA_MINIMA
from reglas.suizo.tipos import FinDeMesa, Torneo

Marcador = tuple[int, int]


class Sancion(StrEnum):
    """Las del juez (TO20); todas con motivo."""

    AMONESTACION = "amonestacion"
    CASTIGO = "castigo"
    """Tantos que bajan la eficiencia o, en Maya, manos que bajan la diferencia."""
    PERDIDA = "perdida"
    """Pierde la partida en curso, como un default: la cargan los dos de su pareja."""
    EXPULSION = "expulsion"


def acreditar(meta: Meta, fin: FinDeMesa, ganadora: int | None, anotado: Marcador) -> Marcador:
    """El marcador que va en el acta, de lo que se anotó en la mesa (RG6, TO17, TO18).

    Por default o por sanción, a quien gana se le acredita la meta (a juegos ganados, cuatro manos o dos más que el
    otro) y al otro lo que llevaba, sin llegar a ella. Por ausencia no se jugó. Levanta `tantos_negativos` y
    `falta_ganadora`; que lo demás quepa lo dice `validar.faltas_de_resultado`.
    """
    if min(anotado) < 0:
        raise ErrorDeRegla("tantos_negativos", tantos=min(anotado))
    if fin is FinDeMesa.AUSENCIA:
        return 0, 0
    if ganadora not in (0, 1):
        raise ErrorDeRegla("falta_ganadora")
    gana, pierde = anotado[ganadora], anotado[1 - ganadora]
    if meta.tantos is not None:
        gana = min(gana, meta.tantos)
    if fin in (FinDeMesa.DEFAULT, FinDeMesa.SANCION):
        if meta.tantos is None:
            gana = max(MANOS_PARA_GANAR, gana, pierde + VENTAJA_MINIMA)
        else:
            gana, pierde = meta.tantos, min(pierde, meta.tantos - 1)
    return (gana, pierde) if ganadora == 0 else (pierde, gana)


def quien_carga(torneo: Torneo, persona: str) -> str:
    """El sujeto al que se le anota el castigo de una persona: ella o, en Parejas y Equipos, su conjunto (TO20).

    Levanta `id_desconocido` si no está inscrita y `castigo_a_comodin` si es de la casa, que no clasifica.
    """
    if torneo.individual:
        suyo = persona if persona in torneo.sujetos else None
    else:
        suyo = next((uno.id for uno in torneo.entidades if persona in uno.personas), None)
    if suyo in torneo.comodines or persona in torneo.comodines:
        raise ErrorDeRegla("castigo_a_comodin", id=persona)
    if suyo is None:
        raise ErrorDeRegla("id_desconocido", id=persona)
    return suyo
