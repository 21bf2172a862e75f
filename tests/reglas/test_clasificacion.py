"""RG7 a RG10: clasificaciones hechas a mano."""

from decimal import Decimal

import pytest

from reglas.clasificacion import clasificar
from reglas.criterios import CRITERIOS, Actuacion, Acumulado, diferencial, ordenar
from reglas.recreo import MesaJugada
from reglas.tipos import Fin
from tests.reglas.ayudas import (
    DOSCIENTOS,
    JUEGOS,
    abierta,
    default,
    gana,
    juegos,
    partida,
    prohibe,
    recreo,
    renglones,
    suspende,
)

RONDA_DE_CUATRO = recreo(
    4,
    partida(1, gana(100, 45)),  # 1 y 2 contra 3 y 4
    partida(2, gana(0, 100)),  # 1 y 3 contra 4 y 2: zapato
    partida(3, suspende(60, 40), castigos={2: 10}),  # 1 y 4 contra 2 y 3
    importe="10.00",
    pago=True,
)


def test_ronda_de_cuatro_hecha_a_mano():
    # jugador  puntos  juegos  eficiencia         a favor    en contra   valor
    #   1      2+0+1     2     55−100+20          100+0+60   45+100+40   2−3+1
    #   2      2+3+0     2     55+100−20−10       100+100+40 45+0+60     2+3−1
    #   3      0+0+0     0     −55−100−20         45+0+40    100+100+60  −2−3−1
    #   4      0+3+1     2     −55+100+20         45+100+60  100+0+40    −2+3+1
    # Paga extra: el 2 es primero y cobra al 1 y al 3; el 4, segundo, no paga.
    assert renglones(clasificar(RONDA_DE_CUATRO).final) == [
        (2, 5, 2, 125, 240, 105, 10, "40.00", "20.00"),
        (4, 4, 2, 65, 205, 140, 0, "20.00", "0.00"),
        (1, 3, 2, -25, 160, 185, 0, "0.00", "-10.00"),
        (3, 0, 0, -175, 85, 260, 0, "-60.00", "-10.00"),
    ]


def test_las_parciales_acumulan_partida_a_partida_y_no_llevan_pago_extraordinario():
    clasificaciones = clasificar(RONDA_DE_CUATRO)
    primera, segunda, tercera = clasificaciones.parciales
    assert renglones(primera) == [
        (1, 2, 1, 55, 100, 45, 0, "20.00", "0.00"),
        (2, 2, 1, 55, 100, 45, 0, "20.00", "0.00"),
        (3, 0, 0, -55, 45, 100, 0, "-20.00", "0.00"),
        (4, 0, 0, -55, 45, 100, 0, "-20.00", "0.00"),
    ]
    assert [fila.jugador for fila in segunda] == [2, 4, 1, 3]
    assert [fila.saldo for fila in tercera] == [Decimal(n) for n in (40, 20, 0, -60)]
    assert (clasificaciones.cerradas, clasificaciones.completo) == ((1, 2, 3), True)


def test_se_dice_que_criterio_separo_a_cada_uno_del_anterior():
    primera, *_ = clasificar(RONDA_DE_CUATRO).parciales
    assert [fila.desempate for fila in primera] == [None, "numero", "puntos", "numero"]
    assert [fila.desempate for fila in clasificar(RONDA_DE_CUATRO).final] == [None, "puntos", "puntos", "puntos"]


def test_una_partida_abierta_no_da_parcial_ni_cuenta_ni_sus_castigos():
    a_medias = recreo(
        4,
        partida(1, gana(100, 45)),
        partida(2, abierta(100, 0), castigos={1: 50}),
        importe="10.00",
    )
    clasificaciones = clasificar(a_medias)
    assert len(clasificaciones.parciales) == 1
    assert clasificaciones.final == clasificaciones.parciales[0]
    assert (clasificaciones.cerradas, clasificaciones.completo) == ((1,), False)


def test_una_partida_con_una_mesa_sin_capturar_sigue_abierta():
    primera = partida(1, gana(100, 45, mesa=1))
    assert clasificar(recreo(8, primera)).parciales == ()
    completa = partida(1, gana(100, 45, mesa=1), gana(0, 100, mesa=2))
    assert len(clasificar(recreo(8, completa)).parciales) == 1


def test_una_partida_cerrada_tras_otra_abierta_si_da_parcial():
    clasificaciones = clasificar(recreo(4, partida(1, abierta(30, 0)), partida(2, gana(100, 0))))
    assert clasificaciones.cerradas == (2,)
    assert [fila.jugador for fila in clasificaciones.parciales[0]] == [1, 3, 2, 4]


def test_sin_partidas_todos_van_por_numero():
    clasificaciones = clasificar(recreo(5))
    assert clasificaciones.parciales == ()
    assert [fila.jugador for fila in clasificaciones.final] == [1, 2, 3, 4, 5]
    assert not any(fila.puntos or fila.tantos_favor for fila in clasificaciones.final)


@pytest.mark.parametrize(("tamano", "ultima", "repiten", "suman"), [(6, 8, {1, 4}, {3, 2}), (7, 11, {3, 6}, {1, 7})])
def test_a_los_repetidores_no_les_suma_la_ultima_pero_la_apuesta_corre(tamano, ultima, repiten, suman):
    # La pareja que repite es la 0 con 6 jugadores y la 1 con 7; en los dos casos gana 100 a 20.
    mesa = gana(100, 20) if tamano == 6 else gana(20, 100)
    filas = {
        fila.jugador: fila
        for fila in clasificar(recreo(tamano, partida(ultima, mesa, castigos={min(repiten): 15}), importe="1.00")).final
    }
    for jugador in repiten:
        fila = filas[jugador]
        castigo = 15 if jugador == min(repiten) else 0
        assert (fila.puntos, fila.juegos_ganados, fila.tantos_favor, fila.tantos_contra) == (0, 0, 0, 0)
        assert (fila.castigos, fila.eficiencia, fila.valor_ficha) == (castigo, -castigo, Decimal(2))
    for jugador in suman:
        fila = filas[jugador]
        assert (fila.tantos_favor, fila.tantos_contra, fila.eficiencia) == (20, 100, -80)
        assert fila.valor_ficha == Decimal(-2)


def test_el_castigo_descuenta_tambien_en_todos_con_todos_y_aunque_descanse():
    mesas = (gana(100, 45, mesa=1), gana(100, 45, mesa=2))
    fila = next(f for f in clasificar(recreo(8, partida(1, *mesas, castigos={1: 10}))).final if f.jugador == 1)
    assert (fila.eficiencia, fila.castigos, fila.tantos_favor) == (45, 10, 100)
    # En la primera de 5 descansa el 5.
    filas = clasificar(recreo(5, partida(1, gana(100, 45), castigos={5: 30}))).final
    assert [(f.jugador, f.eficiencia) for f in filas] == [(1, 55), (2, 55), (5, -30), (3, -55), (4, -55)]


def test_juegos_ganados_clasifica_por_juegos_y_vale_uno_en_la_apuesta():
    # 1: gana con 2; 2: gana con 4; 3: suspendida y gana con 2. Juegos: 1→1, 2→3, 3→1, 4→1.
    def mesa(secuencia: str, fin: Fin) -> MesaJugada:
        return MesaJugada(1, None, juegos(secuencia), fin)

    jugado = recreo(
        4,
        partida(1, mesa("0000", Fin.META)),
        partida(2, mesa("11c11", Fin.META)),
        partida(3, mesa("1", Fin.TIEMPO)),
        meta=JUEGOS,
        importe="5.00",
        pago=True,
    )
    # Empatados 1, 3 y 4 con un juego, y los tres se enfrentaron en las tres partidas (una sola vez cada una):
    #   el 1: +1 −1 −1 = −1 · el 3: −1 −1 +1 = −1 · el 4: −1 +1 −1 = −1. Decide el número.
    filas = clasificar(jugado).final
    assert renglones(filas) == [
        (2, 0, 3, 0, 0, 0, 0, "15.00", "10.00"),
        (1, 0, 1, 0, 0, 0, 0, "-5.00", "0.00"),
        (3, 0, 1, 0, 0, 0, 0, "-5.00", "-5.00"),
        (4, 0, 1, 0, 0, 0, 0, "-5.00", "-5.00"),
    ]
    assert [fila.diferencial for fila in filas] == [None, -1, -1, -1]
    assert [fila.desempate for fila in filas] == [None, "juegos_ganados", "numero", "numero"]


def test_el_default_acredita_la_meta_y_suma_como_cualquier_partida():
    filas = clasificar(recreo(4, partida(1, default(1, 150, 20)), meta=DOSCIENTOS, importe="2.00")).final
    assert renglones(filas)[0] == (3, 1, 1, 50, 200, 150, 0, "2.00", "0.00")
    assert renglones(filas)[3] == (2, 0, 0, -50, 150, 200, 0, "-2.00", "0.00")


def test_no_se_clasifica_lo_que_no_vale():
    with prohibe("suspension_empatada", partida=1, mesa=1):
        clasificar(recreo(4, partida(1, suspende(30, 30))))


# Criterios, uno por uno


def acumulado(jugador: int, *actuaciones: Actuacion, **campos: int) -> Acumulado:
    en_cero = dict.fromkeys(
        ("puntos", "juegos_ganados", "eficiencia", "tantos_favor", "tantos_contra", "castigos", "valor"), 0
    )
    return Acumulado(jugador=jugador, actuaciones=actuaciones, **en_cero | campos)


def enfrento(jugador: int, rivales: tuple[int, int], diferencia: int, suma: bool = True) -> Actuacion:
    return Actuacion(jugador, rivales, suma, 0, 0, 0, 0, 0, diferencia)


def quedan(*acumulados: Acumulado) -> list[tuple[int, str | None]]:
    return [(puesto.acumulado.jugador, puesto.desempate) for puesto in ordenar(acumulados)]


def test_los_criterios_van_en_el_orden_del_reglamento():
    assert [criterio.codigo for criterio in CRITERIOS] == [
        "puntos",
        "juegos_ganados",
        "eficiencia",
        "tantos_favor",
        "tantos_contra",
        "diferencial",
        "numero",
    ]
    assert all(criterio.nombre for criterio in CRITERIOS)


@pytest.mark.parametrize("criterio", ["puntos", "juegos_ganados", "eficiencia", "tantos_favor"])
def test_mas_es_mejor(criterio):
    assert quedan(acumulado(1), acumulado(2, **{criterio: 1})) == [(2, None), (1, criterio)]


def test_menos_tantos_en_contra_es_mejor():
    assert quedan(acumulado(1, tantos_contra=5), acumulado(2)) == [(2, None), (1, "tantos_contra")]


def test_un_criterio_anterior_manda_sobre_los_siguientes():
    uno = acumulado(1, puntos=1)
    otro = acumulado(2, juegos_ganados=9, eficiencia=900, tantos_favor=900)
    assert quedan(otro, uno) == [(1, None), (2, "puntos")]


def test_el_diferencial_solo_cuenta_partidas_contra_empatados_y_cada_una_una_vez():
    # El 1 enfrentó al 2 y al 3 juntos (una vez), y al 8 y 9, que no están empatados con él.
    uno = acumulado(1, enfrento(1, (2, 3), 40), enfrento(1, (8, 9), 100))
    dos = acumulado(2, enfrento(2, (1, 9), -40), enfrento(2, (3, 8), 70))
    tres = acumulado(3, enfrento(3, (1, 9), -40), enfrento(3, (2, 8), -70))
    grupo = (uno, dos, tres)
    assert [diferencial(a, grupo) for a in grupo] == [40, 30, -110]
    assert quedan(*reversed(grupo)) == [(1, None), (2, "diferencial"), (3, "diferencial")]


def test_el_diferencial_no_se_recalcula_entre_los_que_siguen_empatados():
    # 2 y 3 empatan a −20 en el diferencial de los tres. Entre ellos dos ganó el 3, pero decide el número.
    uno = acumulado(1, enfrento(1, (2, 9), 10), enfrento(1, (3, 9), 30))
    dos = acumulado(2, enfrento(2, (1, 9), -10), enfrento(2, (3, 9), -10))
    tres = acumulado(3, enfrento(3, (1, 9), -30), enfrento(3, (2, 9), 10))
    assert quedan(tres, dos, uno) == [(1, None), (2, "diferencial"), (3, "numero")]


def test_la_partida_que_no_suma_al_repetidor_no_entra_en_su_diferencial_pero_si_en_el_del_rival():
    repetidor = acumulado(1, enfrento(1, (2, 3), 80, suma=False))
    rival = acumulado(2, enfrento(2, (1, 4), -80))
    assert [diferencial(a, (repetidor, rival)) for a in (repetidor, rival)] == [0, -80]
