"""Multiplicado: los repartos revelados y qué hicieron en las otras mesas con tus fichas (TO27, TO28).

Todo empieza en `levantada`: de una partida embargada aquí no sale nada.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db.models import Max

from reglas.fichas import FICHAS
from reglas.metas import Meta
from reglas.multiplicado import acta_de_repartos
from reglas.suizo import tipos as de_reglas
from reglas.suizo.comparacion import CIEN, debidas, escrita, neto, por_mano
from torneos.models import ManosDeMesa, Partida, Resultado, Torneo
from torneos.reconstruir import clave_de, torneo_de

Ficha = tuple[int, int]


@dataclass(frozen=True, slots=True)
class EnUnaMesa:
    """Lo que pasó en una mesa con las fichas de ese asiento."""

    mesa: int
    numero: int
    companero: int
    neto: int
    """Lo que ganó su pareja en la mano, o perdió; a juegos ganados, 1, 0 o −1."""
    sacaron: str
    """De cien, lo de su pareja en esta mano; vacío si no se compara."""
    jugadas: tuple[Ficha | None, ...]
    """Sus fichas en el orden en que las tiró; None si pasó."""
    mia: bool


@dataclass(frozen=True, slots=True)
class ManoMia:
    """Una mano de quien la mira."""

    numero: int
    neto: int
    saco: str
    """De cien; vacío si la jugaron pocas mesas."""


@dataclass(frozen=True, slots=True)
class MisFichas:
    """Una mano, vista desde las fichas de alguien, y cómo le fue en las demás."""

    partida: int
    asiento: int
    manos: tuple[ManoMia, ...]
    mano: int
    fichas: tuple[Ficha, ...]
    salgo: bool
    promedio: str
    """El de sus manos comparables de la partida; vacío si no tiene ninguna."""
    mesas: tuple[EnUnaMesa, ...]
    hacen_falta: int
    """Cuántas mesas deben haber jugado una mano para compararla."""


def levantadas(torneo_id: int) -> list[int]:
    """Las partidas cuyas fichas ya se pueden ver."""
    suyas = Partida.objects.filter(torneo=torneo_id, levantada__isnull=False).exclude(dictado="")
    return list(suyas.order_by("numero").values_list("numero", flat=True))


def _levantada(torneo_id: int, partida: int) -> datetime | None:
    """Cuándo se levantó su embargo; None si sigue puesto, o si no se dictó y no hay fichas."""
    suya = Partida.objects.filter(torneo=torneo_id, numero=partida).exclude(dictado="")
    return suya.values_list("levantada", flat=True).first()


def repartos_de(torneo_id: int, partida: int) -> dict[str, Any] | None:
    """El acta con que cualquiera comprueba las manos de esa partida; None mientras dure su embargo."""
    if _levantada(torneo_id, partida) is None:
        return None
    t = Torneo.objects.get(pk=torneo_id)
    p = t.partidas.defer("hoja").get(numero=partida)
    clave = clave_de(t, p)
    manos = max((len(m) for m in _jugado(torneo_id, partida).values()), default=0)
    return acta_de_repartos(t.codigo, partida, clave, p.dictado, manos) if clave else None


def _jugado(torneo_id: int, partida: int) -> dict[int, list[dict[str, Any]]]:
    """Por número de mesa, sus manos."""
    suyas = ManosDeMesa.objects.filter(mesa__partida__torneo=torneo_id, mesa__partida__numero=partida)
    return dict(suyas.values_list("mesa__numero", "manos"))


def mis_fichas(torneo_id: int, partida: int, numero: int, mano: int | None = None) -> MisFichas | None:
    """Lo de esa persona en esa partida, en la mano que se pida o la primera; None si no hay o sigue embargada."""
    cuando = _levantada(torneo_id, partida)
    if cuando is None:
        return None
    resultados = Resultado.objects.filter(mesa__partida__torneo=torneo_id, mesa__partida__numero=partida)
    de = _partida(torneo_id, partida, cuando, resultados.aggregate(n=Max("pk"))["n"] or 0)
    mia = next((m for m in de.partida.mesas if str(numero) in m.asientos), None)
    jugadas = de.jugado.get(mia.numero, []) if mia is not None else []
    if mia is None or not mia.manos or not jugadas:
        return None
    asiento = mia.asientos.index(str(numero))
    cuantas = min(len(mia.manos), len(jugadas))
    k = min(max((mano or 1) - 1, 0), cuantas - 1)
    suyas = [de.comparada(mia, j, asiento) for j in range(cuantas)]
    comparadas = [una for una in suyas if una is not None]
    promedio = escrita(sum(comparadas, Fraction(0)) / len(comparadas)) if comparadas else ""
    return MisFichas(
        partida=partida,
        asiento=asiento,
        manos=tuple(ManoMia(j + 1, de.neto_de(mia, j, asiento), _dicha(suyas[j])) for j in range(cuantas)),
        mano=k + 1,
        fichas=tuple(FICHAS[f] for f in jugadas[k]["repartidas"][asiento]),
        salgo=jugadas[k]["salidor"] == asiento,
        promedio=promedio,
        mesas=tuple(_en_las_demas(de, mia, k, asiento)),
        hacen_falta=debidas(de.partida),
    )


@dataclass(frozen=True)
class _DePartida:
    """Una partida sin embargo, con lo que de ella hace falta para comparar."""

    meta: Meta
    partida: de_reglas.Partida
    jugado: Mapping[int, Sequence[Mapping[str, Any]]]
    valen: Mapping[int, Mapping[int, Fraction]]

    def comparada(self, mesa: de_reglas.Mesa, k: int, asiento: int) -> Fraction | None:
        vale = self.valen.get(mesa.numero, {}).get(k)
        return vale if vale is None or asiento % 2 == 0 else CIEN - vale

    def neto_de(self, mesa: de_reglas.Mesa, k: int, asiento: int) -> int:
        assert mesa.manos is not None
        de_la_0 = neto(self.meta, mesa.manos[k])
        return -de_la_0 if asiento % 2 else de_la_0


def _en_las_demas(de: _DePartida, mia: de_reglas.Mesa, k: int, asiento: int) -> list[EnUnaMesa]:
    """Primero la propia; luego, de a quienes mejor les fue a quienes peor."""
    todas = []
    for m in de.partida.mesas:
        manos = de.jugado.get(m.numero, ())
        if m.manos is None or len(m.manos) <= k or len(manos) <= k:
            continue
        tiradas = [f for a, f in manos[k]["jugadas"] if a == asiento]
        uno = EnUnaMesa(
            mesa=m.numero,
            numero=int(m.asientos[asiento]),
            companero=int(m.asientos[(asiento + 2) % 4]),
            neto=de.neto_de(m, k, asiento),
            sacaron=_dicha(de.comparada(m, k, asiento)),
            jugadas=tuple(FICHAS[f] if f >= 0 else None for f in tiradas),
            mia=m is mia,
        )
        todas.append(uno)
    return sorted(todas, key=lambda una: (not una.mia, -una.neto, una.mesa))


def _dicha(vale: Fraction | None) -> str:
    return "" if vale is None else escrita(vale)


@lru_cache(maxsize=16)
def _partida(torneo_id: int, numero: int, _levantada: datetime, _resultado: int) -> _DePartida:
    """Se recuerda mientras no se corrija una mesa: un salón entero la mira a la vez."""
    t = torneo_de(Torneo.objects.get(pk=torneo_id), hasta=numero)
    partida = t.partidas[-1]
    return _DePartida(t.meta, partida, _jugado(torneo_id, numero), por_mano(t.meta, partida))
