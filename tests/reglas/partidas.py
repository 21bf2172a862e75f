"""Mesas jugadas de principio a fin con los automáticos, como lista de eventos; sin base, sin reloj y sin red."""

import random
import uuid

from reglas.mesa import eventos as ev
from reglas.mesa.simulada import MesaSimulada
from reglas.mesa.tipos import Eleccion, Modo
from reglas.metas import AQueSeJuega
from reglas.reglamento import AMIGOS, Reglamento
from reglas.sorteo import compromiso_de
from reglas.tipos import Meta

PERSONAS = (0, 1, 2, 3)
UNA_PERSONA = (0, -2, -3, -4)
PENSADA = 1_500


class MesaDePrueba(MesaSimulada):
    """Una mesa simulada con semilla; sus métodos se encadenan."""

    def __init__(
        self,
        meta: AQueSeJuega,
        modo: Modo = Modo.NORMAL,
        semilla: int = 1,
        ocupantes=PERSONAS,
        reglamento: Reglamento = AMIGOS,
        comun: ev.RepartoComun | None = None,
    ) -> None:
        self.azar = random.Random(semilla)
        super().__init__(
            meta,
            modo,
            ocupantes,
            ahora=1_790_000_000_000,
            sortear=self._secreto,
            nonce=lambda: f"{self.azar.getrandbits(128):032x}",
            pensar=lambda: PENSADA,
            reglamento=reglamento,
            comun=comun,
        )

    def _secreto(self) -> ev.Secreto:
        claves = tuple(str(uuid.UUID(int=self.azar.getrandbits(128), version=4)) for _ in range(28))
        semilla = f"{self.azar.getrandbits(128):032x}"
        return ev.Secreto(compromiso_de(claves, semilla), claves, semilla)

    def comenzar(self) -> "MesaDePrueba":
        super().comenzar()
        return self

    def acabar_mano(self) -> "MesaDePrueba":
        super().acabar_mano()
        return self

    def acabar_partida(self) -> "MesaDePrueba":
        super().acabar_partida()
        return self

    def votar(self, opcion: Eleccion) -> "MesaDePrueba":
        super().votar(opcion)
        return self

    def eventos(self) -> list[ev.Evento]:
        return [evento for renglon in self.renglones for evento in renglon]


def jugada(meta: Meta = Meta.CIEN, modo: Modo = Modo.NORMAL, semilla: int = 1, ocupantes=PERSONAS) -> MesaDePrueba:
    """Una mesa con su primera partida terminada por meta."""
    return MesaDePrueba(meta, modo, semilla, ocupantes).comenzar().acabar_partida()
