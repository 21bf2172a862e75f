"""Las columnas de la estadística (ES1; 002 §4.1), sacadas del acta."""

import pytest

from reglas.errores import ErrorDeRegla
from reglas.estadistica import del_mismo_palo, estadistica_de
from reglas.fichas import ficha_de, mascara
from reglas.historia import acta_de, partidas_de
from reglas.tipos import Desenlace, Meta
from tests.reglas.partidas import MesaDePrueba, jugada

NOMBRES = ["Mari", "Beto", "Carmen", "Nacho"]


def acta(meta: Meta = Meta.CIEN, semilla: int = 1):
    (partida,) = partidas_de(jugada(meta, semilla=semilla).eventos())
    return partida, acta_de(partida, NOMBRES)


def bits(textos: str) -> int:
    return mascara(ficha_de(texto) for texto in textos.split())


def test_del_mismo_palo_cuenta_la_mula_una_vez():
    assert del_mismo_palo(bits("6-6 5-6 4-6 0-0 0-1 1-2 2-3")) == 3
    assert del_mismo_palo(bits("0-6 1-6 2-6 3-6 4-6 5-6 6-6")) == 7


@pytest.mark.parametrize("meta", list(Meta))
@pytest.mark.parametrize("semilla", range(5))
def test_las_columnas_cuadran_entre_si(meta, semilla):
    partida, escrita = acta(meta, semilla)
    estadistica = estadistica_de(escrita)
    for pareja, de in enumerate(estadistica.parejas):
        assert de.ganadas == partida.ganadas[pareja]
        assert de.perdidas == partida.ganadas[1 - pareja]
        assert de.ganadas + de.perdidas + de.sin_ganador == len(partida.manos)
        assert (de.a_favor, de.en_contra) == (partida.tantos[pareja], partida.tantos[1 - pareja])
        assert de.gano == (partida.ganadora == pareja)
    for numero, asientos in enumerate(estadistica.manos, start=1):
        assert [de.mano for de in asientos] == [numero] * 4
        assert sum(de.valor for de in asientos) == 168
        assert sum(de.mulas for de in asientos) == 7
        assert all(2 <= de.mismo_palo <= 7 for de in asientos)
        assert sum(de.diferencia for de in asientos) == 0
        for de in asientos:
            assert (de.gano is None) == (asientos[0].gano is None)
            assert de.diferencia == 0 or (de.diferencia > 0) == de.gano


def test_las_fallas_son_los_pases_de_la_mesa():
    mesa = MesaDePrueba(Meta.DOSCIENTOS, semilla=4).comenzar()
    pases = []
    while True:
        mesa.acabar_mano()
        pases.append(list(mesa.mesa.mano.pases))
        if mesa.mesa.ganadora >= 0:
            break
        mesa.seguir()
    (partida,) = partidas_de(mesa.eventos())
    assert [[de.fallas for de in mano] for mano in estadistica_de(acta_de(partida, NOMBRES)).manos] == pases
    assert any(map(any, pases))


def buscar(meta: Meta, cumple) -> int:
    return next(semilla for semilla in range(200) if cumple(estadistica_de(acta(meta, semilla)[1])))


def test_zapato_si_los_perdedores_no_hicieron_tantos():
    semilla = buscar(Meta.CIEN, lambda e: e.parejas[0].zapato)
    parejas = estadistica_de(acta(Meta.CIEN, semilla)[1]).parejas
    assert 0 in (parejas[0].a_favor, parejas[1].a_favor)
    assert parejas[1].zapato


def test_a_juegos_ganados_no_hay_zapato_ni_tantos_y_un_cierre_no_lo_gana_nadie():
    semilla = buscar(Meta.JUEGOS_GANADOS, lambda e: e.parejas[0].sin_ganador)
    estadistica = estadistica_de(acta(Meta.JUEGOS_GANADOS, semilla)[1])
    assert [de.zapato for de in estadistica.parejas] == [None, None]
    cierre = next(mano for mano in estadistica.manos if mano[0].gano is None)
    assert cierre[0].desenlace in (Desenlace.CIERRE, Desenlace.CIERRE_EMPATADO)
    assert [de.diferencia for de in cierre] == [0, 0, 0, 0]


def test_sin_llegar_a_la_meta_no_hay_estadistica():
    mesa = MesaDePrueba(Meta.DOSCIENTOS).comenzar().acabar_mano()
    (partida,) = partidas_de(mesa.eventos())
    with pytest.raises(ErrorDeRegla) as falla:
        estadistica_de(acta_de(partida, NOMBRES))
    assert falla.value.codigo == "meta_sin_alcanzar"
