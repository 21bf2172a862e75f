"""Toda orden: una sola vez, de quien la dio, con lo que pidió; y se avisa sólo cuando ya quedó."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from recreo import difusion, servicios
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Anotacion, Orden
from recreo.servicios import DatosJugador, base
from tests.recreo.casos import CASOS
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.mesa import CIEN, Mesero, dominada, falla, recreo_de

pytestmark = pytest.mark.django_db
NUEVO = Quien(llave="un-telefono-nuevo")
# lo que se cambia para que la orden repetida pida otra cosa
OTRA_COSA: dict[str, Any] = {
    "tantos": 31,
    "numero": 2,
    "nombre": "Martes",
    "presentes": [2],
    "motivo": "otro",
    "texto": "otro",
    "revision": 7,
    "manos": 77,
    "acepta": False,
}


@dataclass
class Avisos:
    """Lo que se difundió, en orden."""

    dados: list[tuple[int, int]] = field(default_factory=list)


@pytest.fixture
def avisos(monkeypatch: pytest.MonkeyPatch) -> Avisos:
    espia = Avisos()
    monkeypatch.setattr(difusion, "avisar", lambda recreo, version, mesa=0: espia.dados.append((recreo, version)))
    return espia


def listo(servicio: str) -> tuple[Mesero, Quien, dict[str, Any]]:
    caso = CASOS[servicio]
    m = recreo_de(8, empieza=caso.empieza)
    datos = dict(caso.fijos)
    if caso.empieza:
        m.prepara()
        if servicio == "anotador_volver":  # sólo vuelve quien la pasó
            anotaba = m.mesa().anotador or 1
            datos |= caso.antes(m)
            return m, m.quienes[anotaba], datos
        datos |= caso.antes(m)
    if servicio == "invitacion_aceptar":
        invitada = FabricaDeCuenta()
        m.orden(servicios.jugador_liberar, numero=8)
        m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(8, "", invitada.email)])
        return m, Quien(cuenta_id=invitada.pk), datos
    return m, NUEVO if servicio == "jugador_reclamar" else m.quienes[1], datos


@pytest.mark.parametrize("servicio", sorted(CASOS))
def test_se_aplica_y_se_avisa_una_vez_a_quien_la_dio_y_con_lo_que_pidio(
    servicio: str, avisos: Avisos, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    m, quien, datos = listo(servicio)
    funcion, orden, antes = getattr(servicios, servicio), {"id_orden": uuid4(), **datos}, m.version
    avisos.dados.clear()
    with django_capture_on_commit_callbacks(execute=True):
        primera = m.orden(funcion, quien, **orden)
        assert avisos.dados == []
    assert (primera.repetida, primera.version) == (False, antes + 1)
    assert avisos.dados == [(m.id, primera.version)]
    quedo = m.estado
    with django_capture_on_commit_callbacks(execute=True):
        otra = m.orden(funcion, quien, **orden)
        assert (otra.repetida, otra.datos, otra.version) == (True, primera.datos, primera.version)
        _no_pasa_por_repetida(m, servicio, quien, orden)
    assert Orden.objects.filter(id_orden=orden["id_orden"]).count() == 1
    assert m.estado == quedo
    assert avisos.dados == [(m.id, primera.version)]


def _no_pasa_por_repetida(m: Mesero, servicio: str, quien: Quien, orden: dict[str, Any]) -> None:
    """Ni la de otro, ni la de otra acción, ni la misma con otros datos: quien corrige lo escrito y reenvía con el mismo
    identificador no debe creer que su corrección quedó."""
    funcion = getattr(servicios, servicio)
    otra = servicios.mesa_confirmar if servicio == "mesa_pasar" else servicios.mesa_pasar
    with falla("orden_ajena"):
        m.orden(funcion, m.quienes[2] if m.quienes[2] != quien else m.quienes[4], **orden)
    with falla("orden_ajena"):
        m.orden(otra, quien, partida=1, mesa=1, id_orden=orden["id_orden"])
    with pytest.raises(ErrorDeServicio):
        m.orden(funcion, Quien(llave="ajeno"), **orden)
    for cambia in sorted(OTRA_COSA.keys() & CASOS[servicio].fijos.keys()):
        with falla("orden_distinta"):
            m.orden(funcion, quien, **(orden | {cambia: OTRA_COSA[cambia]}))


def test_el_mismo_identificador_en_otro_recreo_es_otra_orden() -> None:
    m, otro, id_orden = recreo_de(8), recreo_de(8), uuid4()
    for cual in (m, otro):
        assert not cual.orden(servicios.castigo_aplicar, numero=3, tantos=5, id_orden=id_orden).repetida


def test_el_alta_repetida_da_el_mismo_recreo_y_otra_con_su_identificador_se_niega() -> None:
    datos: dict[str, Any] = {"id_orden": uuid4(), "tamano": 4, "nombre": "Domingo", "lugar": "", "meta": CIEN}
    cuenta = suscrita().pk
    primero = servicios.recreo_crear(cuenta_id=cuenta, **datos)
    assert servicios.recreo_crear(cuenta_id=cuenta, **datos).pk == primero.pk
    with falla("orden_distinta"):
        servicios.recreo_crear(cuenta_id=cuenta, **(datos | {"tamano": 5}))
    # los identificadores de dos personas no se estorban, y nadie recibe el Recreo de otro
    assert servicios.recreo_crear(cuenta_id=suscrita().pk, **datos).pk != primero.pk


def test_si_la_transaccion_de_fuera_se_deshace_no_se_avisa(
    avisos: Avisos, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    m = recreo_de(8)
    antes = m.version
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(RuntimeError), transaction.atomic():
        m.orden(servicios.castigo_aplicar, numero=3, tantos=5)
        raise RuntimeError
    assert (avisos.dados, m.version) == ([], antes)


def test_si_el_aviso_falla_la_orden_queda(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    def revienta(*_nada: Any) -> None:
        raise OSError("se cayó Redis")

    monkeypatch.setattr(difusion, "avisar", revienta)
    m = recreo_de(8)
    m.prepara()
    with django_capture_on_commit_callbacks(execute=True) as pendientes:
        m.anota(dominada(0, 35))
    assert len(pendientes) == 1
    assert len(m.mesa().manos) == 1


def test_si_falla_al_escribir_el_rastro_no_queda_nada(monkeypatch: pytest.MonkeyPatch) -> None:
    m = recreo_de(8)
    m.prepara()
    antes = m.estado

    def revienta(**_nada: Any) -> None:
        raise RuntimeError("se fue la luz")

    monkeypatch.setattr(base.Orden.objects, "create", revienta)
    with pytest.raises(RuntimeError):
        m.anota(dominada(0, 35))
    assert m.estado == antes
    assert not Anotacion.objects.filter(mesa__partida__recreo_id=m.id).exists()


def test_un_recreo_que_no_existe_se_dice() -> None:
    with falla("recreo_inexistente"):
        servicios.recreo_cancelar(recreo_id=0, quien=Quien(cuenta_id=1), id_orden=uuid4())


APARTE = {
    "recreo_fechar",
    "jugadores_guardar",
    "recreo_reabrir",
    "reloj_ajustar",
    "foto_agregar",
    "tele_abrir",
    "tele_anular",
}
"""Valen en otros estados: lo dicen sus propias pruebas."""


TAMBIEN_AL_PREPARAR = {
    "jugador_reclamar", "jugador_liberar", "coorganizador_nombrar", "recreo_cancelar", "invitaciones_enviar",
    "invitacion_aceptar", "solicitud_responder", "aprobacion_pedir", "codigo_cambiar", "ausencia_poner",
    "persona_llego", "persona_cambiar", "conformidad_exigir", "discapacidad_marcar",
}  # fmt: skip


@pytest.mark.parametrize("servicio", sorted(s for s in CASOS if CASOS[s].empieza and s not in APARTE))
def test_en_un_estado_indebido_se_niega_y_nada_cambia(servicio: str) -> None:
    m, quien, datos = listo(servicio)
    funcion = getattr(servicios, servicio)
    for estado in ("terminado", "preparacion"):
        type(m.fila).objects.filter(pk=m.id).update(estado=estado)
        antes = m.estado
        if estado == "preparacion" and servicio in TAMBIEN_AL_PREPARAR:
            assert m.orden(funcion, quien, **datos).version == antes.version + 1
            return
        with falla(f"estado_{estado}"):
            m.orden(funcion, quien, **datos)
        assert m.estado == antes
