"""Repetir una mano de un acta y ramificarla (AC1, AC2)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reglas.errores import ErrorDeRegla
from reglas.fichas import de_mascara
from reglas.historia import acta_de, partidas_de
from reglas.mano import legales, puede_tirar
from reglas.repeticion import pasaron, repetir, simular, terminar
from reglas.tipos import Meta
from reglas.verificacion import verificar_partida
from tests.reglas.partidas import jugada

NOMBRES = ("Mari", "Beto", "Carmen", "Nacho")
METAS = st.sampled_from(list(Meta))


def acta(meta: Meta = Meta.CIEN, semilla: int = 1):
    return acta_de(partidas_de(jugada(meta, semilla=semilla).eventos())[0], NOMBRES)


@given(meta=METAS, semilla=st.integers(1, 12))
def test_repetir_llega_a_lo_mismo_que_verificar(meta: Meta, semilla: int) -> None:
    una = acta(meta, semilla)
    informes = verificar_partida(una)["manos"]
    for mano, vista, informe in zip(una["manos"], repetir(una), informes, strict=True):
        assert len(vista.estados) == len(mano["jugadas"]) + 1 == len(vista.ms) + 1
        assert list(vista.fin.pases) == informe["pases"]
        assert [vista.fin.a, vista.fin.b] == informe["terminales"]
        assert vista.fin.ultimo == informe["asiento"]


@given(semilla=st.integers(1, 12))
def test_pasaron_son_los_que_no_podian(semilla: int) -> None:
    for vista in repetir(acta(semilla=semilla)):
        estados = vista.estados
        total = 0
        for antes, despues in pairwise(estados):
            saltados = pasaron(antes, despues)
            assert not any(puede_tirar(despues, asiento) for asiento in saltados)
            total += len(saltados)
        assert total == sum(estados[-1].pases)


@given(meta=METAS, semilla=st.integers(1, 8), donde=st.integers(0, 27), cual=st.integers(0, 20))
def test_desde_cualquier_punto_otra_ficha_y_los_automaticos_acaban(
    meta: Meta, semilla: int, donde: int, cual: int
) -> None:
    vista = repetir(acta(meta, semilla))[0]
    desde = vista.estados[donde % (len(vista.estados) - 1)]
    opciones = legales(desde)
    ficha, extremo = opciones[cual % len(opciones)]
    otra = simular(desde, [(ficha, extremo or None)])
    resto = terminar(otra[-1], meta)
    final = simular(otra[-1], resto)[-1]
    assert final.desenlace is not None
    assert terminar(otra[-1], meta) == resto
    fichas = sum((list(de_mascara(bits)) for bits in final.manos), list(final.cadena[::3]))
    assert sorted(fichas) == list(range(28))


def test_lo_que_no_se_puede_dice_en_que_jugada() -> None:
    inicial = repetir(acta())[0].estados[0]
    mia = next(de_mascara(inicial.manos[inicial.turno]))
    ajena = next(de_mascara(inicial.manos[(inicial.turno + 1) & 3]))
    for jugadas, codigo, lugar in (
        ([(ajena, None)], "ficha_ajena", 0),
        ([(mia, None), (mia, None)], "ficha_ajena", 1),
    ):
        with pytest.raises(ErrorDeRegla) as falla:
            simular(inicial, jugadas)
        assert (falla.value.codigo, falla.value.datos["jugada"]) == (codigo, lugar)


def test_tras_el_fin_no_se_tira_mas() -> None:
    fin = repetir(acta())[0].fin
    with pytest.raises(ErrorDeRegla, match="ya había terminado"):
        simular(fin, [(0, None)])
