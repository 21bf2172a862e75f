"""Quién puede qué: cada servicio público por cada papel. Un servicio que falte en la tabla hace fallar la prueba."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from types import FunctionType
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from recreo import consultas, servicios
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Orden
from recreo.servicios import DatosJugador
from suscripciones.models import Cuenta
from tests.recreo.casos import AMBITO, AQUI, CASOS, MANO, Caso, con_castigo, con_discrepancia, con_llamada, con_pase
from tests.recreo.fabricas import FabricaDeCuenta, suscrita, suspendida, vencida
from tests.recreo.mesa import NADIE, Mesero, falla, nombra_coorganizador, recreo_de

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]

SI = "sí"
# En 8 jugadores la mesa 1 es 1-2/3-4 y la 2, 5-6/7-8; en 6 la única mesa es 1-4/3-5: el 2 y el 6 descansan.
PAPELES = ("organiza", "coorganiza", "anota", "juega", "otra_mesa", "descansa", "otro_recreo", "nadie")


def fila(*permitidos: str, dentro: str, fuera: str) -> Mapping[str, str]:
    """Lo que se espera de cada papel: `dentro`, el motivo para quien sí tiene lugar; `fuera`, para los demás."""
    motivo = {p: fuera if p in ("otro_recreo", "nadie") else dentro for p in PAPELES}
    return motivo | dict.fromkeys(permitidos, SI)


MANDAN = ("organiza", "coorganiza")
SOLO_MANDO = fila(*MANDAN, dentro="solo_organizador", fuera="solo_organizador")
EL_QUE_ANOTA = fila(*MANDAN, "anota", dentro="no_anotas_esta_mesa", fuera="no_participas")
LOS_DE_LA_MESA = fila(*MANDAN, "anota", "juega", dentro="no_eres_de_esta_mesa", fuera="no_participas")
# elegir anotador donde ya hay: sólo él o quien manda; sin anotador lo elige cualquiera de la mesa
QUIEN_ELIGE = fila(*MANDAN, "anota", dentro="no_eres_de_esta_mesa", fuera="no_participas") | {
    "juega": "ya_hay_anotador"
}
TITULAR = fila("organiza", dentro="solo_titular", fuera="solo_titular")
YA_TIENE = fila(dentro="ya_tienes_lugar", fuera="no_participas") | {"otro_recreo": "ya_en_otro_recreo"}
CON_PASE = fila(*PAPELES[:6], dentro="", fuera="elige_nombre")

# Un renglón por servicio; con qué se llama a cada uno está en `casos`.
MATRIZ: dict[str, Mapping[str, str]] = {
    # --- alta
    "recreo_editar": SOLO_MANDO,
    "jugadores_guardar": SOLO_MANDO,
    "invitaciones_enviar": SOLO_MANDO,
    "numeros_sortear": SOLO_MANDO,
    "recreo_empezar": SOLO_MANDO,
    "recreo_cancelar": SOLO_MANDO,
    "recreo_fechar": SOLO_MANDO,
    "partida_siguiente": SOLO_MANDO,
    "reloj_ajustar": SOLO_MANDO,
    # --- lugares
    "jugador_reclamar": YA_TIENE,
    "invitacion_aceptar": fila(dentro="ya_tienes_lugar", fuera="no_participas"),
    "solicitud_responder": SOLO_MANDO,
    "aprobacion_pedir": SOLO_MANDO,
    "codigo_cambiar": SOLO_MANDO,
    "jugador_liberar": SOLO_MANDO,
    "coorganizador_nombrar": TITULAR,
    # la de otra persona: la propia la marca cada quien (test_discapacidad)
    "discapacidad_marcar": fila(*MANDAN, dentro="discapacidad_ajena", fuera="no_participas"),
    "tele_abrir": SOLO_MANDO,
    "tele_anular": SOLO_MANDO,
    "mesa_pasar": EL_QUE_ANOTA,
    "mesa_recibir": CON_PASE,
    # --- mesa
    "mesa_elegir_anotador": QUIEN_ELIGE,
    "mesa_confirmar_asistencia": EL_QUE_ANOTA,
    "mesa_elegir_salidor": EL_QUE_ANOTA,
    "organizador_llamar": LOS_DE_LA_MESA,
    "llamada_retirar": LOS_DE_LA_MESA,
    "llamada_insistir": LOS_DE_LA_MESA,
    "default_responder": EL_QUE_ANOTA,
    "incidencia_atender": SOLO_MANDO,
    "incidencia_ver": SOLO_MANDO,
    "anotador_no_esta": LOS_DE_LA_MESA,
    "anotador_sigue": EL_QUE_ANOTA,
    "anotador_relevar": LOS_DE_LA_MESA,
    # quien la pasó; y a quien se la pasó (quien coorganiza) ya la anota
    "anotador_volver": fila("anota", "coorganiza", dentro="ya_no_vuelves", fuera="no_participas"),
    # --- anotación
    "mano_anotar": EL_QUE_ANOTA,
    "mano_borrar": EL_QUE_ANOTA,
    "mano_devolver": EL_QUE_ANOTA,
    "discrepancia_proponer": LOS_DE_LA_MESA,
    "discrepancia_resolver": SOLO_MANDO,
    # --- el papel
    "hoja_capturar": EL_QUE_ANOTA,
    "foto_agregar": LOS_DE_LA_MESA,
    # --- la hoja, revisada por la otra pareja
    "hoja_asentar": SOLO_MANDO,
    "conformidad_exigir": SOLO_MANDO,
    # --- cierre
    "mesa_confirmar": EL_QUE_ANOTA,
    "mesa_cerrar": SOLO_MANDO,
    "mesa_suspender": SOLO_MANDO,
    "mesa_aplicar_default": SOLO_MANDO,
    "castigo_aplicar": SOLO_MANDO,
    "castigo_anular": SOLO_MANDO,
    # --- caminos de regreso
    "final_anunciar": SOLO_MANDO,
    "recreo_terminar_aqui": SOLO_MANDO,
    "recreo_reabrir": SOLO_MANDO,
    "mesa_reabrir": SOLO_MANDO,
    "partida_deshacer": SOLO_MANDO,
    "recreo_pausar": SOLO_MANDO,
    "recreo_retomar": SOLO_MANDO,
    "suplente_poner": SOLO_MANDO,
    "titular_volver": SOLO_MANDO,
    "relevo_deshacer": SOLO_MANDO,
    "ausencia_poner": SOLO_MANDO,
    "persona_llego": SOLO_MANDO,
    "persona_cambiar": SOLO_MANDO,
    "tamano_cambiar": SOLO_MANDO,
}
# Los que no miran el papel en un Recreo: cada uno dice dónde se prueba.
APARTE = {
    "recreo_crear": "aquí: según la suscripción",
    "recreo_repetir": "según el lugar que tuvo y la suscripción: test_otra",
    "otra_ahora_no": "sólo quien tuvo lugar en la anterior: test_otra_llama",
    "jugador_reconocer": "aquí: sólo lee dónde está la propia cuenta",
    "recreo_cancelar_por_administracion": "aquí: según el permiso de administración",
    "hoja_revisar": "según la pareja de cada quien, y no según quien manda: test_conformidad",
    "foto_quitar": "según quien la subió: test_papel_fotos",
    "lugar_retomar": "sólo quien se quedó en otro Recreo: test_regresos_final",
    "invitacion_no_llego": "el cartero, sin persona: test_invitaciones",
    "ordenes_viejas_borrar": "barrido, sin persona: test_servicios_barrido",
    "recreos_ociosos_cancelar": "barrido, sin persona: test_servicios_barrido",
}
PUBLICOS = {n for n in servicios.__all__ if isinstance(getattr(servicios, n), FunctionType)}


def test_la_tabla_nombra_todos_los_servicios_publicos_y_ninguno_mas() -> None:
    assert {*MATRIZ, *APARTE} == PUBLICOS
    assert {*MATRIZ} == {*CASOS}
    assert not {*MATRIZ} & {*APARTE}


def escenario(caso: Caso, tamano: int) -> tuple[Mesero, dict[str, Any], dict[str, Quien]]:
    """El Recreo con la mesa 1 en marcha y quién es quien: anota el de la mesa que no manda."""
    m = recreo_de(tamano, empieza=caso.empieza)
    nombra_coorganizador(m, 3)
    datos = dict(caso.fijos)
    if caso.empieza:
        m.prepara(anotador=4)
        datos |= caso.antes(m)
    otro = recreo_de(4)
    quienes = {
        "organiza": m.quienes[1],
        "coorganiza": m.quienes[3],
        "anota": m.quienes[4],
        "juega": m.quienes[2 if tamano == 8 else 5],
        "otra_mesa" if tamano == 8 else "descansa": m.quienes[5 if tamano == 8 else 2],
        "otro_recreo": otro.quienes[1],
        "nadie": NADIE,
    }
    return m, datos, quienes


def intento(m: Mesero, servicio: str, quien: Quien, datos: dict[str, Any]) -> str:
    """Lo que pasa si lo pide: «sí» o el código. Se deshace siempre."""
    with transaction.atomic():
        antes = (m.version, m.estado)
        try:
            m.orden(getattr(servicios, servicio), quien, **datos)
            resultado = SI
        except ErrorDeServicio as e:
            resultado = e.codigo
            assert (m.version, m.estado) == antes, "negado, pero algo cambió"
        transaction.set_rollback(True)
    return resultado


@pytest.mark.parametrize("tamano", [8, pytest.param(6, marks=pytest.mark.noche)])
@pytest.mark.parametrize("servicio", sorted(MATRIZ))
def test_cada_papel_puede_exactamente_lo_que_dice_la_tabla(servicio: str, tamano: int) -> None:
    m, datos, quienes = escenario(CASOS[servicio], tamano)
    assert {papel: intento(m, servicio, quien, datos) for papel, quien in quienes.items()} == {
        papel: MATRIZ[servicio][papel] for papel in quienes
    }


def test_sin_anotador_lo_elige_cualquiera_de_la_mesa_y_nadie_mas() -> None:
    m = recreo_de(8)
    datos = {**AQUI, "numero": 4}
    pueden = {n: intento(m, "mesa_elegir_anotador", m.quienes[n], datos) for n in m.quienes}
    assert pueden == {n: SI if n <= 4 else "no_eres_de_esta_mesa" for n in m.quienes}


def test_nadie_de_la_mesa_pone_a_anotar_a_alguien_de_otra_mesa_salvo_quien_manda() -> None:
    m = recreo_de(8)
    datos = {**AQUI, "numero": 7}
    assert intento(m, "mesa_elegir_anotador", m.quienes[2], datos) == "no_eres_de_esta_mesa"
    assert intento(m, "mesa_elegir_anotador", m.quienes[1], datos) == SI


def test_al_cerrar_la_mesa_hasta_quien_manda_queda_inhibido() -> None:
    m = recreo_de(8)
    m.gana(100, 20)
    x = {**AQUI, **MANO, "mano": 1, "revision": 1}
    assert {intento(m, "mano_anotar", m.quienes[n], x) for n in (1, 2, 5)} == {"mesa_cerrada"}
    assert intento(m, "mano_anotar", NADIE, x) == "no_participas"


def test_cada_quien_puede_dejar_su_lugar_y_el_organizador_no_sale() -> None:
    m = recreo_de(8)
    assert intento(m, "jugador_liberar", m.quienes[5], {"numero": 5}) == SI
    assert intento(m, "jugador_liberar", m.quienes[5], {"numero": 6}) == "solo_organizador"
    assert intento(m, "jugador_liberar", m.quienes[1], {"numero": 1}) == "organizador_no_sale"


def test_quien_deja_de_coorganizar_pierde_los_poderes_en_el_acto() -> None:
    m = recreo_de(8)
    nombra_coorganizador(m, 2)
    m.orden(servicios.coorganizador_nombrar, numero=2, coorganiza=False)
    assert intento(m, "castigo_aplicar", m.quienes[2], {"numero": 3, "tantos": 5}) == "solo_organizador"


def test_quien_deja_su_lugar_pierde_la_anotacion_y_los_poderes() -> None:
    m = recreo_de(8)
    nombra_coorganizador(m, 2)
    m.prepara(anotador=2)
    m.orden(servicios.jugador_liberar, 2, numero=2)
    assert m.mesa().anotador is None
    assert intento(m, "mano_anotar", m.quienes[2], {**AQUI, **MANO, "mano": 1, "revision": 0}) == "no_participas"
    assert intento(m, "castigo_aplicar", m.quienes[2], {"numero": 3, "tantos": 5}) == "solo_organizador"


@pytest.mark.parametrize(
    ("servicio", "ajeno"),
    [
        ("discrepancia_resolver", con_discrepancia),
        ("incidencia_atender", con_llamada),
        ("castigo_anular", con_castigo),
        ("mesa_recibir", con_pase),
    ],
)
def test_lo_de_otro_recreo_no_se_toca_aunque_alli_se_mande(
    servicio: str, ajeno: Callable[[Mesero], dict[str, Any]]
) -> None:
    m, otro = recreo_de(8), recreo_de(4)
    m.prepara()
    datos = ajeno(m) | ({"acepta": True} if servicio == "discrepancia_resolver" else {})
    antes = m.estado
    intento(otro, servicio, otro.quienes[1], datos)
    try:
        otro.orden(getattr(servicios, servicio), 1, **datos)
    except ErrorDeServicio as e:
        assert e.codigo in ("discrepancia_resuelta", "incidencia_atendida", "castigo_anulado", "pase_invalido")
    assert m.estado == antes


@pytest.mark.parametrize(
    ("quien", "codigo"),
    [
        (vencida, "suscripcion_vencida"),
        (FabricaDeCuenta, "suscripcion_ninguna"),
        (suspendida, "suspendido"),
        (lambda: suscrita(is_active=False), "sin_cuenta"),
    ],
    ids=["vencida", "ninguna", "suspendida", "inactiva"],
)
def test_organizar_exige_suscripcion_vigente_y_no_estar_suspendido(quien: Callable[[], Cuenta], codigo: str) -> None:
    with falla(codigo):
        servicios.recreo_crear(cuenta_id=quien().pk, id_orden=uuid4(), tamano=4, **AMBITO)


def test_a_quien_se_le_vence_en_mitad_del_recreo_lo_termina() -> None:
    m = recreo_de(4)
    cuenta = Cuenta.objects.get(pk=m.quienes[1].cuenta_id)
    cuenta.suscripciones.update(fin=timezone.now() - timedelta(hours=1))
    m.gana(100, 0)
    m.siguiente(2)
    assert m.estado.actual is not None and m.estado.actual.numero == 2


def test_un_recreo_en_preparacion_no_empieza_si_al_organizador_se_le_vencio() -> None:
    m = recreo_de(4, empieza=False)
    nombra_coorganizador(m, 2)
    Cuenta.objects.get(pk=m.quienes[1].cuenta_id).suscripciones.update(fin=timezone.now() - timedelta(hours=1))
    with falla("suscripcion_vencida", organizador=""):
        m.orden(servicios.recreo_empezar)
    with falla("suscripcion_vencida", organizador="Memo"):
        m.orden(servicios.recreo_empezar, 2)


def empleada(*permisos: str, **campos: Any) -> Cuenta:
    cuenta: Cuenta = FabricaDeCuenta(is_staff=True, **campos)
    cuenta.user_permissions.set(Permission.objects.filter(codename__in=permisos))
    return cuenta


@pytest.mark.parametrize(
    ("quien", "puede"),
    [
        (lambda m: empleada("change_recreo").pk, True),
        (lambda m: empleada("view_recreo").pk, False),
        (lambda m: empleada("change_recreo", is_active=False).pk, False),
        (lambda m: suscrita().pk, False),
        (lambda m: m.quienes[1].cuenta_id, False),
        (lambda m: 0, False),
    ],
    ids=["con_permiso", "sin_permiso", "inactiva", "cualquiera", "organizador", "nadie"],
)
def test_solo_la_administracion_con_permiso_cancela_lo_de_otros(quien: Callable[[Mesero], int], puede: bool) -> None:
    m = recreo_de(4)
    datos = {"recreo_id": m.id, "cuenta_id": quien(m), "id_orden": uuid4()}
    if puede:
        servicios.recreo_cancelar_por_administracion(**datos)
    else:
        with falla("sin_permiso"):
            servicios.recreo_cancelar_por_administracion(**datos)
    assert m.fila.estado == ("cancelado" if puede else "en_juego")


def test_aceptar_solo_da_el_lugar_del_propio_correo() -> None:
    m = recreo_de(6, entran=False)
    invitada, otra = FabricaDeCuenta(email="mari@example.com"), FabricaDeCuenta()
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(5, "", "Mari@Example.com")])
    for quien in (otra.pk, 987654):
        with falla("no_participas"):
            m.orden(servicios.invitacion_aceptar, Quien(cuenta_id=quien))
    assert servicios.jugador_reconocer(cuenta_id=invitada.pk) is None, "apuntada no es sentada"
    m.orden(servicios.invitacion_aceptar, Quien(cuenta_id=invitada.pk))
    recreo = servicios.jugador_reconocer(cuenta_id=invitada.pk)
    assert recreo is not None and recreo.pk == m.id
    assert [j.numero for j in m.estado.jugadores.values() if j.cuenta_id == invitada.pk] == [5]


def test_una_orden_negada_no_deja_rastro_y_se_puede_repetir_cuando_ya_se_puede() -> None:
    m = recreo_de(8)
    orden = {"id_orden": uuid4(), "numero": 3, "tantos": 5}
    with falla("solo_organizador"):
        m.orden(servicios.castigo_aplicar, 2, **orden)
    assert not Orden.objects.filter(id_orden=orden["id_orden"]).exists()
    nombra_coorganizador(m, 2)
    assert not m.orden(servicios.castigo_aplicar, 2, **orden).repetida


def test_quien_no_participa_no_mira_ni_manda_y_cada_papel_tiene_sus_ojos() -> None:
    m = recreo_de(8)
    nombra_coorganizador(m, 2)
    m.prepara(anotador=4)
    estado = consultas.estado_de(m.id)
    mesa = estado.partidas[0].mesas[0]
    ojos = {n: estado.visor(m.quienes[n]) for n in (1, 2, 4, 5)}
    assert [(v.organiza, v.manda, v.anota(mesa)) for v in ojos.values()] == [
        (True, True, True),
        (False, True, True),
        (False, False, True),
        (False, False, False),
    ]
    assert not estado.visor(NADIE).entra
    assert not estado.visor(recreo_de(4).quienes[1]).entra
