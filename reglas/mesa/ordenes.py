"""Lo que se le pide a la mesa: de una persona, del reloj o de la casa."""

from typing import NamedTuple, TypeAlias

from reglas.mesa.eventos import RepartoComun
from reglas.mesa.tipos import Eleccion, Modo, Motivo
from reglas.metas import AQueSeJuega
from reglas.reglamento import AMIGOS, PorAsiento, Reglamento
from reglas.tipos import NADIE


class Abrir(NamedTuple):
    """La casa: todos aceptaron."""

    meta: AQueSeJuega
    modo: Modo
    organizador: int
    ocupantes: PorAsiento
    reglamento: Reglamento = AMIGOS
    comun: RepartoComun | None = None
    """En el Multiplicado, de dónde salen sus manos (TO27)."""


class DarNonce(NamedTuple):
    """Un navegador aporta al sorteo de la mano que sigue."""

    asiento: int
    nonce: str


class Comenzar(NamedTuple):
    """El organizador oprime «Comenzar»."""

    asiento: int


class Tirar(NamedTuple):
    """Una ficha; `extremo` None si sólo cabe en uno. El nonce de la mano siguiente puede venir aquí."""

    asiento: int
    ficha: int
    extremo: int | None
    nonce: str | None = None


class Robar(NamedTuple):
    """Toma la primera del pozo; el que no puede tirar no tiene otra cosa que hacer (VA7, VA9)."""

    asiento: int


class Continuar(NamedTuple):
    """Ya vio la plantilla de anotación."""

    asiento: int


class Elegir(NamedTuple):
    """Comunicación, revancha o rotar."""

    asiento: int
    opcion: Eleccion


class Ausentar(NamedTuple):
    """La casa dejó de saber de él hace `perdido` ms; `nuestra` si la falla parece de la casa y no se castiga."""

    asiento: int
    nuestra: bool = False
    perdido: int = 0


class Volver(NamedTuple):
    """La casa volvió a saber de él."""

    asiento: int


class Salir(NamedTuple):
    """Se va a propósito: en la mesa que cuenta es lo mismo que perderlo."""

    asiento: int


class Vencer(NamedTuple):
    """Se cumplió el plazo de la mesa más `credito` ms, lo que su navegador tardó en mostrar el turno (tope 1 s)."""

    credito: int = 0


class Reabrir(NamedTuple):
    """Devuelve al turno el tiempo perdido, en ms: de `asiento`, que calló en su turno, o de `NADIE` si fue la casa.

    Lo propio se devuelve hasta su margen (`alcance.margen_de`).
    """

    perdido: int
    asiento: int = NADIE


class Prorrogar(NamedTuple):
    """Devuelve a los ausentes, en ms, lo que la casa estuvo caída y no pudieron volver."""

    perdido: int


class Anular(NamedTuple):
    """La casa la da por no finalizada: sanción del administrador o caída sin remedio. No da azul."""

    motivo: Motivo
    asiento: int = NADIE


Orden: TypeAlias = (
    Abrir
    | DarNonce
    | Comenzar
    | Tirar
    | Robar
    | Continuar
    | Elegir
    | Ausentar
    | Volver
    | Salir
    | Vencer
    | Reabrir
    | Prorrogar
    | Anular
)
