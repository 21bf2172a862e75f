"""Manos jugadas con las reglas y sin red, con lo que recibe cada asiento; y su repetición con otras fichas."""

import random
from typing import NamedTuple
from uuid import UUID

from enlinea.mesa.paso import paso as paso_de
from enlinea.mesa.vista import publica, vista
from reglas.errores import ErrorDeRegla
from reglas.mano import legales, repartida, robadas
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import decidir, plazo_de
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.eventos import Secreto
from reglas.mesa.robo import espera_a_que_robe
from reglas.mesa.tipos import Fase, Modo
from reglas.reglamento import AMIGOS, CUALQUIERA, JUEGOS, PorAsiento, Reglamento, reglamento_de, variantes_de
from reglas.sorteo import compromiso_de
from reglas.tipos import NADIE

PENSADAS = (300, 900, 2_500, 4_500, 5_400, 12_000, 21_000, 26_000, 66_000)
"""Cuánto piensan, en ms: de lo normal a lo que se gana una, dos o varias amarillas."""
PESOS = (30, 30, 20, 8, 4, 3, 2, 2, 1)


CON_POZO = tuple(
    str(reglamento)
    for nombre in JUEGOS
    for reglamento in (reglamento_de(nombre, *variante) for variante in variantes_de(nombre))
    if reglamento.en_pozo
)
"""Los juegos con pozo, como los escribe `reglas.reglamento`."""


class Paso(NamedTuple):
    """Una orden y su instante; `mesa` es el estado que dejó."""

    orden: o.Orden
    instante: int
    mesa: Mesa


class Azar:
    """Claves y semillas repetibles."""

    def __init__(self, semilla: int) -> None:
        self.de = random.Random(semilla)

    def sortear(self) -> Secreto:
        """Un secreto nuevo."""
        claves = tuple(str(UUID(int=self.de.getrandbits(128), version=4)) for _ in range(28))
        semilla = f"{self.de.getrandbits(256):064x}"
        return Secreto(compromiso_de(claves, semilla), claves, semilla)


def jugar_mano(semilla: int, reglamento: Reglamento = AMIGOS) -> tuple[Mesa, list[Paso]]:
    """El estado recién repartido y los pasos de una mano entera, con pases, tarjetas y jugadas automáticas."""
    azar = Azar(semilla)
    de = azar.de
    ahora = 1_700_000_000_000 + de.randrange(10_000_000)
    meta = reglamento.metas[semilla % 3]
    modo = Modo.SIN_PRISA if semilla % 11 == 0 else Modo.NORMAL
    # la práctica de otro juego se roba con un botón, y cada quien tarda lo que tarda (D463)
    if not reglamento.oficial and semilla % 2:
        modo = Modo.PRACTICA
    mesa = _hacer(Mesa(), o.Abrir(meta, modo, 0, tuple(range(reglamento.asientos)), reglamento), ahora, azar)
    for asiento in range(reglamento.asientos):
        mesa = _hacer(mesa, o.DarNonce(asiento, f"{de.getrandbits(128):032x}"), ahora, azar)
    mesa = _hacer(mesa, o.Comenzar(0), ahora, azar)
    inicial, pasos = mesa, []
    while mesa.fase is Fase.JUGANDO:
        orden, ahora = _siguiente(mesa, ahora, de)
        mesa = _hacer(mesa, orden, ahora, azar)
        pasos.append(Paso(orden, ahora, mesa))
    return inicial, pasos


def _siguiente(mesa: Mesa, ahora: int, de: random.Random) -> tuple[o.Orden, int]:
    """Lo que pasa ahora: vence el plazo (pase, amarilla, tirada sola) o la persona tira antes."""
    mano = mesa.mano
    assert mano is not None
    opciones = legales(mano)
    plazo = plazo_de(mesa)
    piensa = mesa.abierto + de.choices(PENSADAS, PESOS)[0] + de.randrange(200)
    if not opciones and espera_a_que_robe(mesa, mano) and ahora < piensa < plazo:
        return o.Robar(mano.turno), piensa
    if not opciones or (plazo and plazo <= piensa) or piensa <= ahora:
        if plazo:
            return o.Vencer(), max(plazo, ahora)
        piensa = ahora + 1
    ficha, extremo = de.choice(opciones)
    nonce = None
    if mesa.nonces[mano.turno] is None and de.random() < 0.8:
        nonce = f"{de.getrandbits(128):032x}"
    return o.Tirar(mano.turno, ficha, extremo or None, nonce), piensa


def _hacer(mesa: Mesa, orden: o.Orden, ahora: int, azar: Azar) -> Mesa:
    return plegar(mesa, decidir(mesa, orden, ahora, azar.sortear))


def miran(mesa: Mesa) -> tuple[int, ...]:
    """Los asientos y quien no está en ninguno; su lugar en la lista es también el número −1."""
    return (*range(len(mesa.ocupantes)), NADIE)


def vistas(mesa: Mesa, ahora: int) -> list[bytes]:
    """Lo que recibe cada asiento y, al final, quien mira: como lo arma la mesa viva, lo común una vez."""
    comun = publica(mesa, ahora)
    return [vista(mesa, asiento, ahora, comun) for asiento in miran(mesa)]


def cortos(antes: Mesa | None, mesa: Mesa, ahora: int) -> list[bytes]:
    """El paso de cada asiento desde `antes`; vacío si no lo hay, y siempre para quien mira."""
    corto = None if antes is None else paso_de(antes, mesa, ahora)
    return [b"" if corto is None or asiento == NADIE else corto.para(asiento) for asiento in miran(mesa)]


def con_otras_fichas(inicial: Mesa, manos: PorAsiento, pozo: tuple[int, ...] = ()) -> Mesa:
    """El mismo reparto publicado, pero con estas fichas en las manos y en el pozo: lo que un asiento no distingue."""
    antes = inicial.mano
    assert antes is not None
    obligada = CUALQUIERA if antes.aparte is None else antes.aparte.obligada
    mano = repartida(manos, antes.salidor, inicial.reglamento, pozo, obligada)
    assert {bits.bit_count() for bits in manos} == {inicial.reglamento.por_mano}
    return inicial._replace(mano=mano, repartidas=manos, aparte=inicial.aparte._replace(pozo=pozo))


def repetir(inicial: Mesa, pasos: list[Paso], azar: Azar) -> list[Mesa] | None:
    """Los estados de los mismos pasos desde `inicial`, o None si lo público no pudo haber sido así con esas fichas.

    No pudo haber sido: una jugada o un vencimiento que no procede, un plazo que habría vencido antes (todos habrían
    visto el pase, la amarilla o la tirada), o un fin de mano distinto.
    """
    mesa, estados = inicial, []
    for paso in pasos:
        plazo = plazo_de(mesa)
        if plazo and plazo < paso.instante:
            return None
        if plazo == paso.instante and not isinstance(paso.orden, o.Vencer):
            return None
        try:
            mesa = _hacer(mesa, paso.orden, paso.instante, azar)
        except ErrorDeRegla:
            return None
        if not _se_ve_igual(mesa, paso.mesa):
            return None
        estados.append(mesa)
    return estados


def _se_ve_igual(una: Mesa, otra: Mesa) -> bool:
    """Lo que los cuatro presencian de un paso: qué ficha, quién, cuántas amarillas y de qué clase, y si acabó."""
    a, b = una.mano, otra.mano
    assert a is not None
    assert b is not None
    if una.fase is not otra.fase or (a.turno, a.cadena, a.pases) != (b.turno, b.cadena, b.pases):
        return False
    if robadas(a) != robadas(b):
        return False
    if una.amarillas != otra.amarillas or una.cuantas != otra.cuantas:
        return False
    # la primera amarilla cuenta a todos si era opción única o si no hay situación de cierre (002 §2.1.4)
    return not una.cuantas or una.reloj == otra.reloj
