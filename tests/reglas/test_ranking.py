"""ES2: los puntos de la clasificación en línea, renglón por renglón de 002 §4.2, y los quintiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reglas.ranking import PR_INICIAL, pr_tras_partida, puntos_por_contrario, puntos_por_partida, quintil
from reglas.tipos import Meta
from tests.reglas.ayudas import CIEN, DOSCIENTOS, JUEGOS, prohibe

IGUALES = (3, 3, 3, 3)


# 002 §4.2, regla 2: PP
@pytest.mark.parametrize("meta", [CIEN, DOSCIENTOS])
@pytest.mark.parametrize(
    ("diferencia", "gana", "pierde"),
    [
        (1, 1, 0),  # c y d: menos de 10
        (9, 1, 0),
        (10, 2, -1),  # b y e: más de 9 y menos de 51
        (50, 2, -1),
        (51, 3, -2),  # a y f: más de 50
        (100, 3, -2),
    ],
)
def test_pp_segun_la_diferencia_con_los_mismos_limites_a_100_y_a_200(meta, diferencia, gana, pierde):
    tantos = (meta.tantos, meta.tantos - diferencia)
    assert puntos_por_partida(meta, 0, tantos) == (gana, pierde)
    assert puntos_por_partida(meta, 1, tantos[::-1]) == (pierde, gana)


def test_pp_cuenta_lo_acreditado_y_no_lo_que_rebasa_la_meta():
    assert puntos_por_partida(CIEN, 0, (118, 91)) == puntos_por_partida(CIEN, 0, (100, 91)) == (1, 0)


@pytest.mark.parametrize("tantos", [None, (0, 0)])
def test_en_juegos_ganados_pp_es_cero(tantos):
    assert puntos_por_partida(JUEGOS, 1, tantos) == (0, 0)


# 002 §4.2, regla 4: PT. Quintil propio, del contrario y puntos.
@pytest.mark.parametrize(
    ("propio", "contrario", "puntos"),
    [
        (5, 1, 5),  # 1: Q5 le gana a Q1
        (4, 1, 4), (5, 2, 4),  # 2: tres arriba
        (3, 1, 3), (4, 2, 3), (5, 3, 3),  # 3: dos arriba
        (2, 1, 2), (3, 2, 2), (4, 3, 2), (5, 4, 2),  # 4: uno arriba
        (1, 1, 1), (3, 3, 1), (5, 5, 1), (1, 2, 1), (1, 5, 1), (4, 5, 1),  # 5: igual o inferior
    ],
)  # fmt: skip
def test_pt_al_ganar(propio, contrario, puntos):
    assert puntos_por_contrario(True, propio, contrario) == puntos


@pytest.mark.parametrize(
    ("propio", "contrario", "puntos"),
    [
        (1, 2, -1), (2, 3, -1), (3, 4, -1), (4, 5, -1),  # 6: uno abajo
        (1, 3, -2), (2, 4, -2), (3, 5, -2),  # 7: dos abajo
        (1, 4, -3), (2, 5, -3),  # 8: tres abajo
        (1, 5, -4),  # 9: Q1 pierde con Q5
        (1, 1, 0), (3, 3, 0), (5, 5, 0), (2, 1, 0), (5, 1, 0), (5, 4, 0),  # decisión: igual o superior
    ],
)  # fmt: skip
def test_pt_al_perder(propio, contrario, puntos):
    assert puntos_por_contrario(False, propio, contrario) == puntos


def test_una_partida_entera():
    # asientos       0 (Q5)  1 (Q1)  2 (Q3)  3 (Q2); gana 0+2 por 100 a 40: PP +3 y −2
    # PT            5 + 4   −4 − 2   3 + 2  −3 − 1
    # PR       10+1+3+9  200+1−2−6  0+1+3+5  50+1−2−4
    assert pr_tras_partida(CIEN, 0, (100, 40), (10, 200, 0, 50), (5, 1, 3, 2)) == (23, 193, 9, 45)


def test_una_partida_a_juegos_ganados():
    # PP 0; el +1 va para todos
    assert pr_tras_partida(JUEGOS, 1, None, (0, 0, 0, 0), (1, 3, 1, 5)) == (-5, 7, -5, 11)


def test_entre_iguales_el_que_pierde_por_poco_gana_un_punto_por_jugar():
    nuevos = (PR_INICIAL,) * 4
    assert pr_tras_partida(CIEN, 0, (100, 95), nuevos, IGUALES) == (4, 1, 4, 1)


@given(
    st.sampled_from(Meta),
    st.integers(0, 1),
    st.integers(0, 99),
    st.lists(st.integers(-500, 500), min_size=4, max_size=4),
    st.lists(st.integers(1, 5), min_size=4, max_size=4),
)
def test_girar_la_mesa_gira_los_puntos(meta, ganadora, perdedores, pr, quintiles):
    """Lo mismo visto desde el asiento siguiente: las parejas se cambian y los puntos siguen a las personas."""
    tantos = None
    if meta.tantos:
        tantos = (meta.tantos, perdedores) if ganadora == 0 else (perdedores, meta.tantos)
    derecho = pr_tras_partida(meta, ganadora, tantos, pr, quintiles)
    girado = pr_tras_partida(
        meta, 1 - ganadora, tantos and tantos[::-1], [*pr[1:], pr[0]], [*quintiles[1:], quintiles[0]]
    )
    assert girado == (*derecho[1:], derecho[0])
    # de ganar con dos quintos a perder con dos quintos, todo cabe entre −9 y +14
    assert all(-9 <= despues - antes <= 14 for antes, despues in zip(pr, derecho, strict=True))


@pytest.mark.parametrize(
    ("inscritos", "quintiles"),
    [
        (1, [1]),
        (2, [1, 3]),
        (4, [1, 2, 3, 4]),
        (5, [1, 2, 3, 4, 5]),
        (6, [1, 1, 2, 3, 4, 5]),
        (7, [1, 1, 2, 3, 3, 4, 5]),
        (10, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]),
    ],
)
def test_quintiles(inscritos, quintiles):
    assert [quintil(lugar, inscritos) for lugar in range(inscritos)] == quintiles


@given(st.integers(5, 10**9), st.data())
def test_los_quintiles_son_parejos_y_no_bajan(inscritos, data):
    lugar = data.draw(st.integers(0, inscritos - 1))
    assert quintil(0, inscritos) == 1
    assert quintil(inscritos - 1, inscritos) == 5
    # el primero de cada quintil: cada uno tiene N/5, uno más o menos
    inicios = [-(-inscritos * q // 5) for q in range(6)]
    assert inicios[quintil(lugar, inscritos) - 1] <= lugar < inicios[quintil(lugar, inscritos)]


@pytest.mark.parametrize(("lugar", "inscritos"), [(-1, 5), (5, 5), (0, 0)])
def test_un_lugar_que_no_existe(lugar, inscritos):
    with prohibe("lugar_invalido", lugar=lugar, inscritos=inscritos):
        quintil(lugar, inscritos)


def test_lo_que_no_vale():
    with prohibe("pareja_invalida"):
        puntos_por_partida(CIEN, 2, (100, 40))
    with prohibe("faltan_tantos"):
        puntos_por_partida(DOSCIENTOS, 0, None)
    with prohibe("tantos_negativos", tantos=-1):
        puntos_por_partida(CIEN, 0, (100, -1))
    with prohibe("tantos_en_juegos_ganados", tantos=40):
        puntos_por_partida(JUEGOS, 0, (0, 40))
    for tantos in ((40, 100), (100, 100), (118, 100)):
        with prohibe("ganadora_sin_ventaja", ganadora=0):
            puntos_por_partida(CIEN, 0, tantos)
    with prohibe("quintil_invalido", asiento=2, quintil=6):
        pr_tras_partida(CIEN, 0, (100, 40), (0,) * 4, (1, 1, 6, 1))
