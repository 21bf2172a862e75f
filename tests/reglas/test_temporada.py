"""La temporada de una peña, contra la cuenta hecha aparte desde las actas, y sus normas una por una."""

import random
from decimal import Decimal
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reglas.actas import leer_recreo
from reglas.apuestas import quien_paga_a_quien
from reglas.desglose import Desglose, Duelo, PagoHecho, Renglon, desglosar, escribir, leer
from reglas.errores import ErrorDeRegla
from reglas.menos_pagos import A_LO_MAS, menos_pagos
from reglas.temporada import (
    Jugado,
    ReglasDeTemporada,
    cara_a_cara,
    mejor_companero,
    saldos,
    tabla,
    tratos_de,
)
from tests.reglas import penas_aparte as aparte
from tests.reglas.estrategias import POCOS, acta_al_azar

PERSONAS = range(101, 109)
CATALOGO = (
    ReglasDeTemporada(),
    ReglasDeTemporada(por_lugar=(10, 8, 6, 5, 4, 3), mejores=5, asistencia=6),
    ReglasDeTemporada(mejores=3),
    ReglasDeTemporada(por_lugar=(3, 1), asistencia=13),
)


def temporada_al_azar(azar: random.Random, cuantos: int = 12) -> list[aparte.Velada]:
    """Doce Recreos de 4 a 8, a cualquier meta, con ocho personas que a veces vienen; algunos, sin terminar su rol."""
    veladas = []
    for _n in range(cuantos):
        tamano = azar.choice((4, 5, 6, 7, 8))
        acta = acta_al_azar(azar, tamano, azar.choice(("100", "200", "juegos_ganados")), azar.random() < 0.8)
        quienes = dict(zip(range(1, tamano + 1), azar.sample(PERSONAS, tamano), strict=True))
        veladas.append((acta, quienes))
    return veladas


def jugados(veladas: list[aparte.Velada]) -> list[Jugado]:
    """Lo mismo, por el camino del producto: también escrito y vuelto a leer."""
    return [Jugado(leer(escribir(desglosar(leer_recreo(acta).recreo))), quienes) for acta, quienes in veladas]


@cache
def doce(semilla: int) -> tuple[list[aparte.Velada], list[Jugado]]:
    """Una temporada, que las reglas cuentan de varias maneras."""
    veladas = temporada_al_azar(random.Random(semilla))
    return veladas, jugados(veladas)


@pytest.mark.parametrize("reglas", CATALOGO, ids=("todo", "por lugar", "mejores 3", "asistencia imposible"))
@pytest.mark.parametrize("semilla", [1, 2])
def test_una_temporada_de_doce_recreos_da_las_mismas_cifras_que_las_actas(
    semilla: int, reglas: ReglasDeTemporada
) -> None:
    veladas, mios = doce(semilla)
    filas = {p.persona: p for p in tabla(mios, reglas)}
    for persona in PERSONAS:
        cuenta = aparte.cuenta_de(persona, veladas, reglas.por_lugar, reglas.mejores)
        if not cuenta["asistencias"]:
            assert persona not in filas
            continue
        p = filas[persona]
        assert {k: getattr(p, k) for k in cuenta} == cuenta
        assert p.faltan == max(0, reglas.asistencia - cuenta["asistencias"])
    con_lugar = [p for p in filas.values() if not p.faltan]
    for p in con_lugar:  # su lugar es uno más que cuántos lo rebasan
        suyo = (p.total, p.primeros, p.eficiencia)
        assert p.lugar == 1 + sum((q.total, q.primeros, q.eficiencia) > suyo for q in con_lugar)
    assert all(p.lugar is None for p in filas.values() if p.faltan)


@given(st.integers(0, 2**32))
@settings(POCOS, max_examples=max(1, POCOS.max_examples // 4))
def test_el_cara_a_cara_y_los_saldos_son_los_de_las_actas(semilla: int) -> None:
    veladas = temporada_al_azar(random.Random(semilla), cuantos=3)
    mios = jugados(veladas)
    caras = cara_a_cara(mios)
    for a, b in combinations(PERSONAS, 2):
        c = caras.get((a, b))
        suya = (c.juntos, c.juntos_ganados, c.contra, c.gano_la_menor) if c else (0, 0, 0, 0)
        assert suya == aparte.cara_a_cara(a, b, veladas)
    deben = saldos(mios, ())
    assert deben == {p: s for p in PERSONAS if (s := aparte.saldo_de(p, veladas))}
    arreglo = menos_pagos(deben)
    assert arreglo.minimo and len(arreglo.pagos) == aparte.los_menos_pagos(list(deben.values()))
    assert saldos(mios, [(p.de, p.a, p.importe) for p in arreglo.pagos]) == {}


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=7))
@POCOS
def test_los_menos_pagos_son_los_menos(cantidades: list[int]) -> None:
    cantidades.append(-sum(cantidades))
    deben = {n: Decimal(c) for n, c in enumerate(cantidades)}
    arreglo = menos_pagos(deben)
    assert len(arreglo.pagos) == aparte.los_menos_pagos(list(deben.values()))
    for pago in arreglo.pagos:
        assert pago.importe > 0
        deben[pago.de] += pago.importe
        deben[pago.a] -= pago.importe
    assert not any(deben.values())


def test_con_dos_grupos_que_no_se_ven_a_simple_vista_se_ahorra_un_pago() -> None:
    # 1 y 2 le deben a 3; 4 le debe a 5 y 6. Pagando siempre el que más debe al que más cobra salen cinco
    deben = {1: -6, 2: -4, 3: 10, 4: -11, 5: 3, 6: 8}
    saldos_de_seis = {q: Decimal(c) for q, c in deben.items()}
    assert [(p.de, p.a) for p in menos_pagos(saldos_de_seis).pagos] == [(1, 3), (2, 3), (4, 5), (4, 6)]
    assert len(quien_paga_a_quien(saldos_de_seis)) == 5


def test_con_mucha_gente_se_dice_que_no_se_probo_todo() -> None:
    deben = {n: Decimal(2**n) for n in range(A_LO_MAS)}
    deben[99] = -sum(deben.values(), Decimal(0))
    arreglo = menos_pagos(deben)
    assert not arreglo.minimo and len(arreglo.pagos) == A_LO_MAS


def test_los_saldos_descuadrados_se_niegan() -> None:
    with pytest.raises(ErrorDeRegla) as info:
        menos_pagos({1: Decimal(5)})
    assert info.value.codigo == "saldos_descuadrados"


# --- las normas, una por una ------------------------------------------------------------------------------------------
def noche(*renglones: tuple[int, int, int], quienes: dict[int, int] | None = None) -> Jugado:
    """(número, puntos, eficiencia) del primer lugar al último; la persona es el número si no se dice."""
    filas = tuple(Renglon(n, lugar, puntos, 0, ef) for lugar, (n, puntos, ef) in enumerate(renglones, start=1))
    return Jugado(Desglose(renglones=filas), quienes if quienes is not None else {n: n for n, _p, _e in renglones})


def test_entre_recreos_iguales_cuentan_los_de_mejor_eficiencia() -> None:
    (p,) = tabla([noche((1, 5, -10)), noche((1, 5, 40)), noche((1, 5, 7))], ReglasDeTemporada(mejores=2))
    assert (p.total, p.eficiencia, p.asistencias, p.cuentan) == (10, 47, 3, 2)


def test_empatados_en_todo_comparten_lugar_y_el_siguiente_se_salta() -> None:
    filas = tabla([noche((1, 6, 5), (2, 3, 0)), noche((2, 6, 5), (1, 3, 0), (3, 1, 0))], ReglasDeTemporada())
    assert [(p.lugar, p.persona) for p in filas] == [(1, 1), (1, 2), (3, 3)]


def test_sin_la_asistencia_minima_no_hay_lugar_y_se_dice_cuantos_faltan() -> None:
    filas = tabla([noche((1, 9, 0), (2, 3, 0)), noche((2, 3, 0))], ReglasDeTemporada(asistencia=2))
    assert [(p.lugar, p.persona, p.faltan) for p in filas] == [(1, 2, 0), (None, 1, 1)]


def test_el_de_fuera_ocupa_su_lugar_pero_no_sale_en_la_tabla() -> None:
    filas = tabla([noche((9, 9, 0), (1, 4, 0), quienes={1: 1})], ReglasDeTemporada(por_lugar=(10, 8)))
    assert [(p.persona, p.total, p.primeros) for p in filas] == [(1, 8, 0)]


def test_lo_de_quien_viene_de_fuera_no_se_arrastra() -> None:
    pagos = (PagoHecho(1, 9, Decimal(50)), PagoHecho(2, 1, Decimal(30)))
    j = Jugado(Desglose(pagos=pagos), {1: 1, 2: 2})
    assert saldos([j], ()) == {1: Decimal(30), 2: Decimal(-30)}
    assert saldos([j], [(2, 1, Decimal(10))]) == {1: Decimal(20), 2: Decimal(-20)}


def test_el_mejor_companero_pide_tres_partidas_si_las_hay() -> None:
    duelos = (Duelo((1, 2), (3, 4)), *(Duelo((1, 3), (2, 4)),) * 2, Duelo((2, 4), (1, 3)))
    tratos = tratos_de(cara_a_cara([Jugado(Desglose(duelos=duelos), {n: n for n in range(1, 5)})]), 1)
    mejor = mejor_companero(tratos)
    assert mejor is not None and (mejor.otra, mejor.juntos, mejor.juntos_ganados) == (3, 3, 2)
    una = mejor_companero([t for t in tratos if t.otra == 2])
    assert una is not None and una.juntos_ganados == 1  # sin nadie de tres, con quien haya
    assert mejor_companero([t for t in tratos if t.otra == 4]) is None


def test_un_recreo_sin_ninguna_partida_cerrada_no_deja_nada() -> None:
    acta = acta_al_azar(random.Random(3), 4, "100", completa=True) | {"partidas": []}
    assert desglosar(leer_recreo(acta).recreo) == Desglose()
