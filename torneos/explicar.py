"""La hoja de emparejamiento en palabras: por qué a cada quien le tocó esa mesa (TO15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from recreo.hoja.textos import en_lista
from reglas.metas import Meta
from reglas.suizo.objetivo import NIVELES_INDIVIDUAL
from reglas.suizo.tipos import Contrarios
from torneos.encuentros import Encuentros, encuentros
from torneos.estado import EstadoTorneo
from torneos.porque import Voz, comun_de, llevaban, motivo_de, motivo_de_conjuntos, pareja_de
from torneos.textos import NIVELES, NIVELES_CON_NUNCA, NIVELES_DE_CONJUNTOS, SUMAN_CUADRADOS


@dataclass(frozen=True, slots=True)
class Sentado:
    """Alguien de una mesa: cómo iba (nada, si nadie había jugado), su motivo y, en el detalle, sus vecinos de tabla."""

    numero: int
    nombre: str
    lugar: int | None
    principal: int | None
    motivo: str
    vecinos: str


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

    @property
    def con_motivos(self) -> bool:
        """¿Hay algo que decir de alguien, además de lo común?"""
        return any(s.motivo for s in self.sentados)

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
    llevan = llevaban(hoja)
    return [_mesa(estado, hoja["partida"], de, _quienes(estado, asientos[de["mesa"]]), voz, llevan) for de in mesas]


def voz_de(estado: EstadoTorneo, partida: int, tu: int | None = None) -> Voz:
    """Con los nombres del torneo, su cuenta y lo ya jugado antes de esa partida; `tu`, a quién se le habla."""
    cuando: Encuentros = {}
    nunca = estado.regla_de_contrarios is Contrarios.NUNCA
    if estado.actual is not None and not estado.en_conjunto:
        cuando = encuentros(estado.id, partida, estado.actual.publicada)
    return Voz(estado.nombre_de, estado.meta is not Meta.JUEGOS_GANADOS, tu, cuando, nunca)


def nivel_dicho(estado: EstadoTorneo, nivel: str) -> str:
    """Cómo se llama un nivel del objetivo, siempre con las mismas palabras (D731)."""
    propios = NIVELES_CON_NUNCA if estado.regla_de_contrarios is Contrarios.NUNCA else {}
    if estado.en_conjunto:
        propios = NIVELES_DE_CONJUNTOS
    return str(propios.get(nivel, NIVELES[nivel]))


def _con_unidad(estado: EstadoTorneo, nivel: str) -> str:
    """Con lo que se cuenta, si no son veces."""
    que = nivel_dicho(estado, nivel)
    return _("%(que)s (suma de cuadrados)") % {"que": que} if nivel in SUMAN_CUADRADOS else que


def orden_dicho(estado: EstadoTorneo) -> list[str]:
    """Los niveles del objetivo Individual que rigen, del más al menos importante; el sorteo se dice aparte (D731)."""
    return [nivel_dicho(estado, nivel) for nivel, _que in NIVELES_INDIVIDUAL if _rige(estado, nivel)]


def _rige(estado: EstadoTorneo, nivel: str) -> bool:
    return nivel != "sorteo" and not (nivel == "repetidos" and estado.regla_de_contrarios is Contrarios.NUNCA)


def _quienes(estado: EstadoTorneo, asientos: Sequence[Any]) -> list[int]:
    """Los cuatro por asiento o, en Parejas y Equipos, los dos conjuntos: de ellos habla la hoja."""
    return list(dict.fromkeys(estado.sujeto_de(int(n)) for n in asientos))


@dataclass(frozen=True, slots=True)
class Cifra:
    """Un nivel del objetivo: cuánto vale y cuánto valía en lo que se compara."""

    que: str
    cuadrados: bool
    vale: int
    antes: int | None = None


def cifras_de(estado: EstadoTorneo, hoja: Mapping[str, Any], antes: Mapping[str, Any] | None = None) -> list[Cifra]:
    """El vector del objetivo con palabras, del nivel más al menos importante; el sorteo no dice nada (TO14, TO15)."""
    previas = {n["nivel"]: n["vale"] for n in antes["objetivo"]} if antes else {}
    return [
        Cifra(nivel_dicho(estado, n["nivel"]), n["nivel"] in SUMAN_CUADRADOS, n["vale"], previas.get(n["nivel"]))
        for n in hoja["objetivo"]
        if _rige(estado, n["nivel"])
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
    asientos: Sequence[int],
    voz: Voz,
    llevan: Mapping[str, int],
) -> MesaExplicada:
    # antes de jugar no hay lugares: el orden es el del sorteo
    como_iban = {int(s["sujeto"]): s for s in de["sujetos"]} if partida > 1 else {}
    vecinos = {int(v["sujeto"]): v["ya"] for v in de.get("vecinos", ())}
    comun = [comun_de(de, partida, voz), motivo_de_conjuntos(de, partida, voz) if estado.en_conjunto else ""]
    return MesaExplicada(
        numero=de["mesa"],
        comun=" ".join(filter(None, comun)),
        pareja=pareja_de(de, voz),
        sentados=tuple(
            Sentado(
                n,
                estado.nombre_de(n),
                como_iban.get(n, {}).get("lugar"),
                como_iban.get(n, {}).get("principal"),
                motivo_de(de, n, voz, llevan),
                _vecinos(estado, vecinos.get(n, {})),
            )
            for n in asientos
        ),
        amplitud=de["amplitud"],
        forzada=de.get("forzada", False),
        paga=tuple(f"«{_con_unidad(estado, n['nivel'])}»: {n['vale']}" for n in de.get("paga", ())),
        alternativa=_alternativa(estado, de.get("alternativa")),
    )


def _vecinos(estado: EstadoTorneo, ya: Mapping[str, Sequence[str]]) -> str:
    """«De sus seis más cercanos ya fue pareja de Ana y Beto, y contrario de Caro»."""
    partes = []
    if ya.get("pareja"):
        partes.append(_("ya fue pareja de %(quienes)s") % {"quienes": _nombres(estado, ya["pareja"])})
    if ya.get("contrario"):
        partes.append(_("ya enfrentó a %(quienes)s") % {"quienes": _nombres(estado, ya["contrario"])})
    if ya.get("prohibido"):
        partes.append(_("no se sienta con %(quienes)s") % {"quienes": _nombres(estado, ya["prohibido"])})
    if not partes:
        return ""
    return _("De sus seis más cercanos en la tabla, %(partes)s.") % {"partes": en_lista(partes)}


def _nombres(estado: EstadoTorneo, numeros: Sequence[str]) -> str:
    return en_lista(estado.nombre_de(int(n)) for n in numeros)


def _alternativa(estado: EstadoTorneo, otra: Mapping[str, Any] | None) -> str:
    """Qué empeoraría con el mejor cambio con una mesa cercana."""
    if otra is None:
        return ""
    con = _nombres(estado, otra["con"])
    if otra["nivel"] is None:
        return _("Hay otra manera igual en todo, mezclándola con la mesa de %(con)s.") % {"con": con}
    datos = {"con": con, "que": _con_unidad(estado, otra["nivel"]), "de": otra["de"], "a": otra["a"]}
    if otra["nivel"] == "sorteo":
        return (
            _("Hay otra manera igual en todo, mezclándola con la mesa de %(con)s: entre maneras iguales, el sorteo.")
            % datos
        )
    return _("La mejor otra manera, mezclándola con la mesa de %(con)s, empeora «%(que)s»: de %(de)s a %(a)s.") % datos
