"""Borrar cualquier mano y devolverla: su clave no cambia aunque su número sí; lo de la cola no cae en otra (D370)."""

import pytest

from recreo import servicios
from recreo.models import Anotacion, Suceso
from recreo.pantallas.historia import en_palabras
from reglas.tipos import Desenlace
from tests.recreo.mesa import CIEN, JUEGOS, Mesero, dominada, empate, falla, recreo_de
from tests.recreo.test_pantallas_mesa import ver

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]
AQUI = {"partida": 1, "mesa": 1}
TRES = [dominada(0, 10), dominada(1, 20), dominada(0, 30)]


@pytest.fixture
def m() -> Mesero:
    """La mesa 1 (1-2 contra 3-4), lista; anota el 2."""
    m = recreo_de(8)
    m.prepara(anotador=2)
    return m


def borra(m: Mesero, mano: int, revision: int = 1, por: int = 2) -> None:
    m.orden(servicios.mano_borrar, por, **AQUI, mano=mano, revision=revision)


def hoja(m: Mesero) -> list[tuple[int, int, int]]:
    """Clave, número y tantos de cada mano."""
    return [(x.mano, x.numero, x.datos.tantos) for x in m.mesa().manos]


def test_se_borra_una_de_en_medio_y_las_demas_se_recorren_sin_cambiar_de_clave(m: Mesero) -> None:
    m.anota_todo(TRES)
    borra(m, 2)
    assert hoja(m) == [(1, 1, 10), (3, 2, 30)]
    assert (m.mesa().marcador, m.mesa().siguiente, m.mesa().clave_siguiente) == ((40, 0), 3, 4)
    assert Anotacion.objects.filter(mesa=m.fila_mesa()).count() == 4  # sólo se agregan (decisión 002)


def test_la_salida_se_corre_con_los_numeros_que_quedan(m: Mesero) -> None:
    m.anota_todo([*TRES, empate()])
    antes = m.mesa().manos[3]
    borra(m, 1)
    assert m.mesa().manos[2].salidor == (antes.salidor - 1) % 4  # type: ignore[operator]


def test_una_correccion_que_esperaba_en_la_cola_cae_en_su_mano_y_no_en_la_del_mismo_numero(m: Mesero) -> None:
    m.anota_todo(TRES)
    borra(m, 1, por=1)
    # el teléfono sin señal corrigió la que él veía con el número 2
    m.anota(dominada(1, 25), por=2, mano=2, revision=1)
    assert hoja(m) == [(2, 1, 25), (3, 2, 30)]


def test_la_correccion_de_una_que_otro_borro_se_dice_y_no_cae_en_otra(m: Mesero) -> None:
    m.anota_todo(TRES)
    borra(m, 2, por=1)
    with falla("mano_borrada", mesa=1):
        m.anota(dominada(1, 25), por=2, mano=2, revision=1)
    assert hoja(m) == [(1, 1, 10), (3, 2, 30)]


@pytest.mark.parametrize("cual", [1, 2, 3])
def test_las_nuevas_de_la_cola_entran_aunque_otro_haya_borrado_cualquiera(m: Mesero, cual: int) -> None:
    m.anota_todo(TRES)
    borra(m, cual, por=1)
    for mano, x in ((4, dominada(0, 4)), (5, dominada(0, 5))):
        m.anota(x, por=2, mano=mano, revision=0)
    quedan = [t for t in (10, 20, 30) if t != 10 * cual]
    assert [t for _clave, _numero, t in hoja(m)] == [*quedan, 4, 5]
    assert [n for _clave, n, _t in hoja(m)] == [1, 2, 3, 4]


def test_una_nueva_de_la_cola_no_revive_la_que_otro_anoto_y_borro_en_medio(m: Mesero) -> None:
    m.anota_todo([*TRES, dominada(0, 4)])
    borra(m, 3, por=1)
    with falla("mano_borrada"):
        m.anota(dominada(0, 9), por=2, mano=3, revision=0)
    # quien ve que se borró la puede anotar otra vez, y vuelve a su lugar
    m.anota(dominada(0, 9), por=2, mano=3, revision=2)
    assert hoja(m) == [(1, 1, 10), (2, 2, 20), (3, 3, 9), (4, 4, 4)]


def test_la_ultima_borrada_se_vuelve_a_anotar_con_su_misma_clave(m: Mesero) -> None:
    m.anota_todo(TRES)
    borra(m, 3)
    assert m.mesa().clave_siguiente == 3
    m.anota(dominada(1, 7), por=2, mano=3, revision=0)
    assert hoja(m)[-1] == (3, 3, 7)
    assert m.mesa().manos[-1].revision == 3


def test_devuelta_vuelve_a_su_lugar_como_decia(m: Mesero) -> None:
    m.anota_todo(TRES)
    borra(m, 2)
    (borrada,) = m.mesa().borradas
    assert (borrada.mano, borrada.numero, borrada.revision) == (2, 2, 2)
    m.orden(servicios.mano_devolver, 2, **AQUI, mano=2, revision=2)
    assert hoja(m) == [(1, 1, 10), (2, 2, 20), (3, 3, 30)]
    assert m.mesa().borradas == ()
    assert [(r.revision, r.borrada) for r in m.mesa().manos[1].rastro] == [(1, False), (2, True)]
    assert "Mano 2 devuelta por Beto" in ver(m, 3) and "corregida" not in ver(m, 3)  # D800: nada se corrigió
    m.anota(dominada(1, 25), por=2, mano=2, revision=3)
    assert "Mano 2 corregida por Beto" in ver(m, 3)


def test_no_se_devuelve_la_que_esta_ni_la_que_no_existe_ni_la_que_cambio(m: Mesero) -> None:
    m.anota_todo(TRES)
    for mano, revision in ((2, 1), (9, 1)):
        with falla("mano_no_borrada"):
            m.orden(servicios.mano_devolver, 2, **AQUI, mano=mano, revision=revision)
    borra(m, 2)
    with falla("mano_no_borrada"):
        m.orden(servicios.mano_devolver, 2, **AQUI, mano=2, revision=1)


def test_devolver_no_puede_pasar_de_la_meta() -> None:
    m = recreo_de(8, CIEN)
    m.prepara(anotador=2)
    m.anota_todo([dominada(0, 60), dominada(1, 20)])
    borra(m, 1)
    m.anota(dominada(0, 50), por=2, mano=3)
    m.anota(dominada(0, 50), por=2, mano=4)
    with falla("regla_mano_tras_la_meta"):
        m.orden(servicios.mano_devolver, 2, **AQUI, mano=1, revision=2)


def test_borrar_que_adelantaria_la_meta_se_niega() -> None:
    """A juegos ganados hay ventaja: sin la mano que la quitó, la partida se habría acabado antes."""
    m = recreo_de(4, JUEGOS)
    m.prepara(anotador=2)
    gano = [0, 0, 0, 1, 1, 1, 0, 1, 0]
    m.anota_todo([dominada(p, 0) for p in gano])
    hay = len(m.mesa().manos)
    with falla("regla_mano_tras_la_meta"):
        borra(m, 4)
    assert len(m.mesa().manos) == hay


def test_borrar_desconfirma_y_resuelve_lo_que_otro_decia_de_ella(m: Mesero) -> None:
    m.anota_todo([dominada(0, 50), dominada(1, 20), dominada(0, 50)])
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    m.orden(servicios.discrepancia_proponer, 3, **AQUI, mano=2, desenlace=Desenlace.DOMINADA, pareja=1, tantos=21)
    borra(m, 2)
    assert (m.mesa().confirmada, m.mesa().discrepancias) == (None, ())


def test_cerrada_no_se_borra_ni_se_devuelve() -> None:
    m = recreo_de(8)
    m.gana(100, 20)
    with falla("mesa_cerrada"):
        borra(m, 1, por=1)
    with falla("mesa_cerrada"):
        m.orden(servicios.mano_devolver, **AQUI, mano=1, revision=1)


def test_queda_en_lo_que_ha_pasado_con_el_numero_que_se_veia(m: Mesero) -> None:
    m.anota_todo(TRES)
    borra(m, 1)
    borra(m, 3, por=1)
    m.orden(servicios.mano_devolver, 1, **AQUI, mano=3, revision=2)
    hay = [(en_palabras(s.tipo, s.datos, {}), s.quien) for s in Suceso.objects.order_by("pk")]
    assert hay == [
        ("Se borró la mano 1 de la mesa 1, partida 1.", "Beto"),
        ("Se borró la mano 2 de la mesa 1, partida 1.", "Memo"),
        ("Volvió la mano 2 de la mesa 1, partida 1.", "Memo"),
    ]
