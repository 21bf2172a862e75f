"""«¿Por qué me tocó esta mesa?», en una o dos frases llanas (TO15; decisión 024).

Sólo texto: lee de la hoja de emparejamiento el motivo que `reglas/suizo/separar` sacó del objetivo. Quien pregunta se
lee de tú; en la hoja de todos, cada quien por su nombre.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from recreo.hoja.textos import en_lista

Mesa = Mapping[str, Any]
"""Una mesa de la hoja."""


@dataclass(frozen=True, slots=True)
class Voz:
    """Cómo se nombra a cada quien, en qué se cuenta lo que llevan y a quién se le habla, si a alguien."""

    nombre_de: Callable[[int], str]
    en_puntos: bool
    tu: int | None = None

    def nombre(self, uno: str | int) -> str:
        """Su nombre; «tú» si es quien lee."""
        return _("tú") if int(uno) == self.tu else self.nombre_de(int(uno))

    def nombres(self, unos: Sequence[str]) -> str:
        """«tú y Ana»: quien lee va primero."""
        return en_lista(self.nombre(uno) for uno in sorted(unos, key=lambda uno: int(uno) != self.tu))

    def con(self, uno: str) -> str:
        """«contigo» o «con Ana»."""
        return _("contigo") if int(uno) == self.tu else _("con %(nombre)s") % {"nombre": self.nombre(uno)}

    def de(self, uno: str) -> str:
        """«tuya» o «de Ana»: de quién es una pareja."""
        return _("tuya") if int(uno) == self.tu else _("de %(nombre)s") % {"nombre": self.nombre(uno)}

    def cerca_de(self, uno: str) -> str:
        """«de ti en puntos» o «de Ana en puntos»."""
        datos = {"nombre": self.nombre(uno), "en": _("en puntos") if self.en_puntos else _("en ganadas")}
        return (_("de ti %(en)s") if int(uno) == self.tu else _("de %(nombre)s %(en)s")) % datos

    def llevan(self, cuanto: int) -> str:
        """«7 puntos» o, a juegos ganados, «7 partidas ganadas»."""
        if self.en_puntos:
            return ngettext("%(n)s punto", "%(n)s puntos", cuanto) % {"n": cuanto}
        return ngettext("%(n)s partida ganada", "%(n)s partidas ganadas", cuanto) % {"n": cuanto}


def frases_de(mesa: Mesa, asientos: Sequence[int], partida: int, voz: Voz) -> tuple[str, ...]:
    """A quien lee: con quién y contra quién, y por qué."""
    assert voz.tu is not None
    lugar = list(asientos).index(voz.tu)
    con, contra = asientos[(lugar + 2) % 4], sorted((asientos[lugar - 1], asientos[(lugar + 1) % 4]))
    datos = {"con": voz.nombre(con), "contra": en_lista(voz.nombre(uno) for uno in contra)}
    comun, motivo = comun_de(mesa, partida, voz), motivo_de(mesa, voz.tu, voz)
    juegas = _("Juegas con %(con)s contra %(contra)s") % datos
    seguido = f"{juegas}: {comun[0].lower()}{comun[1:]}" if comun else f"{juegas}."
    return (seguido, motivo) if motivo else (seguido,)


def comun_de(mesa: Mesa, partida: int, voz: Voz) -> str:
    """Lo que vale para los cuatro: cuánto llevaban, si fue el sorteo, si la puso quien organiza."""
    de_la_casa = [s["sujeto"] for s in mesa["sujetos"] if "principal" not in s]
    frases = [_("Esta mesa la puso a mano quien organiza.")]
    if not mesa.get("forzada"):
        frases = [_cuanto_llevaban(mesa, partida, voz)]
    if de_la_casa:
        dicho = _("%(quien)s viene de la casa a completar la mesa y que nadie se quede sin jugar.")
        plural = _("%(quien)s vienen de la casa a completar la mesa y que nadie se quede sin jugar.")
        frases.append((dicho if len(de_la_casa) == 1 else plural) % {"quien": _mayuscula(_terceros(de_la_casa, voz))})
    for uno in mesa.get("fija", ()):
        frases.append(
            _("En la mesa %(n)s, porque %(quien)s no puede moverse de ella.")
            % {"n": mesa["mesa"], "quien": _terceros([uno], voz)}
        )
    return " ".join(frases)


def _terceros(unos: Sequence[str], voz: Voz) -> str:
    """Por su nombre aunque sea quien lee: la frase va en tercera persona."""
    return en_lista(voz.nombre_de(int(uno)) for uno in unos)


def _cuanto_llevaban(mesa: Mesa, partida: int, voz: Voz) -> str:
    if partida == 1:
        movidos = [uno for uno in mesa.get("porque", ()) if uno["clase"] == "movido"]
        return _movida(movidos, voz) if movidos else _("Todos empezaban de cero: lo decidió el sorteo.")
    llevaban = [s["principal"] for s in mesa["sujetos"] if "principal" in s]
    if not llevaban:
        return _("Ninguno de los cuatro clasifica.")
    if min(llevaban) == max(llevaban):
        return _("En la mesa todos llevaban lo mismo: %(cuanto)s.") % {"cuanto": voz.llevan(llevaban[0])}
    return _("En la mesa llevaban de %(menos)s a %(mas)s.") % {"menos": min(llevaban), "mas": voz.llevan(max(llevaban))}


def _movida(movidos: Sequence[Mapping[str, Any]], voz: Voz) -> str:
    pares = [par for uno in movidos for par in uno.get("pares", ())]
    if not pares:
        que = _("para separar a quienes no deben ir juntos")
    elif movidos[0]["nivel"] == "evitar":
        que = _("para no enfrentar a %(quienes)s") % {"quienes": _terceros(pares[0], voz)}
    else:
        que = _("para separar a %(quienes)s") % {"quienes": _terceros(pares[0], voz)}
    return _("Todos empezaban de cero: el sorteo se movió lo menos posible %(que)s.") % {"que": que}


def motivo_de(mesa: Mesa, numero: int, voz: Voz) -> str:
    """Lo que más pesó para esa persona; vacío si ya lo dice lo común de la mesa."""
    suyo = next((uno for uno in mesa.get("porque", ()) if int(uno["sujeto"]) == numero), None)
    if suyo is None or suyo["clase"] not in _DICHOS:
        return ""
    return _mayuscula(_DICHOS[suyo["clase"]](mesa, suyo, voz))


def motivo_de_conjuntos(mesa: Mesa, partida: int, voz: Voz) -> str:
    """En Parejas y Equipos, por qué esos dos (TO9): lo que no se pudo evitar o lo que empeoraba al cambiar de rival."""
    if mesa.get("forzada"):
        return ""
    if "sigue" in mesa:
        return _("Sigue su encuentro, que dura tres partidas; sólo cambia con quién juega cada quien.")
    pagados = {uno["nivel"] for uno in mesa.get("paga", ())}
    dicho = next((dicho for nivel, dicho in _PAGADOS.items() if nivel in pagados), None)
    if dicho is not None:
        return str(dicho)
    otra = mesa.get("alternativa")
    # en la primera manda el sorteo: sólo se dice si lo movió quien no debía enfrentarse
    if otra is None or (partida == 1 and otra["nivel"] not in ("prohibidos", "evitar")):
        return ""
    peor = _PEORES.get(otra["nivel"], _PEORES["igual"])
    return _("Cambiando de rival con %(con)s, %(peor)s.") % {"con": _terceros(otra["con"], voz), "peor": peor}


_PAGADOS = {
    "prohibidos": gettext_lazy("No debían enfrentarse, pero no se halló otro acomodo."),
    "contrarios": gettext_lazy("Ya se habían enfrentado: no había modo de que todos tuvieran rival nuevo."),
    "evitar": gettext_lazy("Se quería evitar que se enfrentaran, pero lo demás era peor."),
}
_PEORES = {
    "igual": gettext_lazy("todo quedaba igual"),
    "prohibidos": gettext_lazy("se enfrentaban quienes no deben"),
    "contrarios": gettext_lazy("se repetía un encuentro"),
    "evitar": gettext_lazy("se enfrentaban quienes se quiere evitar"),
    "diferencia": gettext_lazy("los encuentros quedaban más disparejos"),
    "flotantes": gettext_lazy("a alguien le tocaba otra vez un rival que va más arriba, o más abajo"),
    "corte": gettext_lazy("entre los que llevan lo mismo ya no jugaba la mitad de arriba contra la de abajo"),
    "desvio": gettext_lazy("entre los que llevan lo mismo ya no jugaba el primero de cada mitad con el primero"),
}


def _pagado(_mesa: Mesa, suyo: Mapping[str, Any], voz: Voz) -> str:
    """Repitió con alguien, y qué habría sido peor."""
    quienes, yo, n = voz.nombres(suyo["quienes"]), suyo["sujeto"], len(suyo["quienes"])
    datos = {"quienes": quienes, "con": voz.con(yo), "de": voz.de(yo)}
    if suyo["nivel"] == "parejas":
        ya = ngettext("%(quienes)s ya había sido pareja %(de)s", "%(quienes)s ya habían sido pareja %(de)s", n) % datos
        return _("%(ya)s: ya no había modo de que todas las parejas fueran nuevas.") % {"ya": ya}
    if suyo["nivel"] == "prohibidos":
        return _("%(quienes)s no debía coincidir %(con)s, pero no se halló otro acomodo.") % datos
    if suyo["nivel"] == "evitar":
        evitado = ngettext("que %(quienes)s se enfrentara %(con)s", "que %(quienes)s se enfrentaran %(con)s", n) % datos
        return _("Se quería evitar %(que)s, pero lo demás era peor.") % {"que": evitado}
    ya = (
        ngettext("%(quienes)s ya se había enfrentado %(con)s", "%(quienes)s ya se habían enfrentado %(con)s", n) % datos
    )
    if suyo["nivel"] == "contrarios":
        return _("%(ya)s: evitarlo obligaba a algo peor, como repetir una pareja.") % {"ya": ya}
    return _("%(ya)s: se acepta una segunda vez para que en la mesa lleven casi lo mismo.") % {"ya": ya}


def _de_cerca(_mesa: Mesa, suyo: Mapping[str, Any], voz: Voz) -> str:
    """Quiénes iban más cerca, o igual, y qué empeoraba al traerlos."""
    n = len(suyo["quienes"])
    datos = {"quienes": voz.nombres(suyo["quienes"]), "cerca": voz.cerca_de(suyo["sujeto"])}
    if suyo["clase"] == "cerca":
        iban = ngettext("%(quienes)s iba más cerca %(cerca)s", "%(quienes)s iban más cerca %(cerca)s", n)
    else:
        iban = ngettext("%(quienes)s iba igual de cerca %(cerca)s", "%(quienes)s iban igual de cerca %(cerca)s", n)
    return _("%(iban)s, pero %(pero)s.") % {"iban": iban % datos, "pero": _pero(suyo, voz)}


def _pero(suyo: Mapping[str, Any], voz: Voz) -> str:
    nivel, n, pares = suyo["nivel"], len(suyo["quienes"]), suyo.get("pares", [])
    con = {uno for par in pares for uno in par} - set(suyo["quienes"])
    if len(con) == 1:
        (uno,) = con
        datos = {"con": voz.con(uno), "de": voz.de(uno)}
        return {
            "prohibidos": ngettext("no se sienta %(con)s", "no se sientan %(con)s", n),
            "parejas": ngettext("ya había sido pareja %(de)s", "ya habían sido pareja %(de)s", n),
            "evitar": ngettext("se evita que se enfrente %(con)s", "se evita que se enfrenten %(con)s", n),
        }.get(nivel, ngettext("ya se había enfrentado %(con)s", "ya se habían enfrentado %(con)s", n)) % datos
    lugar = ngettext("para hacerle lugar", "para hacerles lugar", n)
    quienes = voz.nombres(pares[0]) if pares else ""
    peor = {
        "prohibidos": _("quedaban en la misma mesa %(quienes)s, que no deben"),
        "parejas": _("se repetía la pareja de %(quienes)s"),
        "evitar": _("se enfrentaban %(quienes)s, que se quiere evitar"),
        "dispersion": _("las mesas quedaban más disparejas"),
        "equilibrio": _("las parejas quedaban más disparejas"),
    }.get(nivel, _("se volvían a enfrentar %(quienes)s"))
    return f"{lugar} {peor % {'quienes': quienes}}"


def _en_la_mesa(mesa: Mesa, suyo: Mapping[str, Any], voz: Voz) -> str:
    """Por qué de los cuatro su pareja es ésa."""
    if suyo["nivel"] == "parejas":
        n = len(suyo["quienes"])
        datos = {"quienes": voz.nombres(suyo["quienes"]), "de": voz.de(suyo["sujeto"])}
        ya = ngettext("%(quienes)s ya había sido pareja %(de)s", "%(quienes)s ya habían sido pareja %(de)s", n)
        return _("%(ya)s: por eso hoy van en contra.") % {"ya": ya % datos}
    llevan = [s.get("principal") for s in mesa["sujetos"]]
    if None in llevan:
        return ""
    sumas = llevan[0] + llevan[2], llevan[1] + llevan[3]
    if sumas[0] == sumas[1]:
        return _("Así las dos parejas suman lo mismo.")
    return _("Así las dos parejas suman casi lo mismo: %(mas)s y %(menos)s.") % {"mas": max(sumas), "menos": min(sumas)}


def _cercanos(_mesa: Mesa, suyo: Mapping[str, Any], voz: Voz) -> str:
    return _("Nadie más iba tan cerca %(de)s.") % {"de": voz.cerca_de(suyo["sujeto"])}


def _sorteado(_mesa: Mesa, _suyo: Mapping[str, Any], _voz: Voz) -> str:
    return _("Otros también podían tocar en esta mesa: entre ellos decidió el sorteo.")


_DICHOS: Mapping[str, Callable[[Mesa, Mapping[str, Any], Voz], str]] = {
    "paga": _pagado,
    "cerca": _de_cerca,
    "igual": _de_cerca,
    "mesa": _en_la_mesa,
    "cercanos": _cercanos,
    "sorteo": _sorteado,
}


_SOBRAN = (
    "Sobraba una persona para hacer mesas de cuatro.",
    "Sobraban %(n)s personas para hacer mesas de cuatro.",
)


def por_que_descansa(cuantos: int, partida: int) -> str:
    """TO5: a quien le tocó descansar; en Parejas y Equipos, con cero: descansa uno."""
    una, varias = _SOBRAN
    nones = _("Son un número impar y alguien se queda sin rival.")
    sobran = ngettext(una, varias, cuantos) % {"n": cuantos} if cuantos else nones
    if partida == 1:
        return f"{sobran} {_('En la primera, lo decide el sorteo.')}"
    return f"{sobran} {_('Descansa quien va más abajo en la tabla entre quienes menos han descansado.')}"


def _mayuscula(frase: str) -> str:
    return frase[:1].upper() + frase[1:]
