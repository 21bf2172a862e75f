"""Una temporada de doce Recreos al azar, jugada por los servicios: cada cifra de la peña sale igual contada aparte.

Lo de aparte son las actas tal como se escribieron, sin pasar por la base (`tests/reglas/penas_aparte.py`).
"""

import csv
import io
import random
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from django.utils import timezone

from recreo.actas import importar
from recreo.models import JuegoDePena, Miembro
from recreo.penas import consultas, exportar, servicios
from tests.recreo.actas_de_prueba import organizador
from tests.recreo.penas.ayudas import Club, club
from tests.reglas import penas_aparte as aparte
from tests.reglas.estrategias import acta_al_azar

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(400)]
CUALES = ("Beto", "Carmen", "Nacho", "Mari", "Toño", "Lupe", "Irma")
REGLAS = ({}, {"por_lugar": (10, 8, 6, 5, 4, 3), "mejores": 5, "asistencia": 6}, {"mejores": 3})


def veladas_de(c: Club, azar: random.Random, cuantas: int) -> list[aparte.Velada]:
    """Cada una, un acta de 4 a 7 con quienes fueron ese día, traída como se trae cualquier acta."""
    gente, veladas = {m.nombre: m.pk for m in Miembro.objects.filter(pena=c.pena)}, []
    for n in range(cuantas):
        tamano = azar.choice((4, 5, 6, 7))
        acta = acta_al_azar(azar, tamano, azar.choice(("100", "200", "juegos_ganados")), completa=True)
        vinieron = azar.sample(sorted(gente), tamano)
        acta["jugadores"] = [{"numero": k, "nombre": nombre} for k, nombre in enumerate(vinieron, start=1)]
        correo = f"ajena{n}@club.mx"
        organizador(correo)
        hecha = importar(acta, organizador=correo)
        JuegoDePena.objects.create(pena=c.pena, recreo_id=hecha.recreo_id, dia=timezone.localdate())
        veladas.append((acta, {k: gente[nombre] for k, nombre in enumerate(vinieron, start=1)}))
        c.suma()
    return veladas


def hoja(c: Club, cual: str) -> list[dict[str, str]]:
    """La de cálculo que se baja de la peña."""
    escrita = exportar.hoja_de_calculo(cual, c.pena, c.m("Memo")).lstrip("\ufeff")
    return list(csv.DictReader(io.StringIO(escrita)))


def comprobar_la_tabla(c: Club, veladas: list[aparte.Velada], reglas: dict[str, Any]) -> None:
    servicios.temporada_reglas(**c.lleva, nombre="Otoño", desde=timezone.localdate(), **reglas)
    c.pena.refresh_from_db()
    filas = {f["Quién"]: f for f in hoja(c, "tabla")}
    minima = reglas.get("asistencia", 0)
    ordenes = {}
    for m in Miembro.objects.filter(pena=c.pena):
        cuenta = aparte.cuenta_de(m.pk, veladas, reglas.get("por_lugar", ()), reglas.get("mejores", 0))
        if not cuenta["asistencias"]:
            assert m.nombre not in filas
            continue
        f = filas[m.nombre]
        assert [int(f[k]) for k in ("Total", "Primeros lugares", "Eficiencia", "Asistencias")] == list(cuenta.values())
        assert int(f["Le faltan"]) == max(0, minima - cuenta["asistencias"])
        assert int(f["Cuentan"]) == min(cuenta["asistencias"], reglas.get("mejores") or cuenta["asistencias"])
        if cuenta["asistencias"] >= minima:
            ordenes[m.nombre] = (cuenta["total"], cuenta["primeros"], cuenta["eficiencia"])
    for nombre, suyo in ordenes.items():
        assert int(filas[nombre]["Lugar"]) == 1 + sum(otro > suyo for otro in ordenes.values())


def comprobar_los_tratos(c: Club, veladas: list[aparte.Velada]) -> None:
    gente = consultas.gente_de(c.pena.pk)
    duelos = {frozenset((f["Una"], f["Otra"])): f for f in hoja(c, "duelos")}
    for a, b in combinations(sorted(gente), 2):
        suyas = aparte.cara_a_cara(a, b, veladas)
        f = duelos.get(frozenset((gente[a].nombre, gente[b].nombre)))
        if f is None:
            assert suyas == (0, 0, 0, 0)
            continue
        juntos, ganaron, contra = (int(f[k]) for k in ("Juntas", "Ganaron juntas", "Una contra otra"))
        de_a = int(f["Ganó una" if f["Una"] == gente[a].nombre else "Ganó la otra"])
        assert (juntos, ganaron, contra, de_a) == suyas
        assert int(f["Ganó una"]) + int(f["Ganó la otra"]) == contra
    for yo in gente:
        _con, mejor = consultas.tratos(c.pena.resumen, gente, yo)
        con = {p: aparte.cara_a_cara(yo, p, veladas)[:2] for p in gente if p != yo}
        con = {p: (juntos, ganados) for p, (juntos, ganados) in con.items() if ganados}
        bastantes = {p: x for p, x in con.items() if x[0] >= 3} or con
        assert (mejor is None) == (not con)
        if mejor is not None:
            partes = {p: Fraction(ganados, juntos) for p, (juntos, ganados) in bastantes.items()}
            assert partes[mejor.otro.pk] == max(partes.values())


def comprobar_el_dinero(c: Club, veladas: list[aparte.Velada]) -> None:
    gente = consultas.gente_de(c.pena.pk)
    deben = {gente[p].nombre: s for p in gente if (s := aparte.saldo_de(p, veladas))}
    assert {f["Quién"]: Decimal(f["Saldo"]) for f in hoja(c, "saldos")} == deben
    dinero = consultas.dinero_de(c.pena, gente)
    assert dinero.minimo and len(dinero.pagos) == aparte.los_menos_pagos(list(deben.values()))
    for p in dinero.pagos:
        deben[p.de.nombre] += p.importe
        deben[p.a.nombre] -= p.importe
    assert not any(deben.values()), "con esos pagos quedan a mano"


def comprobar_los_recreos(c: Club, veladas: list[aparte.Velada]) -> None:
    """Cómo le fue a cada quien en cada uno, en el orden en que se jugaron."""
    gente = consultas.gente_de(c.pena.pk)
    esperadas = [
        [str(f["lugar"]), gente[quienes[f["jugador"]]].nombre, *map(str, aparte.lo_suyo(acta, f))]
        for acta, quienes in veladas
        for f in aparte.final(acta)
    ]
    columnas = ("Lugar", "Quién", "Puntos", "Juegos ganados", "Eficiencia")
    assert [[f[k] for k in columnas] for f in hoja(c, "recreos")] == esperadas


def comprobar(semilla: int, cuantas: int) -> None:
    c = club(*CUALES)
    veladas = veladas_de(c, random.Random(semilla), cuantas)
    for reglas in REGLAS:
        comprobar_la_tabla(c, veladas, reglas)
    comprobar_los_tratos(c, veladas)
    comprobar_el_dinero(c, veladas)
    comprobar_los_recreos(c, veladas)


@pytest.mark.noche
@pytest.mark.parametrize("semilla", [21, 22])
def test_doce_recreos_al_azar_dan_en_la_pena_lo_que_dan_sus_actas(semilla: int) -> None:
    comprobar(semilla, 12)


def test_dos_recreos_al_azar_tambien() -> None:
    comprobar(3, 2)
