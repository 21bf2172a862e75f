"""Avisos al teléfono, en línea: a quién, de qué, una vez, y cuándo se olvida el teléfono (D781 a D784)."""

import json
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from config.comun import push
from config.comun.push_fallas import Ido, NoSalio
from enlinea.convivencia.servicios.silencios import silencio_poner
from enlinea.encuentros.servicios import apertura, avisos_de_cita, citas, espera
from enlinea.errores import ErrorDeServicio
from enlinea.historial.servicios import datos_propios
from enlinea.models import AvisoAlTelefono, Telefono
from enlinea.sala.servicios import abiertas, armado, completar
from enlinea.telefono.servicios.aparatos import telefono_apuntar, telefono_quitar
from enlinea.telefono.servicios.avisos import ESPERAS, aviso_anotar, avisos_mandar, avisos_olvidar
from suscripciones import servicios
from suscripciones.models import Cuenta
from tests.enlinea.mesa.sentados import vencer
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import contesta, invita, llegan, navegador, reunidos
from tests.enlinea.telefono.apuntados import DE_CHROME, Servicio, a, apunta, por_avisar

pytestmark = pytest.mark.django_db
Que = AvisoAlTelefono.Que
MINUTO = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def con_llave(settings: Any) -> None:
    settings.PUSH_LLAVE = push.llave_nueva()


@pytest.fixture
def servicio() -> Servicio:
    return Servicio()


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def anota(quien: Cuenta, ahora: datetime, clave: str = "x", vale: timedelta = MINUTO) -> None:
    aviso_anotar(Que.TRES, [quien.pk], clave=clave, ahora=ahora, vale=vale)


# --- qué se anota -----------------------------------------------------------------------------------------------------
def test_a_quien_invitan_le_llega_una_vez_quien_y_cuanto_le_queda(ahora: datetime, servicio: Servicio) -> None:
    mari, beto, *_ = gente = reunidos(ahora)
    apunta(beto)
    invita(gente, ahora)
    assert avisos_mandar(ahora + timedelta(seconds=3), servicio) == 1
    assert avisos_mandar(ahora + timedelta(seconds=4), servicio) == 0
    ((_a, aviso, vale),) = servicio.salieron
    assert aviso["t"] == f"{mari.nombre} te invita a jugar" and aviso["d"] == "Contesta en 27 segundos."
    assert aviso["u"] == "/enlinea/" and set(aviso) == {"t", "d", "u", "k"} and vale == 27
    assert AvisoAlTelefono.objects.get().datos == {}, "ya salió: de quién era no se guarda"


def test_la_invitacion_que_vencio_ya_no_suena(ahora: datetime, servicio: Servicio) -> None:
    _mari, beto, *_ = gente = reunidos(ahora)
    apunta(beto)
    invita(gente, ahora)
    assert avisos_mandar(ahora + timedelta(seconds=31), servicio) == 0 and not servicio.salieron
    assert avisos_mandar(ahora, servicio) == 0, "y no vuelve a mirarse"


def test_de_quien_alguien_silencio_no_le_suena_y_a_los_demas_si(ahora: datetime) -> None:
    mari, beto, carmen, _nacho = gente = reunidos(ahora)
    for quien in (beto, carmen):
        apunta(quien)
    silencio_poner(cuenta_id=beto.pk, callado_id=mari.pk, ahora=ahora)
    assert invita(gente, ahora).estado == "invitando", "y quien invita no nota nada"
    assert por_avisar() == a([carmen], "invitacion")


def test_al_completarla_con_automaticos_se_avisa_a_quien_ya_habia_dicho_que_si(ahora: datetime) -> None:
    ana, beto, *_otros = gente = reunidos(ahora)
    for quien in gente:
        apunta(quien)
    for quien in (ana, beto):
        mesa = abiertas.lugar_buscar(cuenta_id=quien.pk, meta="100", modo="normal", ahora=ahora)
    completar.completar_proponer(mesa_id=mesa.mesa_id, cuenta_id=ana.pk, nivel="simple", ahora=ahora)
    completar.completar_aceptar(mesa_id=mesa.mesa_id, cuenta_id=beto.pk, ahora=ahora)
    assert por_avisar() == a([ana], "completa")


@pytest.mark.parametrize("como", ["invitando", "buscando"])
def test_al_completarse_se_avisa_a_los_que_esperaban_y_no_al_que_llego(ahora: datetime, como: str) -> None:
    gente = reunidos(ahora)
    for quien in gente:
        apunta(quien)
    if como == "invitando":
        mesa = invita(gente, ahora)
        AvisoAlTelefono.objects.all().delete()
        for quien in gente[1:]:
            contesta(mesa, quien, ahora)
    else:
        for quien in gente:
            abiertas.lugar_buscar(cuenta_id=quien.pk, meta="100", modo="normal", ahora=ahora)
    assert por_avisar() == a(gente[:3], "completa")


def test_lo_que_no_se_armo_no_deja_aviso(ahora: datetime) -> None:
    _mari, beto, *_ = gente = reunidos(ahora)
    apunta(beto)
    invita(gente, ahora)
    with pytest.raises(ErrorDeServicio):
        invita(gente, ahora)
    assert por_avisar() == a([beto], "invitacion")


@pytest.mark.parametrize(("llave", "consultas"), [("", 0), ("si", 1)])
def test_sin_llave_no_se_pregunta_nada_y_sin_telefonos_una_cosa(
    settings: Any, ahora: datetime, llave: str, consultas: int
) -> None:
    settings.PUSH_LLAVE = llave and settings.PUSH_LLAVE
    gente = reunidos(ahora)
    with CaptureQueriesContext(
        connection,
    ) as hechas:
        armado.avisar_que_esta_completa(armado.Mesa(pk=1), gente[0].pk, ahora)
    assert len(hechas) == consultas
    with CaptureQueriesContext(connection) as hechas:
        avisos_mandar(ahora)
    assert len(hechas) == consultas and not AvisoAlTelefono.objects.exists()


def test_si_ya_hay_tres_y_lo_pidio_le_suena(ahora: datetime, servicio: Servicio) -> None:
    paco = suscriptor("Paco")
    reunidos(ahora, ("Mari", "Beto", "Carmen"))
    apunta(paco)
    espera.espera_pedir(cuenta_id=paco.pk, horas=1, sitio="https://casa.mx", ahora=ahora)
    assert [espera.esperas_avisar(ahora) for _ in range(2)] == [1, 0]
    assert avisos_mandar(ahora, servicio) == 1
    assert servicio.salieron[0][1]["t"] == "Ya hay tres en la Sala"


def test_de_la_mesa_con_hora_se_avisa_poco_antes_y_al_abrirse_a_quien_no_esta(
    ahora: datetime, servicio: Servicio
) -> None:
    mari, beto = reunidos(ahora, ("Mari", "Beto"))
    for quien in (mari, beto):
        apunta(quien)
    datos = citas.Datos(cuando=ahora + timedelta(hours=2), meta="100", modo="normal")
    cual = citas.cita_poner(cuenta_id=mari.pk, id_orden=uuid4(), datos=datos, sitio="https://casa.mx", ahora=ahora)
    citas.cita_responder(cita_id=cual, cuenta_id=beto.pk, va=True, ahora=ahora)
    antes = datos.cuando - timedelta(minutes=20)
    assert [avisos_de_cita.recordatorios_mandar(antes) for _ in range(2)] == [1, 0]
    assert por_avisar() == a([mari, beto], "cita")
    assert avisos_mandar(antes, servicio) == 2
    assert servicio.salieron[0][1]["t"].startswith("Tu mesa de las ")
    assert servicio.salieron[0][1]["u"] == f"/enlinea/gente/citas/{cual}/"
    llegan([mari], datos.cuando)
    assert apertura.citas_abrir(datos.cuando) == 1
    assert avisos_mandar(datos.cuando, servicio) == 1
    assert servicio.salieron[2][0] == str(beto.pk) and servicio.salieron[2][1]["t"].startswith("Ya se abrió tu mesa")


# --- cómo sale --------------------------------------------------------------------------------------------------------
def test_sale_a_sus_telefonos_y_a_los_de_nadie_mas(ahora: datetime, servicio: Servicio) -> None:
    mari, beto, *_ = reunidos(ahora)
    apunta(mari, "m1")
    apunta(mari, "m2")
    apunta(beto, "b1")
    anota(mari, ahora)
    anota(mari, ahora)
    assert avisos_mandar(ahora, servicio) == 2
    assert servicio.a_quienes == ["m1", "m2"]


def test_si_a_uno_no_llego_se_repite_solo_a_ese_y_no_mas_de_tres_veces(ahora: datetime, servicio: Servicio) -> None:
    mari, *_ = reunidos(ahora)
    apunta(mari, "m1")
    apunta(mari, "m2")
    servicio.fallan = {f"{DE_CHROME}m2": NoSalio("HTTP 503")}
    anota(mari, ahora)
    assert avisos_mandar(ahora, servicio) == 1
    assert avisos_mandar(ahora + MINUTO / 60, servicio) == 0, "espera antes de repetir"
    ya = ahora + ESPERAS[0]
    avisos_mandar(ya, servicio)
    avisos_mandar(ya + ESPERAS[1], servicio)
    servicio.fallan = {}
    assert avisos_mandar(ahora + MINUTO * 0.9, servicio) == 0, "a la tercera se deja"
    assert servicio.a_quienes == ["m1"]
    assert Telefono.objects.get(direccion__endswith="m2").fallas == 3


@pytest.mark.parametrize("caso", ["410", "sesion", "quita", "de_otra"])
def test_el_telefono_se_olvida(ahora: datetime, servicio: Servicio, caso: str) -> None:
    mari, beto, *_ = reunidos(ahora)
    sesion = apunta(mari, "m1")
    if caso == "410":
        servicio.fallan = {f"{DE_CHROME}m1": Ido()}
    elif caso == "sesion":
        Session.objects.filter(session_key=sesion).delete()
    elif caso == "quita":
        assert telefono_quitar(cuenta_id=beto.pk, direccion=f"{DE_CHROME}m1") == 0
        assert telefono_quitar(cuenta_id=mari.pk, direccion=f"{DE_CHROME}m1") == 1
    else:  # el mismo teléfono, ahora de otra persona
        apunta(beto, "m1")
    anota(mari, ahora)
    assert avisos_mandar(ahora, servicio) == 0 and not servicio.salieron
    assert list(Telefono.objects.values_list("cuenta_id", flat=True)) == ([beto.pk] if caso == "de_otra" else [])


def test_a_quien_ya_no_puede_entrar_no_se_le_avisa(ahora: datetime, servicio: Servicio) -> None:
    gente = reunidos(ahora)
    mesa = armado.Mesa.objects.get(pk=invita(gente, ahora).mesa_id)
    apunta(gente[1])
    vencer(mesa, 1)
    anota(gente[1], ahora)
    assert avisos_mandar(ahora + timedelta(seconds=2), servicio) == 0 and not servicio.salieron


def test_cinco_telefonos_por_cuenta_y_solo_de_servicios_conocidos(ahora: datetime, settings: Any) -> None:
    mari, *_ = reunidos(ahora)
    for n in range(7):
        apunta(mari, str(n))
    apunta(mari, "6")
    assert [t.direccion[-1] for t in Telefono.objects.order_by("pk")] == list("23456")
    for direccion, llave, codigo in (
        ("@malo.mx/", settings.PUSH_LLAVE, "push_desconocido"), ("x", "", "push_apagado"),
    ):  # fmt: skip
        settings.PUSH_LLAVE = llave
        with pytest.raises(ErrorDeServicio, match=codigo):
            apunta(mari, direccion) if codigo == "push_apagado" else _apunta_a("https://malo.mx/x", mari)
    assert Telefono.objects.count() == 5


def _apunta_a(direccion: str, quien: Cuenta) -> None:
    telefono_apuntar(cuenta_id=quien.pk, sesion="s", direccion=direccion, p256dh="B", secreto="s", ahora=timezone.now())


def test_lo_pasado_y_los_telefonos_de_sesiones_cerradas_se_borran(ahora: datetime) -> None:
    mari, beto, *_ = reunidos(ahora)
    apunta(mari)
    Session.objects.filter(session_key=apunta(beto)).delete()
    anota(mari, ahora - timedelta(days=2))
    anota(mari, ahora, clave="y")
    assert avisos_olvidar(ahora) == 2
    assert Telefono.objects.get().cuenta == mari and AvisoAlTelefono.objects.get().clave == "y"


def test_con_la_cuenta_se_entregan_y_se_borran(ahora: datetime, servicio: Servicio) -> None:
    paco = suscriptor("Paco")
    apunta(paco)
    anota(paco, ahora)
    dado = datos_propios.exportar(paco.pk)
    assert [t["direccion"] for t in dado["telefonos"]] == [f"{DE_CHROME}{paco.pk}"]
    assert [a["que"] for a in dado["por_avisarte"]] == ["tres"]
    servicios.cuenta_borrar(cuenta_id=paco.pk, ahora=ahora)
    assert not Telefono.objects.exists() and not AvisoAlTelefono.objects.exists()


# --- por la web -------------------------------------------------------------------------------------------------------
def test_por_la_web_apunta_quien_tiene_sesion_y_al_salir_se_acaba(ahora: datetime, servicio: Servicio) -> None:
    mari, beto, *_ = reunidos(ahora)
    datos = {"direccion": f"{DE_CHROME}m1", "p256dh": "B" * 80, "secreto": "s" * 20}
    suya, ajena, nadie = navegador(mari), navegador(beto), Client()
    assert nadie.post("/enlinea/telefono/apuntar/", datos).status_code == 302
    assert suya.get("/enlinea/telefono/apuntar/").status_code == 405
    assert suya.post("/enlinea/telefono/apuntar/", {**datos, "secreto": "<b>"}).status_code == 400
    assert suya.post("/enlinea/telefono/apuntar/", {**datos, "direccion": "https://malo.mx/"}).status_code == 409
    assert suya.post("/enlinea/telefono/apuntar/", datos).json() == {"ok": True}
    assert ajena.post("/enlinea/telefono/quitar/", datos).json() == {"ok": True}
    anota(mari, ahora)
    assert avisos_mandar(ahora, servicio) == 1, "el de otra no se quita"
    suya.post(reverse("account_logout"))
    anota(mari, ahora, clave="y")
    assert avisos_mandar(ahora, servicio) == 0 and not Telefono.objects.exists()


def test_sin_llave_no_se_ofrece_en_ningun_lado(ahora: datetime, settings: Any) -> None:
    mari, *_ = reunidos(ahora)
    ve = navegador(mari)
    assert "data-telefono" in ve.get("/enlinea/").content.decode()
    settings.PUSH_LLAVE = ""
    for pagina in ("/enlinea/", "/enlinea/telefono/"):
        dicho = ve.get(pagina).content.decode()
        assert "data-telefono" not in dicho and "ir-telefono" not in dicho


def test_el_trabajador_solo_oye_avisos_y_no_lleva_fuera_de_lo_suyo() -> None:
    respuesta = Client().get("/enlinea/trabajador.js")
    guion = respuesta.content.decode()
    assert respuesta["Content-Type"].startswith("text/javascript") and "no-cache" in respuesta["Cache-Control"]
    assert json.dumps("/enlinea/") in guion and "fetch" not in guion
