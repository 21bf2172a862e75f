"""«¿Se podía saber?» dicho en palabras: qué tan seguido era de las mejores cada una, y de cuántas manos sale (D518)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from enlinea.academia.consultas.sabido import Opcion, Opinion, Visto
from enlinea.academia.textos_analisis import ficha_dicha, para_quien
from reglas.tipos import Meta

ALCANZA, FINO = 10, 100
VEREDICTOS: Mapping[tuple[bool, bool], Any] = {
    # (la que se tiró era de las buenas, la mejor era de las buenas)
    (False, True): _l("Sí se podía saber."),
    (True, True): _l("No había cómo distinguirlas."),
    (True, False): _l("No se podía saber: con lo que se veía, la que se tiró era de las buenas."),
    (False, False): _l("No se podía saber cuál era la mejor, pero sí que había otra más segura."),
}
# lo mismo, a un lado de lo que costó
JUNTO: Mapping[tuple[bool, bool], Any] = {
    (False, True): _l("y sí se podía saber"),
    (True, True): _l("pero no había cómo distinguirlas"),
    (True, False): _l("pero no se podía saber"),
    (False, False): _l("no se podía saber cuál era la mejor, pero sí que había otra más segura"),
}


def de_cada(visto: Visto) -> int:
    """De cada cuántas manos se cuenta: diez, o cien si en diez se ven iguales una buena y una que no lo era."""
    buenas = {_redondo(una.milesimas, ALCANZA) for una in visto.opiniones if una.buena}
    malas = {_redondo(una.milesimas, ALCANZA) for una in visto.opiniones if not una.buena}
    return FINO if buenas & malas else ALCANZA


def _redondo(milesimas: int, de: int) -> int:
    return (milesimas * de + 500) // 1000


def veces(milesimas: int, de: int = ALCANZA) -> str:
    """«como 6 de cada 10 veces»; lo que no es todo ni nada no se redondea a todo ni a nada."""
    cuantas = _redondo(milesimas, de)
    if milesimas in (0, 1000):
        return _("siempre") if milesimas else _("nunca")
    if not cuantas:
        return _("menos de 1 de cada %(de)s veces") % {"de": de}
    if cuantas == de:
        return _("más de %(n)s de cada %(de)s veces") % {"n": de - 1, "de": de}
    cabal = milesimas * de == cuantas * 1000
    texto = _("%(n)s de cada %(de)s veces") if cabal else _("como %(n)s de cada %(de)s veces")
    return texto % {"n": cuantas, "de": de}


def en_promedio(una: Opinion, meta: Meta, mia: bool) -> str:
    """«en promedio, 12 tantos para ustedes»: `mia`, si la tiró la pareja de quien lee. A juegos ganados, nada."""
    if meta.tantos is None:
        return ""
    cuanto = (abs(una.media) + 5) // 10
    if una.media and not cuanto:
        return _("en promedio, casi nada")
    return _("en promedio, %(cuanto)s") % {"cuanto": para_quien(cuanto if una.media > 0 else -cuanto, meta, mia)}


def de_cuantas(visto: Visto) -> str:
    """De dónde sale: cuántas manos se miraron y de cuántas posibles."""
    if visto.completo:
        frase = ngettext(
            "Sólo había %(n)s manera de repartir lo que no se veía, y se miró.",
            "Había %(n)s maneras de repartir lo que no se veía, y se miraron todas: la cuenta es cabal.",
            visto.muestras,
        )
        return frase % {"n": visto.muestras}
    return _(
        "Se sacaron %(n)s manos al azar entre las %(cuantas)s que caben en lo jugado y los pases, y cada una se jugó "
        "hasta el final. Con otras %(n)s saldría parecido: lo común es que cambie en %(error)s de cada 100, o menos."
    ) % {
        "n": visto.muestras,
        "cuantas": f"{visto.cuantas:,}",
        "error": max(1, -(-max([una.error for una in visto.opiniones]) // 10)),
    }


def veredicto(visto: Visto, elegida: Opcion, mejor: Opcion) -> str:
    """Si se podía saber."""
    return str(VEREDICTOS[elegida in visto.buenas, mejor in visto.buenas])


def junto_al_costo(visto: Visto, elegida: Opcion, mejor: Opcion, mia: bool, quien: str) -> dict[str, Any]:
    """Lo que acompaña a «Costó 35 tantos» cuando ya se contó: si se podía saber, y qué tan buena era la que se tiró.

    `sabia` es si la gravedad se puede decir sola; `mia`, si la tiró quien lee (D840).
    """
    buena = elegida in visto.buenas
    cuanto = veces(visto.de(elegida).milesimas, de_cada(visto))
    if mia:
        frase = _("Con lo que veías, la tuya era de las mejores %(cuanto)s.") % {"cuanto": cuanto}
    else:
        frase = _("Con lo que veía %(quien)s, la suya era de las mejores %(cuanto)s.") % {
            "quien": quien,
            "cuanto": cuanto,
        }
    return {
        "sabia": not buena and mejor in visto.buenas,
        "junto": str(JUNTO[buena, mejor in visto.buenas]),
        "frase": frase,
    }


def se_podia_saber(
    visto: Visto, elegida: Opcion, mejor: Opcion, quien: str, lado: Callable[[int], str]
) -> Sequence[str]:
    """El veredicto, las dos jugadas, la que más convenía si era otra, y de dónde sale. Sin `quien`, es quien lee."""
    de = de_cada(visto)

    def dicha(opcion: Opcion) -> str:
        return f"{ficha_dicha(opcion[0])}{lado(opcion[1])}"

    def cuanto(opcion: Opcion) -> str:
        return veces(visto.de(opcion).milesimas, de)

    veia = _("Con lo que veía %(quien)s") % {"quien": quien} if quien else _("Con lo que veías")
    frases = [
        veredicto(visto, elegida, mejor),
        _("%(veia)s, %(mejor)s era de las mejores %(una)s; %(tirada)s, %(otra)s.")
        % {
            "veia": veia,
            "mejor": dicha(mejor),
            "una": cuanto(mejor),
            "tirada": dicha(elegida),
            "otra": cuanto(elegida),
        },
    ]
    primera = visto.opiniones[0]
    if primera.opcion not in (elegida, mejor):
        frases.append(
            _("La que más veces era de las mejores: %(ficha)s, %(cuanto)s.")
            % {"ficha": dicha(primera.opcion), "cuanto": cuanto(primera.opcion)}
        )
    return [*frases, de_cuantas(visto)]
