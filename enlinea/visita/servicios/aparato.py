"""Pasar el aparato: varias personas en una pantalla, sin cuenta, con automáticos en los lugares libres (VA12, D608).

Es la mano de prueba (`visita.servicios.mano`) con más de una persona y hasta la meta. Lo de más es quién tiene el
aparato: entre turno y turno queda tapada y sale lo que vería quien no está en ningún asiento; al destaparla se ve la
mano de quien tira y ninguna otra (EL8). Tapada no corre el tiempo: los tres segundos de Federación empiezan al
destaparla (D609).
"""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.core.cache import caches

from enlinea.errores import ErrorDeServicio
from enlinea.mesa.vista import vista
from enlinea.sala.servicios.a_que import exigir_juego
from enlinea.visita.servicios.mano import Mano, de_una_en_una, guardar_renglones, leer_renglones
from enlinea.visita.topes import CACHE
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import plazo_de
from reglas.mesa.relojes import Plazos
from reglas.mesa.tipos import Fase, Modo, automatico
from reglas.tipos import NADIE

PERSONAS_MINIMAS = 2
NOMBRE_MAXIMO = 20


@dataclass(slots=True)
class Pasada(Mano):
    """Una partida en un solo aparato."""

    plazos: ClassVar[Plazos] = Plazos(pase=0, mirar_siempre=True)
    """Cada turno es de quien acaba de recibirlo: siempre tiene con qué ver sus fichas (D758)."""
    nombres: tuple[str, ...] = ()
    """Por asiento; vacío, un automático."""
    tiene: int = NADIE
    """El asiento cuya mano está a la vista; `NADIE`, tapada."""
    parado: int = 0
    """Milisegundos que estuvo tapada: lo que el reloj de la partida va atrás del de verdad."""
    desde: int = 0
    """Cuándo se tapó."""

    def instante(self, ahora: int) -> int:
        """Ms en el reloj de la partida, que tapada no anda."""
        return (self.desde if self.tapada else ahora) - self.parado

    @property
    def tapada(self) -> bool:
        """Si espera a que alguien diga que ya tiene el aparato."""
        return self.estado.fase is Fase.JUGANDO and self.tiene == NADIE

    @property
    def personas(self) -> list[int]:
        """Los asientos que no son automáticos."""
        return [asiento for asiento, nombre in enumerate(self.nombres) if nombre]

    def mirar(self, ahora: int) -> None:
        """Apunta lo que se ve desde el asiento que la tiene y tira, o desde ninguno; acabada la mano, todo es de todos.

        Ya tirada, su mano se tapa: el aparato va de camino a otras (D805).
        """
        mano = self.estado.mano
        suya = self.estado.fase is Fase.JUGANDO and mano is not None and mano.turno == self.tiene
        asiento = self.tiene if suya else NADIE
        self.vistas.append(vista(self.estado, asiento, ahora).decode())

    def tapar(self, ahora: int) -> None:
        """Desde ahora, en el reloj de verdad, sólo se ve lo de todos."""
        self.tiene, self.desde = NADIE, ahora

    def pasar(self, ahora: int) -> None:
        """Se tapa si ya no le toca a quien la tiene."""
        era, mano = self.tiene, self.estado.mano
        if self.estado.fase is Fase.JUGANDO and mano is not None and mano.turno == era:
            return
        self.tapar(ahora)
        if era != NADIE and self.tapada:
            self.mirar(self.instante(ahora))

    def guardar(self) -> None:
        """En la caché: de quién es cada lugar y quién la tiene, y luego sus eventos."""
        sobre = json.dumps([self.nombres, self.tiene, self.parado, self.desde])
        guardar_renglones(_llave(self.clave), [sobre, *self.renglones])

    @classmethod
    def leer(cls, clave: str) -> "Pasada":
        """La de esa clave. Error: `visita_olvidada`."""
        sobre, *renglones = leer_renglones(_llave(clave))
        nombres, tiene, parado, desde = json.loads(sobre)
        pasada = cls(clave, nombres=tuple(nombres), tiene=tiene, parado=parado, desde=desde)
        pasada.plegar_de(renglones)
        return pasada


def pasada_abrir(ahora: int, juego: str, nombres: Sequence[str], meta: str = "") -> Pasada:
    """Una partida nueva, sin repartir: falta el número del navegador (RG1).

    `nombres`, uno por asiento; vacío, automático. Errores: `juego_invalido`, `meta_invalida`, `faltan_personas`.
    """
    reglamento, meta = exigir_juego(juego, meta)
    nombres = tuple(nombres)[: reglamento.asientos]
    nombres += ("",) * (reglamento.asientos - len(nombres))
    if sum(map(bool, nombres)) < PERSONAS_MINIMAS:
        raise ErrorDeServicio("faltan_personas")
    pasada = Pasada(secrets.token_hex(16), nombres=nombres)
    ocupantes = tuple([asiento if nombre else automatico(asiento) for asiento, nombre in enumerate(nombres)])
    a_que = reglamento.meta_de(meta)
    assert a_que is not None
    pasada.hacer(o.Abrir(a_que, Modo.PRACTICA, pasada.personas[0], ocupantes, reglamento), ahora)
    pasada.guardar()
    return pasada


def pasada_ver(clave: str, ahora: int) -> Pasada:
    """Como va. Quien recarga la encuentra tapada: no se sabe quién tiene el aparato. Error: `visita_olvidada`."""

    def ver(pasada: Pasada) -> None:
        if pasada.tiene != NADIE:
            pasada.tapar(ahora)
        pasada.mirar(pasada.instante(ahora))

    return _con_la_pasada(clave, ver)


def pasada_repartir(clave: str, nonce: str, version: int, ahora: int) -> Pasada:
    """Reparte la mano, la primera o la que sigue, con el número del navegador. Repetirla no reparte otra vez.

    El número vale por el de todas las personas: es un solo navegador. Errores: `visita_olvidada`, `reintenta`, y los de
    `decidir`.
    """

    def repartir(pasada: Pasada) -> None:
        fase, en, dado = pasada.estado.fase, pasada.instante(ahora), nonce or secrets.token_hex(16)
        if fase not in (Fase.ESPERA, Fase.FIN_DE_MANO) or version != pasada.estado.num:
            pasada.mirar(en)
            return
        for asiento in pasada.personas:
            pasada.hacer(o.DarNonce(asiento, dado), en)
        if fase is Fase.ESPERA:
            pasada.hacer(o.Comenzar(pasada.personas[0]), en)
        else:
            for asiento in pasada.personas:
                pasada.hacer(o.Continuar(asiento), en)
        pasada.avanzar(en)
        pasada.pasar(ahora)

    return _con_la_pasada(clave, repartir)


def pasada_destapar(clave: str, version: int, ahora: int) -> Pasada:
    """Ya la tiene quien va a tirar: se ve su mano, y desde aquí corre su tiempo."""

    def destapar(pasada: Pasada) -> None:
        if pasada.tapada and version == pasada.estado.num and pasada.estado.mano is not None:
            pasada.parado += ahora - pasada.desde
            pasada.tiene = pasada.estado.mano.turno
        pasada.mirar(pasada.instante(ahora))

    return _con_la_pasada(clave, destapar)


def pasada_tirar(clave: str, version: int, ficha: int, extremo: int, ahora: int) -> Pasada:
    """Tira la ficha de quien la tiene y juega hasta que le toque a una persona. Vieja o repetida, no hace nada."""
    return _ordenar(clave, version, lambda asiento: o.Tirar(asiento, ficha, extremo or None), ahora)


def pasada_robar(clave: str, version: int, ahora: int) -> Pasada:
    """Roba una del pozo quien la tiene (VA7, VA9). Lo demás, como al tirar."""
    return _ordenar(clave, version, o.Robar, ahora)


def pasada_vencer(clave: str, version: int, ahora: int) -> Pasada:
    """Su reloj se acabó: tira o roba el sistema (VA5). Tapada, o antes de tiempo, no hace nada."""

    def vencer(pasada: Pasada) -> o.Orden | None:
        return o.Vencer() if 0 < plazo_de(pasada.estado) <= pasada.instante(ahora) else None

    return _con_la_pasada(clave, lambda pasada: _hacer(pasada, version, vencer(pasada), ahora))


def pasada_dejar(clave: str) -> None:
    """Se acabó: no se guarda más."""
    caches[CACHE].delete(_llave(clave))


def _ordenar(clave: str, version: int, orden_de: Callable[[int], o.Orden], ahora: int) -> Pasada:
    return _con_la_pasada(clave, lambda pasada: _hacer(pasada, version, orden_de(pasada.tiene), ahora))


def _hacer(pasada: Pasada, version: int, orden: o.Orden | None, ahora: int) -> None:
    """Con la mano tapada nadie tira."""
    if orden is None or pasada.tiene == NADIE or version != pasada.estado.num:
        pasada.mirar(pasada.instante(ahora))
        return
    en = pasada.instante(ahora)
    pasada.hacer(orden, en)
    pasada.avanzar(en)
    pasada.pasar(ahora)


def _con_la_pasada(clave: str, hacer: Callable[[Pasada], None]) -> Pasada:
    with de_una_en_una(clave):
        pasada = Pasada.leer(clave)
        hacer(pasada)
        pasada.guardar()
    return pasada


def _llave(clave: str) -> str:
    return f"pasada:{clave}"
