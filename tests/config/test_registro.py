"""El registro dice qué, en qué petición, quién (seudónimo) y de qué red; nunca nombres, códigos ni fichas (EL8)."""

import json
import logging
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from config.base import medidas, retencion
from config.base.registro import configuracion
from config.servidor import anotar, centinela, metricas
from config.servidor import registro as r
from suscripciones.models import Cuenta

CLAVE = "domino-muy-largo-77"
CODIGO = "KQ7TLM"
PREGUNTA = {"REMOTE_ADDR": "127.0.0.1", "REQUEST_METHOD": "GET", "PATH_INFO": "/metrics", "QUERY_STRING": ""}
DETALLE = 'duplicate key value violates unique constraint "uno"\nDETAIL:  Key (eventos)=([["T",0,27]]) already exists.'
pytestmark = pytest.mark.django_db


class Oido(logging.Handler):
    """Lo que saldría, ya escrito como en producción."""

    def __init__(self, con_red: bool) -> None:
        super().__init__()
        self.setFormatter(r.EnJson(con_red))
        self.addFilter(r.Completa())
        self.renglones: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.renglones.append(self.format(record))

    def sucesos(self) -> list[dict[str, Any]]:
        return [leido for x in self.renglones if "suceso" in (leido := json.loads(x))]


@pytest.fixture
def oido() -> Iterator[Oido]:
    raiz, manija = logging.getLogger(), Oido(con_red=True)
    nivel = raiz.level
    raiz.addHandler(manija)
    raiz.setLevel(logging.INFO)
    cache.clear()
    yield manija
    raiz.removeHandler(manija)
    raiz.setLevel(nivel)


@pytest.fixture
def lupita() -> Cuenta:
    return Cuenta.objects.create_user(email="lupita@club.mx", password=CLAVE, nombre="Guadalupe Tlacuilo")


@pytest.fixture
def jefa() -> Cuenta:
    return Cuenta.objects.create_superuser(email="jefa@casa.mx", password=CLAVE, nombre="Jefa")


def de(ip: str) -> dict[str, str]:
    return {"REMOTE_ADDR": ip}


def test_la_entrada_fallida_queda_con_su_peticion_y_su_red_y_sin_lo_escrito(
    client: Client, oido: Oido, lupita: Cuenta
) -> None:
    respuesta = client.post(
        "/cuenta/login/", {"login": lupita.email, "password": "equivocada-9"}, **de("189.203.44.17")
    )
    (hecho,) = oido.sucesos()
    assert hecho["suceso"] == "entrada_fallida" and hecho["datos"] == {"que": "contraseña"}
    assert hecho["peticion"] == respuesta["X-Peticion"]
    assert hecho["red"] == "189.203.44.0/24"
    assert "equivocada-9" not in "".join(oido.renglones)


def test_la_entrada_buena_tambien_queda_con_su_seudonimo(client: Client, oido: Oido, jefa: Cuenta) -> None:
    client.post("/cuenta/login/", {"login": jefa.email, "password": CLAVE}, **de("189.203.44.17"))
    (hecho,) = oido.sucesos()
    assert hecho["suceso"] == "entrada" and hecho["quien"] == r.seudonimo(jefa.pk)
    assert jefa.email not in "".join(oido.renglones)


def test_de_la_misma_cuenta_siempre_el_mismo_seudonimo_y_no_dice_quien(
    client: Client, oido: Oido, lupita: Cuenta, jefa: Cuenta
) -> None:
    for cuenta in (lupita, lupita, jefa):
        client.force_login(cuenta)
        client.get("/recreo/")
    quienes = [json.loads(x).get("quien") for x in oido.renglones if json.loads(x)["origen"] == "peticiones"]
    assert quienes[0] == quienes[1] != quienes[2]
    assert quienes[0] == r.seudonimo(lupita.pk) and len(quienes[0]) == 12


def test_lo_que_hace_el_personal_queda_aparte(client: Client, oido: Oido, jefa: Cuenta) -> None:
    client.force_login(jefa)
    client.get("/administracion/suscripciones/cuenta/")
    assert oido.sucesos() == []
    client.post(f"/administracion/suscripciones/cuenta/{jefa.pk}/change/", {"nombre": "Otro"})
    (hecho,) = oido.sucesos()
    assert hecho["suceso"] == "acto_del_personal"
    assert hecho["quien"] == r.seudonimo(jefa.pk)
    assert hecho["datos"]["objeto"] == str(jefa.pk)


def test_a_quien_no_es_del_personal_se_le_niega_y_queda_dicho(client: Client, oido: Oido, lupita: Cuenta) -> None:
    client.force_login(lupita)
    client.get("/administracion/")
    assert [(h["suceso"], h["quien"]) for h in oido.sucesos()] == [("permiso_negado", r.seudonimo(lupita.pk))]


@pytest.mark.parametrize(("codigo", "nombre"), [(403, "permiso_negado"), (429, "limite_alcanzado")])
def test_lo_negado_y_lo_frenado_se_anotan(oido: Oido, rf: RequestFactory, codigo: int, nombre: str) -> None:
    antes = medidas.PETICIONES.valores().get("4xx", 0)
    anotar.anotada(lambda _p: HttpResponse(status=codigo))(rf.get("/x/"))
    assert [h["suceso"] for h in oido.sucesos()] == [nombre]
    assert medidas.PETICIONES.valores()["4xx"] == antes + 1


def test_el_identificador_del_proxy_solo_se_cree_si_hay_proxy(rf: RequestFactory, settings: LazySettings) -> None:
    peticion = rf.get("/", headers={"X-Peticion": "11111111-2222-4333-8444-555555555555"})
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert r.Ficha(peticion).id != "11111111-2222-4333-8444-555555555555"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert r.Ficha(peticion).id == "11111111-2222-4333-8444-555555555555"
    assert len(r.Ficha(rf.get("/", headers={"X-Peticion": "x\ny" * 9})).id) == 16


@pytest.mark.parametrize(
    ("direccion", "red"),
    [
        ("189.203.44.17", "189.203.44.0/24"), ("::ffff:189.203.44.17", "189.203.44.0/24"),
        ("2806:2f0:91c0:12ab::7", "2806:2f0:91c0::/48"), ("nada", ""), ("", ""),
    ],
)  # fmt: skip
def test_la_red_no_es_la_direccion(direccion: str, red: str) -> None:
    assert r.red_de(direccion) == red


def secretos_escritos(oido: Oido, client: Client, lupita: Cuenta, jefa: Cuenta) -> list[str]:
    """Todo lo que una persona o un ataque puede hacer que se anote; devuelve lo que no debe estar."""
    client.post("/cuenta/login/", {"login": lupita.email, "password": "clave-equivocada-3"}, **de("189.203.44.17"))
    client.post("/entrar/", {"correo": lupita.email}, **de("189.203.44.17"))
    client.post("/entrar/codigo/", {"codigo": "918273"}, **de("189.203.44.17"))
    for ruta in ("/r/KQ7TLM/", "/recreo/KQ7TLM/", "/enlinea/mesa/77/", "/ruta/Guadalupe/?nombre=Tlacuilo"):
        client.get(ruta, **de("2806:2f0:91c0:12ab::7"))
    Client(enforce_csrf_checks=True).post("/recreo/KQ7TLM/anotar/", {"nombre": "Tlacuilo"}, **de("189.203.44.17"))
    client.force_login(jefa)
    client.post(f"/administracion/suscripciones/cuenta/{lupita.pk}/change/", {"nombre": "Guadalupe"})
    registro = logging.getLogger("enlinea.diario")
    for falla in (IntegrityError(DETALLE), ValueError(f"invalid literal for int() with base 10: {CODIGO!r}")):
        try:
            raise falla
        except (IntegrityError, ValueError):
            registro.exception("No se pudo guardar lo de %s", lupita.email)
    return [
        lupita.email, jefa.email, "Guadalupe", "Tlacuilo", "clave-equivocada-3", "918273", "KQ7TLM", "189.203.44.17",
        "12ab", "[[", "eventos)=",
    ]  # fmt: skip


def test_los_bytes_del_registro_y_de_las_metricas_no_dicen_nada_de_nadie(
    client: Client, oido: Oido, lupita: Cuenta, jefa: Cuenta, caplog: pytest.LogCaptureFixture
) -> None:
    prohibido = secretos_escritos(oido, client, lupita, jefa)
    escrito = "\n".join(oido.renglones)
    enlinea = "\n".join(
        r.EnLinea("%(name)s %(message)s").format(x) for x in caplog.records if x.name != "django.request"
    )
    medido = b"".join(metricas.aplicacion()(PREGUNTA, lambda *_: None)).decode()
    assert "IntegrityError" in escrito and "ValueError" in escrito, "lo que pasó sí se dice"
    assert "domino_peticiones_total" in medido
    for donde in (escrito, medido, enlinea):
        assert [dato for dato in prohibido if dato in donde] == []


def test_la_prueba_de_secreto_sabe_fallar(oido: Oido) -> None:
    logging.getLogger("x").error("de %s", "Tlacuilo")
    assert "Tlacuilo" in "".join(oido.renglones)


def test_sin_carpeta_que_se_borre_no_se_escribe_la_red() -> None:
    renglon = logging.makeLogRecord({"msg": "x", "red": "189.203.44.0/24", "otro": object()})
    assert "189.203" not in r.EnJson().format(renglon)
    assert json.loads(r.EnJson(con_red=True).format(renglon))["red"] == "189.203.44.0/24"
    assert "otro" not in r.EnJson().format(renglon)


def test_lo_de_seguridad_va_a_su_archivo_del_dia_y_a_los_treinta_dias_no_queda(
    tmp_path: Path, settings: LazySettings, rf: RequestFactory
) -> None:
    carpeta = tmp_path / "registros"
    manija = r.PorDia(str(carpeta))
    manija.setFormatter(r.EnJson(con_red=True))
    manija.addFilter(r.Completa())
    r.seguridad.addHandler(manija)
    try:
        anotar.anotada(lambda _p: HttpResponse(status=403))(rf.get("/", **de("189.203.44.17")))
    finally:
        r.seguridad.removeHandler(manija)
    (archivo,) = carpeta.iterdir()
    assert json.loads(archivo.read_text(encoding="utf-8"))["red"] == "189.203.44.0/24"
    assert archivo.stat().st_mode & 0o777 == 0o600
    settings.REGISTROS = str(carpeta)
    hoy = date.fromisoformat(archivo.stem.removeprefix(r.PREFIJO))
    (carpeta / "ajeno.txt").touch()
    dias = retencion.dias("registros")
    assert r.registros_viejos_borrar(hoy + timedelta(days=dias)) == 0
    assert r.registros_viejos_borrar(hoy + timedelta(days=dias + 1)) == 1
    assert [x.name for x in carpeta.iterdir()] == ["ajeno.txt"]


def test_los_ajustes_del_registro_se_pueden_poner_y_cuentan_errores(tmp_path: Path) -> None:
    antes = medidas.ERRORES.valores().get("prueba", 0)
    r.CuentaErrores().handle(logging.makeLogRecord({"name": "prueba.algo", "levelno": logging.ERROR}))
    assert medidas.ERRORES.valores()["prueba"] == antes + 1
    puestos = configuracion("WARNING", "json", str(tmp_path), {})
    logging.config.DictConfigurator(puestos).configure_filter(puestos["filters"]["completar"])  # type: ignore[attr-defined]
    assert puestos["loggers"]["seguridad"]["handlers"] == ["seguridad"]
    assert configuracion("WARNING", "linea", "", {})["loggers"]["seguridad"]["handlers"] == []


# --- Sentry -----------------------------------------------------------------------------------------------------------
def test_sin_dsn_no_se_carga_sentry(settings: LazySettings) -> None:
    import subprocess
    import sys

    guion = (
        "import django, sys; django.setup(); from config.servidor.centinela import empezar, falta; "
        "print(empezar(), falta(), 'sentry_sdk' in sys.modules)"
    )
    ambiente = {"DJANGO_SETTINGS_MODULE": "config.settings", "ENTORNO": "pruebas", "PATH": ""}
    dicho = subprocess.run(
        [sys.executable, "-c", guion],
        cwd=settings.RAIZ,
        env=ambiente,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert dicho.stdout.strip() == "False False False"


def test_lo_que_iria_a_sentry_no_lleva_variables_cuerpo_ni_direccion(
    rf: RequestFactory, settings: LazySettings
) -> None:
    import sentry_sdk
    from sentry_sdk.transport import Transport

    salieron: list[Any] = []

    class AMano(Transport):
        def capture_envelope(self, envelope: Any) -> None:
            salieron.append(envelope.serialize())

    settings.SENTRY_DSN = "https://clave@sentry.invalid/1"
    assert centinela.empezar()
    sentry_sdk.get_client().transport = AMano()

    def se_cae(peticion: HttpRequest) -> HttpResponse:
        mano_oculta = peticion.POST["nombre"]  # lo que hay en las variables de la pila
        try:
            int(CODIGO + mano_oculta)
        except ValueError:
            sentry_sdk.capture_exception()
        return HttpResponse()

    try:
        anotar.anotada(se_cae)(rf.post(f"/r/{CODIGO}/", {"nombre": "Tlacuilo"}, **de("189.203.44.17")))
        sentry_sdk.flush(1)
    finally:
        sentry_sdk.get_client().close()
        sentry_sdk.init()
    (dicho,) = salieron
    assert b"ValueError" in dicho and b"sin ruta" in dicho
    assert [x for x in (b"Tlacuilo", b"KQ7TLM", b"189.203") if x in dicho] == []


def test_con_dsn_y_sin_biblioteca_no_se_arranca(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    from config.servidor import arranque

    settings.SENTRY_DSN = "https://clave@sentry.invalid/1"
    assert not centinela.falta()
    monkeypatch.setattr(centinela, "find_spec", lambda _nombre: None)
    assert any("sentry-sdk" in motivo for motivo in arranque.motivos())
