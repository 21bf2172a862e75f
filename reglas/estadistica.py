"""Las columnas de la estadística, a nivel partida y a nivel mano, desde el acta (ES1; 002 §4.1).

Decidido aquí (ES1): «del mismo palo» es el máximo de fichas de un palo en el reparto de cada quien; «fallas» son sus
pases, hasta el último antes de que la mano acabe; «tantos de diferencia», los de la mano a favor menos los en contra.
El «valor de las fichas» es la suma de las siete que recibió. El número de partida, la fecha y el nombre de la mesa no
están en el acta: los pone quien la guarda.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reglas import lectura
from reglas.errores import ErrorDeRegla
from reglas.fichas import DE_PALO, de_mascara, es_mula, ficha_de, mascara, tantos_de
from reglas.metas import Meta
from reglas.reglamento import AMIGOS
from reglas.tipos import Desenlace
from reglas.verificacion import verificar_partida


class DeMano(NamedTuple):
    """Una mano vista desde un asiento (002 §4.1.2)."""

    mano: int
    """Desde 1."""
    asiento: int
    salidor: int
    valor: int
    """Tantos de las siete fichas que recibió."""
    mulas: int
    mismo_palo: int
    fallas: int
    gano: bool | None
    """None si nadie ganó la mano."""
    desenlace: Desenlace
    diferencia: int
    """Tantos a favor menos en contra; 0 a juegos ganados."""


class DePartida(NamedTuple):
    """Una partida vista desde una pareja (002 §4.1.1)."""

    meta: Meta
    ganadas: int
    """Manos ganadas."""
    perdidas: int
    sin_ganador: int
    """Cierres empatados o, a juegos ganados, cierres."""
    a_favor: int
    """Tantos acreditados; 0 a juegos ganados."""
    en_contra: int
    gano: bool
    zapato: bool | None
    """Si hubo zapato, lo diera o lo recibiera; None a juegos ganados, donde no lo hay."""


class Estadistica(NamedTuple):
    """Lo que un acta da: por pareja la partida, y por mano los cuatro asientos."""

    parejas: tuple[DePartida, ...]
    manos: tuple[tuple[DeMano, ...], ...]
    """Por mano, la de cada asiento."""


def estadistica_de(acta: Any) -> Estadistica:
    """Todas las columnas de un acta terminada por meta (`amigos-domino/partida`).

    Levanta lo que `verificar` levante, y `meta_sin_alcanzar` si la partida no llegó a su meta (EL10).
    """
    informe = verificar_partida(acta)
    if informe["ganadora"] is None:
        raise ErrorDeRegla("meta_sin_alcanzar")
    meta = lectura.opcion(acta, "meta", Meta)
    manos = tuple(
        _mano(numero, una, como)
        for numero, (una, como) in enumerate(zip(acta["manos"], informe["manos"], strict=True), start=1)
    )
    return Estadistica(_parejas(meta, informe), manos)


def del_mismo_palo(bits: int) -> int:
    """Cuántas fichas del palo que más se repite hay en la máscara; la mula cuenta una vez."""
    return max((bits & de_palo).bit_count() for de_palo in DE_PALO)


def _mano(numero: int, acta: Mapping[str, Any], como: Mapping[str, Any]) -> tuple[DeMano, ...]:
    ganadora, tantos = como["ganadora"], como["tantos"]
    desenlace = Desenlace(como["fin"])
    quedan, lejos = AMIGOS.por_bando(como["no_jugados"]), AMIGOS.lejos_de(acta["salidor"])
    if desenlace is Desenlace.CIERRE and AMIGOS.gana_el_cierre(quedan, lejos) is None:
        desenlace = Desenlace.CIERRE_EMPATADO

    def de(asiento: int) -> DeMano:
        bits = mascara(ficha_de(ficha) for ficha in acta["reparto"][asiento])
        gano = None if ganadora is None else AMIGOS.bando_de[asiento] == ganadora
        return DeMano(
            mano=numero,
            asiento=asiento,
            salidor=acta["salidor"],
            valor=tantos_de(bits),
            mulas=sum(es_mula(ficha) for ficha in de_mascara(bits)),
            mismo_palo=del_mismo_palo(bits),
            fallas=como["pases"][asiento],
            gano=gano,
            desenlace=desenlace,
            diferencia=0 if gano is None else tantos if gano else -tantos,
        )

    return tuple([de(asiento) for asiento in range(AMIGOS.asientos)])


def _parejas(meta: Meta, informe: Mapping[str, Any]) -> tuple[DePartida, ...]:
    ganadoras: Sequence[int | None] = [mano["ganadora"] for mano in informe["manos"]]
    acreditado = (0, 0) if meta.tantos is None else tuple(informe["marcador"])

    def de(pareja: int) -> DePartida:
        gano = informe["ganadora"] == pareja
        return DePartida(
            meta=meta,
            ganadas=ganadoras.count(pareja),
            perdidas=ganadoras.count(1 - pareja),
            sin_ganador=ganadoras.count(None),
            a_favor=acreditado[pareja],
            en_contra=acreditado[1 - pareja],
            gano=gano,
            zapato=None if meta.tantos is None else acreditado[1 - informe["ganadora"]] == 0,
        )

    return tuple([de(pareja) for pareja in range(len(AMIGOS.bandos))])
