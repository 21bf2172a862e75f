"""«¿Se podía saber?» dicho en palabras: qué tan seguido era la mejor cada una, y de cuántas manos sale (D518)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from config.templatetags.domino import signo
from enlinea.academia.consultas.sabido import Opcion, Opinion, Visto
from enlinea.academia.textos_analisis import ficha_dicha

VEREDICTOS: Mapping[tuple[bool, bool], Any] = {
    # (la que se tiró era de las buenas, la mejor era de las buenas)
    (False, True): _l("Sí se podía saber."),
    (True, True): _l("No había cómo distinguirlas."),
    (True, False): _l("No se podía saber: con lo que se veía, la que se tiró era la buena."),
    (False, False): _l("No se podía saber cuál era la mejor, pero sí que había otra más segura."),
}


def por_ciento(milesimas: int) -> str:
    """«34 %»; lo que no es todo ni nada no se redondea a todo ni a nada."""
    cuanto = (milesimas + 5) // 10
    if milesimas > 0 and not cuanto:
        return _("menos de 1\u00a0%")
    if milesimas < 1000 and cuanto == 100:
        return _("más de 99\u00a0%")
    return f"{cuanto}\u00a0%"


def con_error(una: Opinion) -> str:
    """«34 % (± 3)»; sin el paréntesis si se miraron todas."""
    if not una.error:
        return por_ciento(una.milesimas)
    return _("%(cuanto)s (±\u00a0%(error)s)") % {
        "cuanto": por_ciento(una.milesimas),
        "error": max(1, (una.error + 5) // 10),
    }


def en_promedio(una: Opinion) -> str:
    """«+12.3», en tantos para su pareja."""
    entero, decima = divmod(abs(una.media), 10)
    if not una.media:
        return "0"
    return f"{signo(1 if una.media > 0 else -1)[0]}{entero}.{decima}"


def de_cuantas(visto: Visto) -> str:
    """De dónde sale: cuántas manos se miraron y de cuántas posibles."""
    if visto.completo:
        frase = ngettext(
            "Sólo había %(n)s manera de repartir lo que no veía, y se miró.",
            "Había %(n)s maneras de repartir lo que no veía, y se miraron todas: no hay error.",
            visto.muestras,
        )
        return frase % {"n": visto.muestras}
    return _(
        "Se sacaron %(n)s manos al azar entre las %(cuantas)s que caben en lo jugado y los pases, y cada una se "
        "resolvió exacta. El ± dice cuánto puede variar por el azar (error estándar)."
    ) % {"n": visto.muestras, "cuantas": f"{visto.cuantas:,}"}


def veredicto(visto: Visto, elegida: Opcion, mejor: Opcion) -> str:
    """Si se podía saber."""
    return str(VEREDICTOS[elegida in visto.buenas, mejor in visto.buenas])


def se_podia_saber(
    visto: Visto, elegida: Opcion, mejor: Opcion, quien: str, lado: Callable[[int], str]
) -> Sequence[str]:
    """El veredicto, las dos jugadas, la que más convenía si era otra, y de dónde sale."""

    def dicha(opcion: Opcion) -> str:
        return f"{ficha_dicha(opcion[0])}{lado(opcion[1])}"

    frases = [
        veredicto(visto, elegida, mejor),
        _("Con lo que veía %(quien)s, %(mejor)s era la mejor en %(una)s; %(tirada)s, en %(otra)s.")
        % {
            "quien": quien,
            "mejor": dicha(mejor),
            "una": con_error(visto.de(mejor)),
            "tirada": dicha(elegida),
            "otra": con_error(visto.de(elegida)),
        },
    ]
    primera = visto.opiniones[0]
    if primera.opcion not in (elegida, mejor):
        frases.append(
            _("La que más veces era la mejor: %(ficha)s, en %(cuanto)s.")
            % {"ficha": dicha(primera.opcion), "cuanto": con_error(primera)}
        )
    return [*frases, de_cuantas(visto)]
