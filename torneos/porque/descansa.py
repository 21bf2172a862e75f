"""Por qué descansa quien descansa, con la cuenta a la vista (TO5, D776)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.hoja.textos import en_lista
from torneos.porque.voz import Voz

Turno = Mapping[str, Any]


def por_que_descansa(turno: Turno, partida: int, voz: Voz, *, en_conjunto: bool = False) -> str:
    """Lo que sobraba, cuánto ha descansado, en qué lugar iba, quién iba más abajo y quién seguía en turno."""
    if not turno["juegan"]:
        return _no_hay_con_quien(turno, voz, en_conjunto=en_conjunto)
    sobran = turno["sobran"]
    frases = [_("Son un número impar y alguien se queda sin rival.")]
    if not en_conjunto:
        frases = [
            ngettext(
                "Sobraba una persona para hacer mesas de cuatro.",
                "Sobraban %(n)s personas para hacer mesas de cuatro.",
                sobran,
            )
            % {"n": sobran}
        ]
    if partida == 1:
        frases.append(_("En la primera descansa quien va al final del sorteo."))
        return " ".join([*frases, _en_el_sorteo(turno, voz)])
    frases.append(_("Descansa quien menos ha descansado y, entre ellos, quien va más abajo en la tabla."))
    frases += [_como_iba(turno, voz), _mas_abajo(turno, voz), _sigue(turno, voz)]
    return " ".join(filter(None, frases))


def _no_hay_con_quien(turno: Turno, voz: Voz, *, en_conjunto: bool) -> str:
    if en_conjunto:
        return _("Los demás siguen su encuentro, que dura tres partidas, y no queda otro sin rival con quien jugar.")
    return _("No alcanzaban para una mesa de cuatro.")


def _en_el_sorteo(turno: Turno, voz: Voz) -> str:
    datos = {"quien": voz.nombre(turno["sujeto"]), "n": turno["lugar"], "de": turno["juegan"] + turno["sobran"]}
    if _es_tu(turno, voz):
        return _("Te salió el %(n)s de %(de)s.") % datos
    return _("A %(quien)s le salió el %(n)s de %(de)s.") % datos


def _como_iba(turno: Turno, voz: Voz) -> str:
    datos = {
        "quien": voz.nombre(turno["sujeto"]),
        "veces": _veces(turno["descansos"]),
        "n": turno["lugar"],
        "cuanto": voz.llevan(turno["principal"]),
    }
    if _es_tu(turno, voz):
        return _("Tú %(veces)s e ibas en el lugar %(n)s, con %(cuanto)s.") % {**datos, "veces": _veces_de_ti(turno)}
    return _("%(quien)s %(veces)s e iba en el lugar %(n)s, con %(cuanto)s.") % datos


def _veces(descansos: Sequence[int]) -> str:
    if not descansos:
        return _("no había descansado")
    return _("ya había descansado (%(partidas)s)") % {"partidas": _partidas(descansos)}


def _veces_de_ti(turno: Turno) -> str:
    if not turno["descansos"]:
        return _("no habías descansado")
    return _("ya habías descansado (%(partidas)s)") % {"partidas": _partidas(turno["descansos"])}


def _partidas(descansos: Sequence[int]) -> str:
    return en_lista(_("partida %(n)s") % {"n": n} for n in descansos)


def _mas_abajo(turno: Turno, voz: Voz) -> str:
    """Quienes iban más abajo juegan porque ya habían descansado más."""
    abajo, son = turno["abajo"], turno["mas_abajo"]
    if not son:
        return _("De los que no descansan, nadie iba más abajo.")
    nombres = en_lista(
        _("%(quien)s (lugar %(n)s; descansó en la %(partidas)s)")
        % {"quien": voz.nombre(uno["sujeto"]), "n": uno["lugar"], "partidas": _partidas(uno["descansos"])}
        for uno in abajo
    )
    if son > len(abajo):
        return _(
            "Más abajo iban %(son)s que sí juegan porque ya habían descansado más veces: entre ellos, %(nombres)s."
        ) % {
            "son": son,
            "nombres": nombres,
        }
    una = _("Más abajo iba %(nombres)s, que sí juega porque ya había descansado más veces.")
    varias = _("Más abajo iban %(nombres)s, que sí juegan porque ya habían descansado más veces.")
    return (una if son == 1 else varias) % {"nombres": nombres}


def _sigue(turno: Turno, voz: Voz) -> str:
    """A quién le habría tocado, y en qué se quedó atrás."""
    sigue = turno["sigue"]
    datos = {"quien": voz.nombre(sigue["sujeto"]), "n": sigue["lugar"], "cuanto": voz.llevan(sigue["principal"])}
    if len(sigue["descansos"]) > len(turno["descansos"]):
        return _("Los demás ya habían descansado más veces.")
    if turno["por_sorteo"]:
        return (
            _("Seguía en turno %(quien)s (lugar %(n)s): iban iguales en todo y el lugar lo decidió el sorteo.") % datos
        )
    return _("Seguía en turno %(quien)s, que iba más arriba (lugar %(n)s, con %(cuanto)s).") % datos


def _es_tu(turno: Turno, voz: Voz) -> bool:
    return int(turno["sujeto"]) == voz.tu
