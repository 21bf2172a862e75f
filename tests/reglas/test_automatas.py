"""Los automáticos nunca hacen trampa: siempre legales, deterministas y ciegos a lo que su asiento no ve."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.automatas.__main__ import al_azar, automata, enfrentar, jugar, repartir
from reglas import mano as reglas_mano
from reglas.automatas import VistaDeAsiento, elegir, mirar
from reglas.fichas import ficha_de, lista, mascara
from reglas.mano import A, Mano, terminales_tras
from reglas.tipos import Meta

SEMILLAS = st.integers(0, 2**32 - 1)
METAS = st.sampled_from(list(Meta))


def a_medias(semilla: int, jugadas: int) -> Mano:
    """Una mano jugada al azar hasta que alguien debe decidir."""
    azar = random.Random(semilla)
    mano = repartir(azar)
    while mano.desenlace is None and (jugadas > 0 or not reglas_mano.puede_tirar(mano, mano.turno)):
        if reglas_mano.puede_tirar(mano, mano.turno):
            mano = reglas_mano.tirar(mano, *azar.choice(reglas_mano.legales(mano)))
            jugadas -= 1
        else:
            mano = reglas_mano.pasar(mano)
    return mano


@given(SEMILLAS, SEMILLAS, METAS)
def test_nunca_tira_algo_ilegal_y_siempre_acaba_la_mano(reparto, semilla, meta):
    def legal(vista: VistaDeAsiento) -> tuple[int, int]:
        jugada = elegir(vista, semilla)
        assert jugada in vista.opciones
        assert vista.mias >> jugada[0] & 1
        return jugada

    mano = repartir(random.Random(reparto))
    assert jugar(mano, meta, (legal, legal)).desenlace


@given(SEMILLAS, st.integers(0, 22), SEMILLAS, METAS)
def test_es_determinista(reparto, jugadas, semilla, meta):
    mano = a_medias(reparto, jugadas)
    if mano.desenlace is None:
        assert elegir(mirar(mano, meta), semilla) == elegir(mirar(mano, meta), semilla)


@given(SEMILLAS, st.integers(0, 22), SEMILLAS, METAS)
def test_no_depende_de_las_fichas_que_no_ve(reparto, jugadas, barajar, meta):
    mano = a_medias(reparto, jugadas)
    if mano.desenlace is not None:
        return
    azar = random.Random(barajar)
    otros = [asiento for asiento in range(4) if asiento != mano.turno]
    ocultas = [ficha for otro in otros for ficha in lista(mano.manos[otro])]
    azar.shuffle(ocultas)
    manos = list(mano.manos)
    for otro in otros:
        cuantas = mano.manos[otro].bit_count()
        manos[otro], ocultas = mascara(ocultas[:cuantas]), ocultas[cuantas:]
    revuelta = mano._replace(manos=tuple(manos))
    assert mirar(revuelta, meta) == mirar(mano, meta)
    assert elegir(mirar(revuelta, meta), 7) == elegir(mirar(mano, meta), 7)


def test_la_vista_no_guarda_fichas_ajenas():
    mano = repartir(random.Random(3))
    vista = mirar(mano, Meta.CIEN)
    assert vista.mias == mano.manos[mano.turno]
    assert not set(mano.manos) - {vista.mias} & set(vista[:2])
    assert vista.quedan == (7, 7, 7, 7)


def vista_de(mias: str, cadena: tuple[int, ...] = (), a: int = -1, b: int = -1, **mas) -> VistaDeAsiento:
    """Una vista escrita a mano para el asiento 0, con salidor 0 y sus opciones deducidas."""
    bits = mascara(ficha_de(texto) for texto in mias.split())
    salidor = mas.get("salidor", 0)
    mano = Mano((bits, 0, 0, 0), salidor, 0, a, b, cadena, (0, 0, 0, 0), None, -1)
    quedan = mas.get("quedan", (bits.bit_count(), 6, 6, 7))
    return VistaDeAsiento(
        0, bits, salidor, cadena, a, b, quedan, mas.get("meta", Meta.CIEN), tuple(reglas_mano.legales(mano))
    )


def test_sin_opciones_dice_que_debe_pasar():
    with pytest.raises(ValueError, match="sin cabida"):
        elegir(vista_de("0-0", (ficha_de("5-6"), 0, 0), 6, 5), 1)


def test_domina_si_puede():
    assert elegir(vista_de("5-6", (ficha_de("5-6"), 0, 0), 6, 5), 1)[0] == ficha_de("5-6")


def test_sale_con_una_mula_alta_si_la_acompana():
    assert elegir(vista_de("6-6 2-6 3-6 4-6 0-1 0-2 1-3", quedan=(7, 7, 7, 7)), 1)[0] == ficha_de("6-6")


def test_ahoga_a_la_derecha_en_los_palos_en_que_paso():
    # salió 3-6 y la derecha pasó: ni seises ni treses. La pareja tiró 1-6 y la izquierda 1-2, en A: terminales 2 y 3
    cadena = (ficha_de("3-6"), 0, 0, ficha_de("1-6"), A, 2, ficha_de("1-2"), A, 3)
    vista = vista_de("2-6 2-5 3-5 2-4 4-4", cadena, 2, 3, quedan=(5, 7, 6, 6))
    assert elegir(vista, 1) == (ficha_de("2-6"), A)


def test_sigue_el_palo_de_su_pareja():
    # la pareja salió con la 4-4 y los contrarios la siguieron: 4-5 en A, 4-6 en B; toca devolverle su palo
    cadena = (ficha_de("4-4"), 0, 2, ficha_de("4-5"), A, 3)
    vista = vista_de("3-5 2-4 1-2 0-1 0-3", cadena, 5, 4, salidor=2, quedan=(5, 7, 6, 6))
    assert elegir(vista, 1) == (ficha_de("3-5"), A)


def cierre(pareja: str, contrarios: tuple[int, int]) -> tuple[VistaDeAsiento, tuple[int, int]]:
    """Con el 0-6 en A el asiento 0 cierra a ceros."""
    # ceros jugados: 0-0 0-1 0-2 0-3 0-4 0-5; terminales 6 y 0
    jugadas = [("0-0", 0, 0), ("0-1", A, 1), ("1-1", A, 2), ("1-2", A, 3), ("0-2", A, 0), ("0-3", A, 1), ("3-4", A, 2)]
    jugadas += [("0-4", A, 3), ("0-5", A, 0), ("5-6", A, 1)]
    plana = tuple(dato for texto, extremo, asiento in jugadas for dato in (ficha_de(texto), extremo, asiento))
    vista = vista_de(pareja, plana, 6, 0, quedan=(len(pareja.split()), contrarios[0], 4, contrarios[1]))
    return vista, (ficha_de("0-6"), A)


def test_cierra_cuando_la_cuenta_conviene():
    vista, cierra = cierre("0-6 1-6 1-3", (5, 6))
    assert cierra in vista.opciones
    assert elegir(vista, 1) == cierra


def test_no_cierra_cuando_pierde_la_cuenta():
    vista, cierra = cierre("0-6 6-6 5-5 4-4 4-6 4-5", (1, 1))
    assert elegir(vista, 1) != cierra


@pytest.mark.parametrize("meta", list(Meta))
def test_le_gana_a_quien_tira_al_azar_con_las_mismas_fichas_volteadas(meta):
    gana, pierde, _nadie, favor, contra = enfrentar(automata, al_azar(1), 400, meta, 11)
    assert gana > 1.5 * pierde
    assert favor >= contra


@pytest.mark.noche
@pytest.mark.parametrize("meta", list(Meta))
def test_le_gana_en_dos_mil_manos(meta):
    gana, pierde, *_ = enfrentar(automata, al_azar(1), 2000, meta, 2026)
    assert gana > 1.8 * pierde


@given(SEMILLAS, st.integers(0, 22))
def test_lee_la_cadena_con_las_mismas_terminales_que_la_mesa(reparto, jugadas):
    mano = a_medias(reparto, jugadas)
    a = b = -1
    for i in range(0, len(mano.cadena), 3):
        a, b = terminales_tras(a, b, mano.salidor, mano.cadena[i], mano.cadena[i + 1])
    assert (a, b) == (mano.a, mano.b)
