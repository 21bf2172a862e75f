"""Cuánto valen y cuánto tardan los emparejamientos de un torneo, con resultados simulados.

    python -m bench.suizo                    # todo; unos diez minutos
    python -m bench.suizo --corto            # unas cuantas semillas de cada cosa
    python -m bench.suizo --solo dispersion  # repetidos, dispersion, tiempos u orden

Los tiempos son de procesador, en un núcleo, y de la partida más lenta: la tabla, la búsqueda y todo lo demás.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from statistics import mean

from bench.suizo.simulador import Salon, nuevo
from reglas.metas import Meta
from reglas.suizo.clasificacion import tabla
from reglas.suizo.emparejar import Emparejamiento, emparejar
from reglas.suizo.objetivo import CONTRARIOS, PAREJAS, REPETIDOS
from reglas.suizo.tipos import Modalidad, Tipo, Torneo


@dataclass
class Cuenta:
    """Lo que se junta de muchas partidas."""

    parejas: int = 0
    vetados: int = 0
    repetidos: int = 0
    enfrentados: int = 0
    amplitudes: list[int] = field(default_factory=list)

    def mirar(self, antes: Torneo, sigue: Emparejamiento) -> None:
        """Una partida más; la amplitud cuenta desde la segunda."""
        self.parejas += sigue.vector[PAREJAS]
        self.vetados += sigue.vector[CONTRARIOS]
        self.repetidos += sigue.vector[REPETIDOS]
        self.enfrentados += 4 * len(sigue.mesas)
        if sigue.partida > 1:
            principal = {fila.sujeto: fila.renglon.principal for fila in sigue.tabla}
            for mesa in sigue.mesas:
                suyos = [principal[uno] for uno in mesa.asientos]
                self.amplitudes.append(max(suyos) - min(suyos))


def jugar(
    torneo: Torneo, semilla: int, mira: Callable[[Torneo, Emparejamiento], None], tropiezos: bool = False
) -> Salon:
    """Un torneo entero."""
    salon = Salon(torneo, random.Random(semilla), tropiezos, mira)
    salon.jugar()
    return salon


def repetidos(corto: bool) -> Iterator[str]:
    """Parejas repetidas en torneos de todos los tamaños, con descansos, tardíos, retirados y prohibidos."""
    for personas, partidas in ((8, 3), (9, 4), (16, 8), (21, 9), (32, 15), (50, 12), (64, 9), (128, 9), (256, 12)):
        cuenta = Cuenta()
        semillas = range(2 if corto else 20 if personas <= 64 else 4)
        for semilla in semillas:
            prohibidos = tuple(combinations(("j0001", "j0002", "j0003"), 2)) if semilla % 2 and personas > 12 else ()
            torneo = nuevo(personas, partidas, semilla, tardios=semilla % 3, prohibidos=prohibidos)
            jugar(torneo, semilla, cuenta.mirar, tropiezos=personas > 12)
        yield (
            f"{personas} personas, {partidas} partidas, {len(semillas)} torneos: {cuenta.parejas} parejas repetidas; "
            f"contrarios fuera de regla {cuenta.vetados}, otra vez {cuenta.repetidos} de {cuenta.enfrentados}"
        )


def dispersion(corto: bool) -> Iterator[str]:
    """Amplitud media de puntos en la mesa desde la partida 2, y lo que da sentar la tabla de cuatro en cuatro."""
    for personas, limite in ((32, "1.10"), (64, "0.70"), (128, "0.27")):
        cuenta = Cuenta()
        semillas = 4 if corto else 30
        for semilla in range(semillas):
            jugar(nuevo(personas, 9, semilla), semilla, cuenta.mirar)
        yield (
            f"{personas} personas, 9 partidas, {semillas} torneos: amplitud {mean(cuenta.amplitudes):.3f} "
            f"(límite {limite}); parejas {cuenta.parejas}, fuera de regla {cuenta.vetados}, "
            f"contrarios otra vez {100 * cuenta.repetidos / cuenta.enfrentados:.1f} %"
        )


def tiempos(corto: bool) -> Iterator[str]:
    """La partida más lenta de un torneo."""
    casos = [(32, 9, Modalidad.INDIVIDUAL), (64, 9, Modalidad.INDIVIDUAL), (128, 9, Modalidad.INDIVIDUAL)]
    casos += [(256, 9, Modalidad.INDIVIDUAL), (1024, 12, Modalidad.INDIVIDUAL), (512, 9, Modalidad.PAREJAS)]
    for sujetos, partidas, modalidad in casos:
        tardo: list[float] = []
        salon = Salon(nuevo(sujetos, partidas, 1, modalidad), random.Random(1))
        vectores = []
        for hasta in range(1, (4 if corto else partidas) + 1):
            antes = salon.torneo
            empezo = time.process_time()
            vectores.append(emparejar(antes).vector)
            tardo.append(time.process_time() - empezo)
            salon.jugar(hasta)
        peores = [max(nivel) for nivel in zip(*vectores, strict=True)][:4]
        yield f"{sujetos} {modalidad}, {len(tardo)} partidas: {max(tardo):.2f} s la peor; niveles a-d, {peores}"


def orden(corto: bool) -> Iterator[str]:
    """τ de Kendall entre la tabla final y la fuerza: 128 parejas a juegos ganados."""
    valores = []
    for semilla in range(3 if corto else 20):
        torneo = nuevo(128, 9, semilla, Modalidad.PAREJAS, Tipo.MAYA, Meta.JUEGOS_GANADOS)
        salon = Salon(torneo, random.Random(semilla), logit=1.1)
        salon.jugar()
        juntos = {e.id: e.jugadores for e in salon.torneo.entidades}
        fuerza = [sum(salon.fuerza[j] for j in juntos[fila.sujeto]) for fila in tabla(salon.torneo, 9)]
        pares = list(combinations(range(len(fuerza)), 2))
        valores.append(sum(1 if fuerza[i] > fuerza[j] else -1 for i, j in pares) / len(pares))
    yield f"128 parejas, 9 partidas, {len(valores)} torneos: τ {mean(valores):.3f} (debe llegar a 0.58)"


PARTES = {"repetidos": repetidos, "dispersion": dispersion, "tiempos": tiempos, "orden": orden}


def main() -> None:
    """Lo que se pida, renglón por renglón."""
    opciones = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    opciones.add_argument("--corto", action="store_true")
    opciones.add_argument("--solo", choices=PARTES)
    pedido = opciones.parse_args()
    for nombre, parte in PARTES.items():
        if pedido.solo in (None, nombre):
            print(f"{nombre} — {parte.__doc__}")
            for renglon in parte(pedido.corto):
                print(f"  {renglon}", flush=True)


if __name__ == "__main__":
    main()
