"""Vuelve a escoger los ejercicios de la casa: de manos de automáticos, los que enseñan una sola cosa (D593)."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from enlinea.academia.consultas.coleccion import ARCHIVO, META
from reglas.analisis.exacto import Solucion
from reglas.analisis.lecciones import SIN_JUGAR, Leccion, Nivel, Rival, Tema, leccion_de
from reglas.analisis.lineas import Linea
from reglas.analisis.razones import como_razon
from reglas.automatas import elegir, mirar
from reglas.fichas import lista, mascara
from reglas.mano import Mano, repartida, saltar_pases, sin_jugar, tirar
from reglas.tipos import Desenlace

POR_CASILLA = 4
"""De cada tema y nivel, a lo más."""


class Command(BaseCommand):
    """Reparte una mano por semilla, la juegan cuatro automáticos y de ella sale a lo más un ejercicio."""

    help = "Escoge y guarda los ejercicios de la casa; las mismas semillas dan el mismo archivo"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--desde", type=int, default=1, help="la primera semilla que se prueba")
        parser.add_argument("--cuantas", type=int, default=3000, help="cuántas manos se reparten")
        parser.add_argument("--archivo", type=Path, default=ARCHIVO)

    def handle(self, *_args: Any, **opciones: Any) -> None:
        desde, cuantas = opciones["desde"], opciones["cuantas"]
        escogidos = escoger(range(desde, desde + cuantas))
        renglones = ",\n".join(json.dumps(uno, ensure_ascii=False, separators=(",", ":")) for uno in escogidos)
        opciones["archivo"].write_text(f"[\n{renglones}\n]\n", "utf-8")
        por_casilla = Counter((uno["tema"], uno["nivel"]) for uno in escogidos)
        for (tema, nivel), n in sorted(por_casilla.items()):
            self.stdout.write(f"{tema:10} {nivel:8} {n}")
        self.stdout.write(f"{len(escogidos)} ejercicios de {cuantas} manos")


def escoger(semillas: range) -> list[dict[str, Any]]:
    """Por tema y del más fácil al más difícil; en cada casilla, los de las primeras semillas."""
    llevan: dict[tuple[Tema, Nivel], list[dict[str, Any]]] = {(t, n): [] for t in Tema for n in Nivel}
    for semilla in semillas:
        for reparto, leccion in lecciones_de(semilla):
            casilla = llevan[leccion.tema, leccion.nivel]
            if len(casilla) < POR_CASILLA:
                casilla.append(como_datos(semilla, reparto, leccion))
                break
    return [uno for casilla in llevan.values() for uno in casilla]


def lecciones_de(semilla: int) -> Iterator[tuple[Mano, Leccion]]:
    """Las de la mano de esa semilla, con su reparto, de la primera jugada a la última."""
    azar = random.Random(semilla)
    fichas = list(range(28))
    azar.shuffle(fichas)
    manos = tuple([mascara(fichas[n : n + 7]) for n in range(0, 28, 7)])
    mano = reparto = repartida(manos, azar.randrange(4))
    exacta = None
    while mano.desenlace is None:
        if sin_jugar(mano).bit_count() <= SIN_JUGAR:
            # desde aquí, y no desde el reparto: lo de antes cuesta diez veces más y no se pregunta
            exacta = exacta or Solucion(mano.manos, META)
            if (leccion := leccion_de(exacta, mano, semilla)) is not None:
                yield reparto, leccion
        mano = saltar_pases(tirar(mano, *elegir(mirar(mano, META), semilla)))


def como_datos(semilla: int, reparto: Mano, leccion: Leccion) -> dict[str, Any]:
    """Lo que se guarda (docs/ejercicios.md): fichas, extremos y asientos en números, como en docs/protocolo.md."""
    cadena = leccion.posicion.cadena
    return {
        "clave": f"{semilla}-{len(cadena) // 3}",
        "tema": str(leccion.tema),
        "nivel": str(leccion.nivel),
        "reparto": [lista(bits) for bits in reparto.manos],
        "salidor": reparto.salidor,
        "jugadas": [list(par) for par in zip(cadena[::3], cadena[1::3], strict=True)],
        "mejor": {"jugada": list(leccion.mejor), **_sigue(leccion.sigue)},
        "otras": [_otra(rival) for rival in leccion.rivales],
        "sabido": {
            "cuantas": leccion.sabido.cuantas,
            "muestras": leccion.sabido.muestras,
            "jugadas": [
                [
                    *cuenta.opcion,
                    leccion.sabido.milesimas(cuenta),
                    leccion.sabido.error(cuenta),
                    leccion.sabido.media(cuenta),
                    leccion.sabido.error_de_la_media(cuenta),
                    int(cuenta.opcion in leccion.sabido.buenas),
                ]
                for cuenta in leccion.sabido.cuentas
            ],
        },
    }


def _otra(rival: Rival) -> dict[str, Any]:
    return {
        "jugada": list(rival.jugada),
        "perdida": rival.perdida,
        "razones": [como_razon(una) for una in rival.razones],
        **_sigue(rival.sigue),
    }


def _sigue(linea: Linea) -> dict[str, Any]:
    """Cómo acaba y, tras la propia jugada, lo que falta con el mejor juego de todos."""
    final = linea.final
    cadena = final.cadena[len(linea.tras.cadena) :]
    fin = Desenlace.DOMINADA if final.desenlace is Desenlace.DOMINADA else Desenlace.CIERRE
    return {
        "acaba": {"fin": str(fin), "asiento": final.ultimo},
        "linea": [list(par) for par in zip(cadena[::3], cadena[1::3], strict=True)],
    }
