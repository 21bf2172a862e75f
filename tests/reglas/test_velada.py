"""El reloj de la velada (RE6, D321), con ejemplos hechos a mano y con azar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reglas.velada import MesaEnJuego, Termino, Tramo, estimar_termino

MIN = 60.0


def tramos(*pares: tuple[float, float]) -> list[Tramo]:
    """En minutos."""
    return [Tramo(a * MIN, b * MIN) for a, b in pares]


def mesa(lleva: float, avance: float) -> MesaEnJuego:
    return MesaEnJuego(lleva * MIN, avance)


def minutos(t: Termino | None) -> tuple[float, float, float]:
    assert t is not None
    return round(t.pronto / MIN, 2), round(t.medio / MIN, 2), round(t.tarde / MIN, 2)


# --- a mano


def test_sin_partidas_cerradas_ni_un_cuarto_de_la_meta_no_hay_datos() -> None:
    assert estimar_termino(0, [], [], 5) is None
    assert estimar_termino(600, [], [mesa(10, 0.0)], 4) is None
    assert estimar_termino(600, [], [mesa(10, 0.24)], 4) is None


def test_con_un_cuarto_de_la_primera_partida_ya_se_estima_por_las_manos() -> None:
    # a los 10 min va a la mitad: dura 20, le faltan 10, y quedan 4 de 20. 10 + 10 + 80 = 100.
    # con media muestra la holgura sería 0.25/√0.5 = 0.354 de los 90: 31.8
    t = estimar_termino(10 * MIN, [], [mesa(10, 0.5)], 4)
    assert minutos(t) == (68.18, 100.0, 131.82)


def test_entre_partidas_se_estima_por_las_cerradas_y_lo_que_se_tarda_en_cambiar() -> None:
    # 20, 30 y 22 min: mediana 22; cambios de 5 y 3: mediana 4. Faltan 2: 2·26 = 52
    # se apartan 2, 8 y 0 de 22: 10/3/22 = 0.1515; (0.25 + 0.1515)/√3 = 0.2318 de 52 = 12.05
    cerradas = tramos((0, 20), (25, 55), (58, 80))
    assert minutos(estimar_termino(80 * MIN, cerradas, [], 2)) == (119.95, 132.0, 144.05)


def test_manda_la_mesa_mas_atrasada() -> None:
    # cerrada de 20. Una va al 90 % y otra al 50 %, a los 15 min: la lenta duraría 30.
    # pesa la mitad: 20 + (30 - 20)·0.5 = 25, y le falta la mitad: 12.5
    t = estimar_termino(35 * MIN, tramos((0, 20)), [mesa(15, 0.9), mesa(15, 0.5)], 0)
    assert minutos(t)[1] == 47.5


def test_una_noche_de_por_medio_no_cambia_el_ritmo() -> None:
    seguidas = tramos((0, 20), (22, 42), (44, 64), (66, 86))
    con_noche = tramos((0, 20), (22, 42), (1000, 1020), (1022, 1042))
    a, b = estimar_termino(0, seguidas, [], 3), estimar_termino(0, con_noche, [], 3)
    assert minutos(a)[1] == minutos(b)[1] == 66.0


def test_al_acabar_no_falta_nada() -> None:
    assert estimar_termino(500, tramos((0, 8)), [], 0) == Termino(500, 500, 500)
    assert minutos(estimar_termino(500 * MIN, tramos((0, 8)), [mesa(9, 1.0)], 0)) == (500.0, 500.0, 500.0)


def test_con_ritmo_parejo_el_intervalo_se_estrecha_en_cada_paso() -> None:
    anchos = []
    for k in range(1, 7):
        cerradas = tramos(*((n * 22, n * 22 + 20) for n in range(k)))
        for decimo in range(10):
            a_medias = [mesa(decimo * 2, decimo / 10)]
            t = estimar_termino((k * 22 + decimo * 2) * MIN, cerradas, a_medias, 7 - k - 1)
            assert t is not None
            assert t.medio == pytest.approx((6 * 22 + 20) * MIN)  # parejo, acierta siempre
            anchos.append(t.tarde - t.pronto)
    assert anchos == sorted(anchos, reverse=True)
    assert len(set(anchos)) == len(anchos)


# --- al azar

INSTANTES = st.floats(0, 10_000_000, allow_nan=False)
CERRADAS = st.lists(st.builds(Tramo, INSTANTES, INSTANTES), max_size=15)
MESAS = st.lists(st.builds(MesaEnJuego, st.floats(-100, 10_000_000), st.floats(-1, 2)), max_size=4)


@given(INSTANTES, CERRADAS, MESAS, st.integers(0, 15))
def test_nunca_es_antes_de_ahora_y_el_medio_va_en_medio(
    ahora: float, cerradas: list[Tramo], mesas: list[MesaEnJuego], faltan: int
) -> None:
    t = estimar_termino(ahora, cerradas, mesas, faltan)
    if t is None:
        assert not cerradas
        return
    assert ahora <= t.pronto <= t.medio <= t.tarde


@given(st.lists(st.floats(60, 7200), min_size=1, max_size=14), st.integers(0, 14))
def test_con_las_mismas_partidas_cada_una_que_se_quita_estrecha(duran: list[float], faltan: int) -> None:
    inicio, cerradas = 0.0, []
    for dura in duran:
        cerradas.append(Tramo(inicio, inicio + dura))
        inicio += dura + 60
    mas, menos = estimar_termino(inicio, cerradas, [], faltan + 1), estimar_termino(inicio, cerradas, [], faltan)
    assert mas is not None and menos is not None
    assert menos.tarde - menos.pronto < mas.tarde - mas.pronto
    assert menos.tarde < mas.tarde


@given(st.floats(60, 7200), st.integers(1, 14), st.floats(0, 1), st.floats(0, 1))
def test_avanzar_acerca_el_fin(dura: float, faltan: int, a: float, b: float) -> None:
    poco, mucho = sorted((a, b))
    al_poco, al_mucho = (
        estimar_termino(0, [Tramo(0, dura)], [MesaEnJuego(dura * x, x)], faltan) for x in (poco, mucho)
    )
    assert al_poco is not None and al_mucho is not None
    assert al_mucho.medio <= al_poco.medio + 1e-6
    assert al_mucho.tarde - al_mucho.pronto <= al_poco.tarde - al_poco.pronto + 1e-6
