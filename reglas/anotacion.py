"""Lo que el anotador escribe de una mano y cuándo es posible (RG3, RG4, RG6)."""

from dataclasses import dataclass

from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.tipos import Desenlace


@dataclass(frozen=True, slots=True)
class ManoAnotada:
    """Una mano en la plantilla. En un cierre empatado, `pareja` es quien cerró, o None."""

    desenlace: Desenlace
    pareja: int | None
    tantos: int


def la_gana_alguien(meta: Meta, desenlace: Desenlace) -> bool:
    """Si ese desenlace da la mano a una pareja, o sólo corre la salida (RG3)."""
    return desenlace is Desenlace.DOMINADA or (desenlace is Desenlace.CIERRE and meta.gana_el_cierre)


def ganadora_de_mano(meta: Meta, mano: ManoAnotada) -> int | None:
    """Pareja que gana la mano, o None si sólo corrió la salida."""
    return mano.pareja if la_gana_alguien(meta, mano.desenlace) else None


def validar_mano(meta: Meta, mano: ManoAnotada) -> None:
    """Lanza ErrorDeRegla si la anotación es imposible a esta meta (RG6)."""
    if mano.pareja not in (None, 0, 1):
        raise ErrorDeRegla("pareja_invalida")
    if meta.tantos is None and mano.tantos != 0:
        raise ErrorDeRegla("tantos_en_juegos_ganados", tantos=mano.tantos)
    if not la_gana_alguien(meta, mano.desenlace):
        _validar_sin_ganadora(meta, mano)
        return
    if mano.pareja is None:
        raise ErrorDeRegla("falta_pareja")
    minimo, maximo = meta.de_mano
    if not minimo <= mano.tantos <= maximo:
        raise ErrorDeRegla("tantos_fuera_de_rango", tantos=mano.tantos, minimo=minimo, maximo=maximo)


def _validar_sin_ganadora(meta: Meta, mano: ManoAnotada) -> None:
    """A 100 y 200 el empate puede decir quién cerró (RG4); a juegos ganados todo cierre va sin pareja."""
    if meta.tantos is None and mano.pareja is not None:
        raise ErrorDeRegla("sobra_pareja")
    if mano.tantos != 0:
        raise ErrorDeRegla("tantos_en_empate", tantos=mano.tantos)
