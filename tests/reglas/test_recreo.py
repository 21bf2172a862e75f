"""Qué Recreos no valen, y dónde dice el error que está el problema."""

from decimal import Decimal

import pytest

from reglas.recreo import MesaJugada, RecreoJugado, resolver_recreo, validar_recreo
from reglas.tipos import Fin
from tests.reglas.ayudas import (
    CIEN,
    JUEGOS,
    abierta,
    dominada,
    empate,
    gana,
    juegos,
    manos,
    partida,
    prohibe,
    recreo,
    suspende,
)


def test_un_recreo_recien_creado_vale():
    for tamano in range(4, 17):
        validar_recreo(recreo(tamano))


@pytest.mark.parametrize("tamano", [0, 3, 17])
def test_se_juega_de_4_a_16(tamano):
    with prohibe("tamano_invalido", tamano=tamano):
        validar_recreo(recreo(tamano))


@pytest.mark.parametrize("tamano", [8, 12, 16])
def test_en_todos_con_todos_no_hay_apuesta_ni_pago(tamano):
    validar_recreo(recreo(tamano, importe="0"))
    with prohibe("importe_en_todos_con_todos"):
        validar_recreo(recreo(tamano, importe="0.01"))
    with prohibe("pago_en_todos_con_todos"):
        validar_recreo(recreo(tamano, pago=True))


@pytest.mark.parametrize("importe", ["-1", "0.005", "NaN", "Infinity"])
def test_el_importe_va_en_centavos_desde_cero(importe):
    with prohibe("importe_invalido"):
        validar_recreo(RecreoJugado(4, CIEN, Decimal(importe), False, ()))


def test_no_hay_mas_partidas_ni_mesas_que_las_del_rol():
    with prohibe("partida_fuera_del_rol", partida=4, maximo=3):
        validar_recreo(recreo(4, partida(4, gana(100, 0))))
    with prohibe("partida_fuera_del_rol", partida=0):
        validar_recreo(recreo(4, partida(0)))
    with prohibe("mesa_fuera_del_rol", partida=2, mesa=3, maximo=2):
        validar_recreo(recreo(8, partida(2, gana(100, 0, mesa=3))))
    with prohibe("mesa_fuera_del_rol", partida=1, mesa=2, maximo=1):
        validar_recreo(recreo(4, partida(1, gana(100, 0), gana(100, 0, mesa=2))))


def test_ni_partidas_ni_mesas_repetidas():
    with prohibe("partida_repetida", partida=1):
        validar_recreo(recreo(4, partida(1, gana(100, 0)), partida(1)))
    with prohibe("mesa_repetida", partida=1, mesa=2):
        validar_recreo(recreo(8, partida(1, gana(100, 0, mesa=2), gana(100, 0, mesa=2))))


def test_el_salidor_se_sienta_en_esa_mesa():
    # En la segunda de 5 descansa el 2.
    validar_recreo(recreo(5, partida(2, MesaJugada(1, 5, (), None))))
    with prohibe("salidor_de_otra_mesa", partida=2, mesa=1, salidor=2, jugadores="1, 3, 4, 5"):
        validar_recreo(recreo(5, partida(2, MesaJugada(1, 2, (), None))))


def test_el_error_de_una_mano_dice_partida_mesa_y_mano():
    mala = MesaJugada(2, None, (dominada(0, 30), empate(), dominada(1, 119)), None)
    with prohibe("tantos_fuera_de_rango", partida=3, mesa=2, mano=3):
        validar_recreo(recreo(8, partida(3, mala)))


@pytest.mark.parametrize(
    ("mesa", "codigo"),
    [
        (suspende(40, 40), "suspension_empatada"),
        (MesaJugada(1, None, manos(90, 10), Fin.META), "meta_sin_alcanzar"),
        (MesaJugada(1, None, (*manos(100, 10), dominada(1, 5)), None), "mano_tras_la_meta"),
        (MesaJugada(1, None, (), Fin.DEFAULT), "falta_gana_default"),
        (MesaJugada(1, None, manos(100, 0), Fin.META, 0), "sobra_gana_default"),
    ],
)
def test_el_error_de_una_mesa_dice_partida_y_mesa(mesa, codigo):
    with prohibe(codigo, partida=2, mesa=1):
        validar_recreo(recreo(4, partida(2, mesa)))


def test_los_castigos_son_a_alguien_del_recreo_y_en_tantos_positivos():
    validar_recreo(recreo(4, partida(1, castigos={4: 0})))
    for jugador in (0, 5):
        with prohibe("castigo_a_desconocido", partida=1, jugador=jugador):
            validar_recreo(recreo(4, partida(1, castigos={jugador: 5})))
    with prohibe("castigo_negativo", partida=1, jugador=2, tantos=-5):
        validar_recreo(recreo(4, partida(1, castigos={2: -5})))


def test_a_juegos_ganados_no_hay_castigos():
    jugada = MesaJugada(1, None, juegos("0000"), Fin.META)
    with prohibe("castigo_en_juegos_ganados", partida=1, jugador=2):
        validar_recreo(recreo(4, partida(1, jugada, castigos={2: 5}), meta=JUEGOS))


def test_se_aceptan_en_cualquier_orden_y_salen_por_numero():
    desordenado = recreo(
        8,
        partida(2, gana(100, 0, mesa=2), gana(0, 100, mesa=1)),
        partida(1, abierta(10, 0, mesa=2)),
    )
    primera, segunda = resolver_recreo(desordenado)
    assert (primera.rol.numero, primera.cerrada, segunda.cerrada) == (1, False, True)
    assert [mesa.resultado.ganadora for mesa in segunda.mesas] == [1, 0]
