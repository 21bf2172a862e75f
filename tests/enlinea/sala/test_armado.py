"""Armar una mesa: invitar a tres, contestar en 30 s y, si algo falla, todos a la Sala (EL2)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.utils import timezone

from enlinea import difusion
from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios import armado
from suscripciones.models import Cuenta, Suscripcion, Suspension
from tests.enlinea.mesas import sentar, suscriptor
from tests.enlinea.sala.ayudas import MOMENTO, contesta, fila, invita, llegan, reunidos, sentados

pytestmark = pytest.mark.django_db


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def cuatro(ahora: datetime) -> list[Cuenta]:
    return reunidos(ahora)


def negado(*pedido: Any, **datos: Any) -> ErrorDeServicio:
    with pytest.raises(ErrorDeServicio) as e:
        invita(*pedido, **datos)
    return e.value


# --- crear ------------------------------------------------------------------------------------------------------------
def test_crear_mesa_invita_a_los_tres_con_treinta_segundos(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = fila(invita(cuatro, ahora))
    assert (mesa.estado, mesa.invita_hasta, mesa.organizador) == ("invitando", ahora + timedelta(seconds=30), cuatro[0])
    lugares = list(mesa.lugares.order_by("asiento"))
    assert [(lu.cuenta, lu.respuesta, lu.activo) for lu in lugares] == [
        (cuatro[0], "acepto", True), (cuatro[1], "pendiente", True),
        (cuatro[2], "pendiente", True), (cuatro[3], "pendiente", True),
    ]  # fmt: skip


def test_dos_toques_en_crear_hacen_una_mesa(cuatro: list[Cuenta], ahora: datetime) -> None:
    orden = uuid4()
    assert invita(cuatro, ahora, id_orden=orden) == invita(cuatro, ahora + MOMENTO, id_orden=orden)
    assert Mesa.objects.count() == 1


def test_la_orden_de_otro_no_se_recoge(cuatro: list[Cuenta], ahora: datetime) -> None:
    orden = uuid4()
    invita(cuatro, ahora, id_orden=orden)
    assert negado(cuatro[::-1], ahora, id_orden=orden).codigo == "orden_ajena"


@pytest.mark.parametrize("cambia", [{"nombre": "Otra"}, {"meta": "200"}, {"modo": "sin_prisa"}, {"lugares": {}}])
def test_la_misma_orden_con_otros_datos_se_dice_y_no_se_aplica(
    cuatro: list[Cuenta], ahora: datetime, cambia: dict[str, Any]
) -> None:
    orden = uuid4()
    mesa = fila(invita(cuatro, ahora, id_orden=orden))
    _a, b, c, d = (x.pk for x in cuatro)
    otros = {"lugares": {1: c, 2: b, 3: d}} if "lugares" in cambia else cambia
    assert negado(cuatro, ahora, id_orden=orden, **otros).codigo == "orden_distinta"
    quedo = Mesa.objects.get()
    assert (quedo.nombre, quedo.meta, quedo.modo, quedo.estado) == (mesa.nombre, mesa.meta, mesa.modo, "invitando")
    assert dict(quedo.lugares.values_list("asiento", "cuenta"))[1] == b


@pytest.mark.parametrize(
    ("cambia", "codigo"),
    [
        ({"nombre": "   "}, "nombre_vacio"),
        ({"meta": "500"}, "meta_invalida"),
        ({"modo": "practica"}, "modo_invalido"),
        ({"modo": "otro"}, "modo_invalido"),
        ({"lugares": {}}, "falta_lugar"),
    ],
)
def test_lo_mal_llenado_se_dice(cuatro: list[Cuenta], ahora: datetime, cambia: dict[str, Any], codigo: str) -> None:
    assert negado(cuatro, ahora, **cambia).codigo == codigo
    assert sentados() == 0


def test_cada_quien_va_en_un_solo_lugar(cuatro: list[Cuenta], ahora: datetime) -> None:
    a, b, c, _d = cuatro
    assert negado([a, b, c, b], ahora).codigo == "repetido"
    assert negado([a, b, a, c], ahora).codigo == "eres_tu"


def test_solo_se_invita_a_quien_esta_en_la_sala(cuatro: list[Cuenta], ahora: datetime) -> None:
    llegan(cuatro[:3], ahora)
    error = negado(cuatro, ahora)
    assert (error.codigo, error.datos["nombre"]) == ("no_esta_en_la_sala", "Nacho")


def test_quien_dejo_de_latir_ya_no_esta(cuatro: list[Cuenta], ahora: datetime) -> None:
    assert negado(cuatro, ahora + timedelta(seconds=13)).codigo == "no_estas_en_la_sala"


def test_hace_falta_suscripcion_para_crear_y_para_ser_invitado(cuatro: list[Cuenta], ahora: datetime) -> None:
    Suscripcion.objects.filter(cuenta=cuatro[3]).update(anulada_en=ahora)
    assert negado(cuatro, ahora).codigo == "no_esta_en_la_sala"
    Suspension.objects.create(cuenta=cuatro[0], desde=ahora - MOMENTO, motivo="x")
    assert negado(cuatro, ahora).codigo == "suspendido"


def test_al_ya_invitado_no_lo_invita_otro(cuatro: list[Cuenta], ahora: datetime) -> None:
    otros = [suscriptor(n) for n in ("Paco", "Quique", "Rosa")]
    llegan([*cuatro, *otros], ahora)
    invita(cuatro, ahora)
    error = negado([otros[0], cuatro[1], otros[1], otros[2]], ahora)
    assert (error.codigo, error.datos["nombre"]) == ("ya_invitado", "Beto")


def test_al_que_ya_juega_no_se_le_invita(cuatro: list[Cuenta], ahora: datetime) -> None:
    otros = [suscriptor(n) for n in ("Paco", "Quique", "Rosa")]
    llegan([*cuatro, *otros], ahora)
    sentar([*otros, cuatro[3]])
    assert negado(cuatro, ahora).codigo == "ya_juega"


def test_quien_ya_tiene_mesa_no_arma_otra(cuatro: list[Cuenta], ahora: datetime) -> None:
    invita(cuatro, ahora)
    assert negado(cuatro, ahora).codigo == "ya_tienes_mesa"


def test_armar_otra_deja_la_invitacion_sin_contestar(cuatro: list[Cuenta], ahora: datetime) -> None:
    a, b, c, d = cuatro
    primera = invita(cuatro, ahora)
    segunda = invita([b, a, c, d], ahora + MOMENTO)
    assert (fila(primera).estado, fila(primera).motivo) == ("cancelada", "otra_mesa")
    assert fila(segunda).estado == "invitando"


# --- contestar --------------------------------------------------------------------------------------------------------
def test_con_los_cuatro_la_mesa_queda_lista(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    assert contesta(mesa, cuatro[1], ahora).estado == "invitando"
    assert contesta(mesa, cuatro[2], ahora).estado == "invitando"
    assert contesta(mesa, cuatro[3], ahora).estado == "lista"
    assert contesta(mesa, cuatro[3], ahora).estado == "lista"  # otro toque no cambia nada
    assert sentados() == 4


def test_un_no_suelta_a_los_cuatro_y_dice_quien(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    contesta(mesa, cuatro[1], ahora)
    contesta(mesa, cuatro[2], ahora, acepta=False)
    assert (fila(mesa).estado, fila(mesa).motivo, fila(mesa).cerrada) == ("cancelada", "rechazo", ahora)
    assert Lugar.objects.get(respuesta="rechazo").cuenta == cuatro[2]
    assert sentados() == 0
    with pytest.raises(ErrorDeServicio, match="invitacion_terminada"):
        contesta(mesa, cuatro[3], ahora)


def test_aceptar_tarde_vence_la_mesa_y_lo_dice(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    with pytest.raises(ErrorDeServicio, match="invitacion_vencida"):
        contesta(mesa, cuatro[1], ahora + timedelta(seconds=30))
    assert (fila(mesa).estado, fila(mesa).motivo) == ("cancelada", "vencio")


def test_quien_no_fue_invitado_no_contesta(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    with pytest.raises(ErrorDeServicio, match="no_es_tu_mesa"):
        contesta(mesa, suscriptor("Extra"), ahora)
    with pytest.raises(ErrorDeServicio, match="mesa_inexistente"):
        armado.invitacion_responder(mesa_id=1, cuenta_id=cuatro[0].pk, acepta=True, ahora=ahora)


def test_suspendido_no_acepta_pero_si_puede_decir_que_no(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    Suspension.objects.create(cuenta=cuatro[1], desde=ahora - MOMENTO, motivo="x")
    with pytest.raises(ErrorDeServicio, match="suspendido"):
        contesta(mesa, cuatro[1], ahora)
    assert contesta(mesa, cuatro[1], ahora, acepta=False).estado == "cancelada"


def test_ya_lista_no_se_rechaza_ni_se_retira(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    for c in cuatro[1:]:
        contesta(mesa, c, ahora)
    with pytest.raises(ErrorDeServicio, match="mesa_ya_lista"):
        contesta(mesa, cuatro[1], ahora, acepta=False)
    with pytest.raises(ErrorDeServicio, match="mesa_ya_lista"):
        armado.mesa_retirar(mesa_id=mesa.mesa_id, cuenta_id=cuatro[0].pk, ahora=ahora)


# --- dejar de armarla -------------------------------------------------------------------------------------------------
def test_quien_organiza_la_retira_y_nadie_mas(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    with pytest.raises(ErrorDeServicio, match="no_es_organizador"):
        armado.mesa_retirar(mesa_id=mesa.mesa_id, cuenta_id=cuatro[1].pk, ahora=ahora)
    for _vez in range(2):
        armado.mesa_retirar(mesa_id=mesa.mesa_id, cuenta_id=cuatro[0].pk, ahora=ahora)
    assert (fila(mesa).estado, fila(mesa).motivo, sentados()) == ("cancelada", "retirada", 0)


def test_a_los_treinta_segundos_vence_una_sola_vez(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    contesta(mesa, cuatro[1], ahora)
    assert armado.mesas_vencer(ahora + timedelta(seconds=29.9)) == 0
    assert armado.mesas_vencer(ahora + timedelta(seconds=30)) == 1
    assert armado.mesas_vencer(ahora + timedelta(seconds=31)) == 0
    assert set(Lugar.objects.filter(respuesta="vencio").values_list("cuenta", flat=True)) == {
        cuatro[2].pk,
        cuatro[3].pk,
    }
    assert (fila(mesa).motivo, sentados()) == ("vencio", 0)


@pytest.mark.parametrize("quien", [0, 1], ids=["organiza", "ya-acepto"])
def test_si_quien_espera_se_va_la_mesa_no_se_arma(cuatro: list[Cuenta], ahora: datetime, quien: int) -> None:
    mesa = invita(cuatro, ahora)
    contesta(mesa, cuatro[1], ahora)
    despues = ahora + timedelta(seconds=6)
    llegan([c for n, c in enumerate(cuatro) if n != quien], despues)
    assert armado.mesas_abandonadas_cancelar(despues) == 1
    assert armado.mesas_abandonadas_cancelar(despues) == 0
    assert (fila(mesa).motivo, Lugar.objects.get(respuesta="se_fue").cuenta) == ("se_fue", cuatro[quien])


def test_que_se_vaya_quien_no_ha_contestado_espera_a_su_plazo(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = invita(cuatro, ahora)
    despues = ahora + timedelta(seconds=6)
    llegan(cuatro[:2], despues)
    assert armado.mesas_abandonadas_cancelar(despues) == 0
    assert fila(mesa).estado == "invitando"


def test_cerrar_suelta_a_los_cuatro_y_repetirlo_no_hace_nada(cuatro: list[Cuenta], ahora: datetime) -> None:
    mesa = sentar(cuatro)
    assert armado.mesa_cerrar(mesa.pk, "abandono")
    assert not armado.mesa_cerrar(mesa.pk, "comunicacion")
    mesa.refresh_from_db()
    assert (mesa.estado, mesa.motivo, sentados()) == ("cerrada", "abandono", 0)
    with pytest.raises(ErrorDeServicio, match="mesa_inexistente"):
        armado.mesa_cerrar(1, "x")


# --- avisar -----------------------------------------------------------------------------------------------------------
@pytest.fixture
def avisos(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    dados: list[int] = []
    monkeypatch.setattr(difusion, "avisar", lambda: dados.append(1))
    yield dados


def test_se_avisa_al_confirmar_y_nunca_si_se_nego(
    cuatro: list[Cuenta], ahora: datetime, avisos: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        mesa = invita(cuatro, ahora)
        assert avisos == []
    assert len(avisos) >= 1
    avisos.clear()
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(ErrorDeServicio):
        contesta(mesa, suscriptor("Extra"), ahora)
    assert avisos == []


def test_la_migracion_separa_a_quien_no_dijo_que_no(cuatro: list[Cuenta], ahora: datetime) -> None:
    """Antes se apuntaba «rechazo» a todos; por el motivo de la mesa se sabe a quién no le tocaba."""
    migracion = import_module("enlinea.migrations.0021_respuesta_por_causa")
    for n in range(3):
        mesa = invita(cuatro, ahora + n * MOMENTO)
        armado.mesa_retirar(mesa_id=mesa.mesa_id, cuenta_id=cuatro[0].pk, ahora=ahora + n * MOMENTO)
    mesas = Mesa.objects.order_by("creada")
    for mesa, motivo, cuenta in zip(mesas, ("rechazo", "se_fue", "otra_mesa"), cuatro, strict=False):
        Mesa.objects.filter(pk=mesa.pk).update(motivo=motivo)
        Lugar.objects.filter(mesa=mesa.pk, cuenta=cuenta).update(respuesta="rechazo")
    antes = list(Lugar.objects.order_by("pk").values_list("respuesta", flat=True))
    migracion.separar(apps, None)
    distintas = Lugar.objects.exclude(respuesta__in=("acepto", "pendiente"))
    assert sorted(distintas.values_list("mesa__motivo", "respuesta", "cuenta")) == [
        ("otra_mesa", "otra_mesa", cuatro[2].pk),
        ("rechazo", "rechazo", cuatro[0].pk),
        ("se_fue", "se_fue", cuatro[1].pk),
    ]
    migracion.juntar(apps, None)
    assert list(Lugar.objects.order_by("pk").values_list("respuesta", flat=True)) == antes
