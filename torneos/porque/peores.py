"""Qué empeoraba con otra manera, siempre en el orden del objetivo (TO7, TO15; D731, D773).

Primero lo que no se debe repetir, luego los puntos de cada mesa y al final lo demás: lo de antes daba igual y se dice;
lo primero que empeoraba se dice entero, con nombres, partidas y puntos.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _

from config.templatetags.domino import conjuncion
from recreo.hoja.textos import en_lista
from torneos.porque.voz import Leida, Voz

Cambio = Mapping[str, Any]
Mesas = Sequence[Sequence[str]]
DE_REPETIR = ("prohibidos", "parejas", "evitar", "contrarios")
"""Lo que pesa más que los puntos."""
FIJO = "\N{NO-BREAK SPACE}"


def cambio_dicho(cambio: Cambio, voz: Voz, leida: Leida, primero: str = "sale") -> str:
    """«Con Ana en la mesa 4 y Beto en la 3, …»: quiénes cambian, a dónde va cada uno y qué empeoraba.

    `primero`: a quién se nombra antes.
    """
    segundo = "entra" if primero == "sale" else "sale"
    uno, otro = cambio[primero], cambio[segundo]
    datos = {
        "uno": voz.con(uno)[:1].upper() + voz.con(uno)[1:],
        "otro": _con_puntos(otro, voz, leida),
        "alla": leida.mesa_de[otro],
        "aca": leida.mesa_de[uno],
    }
    datos["y"] = conjuncion(datos["otro"])
    con = _("%(uno)s en la mesa %(alla)s %(y)s %(otro)s en la %(aca)s") % datos
    if cambio["nivel"] == "sorteo":
        return _("%(con)s daba igual en todo: entre maneras iguales decidió el sorteo.") % {"con": con}
    en_orden = sorted((uno, otro), key=leida.mesa_de.__getitem__)
    antes = [leida.sentados[leida.mesa_de[q]] for q in en_orden]
    return f"{con}, {peor(cambio, voz, leida, antes, leida.cambiadas(*en_orden))}."


def _con_puntos(uno: str, voz: Voz, leida: Leida) -> str:
    if uno not in leida.llevan:
        return voz.nombre(uno)
    return f"{voz.nombre(uno)} ({voz.llevan(leida.llevan[uno]).replace(' ', FIJO)})"


def peor(cambio: Cambio, voz: Voz, leida: Leida, antes: Mesas = (), despues: Mesas = ()) -> str:
    """El primer nivel que empeora. Con `antes` y `despues`, las dos mesas, se dice también de los puntos."""
    nivel = cambio["nivel"]
    if nivel in DE_REPETIR:
        return repetido(cambio, voz) + de_los_puntos(voz, leida, antes, despues)
    if nivel == "dispersion":
        igual = _("%(en)s quedaba menos parejo") % {"en": voz.en}
        return igual + _dispareja(voz, leida, antes, despues)
    if nivel == "repetidos":
        igual = _("%(en)s, entre las dos mesas, daba igual, pero ") % {"en": voz.en} if despues else ""
        return igual + repetido(cambio, voz)
    return _("lo demás daba igual, pero las parejas sumaban menos parecido") + _sumas(cambio, voz, leida, antes)


def repetido(cambio: Cambio, voz: Voz) -> str:
    """Quiénes, cuántas veces van y cuándo."""
    nivel, pares = cambio["nivel"], cambio.get("pares", [])
    par = pares[0]
    dicho: Callable[[], str] = {
        "prohibidos": lambda: _("%(par)s, que no deben coincidir, quedaban en la misma mesa"),
        "parejas": lambda: voz.otra_vez(par, juntos=True),
        "evitar": lambda: _("se enfrentaban %(par)s, y se pidió que no"),
        "contrarios": lambda: voz.no_se_vale(par),
        "repetidos": lambda: voz.otra_vez(par, juntos=False),
    }[nivel]
    frase = dicho() % {"par": voz.nombres(par)} if nivel in ("prohibidos", "evitar") else dicho()
    if not cambio["de"]:
        return frase
    return _("%(frase)s, y de eso habría %(a)s en vez de %(de)s") % {**cambio, "frase": frase}


def de_los_puntos(voz: Voz, leida: Leida, antes: Mesas, despues: Mesas, *, si_igual: bool = True) -> str:
    """Lo que sigue en el orden, para que se vea que no fue por los puntos."""
    if not despues or not leida.saben([*antes, *despues]):
        return ""
    va, iria = (sum(cuadrados(leida.puntos(m)) for m in mesas) for mesas in (antes, despues))
    if iria < va:
        return _("; eso pesa más, aunque %(en)s quedara más parejo") % {"en": voz.en}
    return _("; %(en)s daba igual") % {"en": voz.en} if iria == va and si_igual else ""


def cuadrados(puntos: Sequence[int]) -> int:
    """La suma de los de cada diferencia: lo que el objetivo cuenta de una mesa."""
    return sum((a - b) ** 2 for a, b in combinations(puntos, 2))


def _diferencias(puntos: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in combinations(puntos, 2))


def _dispareja(voz: Voz, leida: Leida, antes: Mesas, despues: Mesas) -> str:
    """Con nombres: lo que llevaría cada quien en las dos mesas, y en qué se nota que era menos parejo."""
    if not leida.saben([*antes, *despues]):
        return ""
    numeros = [leida.mesa_de[mesa[0]] for mesa in antes]
    mesas = [
        _("en la mesa %(n)s, %(quienes)s") % {"n": n, "quienes": _quienes(mesa, voz, leida)}
        for n, mesa in zip(numeros, despues, strict=True)
    ]
    return f": {'; '.join(mesas)}. {_en_que_se_nota(leida, numeros, antes, despues)}"


def _quienes(mesa: Sequence[str], voz: Voz, leida: Leida) -> str:
    return en_lista(f"{voz.nombre(uno)}{FIJO}{leida.llevan[uno]}" for uno in mesa)


def _en_que_se_nota(leida: Leida, numeros: Sequence[int], antes: Mesas, despues: Mesas) -> str:
    """Lo más sencillo que de verdad empeora: del que más al que menos, la suma de diferencias o la de sus cuadrados."""
    van, irian = ([leida.puntos(m) for m in mesas] for mesas in (antes, despues))
    amplitudes = [[max(p) - min(p) for p in puntos] for puntos in (irian, van)]
    if sum(amplitudes[0]) > sum(amplitudes[1]):
        (una, otra), (va, vb) = amplitudes
        datos = {
            "n": numeros[0],
            "m": numeros[1],
            "una": _en_vez(una, va),
            "otra": _en_vez(otra, vb),
        }
        return _("De quien más lleva a quien menos: en la mesa %(n)s, %(una)s; en la %(m)s, %(otra)s") % datos
    sumas = [sum(_diferencias(p) for p in puntos) for puntos in (irian, van)]
    if sumas[0] > sumas[1]:
        datos = {"irian": str(sumas[0]), "van": str(sumas[1])}
        return _("Las diferencias entre los cuatro, sumadas, serían %(irian)s en vez de %(van)s") % datos
    dos = [str(sum(cuadrados(p) for p in puntos)) for puntos in (irian, van)]
    return _(
        "Una diferencia grande pesa más que varias chicas: con cada una al cuadrado, %(irian)s en vez de %(van)s"
    ) % dict(zip(("irian", "van"), dos, strict=True))


def _en_vez(iria: int, va: int) -> str:
    if iria == va:
        return _("%(n)s, como quedó") % {"n": va}
    return _("%(iria)s en vez de %(va)s") % {"iria": iria, "va": va}


def _sumas(cambio: Cambio, voz: Voz, leida: Leida, antes: Mesas) -> str:
    """«: Ana y Beto (8) contra Caro y Delia (6); … De una pareja a la otra habría 2 y 1, en vez de 1 y 0»."""
    serian = cambio.get("serian", ())
    if not serian or not leida.saben(serian):
        return ""
    dichas = []
    for a, b, c, d in serian:
        unos, otros = (sum(leida.puntos(par)) for par in ((a, c), (b, d)))
        datos = {"unos": voz.nombres([a, c]), "n": unos, "otros": voz.nombres([b, d]), "m": otros}
        dichas.append(_("%(unos)s (%(n)s) contra %(otros)s (%(m)s)") % datos)
    irian, van = ([abs(a - b + c - d) for a, b, c, d in map(leida.puntos, mesas)] for mesas in (serian, antes))
    nota = _("De una pareja a la otra habría %(irian)s, en vez de %(van)s")
    if sum(irian) <= sum(van):
        nota = _("De una pareja a la otra habría %(irian)s, en vez de %(van)s: una diferencia grande pesa más")
    nota = nota % {"irian": en_lista(irian), "van": en_lista(van)}
    return f": {'; '.join(dichas)}. {nota}{mas_parejas(cambio, voz)}"


def mas_parejas(cambio: Cambio, voz: Voz) -> str:
    """Si con los mismos cuatro las parejas podían sumar más parecido, cómo y por qué no (D834)."""
    dichas = [
        _("con %(unos)s de pareja sumarían más parecido, pero %(que)s")
        % {"unos": voz.nombres(una["asientos"][::2]), "que": repetido(una, voz)}
        for una in cambio.get("mas_parejas", ())
    ]
    return "".join(f"; {una}" for una in dichas)
