"""Los relojes del turno y sus tarjetas (EL7; 002 §2.1.4 y §3.1). Todo en milisegundos."""

from typing import NamedTuple

from reglas.mesa.tipos import Modo
from reglas.reglamento import Reglamento


class Plazos(NamedTuple):
    """Cuánto dura cada espera de una mesa, en milisegundos."""

    pase: int = 1_200
    """Pausa constante antes de que el sistema pase: no delata si se pensaba."""
    robo: int = 20_000
    """En práctica, lo que se espera a que la persona oprima «Robar»; después roba el sistema (VA9)."""
    mirar: int = 10_000
    """En práctica, lo que se espera a que la persona vea sus fichas antes de que corran los tres segundos (VA5)."""
    mirar_siempre: bool = False
    """Si lo de mirar es en todos sus turnos, y no sólo en su primera jugada y tras robar: el aparato que se pasa."""
    extra: int = 5_000
    tira_sola: int = 6_000
    nonce: int = 3_000
    plantilla: int = 15_000
    voto: int = 60_000
    ausencia: int = 300_000
    """Lo que cada quien puede faltar en una mano, sume las veces que sume (EL9)."""
    margen: int = 15_000
    """Lo más que se devuelve en un turno a quien lo pasó fuera de alcance (D14)."""
    margen_de_mano: int = 60_000
    """Y lo más que se le devuelve así en toda una mano."""
    comienzo: int = 120_000
    sin_prisa: int = 300_000
    """Lo que dura un turno en la mesa sin prisa; al cumplirse tira el sistema, sin tarjeta."""
    segundo: int = 1_000
    """Lo que dura cada segundo de los relojes del turno; sólo lo acorta quien prueba."""


PLAZOS = Plazos()
LARGO_SIN_PRISA = 5
# Leídos una vez: en Python 3.11 pedirle un miembro a su enumeración cuesta el triple, y esto se llama en cada jugada.
_SIN_PRISA, _PRACTICA, _INTRANET = Modo.SIN_PRISA, Modo.PRACTICA, Modo.INTRANET
_COMPLETADA = Modo.COMPLETADA
DE_GRACIA = 2
"""Los avisos que en la mesa que cuenta serían amarillas: en la de un torneo, a la tercera tira el sistema."""


def plazos_de(plazos: Plazos, modo: Modo) -> Plazos:
    """Los de una mesa de ese modo: si no hay prisa, también la plantilla y los votos esperan más (D741, D763)."""
    if modo is _SIN_PRISA or modo is _PRACTICA or modo is _COMPLETADA:
        return plazos._replace(plantilla=plazos.plantilla * LARGO_SIN_PRISA, voto=plazos.voto * LARGO_SIN_PRISA)
    return plazos


def vence_turno(plazos: Plazos, modo: Modo, reglamento: Reglamento, reloj: int, abierto: int, cuantas: int) -> int:
    """Cuándo ocurre lo siguiente del turno: pase, amarilla `cuantas + 1` o tirada automática; 0 si nunca.

    Con opción única: amarilla a los 5 s y tira el sistema a los 6. Lo normal: la primera a los 20 y otra cada 5 más.
    En cierre: una cada 5 s pasados los 60. Sin prisa, y en la completada, no hay tarjetas: a los 5 min tira el sistema.
    En práctica, nada.
    En la de un torneo tampoco: tira el sistema donde caería la tercera amarilla del turno (D616).
    En los otros juegos, al cumplirse el reloj tira el sistema, sin tarjetas (VA2); en práctica, sólo la obligada (VA5).
    """
    if reloj == 0:
        return abierto + plazos.pase
    if modo is _SIN_PRISA or modo is _COMPLETADA:
        return abierto + plazos.sin_prisa
    cierre, unica, normal = reglamento.relojes
    if modo is _PRACTICA:
        return abierto + reloj * plazos.segundo if not reglamento.oficial and reloj == unica < normal else 0
    if not reglamento.oficial:
        return abierto + reloj * plazos.segundo
    if reloj == unica:
        return abierto + (reloj * plazos.segundo if cuantas == 0 else plazos.tira_sola)
    gracia = 1 if reloj == cierre else 0
    if modo is _INTRANET:
        gracia += DE_GRACIA
    return abierto + reloj * plazos.segundo + (cuantas + gracia) * plazos.extra
