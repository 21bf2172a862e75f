"""El reparto común del Multiplicado: la mano k de una partida, igual en todas sus mesas y comprobable (TO27).

Otro esquema de la misma verificación (`sorteo.py`): la casa guarda una clave por torneo y publica, desde que se abre el
registro, la huella de la clave de cada partida; el texto que se dicta en el salón antes de jugarla entra como único
nonce. De las dos salen las 28 claves y la semilla de cada mano, así que la casa no las escoge (ya las había
comprometido) y quien dicta tampoco (no conoce la clave). Al cerrarse la última mesa se revela la clave de esa partida,
de la que no se saca la de ninguna otra.

Decidido aquí, a la letra (D648; todo en UTF-8, las huellas en hexadecimal minúsculo):
- clave de la partida p = SHA-256("CLAVE:partida:p"); su huella, la que se publica = SHA-256(clave de la partida);
- clave de la ficha f en la mano k (desde 1) = los 16 primeros octetos de SHA-256("CLAVE_P:mano:k:ficha:f"), con f de 0
  a 27 en el orden de las fichas, escritos como UUID v4; semilla = SHA-256("CLAVE_P:mano:k:semilla");
- nonces = el texto dictado y tres vacíos; el reparto y la primera salida son los de siempre con ellos;
- el salidor de la mano k es el sorteado en la 1 corrido k − 1 lugares (RG5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from reglas import lectura
from reglas.errores import ErrorDeRegla, situar
from reglas.fichas import FICHAS, TEXTOS, ficha_de
from reglas.reglamento import AMIGOS
from reglas.sorteo import Reparto, Sorteo, compromiso_de, repartir, salidor_de, verificar_sorteo

FORMATO_REPARTOS = "amigos-domino/repartos"
VERSION_REPARTOS = 1
LARGO_DEL_TEXTO = 60


@dataclass(frozen=True, slots=True)
class ManoComun:
    """Una mano como se repartió en todas las mesas."""

    sorteo: Sorteo
    reparto: Reparto
    salidor: int


def clave_de_partida(clave: str, partida: int) -> str:
    """La de una partida; de ella no se saca la del torneo ni la de otra."""
    return _huella(f"{clave}:partida:{partida}")


def huella_de_partida(clave_de_la_partida: str) -> str:
    """Lo que se publica antes de jugarla."""
    return _huella(clave_de_la_partida)


def huellas_de(clave: str, partidas: int) -> tuple[str, ...]:
    """La lista que se publica al abrir el registro: una por partida prevista."""
    return tuple(huella_de_partida(clave_de_partida(clave, n)) for n in range(1, partidas + 1))


def texto_limpio(texto: str) -> str:
    """Como se usa lo dictado: sin espacios de más y hasta sesenta letras."""
    return " ".join(texto.split())[:LARGO_DEL_TEXTO].rstrip()


def nonces_de(texto: str) -> tuple[str, ...]:
    """El texto dictado entra como único nonce."""
    return (texto, *[""] * (AMIGOS.asientos - 1))


def claves_de_mano(clave_de_la_partida: str, mano: int) -> tuple[tuple[str, ...], str]:
    """Las 28 claves de una mano, en el orden de las fichas, y su semilla."""
    de = f"{clave_de_la_partida}:mano:{mano}"
    return tuple([_clave(f"{de}:ficha:{f}") for f in range(len(FICHAS))]), _huella(f"{de}:semilla")


def mano_comun(clave_de_la_partida: str, texto: str, mano: int) -> ManoComun:
    """La mano k (desde 1): su sorteo, lo de cada asiento y quién sale. Levanta `texto_sin_utf8`."""
    claves, semilla = claves_de_mano(clave_de_la_partida, mano)
    nonces = nonces_de(texto)
    sorteo = Sorteo(compromiso_de(claves, semilla), claves, semilla, nonces)
    _, primera = claves_de_mano(clave_de_la_partida, 1)
    salidor = (salidor_de(primera, nonces) + mano - 1) % AMIGOS.asientos
    return ManoComun(sorteo, repartir(claves, nonces), salidor)


def acta_de_repartos(torneo: str, partida: int, clave_de_la_partida: str, texto: str, manos: int) -> dict[str, Any]:
    """Lo que se revela al cerrarse la última mesa, para que cualquiera lo compruebe."""
    comunes = [mano_comun(clave_de_la_partida, texto, k) for k in range(1, manos + 1)]
    return {
        "formato": FORMATO_REPARTOS,
        "version": VERSION_REPARTOS,
        "torneo": torneo,
        "partida": partida,
        "compromiso": huella_de_partida(clave_de_la_partida),
        "clave": clave_de_la_partida,
        "texto": texto,
        "manos": [{"salidor": una.salidor, "reparto": fichas_escritas(una.reparto)} for una in comunes],
    }


def fichas_escritas(reparto: Sequence[Sequence[int]]) -> list[list[str]]:
    """Por asiento, sus fichas como se escriben, de menor a mayor."""
    return [[TEXTOS[ficha] for ficha in sorted(suyas)] for suyas in reparto]


def verificar_repartos(datos: Any) -> dict[str, Any]:
    """El informe de `verificar-repartos`: que la clave es la comprometida y cada mano sale de ella y del texto.

    Levanta los de formato y tipos, `compromiso_no_cuadra`, `ficha_desconocida`, `reparto_no_cuadra` y
    `salidor_no_cuadra`, con `mano` desde 0.
    """
    acta = lectura.objeto(datos, "acta")
    lectura.cabecera(acta, FORMATO_REPARTOS, VERSION_REPARTOS)
    clave, texto = lectura.texto(acta, "clave"), lectura.texto(acta, "texto")
    try:
        cuadra = huella_de_partida(clave) == lectura.texto(acta, "compromiso")
        nonces_de(texto)[0].encode()
    except UnicodeEncodeError:
        raise ErrorDeRegla("texto_sin_utf8", campo="clave o texto") from None
    if not cuadra:
        raise ErrorDeRegla("compromiso_no_cuadra")
    manos = lectura.lista(acta, "manos")
    for k, una in enumerate(manos):
        with situar(mano=k):
            _verificar(mano_comun(clave, texto, k + 1), lectura.objeto(una, "mano"))
    return {"partida": lectura.entero(acta, "partida"), "compromiso": acta["compromiso"], "manos": len(manos)}


def _verificar(debida: ManoComun, una: Any) -> None:
    asientos = lectura.lista(una, "reparto")
    reparto = [[ficha_de(ficha) for ficha in lectura.lista({"reparto": suyas}, "reparto")] for suyas in asientos]
    verificar_sorteo(debida.sorteo, reparto)
    salidor = lectura.entero(una, "salidor")
    if salidor != debida.salidor:
        raise ErrorDeRegla("salidor_no_cuadra", salidor=salidor, debido=debida.salidor)


def _clave(de: str) -> str:
    """Dieciséis octetos de su huella, escritos como UUID v4: la versión y la variante van en su lugar."""
    octetos = bytearray(sha256(de.encode()).digest()[:16])
    octetos[6], octetos[8] = octetos[6] & 0x0F | 0x40, octetos[8] & 0x3F | 0x80
    hexa = octetos.hex()
    return "-".join((hexa[:8], hexa[8:12], hexa[12:16], hexa[16:20], hexa[20:]))


def _huella(texto: str) -> str:
    return sha256(texto.encode()).hexdigest()
