"""Con la contraseña nueva, quien entró con la anterior se queda sin páginas y sin sockets (SU1, D176)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from suscripciones import servicios
from suscripciones.models import Cuenta
from tests.enlinea.mesa.sentados import Jugador
from tests.enlinea.mesas import sentar, suscriptor
from tests.enlinea.sala.ayudas import navegador
from tests.enlinea.sala.conftest import abrir, proceso
from tests.enlinea.sala.paginas import Abrir, Pagina

__all__ = ["abrir", "proceso"]

CLAVE, NUEVA = "siete-mulas-y-media", "la-sopa-de-letras-9"


@pytest.fixture(autouse=True)
def topes_en_cero() -> None:
    cache.clear()


def ana() -> Cuenta:
    cuenta = suscriptor("Ana")
    servicios.cuenta_verificar_correo(cuenta)
    Cuenta.objects.filter(pk=cuenta.pk).update(password=make_password(CLAVE))
    cuenta.refresh_from_db()
    return cuenta


def clave_de(cliente: Client) -> str:
    return cliente.cookies[settings.SESSION_COOKIE_NAME].value


def cambia(cliente: Client) -> None:
    datos = {"oldpassword": CLAVE, "password1": NUEVA, "password2": NUEVA}
    assert cliente.post("/cuenta/password/change/", datos)["Location"] == "/cuenta/"


def pone(cliente: Client) -> None:
    Cuenta.objects.update(password=make_password(None))
    cliente.force_login(Cuenta.objects.get(email="ana@prueba.mx"))
    assert cliente.post("/cuenta/password/set/", {"password1": NUEVA, "password2": NUEVA}).status_code == 302


def restablece(cliente: Client) -> None:
    cliente.post("/cuenta/password/reset/", {"email": "ana@prueba.mx"})
    hallado = re.search(r"https?://[^/\s]+(/cuenta/password/reset/key/\S+)", str(mail.outbox[-1].body))
    assert hallado
    aqui = cliente.get(hallado.group(1), follow=True).redirect_chain[-1][0]
    assert cliente.post(aqui, {"password1": NUEVA, "password2": NUEVA}).status_code == 302


def desde_la_administracion(cliente: Client) -> None:
    Cuenta.objects.update(is_staff=True, is_superuser=True)
    datos = {"old_password": CLAVE, "new_password1": NUEVA, "new_password2": NUEVA}
    assert cliente.post("/administracion/password_change/", datos).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("como", [cambia, pone, restablece, desde_la_administracion])
def test_se_cierran_las_demas_sesiones_suyas_y_ninguna_otra(como: Callable[[Client], None]) -> None:
    cuenta, beto = ana(), navegador(suscriptor("Beto"))
    intruso, cliente, sin_entrar = navegador(cuenta), navegador(cuenta), Client()
    sesion: Any = sin_entrar.session
    sesion["llave"] = "de un teléfono"
    sesion.save()
    como(cliente)
    assert Cuenta.objects.get(pk=cuenta.pk).check_password(NUEVA)
    assert not Session.objects.filter(pk=clave_de(intruso)).exists()
    assert Session.objects.filter(pk__in=[clave_de(beto), sesion.session_key]).count() == 2
    assert cliente.get("/cuenta/").status_code == 200, "la que la cambió sigue"


@pytest.mark.django_db
def test_tambien_desde_la_consola(monkeypatch: pytest.MonkeyPatch) -> None:
    intruso = navegador(ana())
    monkeypatch.setattr("getpass.getpass", lambda prompt="": NUEVA)
    call_command("changepassword", "ana@prueba.mx", verbosity=0)
    assert not Session.objects.filter(pk=clave_de(intruso)).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_al_intruso_se_le_cortan_la_sala_y_la_mesa(abrir: Abrir, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enlinea.sala.vivo.REPASO", 0)
    cuenta = await sync_to_async(ana)()
    otros = [await sync_to_async(suscriptor)(n) for n in ("Beto", "Caro", "Dani")]
    mesa = await sync_to_async(sentar)([cuenta, *otros])
    pagina: Pagina = await abrir(cuenta)
    await pagina.hasta("parcial")
    jugador = await Jugador(mesa.pk, pagina.galleta).abrir()
    await jugador.esperar("vista")
    await sync_to_async(restablece)(Client())
    assert (await pagina.hasta("fuera"))["datos"] == {"codigo": "sin_sesion"}
    assert (await jugador.esperar("fuera"))["datos"] == {"codigo": "sin_sesion"}
    await jugador.cerrar()
