"""Torneos de mentira con resultados verosímiles, y los tropiezos de un salón: tardíos, retirados, ausentes, default.

Fuerza N(0, 1) por persona; gana una pareja con logit (diferencia de sumas)/1.6; los tantos de quien pierde son
N(52 − 8·diferencia, 30) de 0 a 99 (a 200, al doble). A juegos ganados, las manos de quien pierde salen de lo mismo.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from reglas.metas import Meta
from reglas.suizo.emparejar import Emparejamiento, emparejar
from reglas.suizo.tipos import (
    Bolsas,
    CastigoDeTorneo,
    Distancia,
    Entidad,
    FinDeMesa,
    Jugador,
    Mesa,
    Modalidad,
    Par,
    Partida,
    Siguiente,
    Tipo,
    Torneo,
)

LOGIT = 1.6


@dataclass
class Salon:
    """Un torneo que se va jugando; `mira` recibe cada emparejamiento con el torneo de antes."""

    torneo: Torneo
    azar: random.Random
    tropiezos: bool = False
    mira: Callable[[Torneo, Emparejamiento], None] = lambda torneo, sigue: None
    logit: float = LOGIT
    fuerza: dict[str, float] = field(default_factory=dict)

    def jugar(self, hasta: int | None = None) -> Torneo:
        """Las partidas que falten, una tras otra, hasta ésa o hasta la última."""
        for uno in self.torneo.jugadores:
            self.fuerza.setdefault(uno.id, self.azar.gauss(0, 1))
        while len(self.torneo.partidas) < (hasta or self.torneo.previstas):
            if self.tropiezos:
                self._avisos()
            sigue = emparejar(self.torneo)
            self.mira(self.torneo, sigue)
            mesas = tuple(self._jugada(mesa) for mesa in sigue.mesas)
            partida = Partida(sigue.partida, mesas, sigue.descansan, self.torneo.siguiente.ausentes)
            bolsas = self.torneo.bolsas
            if bolsas is not None and sigue.corte is not None:
                bolsas = replace(bolsas, cortes=(*bolsas.cortes, sigue.corte))
            self.torneo = replace(
                self.torneo, partidas=(*self.torneo.partidas, partida), bolsas=bolsas, siguiente=Siguiente()
            )
        return self.torneo

    def _avisos(self) -> None:
        """Alguien avisa que no viene, alguien se retira y a alguien se le castiga."""
        torneo, numero = self.torneo, len(self.torneo.partidas) + 1
        activos = sorted(u for u, q in torneo.sujetos.items() if q.desde <= numero and q.hasta is None)
        if len(activos) < 12 or numero == 1:
            return
        faltan = tuple(self.azar.sample(activos, self.azar.choice((0, 0, 1, 2))))
        torneo = replace(torneo, siguiente=Siguiente(ausentes=faltan))
        if self.azar.random() < 0.3:
            torneo = _retirar(torneo, self.azar.choice(activos), numero - 1)
        if self.azar.random() < 0.3:
            castigo = CastigoDeTorneo(numero - 1, self.azar.choice(activos), self.azar.choice((1, 5, 10)))
            torneo = replace(torneo, castigos=(*torneo.castigos, castigo))
        self.torneo = torneo

    def _jugada(self, mesa: Mesa) -> Mesa:
        (a, c), (b, d) = mesa.parejas
        fuerza = self.fuerza[a] + self.fuerza[c] - self.fuerza[b] - self.fuerza[d]
        ganadora = 0 if self.azar.random() < 1 / (1 + math.exp(-fuerza / self.logit)) else 1
        diferencia = fuerza if ganadora == 0 else -fuerza
        tantos = min(99, max(0, round(self.azar.gauss(52 - 8 * diferencia, 30))))
        suerte = self.azar.random() if self.tropiezos else 1.0
        if suerte < 0.02:
            return replace(mesa, fin=FinDeMesa.AUSENCIA, ausentes=(self.azar.choice(mesa.asientos),))
        fin = FinDeMesa.META
        if suerte < 0.08:
            fin = FinDeMesa.TIEMPO if suerte < 0.05 else FinDeMesa.DEFAULT
        marcador = self._marcador(tantos, fin)
        return replace(mesa, fin=fin, ganadora=ganadora, marcador=marcador if ganadora == 0 else marcador[::-1])

    def _marcador(self, tantos: int, fin: FinDeMesa) -> tuple[int, int]:
        meta = self.torneo.meta.tantos
        if meta is None:
            manos = tantos * 3 // 100
            return (manos + 1, manos) if fin is FinDeMesa.TIEMPO else (4, manos)
        del_perdedor = tantos * meta // 100
        return (
            (min(meta - 1, del_perdedor + 5), del_perdedor * 9 // 10)
            if fin is FinDeMesa.TIEMPO
            else (
                meta,
                del_perdedor,
            )
        )


def _retirar(torneo: Torneo, quien: str, hasta: int) -> Torneo:
    if torneo.individual:
        jugadores = tuple(replace(j, hasta=hasta) if j.id == quien else j for j in torneo.jugadores)
        return replace(torneo, jugadores=jugadores)
    return replace(torneo, entidades=tuple(replace(e, hasta=hasta) if e.id == quien else e for e in torneo.entidades))


def nuevo(
    sujetos: int,
    previstas: int,
    semilla: int,
    modalidad: Modalidad = Modalidad.INDIVIDUAL,
    tipo: Tipo = Tipo.AZTECA,
    meta: Meta = Meta.CIEN,
    *,
    bolsas: int | None = None,
    tardios: int = 0,
    comodines: int = 0,
    prohibidos: tuple[Par, ...] = (),
    distancia: tuple[Distancia, ...] = (),
) -> Torneo:
    """Un torneo por empezar, con tantos sujetos; los tardíos entran en la segunda partida."""
    de = modalidad.de_cuantos
    ids = [f"j{n:04d}" for n in range(1, sujetos * de + 1)]
    desde = [2 if n >= sujetos - tardios else 1 for n in range(sujetos)]
    jugadores = [Jugador(uno, f"Jugador {uno}", desde=desde[n // de]) for n, uno in enumerate(ids)]
    jugadores += [Jugador(f"casa{n}", f"De la casa {n}", comodin=True) for n in range(comodines)]
    entidades = tuple(
        Entidad(f"c{n + 1:04d}", tuple(ids[n * de : (n + 1) * de]), desde[n]) for n in range(sujetos) if de > 1
    )
    return Torneo(
        nombre=f"Simulado {semilla}",
        semilla=str(semilla),
        modalidad=modalidad,
        tipo=tipo,
        meta=meta,
        previstas=previstas,
        jugadores=tuple(jugadores),
        entidades=entidades,
        prohibidos=prohibidos,
        distancia=distancia,
        bolsas=None if bolsas is None else Bolsas(bolsas),
    )
