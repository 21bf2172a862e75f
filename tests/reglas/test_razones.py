"""Las razones de un error: verdaderas, de la que más explica a la que menos, y casi nunca ninguna (D450-D452)."""

import pytest

from bench.razones.__main__ import LO_MAS_SIN_RAZON
from bench.razones.revisar import carear, contar_errores, revisar
from reglas.analisis import predicados
from reglas.analisis.exacto import SIGNO, Alternativa, Solucion
from reglas.analisis.lineas import linea_de, puesto_por
from reglas.analisis.razones import Caso, Clave, Razon, como_razon, razones_de
from reglas.fichas import ficha_de, mascara
from reglas.mano import A, B, Mano, repartida, tirar
from reglas.tipos import Meta


def caso(fichas: str, a: int, b: int, elegida: tuple[str, int], mejor: tuple[str, int], meta: Meta = Meta.CIEN) -> Caso:
    """Tira el asiento 0; las fichas de los asientos 0 a 3, separadas con «/»."""
    manos = [mascara(map(ficha_de, suyas.split())) for suyas in fichas.split("/")]
    posicion = repartida((manos[0], manos[1], manos[2], manos[3]), 0)._replace(a=a, b=b)
    exacta = Solucion(posicion.manos, meta)
    una, otra = (_vale(exacta, posicion, *cual) for cual in (elegida, mejor))
    lineas = [linea_de(exacta, posicion, cual) for cual in (una, otra)]
    return Caso(exacta, posicion, SIGNO[0] * (otra.valor - una.valor), una, otra, *lineas)


def _vale(exacta: Solucion, posicion: Mano, ficha: str, extremo: int) -> Alternativa:
    return Alternativa(ficha_de(ficha), extremo, exacta.valor(tirar(posicion, ficha_de(ficha), extremo)))


def test_cerrar_perdiendo_lo_explica_todo():
    # el 0 ya no tiene más fichas: cubrir el 1 con 0-1 cierra a ceros, y en la otra jugada no
    uno = caso("0-1 1-6 6-6/4-5/1-2/3-3", 0, 1, ("0-1", B), ("1-6", B))
    razones = razones_de(uno)
    assert Razon(Clave.CERRABA_PERDIENDO, uno.perdida) in razones and uno.perdida > 0
    assert not revisar(uno).falsas


def test_dejar_dominar_dice_a_quien():
    uno = caso("1-2 1-3 5-5/2-6/4-4 4-5/3-3 1-6", 1, 5, ("1-2", A), ("1-3", A))
    assert Razon(Clave.DEJABA_DOMINAR, uno.perdida, asiento=1) in razones_de(uno)
    assert not revisar(uno).falsas


@pytest.mark.parametrize("meta", [Meta.CIEN, Meta.DOSCIENTOS])
def test_lo_que_ponen_las_cuatro_manos_suma_lo_que_vale(meta):
    uno = caso("1-2 1-3 5-5/2-6/4-4 4-5/3-3 1-6", 1, 5, ("1-2", A), ("1-3", A), meta)
    assert sum(puesto_por(uno.asi.final, meta, 0)) == uno.elegida.valor
    assert sum(puesto_por(uno.otra.final, meta, 0)) == uno.mejor.valor


def test_cien_errores_sin_una_razon_falsa_ni_uno_caro_mudo():
    cuenta = contar_errores(100, semilla=31)
    assert (cuenta.falsas, cuenta.no_cuadran) == (0, 0)
    assert cuenta.caros > 25 and cuenta.caros_sin * 10 <= cuenta.caros  # la cifra justa, de noche: cien son pocos
    assert 2 * cuenta.medias > cuenta.errores, "la primera explica la mitad, más de la mitad de las veces"


def test_a_juegos_ganados_tampoco_miente():
    cuenta = contar_errores(30, semilla=32, metas=(Meta.JUEGOS_GANADOS,))
    assert (cuenta.falsas, cuenta.no_cuadran) == (0, 0)


@pytest.mark.noche
@pytest.mark.timeout(3600)
def test_diez_mil_errores_sin_una_razon_falsa():
    cuenta = contar_errores(10_000, semilla=2027)
    assert (cuenta.falsas, cuenta.no_cuadran) == (0, 0)
    assert cuenta.caros_sin <= LO_MAS_SIN_RAZON * cuenta.caros


def test_el_predicado_tacha_lo_que_no_es():
    """De cada clase, una mentira: otro asiento, otros tantos, otra mula, otra línea, o que explica de más."""
    uno = caso("1-2 1-3 5-5/2-6/4-4 4-5/3-3 1-6", 1, 5, ("1-2", A), ("1-3", A))
    careo = carear(uno)
    verdad = como_razon(Razon(Clave.DEJABA_DOMINAR, uno.perdida, asiento=1))
    assert predicados.es_verdad(verdad, careo, uno.perdida)
    for mentira in (
        {**verdad, "asiento": 3},
        {**verdad, "explica": uno.perdida + 1},
        {**verdad, "clave": "dejaba_cerrar"},
        {"clave": "cerraba_perdiendo", "explica": 1},
        {"clave": "dominaba", "explica": 1},
        {"clave": "pasaba_el_contrario", "explica": 1, "asiento": 2},
        {"clave": "pasaban_los_nuestros", "explica": 1, "asiento": 0, "veces": 9, "tantos": 13},
        {"clave": "se_quedaba_con", "explica": 1, "asiento": 0, "tantos": 999},
        {"clave": "se_quedaba_la_mula", "explica": 1, "asiento": 0, "ficha": "6-6"},
        {"clave": "dejaba_palo_propio", "explica": 1, "palo": 0},
    ):
        assert not predicados.es_verdad(mentira, careo, uno.perdida), mentira
