"""Decisión 030: un correo tiene una sola forma; buscarlo usa el índice y no dice quién existe por lo que tarda."""

import re
import unicodedata
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from config.comun.correo import correo_normal
from suscripciones import consultas, servicios
from suscripciones.models import CodigoDeEntrada, Cuenta, Intentos
from tests.suscripciones.ayudas import pedir, ultimo_codigo

CLAVE = "siete-mulas-y-media"
DE_UN_SIGNO = "ana@dominó.mx"
DE_DOS = unicodedata.normalize("NFD", DE_UN_SIGNO)


@given(st.text(max_size=40))
def test_la_forma_normal_no_cambia_al_repetirla(escrito: str) -> None:
    assert correo_normal(correo_normal(escrito)) == correo_normal(escrito)


def test_no_junta_lo_que_solo_se_parece() -> None:
    assert correo_normal(" ANA@Club.mx ") == "ana@club.mx"
    assert (DE_DOS != DE_UN_SIGNO, correo_normal(DE_DOS)) == (True, DE_UN_SIGNO)
    for parecido in ("ana@gmaıl.mx", "anaſ@gmail.mx", "a.na@gmail.mx", "ana+1@gmail.mx"):
        assert correo_normal(parecido) == parecido


@pytest.mark.django_db
def test_se_guarda_asi_por_la_puerta_que_sea_y_se_halla_como_se_escriba() -> None:
    suelta = Cuenta(email=f" {DE_DOS.upper()} ")
    suelta.save()
    assert suelta.email == DE_UN_SIGNO
    Cuenta.objects.bulk_create([Cuenta(email="BETO@club.mx")])
    Cuenta.objects.filter(email=" Beto@CLUB.mx").update(email="Beto2@club.mx")
    assert set(Cuenta.objects.values_list("email", flat=True)) == {DE_UN_SIGNO, "beto2@club.mx"}
    assert consultas.cuenta_de(DE_DOS) == consultas.cuenta_de(DE_UN_SIGNO.upper()) == suelta.pk
    with pytest.raises(IntegrityError), transaction.atomic():
        Cuenta.objects.create(email=DE_DOS)


@pytest.mark.django_db
def test_el_mismo_correo_entra_a_la_misma_cuenta_por_las_cuatro_puertas() -> None:
    propia = Cuenta.objects.create_user(DE_UN_SIGNO, CLAVE, nombre="Ana")
    servicios.cuenta_verificar_correo(propia)
    assert Client().post("/cuenta/login/", {"login": DE_DOS, "password": CLAVE}).status_code == 302
    navegador = Client()
    pedir(navegador, DE_DOS)
    assert navegador.post("/entrar/codigo/", {"codigo": ultimo_codigo()}).status_code == 302
    assert navegador.session["_auth_user_id"] == str(propia.pk)
    Client().post("/cuenta/password/reset/", {"email": DE_DOS})
    assert "/password/reset/key/" in str(mail.outbox[-1].body) and mail.outbox[-1].to == [DE_UN_SIGNO]
    Client().post("/cuenta/signup/", {"nombre": "Otra", "email": DE_DOS, "password1": CLAVE})
    assert Cuenta.objects.count() == 1


@pytest.mark.django_db
def test_el_usuario_no_distingue_mayusculas_y_no_se_repite() -> None:
    ana, beto = Cuenta.objects.create_user("ana@club.mx"), Cuenta.objects.create_user("beto@club.mx")
    servicios.cuenta_editar(cuenta_id=ana.pk, nombre="Ana", usuario="Anita")
    assert consultas.cuenta_que_entra("aNITA ") == ana.pk
    with pytest.raises(Exception, match="usuario_ocupado"):
        servicios.cuenta_editar(cuenta_id=beto.pk, nombre="Beto", usuario="ANITA")


@pytest.mark.django_db
def test_la_migracion_pone_en_su_forma_lo_guardado_y_no_junta_dos_cuentas() -> None:
    cargadas = MigrationLoader(None, replace_migrations=False)
    antes = cargadas.project_state(("suscripciones", "0012_cobros_de_antes")).apps
    choca_con = unicodedata.normalize("NFD", "eva@dominó.mx")
    for correo in (DE_DOS, "eva@dominó.mx", choca_con):
        antes.get_model("suscripciones", "Cuenta").objects.create(email=correo)
    migracion = import_module("suscripciones.migrations.0013_correo_normal")
    migracion.normalizar(antes, SimpleNamespace(connection=connection))
    assert list(Cuenta.objects.order_by("pk").values_list("email", flat=True)) == [
        DE_UN_SIGNO, "eva@dominó.mx", choca_con
    ]  # fmt: skip


TABLAS = "suscripciones_cuenta|account_emailaddress|suscripciones_codigodeentrada|suscripciones_intentos"
CUANTAS = 4000


def escribir_mal(correo: str) -> Callable[[Client], HttpResponse]:
    def hacer(navegador: Client) -> HttpResponse:
        pedir(navegador, correo)
        return navegador.post("/entrar/codigo/", {"codigo": "000000"})

    return hacer


PUERTAS: dict[str, Callable[[str], Callable[[Client], Any]]] = {
    "correo": lambda c: lambda n: n.post("/cuenta/login/", {"login": c, "password": "no-es-esa"}),
    "usuario": lambda c: lambda n: n.post("/cuenta/login/", {"login": c.partition("@")[0], "password": "no-es-esa"}),
    "alta": lambda c: lambda n: n.post("/cuenta/signup/", {"nombre": "Beto", "email": c, "password1": CLAVE}),
    "enlace": lambda c: lambda n: n.post("/cuenta/password/reset/", {"email": c}),
    "código": escribir_mal,
}


@pytest.fixture
def muchas(db: None) -> None:
    """Un club grande, con las cuentas de la prueba en medio."""
    ahora = timezone.now()
    cuentas = Cuenta.objects.bulk_create(
        [Cuenta(email=f"u{n}@club.mx", username=f"U{n}", password="!") for n in range(CUANTAS)]
    )
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=una, email=una.email, verified=True, primary=True) for una in cuentas]
    )
    CodigoDeEntrada.objects.bulk_create(
        [CodigoDeEntrada(correo=una.email, huella="x", origen=f"{una.pk}", creado=ahora) for una in cuentas]
    )
    Intentos.objects.bulk_create([Intentos(clave=f"{n:064d}", se_olvida=ahora, ultimo=ahora) for n in range(CUANTAS)])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def planes(ordenes: list[dict[str, str]]) -> dict[str, str]:
    """Cómo hará PostgreSQL cada orden que toca esas tablas."""
    suyas = {o["sql"] for o in ordenes if re.match(rf'(SELECT|UPDATE|DELETE).*"({TABLAS})"', o["sql"])}
    hechos = {}
    with connection.cursor() as cursor:
        for orden in suyas:
            cursor.execute(f"EXPLAIN {orden}")
            hechos[orden] = "\n".join(renglon for (renglon,) in cursor.fetchall())
    return hechos


@pytest.mark.postgres
@pytest.mark.parametrize("correo", [f"u{CUANTAS // 2}@club.mx", "nadie@club.mx"])
@pytest.mark.parametrize("puerta", PUERTAS)
def test_ninguna_puerta_recorre_la_tabla(muchas: None, puerta: str, correo: str) -> None:
    with CaptureQueriesContext(connection) as vistas:
        PUERTAS[puerta](correo)(Client())
    hechos = planes(vistas.captured_queries)
    assert hechos
    for orden, plan in hechos.items():
        assert not re.search(rf"Seq Scan on ({TABLAS})\b", plan), (orden, plan)
    if puerta in ("correo", "usuario", "enlace"):
        indice = "cuenta_usuario_unico" if puerta == "usuario" else "cuenta_correo_normal_unico"
        assert any(indice in plan for plan in hechos.values()), hechos
