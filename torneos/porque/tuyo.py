"""Lo de quien se busca, junto y arriba: su mesa, su pareja y sus rivales, en tres párrafos (TO15, D794)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.hoja.textos import en_lista
from reglas.suizo.tipos import Modalidad
from torneos.estado import EstadoTorneo
from torneos.porque.conjuntos import motivos_de_conjuntos, razon_de_rival
from torneos.porque.equipos import Persona, mesa_rotada, orden_de, pareja_rotada, quien_empezo, rivales_rotados, rotada
from torneos.porque.mesa import comun_de, pagado_de
from torneos.porque.peores import peor
from torneos.porque.vecinas import no_las_de_al_lado
from torneos.porque.voz import Leida, Voz

Mesa = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tuyo:
    """Las frases de cada párrafo."""

    numero: int
    mesa: tuple[str, ...]
    pareja: tuple[str, ...]
    rivales: tuple[str, ...]


def tuyo(estado: EstadoTorneo, mesa: Mesa, asientos: Sequence[int], partida: int, voz: Voz, leida: Leida) -> Tuyo:
    """De quien se sienta ahí (`voz.tu`)."""
    assert voz.tu is not None
    if estado.en_conjunto:
        return _de_conjunto(estado, mesa, asientos, partida, voz, leida)
    lugar = list(asientos).index(voz.tu)
    con, contra = asientos[(lugar + 2) % 4], sorted((asientos[lugar - 1], asientos[(lugar + 1) % 4]))
    paga, de_pareja = pagado_de(mesa, voz.tu, voz, leida)
    return Tuyo(
        mesa["mesa"],
        (no_las_de_al_lado(mesa, voz.tu, voz, leida),),
        (con_quien(mesa, con, voz), *([paga] if paga and de_pareja else [])),
        (_contra_quienes(contra, voz), *([paga] if paga and not de_pareja else [])),
    )


def con_quien(mesa: Mesa, con: int, voz: Voz) -> str:
    """«Caro. Con Beto, …; con Delia, …»: las otras dos maneras, vistas por quien lee (D728)."""
    if mesa.get("forzada"):
        return _("%(con)s: la mesa la puso a mano quien organiza.") % {"con": voz.nombre(con)}
    maneras = mesa.get("maneras", ())
    if not maneras:
        primera = _("%(con)s: en la primera lo decide el sorteo, el primero y el tercero contra los otros dos.")
        return primera % {"con": voz.nombre(con)}
    dichas = [_("%(con)s.") % {"con": voz.nombre(con)}]
    for una in maneras:
        asientos = una["asientos"]
        otro = asientos[(asientos.index(str(voz.tu)) + 2) % 4]
        dichas.append(_("No %(otro)s: %(razon)s.") % {"otro": voz.nombre(otro), "razon": _la_otra(una, mesa, voz)})
    return " ".join(dichas)


def _la_otra(una: Mapping[str, Any], mesa: Mesa, voz: Voz) -> str:
    if una["nivel"] == "sorteo":
        return _("daba igual, salió en el sorteo")
    if una["nivel"] != "equilibrio":
        return peor(una, voz, Leida({}, {}, {}))
    llevan = {s["sujeto"]: s["principal"] for s in mesa["sujetos"] if "principal" in s}
    if not all(uno in llevan for uno in una["asientos"]):
        return _("las parejas sumaban menos parecido")
    a, b, c, d = una["asientos"]
    e, f, g, h = _elegida(mesa)
    datos = {"irian": en_lista([llevan[a] + llevan[c], llevan[b] + llevan[d]])}
    datos["van"] = en_lista([llevan[e] + llevan[g], llevan[f] + llevan[h]])
    return _("las parejas sumarían %(irian)s, en vez de %(van)s") % datos


def _elegida(mesa: Mesa) -> tuple[str, str, str, str]:
    """De la elegida, abcd, la primera de las otras es acbd."""
    a, c, b, d = mesa["maneras"][0]["asientos"]
    return a, b, c, d


def _contra_quienes(contra: Sequence[int], voz: Voz) -> str:
    """Los otros dos de la mesa, y si ya los había enfrentado."""
    son = _("%(dos)s: son los otros dos de tu mesa.") % {"dos": en_lista(voz.nombre(uno) for uno in contra)}
    if not voz.cuando:
        return son
    yo = str(voz.tu)
    vistos = {uno: voz.partidas((yo, str(uno)), juntos=False) for uno in contra}
    nuevos = [uno for uno in contra if not vistos[uno]]
    frases = [son]
    if nuevos:
        no = ngettext("Contra %(q)s es la primera vez.", "Es la primera vez contra cada quien.", len(nuevos))
        frases.append(no % {"q": voz.nombre(nuevos[0])})
    for uno, partidas in vistos.items():
        if partidas:
            datos = {"q": voz.nombre(uno), "ya": voz.en_partidas(partidas, yo)}
            frases.append(_("Ya te había tocado contra %(q)s (%(ya)s).") % datos)
    return " ".join(frases)


def _suple(estado: EstadoTorneo, p: Persona) -> str:
    """Desde cuándo, y que la cuenta sigue siendo de los que se inscribieron (TO4, D837)."""
    conjunto = estado.inscritos[estado.sujeto_de(p.numero)]
    de = en_lista(i.nombre for i in estado.integrantes_de(conjunto.numero)[: estado.modalidad.de_cuantos])
    datos = {"quien": p.nombre, "antes": p.antes, "n": conjunto.suplente_desde or 1, "de": de}
    if estado.modalidad is Modalidad.EQUIPOS:
        return _("Desde la partida %(n)s %(quien)s suple a %(antes)s.") % datos
    return _("Se inscribieron %(de)s; desde la partida %(n)s %(quien)s suple a %(antes)s.") % datos


def _de_conjunto(
    estado: EstadoTorneo, mesa: Mesa, asientos: Sequence[int], partida: int, voz: Voz, leida: Leida
) -> Tuyo:
    assert voz.tu is not None
    quien = quien_empezo(estado, voz.tu, partida)
    rivales = motivos_de_conjuntos(mesa, partida, voz, leida, str(estado.sujeto_de(voz.tu)), quien)
    if estado.modalidad is Modalidad.EQUIPOS:
        r = rotada(estado, mesa["mesa"], asientos, partida, voz.tu)
        if r is not None:
            suya = mesa_rotada(r, voz, leida)
            return Tuyo(mesa["mesa"], suya, (pareja_rotada(r, partida, voz),), (rivales_rotados(r), *rivales))
    lugar = list(asientos).index(voz.tu)
    con = asientos[(lugar + 2) % 4]
    suyos = {p.numero: p for p in orden_de(estado, estado.sujeto_de(voz.tu), partida)}
    suplen = [p for p in (suyos.get(con), suyos.get(voz.tu)) if p is not None and p.antes]
    frase = _("%(con)s: así se inscribieron y juegan juntos todo el torneo.") % {"con": voz.nombre(con)}
    if suplen or estado.modalidad is Modalidad.EQUIPOS:
        frase = f"{voz.nombre(con)}."
    frase = " ".join([frase, *(_suple(estado, p) for p in suplen)])
    contra = en_lista(voz.nombre(asientos[(lugar + k) % 4]) for k in (1, 3))
    frases = [comun_de(mesa, partida, voz, leida)]
    if estado.modalidad is Modalidad.PAREJAS:
        razon_de = partial(razon_de_rival, mesa, voz=voz, leida=leida, suyo=str(estado.sujeto_de(voz.tu)))
        frases.insert(0, no_las_de_al_lado(mesa, voz.tu, voz, leida, razon_de))
    return Tuyo(mesa["mesa"], tuple(filter(None, frases)), (frase,), (f"{contra}.", *rivales))
