"""La hoja de emparejamiento en palabras: por qué a cada quien le tocó esa mesa (TO15)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from recreo.hoja.textos import en_lista
from reglas.metas import Meta
from reglas.suizo.conjuntos import NIVELES_DE_CONJUNTOS as DE_CONJUNTOS
from reglas.suizo.objetivo import NIVELES_INDIVIDUAL
from reglas.suizo.tipos import Contrarios, Modalidad
from torneos.consultas.encuentros import Encuentros, encuentros
from torneos.estado import EstadoTorneo
from torneos.porque.conjuntos import motivos_de_conjuntos
from torneos.porque.descansa import por_que_descansa
from torneos.porque.equipos import Persona, nombre_en, orden_de, reparto_de_la_mesa
from torneos.porque.mesa import comun_de, motivos_de, pareja_de
from torneos.porque.voz import Leida, Voz
from torneos.textos import (
    NIVELES,
    NIVELES_CON_NUNCA,
    NIVELES_DE_CONJUNTOS,
    NIVELES_DE_LA_PRIMERA,
    QUE_CUENTAN,
    SUMAN_CUADRADOS,
)

DE_HABER_JUGADO = ("diferencia", "flotantes", "corte")
"""De Parejas y Equipos, lo que en la primera no dice nada: manda el sorteo."""


@dataclass(frozen=True, slots=True)
class Sentado:
    """Alguien de una mesa: cómo iba (nada, si nadie había jugado), su motivo y, en el detalle, sus vecinos de tabla."""

    numero: int
    nombre: str
    lugar: int | None
    principal: int | None
    motivos: tuple[str, ...]
    vecinos: str
    personas: tuple[Persona, ...] = ()
    """De una pareja o un equipo, quiénes se sientan en esta mesa (D793)."""
    con_nombre: bool = True
    """¿Se llama de otro modo que sus integrantes?"""


@dataclass(frozen=True, slots=True)
class MesaExplicada:
    """Una mesa de la hoja."""

    numero: int
    comun: str
    pareja: tuple[str, ...]
    sentados: tuple[Sentado, ...]
    amplitud: int
    forzada: bool
    paga: tuple[str, ...]
    alternativa: str
    rivales: tuple[str, ...] = ()
    """De dos conjuntos, por qué ése y no otro."""
    anclas: tuple[int, ...] = ()
    """Por quiénes se llega a ella: quien ahí se sienta, y un equipo a la primera de sus dos mesas (D777, D791)."""

    @property
    def con_motivos(self) -> bool:
        """¿Hay algo que decir de alguien, además de lo común?"""
        return any(s.motivos for s in self.sentados)

    @property
    def pareja_0(self) -> tuple[Sentado, ...]:
        """Los de los asientos 0 y 2."""
        return self.sentados[::2]

    @property
    def pareja_1(self) -> tuple[Sentado, ...]:
        """Los de los asientos 1 y 3."""
        return self.sentados[1::2]


def hoja_dicha(
    estado: EstadoTorneo, hoja: Mapping[str, Any], asientos: Mapping[int, Sequence[Any]], voz: Voz
) -> list[MesaExplicada]:
    """La hoja, mesa por mesa y con nombres; `asientos`: los cuatro números de cada mesa, por asiento."""
    mesas = [de for de in hoja["mesas"] if de["mesa"] in asientos]
    leida = Leida.de(hoja)
    return [_mesa(estado, hoja["partida"], de, asientos[de["mesa"]], voz, leida) for de in mesas]


def turnos_dichos(estado: EstadoTorneo, hoja: Mapping[str, Any], voz: Voz) -> dict[int, str]:
    """Por número de cada quien que descansa, por qué (D776)."""
    partida = hoja.get("partida", 1)
    if estado.en_conjunto:
        voz = replace(voz, nombre_de=lambda n: f"«{nombre_en(estado, n, partida)}»")
    return {
        int(t["sujeto"]): por_que_descansa(t, partida, voz, en_conjunto=estado.en_conjunto)
        for t in hoja.get("turnos", ())
    }


def descansan_en(estado: EstadoTorneo, partida: int, quienes: Iterable[int]) -> list[tuple[int, str]]:
    """El número y el nombre de cada quien que descansa, con el del suplente que ya entró (TO4, D793)."""
    return [(n, nombre_en(estado, n, partida)) for n in map(int, quienes)]


def voz_de(estado: EstadoTorneo, partida: int, tu: int | None = None) -> Voz:
    """Con los nombres del torneo, su cuenta y lo ya jugado antes de esa partida; `tu`, a quién se le habla."""
    cuando: Encuentros = {}
    nunca = estado.regla_de_contrarios is Contrarios.NUNCA
    if estado.actual is not None:
        cuando = encuentros(estado.id, partida, estado.actual.publicada)
    nombre_de = partial(nombre_en, estado, partida=partida)
    return Voz(nombre_de, estado.meta is not Meta.JUEGOS_GANADOS, tu, cuando, nunca, marcas=True)


def nivel_dicho(estado: EstadoTorneo, nivel: str, partida: int = 2) -> str:
    """Cómo se llama un nivel del objetivo, siempre con las mismas palabras (D731); en la primera manda el sorteo."""
    propios = NIVELES_CON_NUNCA if estado.regla_de_contrarios is Contrarios.NUNCA else {}
    if estado.en_conjunto:
        propios = NIVELES_DE_CONJUNTOS
    if partida == 1 and nivel in NIVELES_DE_LA_PRIMERA:
        propios = NIVELES_DE_LA_PRIMERA
    return str(propios.get(nivel, NIVELES[nivel]))


def _con_unidad(estado: EstadoTorneo, nivel: str, partida: int) -> str:
    """Con lo que se cuenta, si no son veces."""
    que = nivel_dicho(estado, nivel, partida)
    return _("%(que)s (suma de cuadrados)") % {"que": que} if nivel in SUMAN_CUADRADOS else que


def orden_dicho(estado: EstadoTorneo) -> list[str]:
    """Los niveles del objetivo que rigen, del más al menos importante; el sorteo se dice aparte (D731)."""
    niveles = DE_CONJUNTOS if estado.en_conjunto else NIVELES_INDIVIDUAL
    return [nivel_dicho(estado, nivel) for nivel, _que in niveles if _rige(estado, nivel)]


def _rige(estado: EstadoTorneo, nivel: str, partida: int = 2) -> bool:
    if partida == 1 and nivel in DE_HABER_JUGADO:
        return False
    return nivel != "sorteo" and not (nivel == "repetidos" and estado.regla_de_contrarios is Contrarios.NUNCA)


def _quienes(estado: EstadoTorneo, asientos: Sequence[Any]) -> list[int]:
    """Los cuatro por asiento o, en Parejas y Equipos, los dos conjuntos: de ellos habla la hoja."""
    return list(dict.fromkeys(estado.sujeto_de(int(n)) for n in asientos))


@dataclass(frozen=True, slots=True)
class Cifra:
    """Un nivel del objetivo: cuánto vale y cuánto valía en lo que se compara."""

    que: str
    cuenta: str
    """Qué son, cuando no son veces."""
    vale: int
    antes: int | None = None


def cifras_de(estado: EstadoTorneo, hoja: Mapping[str, Any], antes: Mapping[str, Any] | None = None) -> list[Cifra]:
    """El vector del objetivo con palabras, del nivel más al menos importante; el sorteo no dice nada (TO14, TO15)."""
    previas = {n["nivel"]: n["vale"] for n in antes["objetivo"]} if antes else {}
    partida = hoja.get("partida", 2)
    return [
        Cifra(
            nivel_dicho(estado, n["nivel"], partida),
            str(QUE_CUENTAN.get(n["nivel"], "")),
            n["vale"],
            previas.get(n["nivel"]),
        )
        for n in hoja["objetivo"]
        if _rige(estado, n["nivel"], partida)
    ]


def bolsas_dichas(
    estado: EstadoTorneo, corte: Sequence[Sequence[Any]] | None, antes: Mapping[int, int | None]
) -> list[dict[str, Any]]:
    """Las de un corte, con nombres; `antes`: la bolsa en que estaba cada quien, desde 1, si la había (TO24)."""
    dichas = []
    for cual, bolsa in enumerate(corte or (), start=1):
        numeros = [int(n) for n in bolsa]
        de = {n: antes.get(n) or cual for n in numeros}
        dichas.append(
            {
                "titulo": _("Bolsa %(n)d") % {"n": cual},
                "quienes": [estado.nombre_de(n) for n in numeros],
                "suben": [estado.nombre_de(n) for n in numeros if de[n] > cual],
                "bajan": [estado.nombre_de(n) for n in numeros if de[n] < cual],
            }
        )
    return dichas


def _mesa(
    estado: EstadoTorneo,
    partida: int,
    de: Mapping[str, Any],
    sentados: Sequence[Any],
    voz: Voz,
    leida: Leida,
) -> MesaExplicada:
    asientos = _quienes(estado, sentados)
    suyas = _personas(estado, sentados, partida) if estado.en_conjunto else {}
    # antes de jugar no hay lugares: el orden es el del sorteo
    como_iban = {int(s["sujeto"]): s for s in de["sujetos"]} if partida > 1 else {}
    vecinos = {int(v["sujeto"]): v["ya"] for v in de.get("vecinos", ())}
    return MesaExplicada(
        numero=de["mesa"],
        comun=comun_de(de, partida, voz, leida),
        pareja=pareja_de(de, voz),
        sentados=tuple(
            Sentado(
                n,
                voz.nombre_de(n),
                como_iban.get(n, {}).get("lugar"),
                como_iban.get(n, {}).get("principal"),
                () if estado.en_conjunto else motivos_de(de, n, voz, leida),
                _vecinos(voz, vecinos.get(n, {})),
                suyas.get(n, ()),
                not suyas.get(n) or bool(estado.inscritos[n].quienes),
            )
            for n in asientos
        ),
        amplitud=de["amplitud"],
        forzada=de.get("forzada", False),
        paga=tuple(f"«{_con_unidad(estado, n['nivel'], partida)}»: {n['vale']}" for n in de.get("paga", ())),
        alternativa=_alternativa(estado, de, voz, leida),
        rivales=_rivales(estado, partida, de, list(map(int, sentados)), voz, leida) if estado.en_conjunto else (),
        anclas=(
            *(n for n in asientos if leida.mesa_de.get(str(n), de["mesa"]) == de["mesa"]),
            *(n for suyos in suyas.values() for p in suyos for n in (p.numero, p.antes_numero) if n is not None),
        ),
    )


def _personas(estado: EstadoTorneo, sentados: Sequence[Any], partida: int) -> dict[int, tuple[Persona, ...]]:
    """De cada conjunto, los suyos de esta mesa."""
    aqui = set(map(int, sentados))
    conjuntos = dict.fromkeys(map(estado.sujeto_de, aqui))
    return {n: tuple(p for p in orden_de(estado, n, partida) if p.numero in aqui) for n in conjuntos}


def _rivales(
    estado: EstadoTorneo, partida: int, de: Mapping[str, Any], sentados: Sequence[int], voz: Voz, leida: Leida
) -> tuple[str, ...]:
    """En Equipos, antes, qué pareja de cada uno juega ahí y por qué regla."""
    dichas = motivos_de_conjuntos(de, partida, voz, leida)
    if estado.modalidad is not Modalidad.EQUIPOS:
        return dichas
    return (*reparto_de_la_mesa(estado, de["mesa"], sentados, partida, voz, leida), *dichas)


def _vecinos(voz: Voz, ya: Mapping[str, Sequence[str]]) -> str:
    """De los más cercanos que no están en su mesa: los tres que le tocaron no se cuentan (D836)."""
    partes = []
    if ya.get("pareja"):
        partes.append(_("ya fue pareja de %(quienes)s") % {"quienes": _nombres(voz, ya["pareja"])})
    if ya.get("contrario"):
        partes.append(_("ya enfrentó a %(quienes)s") % {"quienes": _nombres(voz, ya["contrario"])})
    if ya.get("prohibido"):
        partes.append(_("no se sienta con %(quienes)s") % {"quienes": _nombres(voz, ya["prohibido"])})
    if not partes:
        return ""
    return _("De los más cercanos de otras mesas, hasta seis, %(partes)s.") % {"partes": en_lista(partes)}


def _nombres(voz: Voz, numeros: Sequence[str]) -> str:
    return en_lista(voz.nombre_de(int(n)) for n in numeros)


def _alternativa(estado: EstadoTorneo, de: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """Qué empeoraría con el mejor cambio con una mesa cercana: quién va a cuál y qué nivel (D772)."""
    otra = de.get("alternativa")
    if otra is None:
        return ""
    datos = {"cambio": _quien_a_donde(estado, de, otra, voz, leida)}
    if otra["nivel"] is None and leida.partida == 1:
        return _("Otra manera daba igual en todo: %(cambio)s. Se tomó la que sale del orden del sorteo.") % datos
    if otra["nivel"] is None:
        return _("Otra manera daba igual en todo: %(cambio)s. Se tomó la que sale del orden de la tabla.") % datos
    if otra["nivel"] == "sorteo":
        return _("Otra manera daba igual en todo: %(cambio)s. Entre maneras iguales decide el sorteo.") % datos
    datos |= {"que": _con_unidad(estado, otra["nivel"], leida.partida), "de": otra["de"], "a": otra["a"]}
    return _("La mejor otra manera: %(cambio)s. Empeora «%(que)s»: de %(de)s a %(a)s.") % datos


def _quien_a_donde(estado: EstadoTorneo, de: Mapping[str, Any], otra: Mapping[str, Any], voz: Voz, leida: Leida) -> str:
    """«Ana a la mesa 4 y Beto a la 3»; de conjuntos, quién contra quién."""
    if estado.en_conjunto:
        pares = [[f"«{voz.nombre_de(int(n))}»" for n in par] for par in otra["serian"]]
        return en_lista(_("%(uno)s contra %(otro)s") % {"uno": uno, "otro": otro} for uno, otro in pares)
    suyos = {s["sujeto"] for s in de["sujetos"]}
    queda = max(otra["serian"], key=lambda mesa: len(suyos.intersection(mesa)))
    alla = leida.mesa_de[otra["con"][0]]
    van = [uno for uno in leida.por_puntos(suyos) if uno not in queda]
    vienen = [uno for uno in queda if uno not in suyos]
    datos = {"van": _nombres(voz, van), "alla": alla, "vienen": _nombres(voz, vienen), "aca": de["mesa"]}
    return _("%(van)s a la mesa %(alla)s y %(vienen)s a la %(aca)s") % datos
