"""SU1, D176: las sesiones de una cuenta se encuentran sin leer las demás, se ven, se cierran y, caducas, se borran."""

import importlib
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from suscripciones import servicios
from suscripciones.models import Cuenta
from suscripciones.templatetags.sesiones import aparato
from tests.suscripciones.ayudas import entrar

pytestmark = pytest.mark.django_db

CLAVE = "siete-mulas-y-media"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36"


def adentro(navegador: Client) -> bool:
    return navegador.get("/cuenta/").status_code == 200


def con_clave(**de: str) -> Client:
    navegador = Client(**de)
    navegador.post("/cuenta/login/", {"login": "ana@club.mx", "password": CLAVE})
    assert adentro(navegador)
    return navegador


def test_buscar_las_de_una_cuenta_no_lee_las_demas(ana: Cuenta) -> None:
    con_clave(), con_clave()
    cuantas = []
    for _vez in range(2):
        for _n in range(50):
            SessionStore().save()
        with CaptureQueriesContext(connection) as vistas:
            servicios.sesiones_cerrar(cuenta_id=ana.pk, menos="otra")
        cuantas.append(len(vistas))
        # ninguna consulta recorre la tabla: todas van por cuenta o por clave
        assert all(" IN (" in v["sql"] or "user_id" in v["sql"] for v in vistas.captured_queries), (
            vistas.captured_queries
        )
    assert max(cuantas) <= 6
    assert Session.objects.count() == 100


def test_toda_puerta_apunta_la_sesion(ana: Cuenta) -> None:
    con_clave(HTTP_USER_AGENT=ANDROID, REMOTE_ADDR="203.0.113.9")
    entrar(Client(), "ana@club.mx")
    de_prueba = Client()
    de_prueba.force_login(ana)
    assert adentro(de_prueba)
    apuntadas = UserSession.objects.filter(user=ana)
    assert apuntadas.count() == 3
    assert apuntadas.filter(ip="203.0.113.9", user_agent=ANDROID).exists()
    assert servicios.sesiones_cerrar(cuenta_id=ana.pk) == 3
    assert not adentro(de_prueba)


def test_una_pagina_no_escribe_cada_vez(ana: Cuenta) -> None:
    navegador = con_clave()
    with CaptureQueriesContext(connection) as vistas:
        assert adentro(navegador)
    assert not [v["sql"] for v in vistas.captured_queries if "usersession" in v["sql"]]


def test_mis_sesiones_las_ensena_y_cierra_la_que_se_diga(ana: Cuenta) -> None:
    aqui, alla, otra = con_clave(), con_clave(HTTP_USER_AGENT=ANDROID), con_clave()
    pagina = aqui.get("/cuenta/sessions/").content.decode()
    assert "Chrome en Android" in pagina
    assert pagina.count("Cerrarla") == 2
    assert pagina.count("Es ésta") == 1
    de_alla = UserSession.objects.get(user_agent=ANDROID)
    respuesta = aqui.post(f"/cuenta/sessions/{de_alla.pk}/close/", follow=True)
    assert "Sesión cerrada en ese aparato" in respuesta.content.decode()
    assert (adentro(aqui), adentro(alla), adentro(otra)) == (True, False, True)
    aqui.post("/cuenta/sessions/")
    assert (adentro(aqui), adentro(otra)) == (True, False)


def test_no_se_cierra_la_de_otra_persona_ni_la_propia_sin_querer(ana: Cuenta) -> None:
    suya, mia = con_clave(), Client()
    mia.force_login(Cuenta.objects.create_user("beto@club.mx", CLAVE))
    assert adentro(mia)
    for fila in UserSession.objects.all():
        assert mia.post(f"/cuenta/sessions/{fila.pk}/close/").status_code == 302
        assert mia.get(f"/cuenta/sessions/{fila.pk}/close/").status_code == 302
    assert adentro(suya) and adentro(mia)
    assert Client().post("/cuenta/sessions/1/close/").status_code == 302


def test_la_llave_del_telefono_se_queda_si_ya_no_es_de_la_cuenta(ana: Cuenta) -> None:
    navegador = con_clave()
    sesion = navegador.session
    for cual in [c for c in sesion.keys() if c.startswith("_auth")]:  # noqa: SIM118
        del sesion[cual]
    sesion["llave"] = "abc123"
    sesion.save()
    assert servicios.sesiones_cerrar(cuenta_id=ana.pk) == 0
    assert navegador.session["llave"] == "abc123"


def test_las_caducadas_se_borran_y_lo_apuntado_de_las_que_ya_no_estan(ana: Cuenta) -> None:
    viva, salio = con_clave(), con_clave()
    caduco = con_clave()
    Session.objects.filter(pk=caduco.session.session_key).update(expire_date=timezone.now() - timedelta(days=1))
    for _n in range(3):
        SessionStore().save()
    Session.objects.exclude(pk__in=[viva.session.session_key, salio.session.session_key]).update(
        expire_date=timezone.now() - timedelta(seconds=1)
    )
    salio.post("/cuenta/logout/")
    assert servicios.sesiones_limpiar(timezone.now()) == 4
    assert servicios.sesiones_limpiar(timezone.now()) == 0
    assert list(UserSession.objects.values_list("session_key", flat=True)) == [viva.session.session_key]
    assert "4 sesiones" not in servicios.barrer()
    assert adentro(viva)


def test_la_migracion_apunta_las_que_ya_estaban(ana: Cuenta) -> None:
    navegador = con_clave()
    SessionStore().save()
    UserSession.objects.all().delete()
    importlib.import_module("suscripciones.migrations.0009_sesiones_apuntadas").apuntar(apps, None)
    assert UserSession.objects.get().session_key == navegador.session.session_key
    assert servicios.sesiones_cerrar(cuenta_id=ana.pk) == 1


@pytest.mark.parametrize(
    ("dice", "se_le_dice"),
    [
        (ANDROID, "Chrome en Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1",
            "Safari en iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 Safari/537.36 Edg/131.0", "Edge en Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox en Mac"),
        ("curl/8.5", "Un aparato que no reconocemos"),
        ("", "Un aparato que no reconocemos"),
    ],
)
def test_el_aparato_se_dice_en_palabras(dice: str, se_le_dice: str) -> None:
    assert aparato(dice) == se_le_dice
