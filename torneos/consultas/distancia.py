"""La tabla de las parejas y los equipos declarados A Distancia, con sus premios (TO23, TO25; 001 §6.2.4.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from reglas.suizo.clasificacion import Renglon, tabla_a_distancia
from torneos import consultas
from torneos.models import Declarado, Torneo
from torneos.reconstruir import torneo_de

BOLSA_DE = {2: 2, 4: 3}
"""Los premios de las parejas van en la bolsa 2 y los de los equipos, en la 3 (D393)."""


@dataclass(frozen=True, slots=True)
class FilaADistancia:
    """Lo que suman los de una pareja o un equipo, y el mejor lugar de los suyos."""

    lugar: int
    nombre: str
    numeros: tuple[int, ...]
    cuantos: int
    renglon: Renglon
    mejor: int
    premio: Decimal | None


def declarados_de(torneo_id: int) -> Sequence[Declarado]:
    """Los declarados, con los suyos."""
    filas = Declarado.objects.filter(torneo=torneo_id).prefetch_related("suyos__inscrito")
    return list(filas.order_by("cuantos", "pk"))


def filas_a_distancia(torneo_id: int, hasta: int, *, final: bool = False) -> list[FilaADistancia]:
    """Primero las parejas y luego los equipos, con sus lugares desde 1; la final, con sus premios."""
    if hasta < 1:
        return []
    torneo = torneo_de(Torneo.objects.get(pk=torneo_id), hasta=hasta)
    cuantos = {d.nombre: d.cuantos for d in declarados_de(torneo_id)}
    valen = {(p.bolsa, p.lugar): p.vale for p in consultas.premios_de(torneo_id)[0]} if final else {}
    filas: list[FilaADistancia] = []
    lugares: dict[int, int] = {}
    for declarado, renglon, mejor in tabla_a_distancia(torneo, consultas.tabla_de(torneo_id, hasta)):
        de = cuantos[declarado.nombre]
        lugar = lugares[de] = lugares.get(de, 0) + 1
        suyos = tuple(int(n) for n in declarado.jugadores)
        premio = valen.get((BOLSA_DE[de], lugar))
        filas.append(FilaADistancia(lugar, declarado.nombre, suyos, de, renglon, mejor, premio))
    return filas
