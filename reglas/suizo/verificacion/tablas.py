"""La tabla que traiga el acta contra la que sale de sus resultados (TO21, TO25)."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from reglas.errores import ErrorDeRegla
from reglas.suizo.informes import tablas_de
from reglas.suizo.tipos import Torneo
from reglas.suizo.verificacion.visto import Faltas

FINAL = "final"


def clasificacion(torneo: Torneo, datos: Mapping[str, Any]) -> Faltas:
    """Cada tabla que venga: mismos sujetos, en el mismo orden, y cada columna que diga. Lo que no dice, no falta."""
    debidas = tablas_de(torneo)
    dichas = datos.get("clasificacion") or {}
    if not isinstance(dichas, Mapping):
        yield ErrorDeRegla("tipo_invalido", campo="clasificacion", esperado="un objeto")
        return
    for clave, filas in dichas.items():
        if clave not in debidas["clasificacion"]:
            yield ErrorDeRegla("tabla_de_mas", partida=len(torneo.partidas), tabla=str(clave))
        else:
            partida = torneo.previstas if clave == FINAL else int(clave)
            yield from _comparar(filas, debidas["clasificacion"][clave], partida)
    if datos.get("distancia_final") is not None:
        yield from _comparar(datos["distancia_final"], debidas.get("distancia_final", []), torneo.previstas)


def _comparar(dichas: Any, debidas: Sequence[Mapping[str, Any]], partida: int) -> Faltas:
    if not isinstance(dichas, Sequence) or not all(isinstance(fila, Mapping) for fila in dichas):
        yield ErrorDeRegla("tipo_invalido", partida=partida, campo="clasificacion", esperado="una lista de filas")
        return
    if len(dichas) != len(debidas):
        yield ErrorDeRegla("tabla_incompleta", partida=partida, hay=len(dichas), debidos=len(debidas))
    for dicha, debida in zip(dichas, debidas, strict=False):
        for campo, vale in debida.items():
            if dicha.get(campo) is not None and not _igual(dicha[campo], vale):
                yield ErrorDeRegla(
                    "tabla_distinta",
                    partida=partida,
                    sujeto=str(dicha.get("sujeto")),
                    campo=campo,
                    dice=str(dicha[campo]),
                    debe=str(vale),
                )
                break


def _igual(dicho: Any, debido: Any) -> bool:
    if isinstance(debido, str) and isinstance(dicho, str) and dicho != debido:
        try:
            return Decimal(dicho) == Decimal(debido)
        except InvalidOperation:
            return False
    return bool(dicho == debido)
