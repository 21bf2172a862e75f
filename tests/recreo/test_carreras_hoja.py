"""Borrar a la vez que otro corrige y confirmar a la vez que entra una mano, con conexiones de verdad (D370, D374)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from recreo import servicios
from recreo.servicios.fotos import FOTOS_POR_MESA
from reglas.tipos import Desenlace
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos, cuenta_exacta
from tests.recreo.mesa import Mesero, dominada, manos, nombra_coorganizador, recreo_de
from tests.recreo.test_carreras import anotar

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("base_de_carrera")]
AQUI = {"partida": 1, "mesa": 1}
CO = 2
TREINTA = {"desenlace": Desenlace.DOMINADA, "pareja": 0, "tantos": 30}


def con_manos(*jugadas: Any) -> Mesero:
    """Mesa 1 (1-2 contra 3-4) con sus manos; anota el 1 y coorganiza el 2."""
    with transaction.atomic():
        m = recreo_de(8)
        nombra_coorganizador(m, CO)
        m.prepara(anotador=1)
        m.anota_todo(jugadas or (dominada(0, 10), dominada(1, 20), dominada(0, 30)))
    return m


def borrar(m: Mesero, por: int, mano: int, revision: int = 1) -> Callable[[], Any]:
    return partial(m.orden, servicios.mano_borrar, por, **AQUI, mano=mano, revision=revision)


def revisar(m: Mesero, por: int = 3, conforme: bool = True) -> Callable[[], Any]:
    datos = {"anotadas": m.mesa().anotadas, "conforme": conforme, "motivo": "" if conforme else "No cuadra"}
    return partial(m.orden, servicios.hoja_revisar, por, **AQUI, **datos)


def test_borrar_una_mientras_otro_la_corrige_gana_uno_y_el_otro_lo_sabe() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos()
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(borrar(m, CO, 2), anotar(m, 1, 25, mano=2, revision=1))
        assert codigos(quedo) in (["mano_borrada", "ok"], ["mano_ya_anotada", "ok"])
        quedan = [x.datos.tantos for x in m.mesa().manos]
        assert quedan == ([10, 30] if not isinstance(quedo[0], Exception) else [10, 25, 30])


def test_borrar_una_mientras_entra_la_que_sigue_y_mientras_se_corrige_otra() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos()
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(borrar(m, CO, 1), anotar(m, 1, 4, mano=4, revision=0))
        assert codigos(quedo) == ["ok", "ok"]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(borrar(m, CO, 2), anotar(m, 1, 31, mano=3, revision=1))
        assert codigos(quedo) == ["ok", "ok"]
        assert [(x.mano, x.numero, x.datos.tantos) for x in m.mesa().manos] == [(3, 1, 31), (4, 2, 4)]


def test_dos_borran_la_misma_y_dos_la_devuelven_y_se_hace_una_vez() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos()
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(borrar(m, CO, 2), borrar(m, 1, 2))
        assert codigos(quedo) == ["mano_borrada", "ok"]
        devuelve = [partial(m.orden, servicios.mano_devolver, n, **AQUI, mano=2, revision=2) for n in (1, CO)]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*devuelve)
        assert codigos(quedo) == ["mano_no_borrada", "ok"]
        assert [x.datos.tantos for x in m.mesa().manos] == [10, 20, 30]


def test_dos_deshacen_la_misma_mano_a_la_vez_y_se_quita_una_sola() -> None:
    m = con_manos(dominada(0, 10), dominada(1, 20))
    for vuelta in range(vueltas(6)):
        revision = m.orden(servicios.mano_anotar, 1, **AQUI, mano=3, revision=2 * vuelta, **TREINTA).datos["revision"]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(borrar(m, 1, 3, revision), borrar(m, CO, 3, revision))
        assert codigos(quedo) == ["mano_borrada", "ok"]
        assert [x.datos.tantos for x in m.mesa().manos] == [10, 20]


def test_uno_deshace_mientras_otro_anota_la_siguiente_y_no_se_pierde_ninguna() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos()
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(borrar(m, 1, 3), anotar(m, CO, 4, mano=4, revision=0))
        assert codigos(quedo) == ["ok", "ok"]
        # entre en el orden que entre: se va la que se deshizo y la nueva toma su número
        assert [(x.mano, x.numero, x.datos.tantos) for x in m.mesa().manos] == [(1, 1, 10), (2, 2, 20), (4, 3, 4)]
        assert m.mesa().marcador == (14, 20)


def test_uno_deshace_mientras_otro_la_vuelve_a_anotar_y_el_segundo_lo_sabe() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos()
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(borrar(m, 1, 3), anotar(m, CO, 35, mano=3, revision=0))
        deshizo, anoto = codigos(quedo[:1]), codigos(quedo[1:])
        assert (deshizo, anoto) in ((["ok"], ["ok"]), (["ok"], ["mano_ya_anotada"]))
        assert [x.datos.tantos for x in m.mesa().manos] == [10, 20] + [35] * (anoto == ["ok"])


def test_dos_deshacen_la_misma_correccion_y_dos_el_mismo_borrado() -> None:
    for _vuelta in range(vueltas(4)):
        m = con_manos()
        anotar(m, 1, 35, mano=3, revision=1)()
        antes = [anotar(m, n, 30, mano=3, revision=2) for n in (1, CO)]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*antes)
        assert codigos(quedo) == ["mano_ya_anotada", "ok"]
        borrar(m, 1, 3, 3)()
        # deshacer el borrado mientras entra la siguiente: vuelve a su lugar, antes de ella
        devuelve = partial(m.orden, servicios.mano_devolver, 1, **AQUI, mano=3, revision=4)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(devuelve, anotar(m, CO, 4, mano=4, revision=0))
        assert codigos(quedo) == ["ok", "ok"]
        assert [x.datos.tantos for x in m.mesa().manos] == [10, 20, 30, 4]


@pytest.mark.parametrize("conforme", [True, False])
def test_confirmar_u_objetar_mientras_entra_una_mano_nunca_vale_para_lo_que_no_se_vio(conforme: bool) -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos()
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(revisar(m, conforme=conforme), anotar(m, 1, 4, mano=4, revision=0))
        assert codigos(quedo) in (["ok", "ok"], ["mesa_cambio", "ok"])
        assert len(m.mesa().manos) == 4
        assert m.mesa().conformidad == "falta"


def test_confirmar_mientras_se_cierra_donde_se_exige() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos(*manos(100, 20))
        with transaction.atomic():
            m.orden(servicios.conformidad_exigir, exige=True)
            m.orden(servicios.mesa_confirmar, 1, **AQUI)
        cierra = partial(m.orden, servicios.mesa_cerrar, CO, **AQUI, ganadora=0, anotadas=m.mesa().anotadas)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(revisar(m), cierra)
        assert codigos(quedo) in (["falta_conformidad", "ok"], ["ok", "ok"])
        assert m.mesa().conformidad == "conforme"
        assert bool(m.mesa().cerrada) == (not isinstance(quedo[1], Exception))


def test_confirman_dos_a_la_vez_y_queda_lo_de_los_dos() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos()
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(revisar(m, 3), revisar(m, 4, conforme=False))
        assert codigos(quedo) == ["ok", "ok"]
        assert {p.jugador: p.conforme for p in m.mesa().pareceres} == {3: True, 4: False}
        assert m.mesa().conformidad == "objetada"


def capturar(m: Mesero, por: int) -> Callable[[], Any]:
    papel = [dominada(0, 11), dominada(1, 12)]
    return partial(m.orden, servicios.hoja_capturar, por, **AQUI, manos=papel, anotadas=m.mesa().anotadas)


def test_dos_capturan_la_misma_hoja_a_la_vez_y_entra_una_entera() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos(dominada(0, 10))
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(capturar(m, 1), capturar(m, CO))
        assert codigos(quedo) == ["mesa_cambio", "ok"]
        assert [x.datos.tantos for x in m.mesa().manos] == [10, 11, 12]


def test_se_captura_mientras_entra_una_mano_y_la_hoja_no_se_mezcla() -> None:
    for _vuelta in range(vueltas(6)):
        m = con_manos(dominada(0, 10))
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(capturar(m, CO), anotar(m, 1, 25, mano=2, revision=0))
        assert codigos(quedo) in (["mesa_cambio", "ok"], ["mano_ya_anotada", "ok"])
        assert [x.datos.tantos for x in m.mesa().manos] in ([10, 11, 12], [10, 25])


def fotografiar(m: Mesero, por: int) -> Callable[[], Any]:
    return partial(m.orden, servicios.foto_agregar, por, **AQUI, jpeg=b"x", ancho=1, alto=1)


def test_dos_fotos_a_la_vez_no_pasan_del_tope() -> None:
    for _vuelta in range(vueltas(4)):
        m = con_manos(dominada(0, 10))
        for _ in range(FOTOS_POR_MESA - 1):
            fotografiar(m, 1)()
        assert codigos(a_la_vez(fotografiar(m, 1), fotografiar(m, CO))) == ["muchas_fotos", "ok"]
