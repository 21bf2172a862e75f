"""Cómo se nombra a cada quien en un motivo, de tú o por su nombre, y lo que se lee de la hoja para decirlo (TO15)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from recreo.hoja.textos import en_lista

PARTIDAS_DICHAS = 3
MARCA = "\N{INFORMATION SEPARATOR ONE}"
"""Tras «partida n» va, entre marcas, a quién se busca en ella; `con_partidas` lo vuelve un enlace (D777)."""
A_MANO = -1
ORDINALES = {
    2: gettext_lazy("segunda"),
    3: gettext_lazy("tercera"),
    4: gettext_lazy("cuarta"),
    5: gettext_lazy("quinta"),
}


@dataclass(frozen=True, slots=True)
class Leida:
    """Lo que un motivo toma de toda la hoja: cuánto llevaba cada quien y en qué mesa quedó."""

    llevan: Mapping[str, int]
    mesa_de: Mapping[str, int]
    sentados: Mapping[int, tuple[str, ...]]
    con_fijas: bool = False
    """¿Alguna mesa lleva su número porque alguien no puede moverse de ella?"""
    grupos: Mapping[int, int | None] = field(default_factory=dict)
    """Con cuáles se emparejó cada mesa: `A_MANO`, la puso quien organiza; None, no se sabe o sigue su encuentro."""
    partida: int = 2
    lugares: Mapping[str, int] = field(default_factory=dict)
    """El de cada quien en la tabla."""

    @classmethod
    def de(cls, hoja: Mapping[str, Any]) -> "Leida":
        """De la hoja entera; de dos mesas del mismo encuentro, la primera."""
        mesas = hoja["mesas"]
        sujetos = [(s, m["mesa"]) for m in reversed(mesas) for s in m["sujetos"]]
        return cls(
            {s["sujeto"]: s["principal"] for s, _mesa in sujetos if "principal" in s},
            {s["sujeto"]: mesa for s, mesa in sujetos},
            {m["mesa"]: tuple(s["sujeto"] for s in m["sujetos"]) for m in mesas},
            any("fija" in m for m in mesas),
            {m["mesa"]: A_MANO if m.get("forzada") else m.get("grupo") for m in mesas},
            hoja.get("partida", 2),
            {s["sujeto"]: s["lugar"] for s, _mesa in sujetos if "lugar" in s},
        )

    def de_al_lado(self, n: int) -> tuple[int | None, int | None]:
        """La de antes y la que sigue, por su número; None si no hay."""
        antes = max((m for m in self.sentados if m < n), default=None)
        return antes, min((m for m in self.sentados if m > n), default=None)

    def cambiadas(self, uno: str, otro: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Las dos mesas si esos dos se cambiaran entre sí: la de `uno` y la de `otro`, de quien más lleva a menos."""
        vuelve = {uno: otro, otro: uno}
        una, otra = (self.sentados[self.mesa_de[quien]] for quien in (uno, otro))
        return self.por_puntos(vuelve.get(q, q) for q in una), self.por_puntos(vuelve.get(q, q) for q in otra)

    def quedaria(self, uno: str, serian: Sequence[Sequence[str]]) -> int | None:
        """Qué número llevaría la mesa de `uno` si dos quedaran como en `serian`; None si no se puede saber (TO12)."""
        mueve = {quien for mesa in serian for quien in mesa}
        mesas = [*serian, *(m for m in self.sentados.values() if not mueve.intersection(m))]
        if self.con_fijas or len(mesas) != len(self.sentados) or not self.saben(mesas):
            return None
        orden = sorted(mesas, key=lambda m: (-sum(self.puntos(m)), sorted(self.lugares.get(q, 0) for q in m)))
        return next(n for n, mesa in zip(sorted(self.sentados), orden, strict=True) if uno in mesa)

    def por_puntos(self, unos: Any) -> tuple[str, ...]:
        """De quien más lleva a quien menos."""
        return tuple(sorted(unos, key=lambda uno: -self.llevan.get(uno, 0)))

    def saben(self, mesas: Sequence[Sequence[str]]) -> bool:
        """¿Se sabe lo que lleva cada quien? De alguien de la casa no se dice."""
        return all(uno in self.llevan for mesa in mesas for uno in mesa)

    def puntos(self, mesa: Sequence[str]) -> list[int]:
        """Lo de cada quien, en el mismo orden."""
        return [self.llevan[uno] for uno in mesa]


@dataclass(frozen=True, slots=True)
class Voz:
    """Cómo se nombra a cada quien, en qué se cuenta lo que llevan y a quién se le habla, si a alguien."""

    nombre_de: Callable[[int], str]
    en_puntos: bool
    tu: int | None = None
    cuando: Mapping[tuple[int, int, bool], tuple[int, ...]] = field(default_factory=dict)
    """En qué partidas coincidió cada par, y si fue de pareja (`encuentros`)."""
    nunca: bool = False
    """La regla es no repetir contrario nunca."""
    marcas: bool = False
    """¿Se lee donde «partida n» es un enlace?"""

    def nombre(self, uno: str | int) -> str:
        """Su nombre; «tú» si es quien lee."""
        return _("tú") if int(uno) == self.tu else self.nombre_de(int(uno))

    def nombres(self, unos: Sequence[str]) -> str:
        """«tú y Ana»: quien lee va primero."""
        return en_lista(self.nombre(uno) for uno in self.primero_tu(unos))

    def primero_tu(self, unos: Sequence[str]) -> list[str]:
        """En el orden dicho, pero quien lee antes."""
        return sorted(unos, key=lambda uno: int(uno) != self.tu)

    def con(self, uno: str) -> str:
        """«contigo» o «con Ana»."""
        return _("contigo") if int(uno) == self.tu else _("con %(nombre)s") % {"nombre": self.nombre(uno)}

    def juegan(self, par: Sequence[str], *, juntos: bool) -> str:
        """«juegas contra Ana» o «Ana juega de pareja con Beto»."""
        uno, otro = self.primero_tu(par)
        de_tu = (_("juegas contra %(otro)s"), _("juegas de pareja con %(otro)s"))
        de_el = (_("%(uno)s juega contra %(otro)s"), _("%(uno)s juega de pareja con %(otro)s"))
        dicho = (de_tu if int(uno) == self.tu else de_el)[juntos]
        return dicho % {"uno": self.nombre(uno), "otro": self.nombre(otro)}

    def partidas(self, par: Sequence[str], *, juntos: bool) -> tuple[int, ...]:
        """En cuáles ya coincidieron así."""
        uno, otro = sorted(map(int, par))
        return self.cuando.get((uno, otro, juntos), ())

    def ya(self, par: Sequence[str], *, juntos: bool) -> str:
        """«partida 2 y partida 4»: cuándo coincidieron; nada si no se sabe."""
        return self.en_partidas(self.partidas(par, juntos=juntos)[-PARTIDAS_DICHAS:], par[0])

    def en_partidas(self, partidas: Sequence[int], quien: str) -> str:
        """Cada una, enlazada a la mesa que tuvo en ella `quien`."""
        marca = f"{MARCA}{quien}{MARCA}" if self.marcas else ""
        return en_lista(_("partida %(n)s") % {"n": n} + marca for n in partidas)

    def otra_vez(self, par: Sequence[str], *, juntos: bool) -> str:
        """«sería la segunda vez que juegas contra Ana (la otra, en la partida 2)»."""
        van = self.partidas(par, juntos=juntos)
        datos = {"juegan": self.juegan(par, juntos=juntos), "ya": self.ya(par, juntos=juntos)}
        if not van:
            return _("se repetiría que %(juegan)s") % datos
        datos["vez"] = str(ORDINALES.get(len(van) + 1, _("otra")))
        una = _("sería la %(vez)s vez que %(juegan)s (la otra, en la %(ya)s)")
        varias = _("sería la %(vez)s vez que %(juegan)s (las otras, en la %(ya)s)")
        return (una if len(van) == 1 else varias) % datos

    def no_se_vale(self, par: Sequence[str]) -> str:
        """Por qué no se vale que se enfrenten: nunca, ya van dos o fue hace poco."""
        vez = self.otra_vez(par, juntos=False)
        if self.nunca:
            return _("%(vez)s, y aquí no se repite contrario") % {"vez": vez}
        if len(self.partidas(par, juntos=False)) > 1:
            return _("%(vez)s, y dos ya es lo más") % {"vez": vez}
        return _("%(vez)s, y antes de tres partidas no se repite") % {"vez": vez}

    def llevan(self, cuanto: int) -> str:
        """«7 puntos» o, a juegos ganados, «7 partidas ganadas»."""
        if self.en_puntos:
            return ngettext("%(n)s punto", "%(n)s puntos", cuanto) % {"n": cuanto}
        return ngettext("%(n)s partida ganada", "%(n)s partidas ganadas", cuanto) % {"n": cuanto}

    @property
    def en(self) -> str:
        """En qué se parecen las mesas."""
        return _("en puntos") if self.en_puntos else _("en ganadas")
