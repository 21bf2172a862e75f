"""La administración de tarjetas y suspensiones: todo por los servicios, con motivo, permiso y rastro (SA3, SU3)."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from enlinea.convivencia.servicios import tarjetas as servicios
from enlinea.models import MensajeDelAdministrador, Tarjeta
from enlinea.moderacion.admin.tarjetas import AdministrarTarjetas
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesas import suscriptor

pytestmark = pytest.mark.django_db
TARJETA, SUSPENSION = "admin:enlinea_tarjeta", "admin:suscripciones_suspension"


@pytest.fixture
def mari() -> Cuenta:
    return suscriptor("Mari")


@pytest.fixture
def escritorio(client: Client) -> Client:
    client.force_login(Cuenta.objects.create_superuser("jefa@prueba.mx"))
    return client


def dar_roja(escritorio: Client, mari: Cuenta, orden: str, motivo: str = "Insultó a su pareja") -> int:
    datos = {"cuenta": mari.pk, "motivo": motivo, "orden": orden, "seguro": "on"}
    return escritorio.post(reverse(f"{TARJETA}_add"), datos).status_code


def test_dar_una_roja_dos_veces_con_la_misma_orden_es_una_y_deja_rastro(escritorio: Client, mari: Cuenta) -> None:
    orden = str(uuid4())
    assert dar_roja(escritorio, mari, orden) == dar_roja(escritorio, mari, orden) == 302
    tarjeta = Tarjeta.objects.get()
    assert (tarjeta.color, tarjeta.cuenta, tarjeta.dada_por.email) == ("roja", mari, "jefa@prueba.mx")
    assert Suspension.objects.get().origen == "roja"
    assert LogEntry.objects.filter(object_id=str(tarjeta.pk)).exists()


@pytest.mark.parametrize("que", [TARJETA, SUSPENSION])
def test_sin_estar_seguro_ni_roja_ni_suspension_y_lo_escrito_sigue(escritorio: Client, mari: Cuenta, que: str) -> None:
    """Como desde un reporte: lo que deja a alguien fuera no se da de un toque (SA3, SU3)."""
    datos = {"cuenta": mari.pk, "motivo": "Insultó a su pareja", "orden": str(uuid4()), "hasta_0": "", "hasta_1": ""}
    respuesta = escritorio.post(reverse(f"{que}_add"), datos)
    texto = respuesta.content.decode()
    assert respuesta.status_code == 200 and "marca antes «Estoy seguro»" in texto
    assert "Insultó a su pareja" in texto and datos["orden"] in texto
    assert not Tarjeta.objects.exists() and not Suspension.objects.exists()
    assert escritorio.post(reverse(f"{que}_add"), {**datos, "seguro": "on"}).status_code == 302
    assert Suspension.objects.count() == 1


def test_a_quien_ya_le_corre_una_roja_no_se_le_suspende_encima(escritorio: Client, mari: Cuenta) -> None:
    """Nadie se sanciona dos veces por lo mismo; repetir la orden de una que sí se puso no se queja (SA3, D134)."""
    datos = {
        "cuenta": mari.pk,
        "motivo": "Insultó",
        "orden": str(uuid4()),
        "hasta_0": "",
        "hasta_1": "",
        "seguro": "on",
    }
    alta = reverse("admin:suscripciones_suspension_add")
    for _dos_toques in range(2):
        assert escritorio.post(alta, datos).status_code == 302
    respuesta = escritorio.post(alta, {**datos, "orden": str(uuid4()), "motivo": "Otra vez"})
    assert respuesta.status_code == 200 and "levanta antes la que corre" in respuesta.content.decode()
    assert "Otra vez" in respuesta.content.decode() and Suspension.objects.count() == 1
    Suspension.objects.all().delete()
    dar_roja(escritorio, mari, str(uuid4()))
    assert escritorio.post(alta, {**datos, "orden": str(uuid4())}).status_code == 200
    assert Suspension.objects.get().origen == Suspension.Origen.ROJA


def test_sin_motivo_no_hay_roja(escritorio: Client, mari: Cuenta) -> None:
    assert dar_roja(escritorio, mari, str(uuid4()), motivo="   ") == 200
    assert not Tarjeta.objects.exists()


def test_anular_pide_motivo_levanta_y_avisa(escritorio: Client, mari: Cuenta) -> None:
    dar_roja(escritorio, mari, str(uuid4()))
    una = Tarjeta.objects.get()
    pagina = escritorio.get(reverse(f"{TARJETA}_change", args=[una.pk])).content.decode()
    direccion = reverse(f"{TARJETA}_anular", args=[una.pk])
    assert direccion in pagina and 'name="_save"' not in pagina
    assert escritorio.get(direccion).status_code == 200
    assert (
        escritorio.post(direccion, {"motivo": " "}).status_code == 200 and not MensajeDelAdministrador.objects.exists()
    )
    assert escritorio.post(direccion, {"motivo": "Era <b>otra</b> persona"}).status_code == 302
    una.refresh_from_db()
    assert una.motivo_de_anulacion == "Era <b>otra</b> persona" and una.anulada_por is not None
    assert Suspension.objects.get().levantada_en is not None
    assert MensajeDelAdministrador.objects.get().para == mari
    assert direccion not in escritorio.get(reverse(f"{TARJETA}_change", args=[una.pk])).content.decode()


def test_ni_se_edita_ni_se_borra(escritorio: Client, mari: Cuenta) -> None:
    dar_roja(escritorio, mari, str(uuid4()))
    una, suspension = Tarjeta.objects.get(), Suspension.objects.get()
    escritorio.post(
        reverse(f"{TARJETA}_change", args=[una.pk]), {"motivo": "otro", "cuenta": mari.pk, "orden": uuid4()}
    )
    escritorio.post(reverse(f"{SUSPENSION}_change", args=[suspension.pk]), {"motivo": "otro", "hasta": ""})
    una.refresh_from_db()
    suspension.refresh_from_db()
    assert una.motivo == "Insultó a su pareja" and suspension.motivo == "Tarjeta roja. Insultó a su pareja"
    assert escritorio.post(reverse(f"{TARJETA}_delete", args=[una.pk]), {"post": "yes"}).status_code == 403
    assert escritorio.post(reverse(f"{SUSPENSION}_delete", args=[suspension.pk]), {"post": "yes"}).status_code == 403


def test_quien_solo_mira_no_anula_ni_levanta(client: Client, escritorio: Client, mari: Cuenta) -> None:
    dar_roja(escritorio, mari, str(uuid4()))
    ayuda = Cuenta.objects.create_user("ayuda@prueba.mx", is_staff=True)
    ayuda.user_permissions.set(Permission.objects.filter(codename__in=["view_tarjeta", "view_suspension"]))
    client.force_login(ayuda)
    una, suspension = Tarjeta.objects.get(), Suspension.objects.get()
    assert client.get(reverse(f"{TARJETA}_change", args=[una.pk])).status_code == 200
    assert client.post(reverse(f"{TARJETA}_anular", args=[una.pk]), {"motivo": "x"}).status_code == 403
    assert client.post(reverse(f"{SUSPENSION}_levantar", args=[suspension.pk]), {"motivo": "x"}).status_code == 403
    assert dar_roja(client, mari, str(uuid4())) == 403
    suspension.refresh_from_db()
    assert suspension.levantada_en is None


@pytest.mark.parametrize("dias", [None, 3])
def test_suspender_o_bloquear_y_levantar(escritorio: Client, mari: Cuenta, dias: int | None) -> None:
    hasta = timezone.localtime() + timedelta(days=dias or 0)
    datos = {
        "cuenta": mari.pk, "motivo": "Reincidente", "orden": str(uuid4()), "seguro": "on",
        "hasta_0": f"{hasta:%d/%m/%Y}" if dias else "", "hasta_1": f"{hasta:%H:%M:%S}" if dias else "",
    }  # fmt: skip
    for _vez in range(2):
        assert escritorio.post(reverse(f"{SUSPENSION}_add"), datos).status_code == 302
    una = Suspension.objects.get()
    assert una.puesta_por is not None and (una.hasta is None) is (dias is None)
    direccion = reverse(f"{SUSPENSION}_levantar", args=[una.pk])
    assert direccion in escritorio.get(reverse(f"{SUSPENSION}_change", args=[una.pk])).content.decode()
    assert escritorio.post(direccion, {"motivo": "Se disculpó"}).status_code == 302
    una.refresh_from_db()
    assert una.levantada_en is not None and una.motivo_de_levantar == "Se disculpó"


def test_desde_la_cuenta_se_va_a_suspenderla_con_la_persona_puesta(
    client: Client, escritorio: Client, mari: Cuenta
) -> None:
    """Ahí no se suspende de paso, al guardar otra cosa: se va a donde se pide confirmar (D132)."""
    cuenta, alta = reverse("admin:suscripciones_cuenta_change", args=[mari.pk]), reverse(f"{SUSPENSION}_add")
    texto = escritorio.get(cuenta).content.decode()
    assert f'href="{alta}?cuenta={mari.pk}"' in texto and "__prefix__" not in texto
    puesta = escritorio.get(alta, {"cuenta": mari.pk}).context["adminform"].form
    assert int(puesta["cuenta"].value()) == mari.pk
    ayuda = Cuenta.objects.create_user("mira@prueba.mx", is_staff=True)
    ayuda.user_permissions.set(Permission.objects.filter(codename="change_cuenta"))
    client.force_login(ayuda)
    assert alta not in client.get(cuenta).content.decode()


def test_levantar_dos_veces_dice_quien_y_cuando_en_lugar_de_pedir_motivo(escritorio: Client, mari: Cuenta) -> None:
    dar_roja(escritorio, mari, str(uuid4()))
    una = Suspension.objects.get()
    direccion = reverse(f"{SUSPENSION}_levantar", args=[una.pk])
    assert 'name="motivo"' in escritorio.get(direccion).content.decode()
    escritorio.post(direccion, {"motivo": "Se disculpó <b>ya</b>"})
    for respuesta in (escritorio.get(direccion), escritorio.post(direccion, {"motivo": "Yo también"})):
        dicho = respuesta.content.decode()
        assert "ya está levantada: la levantó jefa@prueba.mx" in dicho and 'name="motivo"' not in dicho
        assert "Se disculpó &lt;b&gt;ya&lt;/b&gt;" in dicho
    una.refresh_from_db()
    assert una.motivo_de_levantar == "Se disculpó <b>ya</b>"
    assert LogEntry.objects.filter(object_id=str(una.pk), change_message__contains="levantada").count() == 1


def test_si_otra_persona_se_adelanta_entre_ver_y_mandar_se_dice(
    escritorio: Client, mari: Cuenta, monkeypatch: pytest.MonkeyPatch
) -> None:
    dar_roja(escritorio, mari, str(uuid4()))
    una = Tarjeta.objects.get()
    antes = AdministrarTarjetas.hacer

    def tarde(admin: AdministrarTarjetas, tarjeta: Tarjeta, quien: int, motivo: str, ahora: datetime) -> str:
        servicios.tarjeta_anular(tarjeta_id=una.pk, administrador_id=quien, motivo="Primero", ahora=timezone.now())
        return antes(admin, tarjeta, quien, motivo, ahora)

    monkeypatch.setattr(AdministrarTarjetas, "hacer", tarde)
    respuesta = escritorio.post(reverse(f"{TARJETA}_anular", args=[una.pk]), {"motivo": "Segundo"})
    assert "ya está anulada" in respuesta.content.decode()
    una.refresh_from_db()
    assert una.motivo_de_anulacion == "Primero"


def test_la_que_ya_se_cumplio_no_se_levanta(escritorio: Client, mari: Cuenta) -> None:
    ayer = timezone.now() - timedelta(days=1)
    una = Suspension.objects.create(cuenta=mari, desde=ayer - timedelta(days=7), hasta=ayer, motivo="x")
    pagina = escritorio.get(reverse(f"{SUSPENSION}_levantar", args=[una.pk])).content.decode()
    assert "ya se cumplió" in pagina and 'name="motivo"' not in pagina


def test_la_tarjeta_dice_de_donde_salio_y_no_su_nombre_interno(escritorio: Client, mari: Cuenta) -> None:
    dar_roja(escritorio, mari, str(uuid4()))
    una = Tarjeta.objects.get()
    for direccion in (reverse(f"{TARJETA}_changelist"), reverse(f"{TARJETA}_change", args=[una.pk])):
        pagina = escritorio.get(direccion).content.decode()
        assert "La dio a mano jefa@prueba.mx" in pagina and "orden:" not in pagina
