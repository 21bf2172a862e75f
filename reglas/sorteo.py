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

Como los nonces van pegados, la cuenta no distingue («x», vacío) de (vacío, «x»): que el de cada quien se usó en su
asiento lo comprueba su propio navegador, que lo recuerda (`static/js/mesa/sorteo.js`).
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256

from reglas.errores import ErrorDeRegla
from reglas.fichas import lista
from reglas.reglamento import AMIGOS, Reglamento

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


def compromiso_de(claves: Sequence[str], semilla: str) -> str:
    """SHA-256 en hexadecimal (64 letras) que se publica antes de la mano. Levanta `texto_sin_utf8`."""
    return sha256(_octetos("".join(claves), "claves") + _octetos(semilla, "semilla")).hexdigest()


def repartir(claves: Sequence[str], nonces: Sequence[str], reglamento: Reglamento = AMIGOS) -> Reparto:
    """Las fichas de cada asiento. Levanta `faltan_claves`, `faltan_nonces`, `texto_sin_utf8`."""
    _contar(claves, nonces, reglamento)
    numeros = _octetos("".join(nonces), "nonces")
    try:
        huellas = [sha256(clave.encode() + numeros).digest() for clave in claves]
    except UnicodeEncodeError:
        raise ErrorDeRegla("texto_sin_utf8", campo="claves") from None
    fichas, por_mano = lista(reglamento.fichas), reglamento.por_mano
    # sorted es estable: a igual huella, la ficha menor primero
    orden = tuple(map(fichas.__getitem__, sorted(range(len(fichas)), key=huellas.__getitem__)))
    return tuple([orden[n : n + por_mano] for n in range(0, por_mano * reglamento.asientos, por_mano)])


def salidor_de(semilla: str, nonces: Sequence[str], reglamento: Reglamento = AMIGOS) -> int:
    """El asiento que sale en la primera mano. Levanta `texto_sin_utf8`."""
    huella = sha256(_octetos(semilla, "semilla") + _octetos("".join(nonces), "nonces")).digest()
    return reglamento.primer_salidor(int.from_bytes(huella, "big"), reglamento.asientos)


def verificar_sorteo(
    sorteo: Sorteo,
    reparto: Sequence[Collection[int]],
    salidor: int | None = None,
    reglamento: Reglamento = AMIGOS,
) -> None:
    """Comprueba una mano revelada: que el compromiso, el reparto y, si es la primera, el salidor son los del sorteo.

    `reparto`: las fichas de cada asiento, en cualquier orden. `salidor`: sólo en la primera mano de la partida; las
    demás rotan (RG5). Levanta, por lo primero que no cuadra: `faltan_claves`, `faltan_nonces`, `texto_sin_utf8`,
    `clave_mal_formada`, `clave_repetida`, `compromiso_no_cuadra`, `reparto_no_cuadra`, `salidor_no_cuadra`.
    """
    _contar(sorteo.claves, sorteo.nonces, reglamento)
    _validar_claves(sorteo.claves)
    if compromiso_de(sorteo.claves, sorteo.semilla) != sorteo.compromiso:
        raise ErrorDeRegla("compromiso_no_cuadra")
    esperado = repartir(sorteo.claves, sorteo.nonces, reglamento)
    if len(reparto) != reglamento.asientos:
        raise ErrorDeRegla("reparto_no_cuadra", asiento=min(len(reparto), reglamento.asientos - 1))
    for asiento, (fichas, suyas) in enumerate(zip(reparto, esperado, strict=True)):
        if sorted(fichas) != sorted(suyas):
            raise ErrorDeRegla("reparto_no_cuadra", asiento=asiento)
    if salidor is not None and salidor != (debido := salidor_de(sorteo.semilla, sorteo.nonces, reglamento)):
        raise ErrorDeRegla("salidor_no_cuadra", salidor=salidor, debido=debido)


def _contar(claves: Sequence[str], nonces: Sequence[str], reglamento: Reglamento) -> None:
    if len(claves) != reglamento.fichas.bit_count():
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
