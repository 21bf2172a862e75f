"""Lo de una mesa y lo de todo el Recreo, a la vez: dos mesas no se esperan, nada se traba y nada se pierde (D270)."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from config.base import transaccion
from recreo import consultas, servicios
from recreo.models import Anotacion, Castigo, Jugador, Mesa, Orden, Partida, Recreo
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos, cuenta_exacta
from tests.recreo.mesa import DOSCIENTOS, Mesero, dominada, manos, nombra_coorganizador, recreo_de

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("base_de_carrera")]
CO = 2


@pytest.fixture(autouse=True)
def nada_se_traba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Si la base deshace una transacción por trabada no se repite en silencio: la prueba truena."""
    monkeypatch.setattr(transaccion, "TRABADAS", ())


def dos_mesas() -> Mesero:
    """Dos mesas con dos manos cada una; el 2 coorganiza."""
    with transaction.atomic():
        m = recreo_de(8, DOSCIENTOS)
        nombra_coorganizador(m, CO)
        for mesa in (1, 2):
            m.prepara(1, mesa)
            m.anota_todo(manos(30, 10), 1, mesa)
    return m


def como_antes(m: Mesero) -> None:
    """Sin pasar por los servicios: las dos mesas abiertas, con sus dos manos, y el Recreo en juego."""
    de_este = {"mesa__partida__recreo": m.id}
    Anotacion.objects.filter(**de_este).exclude(mano__lte=2, revision=1).delete()
    Castigo.objects.filter(partida__recreo=m.id).delete()
    Mesa.objects.filter(partida__recreo=m.id).update(fin=None, cerrada=None, cerrada_por="", anotador=None)
    Partida.objects.filter(recreo=m.id).update(termino=None)
    Recreo.objects.filter(pk=m.id).update(estado="en_juego", terminado=None)
    Jugador.objects.filter(recreo=m.id).update(vigente=True)


def anotar(m: Mesero, mesa: int, por: int = CO, **mas: Any) -> Callable[[], Any]:
    x = dominada(0, 15)
    datos = {"partida": 1, "mesa": mesa, "mano": 3, "revision": 0} | mas
    return partial(
        m.orden, servicios.mano_anotar, por, **datos, desenlace=x.desenlace, pareja=x.pareja, tantos=x.tantos
    )


def test_cerrar_las_dos_ultimas_anotar_castigar_sacar_y_cancelar_a_la_vez() -> None:
    m = dos_mesas()
    for vuelta in range(vueltas(12)):
        como_antes(m)
        cierra = [partial(m.orden, servicios.mesa_suspender, partida=1, mesa=n, anotadas=2) for n in (1, 2)]
        otras = [
            anotar(m, 1 + vuelta % 2),
            partial(m.orden, servicios.castigo_aplicar, CO, numero=5, tantos=3),
            partial(m.orden, servicios.jugador_liberar, numero=8),
        ]
        if vuelta % 3 == 2:
            otras.append(partial(m.orden, servicios.recreo_cancelar, CO))
        previo = m.estado
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*cierra, *otras)
        cerro = [r.datos["partida_cerrada"] for r in quedo[:2] if isinstance(r, servicios.Resultado)]
        assert sum(cerro) == (1 if len(cerro) == 2 else 0), codigos(quedo)
        assert (Partida.objects.get(recreo_id=m.id).termino is not None) == (len(cerro) == 2)
        assert {1, 2, 3, 4} >= {len(mesa.manos) for mesa in m.estado.partidas[0].mesas}
        if vuelta % 3 == 2:
            assert m.fila.estado == "cancelado"
        assert consultas.estado_de(m.id, previo) == m.estado  # lo recordado no engaña
        Jugador.objects.filter(recreo=m.id, numero=8).update(llave=m.quienes[8].llave)


def test_mientras_una_mesa_esta_ocupada_la_otra_anota_y_quien_mira_no_espera() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite pone todas las escrituras en fila")
    m = dos_mesas()
    tomada, suelta = threading.Event(), threading.Event()

    def ocupar() -> None:
        try:
            with transaction.atomic():
                Mesa.objects.select_for_update(no_key=True).get(pk=m.fila_mesa(1, 1).pk)
                tomada.set()
                assert suelta.wait(30)
        finally:
            connection.close()

    hilo = threading.Thread(target=ocupar)
    hilo.start()
    assert tomada.wait(30)
    try:
        with transaction.atomic():
            connection.cursor().execute("SET LOCAL lock_timeout = '2s'")
            assert anotar(m, 2)().datos == {"mano": 3, "revision": 1}
            assert m.orden(servicios.castigo_aplicar, CO, numero=5, tantos=3).datos
    finally:
        suelta.set()
        hilo.join()


def test_el_mismo_identificador_en_dos_mesas_a_la_vez_vale_una_vez() -> None:
    m = dos_mesas()
    for _vuelta in range(vueltas(8)):
        como_antes(m)
        id_orden = uuid4()
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(anotar(m, 1, id_orden=id_orden), anotar(m, 2, id_orden=id_orden))
        assert codigos(quedo) == ["ok", "orden_distinta"]
        assert Orden.objects.filter(id_orden=id_orden).count() == 1


def test_la_version_que_se_contesta_nunca_es_menor_que_lo_propio() -> None:
    m = dos_mesas()
    como_antes(m)

    def muchas(mesa: int) -> Callable[[], list[int]]:
        def anotan() -> list[int]:
            return [anotar(m, mesa, mano=3 + i)().version for i in range(vueltas(10))]

        return anotan

    antes = m.version
    a, b = a_la_vez(muchas(1), muchas(2))
    assert a == sorted(set(a))
    assert b == sorted(set(b))
    assert max(a + b) == m.version == antes + len(a) + len(b)
