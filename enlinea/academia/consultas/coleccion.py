"""Los ejercicios de la casa: van en el programa, escogidos y revisados por código, y son los mismos para todos (D593).

El archivo lo escribe `manage.py ejercicios_de_la_casa`; lo que guarda de cada uno, docs/ejercicios.md.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from enlinea.academia.consultas.sabido import Visto, visto
from enlinea.models import EjercicioDeLaCasa
from reglas.analisis.exacto import SIGNO
from reglas.analisis.lecciones import Nivel, Tema
from reglas.fichas import mascara
from reglas.mano import Mano, repartida
from reglas.metas import Meta
from reglas.reglamento import AMIGOS
from reglas.repeticion import pasaron, simular

ARCHIVO = Path(__file__).resolve().parents[1] / "datos" / "ejercicios.json"
META = Meta.CIEN
"""Todos van a ésta: así un tanto vale lo mismo en todos."""
NOMBRES = ("Ana", "Beto", "Carmen", "Nacho")
"""Quien contesta es Ana; los demás, de ella a su derecha."""
DE_MUESTRA = 2
"""Por nivel, los que ve quien no tiene cuenta."""
Opcion = tuple[int, int]


@dataclass(frozen=True)
class DeLaCasa:
    """Uno, como está en el archivo."""

    clave: str
    """La semilla de su reparto y la jugada: no cambia aunque la colección se vuelva a escoger."""
    tema: Tema
    nivel: Nivel
    numero: int
    """Dentro de su tema, desde 1."""
    datos: Mapping[str, Any]

    @cached_property
    def estados(self) -> tuple[Mano, ...]:
        """La mano desde el reparto hasta la pregunta."""
        manos = tuple([mascara(suyas) for suyas in self.datos["reparto"]])
        jugadas = [(ficha, extremo or None) for ficha, extremo in self.datos["jugadas"]]
        return simular(repartida(manos, self.datos["salidor"]), jugadas)

    @property
    def posicion(self) -> Mano:
        """La de la pregunta."""
        return self.estados[-1]

    @property
    def asiento(self) -> int:
        """El de quien contesta."""
        return self.posicion.turno

    @property
    def nombres(self) -> list[str]:
        """Los cuatro, por asiento."""
        nombres = [""] * AMIGOS.asientos
        asiento = self.asiento
        for nombre in NOMBRES:
            nombres[asiento] = nombre
            asiento = AMIGOS.sigue[asiento]
        return nombres

    @property
    def pases(self) -> list[tuple[int, tuple[int, int]]]:
        """Quién pasó y a qué terminales."""
        return [
            (quien, (despues.a, despues.b))
            for antes, despues in pairwise(self.estados)
            for quien in pasaron(antes, despues)
        ]

    @property
    def mejor(self) -> Opcion:
        """La única buena."""
        ficha, extremo, _valor = self.datos["mejor"]["jugada"]
        return ficha, extremo

    @property
    def opciones(self) -> list[tuple[int, int, int]]:
        """Ficha, extremo y tantos para la pareja de quien contesta; en el orden de las fichas."""
        todas = [self.datos["mejor"]["jugada"], *[uno["jugada"] for uno in self.datos["otras"]]]
        signo = SIGNO[self.asiento]
        return sorted([(ficha, extremo, signo * valor) for ficha, extremo, valor in todas])

    @cached_property
    def visto(self) -> Visto:
        """Si se podía saber."""
        return visto(self.datos["sabido"])

    def error(self, opcion: Opcion | None) -> Mapping[str, Any]:
        """Lo que costaba esa jugada, como lo explica la Academia; sin ella o si es la mejor, la que más tienta."""
        otras = self.datos["otras"]
        otra = next((uno for uno in otras if tuple(uno["jugada"][:2]) == opcion), otras[0])
        mejor = self.datos["mejor"]
        return {
            "asiento": self.asiento,
            "elegida": otra["jugada"],
            "mejor": mejor["jugada"],
            "perdida": otra["perdida"],
            "razones": otra["razones"],
            "acaba_elegida": otra["acaba"],
            "acaba_mejor": mejor["acaba"],
        }


@lru_cache(maxsize=1)
def coleccion() -> dict[str, DeLaCasa]:
    """Todos, por clave, en el orden en que se proponen: por tema y, en cada uno, del más fácil al más difícil."""
    salen: dict[str, DeLaCasa] = {}
    cuantos: dict[Tema, int] = {}
    for uno in json.loads(ARCHIVO.read_text(encoding="utf-8")):
        tema = Tema(uno["tema"])
        cuantos[tema] = cuantos.get(tema, 0) + 1
        salen[uno["clave"]] = DeLaCasa(uno["clave"], tema, Nivel(uno["nivel"]), cuantos[tema], uno)
    return salen


@lru_cache(maxsize=1)
def de_muestra() -> dict[str, DeLaCasa]:
    """Los que cualquiera prueba, numerados: de cada nivel, el primero de los primeros temas que no se repitan."""
    salen: list[DeLaCasa] = []
    for nivel in Nivel:
        temas = {uno.tema for uno in salen}
        de_este: dict[Tema, DeLaCasa] = {}
        for uno in coleccion().values():
            if uno.nivel is nivel and uno.tema not in temas:
                de_este.setdefault(uno.tema, uno)
        salen += list(de_este.values())[:DE_MUESTRA]
    return {uno.clave: replace(uno, numero=numero) for numero, uno in enumerate(salen, start=1)}


def resueltos_de(cuenta_id: int) -> frozenset[str]:
    """Las claves de los que ya resolvió."""
    suyos = EjercicioDeLaCasa.objects.filter(cuenta_id=cuenta_id, resuelto__isnull=False)
    return frozenset(suyos.values_list("clave", flat=True)) & coleccion().keys()


def avance_de(cuenta_id: int, clave: str) -> EjercicioDeLaCasa | None:
    """Lo que lleva en ese."""
    return EjercicioDeLaCasa.objects.filter(cuenta_id=cuenta_id, clave=clave).first()


def siguiente_de(
    varios: Iterable[DeLaCasa], resueltos: Iterable[str], nivel: Nivel | None = None, tras: str = ""
) -> DeLaCasa | None:
    """El primero que falta después de `tras`; si ya no hay más adelante, el primero que falte."""
    del_nivel = [uno for uno in varios if nivel is None or uno.nivel is nivel]
    lugar = next((n for n, uno in enumerate(del_nivel) if uno.clave == tras), -1)
    hechos = {*resueltos, tras}
    en_orden = [*del_nivel[lugar + 1 :], *del_nivel[: lugar + 1]]
    return next((uno for uno in en_orden if uno.clave not in hechos), None)
