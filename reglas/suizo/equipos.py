"""La rotación dentro de los equipos y el encuentro de tres partidas (TO10; 001 §6.2.2.3).

Con a, b, c, d y h, j, k, m: primera partida, ab-cd contra hj-km; segunda, ac-bd contra hk-jm; tercera, ad-cb contra
hm-kj; y se vuelve a empezar. La primera pareja va contra la primera del rival, en dos mesas contiguas.
"""

from collections.abc import Collection

from reglas.suizo.tipos import Mesa, Modalidad, Par, Partida, Torneo

ROTACION = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (2, 1)))
"""Por partida, en ciclos de tres: las dos parejas, por su lugar en el equipo."""


def parejas_de(equipo: tuple[str, ...], partida: int) -> tuple[Par, Par]:
    """Las dos parejas de un equipo en esa partida, desde 1."""
    (a, b), (c, d) = ROTACION[(partida - 1) % len(ROTACION)]
    return (equipo[a], equipo[b]), (equipo[c], equipo[d])


def mesas_de(torneo: Torneo, partida: int, par: Par, forzada: bool = False) -> list[Mesa]:
    """Las de un enfrentamiento: una en Parejas, dos en Equipos; el primero del par, en 0 y 2. Aún sin número."""
    entidades = {uno.id: uno.jugadores_en(partida) for uno in torneo.entidades}
    unos, otros = entidades[par[0]], entidades[par[1]]
    if torneo.modalidad is Modalidad.PAREJAS:
        return [Mesa(0, (unos[0], otros[0], unos[1], otros[1]), par, forzada)]
    return [
        Mesa(0, (a, h, b, j), par, forzada)
        for (a, b), (h, j) in zip(parejas_de(unos, partida), parejas_de(otros, partida), strict=True)
    ]


def siguen_juntos(anterior: Partida, presentes: Collection[str]) -> list[Par]:
    """Los encuentros a medias cuyos dos equipos siguen aquí, en el orden de sus mesas."""
    pares: list[Par] = []
    for mesa in sorted(anterior.mesas, key=lambda m: m.numero):
        par = mesa.entidades
        if par is not None and par not in pares and par[0] in presentes and par[1] in presentes:
            pares.append(par)
    return pares
