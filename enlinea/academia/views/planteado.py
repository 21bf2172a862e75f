"""Cómo se plantea una posición: lo que sabía quien tira, y nada de las otras tres manos (AC3, EL8)."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from config.templatetags.domino import PALOS
from enlinea.academia.textos_analisis import ficha_dicha, lado_visto
from enlinea.errores import ErrorDeServicio
from enlinea.textos.frases import y_lista
from reglas.fichas import FICHAS, lista
from reglas.mano import A, Mano, quedan
from reglas.reglamento import AMIGOS
from reglas.tipos import SIN_TERMINAL

Pase = tuple[int, tuple[int, int]]
"""Quién, y las dos terminales que no tuvo."""


def plantear(
    mano: Mano, nombres: Sequence[str], pasaron: Iterable[Pase], opciones: Iterable[tuple[int, int]]
) -> dict[str, Any]:
    """Sus fichas, la cadena, los pases y lo que puede tirar, mirado desde quien está en turno."""
    yo, cadena = mano.turno, mano.cadena
    lado = lado_visto(yo)
    return {
        "mias": [FICHAS[f] for f in lista(mano.manos[yo])],
        "sale": nombres[mano.salidor],
        "terminales": [] if mano.a == SIN_TERMINAL else [_(PALOS[palo][0]) for palo in (mano.a, mano.b)],
        "pases": [_pase(quien, terminales, nombres) for quien, terminales in pasaron],
        "quedan": [{"nombre": nombres[a], "n": cuantas} for a, cuantas in enumerate(quedan(mano)) if a != yo],
        "jugadas": [
            f"{nombres[asiento]}: {ficha_dicha(ficha)}{lado(extremo)}"
            for ficha, extremo, asiento in zip(cadena[::3], cadena[1::3], cadena[2::3], strict=True)
        ],
        "opciones": [
            {"ficha": FICHAS[f], "valor": f"{f}.{e}", "nombre": ficha_dicha(f), "lado": lado(e), "cae": _cae(mano, e)}
            for f, e in opciones
        ],
        "tablero": {
            "cadena": [list(terna) for terna in zip(cadena[::3], cadena[1::3], cadena[2::3], strict=True)],
            "salidor": mano.salidor,
            "nombres": list(nombres),
            "yo": yo,
        },
    }


def _cae(mano: Mano, extremo: int) -> str:
    """«en el seis»: la cadena dobla y «abajo» no se ve. Vacío al salir o si las dos terminales son iguales."""
    if not extremo or mano.a == mano.b:
        return ""
    palo = mano.a if extremo == A else mano.b
    return _("en la blanca") if not palo else _("en el %(palo)s") % {"palo": _(PALOS[palo][0])}


def _pase(quien: int, terminales: tuple[int, int], nombres: Sequence[str]) -> str:
    palos = y_lista([str(_(PALOS[palo][1])) for palo in sorted(set(terminales))])
    return _("%(quien)s pasó a %(palos)s") % {"quien": nombres[quien], "palos": palos}


def las_cuatro_manos(mano: Mano, nombres: Sequence[str]) -> list[dict[str, Any]]:
    """Lo que cada quien tenía: sólo para quien ya contestó."""
    return [{"nombre": nombres[a], "fichas": [FICHAS[f] for f in lista(mano.manos[a])]} for a in range(AMIGOS.asientos)]


def jugada_de(texto: str) -> tuple[int, int]:
    """«13.1» → (13, 1). Levanta `jugada_ajena` si no se lee."""
    ficha, _punto, extremo = texto.partition(".")
    if not (ficha.isascii() and ficha.isdecimal() and len(ficha) < 3) or extremo not in ("0", "1", "2"):
        raise ErrorDeServicio("jugada_ajena")
    return int(ficha), int(extremo)
