"""«¿Por qué me tocó esta mesa?», en una o dos frases llanas (TO15; decisión 024).

Sólo texto: lee de la hoja de emparejamiento el motivo que `reglas/suizo/separar` sacó del objetivo. Quien pregunta se
lee de tú; en la hoja de todos, cada quien por su nombre.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from recreo.hoja.textos import en_lista

PARTIDAS_DICHAS = 3
Mesa = Mapping[str, Any]
"""Una mesa de la hoja."""


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

    def ya(self, pares: Sequence[Sequence[str]], *, juntos: bool) -> str:
        """« (partida 2)»: cuándo coincidieron; nada si no se sabe."""
        llaves = [(min(uno, otro), max(uno, otro), juntos) for uno, otro in (map(int, par) for par in pares)]
        partidas = sorted({n for llave in llaves for n in self.cuando.get(llave, ())})[-PARTIDAS_DICHAS:]
        dichas = en_lista(_("partida %(n)s") % {"n": n} for n in partidas)
        return f" ({dichas})" if dichas else ""

    def otra_vez(self, par: Sequence[str]) -> str:
        """Por qué no se vale que se enfrenten: nunca, ya van dos o fue hace poco."""
        uno, otro = sorted(map(int, par))
        if self.nunca:
            return _("se volvían a enfrentar %(quienes)s")
        if len(self.cuando.get((uno, otro, False), ())) > 1:
            return _("se enfrentaban por tercera vez %(quienes)s")
        return _("se volvían a enfrentar antes de tres partidas %(quienes)s")

    def llevan(self, cuanto: int) -> str:
        """«7 puntos» o, a juegos ganados, «7 partidas ganadas»."""
        if self.en_puntos:
            return ngettext("%(n)s punto", "%(n)s puntos", cuanto) % {"n": cuanto}
        return ngettext("%(n)s partida ganada", "%(n)s partidas ganadas", cuanto) % {"n": cuanto}


def frases_de(
    mesa: Mesa, asientos: Sequence[int], partida: int, voz: Voz, llevan: Mapping[str, int]
) -> tuple[str, ...]:
    """A quien lee: con quién y contra quién, y por qué."""
    assert voz.tu is not None
    lugar = list(asientos).index(voz.tu)
    con, contra = asientos[(lugar + 2) % 4], sorted((asientos[lugar - 1], asientos[(lugar + 1) % 4]))
    datos = {"con": voz.nombre(con), "contra": en_lista(voz.nombre(uno) for uno in contra)}
    comun = comun_de(mesa, partida, voz)
    juegas = _("Juegas con %(con)s contra %(contra)s") % datos
    seguido = f"{juegas}: {comun[0].lower()}{comun[1:]}" if comun else f"{juegas}."
    return tuple(filter(None, (seguido, " ".join(pareja_de(mesa, voz)), motivo_de(mesa, voz.tu, voz, llevan))))


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


def motivo_de(mesa: Mesa, numero: int, voz: Voz, llevan: Mapping[str, int] | None = None) -> str:
    """Lo que más pesó para esa persona; vacío si ya lo dice lo común. `llevan`: lo de toda la hoja (`llevaban`)."""
    suyo = next((uno for uno in mesa.get("porque", ()) if int(uno["sujeto"]) == numero), None)
    if suyo is None or suyo["clase"] not in _DICHOS:
        return ""
    # de una hoja anterior a decir los cambios, sólo lo que no los pide
    if "cambio" not in suyo and suyo["clase"] not in ("paga", "cercanos"):
        return ""
    return _mayuscula(_DICHOS[suyo["clase"]](suyo, voz, llevan or {}))


def llevaban(hoja: Mapping[str, Any]) -> dict[str, int]:
    """Lo que llevaba cada quien al emparejar, de toda la hoja."""
    return {s["sujeto"]: s["principal"] for m in hoja["mesas"] for s in m["sujetos"] if "principal" in s}


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


def pareja_de(mesa: Mesa, voz: Voz) -> tuple[str, ...]:
    """Por qué esas dos parejas y no las otras dos maneras de hacerlas con los mismos cuatro, frase por frase (D728)."""
    maneras = mesa.get("maneras", ())
    if not maneras:
        return ()
    ajena = replace(voz, tu=None)  # habla de los cuatro: también quien lee va por su nombre
    llevan = {s["sujeto"]: s["principal"] for s in mesa["sujetos"] if "principal" in s}
    a, c, b, d = maneras[0]["asientos"]  # de la elegida, abcd, las otras son acbd y abdc
    datos = {"unos": ajena.nombres([a, c]), "otros": ajena.nombres([b, d]), "suman": _suman((a, b, c, d), llevan)}
    son = _("De las tres maneras de hacer parejas aquí, se escogió %(unos)s contra %(otros)s%(suman)s.") % datos
    return (son, *(f"{_otra_manera(una, llevan, ajena)}." for una in maneras))


def _otra_manera(una: Mapping[str, Any], llevan: Mapping[str, int], voz: Voz) -> str:
    """«Con Ana y Beto de pareja, …»."""
    con = _("Con %(unos)s de pareja") % {"unos": voz.nombres(una["asientos"][::2])}
    if una["nivel"] == "sorteo":
        return _("%(con)s daba lo mismo: lo decidió el sorteo") % {"con": con}
    if una["nivel"] == "equilibrio":
        suman = _suman(una["asientos"], llevan)
        return _("%(con)s sumaban menos parecido%(suman)s") % {"con": con, "suman": suman}
    return f"{con}, {_peor(una, voz)}"


def _suman(asientos: Sequence[str], llevan: Mapping[str, int]) -> str:
    """« (6 contra 4)»: lo que suma cada pareja; de alguien de la casa no se dice."""
    if not all(uno in llevan for uno in asientos):
        return ""
    a, b, c, d = (llevan[uno] for uno in asientos)
    return _(" (suman\N{NO-BREAK SPACE}%(unos)s\N{NO-BREAK SPACE}y\N{NO-BREAK SPACE}%(otros)s)") % {
        "unos": a + c,
        "otros": b + d,
    }


def _pagado(suyo: Mapping[str, Any], voz: Voz, llevan: Mapping[str, int]) -> str:
    """Repitió con alguien, y qué habría sido peor con otro en su lugar."""
    quienes, yo, n = voz.nombres(suyo["quienes"]), suyo["sujeto"], len(suyo["quienes"])
    datos = {"quienes": quienes, "con": voz.con(yo), "de": voz.de(yo)}
    juntos = suyo["nivel"] == "parejas"
    cuando = voz.ya([(yo, otro) for otro in suyo["quienes"]], juntos=juntos)
    if juntos:
        dicho = ngettext("%(quienes)s ya había sido pareja %(de)s", "%(quienes)s ya habían sido pareja %(de)s", n)
    elif suyo["nivel"] == "prohibidos":
        dicho, cuando = _("%(quienes)s no debía coincidir %(con)s, pero no se halló otro acomodo"), ""
    elif suyo["nivel"] == "evitar":
        dicho, cuando = _("Se quería evitar enfrentar a %(quienes)s %(con)s"), ""
    else:
        dicho = ngettext("%(quienes)s ya se había enfrentado %(con)s", "%(quienes)s ya se habían enfrentado %(con)s", n)
    frase = f"{dicho % datos}{cuando}."
    return f"{frase} {_se_acepta(suyo, voz, llevan)}" if suyo.get("cambio") else frase


def _se_acepta(suyo: Mapping[str, Any], voz: Voz, llevan: Mapping[str, int]) -> str:
    cambio = suyo["cambio"]
    datos = {"entra": voz.nombre(cambio["entra"]), "sale": voz.nombre(cambio["sale"])}
    if cambio["nivel"] == "sorteo":
        return _("Con %(entra)s en lugar de %(sale)s daba lo mismo: entre maneras iguales decide el sorteo.") % datos
    datos["peor"] = _peor(cambio, voz, llevan)
    if suyo["nivel"] == "repetidos":
        return _("Se acepta una segunda vez: si %(sale)s cambiaba de mesa con %(entra)s, %(peor)s.") % datos
    return _("Se aceptó porque, si %(sale)s cambiaba de mesa con %(entra)s, %(peor)s.") % datos


def _de_cerca(suyo: Mapping[str, Any], voz: Voz, llevan: Mapping[str, int]) -> str:
    """Quién iba más cerca que quien le tocó, o igual, y qué empeoraba si viniera en su lugar (D729)."""
    cambio = suyo["cambio"]
    datos = {"entra": voz.nombre(cambio["entra"]), "sale": voz.nombre(cambio["sale"])}
    datos |= {"cerca": voz.cerca_de(suyo["sujeto"]), "peor": _peor(cambio, voz, llevan)}
    if suyo["clase"] == "cerca":
        iba = _("%(entra)s iba más cerca %(cerca)s que %(sale)s")
    else:
        iba = _("%(entra)s iba igual de cerca %(cerca)s que %(sale)s")
    return _("%(iba)s; pero, si cambiaban de mesa entre sí, %(peor)s.") % {"iba": iba % datos, "peor": datos["peor"]}


def _peor(peor: Mapping[str, Any], voz: Voz, llevan: Mapping[str, int] | None = None) -> str:
    """El primer nivel del objetivo que empeora, con quiénes y cuándo o con los puntos de cada mesa."""
    nivel, pares = peor["nivel"], peor.get("pares", [])
    if nivel == "dispersion":
        return _dispareja(peor, voz, llevan or {})
    if nivel == "equilibrio":
        return _("las parejas de cada mesa sumaban menos parecido")
    quienes = voz.nombres(pares[0]) if pares else ""
    juntos = nivel == "parejas"
    dicho = {
        "prohibidos": _("%(quienes)s, que no deben coincidir, quedaban en la misma mesa"),
        "parejas": _("%(quienes)s repetían pareja"),
        "evitar": _("se enfrentaban %(quienes)s, lo que se quiere evitar"),
        "contrarios": voz.otra_vez(pares[0]) if pares else "",
        "repetidos": _("se enfrentaban por segunda vez %(quienes)s"),
    }[nivel] % {"quienes": quienes}
    cuando = "" if nivel in ("prohibidos", "evitar") else voz.ya(pares[:1], juntos=juntos)
    de_mas = _(", y eso pasaba %(a)s veces en vez de %(de)s") % peor if peor["de"] else ""
    return f"{dicho}{cuando}{de_mas}"


def _dispareja(cambio: Mapping[str, Any], voz: Voz, llevan: Mapping[str, int]) -> str:
    """«quedaban menos parecidos: 5, 5, 3, 1 en una y 4, 4, 2, 2 en otra, en vez de …»."""
    serian = cambio["serian"]
    puntos = _("los puntos de cada mesa quedaban menos parecidos")
    que = puntos if voz.en_puntos else _("las ganadas de cada mesa quedaban menos parecidas")
    if not all(uno in llevan for mesa in serian for uno in mesa):
        return que
    vuelve = {cambio["entra"]: cambio["sale"], cambio["sale"]: cambio["entra"]}
    son = [[vuelve.get(uno, uno) for uno in mesa] for mesa in serian]
    datos = {"que": que, "serian": _puntos(serian, llevan), "son": _puntos(son, llevan)}
    return _("%(que)s: %(serian)s, en vez de %(son)s") % datos


def _puntos(mesas: Sequence[Sequence[str]], llevan: Mapping[str, int]) -> str:
    """«6-4-4-4 y 5-5-4-4»: lo que llevan los cuatro de cada mesa; sin partir el renglón."""
    return en_lista(
        "\N{NON-BREAKING HYPHEN}".join(map(str, sorted(map(llevan.__getitem__, m), reverse=True))) for m in mesas
    )


def _cercanos(suyo: Mapping[str, Any], voz: Voz, _llevan: Mapping[str, int]) -> str:
    return _("Nadie más iba tan cerca %(de)s.") % {"de": voz.cerca_de(suyo["sujeto"])}


def _sorteado(suyo: Mapping[str, Any], voz: Voz, _llevan: Mapping[str, int]) -> str:
    datos = {"entra": voz.nombre(suyo["cambio"]["entra"]), "sale": voz.nombre(suyo["cambio"]["sale"])}
    return _("Con %(entra)s en lugar de %(sale)s daba lo mismo: entre maneras iguales decide el sorteo.") % datos


_DICHOS: Mapping[str, Callable[[Mapping[str, Any], Voz, Mapping[str, int]], str]] = {
    "paga": _pagado,
    "cerca": _de_cerca,
    "igual": _de_cerca,
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
