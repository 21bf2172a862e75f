"""Una mesa con todo lo que no debe salir: una partida terminada y otra con la segunda mano en juego (EL8).

Reconoce en bytes cualquier rastro: lo que sólo saben quienes jugaron la terminada, y lo que nadie más debe saber de la
mano en juego.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import uuid4

from django.utils import timezone

from enlinea.models import Mesa, Partida
from enlinea.servicios.academia import acta_importar
from enlinea.servicios.historia import mesa_proyectar
from enlinea.servicios.reportes import Hecho, reporte_enviar
from reglas.fichas import TEXTOS, de_mascara
from reglas.mesa.estado import Mesa as Juego
from reglas.mesa.tipos import Eleccion, Fase
from reglas.tipos import Meta
from suscripciones.models import Cuenta
from tests.enlinea.mesas import al_diario, de_prueba, los_cuatro, renglones_de, sentar, suscriptor

# con menos fichas de un mazo ya no se distingue de una lista cualquiera
FICHAS_QUE_DELATAN = 4
MASCARA_QUE_DELATA = 1 << 12


@dataclass
class Escena:
    """Quiénes son, dónde se juega y qué hay que esconder."""

    cuentas: list[Cuenta]
    mesa: Mesa
    terminada: Partida
    juego: Juego
    """El estado de la mesa, con la segunda mano de la segunda partida en juego."""
    ajena: Cuenta
    vencida: Cuenta
    administra: Cuenta
    importada: int
    """Un acta que subió la jugadora."""
    reporte: int
    """Uno sobre la partida que se está jugando: sólo se ve su primera mano, ya acabada."""

    @cached_property
    def claves_en_juego(self) -> list[str]:
        """Del sorteo de la mano en juego y del de la siguiente: nadie las sabe todavía."""
        return [x for s in (self.juego.secreto, self.juego.siguiente) if s for x in (*s.claves, s.semilla)]

    @cached_property
    def claves_terminadas(self) -> list[str]:
        """De la partida terminada: sólo de quienes la jugaron."""
        acta = self.terminada.acta or {}
        return [c for mano in acta["manos"] for c in (*mano["sorteo"]["claves"], mano["sorteo"]["semilla"])]

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
        return [f"clave {clave}" for clave in self.claves_terminadas if clave in texto]

    def _mascaras(self, asiento: int) -> set[int]:
        assert self.juego.mano is not None
        en_mano, dadas = self.juego.mano.manos[asiento], self.juego.repartidas[asiento]
        return {m for m in (en_mano, dadas) if m >= MASCARA_QUE_DELATA}

    def _delata(self, lista: frozenset[str], asiento: int) -> bool:
        """¿Es una lista de lo que tiene en la mano, o de lo que se le dio?"""
        assert self.juego.mano is not None
        manos = (self.juego.mano.manos[asiento], self.juego.repartidas[asiento])
        return any(lista == frozenset(TEXTOS[f] for f in de_mascara(m)) for m in manos)


def _listas(texto: str) -> Iterator[frozenset[str]]:
    """Las listas de fichas que haya en un texto: arreglos de JSON (números o «3-6») y fichas seguidas en HTML."""
    for trozo in re.findall(r"\[[^\[\]]*\]", texto):
        try:
            lista = json.loads(trozo)
        except ValueError:
            continue
        fichas = frozenset(filter(None, map(_ficha, lista)))
        if len(fichas) >= FICHAS_QUE_DELATAN and len(fichas) == len(lista):
            yield fichas
    seguidas = re.findall(r'data-ficha="(\d+)"', texto)
    if len(seguidas) >= FICHAS_QUE_DELATAN:
        yield frozenset(TEXTOS[int(f)] for f in seguidas if int(f) < len(TEXTOS))


def _ficha(dato: Any) -> str:
    if isinstance(dato, str):
        return dato if dato in TEXTOS else ""
    return TEXTOS[dato] if isinstance(dato, int) and 0 <= dato < len(TEXTOS) else ""


def montar() -> Escena:
    """La mesa, con su diario y su historia escritos."""
    cuentas = los_cuatro()
    mesa = sentar(cuentas, Meta.DOSCIENTOS)
    juego = de_prueba(mesa, 7).comenzar().acabar_partida()
    juego.votar(Eleccion.REVANCHA)
    juego.acabar_mano()
    juego.ahora = int(timezone.now().timestamp() * 1000)  # que el turno empiece ahora: con hora vieja ya habría vencido
    juego.seguir()
    assert juego.mesa.fase is Fase.JUGANDO and juego.mesa.partida == 2 and juego.mesa.mano is not None
    al_diario(mesa, juego)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    terminada = mesa.partidas.get()
    acta, _nueva = acta_importar(
        cuenta_id=cuentas[1].pk, contenido=json.dumps(terminada.acta).encode(), nombre="", ahora=timezone.now()
    )
    reporte = reporte_enviar(
        quien_id=cuentas[1].pk, senalado_id=cuentas[2].pk, hecho=Hecho("mesa", mesa.pk), comentario="Me insultó",
        id_orden=uuid4(), ahora=timezone.now(),
    )  # fmt: skip
    return Escena(
        cuentas=cuentas,
        mesa=mesa,
        terminada=terminada,
        juego=juego.mesa,
        ajena=suscriptor("Ajena"),
        vencida=suscriptor("Vencida", vigente=False),
        administra=Cuenta.objects.create_superuser("admin@prueba.mx", None, nombre="Administra"),
        importada=acta.pk,
        reporte=reporte,
    )
