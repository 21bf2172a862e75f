"""Por qué descansa cada quien que descansa: el turno, con nombres (TO5, D776).

Sale de la misma cuenta que aparta (`descansos.apartar`): quién ha descansado menos y, entre ellos, quién va más abajo.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from reglas.suizo.clasificacion import FilaDeTorneo
from reglas.suizo.emparejar import Emparejamiento
from reglas.suizo.tipos import Torneo

MAS_ABAJO = 3
"""De los que iban más abajo y no descansan, cuántos se nombran: los más cercanos."""


def turnos(torneo: Torneo, emparejamiento: Emparejamiento) -> list[dict[str, Any]]:
    """De cada uno: su lugar, en qué partidas descansó, quiénes iban más abajo y ya habían descansado más, y quién
    habría descansado en su lugar. `sobran`: todos los que descansan con él, porque no había con quién.
    """
    cuando: dict[str, list[int]] = {}
    for partida in sorted(torneo.partidas, key=lambda p: p.numero):
        for uno in partida.descansan:
            cuando.setdefault(uno, []).append(partida.numero)
    filas = {fila.sujeto: fila for fila in emparejamiento.tabla}
    dichos = []
    for grupo in emparejamiento.grupos:
        fuera = set(grupo.descansan)
        de_aqui = {*grupo.objetivo.quienes, *fuera}  # los de la casa no están en la tabla ni descansan
        iban = _como_iban([fila for uno, fila in filas.items() if uno in de_aqui], cuando)
        juegan = [uno for uno in iban if uno["sujeto"] not in fuera]
        for n, suyo in enumerate(iban):
            if suyo["sujeto"] not in fuera:
                continue
            abajo = [otro for otro in iban[n + 1 :] if otro["sujeto"] not in fuera]
            dicho: dict[str, Any] = {**suyo, "sobran": len(fuera), "juegan": len(juegan), "mas_abajo": len(abajo)}
            dicho["abajo"] = abajo[:MAS_ABAJO]
            if juegan:
                sigue = min(reversed(juegan), key=lambda otro: len(otro["descansos"]))
                dicho["sigue"] = sigue
                dicho["por_sorteo"] = _por_sorteo(emparejamiento, suyo["sujeto"], sigue["sujeto"])
            dichos.append(dicho)
    return dichos


def _como_iban(filas: Sequence[FilaDeTorneo], cuando: Mapping[str, list[int]]) -> list[dict[str, Any]]:
    """En el orden de la tabla. El lugar es el de ella, si se puede comparar; de varias bolsas, el que hacen aquí."""
    lugares = [fila.lugar for fila in filas]
    seguidos = all(uno < otro for uno, otro in pairwise(lugares))
    return [
        {
            "sujeto": fila.sujeto,
            "lugar": fila.lugar if seguidos else n,
            "principal": fila.renglon.principal,
            "descansos": cuando.get(fila.sujeto, []),
        }
        for n, fila in enumerate(filas, start=1)
    ]


def _por_sorteo(emparejamiento: Emparejamiento, uno: str, otro: str) -> bool:
    """¿Los separa sólo el sorteo? De uno a otro, la tabla va empatada en todo lo demás."""
    a, b = sorted(n for n, fila in enumerate(emparejamiento.tabla) if fila.sujeto in (uno, otro))
    return all(fila.desempate == "sorteo" for fila in emparejamiento.tabla[a + 1 : b + 1])
