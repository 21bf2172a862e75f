"""RE1, SU1: con cuenta y sin ella se hace el mismo trabajo y se tarda lo mismo. El tiempo lo mide `bench/entrada`."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import timezone

from config.servidor import peticiones
from suscripciones import servicios
from suscripciones.models import Cuenta
from tests.suscripciones.ayudas import otro_codigo, pedir, ultimo_codigo

pytestmark = pytest.mark.django_db

CLAVE = "siete-mulas-y-media"
CONOCIDAS = ("ana@club.mx", "sinclave@club.mx", "baja@club.mx", "sincomprobar@club.mx", "anita")
DESCONOCIDAS = ("nadie@club.mx", "nadie")


class Trabajo(NamedTuple):
    """Lo que costó una petición."""

    derivaciones: int
    escrituras: Counter[str]
    consultas: int
    correos: int
    estado: int


@pytest.fixture
def gente(ana: Cuenta) -> None:
    """Cuentas de todas las clases: con usuario, sin contraseña, desactivada y con el correo sin comprobar."""
    servicios.cuenta_editar(cuenta_id=ana.pk, nombre="Ana", usuario="anita")
    servicios.cuenta_verificar_correo(servicios.cuenta_por_correo("sinclave@club.mx", "Sin"))
    servicios.cuenta_verificar_correo(Cuenta.objects.create_user("baja@club.mx", CLAVE, is_active=False))
    sin = Cuenta.objects.create_user("sincomprobar@club.mx", CLAVE)
    EmailAddress.objects.create(user=sin, email=sin.email, primary=True)


@pytest.fixture
def medir(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Client], HttpResponse]], Trabajo]:
    """Cuánto trabajo hace una petición de un navegador nuevo."""
    derivadas: list[str] = []
    antes = MD5PasswordHasher.encode

    def contada(self: Any, clave: str, *sal: Any, **mas: Any) -> str:
        derivadas.append(clave)
        return antes(self, clave, *sal, **mas)

    monkeypatch.setattr(MD5PasswordHasher, "encode", contada)

    def uno(hacer: Callable[[Client], HttpResponse]) -> Trabajo:
        derivadas.clear()
        mail.outbox.clear()
        with CaptureQueriesContext(connection) as vistas:
            respuesta = hacer(Client())
        ordenes = [v["sql"] for v in vistas.captured_queries]
        escritas = Counter(
            " ".join(hallada.groups())
            for o in ordenes
            if (hallada := re.match(r'(INSERT INTO|UPDATE|DELETE FROM) "(\w+)"', o))
        )
        return Trabajo(len(derivadas), escritas, len(ordenes), len(mail.outbox), respuesta.status_code)

    return uno


def test_con_clave_equivocada(gente: None, medir: Any) -> None:
    def entrar(quien: str) -> Callable[[Client], HttpResponse]:
        return lambda navegador: navegador.post("/cuenta/login/", {"login": quien, "password": "no-es-esa"})

    trabajos = {quien: medir(entrar(quien)) for quien in (*CONOCIDAS, *DESCONOCIDAS)}
    assert len({str(t) for t in trabajos.values()}) == 1, trabajos
    assert trabajos["ana@club.mx"].derivaciones == 1


def test_la_buena_se_deriva_una_vez(gente: None, medir: Any) -> None:
    bien = medir(lambda navegador: navegador.post("/cuenta/login/", {"login": "anita", "password": CLAVE}))
    assert (bien.derivaciones, bien.estado) == (1, 302)


def test_al_darse_de_alta(gente: None, medir: Any) -> None:
    def alta(correo: str) -> Callable[[Client], HttpResponse]:
        datos = {"nombre": "Beto", "email": correo, "password1": CLAVE}
        return lambda navegador: navegador.post("/cuenta/signup/", datos)

    trabajos = {correo: medir(alta(correo)) for correo in ("ana@club.mx", "sinclave@club.mx", "nadie@club.mx")}
    conocidas, nadie = [trabajos["ana@club.mx"], trabajos["sinclave@club.mx"]], trabajos["nadie@club.mx"]
    for conocida in conocidas:
        assert (conocida.derivaciones, conocida.correos, conocida.estado) == (1, 1, 302)
        assert conocida[:2] + conocida[3:] == nadie[:2] + nadie[3:]
        # lo que queda son lecturas de menos de una décima de milisegundo junto a la derivación
        assert abs(conocida.consultas - nadie.consultas) <= 4, trabajos
    assert Cuenta.objects.filter(email="nadie@club.mx").count() == 1
    assert not Cuenta.objects.filter(email__endswith="nadie.invalid").exists()
    assert not EmailAddress.objects.filter(email__endswith="nadie.invalid").exists()


def test_al_pedir_un_codigo_y_al_escribirlo_mal(gente: None, medir: Any) -> None:
    def escribir(correo: str) -> Callable[[Client], HttpResponse]:
        def hacer(navegador: Client) -> HttpResponse:
            pedir(navegador, correo)
            return navegador.post("/entrar/codigo/", {"codigo": otro_codigo(ultimo_codigo())})

        return hacer

    quienes = (*CONOCIDAS[:4], DESCONOCIDAS[0])
    assert len({str(medir(lambda n, c=c: pedir(n, c))) for c in quienes}) == 1
    assert len({str(medir(escribir(c))) for c in quienes}) == 1


def test_al_pedir_el_enlace(gente: None, medir: Any) -> None:
    def enlace(correo: str) -> Callable[[Client], HttpResponse]:
        return lambda navegador: navegador.post("/cuenta/password/reset/", {"email": correo})

    trabajos = {correo: medir(enlace(correo)) for correo in (*CONOCIDAS[:4], DESCONOCIDAS[0])}
    assert len({str(t) for t in trabajos.values()}) == 1, trabajos
    assert (trabajos["ana@club.mx"].correos, trabajos["ana@club.mx"].derivaciones) == (1, 0)


AL_AZAR = ("X-Peticion", "Expires", "Content-Length")  # el largo lo da lo que la persona escribió


def letra_por_letra(respuesta: HttpResponse, escrito: str) -> str:
    """Estado, encabezados y cuerpo, sin lo que es al azar ni lo que la persona escribió."""
    cuerpo = re.sub(r'value="[A-Za-z0-9]{64}"|data-ahora="\d+"', "", respuesta.content.decode()).replace(escrito, "X")
    encabezados = sorted(uno for uno in respuesta.headers.items() if uno[0] not in AL_AZAR)
    return f"{respuesta.status_code} {encabezados} {cuerpo}"


PUERTAS = {
    "contraseña": ("/cuenta/login/", "login", {"password": "no-es-esa"}, 8),
    "alta": ("/cuenta/signup/", "email", {"nombre": "Beto", "password1": CLAVE}, 0),
    "código": ("/entrar/", "correo", {}, 4),
    "enlace": ("/cuenta/password/reset/", "email", {}, 4),
}


@pytest.mark.parametrize("puerta", PUERTAS)
def test_hasta_que_frena_la_respuesta_es_la_misma_letra_por_letra(
    gente: None, monkeypatch: pytest.MonkeyPatch, puerta: str
) -> None:
    """Misma respuesta y mismas órdenes a la base en cada intento, también en los frenados. El reloj, parado."""
    ruta, campo, demas, libres = PUERTAS[puerta]
    ahora = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: ahora)
    vistos, quienes = {}, [quien for quien in (*CONOCIDAS, *DESCONOCIDAS) if campo == "login" or "@" in quien]
    for n, quien in enumerate(quienes):
        intentos = []
        for _n in range(libres + 2):
            with CaptureQueriesContext(connection) as ordenes:
                respuesta = Client(REMOTE_ADDR=f"198.51.{n}.7").post(ruta, {campo: quien, **demas})
            intentos.append((letra_por_letra(respuesta, quien), len(ordenes) if libres else None))
        vistos[quien] = intentos
    for quien, intentos in vistos.items():
        for suyo, de_nadie in zip(intentos, vistos["nadie@club.mx"], strict=True):
            assert suyo == de_nadie, quien
    if libres:
        assert ["Espera" in texto for texto, _o in vistos["ana@club.mx"]] == [False] * libres + [True] * 2


def test_lo_que_deriva_claves_va_en_su_grupo_de_hilos() -> None:
    de_allauth = {n for n in get_resolver().reverse_dict if isinstance(n, str) and n.startswith(("account_", "mfa_"))}
    assert len(de_allauth) > 10
    for nombre in de_allauth:
        [(camino, _campos), *_mas] = get_resolver().reverse_dict.getlist(nombre)[0][0]
        assert f"/{camino}".startswith(peticiones.DERIVAN), nombre
    for nombre in ("admin:login", "admin:password_change"):
        assert reverse(nombre).startswith(peticiones.DERIVAN)
    assert peticiones.HILOS_DE_CLAVES < peticiones.HILOS
