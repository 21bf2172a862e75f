"""La repetición de una partida a otro juego, jugada por jugada, con quién robó y quién pasó (VA2, VA7, VA9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext as _

from enlinea.textos.frases import y_lista
from enlinea.textos.otros_juegos import ficha_en
from reglas import mano as reglas_mano
from reglas.fichas import lista, tantos_de
from reglas.mano import Mano
from reglas.metas import AQueSeJuega
from reglas.reglamento import Reglamento
from reglas.repeticion import Repetida, pasaron, repetir
from reglas.tipos import Desenlace
from reglas.verificacion import repetir_partida


@dataclass(frozen=True, slots=True)
class ManoParaVer:
    """Una mano con cada uno de sus pasos; `datos` es lo que anda su guion."""

    numero: int
    reglamento: Reglamento
    frases: list[str]
    """Una por paso: el reparto y cada jugada, con los robos y los pases de en medio."""
    como: str
    """Cómo acabó y para quién."""
    quedo: list[tuple[str, list[str], int]]
    """De cada quien, lo que le quedó y cuánto suma."""
    pozo: list[str]
    """Lo que nadie llegó a robar."""
    datos: dict[str, Any]


def partida_repetida(acta: Mapping[str, Any], yo: int) -> list[ManoParaVer]:
    """Todas sus manos, vistas desde el asiento `yo`."""
    partida = repetir_partida(acta)
    nombres = [str(nombre) for nombre in acta["asientos"]]
    return [_mano(n, una, nombres, partida.meta, yo) for n, una in enumerate(repetir(acta), 1)]


def _mano(numero: int, una: Repetida, nombres: Sequence[str], meta: AQueSeJuega, yo: int) -> ManoParaVer:
    fin, reglamento = una.fin, una.fin.reglamento
    frases = _frases(una, nombres)
    return ManoParaVer(
        numero=numero,
        reglamento=reglamento,
        frases=frases,
        como=_como(fin, meta, nombres),
        quedo=[(nombres[a], _dichas(lista(bits), reglamento), tantos_de(bits)) for a, bits in enumerate(fin.manos)],
        pozo=_dichas(_pozo(fin), reglamento),
        datos={
            "nombres": list(nombres),
            "yo": yo,
            "bandos": reglamento.bandos,
            "juego": reglamento.nombre,
            "salidor": fin.salidor,
            "cadena": fin.cadena,
            "pasos": [_paso(mano, frase) for mano, frase in zip(una.estados, frases, strict=True)],
            "pozo": _pozo(fin),
        },
    )


def _paso(mano: Mano, frase: str) -> dict[str, Any]:
    """Del pozo, cuántas: cuáles eran se dice al acabar la mano."""
    return {"manos": [lista(bits) for bits in mano.manos], "pozo": len(_pozo(mano)), "frase": frase}


def _frases(una: Repetida, nombres: Sequence[str]) -> list[str]:
    frases = [_("Las fichas, recién repartidas. Sale %(quien)s.") % {"quien": nombres[una.fin.salidor]}]
    cadena = una.fin.cadena
    for n, (ficha, asiento) in enumerate(zip(cadena[::3], cadena[2::3], strict=True)):
        dicho = _("%(quien)s tiró %(ficha)s.") % {
            "quien": nombres[asiento],
            "ficha": ficha_en(ficha, una.fin.reglamento),
        }
        antes, despues = una.estados[n], una.estados[n + 1]
        frases.append(" ".join([dicho, *_lo_que_siguio(antes, despues, n + 1, nombres)]))
    return frases


def _lo_que_siguio(antes: Mano, despues: Mano, van: int, nombres: Sequence[str]) -> list[str]:
    """Tras esa jugada, quién robó cuántas y quién pasó, en el orden del turno.

    Robando de una en una, la vuelta en que nadie pudo tirar se repite: cada quien lleva lo de cada turno (VA9).
    """
    turnos = [(asiento, True) for asiento in pasaron(antes, despues)]
    if despues.desenlace is None:
        turnos.append((despues.turno, False))
    robaron, dichos = _robaron(despues, van), []
    for asiento, paso in turnos:
        robo = _del_turno(robaron, asiento, despues.reglamento.robos)
        del robaron[:robo]
        quien = {"quien": nombres[asiento], "n": robo}
        if robo and paso:
            dichos.append(_("%(quien)s robó %(n)s y pasó.") % quien)
        elif robo:
            dichos.append(_("%(quien)s robó %(n)s.") % quien)
        elif paso:
            dichos.append(_("%(quien)s pasó.") % quien)
    return dichos


def _robaron(mano: Mano, van: int) -> list[int]:
    """Quién tomó cada una, con tantas fichas en la mesa; `robos` son pares (fichas en la mesa, asiento)."""
    robos = mano.aparte.robos if mano.aparte is not None else ()
    return [asiento for habia, asiento in zip(robos[::2], robos[1::2], strict=True) if habia == van]


def _del_turno(robaron: Sequence[int], asiento: int, tope: int) -> int:
    """De las que faltan por decir, cuántas seguidas son suyas, hasta las que se roban en un turno."""
    return len(list(takewhile(lambda quien: quien == asiento, robaron[:tope])))


def _pozo(mano: Mano) -> list[int]:
    return list(mano.aparte.pozo) if mano.aparte is not None else []


def _como(fin: Mano, meta: AQueSeJuega, nombres: Sequence[str]) -> str:
    cuenta = reglas_mano.contar(fin, meta)
    dominada = cuenta.desenlace is Desenlace.DOMINADA
    quien = (_("Dominó %(quien)s.") if dominada else _("Cerró %(quien)s.")) % {"quien": nombres[cuenta.asiento]}
    if cuenta.ganadora is None:
        return f"{quien} {_('Empate: la mano no cuenta.')}"
    suyos = y_lista([nombres[asiento] for asiento in fin.reglamento.bandos[cuenta.ganadora]])
    return f"{quien} " + _("%(n)s tantos para %(quienes)s.") % {"n": cuenta.tantos, "quienes": suyos}


def _dichas(fichas: Sequence[int], reglamento: Reglamento) -> list[str]:
    return [ficha_en(ficha, reglamento) for ficha in fichas]
