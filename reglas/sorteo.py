"""El reparto verificable y el salidor de la primera mano (RG1).

La casa elige 28 claves y una semilla y publica su compromiso ANTES de recibir los números de los navegadores; así no
puede acomodar las fichas, y cada navegador, con el suyo, tampoco las conoce. Aquí no hay azar: claves, semilla y
números (nonces) entran por parámetro.

Decidido aquí, a la letra (‖ es pegar los textos sin separador; todo en UTF-8):
- compromiso = SHA-256(clave_0 ‖ … ‖ clave_27 ‖ semilla), en hexadecimal minúsculo, claves en el orden de las fichas;
- cada clave es un UUID v4 en minúsculas, y las 28 son distintas;
- orden de las fichas = por SHA-256(clave ‖ nonce_0 ‖ nonce_1 ‖ nonce_2 ‖ nonce_3) ascendente y, si empataran, por
  ficha; las siete primeras son del asiento 0, las siete siguientes del 1, y así;
- salidor de la primera mano = SHA-256(semilla ‖ nonce_0 ‖ … ‖ nonce_3), como entero, módulo 4.

En los otros juegos (VA4, VA7, VA8; D407): un nonce por jugador y siempre 28 claves, aunque una ficha no entre en juego;
tras las de los jugadores, las que sobran son el pozo, en el orden en que se roban. Si alguien recibe más mulas de las
que se admiten, se revuelve otra vez por SHA-256(clave ‖ nonces ‖ intento), con el intento en cifras desde 1, hasta el
primero que se admite (el 0 es el de siempre). Donde la salida se sortea con fichas, son las primeras por
SHA-256(clave ‖ nonces ‖ semilla), una por asiento.

Como los nonces van pegados, la cuenta no distingue («x», vacío) de (vacío, «x»): que el de cada quien se usó en su
asiento lo comprueba su propio navegador, que lo recuerda (`static/js/mesa/sorteo.js`).
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from reglas.errores import ErrorDeRegla
from reglas.fichas import FICHAS, lista, mascara
from reglas.reglamento import AMIGOS, PorAsiento, Reglamento, Salida

Reparto = tuple[tuple[int, ...], ...]
"""Por asiento, sus fichas en el orden en que salieron."""

_CLAVE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Sorteo:
    """Lo que se revela de una mano: 28 claves en el orden de las fichas y un nonce por asiento (vacío: no lo dio)."""

    compromiso: str
    claves: tuple[str, ...]
    semilla: str
    nonces: tuple[str, ...]
    intento: int = 0
    """Cuántas veces se revolvió de más porque el reparto no se admitía (VA4)."""


class Repartido(NamedTuple):
    """Lo que da un sorteo."""

    reparto: Reparto
    pozo: tuple[int, ...]
    """En el orden en que se roban."""
    intento: int

    @property
    def manos(self) -> PorAsiento:
        """Lo de cada quien, en máscara."""
        return tuple([mascara(suyas) for suyas in self.reparto])


def compromiso_de(claves: Sequence[str], semilla: str) -> str:
    """SHA-256 en hexadecimal (64 letras) que se publica antes de la mano. Levanta `texto_sin_utf8`."""
    return sha256(_octetos("".join(claves), "claves") + _octetos(semilla, "semilla")).hexdigest()


def repartir(claves: Sequence[str], nonces: Sequence[str], reglamento: Reglamento = AMIGOS) -> Reparto:
    """Las fichas de cada asiento. Levanta `faltan_claves`, `faltan_nonces`, `texto_sin_utf8`."""
    return revolver(claves, nonces, reglamento).reparto


def revolver(claves: Sequence[str], nonces: Sequence[str], reglamento: Reglamento = AMIGOS) -> Repartido:
    """El reparto, el pozo y en qué intento salió. Levanta lo que `repartir`."""
    _contar(claves, nonces, reglamento)
    numeros, por_mano = _octetos("".join(nonces), "nonces"), reglamento.por_mano
    intento, hasta = 0, por_mano * reglamento.asientos
    while True:
        orden = _ordenar(claves, reglamento, numeros + str(intento).encode() if intento else numeros)
        repartido = Repartido(
            tuple([orden[n : n + por_mano] for n in range(0, hasta, por_mano)]), orden[hasta:], intento
        )
        if not reglamento.limita_mulas or reglamento.admite(repartido.manos):
            return repartido
        intento += 1


def _ordenar(claves: Sequence[str], reglamento: Reglamento, cola: bytes) -> tuple[int, ...]:
    """Las fichas en juego por la huella de su clave y de lo que le sigue."""
    try:
        huellas = [sha256(clave.encode() + cola).digest() for clave in claves]
    except UnicodeEncodeError:
        raise ErrorDeRegla("texto_sin_utf8", campo="claves") from None
    # sorted es estable: a igual huella, la ficha menor primero
    return tuple(sorted(lista(reglamento.fichas), key=huellas.__getitem__))


def salidor_de(semilla: str, nonces: Sequence[str]) -> int:
    """El asiento que sale en la primera mano, en el juego de siempre. Levanta `texto_sin_utf8`."""
    return _numero(semilla, nonces) % len(nonces)


def _numero(semilla: str, nonces: Sequence[str]) -> int:
    huella = sha256(_octetos(semilla, "semilla") + _octetos("".join(nonces), "nonces")).digest()
    return int.from_bytes(huella, "big")


def primera_salida(
    claves: Sequence[str], semilla: str, nonces: Sequence[str], manos: PorAsiento, reglamento: Reglamento = AMIGOS
) -> Salida:
    """Quién sale en la primera mano (RG1, VA3, VA8). Levanta `texto_sin_utf8`."""
    if reglamento.sale_por_fichas is not None:
        return reglamento.sale_por_fichas(manos)
    assert reglamento.sale_por_sorteo is not None

    def revueltas() -> tuple[int, ...]:
        return _ordenar(claves, reglamento, _octetos("".join(nonces), "nonces") + _octetos(semilla, "semilla"))

    return reglamento.sale_por_sorteo(_numero(semilla, nonces), revueltas, reglamento.asientos)


def verificar_sorteo(
    sorteo: Sorteo,
    reparto: Sequence[Collection[int]],
    salidor: int | None = None,
    reglamento: Reglamento = AMIGOS,
    pozo: Sequence[int] = (),
) -> None:
    """Comprueba una mano revelada: que el compromiso, el reparto y, si es la primera, el salidor son los del sorteo.

    `reparto`: las fichas de cada asiento, en cualquier orden; `pozo`, en el suyo. `salidor`: sólo en la primera mano de
    la partida; las demás rotan (RG5). Levanta, por lo primero que no cuadra: `faltan_claves`, `faltan_nonces`,
    `texto_sin_utf8`, `clave_mal_formada`, `clave_repetida`, `compromiso_no_cuadra`, `intento_no_cuadra`,
    `reparto_no_cuadra`, `pozo_no_cuadra`, `salidor_no_cuadra`.
    """
    _contar(sorteo.claves, sorteo.nonces, reglamento)
    _validar_claves(sorteo.claves)
    if compromiso_de(sorteo.claves, sorteo.semilla) != sorteo.compromiso:
        raise ErrorDeRegla("compromiso_no_cuadra")
    esperado = revolver(sorteo.claves, sorteo.nonces, reglamento)
    if sorteo.intento != esperado.intento:
        raise ErrorDeRegla("intento_no_cuadra", intento=sorteo.intento, debido=esperado.intento)
    if len(reparto) != reglamento.asientos:
        raise ErrorDeRegla("reparto_no_cuadra", asiento=min(len(reparto), reglamento.asientos - 1))
    for asiento, (fichas, suyas) in enumerate(zip(reparto, esperado.reparto, strict=True)):
        if sorted(fichas) != sorted(suyas):
            raise ErrorDeRegla("reparto_no_cuadra", asiento=asiento)
    if tuple(pozo) != esperado.pozo:
        raise ErrorDeRegla("pozo_no_cuadra")
    if salidor is None:
        return
    debido = primera_salida(sorteo.claves, sorteo.semilla, sorteo.nonces, esperado.manos, reglamento).asiento
    if salidor != debido:
        raise ErrorDeRegla("salidor_no_cuadra", salidor=salidor, debido=debido)


def _contar(claves: Sequence[str], nonces: Sequence[str], reglamento: Reglamento) -> None:
    if len(claves) != len(FICHAS):
        raise ErrorDeRegla("faltan_claves", hay=len(claves))
    if len(nonces) != reglamento.asientos:
        raise ErrorDeRegla("faltan_nonces", hay=len(nonces))


def _validar_claves(claves: Sequence[str]) -> None:
    duenas: dict[str, int] = {}
    for ficha, clave in enumerate(claves):
        if not _CLAVE.fullmatch(clave):
            raise ErrorDeRegla("clave_mal_formada", ficha=ficha)
        if duenas.setdefault(clave, ficha) != ficha:
            raise ErrorDeRegla("clave_repetida", ficha=ficha, otra=duenas[clave])


def _octetos(texto: str, campo: str) -> bytes:
    """UTF-8; JSON admite sustitutos sueltos, que no tienen octetos."""
    try:
        return texto.encode()
    except UnicodeEncodeError:
        raise ErrorDeRegla("texto_sin_utf8", campo=campo) from None
