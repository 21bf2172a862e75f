"""Los menos pagos con que un grupo queda a mano.

Quien debe y quien cobra lo mismo se emparejan primero: siempre hay un reparto óptimo que los deja solos. Lo demás se
parte en la mayor cantidad de grupos que suman cero (cada grupo de k se salda con k−1 pagos), probando todos los
subconjuntos. Con más de `A_LO_MAS` saldos por juntar ya no se prueban: un pago menos que personas, y se dice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from reglas.apuestas import Pago, quien_paga_a_quien

A_LO_MAS = 15
"""2¹⁵ subconjuntos tardan una décima de segundo; cada uno más, el doble."""


@dataclass(frozen=True, slots=True)
class Arreglo:
    """Los pagos, y si está demostrado que no se puede con menos."""

    pagos: tuple[Pago, ...]
    minimo: bool


def menos_pagos(saldos: Mapping[int, Decimal]) -> Arreglo:
    """Quién le paga a quién para que todos queden en cero. Error: `saldos_descuadrados`."""
    pendientes = {quien: saldo for quien, saldo in sorted(saldos.items()) if saldo}
    quien_paga_a_quien(pendientes)  # revisa que sumen cero
    grupos = _parejas_exactas(pendientes)
    minimo = len(pendientes) <= A_LO_MAS
    grupos += _grupos_que_suman_cero(pendientes) if minimo else [pendientes]
    pagos = [pago for grupo in grupos for pago in quien_paga_a_quien(grupo)]
    return Arreglo(tuple(sorted(pagos, key=lambda p: (p.de, p.a))), minimo)


def _parejas_exactas(pendientes: dict[int, Decimal]) -> list[dict[int, Decimal]]:
    """Saca de `pendientes` a los que se saldan entre dos."""
    parejas = []
    for quien in list(pendientes):
        saldo = pendientes.get(quien)
        otro = next((o for o, s in pendientes.items() if saldo is not None and s == -saldo), None)
        if saldo is not None and otro is not None:
            parejas.append({quien: saldo, otro: -saldo})
            del pendientes[quien], pendientes[otro]
    return parejas


def _grupos_que_suman_cero(pendientes: Mapping[int, Decimal]) -> list[dict[int, Decimal]]:
    """La mayor cantidad de grupos que suman cero. `mejor[s]`: cuántos se cierran poniendo en fila a los de `s`."""
    quienes = list(pendientes)
    centavos = [int(pendientes[q] * 100) for q in quienes]
    sumas, mejor, ultimo = [0], [0], [0]
    for conjunto in range(1, 1 << len(quienes)):
        menor = conjunto & -conjunto
        sumas.append(sumas[conjunto ^ menor] + centavos[menor.bit_length() - 1])
        cual, cuantos, resto = menor, -1, conjunto
        while resto:
            uno = resto & -resto
            resto ^= uno
            if mejor[conjunto ^ uno] > cuantos:
                cual, cuantos = uno, mejor[conjunto ^ uno]
        mejor.append(cuantos + (sumas[conjunto] == 0))
        ultimo.append(cual)
    grupos: list[dict[int, Decimal]] = []
    conjunto = (1 << len(quienes)) - 1
    while conjunto:
        if sumas[conjunto] == 0:
            grupos.append({})
        cual = ultimo[conjunto]
        quien = quienes[cual.bit_length() - 1]
        grupos[-1][quien] = pendientes[quien]
        conjunto ^= cual
    return grupos
