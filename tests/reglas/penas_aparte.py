"""Las cuentas de una peña hechas aparte, desde las actas: sin `reglas.desglose`, `reglas.temporada` ni `menos_pagos`.

Se cuenta como lo haría alguien con las hojas en la mano: por cada persona, recorrer todas las actas.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Any

from tests.reglas.modelo import modelo_de_clasificacion
from tests.reglas.rol_del_documento import programa_oficial

Acta = dict[str, Any]
_finales: dict[int, tuple[Acta, list[Acta]]] = {}
Velada = tuple[Acta, dict[int, int]]
"""Un acta y qué persona fue cada número."""


def gano(meta: str, mesa: Acta) -> int:
    """Qué pareja ganó una mesa con fin."""
    if mesa["fin"] == "default":
        return int(mesa["gana_default"])
    cuenta = [0, 0]
    for mano in mesa["manos"]:
        if meta == "juegos_ganados":
            if mano["desenlace"] == "dominada":
                cuenta[mano["pareja"]] += 1
        elif mano["desenlace"] != "cierre_empatado":
            cuenta[mano["pareja"]] += mano["tantos"]
    return 0 if cuenta[0] > cuenta[1] else 1


def duelos(acta: Acta) -> Iterator[tuple[set[int], set[int]]]:
    """(quienes ganan, quienes pierden) de cada mesa de las partidas que quedaron cerradas."""
    programa = programa_oficial(len(acta["jugadores"]))
    for partida in acta["partidas"]:
        mesas = programa[partida["partida"] - 1][0]
        if len(partida["mesas"]) < len(mesas) or any(m["fin"] is None for m in partida["mesas"]):
            continue
        for mesa in partida["mesas"]:
            parejas = mesas[mesa["mesa"] - 1]
            g = gano(acta["meta"], mesa)
            yield set(parejas[g]), set(parejas[1 - g])


def final(acta: Acta) -> list[Acta]:
    """La clasificación final del modelo; vacía si no se cerró ninguna partida. Se guarda: se pide por cada persona."""
    hecha = _finales.get(id(acta))
    if hecha is None or hecha[0] is not acta:
        filas = list(modelo_de_clasificacion(acta)["final"]) if any(duelos(acta)) else []
        hecha = _finales[id(acta)] = (acta, filas)
    return hecha[1]


def lo_suyo(acta: Acta, fila: Acta) -> tuple[int, int, int]:
    """Lo que cuenta de ese Recreo (a juegos ganados, los juegos), los juegos y la eficiencia."""
    principal = fila["juegos_ganados" if acta["meta"] == "juegos_ganados" else "puntos"]
    return principal, fila["juegos_ganados"], fila["eficiencia"]


def cuenta_de(persona: int, veladas: Sequence[Velada], por_lugar: Sequence[int], mejores: int) -> dict[str, int]:
    """Lo de una persona en la temporada."""
    noches: list[tuple[int, int]] = []
    primeros = 0
    for acta, quienes in veladas:
        for fila in final(acta):
            if quienes.get(fila["jugador"]) != persona:
                continue
            primeros += fila["lugar"] == 1
            de_la_lista = dict(enumerate(por_lugar, start=1)).get(fila["lugar"], 0)
            noches.append((de_la_lista if por_lugar else lo_suyo(acta, fila)[0], fila["eficiencia"]))
    cuentan = sorted(noches, reverse=True)[: mejores or None]
    return {
        "total": sum(v for v, _e in cuentan),
        "primeros": primeros,
        "eficiencia": sum(e for _v, e in cuentan),
        "asistencias": len(noches),
    }


def cara_a_cara(a: int, b: int, veladas: Sequence[Velada]) -> tuple[int, int, int, int]:
    """Juntos, juntos que ganaron, uno contra otro y las que ganó `a`."""
    juntos = ganados = contra = de_a = 0
    for acta, quienes in veladas:
        numero = {persona: n for n, persona in quienes.items()}
        if a not in numero or b not in numero:
            continue
        dos = {numero[a], numero[b]}
        for ganan, pierden in duelos(acta):
            juntos += dos in (ganan, pierden)
            ganados += dos == ganan
            if len(dos & ganan) == len(dos & pierden) == 1:
                contra += 1
                de_a += numero[a] in ganan
    return juntos, ganados, contra, de_a


def saldo_de(persona: int, veladas: Sequence[Velada]) -> Decimal:
    """Lo que ganó o perdió en apuestas, cuando todos los que jugaron son de la peña."""
    total = Decimal(0)
    for acta, quienes in veladas:
        for fila in final(acta):
            if quienes.get(fila["jugador"]) == persona:
                total += Decimal(fila["valor_ficha"]) + Decimal(fila["pago_extraordinario"])
    return total


def los_menos_pagos(saldos: Sequence[Decimal]) -> int:
    """Cuántos pagos hacen falta: se quita el mayor número de grupos que suman cero, probando todos los repartos."""
    deben = [s for s in saldos if s]

    def grupos(resto: tuple[Decimal, ...]) -> int:
        if not resto:
            return 0
        mejor = 1
        primero, *otros = resto
        for cuantos in range(1, len(otros)):
            for cuales in combinations(range(len(otros)), cuantos):
                if primero + sum(otros[i] for i in cuales) == 0:
                    sobran = tuple(o for i, o in enumerate(otros) if i not in cuales)
                    mejor = max(mejor, 1 + grupos(sobran))
        return mejor

    return len(deben) - grupos(tuple(deben))
