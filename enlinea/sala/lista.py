"""La lista de quienes están: cada renglón se pinta una vez, y a quien ya la tiene sólo le llega lo que cambió.

Mandarla entera a cada quien cada vez que alguien llega o se va crece con el cuadrado de los que están.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import count

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from enlinea.sala.consultas.estado import Persona
from enlinea.sala.mensajes import Cambio

RENGLONES = {"personas": "enlinea/sala/_persona.html", "elegibles": "enlinea/sala/_elegible.html"}
"""Las zonas que son esta lista, y cómo se pinta cada renglón."""
MINIMO = 2
"""Con menos, la zona dice además otra cosa («no hay nadie más»): va entera."""
_numeros = count(1)


@lru_cache(maxsize=16_384)
def _renglon(zona: str, persona: Persona, idioma: str) -> str:
    return render_to_string(RENGLONES[zona], {"p": persona}).strip()


def renglon(zona: str, persona: Persona) -> str:
    """Su `<li>` en esa zona."""
    return _renglon(zona, persona, get_language() or "")


def renglones(zona: str, personas: Sequence[Persona]) -> SafeString:
    """Todos, en orden. Cada uno salió de su plantilla, ya escapado."""
    return mark_safe("".join(renglon(zona, p) for p in personas))


@dataclass(frozen=True, eq=False)
class Lista:
    """La lista como se mandó en un momento; `numero` la nombra en este proceso."""

    personas: tuple[Persona, ...]
    cuando: datetime
    numero: int = field(default_factory=lambda: next(_numeros))
    _cambios: dict[tuple[int, str], Cambio | None] = field(default_factory=dict)

    def cambio_desde(self, antes: "Lista", zona: str) -> Cambio | None:
        """Lo que va de aquélla a ésta, armado una vez para todos los que tienen aquélla; None si conviene entera."""
        cual = (antes.numero, zona)
        if cual not in self._cambios:
            self._cambios[cual] = _comparar(antes, self, zona)
        return self._cambios[cual]


def _comparar(antes: Lista, ahora: Lista, zona: str) -> Cambio | None:
    if min(len(antes.personas), len(ahora.personas)) < MINIMO:
        return None
    habia = {p.id: p for p in antes.personas}
    estan = {p.id for p in ahora.personas}
    quita = [cual for cual in habia if cual not in estan]
    pon, tras = [], 0
    # van por hora de entrada y número: quien no cambió conserva su lugar entre los que no cambiaron
    for p in ahora.personas:
        if habia.get(p.id) != p:
            pon.append((p.id, tras, renglon(zona, p)))
        tras = p.id
    if 2 * (len(quita) + len(pon)) > len(ahora.personas) + MINIMO:
        return None
    return Cambio(antes.numero, ahora.numero, quita, pon)
