"""Lo que un proceso recuerda de los Recreos que alguien mira: un estado por versión y sus zonas ya pintadas.

Es sólo caché: la verdad está en la base. Dieciséis teléfonos que preguntan a la vez cuestan una lectura, y las
pantallas iguales se pintan una sola vez. Con cuatro mesas que anotan a la vez, lo de las otras se junta un cuarto de
segundo; lo de la propia llega en cuanto se anota (`config/vivo/vigia.py`).
"""

import logging
from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Any, Protocol

from config.base.sesiones import Sesion
from config.vivo import vigia
from config.vivo.estados import Estados
from config.vivo.hilos import Hilos
from recreo import consultas, difusion
from recreo.consultas import version as consultas_de_version
from recreo.estado import EstadoRecreo, Visor
from recreo.identidad import Quien
from recreo.pantallas import Mirada, Pintadas, pintar
from suscripciones import consultas as cuentas

registro = logging.getLogger(__name__)

SEGUNDOS_DE_REPARTO = 2.0
SEGUNDOS_ENTRE_REPARTOS = 0.25
en_hilo = Hilos("recreo", 4)


class Espectador(vigia.Espectador, Protocol):
    """Un socket que mira un Recreo."""

    quien: Quien
    a_la_vista: bool
    """Si tiene la pantalla delante."""


class VivoDelRecreo:
    """Estados y zonas por proceso, y quienes miran."""

    def __init__(self) -> None:
        self._estados = Estados[EstadoRecreo](
            lambda pk, previo: consultas.estado_de(pk, previo),
            en_hilo,
            lambda pk: self._pintadas[pk].cambiar_de_version(),
        )
        self._pintadas: dict[int, Pintadas] = defaultdict(Pintadas)
        self.vigia = vigia.Vigia[Espectador](
            vigia.QueSeMira(
                nombre="un Recreo",
                grupo=difusion.GRUPO,
                campo="recreo",
                version=self.version,
                versiones=lambda pks: consultas_de_version.versiones(pks),
                cuenta=lambda uno: uno.quien.cuenta_id,
                sigue=_sigue,
                apagadas=cuentas.inactivas,
                soltar=self._soltar,
                en_hilo=en_hilo,
                registro=registro,
                reparto=SEGUNDOS_DE_REPARTO,
                entre=SEGUNDOS_ENTRE_REPARTOS,
                urge=self._le_urge,
            )
        )

    def entrar(self, recreo_id: int, espectador: Espectador) -> None:
        """Anota a quien mira."""
        self.vigia.entrar(recreo_id, espectador)

    def salir(self, recreo_id: int, espectador: Espectador) -> None:
        """Olvida a quien miraba."""
        self.vigia.salir(recreo_id, espectador)

    def sobrantes(self, recreo_id: int, quien: Quien) -> list[Espectador]:
        """Las pantallas de esa persona que se van para que quepa otra (D233)."""
        return self.vigia.sobrantes(recreo_id, lambda uno: uno.quien == quien)

    def quienes_miran(self) -> list[tuple[EstadoRecreo, tuple[Espectador, ...]]]:
        """Cada Recreo que se mira aquí, como se conoce, y sus teléfonos."""
        return [(e, quienes) for pk, quienes in self.vigia.quienes() if (e := self._estados.sabido(pk))]

    def version(self, recreo_id: int) -> int:
        """La versión que este proceso conoce; 0 si ninguna."""
        return self._estados.version(recreo_id)

    async def estado(self, recreo_id: int, desde: int) -> EstadoRecreo:
        """El estado de la versión `desde` o posterior; una sola lectura aunque lo pidan muchos."""
        return await self._estados.traer(recreo_id, desde)

    def zonas(
        self, estado: EstadoRecreo, mirada: Mirada, visor: Visor, llaves: Mapping[str, Hashable]
    ) -> dict[str, str]:
        """Esas zonas de una pantalla para un visor; lo que ya se pintó para otro igual no se repite.

        Corre en el lazo a propósito: pintar no toca la base y cuesta un par de milisegundos, menos que ir a un hilo
        y volver peleando por el intérprete con las vistas.
        """
        vigente = self.version(estado.id) == estado.version
        return pintar(estado, mirada, visor, self._pintadas[estado.id] if vigente else None, llaves)

    def _le_urge(self, uno: Espectador, aviso: Mapping[str, Any]) -> bool:
        """Lo que es de todo el Recreo, y lo de la mesa en que se está sentado."""
        estado = self._estados.sabido(aviso["recreo"])
        if not aviso["mesa"] or estado is None:
            return True
        numero = estado.visor(uno.quien).numero
        mesas = estado.actual.mesas if estado.actual else ()
        return any(numero in mesa.asientos for mesa in mesas if mesa.id == aviso["mesa"])

    def _soltar(self, recreo_id: int) -> None:
        self._estados.soltar(recreo_id)
        self._pintadas.pop(recreo_id, None)


def _sigue(uno: Espectador, sesion: Sesion | None) -> bool:
    return uno.quien.sigue_en(sesion)


vivo = VivoDelRecreo()
