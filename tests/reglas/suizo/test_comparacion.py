"""La comparación del Multiplicado (TO28), a mano: cuatro mesas con las mismas fichas."""

from dataclasses import replace
from fractions import Fraction as F

import pytest

from bench.suizo.simulador import nuevo
from reglas.metas import Meta
from reglas.suizo.acta import escribir_torneo
from reglas.suizo.clasificacion import tabla
from reglas.suizo.comparacion import comparaciones, de_mano, escrita, manos_comparables
from reglas.suizo.informes import informe_de_clasificar
from reglas.suizo.tipos import FinDeMesa, ManoDeTorneo, Mesa, Partida, Tipo


def mesa(numero, *manos, fin="meta", ausentes=(), **mas):
    """Las manos, por lo que gana la pareja 0 (negativo, la 1)."""
    anotadas = tuple(ManoDeTorneo(None if n == 0 else int(n < 0), abs(n)) for n in manos)
    suma = [sum(n for n in manos if n > 0), -sum(n for n in manos if n < 0)]
    quienes = tuple(f"j{4 * (numero - 1) + k:04d}" for k in range(1, 5))
    gana = None if fin == "ausencia" else int(suma[1] > suma[0])
    marcador = (min(100, suma[0]), min(100, suma[1]))
    vacia = Mesa(numero, quienes, ausentes=ausentes, **mas)
    return replace(vacia, fin=FinDeMesa(fin), ganadora=gana, marcador=marcador, manos=anotadas)


#              mano 1  mano 2  mano 3
# mesa 1        +40     −20     +100
# mesa 2        +10       0     +100
# mesa 3        +10     −20      —          100 con dos manos: +10, +90… aquí se cerró por tiempo
# mesa 4        −50       —       —
PARTIDA = Partida(
    1,
    (
        mesa(1, 40, -20, 100),
        mesa(2, 10, 0, 100),
        mesa(3, 50, -20, fin="tiempo"),
        mesa(4, -50, fin="tiempo"),
    ),
    ("j0017",),
)


def test_una_mano_se_compara_con_las_otras_mesas_que_la_jugaron():
    # netos 40, 10, 50, −50: la de 40 supera a dos de tres
    assert [de_mano((40, 10, 50, -50), n) for n in range(4)] == [F(200, 3), F(100, 3), 100, 0]
    # netos −20, 0, −20: las dos iguales empatan entre sí y pierden con la otra
    assert [de_mano((-20, 0, -20), n) for n in range(3)] == [25, 100, 25]


def test_cuentan_las_manos_que_jugo_un_cuarto_de_las_mesas_y_dos_a_lo_menos():
    """De cuatro mesas, un cuarto es una: mandan las dos. La tercera mano la jugaron dos, y empataron."""
    salen = manos_comparables(Meta.CIEN, PARTIDA)
    assert salen == {1: [F(200, 3), 25, 50], 2: [F(100, 3), 100, 50], 3: [100, 25], 4: [0]}
    sola = replace(PARTIDA, mesas=(mesa(1, 40, 60), mesa(2, 30, fin="tiempo")))
    assert manos_comparables(Meta.CIEN, sola) == {1: [100], 2: [0]}


def test_en_cada_mesa_las_dos_parejas_suman_cien_y_descansar_vale_sesenta():
    torneo = replace(nuevo(18, 2, 1), tipo=Tipo.MULTIPLICADO, partidas=(PARTIDA,))
    suyas = comparaciones(torneo, torneo.partidas)
    # mesa 1: (66.67 + 25 + 50)/3 = 47.22
    assert suyas["j0001"] == suyas["j0003"] == F(425, 9)
    assert suyas["j0001"] + suyas["j0002"] == 100
    assert (suyas["j0013"], suyas["j0014"], suyas["j0017"], suyas["j0018"]) == (0, 100, 60, 0)


def test_el_torneo_es_el_promedio_de_las_partidas():
    falta = Partida(2, (mesa(1, fin="ausencia", ausentes=("j0002",)), mesa(2, 100), mesa(3, 90, 10)), ("j0013",))
    torneo = replace(nuevo(18, 2, 1), tipo=Tipo.MULTIPLICADO, partidas=(PARTIDA, falta))
    suyas = comparaciones(torneo, torneo.partidas)
    assert suyas["j0001"] == (F(425, 9) + 60) / 2 and suyas["j0002"] == (100 - F(425, 9)) / 2
    assert suyas["j0013"] == 30


def test_a_juegos_ganados_la_mano_es_mas_uno_cero_o_menos_uno():
    manos = [ManoDeTorneo(0, 0), ManoDeTorneo(None, 0), ManoDeTorneo(1, 0)]
    mesas = tuple(replace(mesa(n, 0), manos=(mano,)) for n, mano in enumerate(manos, start=1))
    assert manos_comparables(Meta.JUEGOS_GANADOS, Partida(1, mesas)) == {1: [100], 2: [50], 3: [0]}


@pytest.mark.parametrize(("meta", "primero"), [(Meta.CIEN, "comparacion"), (Meta.JUEGOS_GANADOS, "juegos_ganados")])
def test_va_primero_a_tantos_y_segundo_a_juegos_ganados(meta, primero):
    """A tantos, la mesa 4 (perdió su mano, y la pareja 1 superó a todas) gana a quien ganó con más tantos."""
    torneo = replace(nuevo(16, 1, 1), tipo=Tipo.MULTIPLICADO, partidas=(replace(PARTIDA, descansan=()),))
    filas = tabla(replace(torneo, meta=meta), 1)
    if primero == "comparacion":
        assert {fila.sujeto for fila in filas[:2]} == {"j0014", "j0016"}
    else:
        assert all(fila.renglon.cuenta.juegos_ganados for fila in filas[:8])
    fila = informe_de_clasificar(escribir_torneo(torneo))["clasificacion"]["final"][0]
    assert fila["comparacion"] == "100.00"


def test_se_escribe_con_dos_decimales_y_el_medio_hacia_arriba():
    assert [escrita(F(425, 9)), escrita(F(61)), escrita(F(1, 8)), escrita(F(1, 16)), escrita(F(1, 200))] == [
        "47.22", "61.00", "0.13", "0.06", "0.01",
    ]  # fmt: skip
