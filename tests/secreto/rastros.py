"""Reconoce en bytes cualquier rastro de lo que no se debe ver: la mano en juego y la partida de otros (EL8)."""

import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from enlinea.models import Mesa, Partida
from reglas.fichas import TEXTOS, de_mascara
from reglas.mesa.estado import Mesa as Juego
from reglas.repeticion import repetir

# con menos fichas de un mazo ya no se distingue de una lista cualquiera
FICHAS_QUE_DELATAN = 4
MASCARA_QUE_DELATA = 1 << 12
FICHA = r"[0-6]-[0-6]"


class MesaJugada:
    """Una mesa con una partida terminada y, en la segunda, una mano a medias: lo que hay que esconder de las dos."""

    def __init__(self, mesa: Mesa, terminada: Partida, juego: Juego) -> None:
        self.mesa, self.terminada, self.juego = mesa, terminada, juego

    @cached_property
    def claves_en_juego(self) -> list[str]:
        """Del sorteo de la mano en juego y del de la siguiente: nadie las sabe todavía."""
        return [x for s in (self.juego.secreto, self.juego.siguiente) if s for x in (*s.claves, s.semilla)]

    @cached_property
    def claves_terminadas(self) -> list[str]:
        """De la partida terminada: sólo de quienes la jugaron."""
        acta = self.terminada.acta or {}
        return [c for mano in acta["manos"] for c in (*mano["sorteo"]["claves"], mano["sorteo"]["semilla"])]

    @cached_property
    def repartos_terminados(self) -> set[frozenset[str]]:
        """Las siete fichas de cada quien en cada mano de la partida terminada."""
        return {_textos(m) for mano in repetir(self.terminada.acta or {}) for m in mano.repartidas}

    def rastros_en_juego(self, bytes_: bytes, asiento: int | None) -> list[str]:
        """Lo de la mano en juego que `asiento` (None: nadie sentado) no debía recibir."""
        texto = bytes_.decode("utf-8", "replace")
        hallado = [f"clave {clave}" for clave in self.claves_en_juego if clave in texto]
        ajenos = [a for a in range(4) if a != asiento]
        for numero in {int(n) for n in re.findall(r"\d{4,9}", texto)}:
            hallado += [f"mascara de {a}" for a in ajenos if numero in self._mascaras(a)]
        for lista in _listas(texto):
            hallado += [f"fichas de {a}: {sorted(lista)}" for a in ajenos if self._delata(lista, a)]
        return hallado

    def rastros_terminados(self, bytes_: bytes) -> list[str]:
        """Lo de la partida terminada que sólo es de quienes la jugaron."""
        texto = bytes_.decode("utf-8", "replace")
        hallado = [f"clave {clave}" for clave in self.claves_terminadas if clave in texto]
        return hallado + [f"reparto {sorted(x)}" for x in _listas(texto) if x in self.repartos_terminados]

    def _mascaras(self, asiento: int) -> set[int]:
        assert self.juego.mano is not None
        en_mano, dadas = self.juego.mano.manos[asiento], self.juego.repartidas[asiento]
        return {m for m in (en_mano, dadas) if m >= MASCARA_QUE_DELATA}

    def _delata(self, lista: frozenset[str], asiento: int) -> bool:
        """¿Es una lista de lo que tiene en la mano, o de lo que se le dio?"""
        assert self.juego.mano is not None
        return lista in (_textos(self.juego.mano.manos[asiento]), _textos(self.juego.repartidas[asiento]))


def _textos(mascara: int) -> frozenset[str]:
    return frozenset(TEXTOS[f] for f in de_mascara(mascara))


def _listas(texto: str) -> Iterator[frozenset[str]]:
    """Las listas de fichas: arreglos de JSON (números o «3-6»), fichas seguidas en HTML y «3-6 2-1 …» escritas."""
    for trozo in re.findall(r"\[[^\[\]]*\]", texto):
        try:
            lista = json.loads(trozo)
        except ValueError:
            continue
        fichas = frozenset(filter(None, map(_ficha, lista)))
        if len(fichas) >= FICHAS_QUE_DELATAN and len(fichas) == len(lista):
            yield fichas
    for seguidas in re.findall(rf"{FICHA}(?:[ ,;]+{FICHA}){{{FICHAS_QUE_DELATAN - 1},}}", texto):
        yield frozenset(re.findall(FICHA, seguidas))
    marcadas = re.findall(r'data-ficha="(\d+)"', texto)
    if len(marcadas) >= FICHAS_QUE_DELATAN:
        yield frozenset(TEXTOS[int(f)] for f in marcadas if int(f) < len(TEXTOS))


def _ficha(dato: Any) -> str:
    if isinstance(dato, str):
        return dato if dato in TEXTOS else ""
    return TEXTOS[dato] if isinstance(dato, int) and 0 <= dato < len(TEXTOS) else ""
