"""Dos barridos a la vez, con conexiones de verdad: cada aviso sale una vez (D782)."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from config.comun import push
from enlinea.models import AvisoAlTelefono
from enlinea.telefono.servicios.avisos import aviso_anotar, avisos_mandar
from tests.a_la_vez import vueltas
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.enlinea.sala.ayudas import reunidos
from tests.enlinea.telefono.apuntados import Servicio, apunta
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")


def test_con_dos_barridos_a_la_vez_cada_aviso_se_anota_y_sale_una_vez(settings: Any) -> None:
    settings.PUSH_LLAVE = push.llave_nueva()
    ahora, servicio = timezone.now(), Servicio()
    gente = reunidos(ahora)
    for quien in gente:
        apunta(quien)
    anota = partial(
        aviso_anotar, AvisoAlTelefono.Que.TRES, [c.pk for c in gente], ahora=ahora, vale=timedelta(minutes=5)
    )
    for n in range(vueltas(5)):
        servicio.salieron.clear()
        a_la_vez(*(partial(anota, clave=f"v{n}") for _ in range(3)))
        a_la_vez(*(partial(avisos_mandar, ahora, servicio) for _ in range(3)))
        assert servicio.a_quienes == sorted(str(c.pk) for c in gente)
