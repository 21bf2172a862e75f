"""Escribe el diario por lotes: un hilo con su conexión junta lo de todas las mesas mientras confirma lo anterior.

Se ordena por (mesa, num): sin orden, dos procesos se traban. Conexión perdida al confirmar: se relee y `id_orden`
dice si era nuestro. Un dato que la base rechaza se reintenta solo, para que no arrastre a los demás.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import TypeAlias

from enlinea.mesa.diario import Base, ErrorDeBase, ErrorDeDato, Llave, Renglon

registro = logging.getLogger(__name__)

ENTRO, OTRO_SE_ADELANTO, NO_SE_PUDO = 1, 0, -1
"""Cómo acabó un renglón."""

Aviso: TypeAlias = Callable[[int], None]
Pendiente: TypeAlias = tuple[Renglon, Aviso]

LOTE_MAXIMO = 1_000
ENTRE_LOTES = 0.002
"""Segundos de un lote al siguiente. Con la casa tranquila nadie los espera; con mil mesas, juntar lo que llega en ese
rato le quita trabajo al servidor y a la base, y la jugada más lenta sale antes. Más de dos milisegundos no gana nada.
"""
ESPERA_DE_RECONEXION = (0.05, 0.2, 0.5, 1.0)


class EscritorDeLotes:
    """Un hilo por proceso; `anexar` se llama desde el lazo y el aviso vuelve al lazo ya confirmado en disco."""

    def __init__(self, abrir: Callable[[], Base], lazo: asyncio.AbstractEventLoop) -> None:
        self._abrir = abrir
        self._lazo = lazo
        self._cola: SimpleQueue[Pendiente | None] = SimpleQueue()
        self._base: Base | None = None
        self._hilo = threading.Thread(target=self._correr, name="diario", daemon=True)
        self._hilo.start()

    def anexar(self, renglon: Renglon, aviso: Aviso) -> None:
        """Encola un renglón; `aviso(ENTRO | OTRO_SE_ADELANTO | NO_SE_PUDO)` se llama en el lazo."""
        self._cola.put((renglon, aviso))

    def parar(self, segundos: float = 5.0) -> bool:
        """Termina lo encolado y suelta la conexión; falso si no le alcanzó el tiempo."""
        self._cola.put(None)
        self._hilo.join(segundos)
        return not self._hilo.is_alive()

    def _correr(self) -> None:
        seguir = True
        siguiente = 0.0
        while seguir:
            lote: list[Pendiente] = []
            uno = self._cola.get()
            falta = siguiente - time.monotonic()
            if falta > 0 and uno is not None:
                time.sleep(falta)
            siguiente = time.monotonic() + ENTRE_LOTES
            while uno is not None:
                lote.append(uno)
                if self._cola.empty() or len(lote) >= LOTE_MAXIMO:
                    break
                uno = self._cola.get_nowait()
            seguir = uno is not None
            if lote:
                self._confirmar(lote)
        if self._base is not None:
            self._base.cerrar()

    def _confirmar(self, lote: list[Pendiente]) -> None:
        lote.sort(key=lambda pendiente: pendiente[0][:2])
        resultados = self._anexar([renglon for renglon, _ in lote])
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
