"""RG1: el reparto verificable y el salidor de la primera mano."""

import random
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reglas.errores import ErrorDeRegla
from reglas.sorteo import Sorteo, compromiso_de, repartir, salidor_de, verificar_sorteo
from tests.reglas.ayudas import prohibe
from tests.reglas.sorteos import clave_al_azar, sorteo_al_azar

# Escritos a mano, fuera de Python (sha256sum), para que la decisión quede fija a la letra.
CLAVES = tuple(f"00000000-0000-4000-8000-{ficha:012d}" for ficha in range(28))
SEMILLA = "0123456789abcdef" * 4
NONCES = ("a" * 32, "", "c" * 32, "d" * 32)
COMPROMISO_DORADO = "af487583529e619a997cd69e41849258a7b271e66a49a39e3952d4e18e022851"
REPARTO_DORADO = (
    (20, 1, 21, 25, 5, 16, 3),
    (22, 0, 12, 4, 15, 19, 27),
    (7, 24, 23, 10, 6, 2, 8),
    (9, 13, 14, 26, 18, 17, 11),
)
SALIDOR_DORADO = 1

TEXTOS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@st.composite
def sorteos(draw: st.DrawFn) -> Sorteo:
    azar = random.Random(draw(st.integers(0, 2**64)))
    de_la_casa = sorteo_al_azar(azar)
    nonces = tuple(draw(st.one_of(st.just(uno), st.just(""), TEXTOS)) for uno in de_la_casa.nonces)
    semilla = draw(st.one_of(st.just(de_la_casa.semilla), TEXTOS))
    return Sorteo(compromiso_de(de_la_casa.claves, semilla), de_la_casa.claves, semilla, nonces)


def otro_texto(draw: st.DrawFn, este: str) -> str:
    otro = draw(st.one_of(TEXTOS, st.just(este.upper()), st.just(este + "0"), st.just(este[:-1])))
    assume(otro != este)
    return otro


def test_el_compromiso_pega_las_claves_en_orden_y_la_semilla():
    assert compromiso_de(CLAVES, SEMILLA) == sha256(("".join(CLAVES) + SEMILLA).encode()).hexdigest()
    assert compromiso_de(CLAVES, SEMILLA) == COMPROMISO_DORADO


def test_el_orden_es_el_de_la_huella_de_cada_clave_con_los_cuatro_nonces():
    pegados = "".join(NONCES)
    orden = sorted(range(28), key=lambda ficha: (sha256((CLAVES[ficha] + pegados).encode()).hexdigest(), ficha))
    reparto = repartir(CLAVES, NONCES)
    assert [ficha for suyas in reparto for ficha in suyas] == orden
    assert reparto == REPARTO_DORADO


def test_a_igual_huella_va_primero_la_ficha_menor():
    assert [ficha for suyas in repartir(("x",) * 28, NONCES) for ficha in suyas] == list(range(28))


def test_el_salidor_es_la_huella_de_la_semilla_con_los_nonces_modulo_cuatro():
    huella = sha256((SEMILLA + "".join(NONCES)).encode()).hexdigest()
    assert salidor_de(SEMILLA, NONCES) == int(huella, 16) % 4 == SALIDOR_DORADO


def test_los_nonces_vacios_reparten():
    assert sorted(ficha for suyas in repartir(CLAVES, ("",) * 4) for ficha in suyas) == list(range(28))


@given(sorteos())
def test_siempre_son_las_28_fichas_siete_por_asiento(sorteo):
    reparto = repartir(sorteo.claves, sorteo.nonces)
    assert [len(suyas) for suyas in reparto] == [7] * 4
    assert sorted(ficha for suyas in reparto for ficha in suyas) == list(range(28))
    assert salidor_de(sorteo.semilla, sorteo.nonces) in range(4)


@given(sorteos(), st.integers(0, 3), st.data())
def test_cambiar_un_nonce_cambia_el_reparto(sorteo, asiento, data):
    otros = list(sorteo.nonces)
    otros[asiento] = otro_texto(data.draw, otros[asiento])
    antes, despues = repartir(sorteo.claves, sorteo.nonces), repartir(sorteo.claves, otros)
    assert [set(suyas) for suyas in antes] != [set(suyas) for suyas in despues]


@given(sorteos(), st.randoms(use_true_random=False))
def test_lo_producido_siempre_se_verifica_en_cualquier_orden_dentro_de_la_mano(sorteo, azar):
    reparto = [azar.sample(suyas, 7) for suyas in repartir(sorteo.claves, sorteo.nonces)]
    verificar_sorteo(sorteo, reparto)
    verificar_sorteo(sorteo, reparto, salidor_de(sorteo.semilla, sorteo.nonces))


def altera_compromiso(draw, sorteo, reparto, salidor):
    return replace(sorteo, compromiso=otro_texto(draw, sorteo.compromiso)), reparto, salidor


def altera_una_clave(draw, sorteo, reparto, salidor):
    claves = list(sorteo.claves)
    ficha = draw(st.integers(0, 27))
    claves[ficha] = draw(
        st.one_of(
            st.just(clave_al_azar(random.Random(draw(st.integers(0, 2**64))))),
            st.just(claves[ficha - 1]),
            st.just(claves[ficha].upper()),
            TEXTOS,
        )
    )
    assume(claves[ficha] != sorteo.claves[ficha])
    return replace(sorteo, claves=tuple(claves)), reparto, salidor


def cambia_dos_claves_de_lugar(draw, sorteo, reparto, salidor):
    claves = list(sorteo.claves)
    una, otra = draw(st.lists(st.integers(0, 27), min_size=2, max_size=2, unique=True))
    claves[una], claves[otra] = claves[otra], claves[una]
    return replace(sorteo, claves=tuple(claves)), reparto, salidor


def altera_la_semilla(draw, sorteo, reparto, salidor):
    return replace(sorteo, semilla=otro_texto(draw, sorteo.semilla)), reparto, salidor


def altera_un_nonce(draw, sorteo, reparto, salidor):
    nonces = list(sorteo.nonces)
    asiento = draw(st.integers(0, 3))
    nonces[asiento] = otro_texto(draw, nonces[asiento])
    return replace(sorteo, nonces=tuple(nonces)), reparto, salidor


def cambia_dos_fichas_de_mano(draw, sorteo, reparto, salidor):
    una, otra = draw(st.lists(st.integers(0, 3), min_size=2, max_size=2, unique=True))
    reparto[una][0], reparto[otra][0] = reparto[otra][0], reparto[una][0]
    return sorteo, reparto, salidor


def quita_una_ficha(draw, sorteo, reparto, salidor):
    reparto[draw(st.integers(0, 3))].pop()
    return sorteo, reparto, salidor


def repite_una_ficha(draw, sorteo, reparto, salidor):
    suyas = reparto[draw(st.integers(0, 3))]
    suyas.append(suyas[0])
    return sorteo, reparto, salidor


def quita_un_asiento(draw, sorteo, reparto, salidor):
    return sorteo, reparto[: draw(st.integers(0, 3))], salidor


def altera_el_salidor(draw, sorteo, reparto, salidor):
    return sorteo, reparto, (salidor + draw(st.integers(1, 3))) % 4


ALTERACIONES = (
    altera_compromiso,
    altera_una_clave,
    cambia_dos_claves_de_lugar,
    altera_la_semilla,
    altera_un_nonce,
    cambia_dos_fichas_de_mano,
    quita_una_ficha,
    repite_una_ficha,
    quita_un_asiento,
    altera_el_salidor,
)
CODIGOS = {
    altera_compromiso: {"compromiso_no_cuadra"},
    altera_una_clave: {"clave_mal_formada", "clave_repetida", "compromiso_no_cuadra"},
    cambia_dos_claves_de_lugar: {"compromiso_no_cuadra"},
    altera_la_semilla: {"compromiso_no_cuadra"},
    altera_el_salidor: {"salidor_no_cuadra"},
}


@pytest.mark.parametrize("altera", ALTERACIONES, ids=lambda altera: altera.__name__)
@given(sorteo=sorteos(), data=st.data())
def test_cualquier_alteracion_se_nota(altera, sorteo, data):
    reparto = [list(suyas) for suyas in repartir(sorteo.claves, sorteo.nonces)]
    alterado = altera(data.draw, sorteo, reparto, salidor_de(sorteo.semilla, sorteo.nonces))
    with pytest.raises(ErrorDeRegla) as info:
        verificar_sorteo(*alterado)
    assert info.value.codigo in CODIGOS.get(altera, {"reparto_no_cuadra"})


def buena(**cambios):
    return replace(Sorteo(compromiso_de(CLAVES, SEMILLA), CLAVES, SEMILLA, NONCES), **cambios)


def con_clave(ficha: int, clave: str) -> tuple[str, ...]:
    return (*CLAVES[:ficha], clave, *CLAVES[ficha + 1 :])


@pytest.mark.parametrize(
    "clave",
    [
        "",
        "x" * 36,
        "00000000-0000-1000-8000-000000000005",  # versión 1
        "00000000-0000-4000-7000-000000000005",  # variante ajena
        "0000000A-0000-4000-8000-000000000005",  # mayúsculas
        "00000000-0000-4000-8000-000000000005\n",
        "00000000-0000-4000-8000-00000000000٥",  # cifra que no es ASCII
    ],
)
def test_una_clave_mal_formada_se_dice_cual(clave):
    with prohibe("clave_mal_formada", ficha=5):
        verificar_sorteo(buena(claves=con_clave(5, clave)), repartir(CLAVES, NONCES))


def test_dos_claves_iguales_no_valen_aunque_el_compromiso_cuadre():
    claves = con_clave(9, CLAVES[3])
    with prohibe("clave_repetida", ficha=9, otra=3):
        verificar_sorteo(
            buena(claves=claves, compromiso=compromiso_de(claves, SEMILLA)),
            repartir(claves, NONCES),
        )


def test_ni_de_mas_ni_de_menos():
    with prohibe("faltan_claves", hay=27):
        verificar_sorteo(buena(claves=CLAVES[:27]), [])
    with prohibe("faltan_nonces", hay=5):
        verificar_sorteo(buena(nonces=(*NONCES, "")), [])
    with prohibe("faltan_claves", hay=29):
        repartir((*CLAVES, "x"), NONCES)
    with prohibe("faltan_nonces", hay=0):
        repartir(CLAVES, ())


def test_un_sustituto_suelto_es_un_error_aunque_pegado_al_vecino_haga_pareja():
    with prohibe("texto_sin_utf8", campo="nonces"):
        repartir(CLAVES, ("\ud83d", "\ude00", "", ""))
    with prohibe("texto_sin_utf8", campo="semilla"):
        verificar_sorteo(buena(semilla="\ud83d"), [])


def test_el_salidor_solo_se_pide_en_la_primera_mano():
    verificar_sorteo(buena(), repartir(CLAVES, NONCES))
    with prohibe("salidor_no_cuadra", salidor=(SALIDOR_DORADO + 1) % 4, debido=SALIDOR_DORADO):
        verificar_sorteo(buena(), repartir(CLAVES, NONCES), (SALIDOR_DORADO + 1) % 4)
