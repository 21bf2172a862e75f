"""El filtro de palabras del chat y de los nombres (002 §2.8, D40): la palabra entera, nunca dentro de otra.

La lista de la casa está en `datos/palabras.txt`; `FILTRO_DE_PALABRAS` la amplía, le quita o la cambia.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.utils.translation import gettext as _

DE_LA_CASA = Path(__file__).parent / "datos" / "palabras.txt"
SIN_LA_CASA = "-"
MASCARA = "***"
"""Nunca más larga que lo que tapa: lo enmascarado cabe donde cabía lo escrito."""
LARGO_MINIMO = len(MASCARA)

# con qué se disfraza cada letra
DISFRACES = {
    "a": "4@", "b": "v8", "c": "k", "e": "3", "i": "1!", "l": "1", "o": "0", "s": "5$z", "t": "7", "u": "v", "v": "bu",
    "z": "s",
}  # fmt: skip
# letras de otros alfabetos que se ven igual
GEMELAS = str.maketrans("аеорсухіјтмнкв", "aeopcyxijtmhkb")
PEGADO = r"(?:[^\w\s]|_){0,3}"
SUELTO = r"[\W_]{1,3}"
LETRA = r"[^\W\d_]"
PLURAL = "(?:e?s+)?"


class Filtro:
    """Lo compila una vez; `enmascarar` no falla con ningún texto."""

    def __init__(self, palabras: Iterable[str]) -> None:
        limpias = sorted({p for p in (_plegar(p.strip())[0] for p in palabras) if len(p.strip("*")) >= LARGO_MINIMO})
        enteras = "|".join(_entera(p) for p in limpias)
        pegadas, sueltas = ("|".join(_con(p, entre) for p in limpias) for entre in (PEGADO, SUELTO))
        borde = r"[\s.,;:!?¡¿()\"'«»…]"
        partes = (
            rf"(?<!{LETRA})(?:{enteras})(?!{LETRA})",
            # con algo entre las letras, lo de junto tiene que ser otro renglón de palabras: «com-pu-ta-do-ra» no es
            rf"(?:(?<={borde})|^)(?:{pegadas}|{sueltas})(?={borde}|$)",
        )
        self._hay = re.compile("|".join(partes)) if limpias else None

    def enmascarar(self, texto: str) -> str:
        """`texto` con `***` en lugar de cada palabra de la lista; el mismo texto si no hay ninguna."""
        if self._hay is None:
            return texto
        compuesto = unicodedata.normalize("NFC", texto)
        plegado, lugares = _plegar(compuesto)
        salida, hasta = [], 0
        for hallada in self._hay.finditer(plegado):
            desde, fin = lugares[hallada.start()], lugares[hallada.end() - 1] + 1
            salida += [compuesto[hasta:desde], MASCARA]
            hasta = fin
        return "".join([*salida, compuesto[hasta:]]) if salida else texto


def enmascarar(texto: str) -> str:
    """Con la lista del ajuste."""
    return _del_ajuste(tuple(settings.FILTRO_DE_PALABRAS)).enmascarar(texto)


def sin_groserias(nombre: str) -> None:
    """Para el nombre con que los demás ven a alguien: no se tapa, se pide otro. Levanta ValidationError."""
    if enmascarar(nombre) != nombre:
        raise ValidationError(
            _("Ese nombre lleva una palabra que aquí no se usa, y los demás lo ven. Escribe otro."), code="groseria"
        )


@lru_cache(maxsize=4)
def _del_ajuste(ajuste: tuple[str, ...]) -> Filtro:
    return Filtro(palabras_de(ajuste))


def comprobar() -> None:
    """Que el ajuste se pueda leer, al arrancar y no con el primer mensaje. Levanta ImproperlyConfigured."""
    try:
        palabras_de(settings.FILTRO_DE_PALABRAS)
    except (OSError, UnicodeError) as error:
        raise ImproperlyConfigured(f"FILTRO_DE_PALABRAS nombra un archivo que no se puede leer: {error}") from error


def palabras_de(ajuste: Sequence[str]) -> set[str]:
    """Las de la casa y lo que diga el ajuste: `palabra` la agrega, `-palabra` la quita, `-` quita todas las de la casa
    y algo con `/` o que acaba en `.txt` es un archivo con más, una por renglón. Levanta OSError si el archivo no está.
    """
    palabras = set() if SIN_LA_CASA in ajuste else _leer(DE_LA_CASA)
    for uno in (u.strip().lower() for u in ajuste):
        if uno.startswith("-"):
            palabras.discard(uno[1:])
        elif "/" not in uno and not uno.endswith(".txt"):
            palabras.add(uno)
    for archivo in ajuste:
        if "/" in archivo or archivo.strip().endswith(".txt"):
            palabras |= _leer(Path(archivo.strip()))
    return palabras


def _leer(archivo: Path) -> set[str]:
    renglones = (r.partition("#")[0].strip().lower() for r in archivo.read_text(encoding="utf-8").splitlines())
    return {r for r in renglones if r}


def _plegar(texto: str) -> tuple[str, list[int]]:
    """Sin acentos, mayúsculas ni invisibles, y de dónde salió cada letra. La eñe se queda: «coño» no es «cono»."""
    letras: list[str] = []
    lugares: list[int] = []
    for lugar, una in enumerate(texto):
        chica = una.lower()
        if chica == "ñ":
            plegada = chica
        else:
            abierta = unicodedata.normalize("NFKD", chica).lower().translate(GEMELAS)
            plegada = "".join(c for c in abierta if unicodedata.category(c) not in ("Mn", "Cf"))
        letras.append(plegada)
        lugares += [lugar] * len(plegada)
    return "".join(letras), lugares


def _letras(palabra: str) -> list[str]:
    """Una expresión por letra seguida: se repite cuanto quiera quien la escribe, pero no menos de lo que lleva."""
    return [
        f"[{re.escape(letra + DISFRACES.get(letra, ''))}]{{{len(list(veces))},}}"
        for letra, veces in groupby(palabra.rstrip("*"))
    ]


def _entera(palabra: str) -> str:
    return "".join(_letras(palabra)) + (f"{LETRA}*" if palabra.endswith("*") else PLURAL)


def _con(palabra: str, entre: str) -> str:
    final = f"(?:{entre}{LETRA}(?!{LETRA}{{2}}))*" if palabra.endswith("*") else f"(?:{entre}(?:e+{entre})?s+)?"
    return entre.join(_letras(palabra)) + final
