"""Las contraseñas que cualquiera probaría primero no se admiten (SU1): la lista de Django y la nuestra, en español.

La de Django se compara tal cual; casi nadie pone la palabra sola, sino «Guadalupe2026» o «México!»: se compara también
sin acentos, sin disfraces y sin las cifras y los signos que se le pegan. Todo aquí: nada sale a preguntar a nadie.
"""

import re
import unicodedata
from functools import cached_property
from pathlib import Path
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

DE_LA_CASA = Path(__file__).parent / "datos" / "claves_comunes.txt"
DISFRACES = str.maketrans("013457@$!", "oieastasi")
AL_PRINCIPIO, AL_FINAL = re.compile(r"^[\W\d_]+"), re.compile(r"[\W\d_]+$")
MAS_PEGADO = 12
"""Letras que se miran al final: con más cifras al azar ya no es fácil de adivinar."""
LARGA = 64
"""Más larga que cualquiera de las listas, con lo que se le pegue: ni se mira."""
POCAS_LETRAS = 4
"""Con menos, lo pegado pesa más que la palabra: «ana» y seis cifras al azar no son una palabra común."""


class ClavesComunes(CommonPasswordValidator):
    """Va en `AUTH_PASSWORD_VALIDATORS`, en lugar de la de Django."""

    @cached_property
    def de_la_casa(self) -> set[str]:
        """Las nuestras, leídas la primera vez que alguien pone una contraseña."""
        return {x for x in DE_LA_CASA.read_text(encoding="utf-8").split("\n") if x and not x.startswith("#")}

    def validate(self, password: str, user: Any = None) -> None:
        """Error `password_too_common` si es de las comunes, o una de ellas con algo pegado."""
        if len(password) > LARGA:
            return
        if any(len(x) >= POCAS_LETRAS and (x in self.passwords or x in self.de_la_casa) for x in formas(password)):
            raise ValidationError(self.get_error_message(), code="password_too_common")

    def get_error_message(self) -> str:
        """Qué pasó y qué hacer."""
        return _("Esa es de las primeras que cualquiera probaría. Usa dos o tres palabras que no vayan juntas.")

    def get_help_text(self) -> str:
        """Lo que se dice junto a las demás reglas."""
        return _("No puede ser una palabra común, ni con cifras al final.")


def formas(clave: str) -> set[str]:
    """Como está escrita, y sin lo que se le pegó: acentos, cifras y signos a los lados, disfraces y repetirla.

    De lo pegado al final se quita desde nada hasta todo: en «d0m1n02026» el primer cero es una letra disfrazada.
    """
    tal_cual = clave.lower().strip()
    sin_acentos = unicodedata.normalize("NFKD", tal_cual)
    llana = "".join(letra for letra in sin_acentos if not unicodedata.combining(letra))
    final = AL_FINAL.search(llana)
    pegadas = min(len(final[0]) if final else 0, MAS_PEGADO)
    cortadas = {llana[: len(llana) - n] for n in range(pegadas + 1)}
    cortadas |= {AL_PRINCIPIO.sub("", x) for x in cortadas}
    halladas = {tal_cual} | cortadas | {x.translate(DISFRACES) for x in cortadas}
    return halladas | {x[: len(x) // 2] for x in halladas if x[: len(x) // 2] * 2 == x}
