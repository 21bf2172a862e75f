"""Recreos enteros jugados por los servicios, contra cuentas hechas a mano y contra las reglas."""

from decimal import Decimal

import pytest

from recreo import servicios
from recreo.models import Jugador
from reglas.clasificacion import Fila, clasificar
from reglas.recreo import Castigo, PartidaJugada, RecreoJugado
from reglas.roles import rol_de
from reglas.tipos import Fin
from tests.recreo.mesa import CIEN, Mesero, falla, manos, recreo_de
from tests.reglas.ayudas import MesaJugada

pytestmark = pytest.mark.django_db


def renglones(filas: tuple[Fila, ...]) -> list[tuple[int, ...]]:
    return [
        (f.jugador, f.puntos, f.juegos_ganados, f.eficiencia, f.tantos_favor, f.tantos_contra, f.castigos)
        for f in filas
    ]


def saldos(m: Mesero) -> dict[int, tuple[int, int]]:
    """Valor ficha y pago extraordinario de cada número."""
    return {f.jugador: (int(f.valor_ficha), int(f.pago_extraordinario)) for f in m.estado.filas}


def jugada(m: Mesero, partida: int, mesa: int, a: int, b: int, fin: Fin = Fin.META) -> MesaJugada:
    """Lo que se jugó, escrito aparte de la base."""
    salidor = rol_de(m.fila.tamano).partidas[partida - 1].mesas[mesa - 1].asientos[0]
    return MesaJugada(mesa, salidor, manos(a, b), fin)


def test_ronda_de_5_con_suspension_castigo_apuesta_y_pago() -> None:
    m = recreo_de(5, importe=Decimal("10"), pago=True)
    m.gana(100, 45, 1)  #      1-2 (2 puntos) a 3-4
    m.siguiente(2)
    m.gana(0, 100, 2)  #       4-5 (3) a 1-3
    m.siguiente(3)
    m.gana(100, 80, 3)  #      1-4 (1) a 5-2
    m.orden(servicios.castigo_aplicar, numero=3, tantos=10)
    de_mas = m.orden(servicios.castigo_aplicar, numero=1, tantos=50).datos["castigo"]
    m.orden(servicios.castigo_anular, castigo=de_mas)
    m.siguiente(4)
    m.suspende(60, 30, 4)  #   1-5 (1, por tiempo) a 2-3
    m.siguiente(5)
    fin = m.gana(50, 100, 5)  # 2-4 (2) a 3-5
    assert fin.datos == {"mesa": 1, "partida_cerrada": True, "falta_anunciar": True}
    assert m.estado.estado == "en_juego", "no se termina solo (D300)"
    m.anuncia()
    #    jug pts JG   ef    F    C  cast
    esperada = [
        (4, 6, 3, 115, 345, 230, 0),
        (1, 4, 3, 5, 260, 255, 0),
        (5, 4, 2, 60, 290, 230, 0),
        (2, 4, 2, 55, 310, 255, 0),
        (3, 0, 0, -245, 125, 360, 10),
    ]
    estado = m.estado
    assert renglones(estado.filas) == esperada
    assert saldos(m) == {4: (40, 30), 1: (10, 0), 5: (10, -10), 2: (20, -10), 3: (-80, -10)}
    assert estado.estado == "terminado"
    aparte = RecreoJugado(
        5, CIEN, Decimal("10"), True,
        (
            PartidaJugada(1, (jugada(m, 1, 1, 100, 45),)),
            PartidaJugada(2, (jugada(m, 2, 1, 0, 100),)),
            PartidaJugada(3, (jugada(m, 3, 1, 100, 80),), (Castigo(3, 10),)),
            PartidaJugada(4, (jugada(m, 4, 1, 60, 30, Fin.TIEMPO),)),
            PartidaJugada(5, (jugada(m, 5, 1, 50, 100),)),
        ),
    )  # fmt: skip
    assert estado.jugado == aparte
    assert estado.clasificaciones == clasificar(aparte)


def test_ronda_de_6_los_repetidores_no_suman_pero_apuestan() -> None:
    m = recreo_de(6, importe=Decimal("10"))
    for partida in range(1, 9):
        if partida > 1:
            m.siguiente(partida)
        m.gana(100, 60, partida)  # siempre la primera pareja del rol: 1 punto
    # 1-4/3-5 1-2/5-6 1-6/4-3 2-5/3-6 1-5/2-4 1-3/6-4 4-5/6-2 1-4/3-2 (en ésta 1 y 4 no suman)
    #    jug pts JG   ef    F    C     2 y 4 empatan: el 4 le ganó al 2; 3 y 6 se ganaron uno a uno
    esperada = [
        (1, 5, 5, 200, 500, 300, 0),
        (5, 3, 3, 40, 420, 380, 0),
        (4, 2, 2, -40, 380, 420, 0),
        (2, 2, 2, -40, 380, 420, 0),
        (3, 1, 1, -120, 340, 460, 0),
        (6, 1, 1, -120, 340, 460, 0),
    ]
    assert renglones(m.estado.filas) == esperada
    assert saldos(m) == {1: (60, 0), 2: (-10, 0), 3: (-30, 0), 4: (0, 0), 5: (10, 0), 6: (-30, 0)}
    aparte = tuple(PartidaJugada(n, (jugada(m, n, 1, 100, 60),)) for n in range(1, 9))
    assert m.estado.clasificaciones == clasificar(RecreoJugado(6, CIEN, Decimal("10"), False, aparte))


def test_todos_con_todos_de_8_con_dos_mesas_por_partida() -> None:
    m = recreo_de(8)
    for partida in range(1, 8):
        if partida > 1:
            m.siguiente(partida)
        assert not m.gana(100, 0, partida, 2).datos["partida_cerrada"]
        assert m.gana(100, 0, partida, 1).datos["partida_cerrada"]
    # gana siempre la primera pareja, de zapato (3 puntos). Ganadas: 7 5 4 2 3 2 2 3.
    # 8 y 5 (diferencial +100 y -100); 6, 7 y 4 (0, 0 y -100; entre 6 y 7 el número)
    ganadas = {1: 7, 2: 5, 3: 4, 8: 3, 5: 3, 6: 2, 7: 2, 4: 2}
    esperada = [(j, 3 * g, g, 100 * (2 * g - 7), 100 * g, 100 * (7 - g), 0) for j, g in ganadas.items()]
    assert renglones(m.estado.filas) == esperada
    aparte = tuple(PartidaJugada(n, tuple(jugada(m, n, mesa, 100, 0) for mesa in (1, 2))) for n in range(1, 8))
    assert m.estado.clasificaciones == clasificar(RecreoJugado(8, CIEN, Decimal(0), False, aparte))


def test_al_terminar_todos_quedan_libres_y_el_recreo_no_cambia_mas() -> None:
    m = recreo_de(4)
    for partida in range(1, 4):
        if partida > 1:
            m.siguiente(partida)
        m.gana(100, 20, partida)
    m.anuncia()
    assert m.fila.terminado is not None
    assert not Jugador.objects.filter(recreo_id=m.id, vigente=True).exists()
    antes = m.estado
    with falla("estado_terminado"):
        m.orden(servicios.castigo_aplicar, numero=3, tantos=5)
    with falla("estado_terminado"):
        m.orden(servicios.recreo_cancelar)
    assert m.estado == antes


def test_la_parcial_se_publica_al_cerrar_la_ultima_mesa_y_no_antes() -> None:
    m = recreo_de(8)
    m.gana(100, 20, 1, 1)
    assert m.estado.clasificaciones.parciales == ()
    m.gana(100, 20, 1, 2)
    assert [f.jugador for f in m.estado.filas[:4]] == [1, 2, 5, 6]
