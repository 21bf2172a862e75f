"""La gráfica de puntos y quintil: cada punto en su altura, y lo que no cabe no se encima (ES1)."""

import pytest

from enlinea.historial.grafica import ABAJO, ARRIBA, DERECHA, IZQUIERDA, PRIMER_QUINTIL, TrasPartida, grafica_de


def partidas(*puntos: int, quintiles: tuple[int, ...] = ()) -> list[TrasPartida]:
    """Empezando de cero: tras cada una, esos puntos."""
    antes = (0, *puntos)
    return [
        TrasPartida(n + 1, antes[n], puntos[n], quintiles[n] if quintiles else 1) for n in range(len(puntos))
    ]  # fmt: skip


def test_sin_partidas_no_hay():
    assert grafica_de([]) is None


def test_lo_mas_arriba_y_lo_menos_abajo_desde_lo_que_tenia_antes():
    g = grafica_de(partidas(10, 5))
    assert g.linea == f"M{IZQUIERDA} {ABAJO}L{(IZQUIERDA + DERECHA) // 2} {ARRIBA}L{DERECHA} {(ARRIBA + ABAJO) // 2}"
    assert [valor for valor, _y in g.marcas] == [10, 0]
    assert (g.mejor.numero, g.mejor.puntos) == (1, 10)


def test_el_quintil_es_una_escalera_y_el_uno_va_arriba():
    g = grafica_de(partidas(1, 2, quintiles=(3, 1)))
    alto = dict(g.quintiles)
    assert alto[1] == PRIMER_QUINTIL < alto[3] < alto[5] < g.alto
    medio = (IZQUIERDA + DERECHA) // 2
    assert g.escalera == f"M{IZQUIERDA} {alto[3]}V{alto[3]}H{medio}V{alto[1]}H{DERECHA}"
    assert g.fin == (DERECHA, ARRIBA, alto[1])


@pytest.mark.parametrize(
    ("puntos", "rotulos"),
    [((-50, 50), [50, 0, -50]), ((-1, 50), [50, -1]), ((-50, 1), [1, -50]), ((-9, -20), [0, -20])],
)
def test_el_cero_se_rotula_si_no_se_encima(puntos, rotulos):
    assert [valor for valor, _y in grafica_de(partidas(*puntos)).marcas] == rotulos


def test_si_nada_cambia_es_una_raya():
    g = grafica_de(partidas(0))
    assert [valor for valor, _y in g.marcas] == [0]
    assert g.linea == f"M{IZQUIERDA} {ABAJO}L{DERECHA} {ABAJO}"


def test_la_tabla_va_de_la_nueva_a_la_vieja_con_su_cambio():
    assert [(p.numero, p.cambio) for p in grafica_de(partidas(4, 9, 7)).nuevas] == [(3, -2), (2, 5), (1, 4)]
