"""La primera frase de cada quien: por qué no la mesa de antes ni la que sigue, y en cuáles daba igual (D789).

Una razón por mesa, la misma que el objetivo cobra con quien menos costaba cambiarse: con cualquier otro empeoraba eso
o algo de más arriba.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.hoja.textos import en_lista
from torneos.porque.peores import DE_REPETIR, cuadrados, de_los_puntos, mas_parejas, repetido
from torneos.porque.voz import A_MANO, Leida, Voz

DICHAS = 4
"""Cuántas mesas donde daba igual se nombran; las demás se cuentan."""


RazonDe = Callable[[int], tuple[str, bool]]
"""La razón y si, cambiando, su mesa llevaría ese número: si no, lo que cambia es con quiénes (D834)."""


def no_las_de_al_lado(
    mesa: Mapping[str, Any], numero: int, voz: Voz, leida: Leida, razon_de: RazonDe | None = None
) -> str:
    """«No la 4: daba igual, salió en el sorteo. No la 2: ahí todos llevaban 2 y tú 1.»"""
    suyo: Mapping[str, Any] = next((uno for uno in mesa.get("porque", ()) if int(uno["sujeto"]) == numero), {})
    antes, despues = leida.de_al_lado(mesa["mesa"])
    if antes is None and despues is None:
        return _("Es la única mesa.")
    de = razon_de or _de_mudarse(mesa, suyo, voz, leida)
    razones = [("", True) if m is None else _por_que_no(m, mesa, de, leida) for m in (antes, despues)]
    dichas = [_no_la(m, *razon) for m, razon in zip((antes, despues), razones, strict=True)]
    if razones[0][0] and razones[0] == razones[1] and not razones[0][0].endswith("."):
        ni = _("Ni la %(m)s ni la %(n)s: %(por_que)s.")
        if not razones[0][1]:
            ni = _("Ni con los de la %(m)s ni con los de la %(n)s: %(por_que)s.")
        dichas = [ni % {"m": antes, "n": despues, "por_que": razones[0][0]}]
    if antes is None:
        dichas[0] = _("Es la primera mesa: antes no hay otra.")
    if despues is None:
        dichas[1] = _("Es la última mesa: después no hay otra.")
    return " ".join(filter(None, [*dichas, _tampoco(suyo, leida)]))


def _no_la(m: int | None, por_que: str, su_numero: bool) -> str:
    if not por_que or por_que.endswith("."):
        return por_que
    no = _("No la %(m)s: %(por_que)s.") if su_numero else _("No con los de la %(m)s: %(por_que)s.")
    return no % {"m": m, "por_que": por_que}


def _por_que_no(m: int, mesa: Mapping[str, Any], razon_de: RazonDe, leida: Leida) -> tuple[str, bool]:
    """Con punto, si ya es la frase entera."""
    if mesa.get("forzada"):
        return _("ésta la puso a mano quien organiza"), True
    if leida.grupos.get(m) == A_MANO:
        return _("ésa la puso a mano quien organiza"), True
    if leida.grupos.get(m) is None:
        return "", True
    if leida.grupos[m] != leida.grupos.get(mesa["mesa"]):
        return _("La %(m)s es de la otra bolsa.") % {"m": m}, True
    if leida.partida == 1:
        return _("todos empezaban de cero y así salió en el sorteo"), True
    return razon_de(m)


def _de_mudarse(mesa: Mapping[str, Any], suyo: Mapping[str, Any], voz: Voz, leida: Leida) -> RazonDe:
    cambios = {leida.mesa_de[una["entra"]]: una for una in suyo.get("mudanzas", ())}

    def de(m: int) -> tuple[str, bool]:
        if m not in cambios:
            return "", True
        cambio = cambios[m]
        if cambio["nivel"] == "sorteo" and _a_su_igual_no(mesa, suyo, m, leida):
            return _cambiandose(cambio, voz), _su_numero(cambio["sale"], cambio["entra"], leida)
        return razon(cambio, voz, leida), _su_numero(cambio["sale"], cambio["entra"], leida)

    return de


def _su_numero(sale: str, entra: str, leida: Leida) -> bool:
    """¿Al cambiarse su mesa llevaría el número de la otra? Si no se sabe, no se dice."""
    return leida.quedaria(sale, leida.cambiadas(sale, entra)) == leida.mesa_de[entra]


def _a_su_igual_no(mesa: Mapping[str, Any], suyo: Mapping[str, Any], m: int, leida: Leida) -> bool:
    """¿Otro de su mesa que lleva lo mismo tiene otra razón ante ésa? Entonces se dice con quién daba igual (D834)."""
    yo = suyo["sujeto"]
    otros = [uno for uno in mesa.get("porque", ()) if uno["sujeto"] != yo]
    iguales = [uno for uno in otros if leida.llevan.get(uno["sujeto"]) == leida.llevan.get(yo)]
    suyas = (una for uno in iguales for una in uno.get("mudanzas", ()) if leida.mesa_de[una["entra"]] == m)
    return any(una["nivel"] != "sorteo" for una in suyas)


def _cambiandose(cambio: Mapping[str, Any], voz: Voz) -> str:
    datos = {"yo": voz.nombre(cambio["sale"]), "otro": voz.nombre(cambio["entra"])}
    de_tu = _("cambiándote por %(otro)s daba igual, salió en el sorteo")
    de_el = _("cambiando a %(yo)s por %(otro)s daba igual, salió en el sorteo")
    return (de_tu if int(cambio["sale"]) == voz.tu else de_el) % datos


def razon(cambio: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Lo primero que empeoraba al mudarse `sale` a la mesa de `entra`, lo más llano que se pueda decir."""
    nivel = cambio["nivel"]
    if nivel == "sorteo":
        return _("daba igual, salió en el sorteo")
    lo_menos = _lo_menos_malo(cambio, voz)
    if cambio["a"] < cambio["de"]:
        return (
            _("%(con)s y quedaba mejor, pero la búsqueda, que prueba un número fijo de cambios, no lo halló") % lo_menos
        )
    if nivel in DE_REPETIR or nivel == "repetidos":
        aunque = _aunque(cambio, voz, leida) if nivel in DE_REPETIR else ""
        return _("%(con)s, y %(que)s") % {**lo_menos, "que": repetido(cambio, voz) + aunque} + _con_su_igual(
            cambio, voz
        )
    if nivel == "dispersion":
        return _llevaban(cambio, voz, leida) + _con_su_igual(cambio, voz)
    disparejas = _("%(con)s, y las parejas sumaban menos parecido") % lo_menos
    return disparejas + mas_parejas(cambio, voz) + _con_su_igual(cambio, voz)


def _con_su_igual(cambio: Mapping[str, Any], voz: Voz) -> str:
    """Si ahí había quien llevaba lo mismo y no era con quien menos costaba: qué pasaba con él (D834)."""
    igual = cambio.get("igual")
    if igual is None:
        return ""
    que = _("las parejas también sumaban menos parecido")
    if igual["nivel"] != "equilibrio":
        que = repetido(igual, voz)
    datos = {"otro": voz.nombre(igual["entra"]), "yo": voz.nombre(igual["sale"]), "que": que}
    return _("; por %(otro)s, que llevaba lo mismo que %(yo)s, %(que)s") % datos


def _aunque(cambio: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Que pesa más que los puntos, sólo si en puntos quedaba más parejo."""
    uno, otro = cambio["sale"], cambio["entra"]
    antes = [leida.sentados[leida.mesa_de[quien]] for quien in (uno, otro)]
    return de_los_puntos(voz, leida, antes, leida.cambiadas(uno, otro), si_igual=False)


def _lo_menos_malo(cambio: Mapping[str, Any], voz: Voz) -> dict[str, str]:
    datos = {"yo": voz.nombre(cambio["sale"]), "otro": voz.nombre(cambio["entra"])}
    de_tu = _("lo menos malo era cambiarte por %(otro)s")
    de_el = _("lo menos malo era cambiar a %(yo)s por %(otro)s")
    return {"con": (de_tu if int(cambio["sale"]) == voz.tu else de_el) % datos}


def se_ve(cambio: Mapping[str, Any], leida: Leida) -> bool:
    """¿Basta con ver lo que llevaban ahí? Él iba más arriba, o más abajo, y con ninguno quedaba más parejo."""
    ahi, yo = leida.sentados[leida.mesa_de[cambio["entra"]]], cambio["sale"]
    if not leida.saben([ahi, [yo]]):
        return True
    suyos = leida.puntos(ahi)
    if not leida.saben([leida.sentados[leida.mesa_de[yo]]]):
        return not min(suyos) <= leida.llevan[yo] <= max(suyos)
    return not min(suyos) <= leida.llevan[yo] <= max(suyos) and not _con_otro_no(cambio, leida)


def _con_otro_no(cambio: Mapping[str, Any], leida: Leida) -> bool:
    """¿Cambiándose por otro de ahí, que no lleva lo mismo, en puntos no empeoraba? Entonces pesó algo de más arriba."""
    yo = cambio["sale"]
    mesas = [leida.sentados[leida.mesa_de[uno]] for uno in (yo, cambio["entra"])]
    va = sum(cuadrados(leida.puntos(mesa)) for mesa in mesas)
    otros = [uno for uno in mesas[1] if leida.llevan[uno] != leida.llevan[yo]]
    return any(sum(cuadrados(leida.puntos(m)) for m in leida.cambiadas(yo, uno)) <= va for uno in otros)


def _llevaban(cambio: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Los puntos de la otra mesa y los suyos."""
    yo, ahi = cambio["sale"], leida.sentados[leida.mesa_de[cambio["entra"]]]
    menos_parejo = _("%(en)s, entre las dos mesas, quedaba menos parejo") % {"en": voz.en}
    if not leida.saben([ahi, [yo]]):
        return menos_parejo
    mesas = [ahi, leida.sentados[leida.mesa_de[yo]]]
    suyos = sorted(leida.puntos(ahi), reverse=True)
    datos = {"suyos": en_lista(suyos), "uno": suyos[0], "yo": voz.nombre(yo), "mio": leida.llevan[yo]}
    if not se_ve(cambio, leida):
        con_otro = _("; por otra persona de ahí no, pero empeoraba algo que pesa más")
        no = con_otro if leida.saben(mesas) and _con_otro_no(cambio, leida) else ""
        return f"{_lo_menos_malo(cambio, voz)['con']}{_y(menos_parejo)}{no}"
    if suyos[0] == suyos[-1]:
        return _("ahí todos llevaban %(uno)s y %(yo)s %(mio)s") % datos
    return _("ahí llevaban %(suyos)s, y %(yo)s %(mio)s") % datos


def _y(que: str) -> str:
    return _(", y %(que)s") % {"que": que}


def _tampoco(suyo: Mapping[str, Any], leida: Leida) -> str:
    """Las demás donde daba igual: de antes se dijo, o no, que en las de al lado también."""
    con = {leida.mesa_de[uno]: uno for uno in suyo.get("iguales", ())}
    if not con:
        return ""
    cuales = [
        (_("la %(n)s") if _su_numero(suyo["sujeto"], con[n], leida) else _("con los de la %(n)s")) % {"n": n}
        for n in sorted(con)[:DICHAS]
    ]
    if len(con) > DICHAS:
        mas = len(con) - DICHAS
        cuales.append(ngettext("otra más", "otras %(n)s más", mas) % {"n": mas})
    if any(una["nivel"] == "sorteo" for una in suyo.get("mudanzas", ())):
        return _("Tampoco %(cuales)s: también daba igual.") % {"cuales": _(" ni ").join(cuales)}
    return _("No %(cuales)s: daba igual, salió en el sorteo.") % {"cuales": _(" ni ").join(cuales)}


def daba_igual_en_otra(suyo: Mapping[str, Any]) -> bool:
    """¿Podía irse a otra mesa sin que nada cambiara?"""
    return bool(suyo.get("iguales")) or any(una["nivel"] == "sorteo" for una in suyo.get("mudanzas", ()))
