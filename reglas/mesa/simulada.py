"""Una mesa que se juega sola de principio a fin, por las mismas órdenes que la de verdad: demostración y pruebas.

Quien la crea pone la hora, el azar y lo que tarda cada quien: aquí no hay ninguno de los tres.
"""

from collections.abc import Callable

from reglas.automatas import elegir, mirar
from reglas.mano import Mano
from reglas.mesa import eventos as ev
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.robo import espera_a_que_robe
from reglas.mesa.tipos import Eleccion, Fase, Modo, es_automatico
from reglas.metas import AQueSeJuega
from reglas.reglamento import AMIGOS, PorAsiento, Reglamento

PAUSA_DE_PASE = 1_200
"""Milisegundos."""


class MesaSimulada:
    """Se va jugando orden por orden; `renglones` son los eventos de cada una e `instantes`, cuándo (ms)."""

    def __init__(
        self,
        meta: AQueSeJuega,
        modo: Modo,
        ocupantes: PorAsiento,
        *,
        ahora: int,
        sortear: Callable[[], ev.Secreto],
        nonce: Callable[[], str],
        pensar: Callable[[], int],
        reglamento: Reglamento = AMIGOS,
        comun: ev.RepartoComun | None = None,
    ) -> None:
        """`ahora`: el instante en que se abre, en ms; `pensar`: lo que tarda cada tirada, en ms."""
        self.ahora = ahora
        self.mesa = Mesa()
        self.renglones: list[list[ev.Evento]] = []
        self.instantes: list[int] = []
        self._sortear, self._nonce, self._pensar = sortear, nonce, pensar
        self.pedir(o.Abrir(meta, modo, 0, ocupantes, reglamento, comun))

    def pedir(self, orden: o.Orden, tarda: int = 100) -> None:
        """Da una orden `tarda` ms después de la anterior. Levanta `ErrorDeRegla` si no procede."""
        self.ahora += tarda
        eventos = list(decidir(self.mesa, orden, self.ahora, self._sortear))
        self.renglones.append(eventos)
        self.instantes.append(self.ahora)
        self.mesa = plegar(self.mesa, eventos)

    def comenzar(self) -> None:
        """Todos dan su nonce y el organizador empieza."""
        self.dar_nonces()
        self.pedir(o.Comenzar(self.mesa.ocupantes.index(0)))

    def dar_nonces(self) -> None:
        """El de cada asiento que falte."""
        for asiento, dado in enumerate(self.mesa.nonces):
            if dado is None:
                self.pedir(o.DarNonce(asiento, self._nonce()))

    def turno(self) -> None:
        """Lo que sigue en la mano: tira quien pueda, o pasa la mesa."""
        mano = self.mesa.mano
        assert mano is not None
        if self.mesa.reloj == 0 and espera_a_que_robe(self.mesa, mano):
            self.pedir(o.Robar(mano.turno), PAUSA_DE_PASE)
            return
        if self.mesa.reloj == 0:
            self.pedir(o.Vencer(), PAUSA_DE_PASE)
            return
        ficha, extremo = self.escoger(mano)
        self.pedir(o.Tirar(mano.turno, ficha, extremo or None), self._pensar())

    def escoger(self, mano: Mano) -> tuple[int, int]:
        """La ficha y el extremo que tira quien tiene el turno."""
        return elegir(mirar(mano, self.mesa.meta), 1)

    def acabar_mano(self) -> None:
        """Hasta que alguien domine o se cierre."""
        while self.mesa.fase is Fase.JUGANDO:
            self.turno()

    def seguir(self) -> None:
        """Los cuatro ya vieron la plantilla."""
        self.dar_nonces()
        for asiento, uno in enumerate(self.mesa.ocupantes):
            if not es_automatico(uno) and self.mesa.fase is Fase.FIN_DE_MANO:
                self.pedir(o.Continuar(asiento))

    def acabar_partida(self) -> None:
        """Todas las manos que falten para la meta."""
        self.acabar_mano()
        while self.mesa.fase is Fase.FIN_DE_MANO:
            self.seguir()
            self.acabar_mano()

    def votar(self, opcion: Eleccion) -> None:
        """Los cuatro eligen lo mismo."""
        self.dar_nonces()
        for asiento, uno in enumerate(self.mesa.ocupantes):
            if not es_automatico(uno) and self.mesa.fase is Fase.FIN_DE_PARTIDA:
                self.pedir(o.Elegir(asiento, opcion))
