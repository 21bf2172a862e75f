"""La estadística de cuatro partidas conocidas contra tablas hechas a mano, sus acumulados y su forma guardada (ES1)."""

from decimal import Decimal

import pytest

from reglas.estadistica import DeMano, DePartida, estadistica_de
from reglas.estadistica_acumulada import acumular_manos, acumular_partidas, porcentaje, promedio
from reglas.estadistica_guardada import escribir_manos, leer_manos
from reglas.tipos import Desenlace, Meta
from tests.reglas.ayudas import prohibe
from tests.reglas.partidas_conocidas import CONOCIDAS, MANOS_DE_MARI, PARTIDAS_DE_MARI, acta_de

TODAS = tuple(estadistica_de(acta_de(conocida)) for conocida in CONOCIDAS)


def columnas_de_mano(de: DeMano) -> tuple:
    return (de.mano, de.salidor, de.valor, de.mulas, de.mismo_palo, de.fallas, de.gano, de.diferencia)


def columnas_de_partida(de: DePartida) -> tuple:
    return (de.ganadas, de.perdidas, de.sin_ganador, de.a_favor, de.en_contra, de.gano, de.zapato)


@pytest.mark.parametrize("cual", range(4))
def test_cada_columna_es_la_de_la_tabla_hecha_a_mano(cual):
    manos = tuple(columnas_de_mano(mano[0]) for mano in TODAS[cual].manos)
    assert manos == MANOS_DE_MARI[cual]
    assert columnas_de_partida(TODAS[cual].parejas[0]) == PARTIDAS_DE_MARI[cual]


def test_el_desenlace_distingue_el_cierre_empatado():
    assert [mano[0].desenlace for mano in TODAS[0].manos] == [
        Desenlace.CIERRE, Desenlace.CIERRE_EMPATADO, Desenlace.DOMINADA,
    ]  # fmt: skip
    # a juegos ganados un cierre que sí tenía menor tampoco lo gana nadie
    assert TODAS[2].manos[1][0].desenlace is Desenlace.CIERRE


def test_los_otros_tres_asientos_de_la_primera_mano():
    assert [columnas_de_mano(de)[2:] for de in TODAS[0].manos[0]] == [
        (29, 3, 3, 0, True, 80), (44, 2, 3, 0, False, -80), (38, 0, 4, 0, True, 80), (57, 2, 3, 0, False, -80),
    ]  # fmt: skip


def test_lo_guardado_vuelve_igual():
    for una in TODAS:
        assert leer_manos(escribir_manos(una.manos)) == una.manos


def test_lo_guardado_son_veinte_enteros_por_mano():
    # salidor 0, gana la pareja 0, cierre, 80; valores, mulas, del mismo palo y fallas por asiento
    assert escribir_manos(TODAS[0].manos)[0] == [0, 0, 1, 80, 29, 44, 38, 57, 3, 2, 0, 2, 3, 3, 4, 3, 0, 0, 0, 0]
    with prohibe("tipo_invalido", campo="manos"):
        leer_manos([[0, 0, 1]])


def test_los_acumulados_de_las_cuatro_partidas():
    suma = acumular_partidas([una.parejas[0] for una in TODAS])
    assert (suma.partidas, suma.ganadas, suma.perdidas) == (4, 3, 1)
    assert (suma.manos, suma.manos_ganadas, suma.manos_perdidas, suma.manos_sin_ganador) == (14, 8, 4, 2)
    assert (suma.a_tantos, suma.a_favor, suma.en_contra) == (3, 300, 204)
    assert (suma.zapatos_dados, suma.zapatos_recibidos) == (1, 1)
    assert promedio(suma.en_contra, suma.a_tantos) == Decimal("68.0")
    assert porcentaje(suma.manos_ganadas, suma.manos) == 57


def test_los_acumulados_de_las_catorce_manos():
    suma = acumular_manos((una.parejas[0].meta, mano[0]) for una in TODAS for mano in una.manos)
    assert (suma.manos, suma.ganadas, suma.perdidas, suma.sin_ganador) == (14, 8, 4, 2)
    assert (suma.valor, suma.mulas, suma.mismo_palo, suma.fallas) == (626, 26, 57, 48)
    # 141 + 119 − 130, entre las ocho manos que se jugaron a tantos: 16.25
    assert (suma.a_tantos, suma.diferencia) == (8, 130)
    assert promedio(suma.diferencia, suma.a_tantos) == Decimal("16.3")


def test_sin_nada_no_hay_promedio_y_cero_si_es_cero():
    vacia = acumular_partidas([])
    assert vacia.partidas == vacia.manos == vacia.perdidas == 0
    assert promedio(0, 0) is None and porcentaje(0, 0) is None
    assert promedio(0, 3) == 0 and porcentaje(0, 3) == 0
    assert acumular_manos([]).sin_ganador == 0


@pytest.mark.parametrize(("parte", "total", "dicho"), [(1, 8, 13), (1, 3, 33), (2, 3, 67), (199, 200, 100)])
def test_los_porcentajes_redondean_hacia_arriba_desde_la_mitad(parte, total, dicho):
    assert porcentaje(parte, total) == dicho


def test_a_juegos_ganados_nada_baja_el_promedio_de_tantos():
    juegos = acumular_partidas([TODAS[2].parejas[0]])
    assert (juegos.a_tantos, juegos.a_favor, juegos.zapatos_dados) == (0, 0, 0)
    assert promedio(juegos.a_favor, juegos.a_tantos) is None
    assert acumular_manos((Meta.JUEGOS_GANADOS, mano[0]) for mano in TODAS[2].manos).a_tantos == 0
