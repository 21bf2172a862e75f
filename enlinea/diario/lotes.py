"""Escribe el diario por lotes: pocos hilos, cada uno con su conexión, juntan lo de todas las mesas y lo confirman.

Cuántos, los que la base aprovecha: mientras una confirmación espera, la siguiente se arma y se manda. Una mesa sólo
tiene una orden en camino: no importa cuál lote vuelve antes. Se ordena por (mesa, num): sin orden, dos procesos se
traban. Conexión perdida al confirmar: se relee y `id_orden` dice si era nuestro. Un dato que la base rechaza se
reintenta solo, para que no arrastre a los demás.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import TypeAlias

from config.base.medidas import GUARDAR
from enlinea.diario.diario import Base, ErrorDeBase, ErrorDeDato
from enlinea.diario.renglon import Llave, Renglon

registro = logging.getLogger(__name__)

ENTRO, OTRO_SE_ADELANTO, NO_SE_PUDO = 1, 0, -1
"""Cómo acabó un renglón."""

Aviso: TypeAlias = Callable[[int], None]
Pendiente: TypeAlias = tuple[Renglon, Aviso]

LOTE_MAXIMO = 1_000
ENTRE_LOTES = 0.001
"""Segundos de tomar un lote a tomar el siguiente. Con la casa tranquila nadie los espera; con mil mesas, juntar lo que
llega en ese rato le quita trabajo al servidor y a la base, y la jugada más lenta sale antes.
"""
ESPERA_DE_RECONEXION = (0.05, 0.2, 0.5, 1.0)


class EscritorDeLotes:
    """`anexar` se llama desde el lazo y el aviso vuelve al lazo ya confirmado en disco."""

    def __init__(self, abrir: Callable[[], Base], lazo: asyncio.AbstractEventLoop, a_la_vez: int = 1) -> None:
        self._fila = _Fila()
        self._hilos = [_Confirmador(self._fila, abrir, lazo) for _ in range(a_la_vez)]
        for hilo in self._hilos:
            hilo.start()

    def anexar(self, renglon: Renglon, aviso: Aviso) -> None:
        """Encola un renglón; `aviso(ENTRO | OTRO_SE_ADELANTO | NO_SE_PUDO)` se llama en el lazo."""
        self._fila.poner((renglon, aviso))

    def parar(self, segundos: float = 5.0) -> bool:
        """Termina lo encolado y suelta las conexiones; falso si no le alcanzó el tiempo."""
        self._fila.cerrar()
        hasta = time.monotonic() + segundos
        for hilo in self._hilos:
            hilo.join(max(hasta - time.monotonic(), 0.0))
        return not any(hilo.is_alive() for hilo in self._hilos)


class _Fila:
    """Lo que espera su lote. La toma un hilo a la vez, y de una toma a la siguiente pasa `ENTRE_LOTES`."""

    def __init__(self) -> None:
        self._cola: SimpleQueue[Pendiente | None] = SimpleQueue()
        self._turno = threading.Lock()
        self._siguiente = 0.0

    def poner(self, pendiente: Pendiente) -> None:
        self._cola.put(pendiente)

    def cerrar(self) -> None:
        self._cola.put(None)

    def tomar(self) -> list[Pendiente]:
        """Espera a que haya algo y se lo lleva todo; vacío, si ya se cerró."""
        with self._turno:
            uno = self._cola.get()
            falta = self._siguiente - time.monotonic()
            if falta > 0 and uno is not None:
                time.sleep(falta)
            self._siguiente = time.monotonic() + ENTRE_LOTES
            lote: list[Pendiente] = []
            while uno is not None:
                lote.append(uno)
                if self._cola.empty() or len(lote) >= LOTE_MAXIMO:
                    return lote
                uno = self._cola.get_nowait()
            # también para los demás hilos, y para éste si se lleva un lote
            self._cola.put(None)
            return lote


class _Confirmador(threading.Thread):
    """Un hilo con su conexión: toma un lote, lo confirma y avisa."""

    def __init__(self, fila: _Fila, abrir: Callable[[], Base], lazo: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="diario", daemon=True)
        self._fila, self._abrir, self._lazo = fila, abrir, lazo
        self._base: Base | None = None
        self._caja = GUARDAR.caja()

    def run(self) -> None:
        while lote := self._fila.tomar():
            self._confirmar(lote)
        if self._base is not None:
            self._base.cerrar()

    def _confirmar(self, lote: list[Pendiente]) -> None:
        lote.sort(key=lambda pendiente: pendiente[0][:2])
        empezo = time.perf_counter()
        resultados = self._anexar([renglon for renglon, _ in lote])
        self._caja.anotar(time.perf_counter() - empezo, resultados.count(ENTRO))
        avisos = [(aviso, resultado) for (_, aviso), resultado in zip(lote, resultados, strict=True)]
        try:
            self._lazo.call_soon_threadsafe(_avisar, self._lazo, avisos)
        except RuntimeError:
            registro.info("El lazo ya se cerró: %d renglones quedaron confirmados sin quién lo oiga", len(avisos))

    def _anexar(self, renglones: Sequence[Renglon]) -> list[int]:
        """Cómo acabó cada renglón. Con la base caída se reconecta con el lote entero: nadie espera de más."""
        for espera in (0.0, *ESPERA_DE_RECONEXION):
            time.sleep(espera)
            try:
                base = self._conectada()
                entraron = base.anexar(renglones)
                # en el primer intento, el que no entró chocó; en los demás pudo confirmarse antes de perder la conexión
                return [self._resultado(base, r, entraron, releer=espera > 0) for r in renglones]
            except ErrorDeDato as error:
                registro.error("La base rechazó un renglón de un lote de %d: %s", len(renglones), _que_fallo(error))
                self._soltar()
                return [NO_SE_PUDO] if len(renglones) == 1 else [self._anexar([r])[0] for r in renglones]
            except ErrorDeBase as error:
                registro.warning("El diario no pudo confirmar un lote de %d: %s", len(renglones), _que_fallo(error))
                self._soltar()
        registro.error("No se pudo confirmar un lote de %d renglones: la base no contesta", len(renglones))
        return [NO_SE_PUDO] * len(renglones)

    @staticmethod
    def _resultado(base: Base, renglon: Renglon, entraron: set[Llave], releer: bool) -> int:
        if renglon[:3] in entraron:
            return ENTRO
        if releer and base.dueno(renglon.mesa, renglon.num) == renglon.id_orden:
            return ENTRO
        return OTRO_SE_ADELANTO

    def _conectada(self) -> Base:
        if self._base is None:
            self._base = self._abrir()
        return self._base

    def _soltar(self) -> None:
        if self._base is not None:
            try:
                self._base.cerrar()
            except ErrorDeBase:
                registro.info("La conexión del diario ya estaba rota")
        self._base = None


def _que_fallo(error: Exception) -> str:
    """Qué error fue, sin sus detalles: PostgreSQL pone ahí el renglón entero, con las claves del reparto (EL8)."""
    return f"{type(error).__name__} {getattr(error, 'sqlstate', None) or ''}".rstrip()


def _avisar(lazo: asyncio.AbstractEventLoop, avisos: Sequence[tuple[Aviso, int]]) -> None:
    """Cada mesa por su lado: lo que levante una lo registra el lazo, y las demás del lote no se quedan esperando."""
    hechos = 0
    try:
        for aviso, resultado in avisos:
            hechos += 1
            aviso(resultado)
    finally:
        if hechos < len(avisos):
            lazo.call_soon(_avisar, lazo, avisos[hechos:])
