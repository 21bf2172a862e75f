"""Por qué a una pareja o a un equipo le tocó ese rival, en el mismo orden de palabras que a una persona (TO9, D778)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from recreo.hoja.textos import en_lista
from torneos.porque.voz import Leida, Voz

Mesa = Mapping[str, Any]
DE_ENCUENTRO = 3
"""Lo que dura uno de Equipos (TO10)."""


def motivos_de_conjuntos(
    mesa: Mesa, partida: int, voz: Voz, leida: Leida, de: str = "", quien: str = ""
) -> tuple[str, ...]:
    """Por qué no quien llevaba lo mismo, lo que no se pudo evitar, y lo que empeoraba cambiando con los de al lado.

    Con `de`, lo de ese conjunto; si llevaba lo mismo que otro y no le tocó, con eso basta. `quien`: quién de ellos
    jugó la primera del encuentro, para llevar a la mesa que tuvo y no a la primera de su equipo.
    """
    if mesa.get("forzada"):
        return ()
    if "sigue" in mesa:
        primera = partida - (partida - 1) % DE_ENCUENTRO
        desde = quien or (mesa["sujetos"][0]["sujeto"] if mesa["sujetos"] else "")
        datos = {"partida": voz.en_partidas([primera], desde) if desde else primera}
        return (
            _("Sigue su encuentro, que dura tres partidas; sólo cambia con quién juega cada quien."),
            _("Por qué les tocó ese rival está en la %(partida)s.") % datos,
        )
    naturales = [n for n in mesa.get("naturales", ()) if partida > 1 and de in ("", n["uno"])]
    ya_dichos = [sorted(map(sorted, serian(n))) for n in naturales]
    pagados = {uno["nivel"] for uno in mesa.get("paga", ())}
    frases = [str(dicho) for nivel, dicho in _PAGADOS.items() if nivel in pagados][:1]
    otras = mesa.get("otras") or [otra for otra in (mesa.get("alternativa"),) if otra]
    # en la primera manda el sorteo: sólo se dice si lo movió quien no debía enfrentarse
    otras = [otra for otra in otras if partida > 1 or otra["nivel"] in ("prohibidos", "evitar")]
    if de and naturales:
        otras = []
    otras = [otra for otra in otras if sorted(map(sorted, serian(otra))) not in ya_dichos]
    return (
        *(_en_el_sorteo(mesa, voz) if partida == 1 else ()),
        *(_natural(uno, voz, leida) for uno in naturales),
        *frases,
        *(_otro_rival(otra, voz, leida) for otra in otras),
    )


def _en_el_sorteo(mesa: Mesa, voz: Voz) -> tuple[str, ...]:
    """En la primera: de dos en dos por el orden del sorteo, qué lugar les salió, y si algo los movió (TO6, D833)."""
    dos = sorted((s for s in mesa["sujetos"] if "lugar" in s), key=lambda s: s["lugar"])
    movidos = any(uno["nivel"] == "desvio" for uno in mesa.get("paga", ()))
    de_a_dos = _("En la primera, los que juegan se enfrentan de dos en dos en el orden del sorteo: el primero contra "
    "el segundo, el tercero contra el cuarto y así.")  # fmt: skip
    if movidos:
        de_a_dos += " " + _("Se movió lo menos posible, para no enfrentar a quienes no deben o se pidió que no.")
    if len(dos) != len(mesa["sujetos"]) or not dos:
        return (de_a_dos,)
    nombres = [_nombre(s["sujeto"], voz) for s in dos]
    datos = {"a": nombres[0], "n": dos[0]["lugar"], "b": nombres[-1], "m": dos[-1]["lugar"]}
    return (f"{de_a_dos} {_('A %(a)s le salió el %(n)s y a %(b)s el %(m)s.') % datos}",)


def _natural(uno: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """A quien le tocó uno que lleva otra cosa: por qué no con quien llevaba lo mismo (D792)."""
    de, otro = uno["uno"], uno["natural"]
    datos = {"de": _nombre(de, voz), "otro": _nombre(otro, voz), "lleva": leida.llevan.get(de, "")}
    pregunta = _("¿Y %(de)s contra %(otro)s, que llevaban lo mismo (%(lleva)s)?") % datos
    partidas = voz.partidas((de, otro), juntos=False)
    if uno["nivel"] == "contrarios" and partidas:
        cuando = voz.en_partidas(partidas, de)
        return f"{pregunta} {_('Ya se habían enfrentado en la %(ya)s, y no se repite rival.') % {'ya': cuando}}"
    if uno["nivel"] == "contrarios":
        return _("%(pregunta)s Entonces %(peor)s.") % {"pregunta": pregunta, "peor": _peor(uno, voz, leida)}
    return f"{pregunta} {_lo_que_pasaba(uno, voz, leida)}"


def razon_de_rival(mesa: Mesa, m: int, voz: Voz, leida: Leida, suyo: str) -> tuple[str, bool]:
    """Qué pasaba cambiando de rival, del modo que menos costaba, con los de esa mesa de al lado (D789); y si la de
    `suyo` llevaría ese número (D834).
    """
    otra = next((una for una in mesa.get("otras", ()) if leida.mesa_de.get(una["con"][0]) == m), None)
    if otra is None:
        return "", True
    su_numero = leida.quedaria(suyo, otra["serian"]) == m
    if otra["nivel"] is None:
        return _("daba igual en todo, y entonces manda el orden de la tabla"), su_numero
    return _("del modo que menos costaba, %(peor)s") % {"peor": _peor(otra, voz, leida)}, su_numero


def _nombre(uno: str, voz: Voz) -> str:
    return f"«{voz.nombre_de(int(uno))}»"


_PAGADOS = {
    "prohibidos": gettext_lazy("No debían enfrentarse, pero no se halló otro acomodo."),
    "contrarios": gettext_lazy("Ya se habían enfrentado: no había modo de que todos tuvieran rival nuevo."),
    "evitar": gettext_lazy("Se quería evitar que se enfrentaran, pero lo demás era peor."),
}


def _otro_rival(otra: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """«¿Y los de la mesa 2? Con Los Arcos contra El Cierre y La Mula contra Las Blancas, …»."""
    n = leida.mesa_de.get(otra["con"][0])
    pregunta = "" if n is None else _("¿Y los de la mesa %(n)s?") % {"n": n}
    return f"{pregunta} {_lo_que_pasaba(otra, voz, leida)}".strip()


def _lo_que_pasaba(otra: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Los dos encuentros que habría, y lo primero que empeoraba."""
    contra = [
        _("%(uno)s contra %(otro)s") % dict(zip(("uno", "otro"), _dos(p, voz), strict=True)) for p in serian(otra)
    ]
    con = _("Con %(una)s, y %(otra)s") % {"una": contra[0], "otra": contra[1]}
    if otra["nivel"] is None:
        return _(
            "%(con)s, daba igual en todo: entre maneras iguales se toma la que sale del orden de la tabla, que nadie "
            "escoge."
        ) % {"con": con}
    return f"{con}, {_peor(otra, voz, leida)}."


def serian(otra: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    """Los dos encuentros que habría."""
    pares: Sequence[Sequence[str]] = otra["serian"]
    return pares


def _dos(par: Sequence[str], voz: Voz) -> list[str]:
    return [f"«{voz.nombre_de(int(uno))}»" for uno in par]


def _peor(otra: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Primero lo que se repite, luego los puntos y al final lo demás; lo de antes daba igual (D773)."""
    par = (otra.get("pares") or otra["serian"])[0]
    datos = {"uno": voz.nombre_de(int(par[0])), "otro": voz.nombre_de(int(par[1])), "en": voz.en}
    dichos: Mapping[str, Callable[[], str]] = {
        "prohibidos": lambda: _("se enfrentaban «%(uno)s» y «%(otro)s», que no deben") % datos,
        "contrarios": lambda: _ya_enfrentados(par, voz),
        "evitar": lambda: _("se enfrentaban «%(uno)s» y «%(otro)s», y se pidió que no") % datos,
        "diferencia": lambda: _disparejos(otra, voz, leida),
        "flotantes": lambda: _("%(en)s daba igual, pero a alguno de «%(uno)s» y «%(otro)s» le tocaba dos veces "
        "seguidas un rival que va más arriba, o más abajo") % datos,
        "corte": lambda: _("%(en)s daba igual, pero «%(uno)s» y «%(otro)s» llevan lo mismo y van en la misma mitad: "
        "juega la de arriba contra la de abajo") % datos,
        "desvio": lambda: _("%(en)s daba igual, pero ya no jugaba el primero de una mitad con el primero de la otra, "
        "el segundo con el segundo y así") % datos,
    }  # fmt: skip
    return dichos[otra["nivel"]]()


def _ya_enfrentados(par: Sequence[str], voz: Voz) -> str:
    datos = {"uno": _nombre(par[0], voz), "otro": _nombre(par[1], voz), "ya": voz.ya(par, juntos=False)}
    frase = _("se repetía %(uno)s contra %(otro)s") % datos
    return frase + (_(" (%(ya)s)") % datos if datos["ya"] else "")


def _disparejos(otra: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Lo que llevaría cada quien contra cada quien."""
    frase = _("%(en)s quedaba menos parejo") % {"en": voz.en}
    con = tuple(otra["con"])
    antes = [tuple(uno for par in otra["serian"] for uno in par if uno not in con), con]
    if not leida.saben([*antes, *otra["serian"]]):
        return frase
    irian = en_lista(_("%(a)s contra %(b)s") % _puntos(par, leida) for par in otra["serian"])
    van = en_lista(_("%(a)s contra %(b)s") % _puntos(par, leida) for par in antes)
    return _("%(frase)s: %(irian)s, en vez de %(van)s") % {"frase": frase, "irian": irian, "van": van}


def _puntos(par: Sequence[str], leida: Leida) -> dict[str, int]:
    a, b = leida.puntos(par)
    return {"a": a, "b": b}
