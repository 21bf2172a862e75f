"""Los jugadores anotan cada acuse que reciben; así se sabe qué se les prometió."""

import random
import time
from dataclasses import dataclass, field

from bench.comun import mensajes as m
from bench.comun.jugador import Escucha, Jugador, Pedida, Ritmo


@dataclass(frozen=True)
class Acusada:
    """Una orden que el servidor dio por hecha."""

    mesa: int
    id_orden: str
    tipo: str
    asiento: int
    ficha: int
    version: int


class Nerviosa(Ritmo):
    """Casi siempre al momento; a veces piensa lo bastante para que un golpe y su pensada pasen de un reloj."""

    def __init__(self, azar: random.Random) -> None:
        self._azar = azar

    def pensar(self, vista: m.Vista) -> float:
        """Hasta 2.5 s."""
        if self._azar.random() < 0.05:
            return self._azar.uniform(1.0, 2.5)
        return min(self._azar.expovariate(8), 1.0)


@dataclass
class MesaVista:
    """Lo último que se supo de una mesa."""

    jugadores: list[Jugador]
    ultimo_acuse: float = 0.0

    def jugable_desde(self, instante: float) -> bool:
        """Los cuatro conectados, sin nadie ausente, y al menos una orden confirmada después."""
        for j in self.jugadores:
            if j.enchufe is None or j.vista is None or j.vista.datos.ausentes is not None:
                return False
        return self.ultimo_acuse > instante

    def dicho(self) -> str:
        """Para explicar por qué no es jugable."""
        cada = [
            f"{'con' if j.enchufe else 'sin'} socket, v{j.version} fase {j.vista.datos.fase if j.vista else '?'} "
            f"ausentes {j.vista.datos.ausentes if j.vista else '?'} pendientes {[p.tipo for p in j.pedidas.values()]} "
            f"rechazos {j.rechazos} {j.fuera}"
            for j in self.jugadores
        ]
        return " | ".join(cada)


@dataclass
class Testigo(Escucha):
    """Común a todas las mesas."""

    acusadas: list[Acusada] = field(default_factory=list)
    mesas: dict[int, MesaVista] = field(default_factory=dict)
    desconexiones: int = 0
    noes_falsos: list[str] = field(default_factory=list)

    def rechazado(self, j: Jugador, pedida: Pedida | None, rechazo: m.Rechazo) -> None:
        """Nadie tira sin ver que le toca, y su turno no se acaba sin él: aquí no hay «no es tu turno» verdadero."""
        if rechazo.datos.codigo == "no_es_tu_turno":
            donde = f"mesa {j.mesa_id}, asiento {j.asiento}"
            self.noes_falsos.append(f"{donde}: vio la {j.version} y quien contestó iba en la {rechazo.version}")

    def acusado(self, j: Jugador, pedida: Pedida, acuse: m.Acuse) -> None:
        self.acusadas.append(
            Acusada(j.mesa_id, pedida.id_orden, pedida.tipo, pedida.asiento, pedida.ficha, acuse.version)
        )
        self.mesas[j.mesa_id].ultimo_acuse = time.perf_counter()

    def desconectado(self, j: Jugador, codigo: int) -> None:
        self.desconexiones += 1
