"""Lo que pasa en la mesa, como hechos (EL10): el estado es su pliegue y el diario no guarda otra cosa.

Cada evento es una terna con nombre, de enteros, textos y tuplas, para escribirse tal cual en el diario. Los instantes
y plazos son milisegundos de la hora de la base. Un campo nuevo va al final y con valor por omisión: así se leen los
diarios viejos.
"""

from typing import Any, NamedTuple, TypeAlias

from reglas.reglamento import PorAsiento, PorBando


class Secreto(NamedTuple):
    """El secreto comprometido de una mano (RG1): una clave por ficha, en su orden, y la semilla del salidor."""

    compromiso: str
    claves: tuple[str, ...]
    semilla: str


class JuegoElegido(NamedTuple):
    """A qué juego, de cuántos y cómo (VA1); la mesa del juego de siempre no lo lleva y su diario es el de antes."""

    reglamento: str
    jugadores: int
    por_parejas: int
    por_mano: int


class RepartoComun(NamedTuple):
    """Multiplicado (TO27): las manos salen de la clave de la partida y del texto dictado, no de los navegadores.

    Va antes que `MesaAbierta`; la mesa de siempre no lo lleva.
    """

    clave: str
    texto: str


class MesaAbierta(NamedTuple):
    """Todos aceptaron. `ocupantes` va por asiento, como en `reglas.mesa.tipos`."""

    meta: str
    modo: str
    organizador: int
    ocupantes: PorAsiento
    sorteo: Secreto
    instante: int
    vence: int


class NonceDado(NamedTuple):
    """Lo que un navegador aporta al sorteo de la mano que sigue."""

    asiento: int
    nonce: str


class PartidaComenzada(NamedTuple):
    """Empieza una partida, la primera o la que sigue a revancha o rotar. `vence`: hasta cuándo se esperan nonces."""

    ocupantes: PorAsiento
    instante: int
    vence: int


class ManoRepartida(NamedTuple):
    """Se sortea con el compromiso publicado y estos nonces; se publica el compromiso de la siguiente."""

    nonces: tuple[str, ...]
    salidor: int
    siguiente: Secreto
    instante: int
    reloj: int
    vence: int


class Tirada(NamedTuple):
    """Una ficha en la mesa. `reloj` (s; 0 si pasará) y `vence` son del turno que abre; 0 si terminó la mano."""

    asiento: int
    ficha: int
    extremo: int
    instante: int
    automatica: int
    reloj: int
    vence: int


class Pase(NamedTuple):
    """El que no tenía cabida pasó, tras la pausa constante."""

    asiento: int
    instante: int
    reloj: int
    vence: int


class Robo(NamedTuple):
    """El que no tenía cabida tomó la primera del pozo, tras la misma pausa; cuál, lo dice el sorteo."""

    asiento: int
    instante: int
    reloj: int
    vence: int


class Tarjeta(NamedTuple):
    """Amarilla por pensada en falso (SA1). `cual` numera las del turno; `vence`, el plazo siguiente."""

    asiento: int
    color: str
    cual: int
    instante: int
    vence: int


class ManoTerminada(NamedTuple):
    """La cuenta de la mano (RG3-RG4); `ganadora` −1 si nadie. `vence`: cuándo sigue aunque falten listos."""

    desenlace: str
    asiento: int
    ganadora: int
    tantos: int
    no_jugados: PorAsiento
    instante: int
    vence: int


class Listo(NamedTuple):
    """Vio la plantilla y puede seguir. `vence`: el plazo que queda para repartir."""

    asiento: int
    vence: int


class PartidaTerminada(NamedTuple):
    """Se llegó a la meta (RG6). `tantos` acreditados, o manos ganadas a juegos ganados. `vence`: para votar (EL6)."""

    ganadora: int
    tantos: PorBando
    instante: int
    vence: int


class Voto(NamedTuple):
    """Comunicación, revancha o rotar."""

    asiento: int
    opcion: str


class Ausente(NamedTuple):
    """Se perdió a quien ocupa el asiento; vuelve antes de `limite` o hay azul, salvo `nuestra`, que no castiga.

    `instante`: desde cuándo falta; si tenía el turno, desde que se le dejó de oír. Otro del mismo asiento corrige el
    límite o de quién fue la falla.
    """

    asiento: int
    instante: int
    limite: int
    nuestra: int


class Presente(NamedTuple):
    """Volvió, y si aún falta otro el reloj sigue detenido; o no faltaba y se le oye tras callar en su turno."""

    asiento: int
    instante: int


class Reanudada(NamedTuple):
    """El reloj corre de nuevo con lo que quedaba: `abierto` es el comienzo del turno, recorrido lo detenido.

    Tras un `Presente`, a ése se le cuenta: su silencio en el turno o, si faltaba, la repetición por su regreso.
    """

    instante: int
    abierto: int
    vence: int


class PartidaAnulada(NamedTuple):
    """No finalizada (EL9, SA1-SA3): sin estadística. `asiento` es el causante, o −1; `azul`, si se le castiga."""

    motivo: str
    asiento: int
    azul: int
    instante: int


class MesaCerrada(NamedTuple):
    """Todos a la Sala."""

    motivo: str
    asiento: int
    instante: int


Evento: TypeAlias = (
    JuegoElegido
    | RepartoComun
    | MesaAbierta
    | NonceDado
    | PartidaComenzada
    | ManoRepartida
    | Tirada
    | Pase
    | Robo
    | Tarjeta
    | ManoTerminada
    | Listo
    | PartidaTerminada
    | Voto
    | Ausente
    | Presente
    | Reanudada
    | PartidaAnulada
    | MesaCerrada
)

CODIGOS: dict[type, str] = {
    JuegoElegido: "juego",
    RepartoComun: "comun",
    MesaAbierta: "mesa",
    NonceDado: "nonce",
    PartidaComenzada: "partida",
    ManoRepartida: "mano",
    Tirada: "tira",
    Pase: "pasa",
    Robo: "roba",
    Tarjeta: "tarjeta",
    ManoTerminada: "fin_mano",
    Listo: "listo",
    PartidaTerminada: "fin_partida",
    Voto: "voto",
    Ausente: "ausente",
    Presente: "presente",
    Reanudada: "reanuda",
    PartidaAnulada: "anula",
    MesaCerrada: "cierra",
}
"""Nombre de cada evento en el diario; no cambia nunca."""

_CLASES: dict[str, type] = {codigo: clase for clase, codigo in CODIGOS.items()}
_SECRETO_EN: dict[str, int] = {"mesa": 4, "mano": 2}


def a_lista(evento: Evento) -> tuple[object, ...]:
    """El evento como se escribe en el diario: su código y sus campos."""
    return (CODIGOS[type(evento)], *evento)


def de_lista(datos: list[Any]) -> Evento:
    """El evento leído del diario; las listas de JSON vuelven a ser tuplas."""
    codigo = datos[0]
    campos = [tuple(c) if isinstance(c, list) else c for c in datos[1:]]
    donde = _SECRETO_EN.get(codigo)
    if donde is not None:
        compromiso, claves, semilla = campos[donde]
        campos[donde] = Secreto(compromiso, tuple(claves), semilla)
    evento: Evento = _CLASES[codigo](*campos)
    return evento
