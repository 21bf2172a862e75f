"""RG6 y RG7: la partida recalculada desde sus manos."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reglas.errores import ErrorDeRegla
from reglas.partida import calcular_partida, falta_para_meta, marcador_actual
from reglas.tipos import Fin
from tests.reglas.ayudas import CIEN, DOSCIENTOS, JUEGOS, cierre, dominada, empate, juegos, manos, prohibe


def test_una_partida_a_cien_mano_por_mano():
    # mano      1    2     3      4     5
    # pareja 0  35         (cero)       70 → rebasa: 100
    # pareja 1       48           30
    jugadas = [dominada(0, 35), cierre(1, 48), empate(0), dominada(1, 30), dominada(0, 70)]
    resultado = calcular_partida(CIEN, jugadas)
    assert resultado.marcador == ((35, 0), (35, 48), (35, 48), (35, 78), (100, 78))
    assert (resultado.estado, resultado.ganadora, resultado.llego_a_meta) == ("terminada", 0, True)
    assert resultado.puntos == (1, 0)
    assert resultado.juegos_ganados == (1, 0)
    assert resultado.tantos_favor == (100, 78)
    assert resultado.tantos_contra == (78, 100)
    assert resultado.efectividad == (22, -22)
    assert resultado.valor == (1, -1)
    assert resultado.sumas_sin_tope == (105, 78)
    assert resultado.acreditado == (100, 78)
    assert resultado.manos_ganadas == (2, 2)


def test_una_partida_sin_manos_esta_en_juego():
    resultado = calcular_partida(CIEN, [])
    assert (resultado.estado, resultado.ganadora, resultado.marcador) == ("en_juego", None, ())
    assert resultado.puntos == resultado.valor == resultado.tantos_favor == (0, 0)


def test_en_juego_se_ven_los_tantos_pero_nadie_tiene_puntos():
    resultado = calcular_partida(CIEN, manos(60, 20))
    assert (resultado.estado, resultado.tantos_favor, resultado.efectividad) == ("en_juego", (60, 20), (40, -40))
    assert resultado.puntos == resultado.juegos_ganados == resultado.valor == (0, 0)


@pytest.mark.parametrize(
    ("meta", "perdedor", "puntos"),
    [
        (CIEN, 0, 3),
        (CIEN, 1, 2),
        (CIEN, 50, 2),
        (CIEN, 51, 1),
        (CIEN, 99, 1),
        (DOSCIENTOS, 0, 3),
        (DOSCIENTOS, 1, 2),
        (DOSCIENTOS, 100, 2),
        (DOSCIENTOS, 101, 1),
        (DOSCIENTOS, 199, 1),
    ],
)
@pytest.mark.parametrize("gana", [0, 1])
def test_los_puntos_y_la_apuesta_salen_de_los_tantos_del_perdedor(meta, perdedor, puntos, gana):
    llevan = (meta.tantos, perdedor) if gana == 0 else (perdedor, meta.tantos)
    resultado = calcular_partida(meta, manos(*llevan), Fin.META)
    assert resultado.ganadora == gana
    assert (resultado.puntos[gana], resultado.puntos[1 - gana]) == (puntos, 0)
    assert (resultado.valor[gana], resultado.valor[1 - gana]) == (puntos, -puntos)


def test_llegar_justo_a_la_meta_gana():
    assert calcular_partida(CIEN, [dominada(1, 99), dominada(0, 100)]).ganadora == 0
    assert calcular_partida(CIEN, [dominada(1, 99)]).ganadora is None


def test_una_sola_mano_puede_rebasar_la_meta():
    resultado = calcular_partida(CIEN, [dominada(1, 118)])
    assert (resultado.marcador, resultado.puntos) == (((0, 100),), (0, 3))


@pytest.mark.parametrize("sigue", [dominada(0, 5), dominada(1, 5), empate()])
def test_no_hay_manos_tras_la_meta(sigue):
    with prohibe("mano_tras_la_meta", mano=3):
        calcular_partida(CIEN, [dominada(0, 50), dominada(0, 60), sigue])


def test_el_error_dice_que_mano_es():
    with prohibe("tantos_fuera_de_rango", mano=2, tantos=200):
        calcular_partida(CIEN, [dominada(0, 50), dominada(0, 200)])


def test_cerrar_por_meta_exige_llegar():
    with prohibe("meta_sin_alcanzar"):
        calcular_partida(CIEN, manos(99, 0), Fin.META)
    with prohibe("meta_sin_alcanzar"):
        calcular_partida(JUEGOS, juegos("0001"), Fin.META)


# Suspensión por tiempo


@pytest.mark.parametrize(("llevan", "gana"), [((60, 0), 0), ((0, 1), 1), ((99, 98), 0)])
def test_suspendida_gana_quien_va_adelante_y_vale_un_punto_aun_contra_cero(llevan, gana):
    resultado = calcular_partida(CIEN, manos(*llevan), Fin.TIEMPO)
    assert (resultado.estado, resultado.ganadora, resultado.llego_a_meta) == ("suspendida", gana, False)
    assert (resultado.puntos[gana], resultado.puntos[1 - gana]) == (1, 0)
    assert (resultado.valor[gana], resultado.valor[1 - gana]) == (1, -1)
    assert resultado.tantos_favor == llevan
    assert resultado.tantos_contra == llevan[::-1]


@pytest.mark.parametrize(("meta", "jugadas"), [(CIEN, ()), (CIEN, manos(30, 30)), (JUEGOS, juegos("01c"))])
def test_empatada_no_se_puede_suspender(meta, jugadas):
    with prohibe("suspension_empatada"):
        calcular_partida(meta, jugadas, Fin.TIEMPO)


def test_a_juegos_ganados_suspendida_gana_quien_lleva_mas_manos():
    resultado = calcular_partida(JUEGOS, juegos("0c1c1"), Fin.TIEMPO)
    assert (resultado.estado, resultado.ganadora) == ("suspendida", 1)
    assert (resultado.juegos_ganados, resultado.valor, resultado.puntos) == ((0, 1), (-1, 1), (0, 0))


@pytest.mark.parametrize("fin", [Fin.TIEMPO, Fin.DEFAULT])
def test_tras_la_meta_ya_no_cabe_suspender_ni_dar_default(fin):
    with prohibe("meta_ya_alcanzada"):
        calcular_partida(CIEN, manos(100, 20), fin, 0 if fin is Fin.DEFAULT else None)


def test_el_fin_puede_venir_como_texto_de_la_base():
    for fin, llevan in ((Fin.TIEMPO, (60, 0)), (Fin.META, (100, 0))):
        assert calcular_partida(CIEN, manos(*llevan), str(fin)) == calcular_partida(CIEN, manos(*llevan), fin)


# Default


@pytest.mark.parametrize(
    ("llevan", "gana", "favor", "puntos"),
    [
        ((0, 0), 0, (100, 0), (3, 0)),
        ((0, 80), 0, (100, 80), (1, 0)),
        ((90, 50), 0, (100, 50), (2, 0)),
        ((0, 80), 1, (0, 100), (0, 3)),
    ],
)
def test_por_default_gana_la_presente_con_la_meta_y_la_otra_conserva_lo_anotado(llevan, gana, favor, puntos):
    resultado = calcular_partida(CIEN, manos(*llevan), Fin.DEFAULT, gana)
    assert (resultado.estado, resultado.ganadora, resultado.llego_a_meta) == ("terminada", gana, False)
    assert (resultado.tantos_favor, resultado.puntos) == (favor, puntos)
    assert resultado.acreditado == llevan
    assert sum(resultado.valor) == 0


def test_a_juegos_ganados_el_default_es_un_juego_y_la_apuesta_vale_uno():
    resultado = calcular_partida(JUEGOS, juegos("000"), Fin.DEFAULT, 1)
    assert (resultado.juegos_ganados, resultado.valor, resultado.tantos_favor) == ((0, 1), (-1, 1), (0, 0))


def test_el_default_exige_ganadora_y_solo_el_la_lleva():
    with prohibe("falta_gana_default"):
        calcular_partida(CIEN, [], Fin.DEFAULT)
    with prohibe("falta_gana_default"):
        calcular_partida(CIEN, [], Fin.DEFAULT, 2)
    for fin in (None, Fin.TIEMPO, Fin.META):
        with prohibe("sobra_gana_default"):
            calcular_partida(CIEN, manos(10, 0), fin, 0)


# Juegos ganados


@pytest.mark.parametrize(
    ("secuencia", "anuncios"),
    [
        ("0000", "20-0 40-0 60-0 gana-0"),
        ("0c1c", "20-0 20-0 20-20 20-20"),
        ("000111", "20-0 40-0 60-0 60-20 60-40 60-60"),
        # 4-3, 4-4 vuelve a 60-60; 5-4, 5-5 otra vez; 5-6, y 5-7 gana.
        (
            "000111" + "01" + "01" + "11",
            "20-0 40-0 60-0 60-20 60-40 60-60 ventaja-60 60-60 ventaja-60 60-60 60-ventaja 60-gana",
        ),
        ("0001100", "20-0 40-0 60-0 60-20 60-40 gana-40"),
    ],
)
def test_a_juegos_ganados_se_anuncia_de_veinte_en_veinte(secuencia, anuncios):
    esperado = tuple(tuple(anuncio.split("-")) for anuncio in anuncios.split())
    jugadas = juegos(secuencia)[: len(esperado)]
    assert calcular_partida(JUEGOS, jugadas).marcador == esperado
    assert marcador_actual(JUEGOS, jugadas) == esperado[-1]


@pytest.mark.parametrize(
    ("secuencia", "gana"), [("0000", 0), ("0001", None), ("0001110", None), ("00011100", 0), ("11c11", 1)]
)
def test_a_juegos_ganados_hacen_falta_cuatro_manos_y_dos_de_diferencia(secuencia, gana):
    resultado = calcular_partida(JUEGOS, juegos(secuencia))
    assert resultado.ganadora == gana
    assert resultado.puntos == resultado.tantos_favor == resultado.efectividad == (0, 0)
    if gana is not None:
        with prohibe("mano_tras_la_meta"):
            calcular_partida(JUEGOS, juegos(secuencia + "c"))


def test_marcador_actual_antes_de_la_primera_mano():
    assert marcador_actual(DOSCIENTOS, []) == (0, 0)
    assert marcador_actual(JUEGOS, []) == ("0", "0")


@pytest.mark.parametrize(
    ("meta", "jugadas", "falta"),
    [
        (CIEN, (), (100, 100)),
        (DOSCIENTOS, manos(150, 30), (50, 170)),
        (CIEN, [dominada(1, 30), dominada(0, 118)], (0, 70)),
        (JUEGOS, (), (4, 4)),
        (JUEGOS, juegos("000"), (1, 5)),
        (JUEGOS, juegos("000111"), (2, 2)),
        (JUEGOS, juegos("0001110"), (1, 3)),
        (JUEGOS, juegos("0000"), (0, 6)),
    ],
)
def test_lo_que_falta_para_la_meta(meta, jugadas, falta):
    assert falta_para_meta(meta, jugadas) == falta


# Propiedades

PALITOS = st.lists(st.tuples(st.integers(0, 1), st.integers(1, 118)), max_size=12)


@given(PALITOS, st.sampled_from([CIEN, DOSCIENTOS]), st.sampled_from([None, Fin.TIEMPO, Fin.META]))
def test_el_marcador_nunca_baja_ni_pasa_de_la_meta_y_todo_es_antisimetrico(palitos, meta, fin):
    jugadas = [dominada(pareja, tantos) for pareja, tantos in palitos]
    try:
        resultado = calcular_partida(meta, jugadas, fin)
    except ErrorDeRegla:
        return
    for lado in (0, 1):
        serie = [par[lado] for par in resultado.marcador]
        assert serie == sorted(serie)
        assert all(tantos <= meta.tantos for tantos in serie)
    assert sum(resultado.efectividad) == sum(resultado.valor) == sum(resultado.diferencia) == 0
    assert resultado.tantos_contra == resultado.tantos_favor[::-1]
    assert sum(resultado.juegos_ganados) == (0 if resultado.ganadora is None else 1)


@given(PALITOS, st.sampled_from([CIEN, DOSCIENTOS]))
def test_cambiar_de_lado_a_las_parejas_cambia_de_lado_el_resultado(palitos, meta):
    def jugar(voltear: int):
        try:
            return calcular_partida(meta, [dominada(pareja ^ voltear, tantos) for pareja, tantos in palitos])
        except ErrorDeRegla as error:
            return error.codigo

    uno, otro = jugar(0), jugar(1)
    if isinstance(uno, str):
        assert uno == otro
    else:
        assert uno.puntos == otro.puntos[::-1]
        assert uno.marcador == tuple(par[::-1] for par in otro.marcador)


@given(st.text(alphabet="01c", max_size=20))
def test_a_juegos_ganados_el_anuncio_dice_quien_gano(secuencia):
    try:
        resultado = calcular_partida(JUEGOS, juegos(secuencia))
    except ErrorDeRegla as error:
        assert error.codigo == "mano_tras_la_meta"
        return
    finales = [par.index("gana") for par in resultado.marcador if "gana" in par]
    assert finales == ([] if resultado.ganadora is None else [resultado.ganadora])
    assert 0 in falta_para_meta(JUEGOS, juegos(secuencia)) or resultado.ganadora is None
