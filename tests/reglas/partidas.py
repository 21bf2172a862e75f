"""Mesas jugadas de principio a fin con los automáticos, como lista de eventos; sin base, sin reloj y sin red."""

import random
import uuid

from reglas.automatas import elegir, mirar
from reglas.mesa import eventos as ev
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.tipos import Eleccion, Fase, Modo
from reglas.sorteo import compromiso_de
from reglas.tipos import Meta

PERSONAS = (0, 1, 2, 3)
UNA_PERSONA = (0, -2, -3, -4)
PENSADA = 1_500


class MesaDePrueba:
    """Una mesa que se va jugando; `renglones` son los eventos de cada orden."""

    def __init__(self, meta: Meta, modo: Modo = Modo.NORMAL, semilla: int = 1, ocupantes=PERSONAS) -> None:
        self.azar = random.Random(semilla)
        self.ahora = 1_790_000_000_000
        self.mesa = Mesa()
        self.renglones: list[list[ev.Evento]] = []
        self.pedir(o.Abrir(meta, modo, 0, ocupantes))

    def pedir(self, orden: o.Orden, tarda: int = 100) -> None:
        self.ahora += tarda
        eventos = decidir(self.mesa, orden, self.ahora, self._sortear)
        self.renglones.append(eventos)
        self.mesa = plegar(self.mesa, eventos)

    def _sortear(self) -> ev.Secreto:
        claves = tuple(str(uuid.UUID(int=self.azar.getrandbits(128), version=4)) for _ in range(28))
        semilla = f"{self.azar.getrandbits(128):032x}"
        return ev.Secreto(compromiso_de(claves, semilla), claves, semilla)

    def comenzar(self) -> "MesaDePrueba":
        self.dar_nonces()
        self.pedir(o.Comenzar(self.mesa.ocupantes.index(0)))
        return self

    def dar_nonces(self) -> None:
        for asiento in range(4):
            if self.mesa.nonces[asiento] is None:
                self.pedir(o.DarNonce(asiento, f"{self.azar.getrandbits(128):032x}"))

    def turno(self) -> None:
        """Lo que sigue en la mano: tira quien pueda, o pasa la mesa."""
        mano = self.mesa.mano
        if self.mesa.reloj == 0:
            self.pedir(o.Vencer(), 1_200)
            return
        ficha, extremo = elegir(mirar(mano, self.mesa.meta), 1)
        self.pedir(o.Tirar(mano.turno, ficha, extremo or None), PENSADA)

    def acabar_mano(self) -> "MesaDePrueba":
        while self.mesa.fase is Fase.JUGANDO:
            self.turno()
        return self

    def seguir(self) -> None:
        self.dar_nonces()
        for asiento, persona in enumerate(self.mesa.ocupantes):
            if persona >= 0 and self.mesa.fase is Fase.FIN_DE_MANO:
                self.pedir(o.Continuar(asiento))

    def acabar_partida(self) -> "MesaDePrueba":
        while self.acabar_mano().mesa.fase is Fase.FIN_DE_MANO:
            self.seguir()
        return self

    def votar(self, opcion: Eleccion) -> "MesaDePrueba":
        self.dar_nonces()
        for asiento, persona in enumerate(self.mesa.ocupantes):
            if persona >= 0 and self.mesa.fase is Fase.FIN_DE_PARTIDA:
                self.pedir(o.Elegir(asiento, opcion))
        return self

    def eventos(self) -> list[ev.Evento]:
        return [evento for renglon in self.renglones for evento in renglon]


def jugada(meta: Meta = Meta.CIEN, modo: Modo = Modo.NORMAL, semilla: int = 1, ocupantes=PERSONAS) -> MesaDePrueba:
    """Una mesa con su primera partida terminada por meta."""
    return MesaDePrueba(meta, modo, semilla, ocupantes).comenzar().acabar_partida()
