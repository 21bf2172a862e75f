"""«¿Por qué me tocó esta mesa?», en frases llanas (TO15; decisión 024).

Sólo texto: lee de la hoja de emparejamiento el motivo que `reglas/suizo/separar` sacó del objetivo. Quien pregunta se
lee de tú; en la hoja de todos, cada quien por su nombre. El orden es siempre el del objetivo (D773).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.hoja.textos import en_lista
from torneos.porque.peores import FIJO, cambio_dicho, peor
from torneos.porque.vecinas import daba_igual_en_otra, no_las_de_al_lado, se_ve
from torneos.porque.voz import Leida, Voz

Mesa = Mapping[str, Any]
"""Una mesa de la hoja."""


def frases_de(mesa: Mesa, asientos: Sequence[int], partida: int, voz: Voz, leida: Leida) -> tuple[str, ...]:
    """A quien lee: con quién y contra quién, y por qué."""
    assert voz.tu is not None
    lugar = list(asientos).index(voz.tu)
    con, contra = asientos[(lugar + 2) % 4], sorted((asientos[lugar - 1], asientos[(lugar + 1) % 4]))
    datos = {"con": voz.nombre(con), "contra": en_lista(voz.nombre(uno) for uno in contra)}
    juegas = _("Juegas con %(con)s contra %(contra)s.") % datos
    comun = comun_de(mesa, partida, voz, leida)
    return (f"{juegas} {comun}".strip(), *motivos_de(mesa, voz.tu, voz, leida))


def comun_de(mesa: Mesa, partida: int, voz: Voz, leida: Leida | None = None) -> str:
    """Lo que vale para los cuatro: cuánto llevaban, si fue el sorteo, si la puso quien organiza."""
    de_la_casa = [s["sujeto"] for s in mesa["sujetos"] if "principal" not in s]
    frases = [_("Esta mesa la puso a mano quien organiza.")]
    if not mesa.get("forzada"):
        frases = [_cuanto_llevaban(mesa, partida, voz)]
        if leida is not None and partida > 1:
            frases.append(_su_numero(mesa, voz, leida))
    if de_la_casa:
        dicho = _("%(quien)s viene de la casa a completar la mesa y que nadie se quede sin jugar.")
        plural = _("%(quien)s vienen de la casa a completar la mesa y que nadie se quede sin jugar.")
        frases.append((dicho if len(de_la_casa) == 1 else plural) % {"quien": _mayuscula(terceros(de_la_casa, voz))})
    for uno in mesa.get("fija", ()):
        frases.append(
            _("En la mesa %(n)s, porque %(quien)s no puede moverse de ella.")
            % {"n": mesa["mesa"], "quien": terceros([uno], voz)}
        )
    return " ".join(filter(None, frases))


def terceros(unos: Sequence[str], voz: Voz) -> str:
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


def _su_numero(mesa: Mesa, voz: Voz, leida: Leida) -> str:
    """Por qué lleva ese número (TO12): lo que suma, y si la de al lado suma lo mismo. Con mesas fijas no se dice."""
    n, sentados = mesa["mesa"], leida.sentados
    vecinas = [m for m in (n - 1, n, n + 1) if m in sentados]
    suyos = {s["sujeto"] for s in mesa["sujetos"]}
    de_equipo = any(suyos.intersection(sentados[m]) for m in vecinas if m != n)  # dos mesas de un encuentro
    if leida.con_fijas or de_equipo or not leida.saben([sentados[m] for m in vecinas]):
        return ""
    suma = {m: sum(leida.puntos(sentados[m])) for m in vecinas}
    datos = {"n": n, "suma": voz.llevan(suma[n])}
    dicho = _("Las mesas van de la que más suma a la que menos: ésta, con %(suma)s, es la %(n)s") % datos
    iguales = [m for m in (n - 1, n + 1) if suma.get(m) == suma[n]]
    if not iguales:
        return f"{dicho}."
    datos = {"dicho": dicho, "otras": en_lista(_("la %(n)s") % {"n": m} for m in iguales)}
    una = _("%(dicho)s; %(otras)s suma lo mismo y, entre ellas, va antes la de quien está más arriba en la tabla.")
    dos = _("%(dicho)s; %(otras)s suman lo mismo y, entre ellas, va antes la de quien está más arriba en la tabla.")
    return (una if len(iguales) == 1 else dos) % datos


def _movida(movidos: Sequence[Mapping[str, Any]], voz: Voz) -> str:
    pares = [par for uno in movidos for par in uno.get("pares", ())]
    if not pares:
        que = _("para separar a quienes no deben ir juntos")
    elif movidos[0]["nivel"] == "evitar":
        que = _("para no enfrentar a %(quienes)s") % {"quienes": terceros(pares[0], voz)}
    else:
        que = _("para separar a %(quienes)s") % {"quienes": terceros(pares[0], voz)}
    return _("Todos empezaban de cero: el sorteo se movió lo menos posible %(que)s.") % {"que": que}


# -- de cada quien ----------------------------------------------------------------------------------------------------


def motivos_de(mesa: Mesa, numero: int, voz: Voz, leida: Leida) -> tuple[str, ...]:
    """Lo de esa persona: primero, siempre, por qué no las mesas de al lado; luego lo demás y las cuentas (D789)."""
    suyo: Mapping[str, Any] = next((uno for uno in mesa.get("porque", ()) if int(uno["sujeto"]) == numero), {})
    frases = [no_las_de_al_lado(mesa, numero, voz, leida)]
    if suyo.get("clase") in _DICHOS:
        frases.append(_DICHOS[suyo["clase"]](suyo, voz, leida))
    frases += [_mudanza(una, voz, leida) for una in suyo.get("mudanzas", ()) if _con_cuentas(una, leida)]
    return tuple(filter(None, frases))


def pagado_de(mesa: Mesa, numero: int, voz: Voz, leida: Leida) -> tuple[str, bool]:
    """Lo que esa persona repitió, si algo, y si fue de pareja."""
    suyo: Mapping[str, Any] = next((uno for uno in mesa.get("porque", ()) if int(uno["sujeto"]) == numero), {})
    if suyo.get("clase") != "paga":
        return "", False
    return _pagado(suyo, voz, leida), suyo["nivel"] == "parejas"


def _con_cuentas(una: Mapping[str, Any], leida: Leida) -> bool:
    """¿Hay algo más que decir de esa mesa que en la primera frase?"""
    return una["a"] > una["de"] and una["nivel"] in ("dispersion", "equilibrio") and not se_ve(una, leida)


def _mudanza(una: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Por qué esta mesa y no otra: lo que pasaba si se mudaba con quien menos costaba."""
    pregunta = _("¿Y la mesa %(n)s?") % {"n": leida.mesa_de[una["entra"]]}
    return f"{pregunta} {cambio_dicho(una, voz, leida)}"


def _pagado(suyo: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Repitió con alguien, y qué habría sido peor con otro en su lugar."""
    quienes, yo, n = voz.nombres(suyo["quienes"]), suyo["sujeto"], len(suyo["quienes"])
    datos = {"quienes": quienes, "con": voz.con(yo)}
    juntos = suyo["nivel"] == "parejas"
    if juntos:
        frase = ngettext("%(quienes)s ya había sido pareja %(con)s", "%(quienes)s ya habían sido pareja %(con)s", n)
    elif suyo["nivel"] == "prohibidos":
        frase = _("%(quienes)s no debía coincidir %(con)s, pero no se halló otro acomodo")
    elif suyo["nivel"] == "evitar":
        frase = _("Se quería evitar enfrentar a %(quienes)s %(con)s")
    else:
        frase = ngettext("%(quienes)s ya se había enfrentado %(con)s", "%(quienes)s ya se habían enfrentado %(con)s", n)
    dicho = f"{_mayuscula(frase % datos)}{_cuando(suyo, voz, juntos=juntos)}."
    if "cambio" not in suyo:
        return dicho
    otro = cambio_dicho(suyo["cambio"], voz, leida, "entra")
    if suyo["cambio"]["nivel"] == "sorteo":
        return f"{dicho} {_('Había otras maneras iguales en todo, y decidió el sorteo.')} {otro}"
    if daba_igual_en_otra(suyo):
        return f"{dicho} {_('Había otras maneras iguales en todo, y decidió el sorteo.')}"
    return f"{dicho} {_('Se aceptó porque evitarlo salía peor.')} {otro}"


def _cuando(suyo: Mapping[str, Any], voz: Voz, *, juntos: bool) -> str:
    if suyo["nivel"] in ("prohibidos", "evitar"):
        return ""
    yo = suyo["sujeto"]
    partidas = sorted({n for otro in suyo["quienes"] for n in voz.partidas((yo, otro), juntos=juntos)})
    return f" ({voz.en_partidas(partidas, yo)})" if partidas else ""


def _de_cerca(suyo: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Quién iba más cerca que quien le tocó, y qué empeoraba si viniera en su lugar (D729)."""
    cambio = suyo["cambio"]
    entra, sale, yo = cambio["entra"], cambio["sale"], suyo["sujeto"]
    if not leida.saben([[entra, sale, yo]]):
        return ""
    entra_con, sale_con, yo_con = (f"{voz.nombre(uno)}{FIJO}({leida.llevan[uno]})" for uno in (entra, sale, yo))
    datos = {"entra": voz.nombre(entra), "con": entra_con, "sale": sale_con, "en": voz.en}
    datos["mio"] = f"{_('ti')}{FIJO}({leida.llevan[yo]})" if int(yo) == voz.tu else yo_con
    iba = _("¿Y %(entra)s? %(en)s, %(con)s iba más cerca de %(mio)s que %(sale)s.")
    iba = iba % {**datos, "en": _mayuscula(voz.en)}
    return f"{iba} {cambio_dicho(cambio, voz, leida, 'entra')}"


def _igual(suyo: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Alguien iba igual de cerca: sólo si no hay otra mesa que decir."""
    return "" if suyo.get("mudanzas") else _y_ese(suyo["cambio"], voz, leida)


def _cercanos(suyo: Mapping[str, Any], voz: Voz, _leida: Leida) -> str:
    datos = {"yo": voz.nombre(suyo["sujeto"]), "en": voz.en}
    de_ti = _("Nadie de otra mesa iba tan cerca de ti %(en)s como los tres que te tocaron.")
    dicho = de_ti if int(suyo["sujeto"]) == voz.tu else _("Nadie de otra mesa iba tan cerca %(en)s como estos tres.")
    return dicho % datos


def _sorteado(suyo: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Que otro viniera daba igual: sólo si de mudarse él no se dijo ya."""
    return "" if daba_igual_en_otra(suyo) else _y_ese(suyo["cambio"], voz, leida)


def _y_ese(cambio: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """«¿Y Amalia? Con Amalia en la mesa 1 y …»: todo párrafo contesta una pregunta dicha (D836)."""
    pregunta = _("¿Y %(quien)s?") % {"quien": voz.nombre(cambio["entra"])}
    return f"{pregunta} {cambio_dicho(cambio, voz, leida, 'entra')}"


_DICHOS: Mapping[str, Callable[[Mapping[str, Any], Voz, Leida], str]] = {
    "paga": _pagado,
    "cerca": _de_cerca,
    "igual": _igual,
    "cercanos": _cercanos,
    "sorteo": _sorteado,
}


# -- de las parejas de la mesa ----------------------------------------------------------------------------------------


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
        return _("%(con)s daba igual en todo: entre maneras iguales decidió el sorteo") % {"con": con}
    if una["nivel"] == "equilibrio":
        suman = _suman(una["asientos"], llevan)
        return _("%(con)s sumaban menos parecido%(suman)s") % {
            "con": con,
            "suman": suman,
        }
    return f"{con}, {peor(una, voz, Leida({}, {}, {}))}"


def _suman(asientos: Sequence[str], llevan: Mapping[str, int]) -> str:
    """« (suman 6 y 4)»: lo de cada pareja; de alguien de la casa no se dice."""
    if not all(uno in llevan for uno in asientos):
        return ""
    a, b, c, d = (llevan[uno] for uno in asientos)
    return _(" (suman\N{NO-BREAK SPACE}%(unos)s\N{NO-BREAK SPACE}y\N{NO-BREAK SPACE}%(otros)s)") % {
        "unos": a + c,
        "otros": b + d,
    }


def _mayuscula(frase: str) -> str:
    return frase[:1].upper() + frase[1:]
