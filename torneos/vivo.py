"""Lo que un proceso recuerda de los torneos que alguien mira: un estado por versión y sus zonas ya pintadas.

Es sólo caché. Con 256 mesas que anotan, los avisos de un torneo se juntan: se reparte a lo más una vez por segundo, y
mil teléfonos que ven lo mismo cuestan una lectura y una pintura (`config/vivo/vigia.py`). La mesa de control no espera.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Any, Protocol

from config.base.sesiones import Sesion
from config.vivo import vigia
from config.vivo.estados import Estados
from config.vivo.hilos import Hilos
from suscripciones import consultas as cuentas
from torneos import consultas, difusion
from torneos.estado import EstadoTorneo, Visor
from torneos.identidad import Quien
from torneos.pantallas import Mirada, llave_de, pintar

registro = logging.getLogger(__name__)

SEGUNDOS_DE_REPARTO = 5.0
SEGUNDOS_ENTRE_REPARTOS = 1.0
"""A un salón de 1,024 teléfonos no se le manda cada mano de cada mesa."""
en_hilo = Hilos("torneos", 4)


class Espectador(vigia.Espectador, Protocol):
    """Un socket que mira un torneo."""

    quien: Quien
    mirada: Mirada | None


class VivoDelTorneo:
    """Estados y zonas por proceso, y quienes miran."""

    def __init__(self) -> None:
        self._estados = Estados[EstadoTorneo](
            lambda pk, previo: consultas.estado_de(pk, previo), en_hilo, self._olvidar_pintadas
        )
        self._pintadas: dict[int, dict[Hashable, asyncio.Future[dict[str, str]]]] = defaultdict(dict)
        self.vigia = vigia.Vigia[Espectador](
            vigia.QueSeMira(
                nombre="un torneo",
                grupo=difusion.GRUPO,
                campo="torneo",
                version=self.version,
                versiones=lambda pks: consultas.versiones(pks),
                cuenta=lambda uno: uno.quien.cuenta_id,
                sigue=_sigue,
                apagadas=cuentas.inactivas,
                soltar=self._soltar,
                en_hilo=en_hilo,
                registro=registro,
                reparto=SEGUNDOS_DE_REPARTO,
                entre=SEGUNDOS_ENTRE_REPARTOS,
                urge=_le_urge,
            )
        )

    def entrar(self, torneo_id: int, espectador: Espectador) -> None:
        """Anota a quien mira."""
        self.vigia.entrar(torneo_id, espectador)

    def salir(self, torneo_id: int, espectador: Espectador) -> None:
        """Olvida a quien miraba."""
        self.vigia.salir(torneo_id, espectador)

    def sobrantes(self, torneo_id: int, quien: Quien) -> list[Espectador]:
        """Las pantallas de esa cuenta que se van para que quepa otra (D233); lo público no es de nadie."""
        if quien.cuenta_id is None:
            return []
        return self.vigia.sobrantes(torneo_id, lambda uno: uno.quien.cuenta_id == quien.cuenta_id)

    def version(self, torneo_id: int) -> int:
        """La versión que este proceso conoce; 0 si ninguna."""
        return self._estados.version(torneo_id)

    async def estado(self, torneo_id: int, desde: int) -> EstadoTorneo:
        """El estado de la versión `desde` o posterior; una sola lectura aunque lo pidan muchos."""
        return await self._estados.traer(torneo_id, desde)

    async def zonas(self, estado: EstadoTorneo, mirada: Mirada, visor: Visor) -> dict[str, str]:
        """Las zonas de una pantalla, pintadas una vez por cada mirada igual. En un hilo: la tabla se calcula.

        Los mil que miran lo mismo llegan a la vez: se recuerda desde que se encarga y no desde que está lista.
        """
        if self.version(estado.id) != estado.version:
            return await en_hilo(pintar, estado, mirada, visor)
        pintadas, llave = self._pintadas[estado.id], llave_de(mirada, visor)
        pintando = pintadas.get(llave)
        if pintando is None or (pintando.done() and (pintando.cancelled() or pintando.exception())):
            pintando = pintadas[llave] = asyncio.ensure_future(en_hilo(pintar, estado, mirada, visor))
        # quien se va a media pintura no se la quita a los demás
        return await asyncio.shield(pintando)

    def _olvidar_pintadas(self, torneo_id: int) -> None:
        self._pintadas.pop(torneo_id, None)

    def _soltar(self, torneo_id: int) -> None:
        self._estados.soltar(torneo_id)
        self._olvidar_pintadas(torneo_id)


def _le_urge(uno: Espectador, _aviso: Mapping[str, Any]) -> bool:
    """A la mesa de control no se le juntan: con un segundo de espera, medio salón ya reportó (D581)."""
    return uno.mirada is not None and uno.mirada.pantalla == "control"


def _sigue(uno: Espectador, sesion: Sesion | None) -> bool:
    return sesion is not None and sesion.cuenta == str(uno.quien.cuenta_id)


vivo = VivoDelTorneo()
