"""SU2 y SU3: registrar, renovar, anular, vigencia y permiso de organizar."""

import threading
import uuid
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError, connection, connections

from suscripciones import consultas, servicios
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cuenta, Plan, Suscripcion
from tests.suscripciones.ayudas import dia

HOY = dia(2026, 11, 21)


def registrar(
    cuenta: Cuenta, quien: Cuenta, plan: str = "seis_meses", ahora: datetime = HOY, **mas: object
) -> Suscripcion:
    return servicios.suscripcion_registrar(
        cuenta_id=cuenta.pk, plan=plan, registrada_por_id=quien.pk, ahora=ahora, **mas
    )  # type: ignore[arg-type]


def test_los_planes_del_reglamento_vienen_sembrados(db: None) -> None:
    assert [(p.clave, p.meses, str(p.precio), p.moneda) for p in Plan.objects.all()] == [
        ("seis_meses", 6, "20.00", "USD"),
        ("anual", 12, "36.00", "USD"),
    ]


def test_sin_suscripcion_no_esta_vigente(ana: Cuenta) -> None:
    assert consultas.vigencia(ana.pk, HOY) == consultas.Vigencia("ninguna")
    assert not consultas.esta_vigente(ana.pk, HOY)


def test_registrar_deja_activa_y_guarda_quien_cuanto_y_cuando(ana: Cuenta, jefa: Cuenta) -> None:
    nueva = registrar(ana, jefa)
    assert (str(nueva.importe), nueva.moneda, nueva.registrada_por, nueva.origen) == ("20.00", "USD", jefa, "manual")
    como = consultas.vigencia(ana.pk, HOY)
    assert (como.estado, como.hasta) == ("activa", dia(2027, 5, 22, 0))


def test_renovar_extiende_sin_perder_dias_y_la_vigencia_une_los_periodos(ana: Cuenta, jefa: Cuenta) -> None:
    registrar(ana, jefa)
    registrar(ana, jefa, "anual", ahora=dia(2027, 5, 20))
    assert consultas.vigencia(ana.pk, dia(2027, 5, 20)).hasta == dia(2028, 5, 22, 0)


def test_el_ultimo_dia_todavia_vale_y_el_siguiente_no(ana: Cuenta, jefa: Cuenta) -> None:
    registrar(ana, jefa)
    assert consultas.vigencia(ana.pk, dia(2027, 5, 21, 23)).estado == "por_vencer"
    assert consultas.vigencia(ana.pk, dia(2027, 5, 22, 0)).estado == "vencida"


def test_por_vencer_desde_quince_dias_antes(ana: Cuenta, jefa: Cuenta) -> None:
    registrar(ana, jefa)
    assert consultas.vigencia(ana.pk, dia(2027, 5, 5)).estado == "activa"
    como = consultas.vigencia(ana.pk, dia(2027, 5, 6))
    assert (como.estado, como.dias) == ("por_vencer", 15)


def test_la_misma_orden_dos_veces_registra_una(ana: Cuenta, jefa: Cuenta) -> None:
    orden = uuid.uuid4()
    primera = registrar(ana, jefa, id_orden=orden)
    assert registrar(ana, jefa, id_orden=orden) == primera
    assert Suscripcion.objects.count() == 1


def test_la_orden_de_otra_cuenta_no_se_confunde(ana: Cuenta, jefa: Cuenta) -> None:
    orden = uuid.uuid4()
    registrar(ana, jefa, id_orden=orden)
    with pytest.raises(ErrorDeSuscripcion, match="orden_ajena"):
        registrar(jefa, jefa, id_orden=orden)


def test_solo_un_administrador_con_permiso_registra(ana: Cuenta, jefa: Cuenta) -> None:
    ayudante = Cuenta.objects.create_user("ayudante@club.mx", is_staff=True)
    for quien in (ana, ayudante):
        with pytest.raises(ErrorDeSuscripcion, match="sin_permiso"):
            registrar(ana, quien)
    ayudante.user_permissions.add(Permission.objects.get(codename="add_suscripcion"))
    assert registrar(ana, ayudante).registrada_por == ayudante
    Cuenta.objects.filter(pk=ayudante.pk).update(is_active=False)
    with pytest.raises(ErrorDeSuscripcion, match="sin_permiso"):
        registrar(ana, ayudante)


def test_sin_nadie_que_responda_no_hay_registro_manual(ana: Cuenta) -> None:
    with pytest.raises(ErrorDeSuscripcion, match="sin_permiso"):
        servicios.suscripcion_registrar(cuenta_id=ana.pk, plan="anual", registrada_por_id=None, ahora=HOY)


def test_la_pasarela_registra_sin_administrador(ana: Cuenta) -> None:
    servicios.suscripcion_registrar(
        cuenta_id=ana.pk, plan="anual", registrada_por_id=None, ahora=HOY, origen=Suscripcion.Origen.PASARELA
    )
    assert consultas.esta_vigente(ana.pk, HOY)


def test_plan_desconocido_o_retirado_no_registra(ana: Cuenta, jefa: Cuenta) -> None:
    Plan.objects.filter(clave="anual").update(activo=False)
    for plan in ("anual", "eterno"):
        with pytest.raises(ErrorDeSuscripcion, match="plan_desconocido"):
            registrar(ana, jefa, plan)
    assert not Suscripcion.objects.exists()


def test_anular_uno_de_en_medio_recorre_los_que_siguen_y_queda_el_rastro(ana: Cuenta, jefa: Cuenta) -> None:
    primera, segunda = registrar(ana, jefa), registrar(ana, jefa, "anual")
    tercera = registrar(ana, jefa)
    assert tercera.inicio == segunda.fin
    servicios.suscripcion_anular(suscripcion_id=segunda.pk, anulada_por_id=jefa.pk, ahora=HOY)
    segunda.refresh_from_db()
    tercera.refresh_from_db()
    assert (segunda.anulada_por, segunda.anulada_en) == (jefa, HOY)
    assert (tercera.inicio, consultas.vigencia(ana.pk, HOY).hasta) == (primera.fin, dia(2027, 11, 22, 0))
    servicios.suscripcion_anular(suscripcion_id=segunda.pk, anulada_por_id=jefa.pk, ahora=dia(2027, 1, 1))
    segunda.refresh_from_db()
    assert segunda.anulada_en == HOY


def test_anular_exige_permiso(ana: Cuenta, jefa: Cuenta) -> None:
    una = registrar(ana, jefa)
    with pytest.raises(ErrorDeSuscripcion, match="sin_permiso"):
        servicios.suscripcion_anular(suscripcion_id=una.pk, anulada_por_id=ana.pk, ahora=HOY)


def test_organizar_exige_suscripcion_vigente(ana: Cuenta, jefa: Cuenta) -> None:
    assert consultas.puede_organizar(ana.pk, HOY).motivo == "suscripcion_ninguna"
    registrar(ana, jefa)
    assert consultas.puede_organizar(ana.pk, HOY).puede
    assert consultas.puede_organizar(ana.pk, dia(2027, 6, 1)).motivo == "suscripcion_vencida"


def test_la_suspension_impide_organizar_mientras_dura_y_el_bloqueo_siempre(ana: Cuenta, jefa: Cuenta) -> None:
    registrar(ana, jefa)
    hasta = HOY + timedelta(days=7)
    servicios.cuenta_suspender(cuenta_id=ana.pk, desde=HOY, hasta=hasta, motivo="prueba")
    permiso = consultas.puede_organizar(ana.pk, HOY)
    assert (permiso.puede, permiso.motivo, permiso.hasta) == (False, "suspendido", hasta)
    assert consultas.puede_organizar(ana.pk, hasta).puede
    servicios.cuenta_suspender(cuenta_id=ana.pk, desde=HOY, hasta=None, motivo="bloqueo")
    assert consultas.puede_organizar(ana.pk, dia(2027, 5, 1)).motivo == "suspendido"


def test_sin_cuenta_o_desactivada_no_organiza(ana: Cuenta) -> None:
    Cuenta.objects.filter(pk=ana.pk).update(is_active=False)
    assert [consultas.puede_organizar(c, HOY).motivo for c in (None, 999_999, ana.pk)] == ["sin_cuenta"] * 3


def test_cuenta_por_correo_no_distingue_mayusculas_ni_duplica(db: None) -> None:
    una = servicios.cuenta_por_correo(" Lupe@Club.MX ", "Lupe")
    assert (una.email, una.nombre, una.has_usable_password()) == ("lupe@club.mx", "Lupe", False)
    assert servicios.cuenta_por_correo("LUPE@club.mx", "Otra") == una
    assert consultas.correo_de(una.pk) == "lupe@club.mx"


def test_el_usuario_no_se_repite_ni_cambiando_mayusculas(ana: Cuenta) -> None:
    servicios.cuenta_editar(cuenta_id=ana.pk, nombre="Ana", usuario="LaMula")
    otro = servicios.cuenta_por_correo("beto@club.mx", "Beto")
    with pytest.raises(ErrorDeSuscripcion, match="usuario_ocupado"):
        servicios.cuenta_editar(cuenta_id=otro.pk, nombre="Beto", usuario="lamula")


def test_las_cuentas_de_la_demostracion_se_crean_una_sola_vez(db: None) -> None:
    servicios.cuentas_demo_crear(ahora=HOY)
    cuentas = servicios.cuentas_demo_crear(ahora=HOY)
    assert Suscripcion.objects.count() == 5
    assert consultas.puede_organizar(cuentas["lupita@demo.mx"].pk, HOY).puede
    assert consultas.puede_organizar(cuentas["nacho@demo.mx"].pk, HOY).motivo == "suscripcion_ninguna"
    assert cuentas["admin@demo.mx"].is_superuser


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_dos_renovaciones_simultaneas_se_encadenan_sin_encimarse() -> None:
    """Dos conexiones de verdad a la vez: las dos cuentan y ninguna pierde días."""
    jefa = Cuenta.objects.create_superuser("jefa@club.mx", "x")
    ana = Cuenta.objects.create_user("ana@club.mx")
    salida, fallas = threading.Barrier(4), []

    def renovar() -> None:
        try:
            salida.wait(10)
            registrar(ana, jefa)
        except (ErrorDeSuscripcion, DatabaseError) as falla:
            fallas.append(falla)
        finally:
            connections.close_all()

    hilos = [threading.Thread(target=renovar, daemon=True) for _ in range(4)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(20)
    assert (connection.vendor, fallas) == ("postgresql", [])
    periodos = list(Suscripcion.objects.order_by("inicio").values_list("inicio", "fin"))
    assert [fin for _i, fin in periodos[:-1]] == [inicio for inicio, _f in periodos[1:]]
    assert consultas.vigencia(ana.pk, HOY).hasta == dia(2028, 11, 22, 0)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_la_misma_orden_desde_dos_conexiones_registra_una() -> None:
    jefa = Cuenta.objects.create_superuser("jefa@club.mx", "x")
    ana = Cuenta.objects.create_user("ana@club.mx")
    orden, salida, vistas = uuid.uuid4(), threading.Barrier(2), []

    def mandar() -> None:
        try:
            salida.wait(10)
            vistas.append(registrar(ana, jefa, id_orden=orden).pk)
        finally:
            connections.close_all()

    hilos = [threading.Thread(target=mandar, daemon=True) for _ in range(2)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(20)
    assert len(vistas) == 2
    assert len(set(vistas)) == 1
    assert Suscripcion.objects.count() == 1
