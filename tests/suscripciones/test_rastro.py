"""La bitácora de la administración tras borrar una cuenta: quién, qué y a qué número, sin su nombre (016, 030)."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from suscripciones import servicios
from suscripciones.models import Cuenta
from suscripciones.servicios import borrado

pytestmark = pytest.mark.django_db

ADENTRO = "/administracion/suscripciones/"


@pytest.fixture
def maria(db: None) -> Cuenta:
    """Con acento, que JSON escribe de otro modo."""
    cuenta = Cuenta.objects.create_user("maria@club.mx", nombre="María Peña", username="mariap")
    servicios.cuenta_verificar_correo(cuenta)
    return cuenta


def anotar(jefa: Cuenta, que: Model, mensaje: Any = "") -> LogEntry:
    return LogEntry.objects.create(
        user=jefa, content_type=ContentType.objects.get_for_model(que), object_id=str(que.pk), object_repr=str(que),
        action_flag=CHANGE, change_message=mensaje if isinstance(mensaje, str) else json.dumps(mensaje),
    )  # fmt: skip


def borrar(cuenta: Cuenta) -> str:
    return servicios.cuenta_borrar(cuenta_id=cuenta.pk, ahora=timezone.now())


def rastro() -> list[Any]:
    """Quién hizo qué, a qué y cuándo."""
    que = ("user", "content_type", "object_id", "action_flag", "action_time")
    return list(LogEntry.objects.order_by("pk").values_list(*que))


def dicho() -> str:
    return " ".join(f"{r.object_repr} {r.change_message} {r.get_change_message()}" for r in LogEntry.objects.all())


def test_lo_que_se_hizo_en_la_administracion_queda_sin_su_nombre_y_con_su_rastro(maria: Cuenta, jefa: Cuenta) -> None:
    """Por las pantallas de verdad: se edita, se le regalan días y se le suspende."""
    navegador = Client()
    navegador.force_login(jefa)
    datos = {"email": maria.email, "nombre": "María Peña", "username": "mariap2", "is_active": "on"}
    for prefijo in ("suscripciones", "suspensiones"):
        datos |= {f"{prefijo}-TOTAL_FORMS": "0", f"{prefijo}-INITIAL_FORMS": "0"}
    navegador.post(f"{ADENTRO}cuenta/{maria.pk}/change/", datos)
    dias = {"cuenta": maria.pk, "cuantos": "30", "nota": "Por la falla del lunes", "orden": str(uuid4())}
    navegador.post(f"{ADENTRO}suscripcion/add/", dias)
    castigo = {"cuenta": maria.pk, "motivo": "Insultos", "seguro": "on", "orden": str(uuid4())}
    navegador.post(f"{ADENTRO}suspension/add/", {**castigo, "hasta_0": "", "hasta_1": ""})
    antes = rastro()
    assert len(antes) == 3 and "María Peña" in dicho()
    seudonimo = borrar(maria)
    for palabra in ("María", "Peña", "maria", "mariap2"):
        assert palabra not in dicho()
    assert all(r.object_repr.startswith(seudonimo) for r in LogEntry.objects.all())
    assert rastro() == antes
    otro = Client()
    otro.force_login(jefa)
    for camino in ("/administracion/", f"{ADENTRO}cuenta/{maria.pk}/history/"):
        pagina = otro.get(camino).content.decode()
        assert "María" not in pagina and "maria@" not in pagina


def test_de_lo_escrito_se_quita_el_nombre_solo_en_lo_suyo_y_el_correo_en_todo(maria: Cuenta, jefa: Cuenta) -> None:
    tocaya = Cuenta.objects.create_user("otra@club.mx", nombre="María Peña")
    suyo = anotar(jefa, maria, [{"changed": {"name": "correo", "object": "María Peña", "fields": ["Nombre"]}}])
    motivo = anotar(jefa, maria, "Suspensión levantada. Habló MARÍA PEÑA; mariapaz no tuvo que ver.")
    ajeno = anotar(jefa, tocaya, "Escribió desde Maria@Club.mx y no de otra-maria@club.mx.org")
    seudonimo = borrar(maria)
    for uno in (suyo, motivo, ajeno):
        uno.refresh_from_db()
    assert json.loads(suyo.change_message) == [
        {"changed": {"name": "correo", "object": seudonimo, "fields": ["Nombre"]}}
    ]
    assert motivo.change_message == f"Suspensión levantada. Habló {seudonimo}; mariapaz no tuvo que ver."
    assert (ajeno.object_repr, seudonimo in ajeno.change_message) == ("María Peña", True)


def test_lo_anotado_a_la_vez_lo_recoge_el_repaso_y_repetirlo_no_cambia_nada(maria: Cuenta, jefa: Cuenta) -> None:
    castigo = servicios.cuenta_suspender(
        cuenta_id=maria.pk, desde=timezone.now(), hasta=None, motivo="Insultos.", puesta_por_id=jefa.pk
    )
    tarde = anotar(jefa, castigo)
    LogEntry.objects.all().delete()
    seudonimo = borrar(maria)
    tarde.pk = None
    tarde.save()
    assert "María" in dicho()
    for _vez in range(2):
        borrado.cuentas_borradas_repasar(timezone.now() + timedelta(hours=1))
        assert LogEntry.objects.get().object_repr == f"{seudonimo} · Insultos."


def test_un_nombre_corto_no_se_lleva_palabras(jefa: Cuenta) -> None:
    al = Cuenta.objects.create_user("al@club.mx", nombre="Al")
    suyo = anotar(jefa, al, "Al llegó tarde al torneo")
    seudonimo = borrar(al)
    suyo.refresh_from_db()
    assert suyo.change_message == f"{seudonimo} llegó tarde al torneo"
