"""Mi cuenta y la administración: registrar por el servicio, historia de sólo lectura."""

import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from suscripciones import consultas, servicios
from suscripciones.models import Cuenta, Suscripcion

pytestmark = pytest.mark.django_db


@pytest.fixture
def escritorio(client: Client, jefa: Cuenta) -> Client:
    client.force_login(jefa)
    return client


def suscribir(cuenta: Cuenta, jefa: Cuenta, hace: int) -> None:
    servicios.suscripcion_registrar(
        cuenta_id=cuenta.pk,
        plan="seis_meses",
        registrada_por_id=jefa.pk,
        ahora=timezone.now() - timedelta(days=hace),
    )


@pytest.mark.parametrize(
    ("hace", "dice"),
    [
        (None, "Todavía no tienes suscripción"),
        (0, "Activa"),
        (175, "Tu suscripción vence"),
        (400, "Tu suscripción venció"),
    ],
)
def test_mi_cuenta_dice_la_suscripcion_con_palabras(
    client: Client, ana: Cuenta, jefa: Cuenta, hace: int | None, dice: str
) -> None:
    if hace is not None:
        suscribir(ana, jefa, hace)
    client.force_login(ana)
    assert dice in client.get("/cuenta/").content.decode()


def test_mi_cuenta_exige_entrar_y_regresa(client: Client) -> None:
    assert client.get("/cuenta/")["Location"] == "/entrar/?next=/cuenta/"


def test_editar_nombre_y_usuario_conserva_lo_escrito_si_falla(client: Client, ana: Cuenta) -> None:
    client.force_login(ana)
    assert client.post("/cuenta/", {"nombre": "Ana María", "usuario": "anita"}).status_code == 302
    ana.refresh_from_db()
    assert (ana.nombre, ana.username) == ("Ana María", "anita")
    malo = client.post("/cuenta/", {"nombre": "Ana", "usuario": "otro@club.mx"}).content.decode()
    assert 'value="otro@club.mx"' in malo
    assert "sólo letras" in malo


def test_la_administracion_solo_la_ve_quien_puede(client: Client, ana: Cuenta, jefa: Cuenta) -> None:
    client.force_login(ana)
    assert "Administración" not in client.get("/cuenta/").content.decode()
    assert client.get("/administracion/", follow=True).status_code == 403
    client.force_login(jefa)
    assert "Administración" in client.get("/cuenta/").content.decode()


def test_la_administracion_entra_por_la_misma_puerta(client: Client, db: None) -> None:
    respuesta = client.get("/administracion/", follow=True)
    assert respuesta.redirect_chain[-1][0].startswith("/entrar/?next=")


def accion(escritorio: Client, cuenta: Cuenta, cual: str, id_orden: str) -> int:
    datos = {"action": cual, "_selected_action": [cuenta.pk], "id_orden": id_orden}
    return escritorio.post("/administracion/suscripciones/cuenta/", datos).status_code


def test_la_accion_registra_por_el_servicio_y_mandarla_dos_veces_cuenta_una(
    escritorio: Client, ana: Cuenta, jefa: Cuenta
) -> None:
    pagina = escritorio.get("/administracion/suscripciones/cuenta/?q=ana@club").content.decode()
    hallado = re.search(r'name="id_orden" value="([0-9a-f-]{36})"', pagina)
    assert hallado
    assert "ana@club.mx" in pagina
    assert "Registrar seis meses" in pagina
    for _n in range(2):
        assert accion(escritorio, ana, "registrar_seis_meses", hallado.group(1)) == 302
    una = Suscripcion.objects.get()
    assert (una.cuenta, una.registrada_por, una.plan.clave) == (ana, jefa, "seis_meses")
    accion(escritorio, ana, "registrar_un_anio", str(uuid.uuid4()))
    assert Suscripcion.objects.count() == 2


def test_sin_permiso_de_registrar_no_hay_accion(client: Client, ana: Cuenta) -> None:
    ayudante = Cuenta.objects.create_user("ayudante@club.mx", is_staff=True)
    ayudante.user_permissions.set(Permission.objects.filter(codename__in=("view_cuenta", "change_cuenta")))
    client.force_login(ayudante)
    assert "Registrar seis meses" not in client.get("/administracion/suscripciones/cuenta/").content.decode()
    accion(client, ana, "registrar_seis_meses", str(uuid.uuid4()))
    assert not Suscripcion.objects.exists()


def test_un_ayudante_no_se_da_permisos(client: Client) -> None:
    ayudante = Cuenta.objects.create_user("ayudante@club.mx", is_staff=True)
    ayudante.user_permissions.set(Permission.objects.filter(codename__in=("view_cuenta", "change_cuenta")))
    client.force_login(ayudante)
    client.post(
        f"/administracion/suscripciones/cuenta/{ayudante.pk}/change/",
        {"email": ayudante.email, "nombre": "Yo", "is_active": "on", "is_staff": "on", "is_superuser": "on"},
    )
    ayudante.refresh_from_db()
    assert not ayudante.is_superuser


def test_un_ayudante_no_toca_la_cuenta_de_un_administrador(client: Client, jefa: Cuenta) -> None:
    """Si pudiera cambiarle el correo, entraría como ella con un código."""
    ayudante = Cuenta.objects.create_user("ayudante@club.mx", is_staff=True)
    ayudante.user_permissions.set(Permission.objects.filter(codename__in=("view_cuenta", "change_cuenta")))
    client.force_login(ayudante)
    ficha = f"/administracion/suscripciones/cuenta/{jefa.pk}/change/"
    assert client.post(ficha, {"email": "mio@malo.mx", "nombre": "Jefa"}).status_code == 403
    jefa.refresh_from_db()
    assert jefa.email == "jefa@club.mx"


def test_extender_calcula_las_fechas_y_no_se_edita(escritorio: Client, ana: Cuenta) -> None:
    alta = "/administracion/suscripciones/suscripcion/add/"
    orden = str(uuid.uuid4())
    for _n in range(2):
        datos = {"cuenta": ana.pk, "cuantos": 30, "nota": "se cayó la sala", "orden": orden}
        assert escritorio.post(alta, datos).status_code == 302
    una = Suscripcion.objects.get()
    assert (una.nota, una.dias, consultas.vigencia(ana.pk, timezone.now()).estado) == ("se cayó la sala", 30, "activa")
    escritorio.post(f"/administracion/suscripciones/suscripcion/{una.pk}/change/", {"nota": "otra"})
    una.refresh_from_db()
    assert una.nota == "se cayó la sala"
    assert escritorio.post(f"/administracion/suscripciones/suscripcion/{una.pk}/delete/").status_code == 403


def test_anular_desde_la_administracion(escritorio: Client, ana: Cuenta, jefa: Cuenta) -> None:
    suscribir(ana, jefa, 0)
    una = Suscripcion.objects.get()
    datos = {"action": "anular", "_selected_action": [una.pk]}
    escritorio.post("/administracion/suscripciones/suscripcion/", datos)
    assert consultas.vigencia(ana.pk, timezone.now()).estado == "ninguna"


def test_la_ficha_de_la_cuenta_muestra_su_historia(escritorio: Client, ana: Cuenta, jefa: Cuenta) -> None:
    suscribir(ana, jefa, 0)
    pagina = escritorio.get(f"/administracion/suscripciones/cuenta/{ana.pk}/change/").content.decode()
    assert "Seis meses" in pagina
    assert 'name="suscripciones-0-fin' not in pagina  # se lee; no hay campo que editar


def test_alta_en_la_administracion_nace_sin_clave_y_en_minusculas(escritorio: Client) -> None:
    alta = "/administracion/suscripciones/cuenta/add/"
    escritorio.post(alta, {"email": "Nueva@Club.mx", "nombre": "Nueva"})
    nueva = Cuenta.objects.get(email="nueva@club.mx")
    assert not nueva.has_usable_password()
    repetida = escritorio.post(
        "/administracion/suscripciones/cuenta/add/", {"email": "NUEVA@club.mx", "nombre": "Otra"}
    )
    assert "Ya hay una cuenta con ese correo" in repetida.content.decode()


@pytest.mark.parametrize("nombre", ["Pendejo", "P e n d e j o", "Beto el cabr0n"])
def test_ni_al_registrarse_ni_al_cambiarlo_se_admite_un_nombre_grosero(client, nombre):
    datos = {"nombre": nombre, "email": "nueva@prueba.mx", "password1": "tres mulas seguidas"}
    respuesta = client.post(reverse("account_signup"), datos)
    assert "Escribe otro" in respuesta.content.decode()
    assert not Cuenta.objects.exists()
    ana = Cuenta.objects.create_user("ana@prueba.mx", nombre="Ana")
    client.force_login(ana)
    for cambio in ({"nombre": nombre, "usuario": ""}, {"nombre": "Ana", "usuario": "pendejo_1"}):
        respuesta = client.post(reverse("suscripciones:cuenta"), cambio)
        assert "Escribe otro" in respuesta.content.decode()
    ana.refresh_from_db()
    assert (ana.nombre, ana.username) == ("Ana", None)


def test_la_administracion_tampoco_pone_un_nombre_grosero(client):
    client.force_login(Cuenta.objects.create_superuser("jefa@prueba.mx"))
    alta = reverse("admin:suscripciones_cuenta_add")
    assert "Escribe otro" in client.post(alta, {"email": "b@prueba.mx", "nombre": "Puto amo"}).content.decode()
    assert Cuenta.objects.count() == 1
