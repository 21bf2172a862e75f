"""El último lugar de una mesa con hora, su apertura y el aviso de tres, a la vez y con conexiones de verdad."""

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.encuentros.servicios import apertura, avisos_de_cita, citas, espera
from enlinea.models import Apuntado, CitaEnLinea, Lugar, Mesa
from suscripciones.models import CorreoPorSalir
from tests.a_la_vez import vueltas
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.enlinea.sala.ayudas import llegan, reunidos
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")


@pytest.fixture(autouse=True)
def buzon(settings: Any) -> None:
    """El de la casa: las cartas quedan por salir, en la transacción de quien las escribe."""
    settings.EMAIL_BACKEND = "suscripciones.buzon.BuzonDeSalida"


def test_cinco_por_tres_lugares_y_la_mesa_se_abre_una_vez() -> None:
    ahora = timezone.now()
    gente = reunidos(ahora, tuple(f"Persona {n}" for n in range(6)))
    mari, *otros = gente
    for _vuelta in range(vueltas(3)):
        datos = citas.Datos(ahora + timedelta(minutes=5), "100", "normal")
        cual = citas.cita_poner(cuenta_id=mari.pk, id_orden=uuid4(), datos=datos, sitio="", ahora=ahora)
        a_la_vez(*(partial(citas.cita_responder, cita_id=cual, cuenta_id=o.pk, va=True, ahora=ahora) for o in otros))
        assert Apuntado.objects.filter(cita=cual, va=True).count() == 4
        a_la_vez(*[partial(avisos_de_cita.recordatorios_mandar, ahora)] * 3)
        assert CorreoPorSalir.objects.count() == 4
        hora = datos.cuando
        llegan(gente, hora)
        a_la_vez(*[partial(apertura.citas_abrir, hora)] * 3)
        assert [m.estado for m in Mesa.objects.all()] == ["lista"]
        assert Lugar.objects.filter(activo=True).values("cuenta").distinct().count() == 4
        for modelo in (CorreoPorSalir, CitaEnLinea, Lugar, Mesa):
            modelo._default_manager.all().delete()


def test_varios_barridos_avisan_de_tres_una_sola_vez() -> None:
    ahora = timezone.now()
    espera_alguien = suscriptor("Paco")
    reunidos(ahora)
    for _vuelta in range(vueltas(3)):
        espera.espera_pedir(cuenta_id=espera_alguien.pk, horas=1, sitio="", ahora=ahora)
        a_la_vez(*[partial(espera.esperas_avisar, ahora)] * 4)
        assert CorreoPorSalir.objects.count() == 1
        CorreoPorSalir.objects.all().delete()
