"""Los juegos que se ofrecen, dichos a quien escoge: una frase de cada uno y de cada número de jugadores (VA1)."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from reglas.reglamento import reglamento_de_texto

Texto = Any
"""Se traduce al pintarse."""


class Opcion(NamedTuple):
    """Un juego, de cuántos y cómo; `valor`, como lo escribe `reglas.reglamento`."""

    valor: str
    letrero: Texto
    """Corto: en un teléfono de 360 px la lista cerrada enseña unas 26 letras. La meta la dice la frase."""
    frase: Texto


class Juego(NamedTuple):
    """Un juego y las maneras de jugarlo; `ayuda` es el nombre de la página que lo explica."""

    nombre: Texto
    ayuda: str
    frase: Texto
    opciones: tuple[Opcion, ...]


JUEGOS = (
    Juego(
        _("Amigos, el de siempre"),
        "publico:reglamento",
        _("El de la casa: cuatro, por parejas, siete fichas y se pasa si no se tiene."),
        (
            Opcion(
                "amigos",
                _("El de siempre, por parejas"),
                _("Tú y tu pareja contra dos. Se suma lo que les quedó a los que pierden. En la práctica, a 100."),
            ),
        ),
    ),
    Juego(
        _("Federación"),
        "publico:ayuda_federacion",
        _("El internacional: a 300; tocan a lo más tres mulas; si sólo tienes una jugada, en 3 segundos se tira sola."),
        (
            Opcion(
                "federacion",
                _("Federación, por parejas"),
                _("Tú y tu pareja contra dos. Quien gana la mano suma todo lo que quedó en las cuatro. A 300."),
            ),
            Opcion(
                "federacion-2-0-7",
                _("Federación de 2, 7 fichas"),
                _("Mano a mano. Quien no tiene roba del pozo, de una en una, hasta que le quepa. A 300."),
            ),
            Opcion(
                "federacion-3-0-7",
                _("Federación de 3, 7 fichas"),
                _("Tres, cada quien por su cuenta, con siete fichas en el pozo. A 300."),
            ),
            Opcion(
                "federacion-2-0-9",
                _("Federación de 2, 9 fichas"),
                _("Mano a mano con nueve fichas y diez en el pozo. A 300."),
            ),
            Opcion(
                "federacion-3-0-9",
                _("Federación de 3, 9 fichas"),
                _("Tres con nueve fichas, sin pozo y sin la mula de blancas: se reparten todas. A 300."),
            ),
        ),
    ),
    Juego(
        _("Música y matemáticas"),
        "publico:ayuda_musica",
        _("El didáctico: a 100, se roba una del pozo, y las caras pueden ser figuras que hay que sumar."),
        (
            Opcion(
                "musica",
                _("Música de 4, cada quien"),
                _("Cuatro, cada quien por su cuenta. Quien domina suma lo que les quedó a los otros tres. A 100."),
            ),
            Opcion(
                "musica-4-1-7",
                _("Música, por parejas"),
                _("Tú y tu pareja contra dos. Quien gana suma todo lo que quedó, también lo de su compañero. A 100."),
            ),
            Opcion(
                "musica-3-0-7",
                _("Música de 3"),
                _("Tres, cada quien por su cuenta. Quien no tiene roba una; si no cabe, pasa. A 100."),
            ),
            Opcion(
                "musica-2-0-7",
                _("Música de 2"),
                _("Mano a mano. Quien no tiene roba una; si no cabe, pasa. A 100."),
            ),
        ),
    ),
)
"""En el orden en que se ofrecen."""
SIN_DECIR = 7
"""Las fichas que recibe cada quien si no se dice."""


def como_se_dice(juego: str) -> str:
    """«Federación, 2 jugadores, 9 fichas», sin la meta; del juego de siempre, nada: es el que se entiende."""
    reglamento = reglamento_de_texto(juego)
    if reglamento.oficial:
        return ""
    partes = [str(nombre_de(reglamento.nombre))]
    partes.append(_t("por parejas") if reglamento.por_parejas else _t("%(n)s jugadores") % {"n": reglamento.asientos})
    if reglamento.por_mano != SIN_DECIR:
        partes.append(_t("%(n)s fichas") % {"n": reglamento.por_mano})
    return ", ".join(partes)


def ayuda_de(nombre: str) -> str:
    """La página que explica ese juego."""
    return _juego(nombre).ayuda


def nombre_de(nombre: str) -> Texto:
    """Cómo se le dice a ese juego."""
    return _juego(nombre).nombre


def _juego(nombre: str) -> Juego:
    return next(juego for juego in JUEGOS if any(opcion.valor.partition("-")[0] == nombre for opcion in juego.opciones))
