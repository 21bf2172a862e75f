"""Dos que se piden amistad a la vez, con conexiones de verdad: amigos, y una sola vez (D628)."""

from functools import partial

import pytest
from django.utils import timezone

from enlinea.gente.consultas.amistades import amigos_de
from enlinea.gente.servicios import amistades
from enlinea.models import Amistad
from tests.a_la_vez import vueltas
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.enlinea.sala.ayudas import reunidos
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")


def test_los_dos_la_piden_a_la_vez_y_dos_veces_cada_uno() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    for _vuelta in range(vueltas(5)):
        piden = [partial(amistades.amistad_pedir, cuenta_id=a.pk, otra_id=b.pk, ahora=ahora)
                 for a, b in ((mari, beto), (beto, mari)) * 2]  # fmt: skip
        a_la_vez(*piden)
        assert [a.estado for a in Amistad.objects.all()] == ["amigos"]
        assert (amigos_de(mari.pk), amigos_de(beto.pk)) == ({beto.pk}, {mari.pk})
        Amistad.objects.all().delete()


def test_aceptar_y_negar_a_la_vez_deja_una_de_las_dos() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    for _vuelta in range(vueltas(4)):
        amistades.amistad_pedir(cuenta_id=mari.pk, otra_id=beto.pk, ahora=ahora)
        contesta = partial(amistades.amistad_contestar, cuenta_id=beto.pk, otra_id=mari.pk, ahora=ahora)
        a_la_vez(partial(contesta, acepta=True), partial(contesta, acepta=False))
        assert Amistad.objects.count() == 1 and Amistad.objects.get().estado in ("amigos", "negada")
        Amistad.objects.all().delete()
