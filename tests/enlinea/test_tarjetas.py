"""El expediente de tarjetas y sus suspensiones (SA1-SA3, SU3): una vez por hecho, y anular deshace lo que siguió."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from config.vivo.tareas import del_barrido
from enlinea.convivencia.consultas.tarjetas import mi_expediente, tarjetas_visibles
from enlinea.convivencia.servicios import tarjetas
from enlinea.diario.renglon import Renglon
from enlinea.errores import ErrorDeServicio
from enlinea.historial.servicios.historia import historias_faltantes_guardar, mesa_proyectar
from enlinea.models import MensajeDelAdministrador, Mesa, Tarjeta
from enlinea.moderacion.servicios import suspensiones
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Fase, Modo
from suscripciones import consultas
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesas import al_diario, de_prueba, los_cuatro, renglones_de, sentar
from tests.reglas.partidas import MesaDePrueba

pytestmark = pytest.mark.django_db


@pytest.fixture
def jefa() -> Cuenta:
    return Cuenta.objects.create_superuser("jefa@prueba.mx")


def a_las_28(mesa: Mesa, hace: timedelta = timedelta(0)) -> tuple[MesaDePrueba, int]:
    """Alguien junta 28 amarillas, hace ese tiempo; devuelve el juego y quién fue."""
    juego = de_prueba(mesa)
    juego.ahora = int((timezone.now() - hace).timestamp() * 1000) - 40 * 60_000
    juego.comenzar()
    while juego.mesa.fase is not Fase.CERRADA:
        juego.pedir(o.Vencer(), 60_000)
    return juego, juego.mesa.culpable


def no_vuelve(
    cuentas: list[Cuenta], quien: int, hace: timedelta = timedelta(0), guardar: bool = True
) -> tuple[Mesa, list[Renglon]]:
    """Una partida que esa persona abandonó, ya guardada (o no), y su diario."""
    Mesa.objects.filter(estado=Mesa.Estado.LISTA).update(estado=Mesa.Estado.CERRADA)
    for mesa in Mesa.objects.all():
        mesa.lugares.update(activo=False)
    mesa = sentar(cuentas)
    juego = de_prueba(mesa)
    juego.ahora = int((timezone.now() - hace).timestamp() * 1000) - 300_000
    juego.comenzar()
    juego.pedir(o.Ausentar(quien))
    juego.pedir(o.Vencer(), 300_000)
    renglones = renglones_de(mesa, juego)
    if guardar:
        mesa_proyectar(mesa.pk, renglones)
    return mesa, renglones


def vigente(cuenta: Cuenta) -> Suspension | None:
    return consultas.suspension_vigente(cuenta.pk, timezone.now() + timedelta(seconds=1))


# --- amarillas --------------------------------------------------------------------------------------------------------
def test_veintiocho_amarillas_suspenden_una_semana_y_proyectar_otra_vez_no_cambia_nada():
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    juego, culpable = a_las_28(mesa)
    for _vez in range(3):
        mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    assert Tarjeta.objects.filter(cuenta=cuatro[culpable], color="amarilla", mesa=mesa, partida=1).count() == 28
    assert Tarjeta.objects.count() == 28
    suspension = Suspension.objects.get()
    assert (suspension.cuenta, suspension.origen) == (cuatro[culpable], "amarilla")
    assert suspension.hasta - suspension.desde == timedelta(days=7)
    assert suspension.desde == Tarjeta.objects.latest("instante").instante
    assert "«La del estribo»" in suspension.motivo
    assert vigente(cuatro[culpable]) == suspension


def test_lo_viejo_ya_cumplido_no_suspende_hoy_y_lo_reciente_corre_desde_su_hecho():
    cuatro = los_cuatro()
    for hace, corre in ((timedelta(days=30), False), (timedelta(days=3), True)):
        Mesa.objects.update(estado=Mesa.Estado.CERRADA)
        for vieja in Mesa.objects.all():
            vieja.lugares.update(activo=False)
        mesa = sentar(cuatro)
        juego, culpable = a_las_28(mesa, hace)
        al_diario(mesa, juego)
        # jugada antes de llevarse el expediente: su historia ya estaba completa
        Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA, proyectada=True)
        assert tarjetas.tarjetas_faltantes_proyectar() == 28
        assert tarjetas.tarjetas_faltantes_proyectar() == 0
        assert (vigente(cuatro[culpable]) is not None) is corre
    falta = vigente(cuatro[culpable])
    assert falta is not None and falta.hasta is not None
    assert timedelta(days=3) < falta.hasta - timezone.now() < timedelta(days=4)
    assert any("tarjetas" in tarea.nombre for tarea in del_barrido())


def test_el_barrido_de_la_historia_tambien_las_guarda():
    mesa = sentar(los_cuatro())
    juego, _culpable = a_las_28(mesa)
    al_diario(mesa, juego)
    historias_faltantes_guardar()
    assert (Tarjeta.objects.count(), Suspension.objects.count()) == (28, 1)


def test_sin_prisa_no_deja_expediente():
    mesa = sentar(los_cuatro(), modo=Modo.SIN_PRISA)
    juego = de_prueba(mesa).comenzar()
    juego.pedir(o.Ausentar(2))
    juego.pedir(o.Vencer(), 300_000)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    assert not Tarjeta.objects.exists()


# --- azules -----------------------------------------------------------------------------------------------------------
def test_dos_azules_en_partidas_distintas_suspenden_dos_semanas_y_vuelve_a_cero():
    cuatro = los_cuatro()
    no_vuelve(cuatro, 2, timedelta(days=50))
    assert vigente(cuatro[2]) is None
    no_vuelve(cuatro, 2)
    suspension = vigente(cuatro[2])
    assert suspension is not None and suspension.hasta is not None and suspension.origen == "azul"
    assert suspension.hasta - suspension.desde == timedelta(days=14)
    no_vuelve(cuatro, 2)
    assert Suspension.objects.count() == 1, "la tercera empieza otra cuenta"


def test_llegar_en_otro_orden_da_lo_mismo(jefa: Cuenta):
    """Un azul que se guardó tarde no suspende de más: cuentan por cuándo pasaron."""
    cuatro = los_cuatro()
    for hace in (timedelta(days=2), timedelta(days=40), timedelta(days=30)):
        no_vuelve(cuatro, 1, hace)
    valen = Suspension.objects.filter(levantada_en=None)
    assert [s.hasta < timezone.now() for s in valen] == [True], "la de hace 40 con la de hace 30, ya cumplida"
    assert vigente(cuatro[1]) is None


# --- roja -------------------------------------------------------------------------------------------------------------
def roja(cuenta: Cuenta, jefa: Cuenta, **cambios: Any) -> Tarjeta:
    datos = {
        "cuenta_id": cuenta.pk, "administrador_id": jefa.pk, "motivo": "Insultó a su pareja", "id_hecho": "reporte:1",
        "ahora": timezone.now(),
    }  # fmt: skip
    return tarjetas.tarjeta_roja(**{**datos, **cambios})


def test_la_roja_suspende_un_mes_y_el_mismo_reporte_no_da_dos(jefa: Cuenta):
    mari, beto = los_cuatro()[:2]
    una = roja(mari, jefa)
    assert roja(mari, jefa, motivo="otra vez") == una
    suspension = Suspension.objects.get()
    assert suspension.hasta is not None and 28 <= (suspension.hasta - suspension.desde).days <= 31
    assert (suspension.origen, suspension.motivo) == ("roja", "Tarjeta roja. Insultó a su pareja")
    with pytest.raises(ErrorDeServicio, match="orden_ajena"):
        roja(beto, jefa)
    assert Tarjeta.objects.count() == 1


@pytest.mark.parametrize(
    ("cambios", "codigo"),
    [
        ({"motivo": "  "}, "motivo_vacio"),
        ({"motivo": "x" * 201}, "motivo_largo"),
        ({"cuenta_id": 0}, "cuenta_inexistente"),
        ({"id_hecho": ""}, "forma_invalida"),
    ],
)
def test_roja_que_no_procede(jefa: Cuenta, cambios: dict[str, Any], codigo: str):
    with pytest.raises(ErrorDeServicio, match=codigo):
        roja(los_cuatro()[0], jefa, **cambios)
    assert not Tarjeta.objects.exists() and not Suspension.objects.exists()


def test_solo_con_permiso(jefa: Cuenta):
    mari, beto = los_cuatro()[:2]
    for quien in (beto, Cuenta.objects.create_user("ayuda@prueba.mx", is_staff=True)):
        with pytest.raises(ErrorDeServicio, match="sin_permiso"):
            roja(mari, quien)
    quien.user_permissions.add(Permission.objects.get(codename="add_tarjeta"))
    una = roja(mari, quien)
    with pytest.raises(ErrorDeServicio, match="sin_permiso"):
        tarjetas.tarjeta_anular(tarjeta_id=una.pk, administrador_id=quien.pk, motivo="x", ahora=timezone.now())
    with pytest.raises(ErrorDeServicio, match="sin_permiso"):
        suspender(mari, quien)


# --- anular -----------------------------------------------------------------------------------------------------------
def test_anular_levanta_la_suspension_que_dependia_y_se_le_dice(jefa: Cuenta):
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    juego, culpable = a_las_28(mesa)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    quien = cuatro[culpable]
    assert vigente(quien) is not None
    una = Tarjeta.objects.first()
    assert una is not None
    for _vez in range(2):
        tarjetas.tarjeta_anular(
            tarjeta_id=una.pk, administrador_id=jefa.pk, motivo="Fue una falla nuestra", ahora=timezone.now()
        )
    assert vigente(quien) is None
    suspension = Suspension.objects.get()
    assert suspension.levantada_en is not None and "Se anuló" in suspension.motivo_de_levantar
    mensaje = MensajeDelAdministrador.objects.get()
    assert mensaje.para == quien and "Fue una falla nuestra" in mensaje.texto and "levantada" in mensaje.texto
    # volver a proyectar no la revive
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    assert vigente(quien) is None and Tarjeta.objects.count() == 28


def test_lo_que_levanto_una_persona_se_queda_levantado(jefa: Cuenta):
    cuatro = los_cuatro()
    no_vuelve(cuatro, 3, timedelta(days=9))
    no_vuelve(cuatro, 3, timedelta(days=1))
    suspension = vigente(cuatro[3])
    assert suspension is not None
    ahora = timezone.now()
    for _vez in range(2):
        suspensiones.suspension_levantar(
            suspension_id=suspension.pk, administrador_id=jefa.pk, motivo="Avisó a tiempo", ahora=ahora
        )
    no_vuelve(cuatro, 3)
    suspension.refresh_from_db()
    assert suspension.levantada_en == ahora and suspension.motivo_de_levantar == "Avisó a tiempo"
    assert vigente(cuatro[3]) is None, "las dos ya se usaron: la tercera es la primera de otra cuenta"


def test_anular_una_azul_de_la_que_alguien_ya_levanto_no_pone_a_contar_la_otra(jefa: Cuenta):
    """D122: sus tarjetas quedan usadas; si no, la otra castigaría dos veces."""
    cuatro = los_cuatro()
    no_vuelve(cuatro, 3, timedelta(days=9))
    no_vuelve(cuatro, 3, timedelta(days=1))
    suspension = vigente(cuatro[3])
    assert suspension is not None
    ahora = timezone.now()
    suspensiones.suspension_levantar(
        suspension_id=suspension.pk, administrador_id=jefa.pk, motivo="Avisó a tiempo", ahora=ahora
    )
    una = Tarjeta.objects.order_by("-instante").first()
    assert una is not None
    tarjetas.tarjeta_anular(
        tarjeta_id=una.pk, administrador_id=jefa.pk, motivo="Falla nuestra", ahora=ahora + timedelta(hours=1)
    )
    assert mi_expediente(cuatro[3].pk, ahora).azules == 0 and tarjetas_visibles([cuatro[3].pk]) == {
        cuatro[3].pk: (0, 0)
    }
    no_vuelve(cuatro, 3)
    assert vigente(cuatro[3]) is None and mi_expediente(cuatro[3].pk, ahora).azules == 1


# --- suspender y bloquear ---------------------------------------------------------------------------------------------
def suspender(cuenta: Cuenta, jefa: Cuenta, **cambios: Any) -> int:
    datos = {
        "cuenta_id": cuenta.pk, "administrador_id": jefa.pk, "motivo": "Lenguaje", "id_orden": uuid4(),
        "ahora": timezone.now(), "hasta": timezone.now() + timedelta(days=3),
    }  # fmt: skip
    return suspensiones.cuenta_suspender(**{**datos, **cambios})


def test_suspender_y_bloquear_una_vez_por_orden_y_termina_sola(jefa: Cuenta):
    mari = los_cuatro()[0]
    orden = uuid4()
    assert suspender(mari, jefa, id_orden=orden) == suspender(mari, jefa, id_orden=orden)
    assert Suspension.objects.get().puesta_por == jefa
    assert vigente(mari) is not None
    assert consultas.suspension_vigente(mari.pk, timezone.now() + timedelta(days=4)) is None
    pk = suspensiones.cuenta_bloquear(
        cuenta_id=mari.pk, administrador_id=jefa.pk, motivo="Reincidente", id_orden=uuid4(), ahora=timezone.now()
    )
    assert consultas.suspension_vigente(mari.pk, timezone.now() + timedelta(days=4000)).pk == pk
    suspensiones.suspension_levantar(suspension_id=pk, administrador_id=jefa.pk, motivo="Ya", ahora=timezone.now())
    assert consultas.suspension_vigente(mari.pk, timezone.now() + timedelta(days=4)) is None


@pytest.mark.parametrize(
    ("cambios", "codigo"),
    [
        ({"motivo": ""}, "motivo_vacio"),
        ({"hasta": timezone.now() - timedelta(days=1)}, "fechas_al_reves"),
        ({"cuenta_id": 0}, "cuenta_desconocida"),
    ],
)
def test_suspender_que_no_procede(jefa: Cuenta, cambios: dict[str, Any], codigo: str):
    with pytest.raises(ErrorDeServicio, match=codigo):
        suspender(los_cuatro()[0], jefa, **cambios)
    assert not Suspension.objects.exists()
