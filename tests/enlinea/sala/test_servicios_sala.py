"""Estar, platicar y leer mensajes en la Sala (EL1)."""

from datetime import datetime, timedelta
from importlib import import_module
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.utils import timezone

from enlinea.acceso.servicios.sesiones import sesion_cerrar
from enlinea.convivencia.consultas.mensajes import mensajes_de
from enlinea.convivencia.servicios import mensajes
from enlinea.errores import ErrorDeServicio
from enlinea.models import Charla, Presencia
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.sala.servicios import presencia
from enlinea.sala.servicios.armado import mesa_cerrar
from enlinea.textos.errores import texto_de
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesas import sentar, suscriptor
from tests.enlinea.sala.ayudas import MOMENTO, PROCESO, contesta, invita, llegan, navegador, reunidos

pytestmark = pytest.mark.django_db

OTRO = UUID(int=8)


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def lista(ahora: datetime) -> list[str]:
    return [p.nombre for p in estado_de_sala(ahora).personas]


# --- presencia --------------------------------------------------------------------------------------------------------
def test_la_lista_va_por_hora_de_entrada(ahora: datetime) -> None:
    ana, beto = suscriptor("Ana"), suscriptor("Beto")
    llegan([beto], ahora)
    llegan([beto, ana], ahora + MOMENTO)
    assert lista(ahora + MOMENTO) == ["Beto", "Ana"]


def test_dos_procesos_y_varias_pestanas_son_una_presencia(ahora: datetime) -> None:
    ana = suscriptor("Ana")
    llegan([ana], ahora)
    llegan([ana], ahora + MOMENTO, OTRO)
    assert lista(ahora + MOMENTO) == ["Ana"]
    llegan([], ahora + MOMENTO)  # cerró la de un proceso
    assert lista(ahora + MOMENTO) == ["Ana"]
    llegan([], ahora + MOMENTO, OTRO)
    assert lista(ahora + MOMENTO) == []


def test_si_el_proceso_muere_su_presencia_caduca_sola(ahora: datetime) -> None:
    llegan([suscriptor("Ana")], ahora)
    assert lista(ahora + timedelta(seconds=11)) == ["Ana"]
    assert lista(ahora + timedelta(seconds=13)) == []


def test_volver_pronto_conserva_la_hora_y_volver_tarde_no(ahora: datetime) -> None:
    ana = suscriptor("Ana")
    llegan([ana], ahora)
    llegan([], ahora + MOMENTO)
    llegan([ana], ahora + timedelta(minutes=5), OTRO)
    assert estado_de_sala(ahora + timedelta(minutes=5)).personas[0].entro == ahora
    llegan([], ahora + timedelta(minutes=6), OTRO)
    tarde = ahora + timedelta(hours=2)
    llegan([ana], tarde)
    assert Presencia.objects.get(cuenta=ana, proceso=PROCESO).entro == tarde


def test_preguntar_por_consulta_otro_dia_no_devuelve_la_hora_de_ayer(ahora: datetime) -> None:
    """Su renglón de ayer sigue ahí: renovarlo la ponía primera en la lista, antes de quien llegó antes que ella."""
    ana, beto = suscriptor("Ana"), suscriptor("Beto")
    presencia.presencia_por_consulta(cuenta_id=ana.pk, ahora=ahora - timedelta(hours=20))
    llegan([beto], ahora)
    llegan([beto, ana], ahora + MOMENTO)
    presencia.presencia_por_consulta(cuenta_id=ana.pk, ahora=ahora + 2 * MOMENTO)
    assert lista(ahora + 2 * MOMENTO) == ["Beto", "Ana"]
    presencia.presencia_por_consulta(cuenta_id=ana.pk, ahora=ahora + 14 * MOMENTO)
    assert estado_de_sala(ahora + 14 * MOMENTO).personas[-1].entro == ahora + MOMENTO


def test_volver_de_una_mesa_conserva_la_hora_aunque_se_tarde(ahora: datetime) -> None:
    ana, beto = suscriptor("Ana"), suscriptor("Beto")
    llegan([ana, beto], ahora)
    llegan([], ahora + MOMENTO)
    tarde = ahora + timedelta(hours=2)
    mesa_cerrar(sentar([ana, None, None, None]).pk, "caida", ahora=tarde - timedelta(minutes=10))
    llegan([ana, beto], tarde)
    assert {p.nombre: p.entro for p in estado_de_sala(tarde).personas} == {"Ana": ahora, "Beto": tarde}


def test_ni_sentados_ni_invitados_ni_sin_permiso_salen_en_la_lista(ahora: datetime) -> None:
    cuatro = reunidos(ahora)
    otros = [suscriptor(n) for n in ("Paco", "Quique", "Rosa", "Sara", "Tito")]
    llegan([*cuatro, *otros], ahora)
    contesta(invita(cuatro, ahora), cuatro[1], ahora)
    sentar([*otros[:3], None])
    Suspension.objects.create(cuenta=otros[3], desde=ahora - MOMENTO, motivo="x")
    assert lista(ahora) == ["Tito"]


def test_la_actividad_es_de_la_persona_y_renovarse_no_lo_es(ahora: datetime) -> None:
    ana = suscriptor("Ana")
    llegan([ana], ahora)
    llegan([ana], ahora, OTRO)
    presencia.presencias_guardar(proceso=OTRO, presentes={ana.pk: ahora + MOMENTO}, ahora=ahora + MOMENTO)
    llegan([ana], ahora + 5 * MOMENTO)
    assert estado_de_sala(ahora + 5 * MOMENTO).actividad[ana.pk] == ahora + MOMENTO
    presencia.actividad_anotar(ana.pk, ahora + 6 * MOMENTO)
    assert estado_de_sala(ahora + 6 * MOMENTO).actividad[ana.pk] == ahora + 6 * MOMENTO


def test_las_viejas_se_borran(ahora: datetime) -> None:
    llegan([suscriptor("Ana")], ahora - timedelta(days=2))
    assert presencia.presencias_limpiar(ahora) == 1


def test_guardar_dice_si_alguien_llego_o_se_fue(ahora: datetime) -> None:
    ana = suscriptor("Ana")
    assert presencia.presencias_guardar(proceso=PROCESO, presentes={ana.pk: None}, ahora=ahora)
    assert not presencia.presencias_guardar(proceso=PROCESO, presentes={ana.pk: ahora}, ahora=ahora)
    assert presencia.presencias_guardar(proceso=PROCESO, presentes={}, ahora=ahora)


# --- plática ----------------------------------------------------------------------------------------------------------
def dice(cuenta: Cuenta, texto: str, ahora: datetime, orden: UUID | None = None) -> int:
    return presencia.charla_mandar(cuenta_id=cuenta.pk, id_orden=orden or uuid4(), texto=texto, ahora=ahora)


def test_se_guarda_como_texto_plano_en_un_renglon(ahora: datetime) -> None:
    dice(suscriptor("Ana"), "  <b>hola</b>\n\u202ea \u200btodos\x00 ", ahora)
    assert Charla.objects.get().texto == "<b>hola</b> a todos"


@pytest.mark.parametrize(("texto", "codigo"), [(" \u200b ", "texto_vacio"), ("x" * 301, "texto_largo")])
def test_lo_vacio_y_lo_largo_se_dicen(ahora: datetime, texto: str, codigo: str) -> None:
    with pytest.raises(ErrorDeServicio, match=codigo):
        dice(suscriptor("Ana"), texto, ahora)


def test_cinco_cada_diez_segundos(ahora: datetime) -> None:
    ana = suscriptor("Ana")
    for _n in range(5):
        dice(ana, "hola", ahora)
    with pytest.raises(ErrorDeServicio, match="despacio") as negado:
        dice(ana, "hola", ahora + timedelta(seconds=6.5))
    assert negado.value.datos == {"segundos": 4}
    assert "4\u00a0s" in texto_de(negado.value)
    dice(suscriptor("Beto"), "yo sí", ahora)
    dice(ana, "ya", ahora + timedelta(seconds=10))


def test_el_filtro_tapa_y_el_original_queda_para_moderar(ahora: datetime) -> None:
    dice(suscriptor("Ana"), "¡P.u.t.a computadora!", ahora)
    assert [c.texto for c in estado_de_sala(ahora).charlas] == ["¡*** computadora!"]
    assert Charla.objects.get().original == "¡P.u.t.a computadora!"


def test_repetir_la_orden_no_lo_dice_dos_veces(ahora: datetime) -> None:
    ana, orden = suscriptor("Ana"), uuid4()
    assert dice(ana, "hola", ahora, orden) == dice(ana, "hola", ahora, orden)
    with pytest.raises(ErrorDeServicio, match="orden_ajena"):
        dice(suscriptor("Beto"), "hola", ahora, orden)


def test_la_misma_orden_con_otro_texto_se_dice_y_no_se_guarda(ahora: datetime) -> None:
    ana, orden = suscriptor("Ana"), uuid4()
    dice(ana, "hola", ahora, orden)
    with pytest.raises(ErrorDeServicio, match="orden_distinta") as negado:
        dice(ana, "adiós", ahora, orden)
    assert "con otros datos" in texto_de(negado.value)
    assert [c.texto for c in Charla.objects.all()] == ["hola"]


def test_sin_suscripcion_no_se_platica(ahora: datetime) -> None:
    with pytest.raises(ErrorDeServicio, match="suscripcion_ninguna"):
        dice(suscriptor("Ana", vigente=False), "hola", ahora)


def test_se_ven_los_ultimos_cincuenta_en_orden(ahora: datetime) -> None:
    ana = suscriptor("Ana")
    for n in range(55):
        dice(ana, f"{n}", ahora + n * timedelta(seconds=3))
    textos = [c.texto for c in estado_de_sala(ahora).charlas]
    assert textos == [str(n) for n in range(5, 55)]


# --- mensajes del administrador ---------------------------------------------------------------------------------------
@pytest.fixture
def jefa() -> Cuenta:
    return Cuenta.objects.create_superuser(email="jefa@prueba.mx", password="x")


def manda(jefa: Cuenta, texto: str, ahora: datetime, para: Cuenta | None = None) -> int:
    return mensajes.mensaje_enviar(administrador_id=jefa.pk, para_id=para and para.pk, texto=texto, ahora=ahora)


def test_a_todos_o_a_uno_y_leido_ya_no_sale(jefa: Cuenta) -> None:
    ana, beto = suscriptor("Ana"), suscriptor("Beto")
    ahora = timezone.now()
    llegan([ana, beto], ahora)
    general, suyo = manda(jefa, "Torneo el sábado", ahora), manda(jefa, "Felicidades, Beto", ahora, beto)
    faltan = estado_de_sala(ahora).sin_leer
    assert [m.id for m in faltan[ana.pk]] == [general]
    assert [m.id for m in faltan[beto.pk]] == [general, suyo]
    for _vez in range(2):
        mensajes.mensaje_leer(cuenta_id=beto.pk, mensaje_id=general, ahora=ahora)
    assert [m.id for m in estado_de_sala(ahora).sin_leer[beto.pk]] == [suyo]
    assert [(m.id, m.leido) for m in mensajes_de(beto.pk)] == [(suyo, False), (general, True)]


def test_el_mensaje_de_otro_no_existe(jefa: Cuenta, ahora: datetime) -> None:
    para_beto = manda(jefa, "x", ahora, suscriptor("Beto"))
    with pytest.raises(ErrorDeServicio, match="mensaje_inexistente"):
        mensajes.mensaje_leer(cuenta_id=suscriptor("Ana").pk, mensaje_id=para_beto, ahora=ahora)


def test_quien_llega_despues_no_recibe_lo_viejo(jefa: Cuenta, ahora: datetime) -> None:
    manda(jefa, "viejo", ahora - timedelta(days=1))
    assert mensajes_de(suscriptor("Ana").pk) == []


def test_solo_la_administracion_los_manda(ahora: datetime) -> None:
    with pytest.raises(ErrorDeServicio, match="sin_permiso"):
        manda(suscriptor("Ana"), "x", ahora)


# --- cerrar la sesión -------------------------------------------------------------------------------------------------
def test_cerrar_la_sesion_quita_la_entrada_deja_dicho_por_que_y_conserva_la_llave() -> None:
    cliente = navegador(suscriptor("Ana"))
    sesion = cliente.session
    sesion["llave"] = "del-telefono"
    sesion.save()
    for _vez in range(2):
        sesion_cerrar(sesion.session_key, "inactividad")
    quedo = import_module(settings.SESSION_ENGINE).SessionStore(sesion.session_key)
    assert SESSION_KEY not in quedo
    assert (quedo["llave"], quedo["salida"]) == ("del-telefono", "inactividad")
