"""La huella de una orden no cambia de una versión a otra: las guardadas se comparan durante 30 días.

Un teléfono sin señal reenvía lo suyo al rato, y entre tanto pudo desplegarse otra versión. Si una de estas cambia, su
reenvío se negaría con `orden_distinta` en vez de devolver lo que ya se hizo.
"""

import inspect
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from recreo import servicios
from recreo.identidad import Quien
from recreo.models import Orden
from recreo.ordenes import ORDENES
from recreo.servicios import DatosJugador, Fechas, administracion, base
from recreo.servicios.pedido import Pedido
from reglas.anotacion import ManoAnotada
from reglas.tipos import Desenlace, Meta
from tests.recreo.fabricas import suscrita

QUIEN = Quien(cuenta_id=7)
AYER = datetime(2025, 3, 2, 18, tzinfo=UTC)
AQUI = {"partida": 1, "mesa": 2}
MANO = {"mano": 3, "desenlace": Desenlace.DOMINADA, "pareja": 1, "tantos": 30}
# servicio → (lo pedido, su huella tal como la guardó la primera versión)
GUARDADAS: dict[str, tuple[dict[str, Any], str]] = {
    "anotador_no_esta": ({**AQUI, "era": 2}, "c7:87c69f585f3b86"),
    "anotador_relevar": ({**AQUI, "era": 2}, "c7:87c69f585f3b86"),
    "anotador_sigue": (AQUI, "c7:c06f6e2690c95c"),
    "anotador_volver": ({**AQUI, "era": 2}, "c7:87c69f585f3b86"),
    "llamada_insistir": ({**AQUI, "llamada": 5, "texto": "Urge", "suena": True}, "c7:5bb548c48caa88"),
    "llamada_retirar": ({**AQUI, "llamada": 5}, "c7:d1d9b8a8fb2461"),
    "incidencia_ver": ({"incidencia": 7}, "c7:33e2c8ed4fa37e"),
    "castigo_anular": ({"castigo": 9}, "c7:2579fb0b0e5d1a"),
    "castigo_aplicar": ({"numero": 3, "tantos": 10}, "c7:a7af3d4cd928e5"),
    "coorganizador_nombrar": ({"numero": 4, "coorganiza": True}, "c7:dde33f439170ba"),
    "default_responder": ({**AQUI, "numero": 3, "aplica": False}, "c7:498ea032993d39"),
    "discapacidad_marcar": ({"numero": 3, "cuales": ["visual"], "consiente": True}, "c7:df4e32afbda5ae"),
    "tele_abrir": ({}, "c7:4f53cda18c2baa"),
    "tele_anular": ({}, "c7:4f53cda18c2baa"),
    "discrepancia_proponer": ({**AQUI, **MANO}, "c7:7791414a741812"),
    "discrepancia_resolver": ({"discrepancia": 5, "acepta": True}, "c7:0e0fb82d60b47e"),
    "incidencia_atender": ({"incidencia": 6}, "c7:aa78235940a928"),
    "invitaciones_enviar": ({"enlace": "https://ejemplo.mx/r/ABC234"}, "c7:c3a32487afe9ff"),
    "jugador_liberar": ({"numero": 8}, "c7:d69d724abebaaf"),
    "jugador_reclamar": ({"clave": "abc", "numero": 8}, "c7:3278d5ec586596"),
    "invitacion_aceptar": ({}, "c7:4f53cda18c2baa"),
    "otra_ahora_no": ({}, "c7:4f53cda18c2baa"),
    "solicitud_responder": ({"solicitud": 4, "acepta": True}, "c7:8d5268e5d309ef"),
    "aprobacion_pedir": ({"pide": True}, "c7:6e0e75dd0414d0"),
    "codigo_cambiar": ({}, "c7:4f53cda18c2baa"),
    "jugadores_guardar": (
        {"jugadores": [DatosJugador(4, "Don Nacho", "nacho@example.com")]},
        "c7:275e6088d1350f",
    ),
    "mano_anotar": ({**AQUI, **MANO, "revision": 0}, "c7:734d0bbd2e8417"),
    "mano_borrar": ({**AQUI, "mano": 3, "revision": 1}, "c7:4efda3efa939e9"),
    "mano_devolver": ({**AQUI, "mano": 3, "revision": 2}, "c7:ea540d54a326dd"),
    "hoja_revisar": ({**AQUI, "conforme": False, "anotadas": 7, "motivo": "No cuadra"}, "c7:59d1581812f889"),
    "hoja_asentar": ({**AQUI, "numero": 3, "conforme": True}, "c7:0d08a1b26c75b5"),
    "hoja_capturar": ({**AQUI, "manos": [ManoAnotada(Desenlace.DOMINADA, 1, 30)], "anotadas": 0}, "c7:cc65ff3d1de1ee"),
    "foto_agregar": ({**AQUI, "jpeg": b"\xff\xd8", "ancho": 3, "alto": 4}, "c7:eb47ae7cdf1ea8"),
    "foto_quitar": ({**AQUI, "foto": 5}, "c7:50cbeb6d042c7a"),
    "conformidad_exigir": ({"exige": True}, "c7:74193ab9958944"),
    "mesa_aplicar_default": ({**AQUI, "gana": 0}, "c7:a5b45855ae4209"),
    "mesa_cerrar": ({**AQUI, "ganadora": 0, "anotadas": 7}, "c7:540a78e8378d2c"),
    "mesa_confirmar": (AQUI, "c7:c06f6e2690c95c"),
    "mesa_confirmar_asistencia": ({**AQUI, "presentes": [1, 3]}, "c7:0116de2dea98f2"),
    "mesa_elegir_anotador": ({**AQUI, "numero": 3}, "c7:e4f87fa94ab4de"),
    "mesa_elegir_salidor": ({**AQUI, "numero": 4}, "c7:f73567c4650873"),
    "mesa_pasar": (AQUI, "c7:c06f6e2690c95c"),
    "mesa_recibir": ({"clave": "abc"}, "c7:e6cc938fde5781"),
    "mesa_suspender": ({**AQUI, "anotadas": 2, "motivo": "lluvia"}, "c7:4982f6bd06c97c"),
    "numeros_sortear": ({}, "c7:4f53cda18c2baa"),
    "organizador_llamar": (AQUI, "c7:42f3b827bd1fb1"),
    "partida_siguiente": ({"partida": 2}, "c7:cd16754a4bedd9"),
    "recreo_cancelar": ({}, "c7:4f53cda18c2baa"),
    "recreo_editar": (
        {"nombre": "Lunes", "lugar": "", "meta": Meta.CIEN, "importe": Decimal("12.50")},
        "c7:48ec33c3485495",
    ),
    "recreo_empezar": ({}, "c7:4f53cda18c2baa"),
    "reloj_ajustar": ({"minutos": 20}, "c7:a0484675cb8840"),
    "recreo_fechar": ({"iniciado": AYER, "partidas": {1: Fechas(AYER, AYER)}}, "c7:019672aeda3d46"),
    "final_anunciar": ({}, "c7:4f53cda18c2baa"),
    "recreo_terminar_aqui": ({"motivo": "Ya es tarde"}, "c7:0b0a5b8273de65"),
    "recreo_reabrir": ({"motivo": "lluvia"}, "c7:0f65d1033fb09f"),
    "lugar_retomar": ({}, "c7:4f53cda18c2baa"),
    "mesa_reabrir": ({**AQUI, "motivo": "lluvia"}, "c7:380a48ce6ead85"),
    "partida_deshacer": ({"partida": 2}, "c7:544e020701e71c"),
    "recreo_pausar": ({}, "c7:861bdf1cfaa36a"),
    "recreo_retomar": ({}, "c7:4f53cda18c2baa"),
    "suplente_poner": ({"numero": 3, "desde": 4, "nombre": "Rafa"}, "c7:3301f74bd574e1"),
    "titular_volver": ({"numero": 3, "desde": 6}, "c7:0f2f908adb8316"),
    "relevo_deshacer": ({"relevo": 5}, "c7:8611e48552cc39"),
    "ausencia_poner": ({"numero": 3, "desde": 2}, "c7:b37c3bd877a4f0"),
    "persona_llego": ({"numero": 3}, "c7:ee1b61be62f510"),
    "persona_cambiar": ({"numero": 3, "nombre": "Don Nacho"}, "c7:ddbc514864241f"),
    "tamano_cambiar": ({"tamano": 12}, "c7:017b14486b8bcd"),
}
# las que no se piden por su identificador, o no son órdenes
OTROS = {
    "DatosJugador", "Fechas", "Resultado", "invitacion_no_llego", "jugador_reconocer", "ordenes_viejas_borrar",
    "recreo_cancelar_por_administracion", "recreo_crear", "recreo_repetir", "recreos_ociosos_cancelar",
}  # fmt: skip


@pytest.fixture
def pedidos(monkeypatch: pytest.MonkeyPatch) -> list[Pedido]:
    """Lo que llegaría a la base, sin base."""
    hechos: list[Pedido] = []
    for modulo in (base, administracion):
        monkeypatch.setattr(modulo, "ejecutar", lambda pedido, *_nada, **_mas: hechos.append(pedido))
    return hechos


@pytest.mark.parametrize("servicio", sorted(GUARDADAS))
def test_la_huella_es_la_de_siempre(servicio: str, pedidos: list[Pedido]) -> None:
    datos, huella = GUARDADAS[servicio]
    getattr(servicios, servicio)(recreo_id=1, quien=QUIEN, id_orden=uuid4(), **datos)
    assert [(p.accion, p.huella) for p in pedidos] == [(servicio, huella)]


def test_la_de_la_administracion_tambien(pedidos: list[Pedido], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(administracion.suscripciones, "administra", lambda *_quien: True)
    servicios.recreo_cancelar_por_administracion(recreo_id=1, cuenta_id=7, id_orden=uuid4())
    assert [(p.accion, p.huella) for p in pedidos] == [("recreo_cancelar_por_administracion", "c7:4f53cda18c2baa")]


@pytest.mark.django_db
def test_y_la_del_alta() -> None:
    cuenta, id_orden = suscrita(), uuid4()
    datos: dict[str, Any] = {"tamano": 8, "nombre": "Lunes", "lugar": "", "meta": Meta.CIEN, "importe": Decimal(0)}
    servicios.recreo_crear(cuenta_id=cuenta.pk, id_orden=id_orden, **datos)
    guardada = Orden.objects.get(id_orden=id_orden)
    assert (guardada.accion, guardada.huella) == ("recreo_crear", f"c{cuenta.pk}:986fa047321ffd")


def test_ninguna_orden_se_queda_sin_huella_guardada() -> None:
    assert set(GUARDADAS) | OTROS == set(servicios.__all__)


def test_lo_que_se_calla_es_lo_mismo_que_decir_lo_de_siempre(pedidos: list[Pedido]) -> None:
    for motivo in ({}, {"motivo": ""}):
        servicios.castigo_aplicar(recreo_id=1, quien=QUIEN, id_orden=uuid4(), numero=3, tantos=10, **motivo)
    assert pedidos[0].huella == pedidos[1].huella


def test_lo_que_se_pide_cuenta_entero_aunque_no_se_declare_solo_por_nombre(pedidos: list[Pedido]) -> None:
    @base.orden(base.E.EN_JUEGO)
    def mesa_tocar(op: base.Operacion, mesa: int, *, veces: int = 1) -> None: ...

    mesa_tocar(recreo_id=1, quien=QUIEN, id_orden=uuid4(), mesa=2)
    assert pedidos[0].datos == {"mesa": 2, "veces": 1}


@pytest.mark.parametrize("datos", [{"partida": 1}, {**AQUI, "otra": 1}], ids=["falta", "sobra"])
def test_pedir_de_menos_o_de_mas_revienta_sin_tocar_la_base(datos: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        servicios.mesa_confirmar(recreo_id=1, quien=QUIEN, id_orden=uuid4(), **datos)


@pytest.mark.parametrize("accion", sorted(ORDENES))
def test_cada_formulario_pide_lo_que_declara_su_servicio(accion: str) -> None:
    web = ORDENES[accion]
    declarado = dict(inspect.signature(web.servicio).parameters)
    declarado.pop("op")
    forma = set(web.forma.base_fields) - {"id_orden"} | ({"enlace"} if web.con_enlace else set())
    # `sin_salidor` es de quien importa un acta; la pantalla no lo ofrece
    assert forma == set(declarado) - {"sin_salidor"}
