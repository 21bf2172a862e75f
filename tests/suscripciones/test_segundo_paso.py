"""SU1: segundo paso para quien lo quiera, exigido al personal; un código por correo no abre la administración."""

import html
import io
import json
import re
import time
import uuid
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from suscripciones import servicios
from suscripciones.models import Cuenta, Suspension
from suscripciones.segundo_paso import RECIENTE, SESION_DEL_PERSONAL
from tests.suscripciones.ayudas import entrar
from tests.suscripciones.llave_de_prueba import Llave

pytestmark = pytest.mark.django_db

CLAVE, DE_JEFA = "siete-mulas-y-media", "domino-jefa"
ADENTRO = "/administracion/suscripciones/suspension/"


@pytest.fixture
def exigido(settings: Any) -> None:
    """Como en producción."""
    settings.SEGUNDO_PASO_DEL_PERSONAL = True


def secreto_de(cuenta: Cuenta) -> str:
    fila = Authenticator.objects.get(user=cuenta, type=Authenticator.Type.TOTP)
    return str(get_adapter().decrypt(fila.data["secret"]))


def codigo_de(secreto: str) -> str:
    """El que enseña ahora la aplicación; como si nadie lo hubiera usado ya en este medio minuto."""
    cache.clear()
    return format_hotp_value(hotp_value(secreto, int(time.time()) // 30))


def con_clave(navegador: Client, correo: str, clave: str, **mas: str) -> HttpResponse:
    return navegador.post("/cuenta/login/", {"login": correo, "password": clave, **mas})


def adentro(navegador: Client) -> bool:
    return navegador.get("/cuenta/").status_code == 200


def poner_aplicacion(navegador: Client, clave: str) -> str:
    """Como en la pantalla: comprueba la contraseña, lee la clave y escribe el código."""
    navegador.post("/cuenta/reauthenticate/?next=/cuenta/2fa/totp/activate/", {"password": clave})
    pagina = navegador.get("/cuenta/2fa/totp/activate/").content.decode()
    hallado = re.search(r">\s*([A-Z2-7]{32})\s*<", pagina)
    assert hallado, pagina
    respuesta = navegador.post("/cuenta/2fa/totp/activate/", {"code": codigo_de(hallado[1])})
    assert respuesta.status_code == 302
    return hallado[1]


def opciones(navegador: Client, camino: str) -> dict[str, Any]:
    pagina = navegador.get(camino).content.decode()
    hallado = re.search(r'data-opciones="([^"]+)"', pagina)
    assert hallado, pagina
    datos: dict[str, Any] = json.loads(html.unescape(hallado[1]))
    return datos


def poner_llave(navegador: Client, clave: str) -> Llave:
    navegador.post("/cuenta/reauthenticate/?next=/cuenta/2fa/webauthn/add/", {"password": clave})
    llave = Llave()
    credencial = llave.crear(opciones(navegador, "/cuenta/2fa/webauthn/add/"))
    respuesta = navegador.post("/cuenta/2fa/webauthn/add/", {"name": "mi teléfono", "credential": credencial})
    assert respuesta.status_code == 302, respuesta.content.decode()
    return llave


def con_llave(navegador: Client, llave: Llave, **como: Any) -> HttpResponse:
    """«Entrar con mi llave de acceso»."""
    de = navegador.get("/cuenta/2fa/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"}).json()
    credencial = llave.usar(de["request_options"], **como)
    return navegador.post("/cuenta/2fa/webauthn/login/", {"credential": credencial})


def desde_hace(navegador: Client, segundos: float) -> None:
    """Lo que comprobó, lo comprobó hace tanto."""
    sesion = navegador.session
    for una in sesion["account_authentication_methods"]:
        una["at"] -= segundos
    sesion.save()


# --- quien lo quiera --------------------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_con_aplicacion_se_pide_el_codigo_por_cualquier_puerta(ana: Cuenta) -> None:
    navegador = Client()
    con_clave(navegador, ana.email, CLAVE)
    secreto = poner_aplicacion(navegador, CLAVE)
    assert "Pusiste un segundo paso" in [m.subject for m in mail.outbox]
    otro, con_codigo = Client(), Client()
    assert con_clave(otro, ana.email, CLAVE)["Location"] == "/cuenta/2fa/authenticate/"
    assert entrar(con_codigo, ana.email)["Location"] == "/cuenta/2fa/authenticate/"
    for sin_terminar in (otro, con_codigo):
        assert not adentro(sin_terminar)
        mal = sin_terminar.post("/cuenta/2fa/authenticate/", {"code": "000000"})
        assert "Ese código no es" in mal.content.decode()
        assert sin_terminar.post("/cuenta/2fa/authenticate/", {"code": codigo_de(secreto)}).status_code == 302
        assert adentro(sin_terminar)


def test_un_codigo_de_recuperacion_sirve_una_vez(ana: Cuenta) -> None:
    navegador = Client()
    con_clave(navegador, ana.email, CLAVE)
    poner_aplicacion(navegador, CLAVE)
    pagina = navegador.get("/cuenta/2fa/recovery-codes/").content.decode()
    codigos = re.findall(r">\s*(\d{8})\s*<", pagina)
    assert len(codigos) == 10
    for vez in range(2):
        otro = Client()
        con_clave(otro, ana.email, CLAVE)
        otro.post("/cuenta/2fa/authenticate/", {"code": codigos[0]})
        assert adentro(otro) is (vez == 0)


def test_quien_no_lo_quiere_entra_como_siempre(ana: Cuenta) -> None:
    assert con_clave(Client(), ana.email, CLAVE)["Location"] == "/recreo/"


def test_los_secretos_no_estan_a_la_vista_en_la_base(ana: Cuenta, settings: Any) -> None:
    navegador = Client()
    con_clave(navegador, ana.email, CLAVE)
    secreto = poner_aplicacion(navegador, CLAVE)
    assert secreto not in str(list(Authenticator.objects.values_list("data", flat=True)))
    # al cambiar la clave de la casa, con la de antes a la vista sigue sirviendo; sin ella, nadie entra con él
    antes = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "otra-clave" * 6, [antes]
    assert secreto_de(ana) == secreto
    settings.SECRET_KEY_FALLBACKS = []
    assert len({secreto, secreto_de(ana), secreto_de(ana)}) == 3


def test_recifrado_la_clave_anterior_se_quita_y_todos_entran_con_lo_suyo(ana: Cuenta, settings: Any) -> None:
    navegador = Client()
    con_clave(navegador, ana.email, CLAVE)
    secreto = poner_aplicacion(navegador, CLAVE)
    codigos = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()
    antes = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "otra-clave" * 6, [antes]
    assert servicios.segundos_pasos_recifrar() == (2, [])
    settings.SECRET_KEY_FALLBACKS = []
    assert secreto_de(ana) == secreto
    assert RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes() == codigos
    # sin la clave con que se cifraron, nada se toca y se dice de quién son
    settings.SECRET_KEY = "perdida-" * 8
    guardado = list(Authenticator.objects.values_list("data", flat=True))
    with pytest.raises(CommandError, match=str(ana.pk)):
        call_command("segundo_paso", "--recifrar", stdout=io.StringIO())
    assert list(Authenticator.objects.values_list("data", flat=True)) == guardado


def test_con_la_llave_se_entra_sin_escribir_nada(ana: Cuenta) -> None:
    navegador = Client()
    con_clave(navegador, ana.email, CLAVE)
    llave = poner_llave(navegador, CLAVE)
    assert "mi teléfono" in navegador.get("/cuenta/2fa/webauthn/").content.decode()
    otro = Client()
    assert con_llave(otro, llave)["Location"] == "/recreo/"
    assert adentro(otro)
    # ni desde otro sitio, ni con la llave de nadie
    ajeno = Client()
    con_llave(ajeno, llave, aqui="https://malo.example")
    con_llave(ajeno, Llave())
    assert not adentro(ajeno)


def test_la_llave_tambien_es_segundo_paso_y_se_quita(ana: Cuenta) -> None:
    navegador = Client()
    con_clave(navegador, ana.email, CLAVE)
    llave = poner_llave(navegador, CLAVE)
    otro = Client()
    assert con_clave(otro, ana.email, CLAVE)["Location"] == "/cuenta/2fa/authenticate/"
    credencial = llave.usar(opciones(otro, "/cuenta/2fa/authenticate/"))
    assert otro.post("/cuenta/2fa/authenticate/", {"credential": credencial}).status_code == 302
    assert adentro(otro)
    suya = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    navegador.post(f"/cuenta/2fa/webauthn/keys/{suya.pk}/edit/", {"name": "la de siempre"})
    assert "la de siempre" in navegador.get("/cuenta/2fa/webauthn/").content.decode()
    navegador.post(f"/cuenta/2fa/webauthn/keys/{suya.pk}/remove/")
    assert not Authenticator.objects.exists()


def test_las_pantallas_estan_en_espanol_y_sin_nada_en_linea(ana: Cuenta) -> None:
    navegador = Client()
    con_clave(navegador, ana.email, CLAVE)
    navegador.post("/cuenta/reauthenticate/?next=/cuenta/", {"password": CLAVE})
    suyas = ["", "totp/activate/", "webauthn/", "webauthn/add/"]
    paginas = [navegador.get(f"/cuenta/2fa/{una}").content.decode() for una in suyas]
    poner_aplicacion(navegador, CLAVE)
    poner_llave(navegador, CLAVE)
    suya = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN).pk
    suyas = ["", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/", "reauthenticate/", "webauthn/"]
    suyas += ["webauthn/reauthenticate/", f"webauthn/keys/{suya}/edit/", f"webauthn/keys/{suya}/remove/"]
    paginas += [navegador.get(f"/cuenta/2fa/{una}").content.decode() for una in suyas]
    paginas.append(navegador.get("/cuenta/reauthenticate/").content.decode())
    otro = Client()
    con_clave(otro, ana.email, CLAVE)
    paginas.append(otro.get("/cuenta/2fa/authenticate/").content.decode())
    for pagina in paginas:
        assert "<h1>" in pagina
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", pagina)
        a_la_vista = re.sub(r"<[^>]+>", " ", pagina)
        assert not re.search(r"\b([Cc]ode|[Kk]ey|Authenticat\w+|[Pp]assword|[Yy]our|Use|security)\b", a_la_vista)
    for carta in mail.outbox:
        assert not re.search(r"\b(the|your|code|key)\b", f"{carta.subject} {carta.body}")


# --- quien administra -------------------------------------------------------------------------------------------------
def test_sin_segundo_paso_no_se_administra_ni_se_lo_pone_uno_mismo(exigido: None, jefa: Cuenta) -> None:
    """Quien lee su correo entra con un código; si pudiera ponerse el segundo paso, con eso le bastaba."""
    for navegador in (entrada_con_codigo(jefa), entrada_con_clave(jefa)):
        for camino in ("/administracion/", ADENTRO, "/cuenta/2fa/totp/activate/", "/cuenta/2fa/webauthn/add/"):
            respuesta = navegador.get(camino)
            assert respuesta.status_code == 403, camino
            assert "segundo_paso" in respuesta.content.decode()
        navegador.post("/cuenta/2fa/totp/activate/", {"code": "000000"})
        assert not Authenticator.objects.exists()


def entrada_con_codigo(jefa: Cuenta) -> Client:
    navegador = Client()
    entrar(navegador, jefa.email)
    return navegador


def entrada_con_clave(jefa: Cuenta) -> Client:
    navegador = Client()
    con_clave(navegador, jefa.email, DE_JEFA)
    return navegador


def jefa_adentro(jefa: Cuenta) -> tuple[Client, str]:
    """Con su contraseña y su segundo paso, dado en la consola."""
    salida = io.StringIO()
    call_command("segundo_paso", jefa.email, stdout=salida)
    hallado = re.search(r"secret=([A-Z2-7]+)", salida.getvalue())
    assert hallado and len(re.findall(r"\b\d{8}\b", salida.getvalue())) == 10
    navegador = entrada_con_clave(jefa)
    navegador.post("/cuenta/2fa/authenticate/", {"code": codigo_de(hallado[1])})
    return navegador, hallado[1]


def test_con_contrasena_y_segundo_paso_se_administra(exigido: None, jefa: Cuenta) -> None:
    navegador, _secreto = jefa_adentro(jefa)
    assert navegador.get("/administracion/").status_code == 200
    call_command("segundo_paso", jefa.email, quitar=True, stdout=io.StringIO())
    assert navegador.get("/administracion/").status_code == 403


def test_un_codigo_por_correo_no_abre_la_administracion_ni_con_segundo_paso(exigido: None, jefa: Cuenta) -> None:
    _navegador, secreto = jefa_adentro(jefa)
    navegador = entrada_con_codigo(jefa)
    assert navegador.get("/administracion/")["Location"].startswith("/administracion/login/")
    navegador.post("/cuenta/2fa/authenticate/", {"code": codigo_de(secreto)})
    respuesta = navegador.get("/administracion/")
    assert respuesta["Location"] == "/cuenta/reauthenticate/?next=%2Fadministracion%2F"
    respuesta = navegador.post(respuesta["Location"], {"password": DE_JEFA})
    assert respuesta["Location"] == "/administracion/"
    assert navegador.get("/administracion/").status_code == 200


def test_con_la_llave_de_acceso_se_administra(exigido: None, jefa: Cuenta) -> None:
    navegador, _secreto = jefa_adentro(jefa)
    llave = poner_llave(navegador, DE_JEFA)
    otro = Client()
    con_llave(otro, llave)
    assert otro.get(ADENTRO).status_code == 200


def test_antes_de_suspender_se_comprueba_otra_vez_y_lo_escrito_no_se_pierde(
    exigido: None, jefa: Cuenta, ana: Cuenta
) -> None:
    navegador, secreto = jefa_adentro(jefa)
    alta = f"{ADENTRO}add/?cuenta={ana.pk}"
    orden = re.search(r'name="orden" value="([^"]+)"', navegador.get(alta).content.decode())
    assert orden
    datos = {"cuenta": ana.pk, "motivo": "Insultos", "seguro": "on", "orden": orden[1], "hasta_0": "", "hasta_1": ""}
    desde_hace(navegador, RECIENTE + 1)
    assert navegador.get(alta).status_code == 200  # mirar, se puede
    respuesta = navegador.post(alta, datos)
    assert respuesta["Location"].startswith("/cuenta/2fa/reauthenticate/?next=")
    assert not Suspension.objects.exists()
    mal = navegador.post(respuesta["Location"], {"code": "000000"})
    assert mal.status_code == 200 and not Suspension.objects.exists()
    navegador.post(respuesta["Location"], {"code": codigo_de(secreto)})
    assert Suspension.objects.get().cuenta_id == ana.pk
    # y ya no se le pide de nuevo en un rato
    otra = {"action": "registrar_un_anio", "_selected_action": [ana.pk], "id_orden": str(uuid.uuid4())}
    respuesta = navegador.post("/administracion/suscripciones/cuenta/", otra)
    assert respuesta["Location"] == "/administracion/suscripciones/cuenta/", respuesta.content.decode()
    assert ana.suscripciones.count() == 1


@pytest.mark.parametrize("que", ["otorgar", "reembolsar"])
def test_antes_de_otorgar_o_reembolsar_se_comprueba_otra_vez(
    exigido: None, jefa: Cuenta, ana: Cuenta, que: str
) -> None:
    navegador, secreto = jefa_adentro(jefa)
    lista, accion, elegidas = "cuenta", "registrar_un_anio", [ana.pk]
    if que == "reembolsar":
        pagada = servicios.suscripcion_registrar(
            cuenta_id=ana.pk, plan="anual", registrada_por_id=jefa.pk, ahora=timezone.now()
        )
        lista, accion, elegidas = "suscripcion", "anular", [pagada.pk]
    desde_hace(navegador, RECIENTE + 1)
    datos = {"action": accion, "_selected_action": elegidas, "id_orden": str(uuid.uuid4())}
    respuesta = navegador.post(f"/administracion/suscripciones/{lista}/", datos)
    assert respuesta["Location"].startswith("/cuenta/2fa/reauthenticate/")
    vigentes = ana.suscripciones.filter(anulada_en=None)
    assert vigentes.count() == (que == "reembolsar")
    navegador.post(respuesta["Location"], {"code": codigo_de(secreto)})
    assert vigentes.count() == (que == "otorgar")


def test_la_sesion_de_quien_administra_dura_doce_horas(exigido: None, jefa: Cuenta, ana: Cuenta) -> None:
    navegador, _secreto = jefa_adentro(jefa)
    doce = timedelta(seconds=SESION_DEL_PERSONAL)
    for suya in (navegador.session, entrada_con_codigo_sin_segundo(jefa).session):
        assert timedelta(0) < timezone.now() + doce - suya.get_expiry_date() < timedelta(minutes=1)
    de_ana = Client()
    con_clave(de_ana, ana.email, CLAVE)
    assert de_ana.session.get_expiry_date() > timezone.now() + timedelta(days=29)
    # aunque la sesión siga en la base (la de quien acaba de volverse personal), pasadas doce no administra
    desde_hace(navegador, SESION_DEL_PERSONAL + 1)
    respuesta = navegador.get("/administracion/")
    assert respuesta["Location"] == "/cuenta/login/?next=%2Fadministracion%2F"
    assert not adentro(navegador)


def entrada_con_codigo_sin_segundo(jefa: Cuenta) -> Client:
    call_command("segundo_paso", jefa.email, quitar=True, stdout=io.StringIO())
    navegador = entrada_con_codigo(jefa)
    assert adentro(navegador)
    call_command("segundo_paso", jefa.email, stdout=io.StringIO())
    return navegador


def test_quien_se_vuelve_personal_trae_ya_su_segundo_paso(exigido: None, jefa: Cuenta, ana: Cuenta) -> None:
    navegador, _secreto = jefa_adentro(jefa)
    pagina = f"/administracion/suscripciones/cuenta/{ana.pk}/change/"
    datos = {"email": ana.email, "nombre": "Ana", "username": "", "is_active": "on", "is_staff": "on"}
    for prefijo in ("suscripciones", "suspensiones"):
        datos |= {f"{prefijo}-TOTAL_FORMS": "0", f"{prefijo}-INITIAL_FORMS": "0"}
    assert "Primero la persona agrega un segundo paso" in navegador.post(pagina, datos).content.decode()
    suyo = Client()
    con_clave(suyo, ana.email, CLAVE)
    poner_aplicacion(suyo, CLAVE)
    assert navegador.post(pagina, datos).status_code == 302
    ana.refresh_from_db()
    assert ana.is_staff


def test_quien_administra_no_se_quita_el_ultimo(exigido: None, jefa: Cuenta) -> None:
    navegador, _secreto = jefa_adentro(jefa)
    navegador.post("/cuenta/reauthenticate/?next=/cuenta/", {"password": DE_JEFA})
    respuesta = navegador.post("/cuenta/2fa/totp/deactivate/")
    assert "agrega otro segundo paso" in respuesta.content.decode()
    assert Authenticator.objects.filter(type=Authenticator.Type.TOTP).exists()


def test_en_la_demostracion_la_administracion_no_lo_pide(jefa: Cuenta, settings: Any) -> None:
    assert not settings.SEGUNDO_PASO_DEL_PERSONAL
    assert entrada_con_clave(jefa).get("/administracion/").status_code == 200


def test_adivinar_el_segundo_paso_tiene_tope(ana: Cuenta) -> None:
    navegador = Client()
    con_clave(navegador, ana.email, CLAVE)
    secreto = poner_aplicacion(navegador, CLAVE)
    otro = Client()
    con_clave(otro, ana.email, CLAVE)
    bueno = codigo_de(secreto)
    for n in range(8):
        otro.post("/cuenta/2fa/authenticate/", {"code": f"{(int(bueno) + 7 * n + 1) % 10**6:06d}"})
    otro.post("/cuenta/2fa/authenticate/", {"code": bueno})
    assert not adentro(otro)
