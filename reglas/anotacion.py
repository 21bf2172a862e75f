"""Lo que el anotador escribe de una mano y cuándo es posible (RG3, RG4, RG6)."""

from collections.abc import Mapping
from dataclasses import dataclass

from reglas.errores import ErrorDeRegla
from reglas.tipos import Desenlace, Meta


@dataclass(frozen=True, slots=True)
class ManoAnotada:
    """Una mano en la plantilla. En un cierre empatado, `pareja` es quien cerró, o None."""

    desenlace: Desenlace
    pareja: int | None
    tantos: int


# RG6: lo que vale una mano ganada. A 100 cuentan las de los perdedores; a 200, todas las no jugadas.
TANTOS_DE_MANO: Mapping[Meta, tuple[int, int]] = {
    Meta.CIEN: (1, 118),
    Meta.DOSCIENTOS: (1, 153),
    Meta.JUEGOS_GANADOS: (0, 0),
}

# RG3: qué desenlaces dan la mano a una pareja.
DESENLACES_GANADOS: Mapping[Meta, frozenset[Desenlace]] = {
    Meta.CIEN: frozenset({Desenlace.DOMINADA, Desenlace.CIERRE}),
    Meta.DOSCIENTOS: frozenset({Desenlace.DOMINADA, Desenlace.CIERRE}),
    Meta.JUEGOS_GANADOS: frozenset({Desenlace.DOMINADA}),
}


def ganadora_de_mano(meta: Meta, mano: ManoAnotada) -> int | None:
    """Pareja que gana la mano, o None si sólo corrió la salida."""
    return mano.pareja if mano.desenlace in DESENLACES_GANADOS[meta] else None


def validar_mano(meta: Meta, mano: ManoAnotada) -> None:
    """Lanza ErrorDeRegla si la anotación es imposible a esta meta (RG6)."""
    if mano.pareja not in (None, 0, 1):
        raise ErrorDeRegla("pareja_invalida")
    if meta.tantos is None and mano.tantos != 0:
        raise ErrorDeRegla("tantos_en_juegos_ganados", tantos=mano.tantos)
    if mano.desenlace not in DESENLACES_GANADOS[meta]:
        _validar_sin_ganadora(meta, mano)
        return
    if mano.pareja is None:
        raise ErrorDeRegla("falta_pareja")
    minimo, maximo = TANTOS_DE_MANO[meta]
    if not minimo <= mano.tantos <= maximo:
        raise ErrorDeRegla("tantos_fuera_de_rango", tantos=mano.tantos, minimo=minimo, maximo=maximo)


def _validar_sin_ganadora(meta: Meta, mano: ManoAnotada) -> None:
    """A 100 y 200 el empate puede decir quién cerró (RG4); a juegos ganados todo cierre va sin pareja."""
    if meta.tantos is None and mano.pareja is not None:
        raise ErrorDeRegla("sobra_pareja")
    if mano.tantos != 0:
        raise ErrorDeRegla("tantos_en_empate", tantos=mano.tantos)
