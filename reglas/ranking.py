"""La clasificación en línea: puntos de cada partida y quintiles (ES2; 002 §4.2).

PR(n) = PR(n−1) + 1 + PP + PT(contrario 1) + PT(contrario 2), para ganadores y perdedores.

Decidido aquí: el PR empieza en 0 y puede ser negativo; la diferencia de PP es entre tantos acreditados (lo que rebasa
la meta no cuenta, RG6) y sus límites, 9 y 50, son los mismos a 200; donde el documento sólo nombra los extremos («Q5
le gana a Q1», «Q1 pierde con Q5») se lee por cuatro quintiles de diferencia, y perder con uno igual o superior vale 0.
Qué partidas cuentan (sólo las terminadas por meta, EL10) lo decide quien las guarda.
"""

from collections.abc import Sequence

from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.reglamento import AMIGOS, PorAsiento

PR_INICIAL = 0
QUINTILES = 5
POR_JUGAR = 1
"""El +1 de la fórmula: a todos y en toda partida."""

# (diferencia desde la que vale, PP de quien gana, PP de quien pierde)
_PP = ((51, 3, -2), (10, 2, -1), (0, 1, 0))
# por cuántos quintiles está el contrario arriba (al ganarle) o abajo (al perder con él); igual o al revés, el cero
_PT_AL_GANAR = (1, 2, 3, 4, 5)
_PT_AL_PERDER = (0, -1, -2, -3, -4)


def quintil(lugar: int, inscritos: int) -> int:
    """Quintil 1 (el mejor) a 5 de quien va en `lugar`, contado desde 0, entre `inscritos`.

    El orden es por PR y, a igual PR, primero la cuenta más antigua. Levanta `lugar_invalido`.
    """
    if not 0 <= lugar < inscritos:
        raise ErrorDeRegla("lugar_invalido", lugar=lugar, inscritos=inscritos)
    return QUINTILES * lugar // inscritos + 1


def puntos_por_partida(meta: Meta, ganadora: int, tantos: Sequence[int] | None) -> tuple[int, int]:
    """PP de cada pareja, según los tantos acreditados a ambas; cero en juegos ganados, donde `tantos` es None o ceros.

    Levanta `pareja_invalida`, `faltan_tantos`, `tantos_negativos`, `ganadora_sin_ventaja`, `tantos_en_juegos_ganados`.
    """
    if ganadora not in (0, 1):
        raise ErrorDeRegla("pareja_invalida")
    if meta.tantos is None:
        if tantos is not None and any(tantos):
            raise ErrorDeRegla("tantos_en_juegos_ganados", tantos=next(filter(None, tantos)))
        return 0, 0
    if tantos is None:
        raise ErrorDeRegla("faltan_tantos")
    if min(tantos) < 0:
        raise ErrorDeRegla("tantos_negativos", tantos=min(tantos))
    diferencia = min(tantos[ganadora], meta.tantos) - min(tantos[1 - ganadora], meta.tantos)
    if diferencia <= 0:
        raise ErrorDeRegla("ganadora_sin_ventaja", ganadora=ganadora)
    gana, pierde = next((gana, pierde) for desde, gana, pierde in _PP if diferencia >= desde)
    return (gana, pierde) if ganadora == 0 else (pierde, gana)


def puntos_por_contrario(gano: bool, propio: int, contrario: int) -> int:
    """PT frente a un contrario, con los quintiles (1..5) de antes de la partida."""
    if gano:
        return _PT_AL_GANAR[max(0, propio - contrario)]
    return _PT_AL_PERDER[max(0, contrario - propio)]


def pr_tras_partida(
    meta: Meta, ganadora: int, tantos: Sequence[int] | None, pr: Sequence[int], quintiles: Sequence[int]
) -> PorAsiento:
    """El PR de cada asiento tras la partida; `pr` y `quintiles`, por asiento, los de antes.

    Levanta lo de `puntos_por_partida` y `quintil_invalido`.
    """
    por_partida = puntos_por_partida(meta, ganadora, tantos)
    for asiento, uno in enumerate(quintiles):
        if not 1 <= uno <= QUINTILES:
            raise ErrorDeRegla("quintil_invalido", asiento=asiento, quintil=uno)

    def nuevo(asiento: int) -> int:
        pareja = AMIGOS.bando_de[asiento]
        contrarios = sum(
            puntos_por_contrario(pareja == ganadora, quintiles[asiento], quintiles[otro])
            for otro in AMIGOS.contrarios[asiento]
        )
        return pr[asiento] + POR_JUGAR + por_partida[pareja] + contrarios

    return tuple([nuevo(asiento) for asiento in range(AMIGOS.asientos)])
