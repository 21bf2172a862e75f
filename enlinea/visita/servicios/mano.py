"""Una mano contra automáticos para quien no tiene cuenta (D483): las mismas reglas y la misma vista, sin la base.

A cualquiera de los juegos (D545): al de siempre no le corre reloj; en Federación, la única opción tiene sus tres
segundos y el pozo se roba con un botón, como en la práctica.

De la mano sólo se guardan sus eventos, en la caché y por media hora, bajo una clave al azar que nada más sabe el
navegador que la juega. No hay nombre, cuenta, historia ni estadística. Los automáticos son los sencillos y tiran en el
momento: el navegador recibe lo que fue pasando y lo enseña a su paso.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar

from django.core.cache import caches

from enlinea.diario.diario import escribir_eventos, leer_eventos
from enlinea.diario.sorteo import sortear
from enlinea.errores import ErrorDeServicio
from enlinea.mesa.automaticos import jugada_automatica
from enlinea.mesa.vista import vista
from enlinea.sala.servicios.a_que import OFRECIDOS
from enlinea.visita.topes import CACHE
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir, plazo_de
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.relojes import Plazos
from reglas.mesa.robo import espera_a_que_robe
from reglas.mesa.tipos import Fase, Modo, automatico, es_automatico
from reglas.reglamento import AMIGOS, reglamento_de_texto

DURA = 1_800
"""Segundos que se guarda desde lo último que se hizo en ella."""
OCUPADA = 5
"""Segundos tras los que se suelta la que alguien dejó tomada."""
QUIEN = 0
RENGLON = "\n"
SIN_ABRIR = Mesa()


@dataclass(slots=True)
class Mano:
    """La mano de una visita: su clave, en qué va y lo que desde el último pedido se pudo ver."""

    plazos: ClassVar[Plazos] = Plazos(pase=0)
    """El pase se decide al momento; la pausa la pone el navegador."""
    clave: str
    estado: Mesa = SIN_ABRIR
    vistas: list[str] = field(default_factory=list)
    renglones: list[str] = field(default_factory=list)

    def hacer(self, orden: o.Orden, ahora: int) -> None:
        """Decide la orden. Levanta `ErrorDeRegla`."""
        eventos = decidir(self.estado, orden, ahora, sortear, self.plazos)
        self.estado = plegar(self.estado, eventos)
        self.renglones.append(escribir_eventos(eventos))

    def avanzar(self, ahora: int) -> None:
        """Todo lo que no espera a la persona: reparto, pases y automáticos; cada cosa deja su vista."""
        self.mirar(ahora)
        while (sigue := _lo_que_sigue(self.estado)) is not None:
            # el automático tira ya, aunque le corriera su reloj
            self.hacer(sigue, max(ahora, plazo_de(self.estado)) if isinstance(sigue, o.Vencer) else ahora)
            self.mirar(ahora)

    def mirar(self, ahora: int) -> None:
        """Apunta lo que la persona ve ahora, y nada más (EL8)."""
        self.vistas.append(vista(self.estado, QUIEN, ahora).decode())

    def guardar(self) -> None:
        """En la caché, por otra media hora."""
        guardar_renglones(_llave(self.clave), self.renglones)

    def plegar_de(self, renglones: list[str]) -> None:
        """La que dejan esos eventos."""
        self.renglones = renglones
        for renglon in renglones:
            self.estado = plegar(self.estado, leer_eventos(renglon))

    @classmethod
    def leer(cls, clave: str) -> "Mano":
        """La de esa clave, plegada de sus eventos. Error: `visita_olvidada`."""
        mano = cls(clave)
        mano.plegar_de(leer_renglones(_llave(clave)))
        return mano


def guardar_renglones(llave: str, renglones: list[str]) -> None:
    """Bajo esa llave de la caché, por `DURA` segundos."""
    caches[CACHE].set(llave, RENGLON.join(renglones), timeout=DURA)


def leer_renglones(llave: str) -> list[str]:
    """Los guardados. Error: `visita_olvidada`."""
    guardada: str | None = caches[CACHE].get(llave)
    if not guardada:
        raise ErrorDeServicio("visita_olvidada")
    return guardada.split(RENGLON)


def _lo_que_sigue(mesa: Mesa) -> o.Orden | None:
    """La orden que nadie tiene que dar; None si se espera a la persona o la mano terminó."""
    if mesa.fase is Fase.REPARTIENDO:
        return o.Vencer()
    if mesa.fase is not Fase.JUGANDO or mesa.mano is None:
        return None
    if not mesa.reloj:
        return None if espera_a_que_robe(mesa, mesa.mano) else o.Vencer()
    if not es_automatico(mesa.ocupantes[mesa.mano.turno]):
        return None
    jugada: o.Orden = jugada_automatica(mesa)
    return jugada


def mano_abrir(ahora: int, juego: str = str(AMIGOS)) -> Mano:
    """Una nueva, con el compromiso del reparto a la vista y sin repartir: falta el número del navegador (RG1).

    Error: `juego_invalido`.
    """
    if juego not in OFRECIDOS:
        raise ErrorDeServicio("juego_invalido")
    reglamento = reglamento_de_texto(juego)
    ocupantes = tuple([asiento if asiento == QUIEN else automatico(asiento) for asiento in range(reglamento.asientos)])
    mano = Mano(secrets.token_hex(16))
    mano.hacer(o.Abrir(reglamento.metas[0], Modo.PRACTICA, QUIEN, ocupantes, reglamento), ahora)
    mano.mirar(ahora)
    mano.guardar()
    return mano


def mano_repartir(clave: str, nonce: str, ahora: int, version: int | None = None) -> Mano:
    """Reparte la mano, la primera o la que sigue, con el número del navegador; juega hasta que le toque a la persona.

    Repetirla no reparte otra vez: la que sigue nombra la `version` en que acabó la anterior, y el marcador continúa
    (D735). Errores: `visita_olvidada`, `reintenta`, y los de `decidir`.
    """

    def repartir(mano: Mano) -> None:
        fase = mano.estado.fase
        if fase is not Fase.ESPERA and not (fase is Fase.FIN_DE_MANO and version == mano.estado.num):
            mano.mirar(ahora)
            return
        if nonce:
            mano.hacer(o.DarNonce(QUIEN, nonce), ahora)
        mano.hacer(o.Comenzar(QUIEN) if fase is Fase.ESPERA else o.Continuar(QUIEN), ahora)
        mano.avanzar(ahora)

    return _con_la_mano(clave, repartir)


def mano_tirar(clave: str, version: int, ficha: int, extremo: int, ahora: int) -> Mano:
    """Tira la ficha de la persona y juega hasta que le vuelva a tocar o la mano acabe.

    La orden nombra la `version` que vio: si ya no es ésa (se repitió porque no llegó la respuesta), no se hace nada y
    se devuelve lo de ahora. Errores: `visita_olvidada`, `reintenta`, y los de `decidir`.
    """

    return _ordenar(clave, version, o.Tirar(QUIEN, ficha, extremo or None), ahora)


def mano_robar(clave: str, version: int, ahora: int) -> Mano:
    """Roba una del pozo, que es lo único que puede quien no tiene con qué tirar (VA7, VA9). Lo demás, como al tirar."""
    return _ordenar(clave, version, o.Robar(QUIEN), ahora)


def mano_vencer(clave: str, version: int, ahora: int) -> Mano:
    """Su reloj se acabó: tira o roba el sistema (VA5). Antes de tiempo no hace nada."""

    def vencer(mano: Mano) -> None:
        plazo = plazo_de(mano.estado)
        if version == mano.estado.num and mano.estado.fase is Fase.JUGANDO and 0 < plazo <= ahora:
            mano.hacer(o.Vencer(), ahora)
            mano.avanzar(ahora)
        else:
            mano.mirar(ahora)

    return _con_la_mano(clave, vencer)


def mano_ver(clave: str, ahora: int) -> Mano:
    """Como va: para quien recarga. Error: `visita_olvidada`."""
    mano = Mano.leer(clave)
    mano.mirar(ahora)
    return mano


def mano_dejar(clave: str) -> None:
    """Se fue: no se guarda más."""
    caches[CACHE].delete(_llave(clave))


def _ordenar(clave: str, version: int, orden: o.Orden, ahora: int) -> Mano:
    def hacer(mano: Mano) -> None:
        if version != mano.estado.num:
            mano.mirar(ahora)
            return
        mano.hacer(orden, ahora)
        mano.avanzar(ahora)

    return _con_la_mano(clave, hacer)


def _con_la_mano(clave: str, hacer: Callable[[Mano], None]) -> Mano:
    with de_una_en_una(clave):
        mano = Mano.leer(clave)
        hacer(mano)
        mano.guardar()
    return mano


@contextmanager
def de_una_en_una(clave: str) -> Iterator[None]:
    """Dos pedidos a la vez sobre lo mismo no se pisan. Error: `reintenta`."""
    cache, tomada = caches[CACHE], f"tomada:{clave}"
    if not cache.add(tomada, 1, timeout=OCUPADA):
        raise ErrorDeServicio("reintenta")
    try:
        yield
    finally:
        cache.delete(tomada)


def _llave(clave: str) -> str:
    return f"mano:{clave}"


def hora() -> int:
    """Ms de ahora: con ella se miden los turnos de estas manos."""
    return int(time.time() * 1000)
