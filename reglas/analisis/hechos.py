"""Lo que una jugada hace en la mesa, comprobable en la posición: con esto se explica un error en palabras (AC3).

Nada aquí opina ni busca: son hechos de la jugada y de quien tira enseguida, con las cuatro manos a la vista.
"""

from typing import NamedTuple

from reglas.fichas import DE_PALO, NUMERO, PALOS, TANTOS, es_mula, tantos_de
from reglas.mano import A, B, Mano, legales, puede_tirar, sin_jugar, tirar
from reglas.tipos import Desenlace


class Hechos(NamedTuple):
    """De tirar una ficha en un extremo."""

    tantos: int
    """Los de la ficha que se suelta."""
    mula: bool
    domina: bool
    cierra: bool
    gana_el_cierre: int | None
    """La pareja con menos tantos si la jugada cierra; None si no cierra o empata."""
    palo_tapado: int | None
    """La terminal que cubre; None en la primera ficha."""
    tapa_a: int | None
    """El asiento que había dejado esa terminal."""
    pasan: tuple[int, ...]
    """Los asientos que pasan antes de que alguien vuelva a tirar, en orden de turno."""
    sigue: int | None
    """A quien le toca tirar después; None si la mano terminó."""
    sigue_domina: bool
    """Si a quien sigue le queda una ficha y cabe."""
    sigue_cierra: bool
    """Si quien sigue puede cerrar y su pareja tendría menos tantos."""
    ahorca: tuple[tuple[int, int], ...]
    """Mulas que ya no podrán tirarse: (asiento, mula). Se jugaron las otras seis de su palo y no quedó de terminal."""
    me_quedo_sin_entrada: bool
    """Si ninguna de las fichas que le quedan a quien tira cabe en las terminales que deja."""


def hechos_de(mano: Mano, ficha: int, extremo: int) -> Hechos:
    """Los de una jugada legal de quien está en turno."""
    yo = mano.turno
    hija = tirar(mano, ficha, extremo)
    pasan, sigue = _siguen(hija)
    palo = None if extremo not in (A, B) else (mano.a if extremo == A else mano.b)
    return Hechos(
        tantos=TANTOS[ficha],
        mula=es_mula(ficha),
        domina=hija.desenlace is Desenlace.DOMINADA,
        cierra=hija.desenlace is Desenlace.CIERRE,
        gana_el_cierre=_gana_el_cierre(hija),
        palo_tapado=palo,
        tapa_a=None if palo is None else _quien_dejo(mano, extremo),
        pasan=pasan,
        sigue=sigue,
        sigue_domina=sigue is not None and hija.manos[sigue].bit_count() == 1,
        sigue_cierra=sigue is not None and _puede_cerrar_y_ganar(hija._replace(turno=sigue)),
        ahorca=_ahorcadas(mano, hija),
        me_quedo_sin_entrada=bool(hija.manos[yo]) and not puede_tirar(hija, yo),
    )


def _siguen(hija: Mano) -> tuple[tuple[int, ...], int | None]:
    """Quiénes pasan y quién tira tras la jugada."""
    if hija.desenlace is not None:
        return (), None
    pasan: list[int] = []
    turno = hija.turno
    while not puede_tirar(hija, turno):
        pasan.append(turno)
        turno = hija.reglamento.sigue[turno]
    return tuple(pasan), turno


def _quien_dejo(mano: Mano, extremo: int) -> int:
    """El asiento que puso la ficha de ese extremo; si nadie ha tirado ahí, el salidor."""
    cadena = mano.cadena
    for i in range(len(cadena) - 3, -1, -3):
        if cadena[i + 1] == extremo:
            return cadena[i + 2]
    return mano.salidor


def _gana_el_cierre(hija: Mano) -> int | None:
    if hija.desenlace is not Desenlace.CIERRE:
        return None
    reglamento = hija.reglamento
    quedan = reglamento.por_bando([tantos_de(bits) for bits in hija.manos])
    return reglamento.gana_el_cierre(quedan, reglamento.lejos_de(hija.salidor))


def _puede_cerrar_y_ganar(mano: Mano) -> bool:
    suyo = mano.reglamento.bando_de[mano.turno]
    return any(_gana_el_cierre(tirar(mano, *opcion)) == suyo for opcion in legales(mano))


def _ahorcadas(antes: Mano, hija: Mano) -> tuple[tuple[int, int], ...]:
    """Las mulas que ahorca esta jugada; las ya ahorcadas no cuentan."""
    if hija.desenlace is not None:
        return ()
    return tuple(una for una in _sin_remedio(hija) if una not in _sin_remedio(antes))


def _sin_remedio(mano: Mano) -> list[tuple[int, int]]:
    faltan = sin_jugar(mano)
    mulas = []
    for palo in range(PALOS):
        mula = NUMERO[palo, palo]
        if faltan & DE_PALO[palo] == 1 << mula and palo not in (mano.a, mano.b):
            mulas.append((next(asiento for asiento, suyas in enumerate(mano.manos) if suyas >> mula & 1), mula))
    return mulas
