"""Busca los roles equilibrados de `reglas/roles_equilibrados.py` y los escribe como van ahí (RG12).

    python -m bench.roles 13                 # whist: al instante
    python -m bench.roles 14                 # con la semilla que está en el repositorio: minutos
    python -m bench.roles 14 --semilla 5 --temperatura 0.4 --vueltas 20000000

Los números se reparten al final para que los anotadores que hacen falta sean los primeros.
"""

import argparse
from itertools import combinations

from bench.roles import recocido, siete, whist
from bench.roles.recocido import Mesa
from reglas.roles import menos_anotadores

RECETAS: dict[int, tuple[int, float, int]] = {
    6: (1, 0.4, 100_000),
    10: (38, 0.42, 18_000_000),
    11: (5, 0.42, 19_000_000),
    14: (5, 0.36, 15_000_000),
    15: (2, 0.4, 8_400_000),
}
"""Semilla, temperatura y vueltas con que salió lo que está en el repositorio."""


def programa(tamano: int, semilla: int | None = None, temperatura: float = 0.4, vueltas: int = 0) -> list[list[Mesa]]:
    """Las mesas de cada partida, con los números desde cero."""
    if tamano in whist.GRUPOS:
        return whist.torneo(tamano)
    if tamano == siete.TAMANO:
        return [[mesa] for mesa in siete.buscar().solucion]
    receta = RECETAS[tamano] if semilla is None else (semilla, temperatura, vueltas)
    hallado = recocido.buscar(tamano, *receta)
    if hallado is None:
        raise SystemExit("No se cumplieron todas las parejas: prueba otra semilla o más vueltas.")
    return hallado.mesas()


def renglones(tamano: int, mesas: list[list[Mesa]]) -> str:
    """Como van en el repositorio: un renglón por partida, `1-2/3-4` cada mesa."""
    anotan = menos_anotadores(tamano, [[j + 1 for j in mesa] for partida in mesas for mesa in partida])
    nuevo = {viejo: n for n, viejo in enumerate([*anotan, *(set(range(1, tamano + 1)) - set(anotan))], start=1)}
    return "\n".join(
        "  ".join(sorted((_mesa([nuevo[j + 1] for j in mesa]) for mesa in partida), key=_primero)) for partida in mesas
    )


def _mesa(n: list[int]) -> str:
    parejas = sorted((sorted(n[:2]), sorted(n[2:])))
    return "/".join(f"{a}-{b}" for a, b in parejas)


def _primero(mesa: str) -> int:
    return int(mesa.partition("-")[0])


def medida(tamano: int, mesas: list[list[Mesa]]) -> str:
    """Cuántos pares se enfrentan una, dos o tres veces."""
    contra = [tuple(sorted((x, y))) for partida in mesas for a, b, c, d in partida for x in (a, b) for y in (c, d)]
    veces = [contra.count(par) for par in combinations(range(tamano), 2)]
    return ", ".join(f"{veces.count(n)} pares {n} veces" for n in sorted(set(veces)))


def main() -> None:
    """Escribe un rol."""
    pedir = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    pedir.add_argument("tamano", type=int, choices=sorted({*whist.GRUPOS, *RECETAS, siete.TAMANO}))
    pedir.add_argument("--semilla", type=int)
    pedir.add_argument("--temperatura", type=float, default=0.4)
    pedir.add_argument("--vueltas", type=int, default=20_000_000)
    opciones = pedir.parse_args()
    mesas = programa(opciones.tamano, opciones.semilla, opciones.temperatura, opciones.vueltas)
    print(renglones(opciones.tamano, mesas))
    print(f"# contrarios: {medida(opciones.tamano, mesas)}")


if __name__ == "__main__":
    main()
