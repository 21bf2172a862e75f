"""El barrido: cancelar lo olvidado y borrar órdenes viejas; repetirlo no hace daño."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from recreo import servicios
from recreo.models import Jugador, Orden, Recreo
from tests.recreo.mesa import Mesero, falla, recreo_de

pytestmark = pytest.mark.django_db
AHORA = timezone.now()


def ocioso(m: Mesero, **hace: float) -> Mesero:
    Recreo.objects.filter(pk=m.id).update(actividad=AHORA - timedelta(**hace))
    return m


@pytest.mark.parametrize("empieza", [True, False])
def test_a_los_siete_dias_sin_movimiento_se_cancela_y_todos_quedan_libres(empieza: bool) -> None:
    m = ocioso(recreo_de(4, empieza=empieza), days=7, seconds=1)
    assert servicios.recreos_ociosos_cancelar(AHORA) == 1
    assert (m.fila.estado, m.fila.terminado) == ("cancelado", AHORA)
    assert not Jugador.objects.filter(recreo_id=m.id, vigente=True).exists()


def test_a_los_siete_dias_exactos_o_menos_no_se_cancela() -> None:
    m = ocioso(recreo_de(4), days=7)
    assert servicios.recreos_ociosos_cancelar(AHORA) == 0
    assert m.fila.estado == "en_juego"


def test_repetir_el_barrido_no_hace_nada() -> None:
    m = ocioso(recreo_de(4), days=8)
    servicios.recreos_ociosos_cancelar(AHORA)
    antes = m.version
    assert servicios.recreos_ociosos_cancelar(AHORA) == 0
    assert m.version == antes


def test_si_alguien_anota_entre_que_se_mira_y_se_bloquea_no_se_cancela(monkeypatch: pytest.MonkeyPatch) -> None:
    m = ocioso(recreo_de(4), days=8)
    de_verdad = servicios.alta.recreo_cancelar_ocioso

    def anotan_antes(**orden: object) -> object:
        Recreo.objects.filter(pk=m.id).update(actividad=AHORA)
        return de_verdad(**orden)  # type: ignore[arg-type]

    monkeypatch.setattr(servicios.alta, "recreo_cancelar_ocioso", anotan_antes)
    assert servicios.recreos_ociosos_cancelar(AHORA) == 0
    assert m.fila.estado == "en_juego"


def test_lo_terminado_o_cancelado_no_se_toca() -> None:
    m = recreo_de(4)
    m.orden(servicios.recreo_cancelar)
    antes = ocioso(m, days=30).version
    assert servicios.recreos_ociosos_cancelar(AHORA) == 0
    assert m.version == antes


def test_un_recreo_cancelado_por_el_barrido_deja_empezar_otro() -> None:
    m = ocioso(recreo_de(4), days=8)
    cuenta = m.quienes[1].cuenta_id
    assert cuenta is not None
    datos = {"tamano": 4, "nombre": "Otro", "lugar": "", "meta": m.estado.meta}
    with falla("ya_en_otro_recreo"):
        servicios.recreo_crear(cuenta_id=cuenta, id_orden=uuid4(), **datos)
    servicios.recreos_ociosos_cancelar(AHORA)
    assert servicios.recreo_crear(cuenta_id=cuenta, id_orden=uuid4(), **datos).estado == "preparacion"


def test_las_ordenes_se_conservan_treinta_dias() -> None:
    m = recreo_de(4)
    vieja, justa = uuid4(), uuid4()
    for id_orden, dias in ((vieja, 31), (justa, 30)):
        m.orden(servicios.castigo_aplicar, numero=3, tantos=5, id_orden=id_orden)
        Orden.objects.filter(id_orden=id_orden).update(instante=AHORA - timedelta(days=dias))
    assert servicios.ordenes_viejas_borrar(AHORA) == 1
    assert servicios.ordenes_viejas_borrar(AHORA) == 0
    assert m.orden(servicios.castigo_aplicar, numero=3, tantos=5, id_orden=justa).repetida
