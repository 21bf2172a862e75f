"""Las partidas que hubo en una mesa, desde los eventos de su diario (EL10): puro, para proyectar y para repetir.

Una partida lleva acta si llegó a la meta. La que se anuló, o quedó a medias al cerrarse la
mesa, consta como no finalizada. La que sigue en curso también se da, con las manos que ya terminaron.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from reglas.acta_partida import ManoDeActa, acta_de_partida
from reglas.mesa import eventos as ev
from reglas.mesa.estado import Mesa, evolucionar
from reglas.mesa.tipos import Modo, persona_de
from reglas.metas import AQueSeJuega
from reglas.reglamento import AMIGOS, PorAsiento, PorBando, Reglamento
from reglas.sorteo import Sorteo
from reglas.tipos import NADIE

NUEVA = Mesa()


class PartidaJugada(NamedTuple):
    """Lo que quedó de una partida; instantes en ms de la hora de la base."""

    numero: int
    """Desde 1, en su mesa."""
    meta: AQueSeJuega
    modo: Modo
    ocupantes: PorAsiento
    """Por asiento, como en `reglas.mesa.tipos`."""
    inicio: int
    fin: int
    """0 si sigue en curso."""
    finalizada: bool
    """Llegó a la meta."""
    motivo: str
    causante: int
    """Asiento por quien no finalizó, o `NADIE`."""
    azul: bool
    """Si al causante se le castiga (SA2)."""
    ganadora: int
    tantos: PorBando
    """Acreditados a cada pareja; ceros a juegos ganados."""
    ganadas: PorBando
    """Manos ganadas por cada pareja."""
    amarillas: PorAsiento
    manos: tuple[ManoDeActa, ...]
    """Las terminadas, en orden: la que está en juego no se da nunca (EL8)."""
    reglamento: Reglamento = AMIGOS

    @property
    def terminada(self) -> bool:
        """Ya no puede cambiar."""
        return self.fin > 0

    @property
    def con_acta(self) -> bool:
        """Se guarda su desarrollo (EL10)."""
        return self.finalizada


def personas_de(partida: PartidaJugada) -> PorAsiento:
    """Por asiento, la persona, sea de carne y hueso o automática."""
    return tuple([persona_de(uno) for uno in partida.ocupantes])


def partidas_de(eventos: Iterable[ev.Evento], desde: Mesa = NUEVA) -> list[PartidaJugada]:
    """Todas las partidas de una mesa, en orden; la última puede seguir en curso.

    `desde`: el estado antes del primero de estos eventos, sin partida abierta; las de antes no se dan.
    """
    relato = _Relato(desde)
    for evento in eventos:
        relato.contar(evento)
    return relato.terminar()


def acta_de(partida: PartidaJugada, nombres: Sequence[str]) -> dict[str, Any]:
    """El acta con sus manos terminadas; `nombres` por persona (su lugar al armar la mesa), no por asiento."""
    sentados = [nombres[persona] for persona in personas_de(partida)]
    return acta_de_partida(partida.meta, sentados, partida.manos, partida.reglamento)


class _Relato:
    """El pliegue del diario que además recuerda cuánto tardó cada jugada."""

    def __init__(self, desde: Mesa) -> None:
        self.mesa = desde
        self.partidas: list[PartidaJugada] = []
        self.manos: list[ManoDeActa] = []
        self.ms: list[int] = []
        self.abierta = False

    def contar(self, evento: ev.Evento) -> None:
        antes, self.mesa = self.mesa, evolucionar(self.mesa, evento)
        match evento:
            case ev.PartidaComenzada():
                self.manos, self.abierta = [], True
            case ev.ManoRepartida():
                self.ms = []
            case ev.Tirada():
                self.ms.append(max(evento.instante - antes.abierto, 0))
            case ev.ManoTerminada():
                self.manos.append(self._mano())
            case ev.PartidaTerminada():
                self._cerrar(evento.instante, finalizada=True)
            case ev.PartidaAnulada():
                self._cerrar(evento.instante, motivo=evento.motivo, causante=evento.asiento, azul=bool(evento.azul))
            case ev.MesaCerrada():
                self._cerrar(evento.instante, motivo=evento.motivo, causante=evento.asiento)
            case _:
                pass

    def terminar(self) -> list[PartidaJugada]:
        if self.abierta:
            return [*self.partidas, self._partida(0)]
        return self.partidas

    def _mano(self) -> ManoDeActa:
        mesa = self.mesa
        mano, secreto = mesa.mano, mesa.secreto
        assert mano is not None and secreto is not None
        sorteo = Sorteo(secreto.compromiso, secreto.claves, secreto.semilla, mesa.nonces_de_mano, mesa.aparte.intento)
        return ManoDeActa(mesa.repartidas, mano.salidor, mano.cadena, tuple(self.ms), sorteo, mesa.aparte.pozo)

    def _cerrar(self, fin: int, **como: Any) -> None:
        """Cierra la partida abierta; al cerrarse la mesa puede no haber ninguna."""
        if self.abierta:
            self.partidas.append(self._partida(fin, **como))
            self.abierta = False

    def _partida(
        self, fin: int, *, finalizada: bool = False, motivo: str = "", causante: int = NADIE, azul: bool = False
    ) -> PartidaJugada:
        mesa = self.mesa
        return PartidaJugada(
            numero=mesa.partida,
            meta=mesa.meta,
            modo=mesa.modo,
            ocupantes=mesa.ocupantes,
            inicio=mesa.inicio,
            fin=fin,
            finalizada=finalizada,
            motivo=motivo,
            causante=causante,
            azul=azul,
            ganadora=mesa.ganadora if finalizada else NADIE,
            tantos=mesa.tantos,
            ganadas=mesa.ganadas,
            amarillas=mesa.amarillas,
            manos=tuple(self.manos),
            reglamento=mesa.reglamento,
        )
