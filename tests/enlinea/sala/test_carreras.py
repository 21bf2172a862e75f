"""A la vez, con conexiones de verdad: una persona cabe en una mesa, y cada plazo vence una vez."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from enlinea.errores import ErrorDeServicio
from enlinea.models import Charla, Lugar, Mesa
from enlinea.sala.servicios import armado
from tests.a_la_vez import vueltas
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.enlinea.sala.ayudas import contesta, fila, invita, reunidos, sentados
from tests.enlinea.sala.test_servicios_sala import dice
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")

SIETE = ("Ana", "Beto", "Caro", "Dani", "Eva", "Fer", "Gil")


def limpiar() -> None:
    Lugar.objects.all().delete()
    Mesa.objects.all().delete()


def ok(quedo: list[Any]) -> list[Any]:
    return [r for r in quedo if not isinstance(r, ErrorDeServicio)]


def test_dos_organizadores_invitan_al_mismo_y_uno_gana() -> None:
    ahora = timezone.now()
    a, b, c, d, e, f, g = reunidos(ahora, SIETE)
    for _vuelta in range(vueltas()):
        quedo = a_la_vez(lambda: invita([a, b, c, g], ahora), lambda: invita([d, g, e, f], ahora))
        (error,) = [r for r in quedo if isinstance(r, ErrorDeServicio)]
        assert (error.codigo, error.datos) == ("ya_invitado", {"nombre": "Gil"})
        assert len(ok(quedo)) == 1
        assert sentados() == 4
        limpiar()


def test_dos_que_se_invitan_en_cruz_no_se_traban() -> None:
    ahora = timezone.now()
    a, b, c, d, e, f, _g = reunidos(ahora, SIETE)
    for _vuelta in range(vueltas()):
        quedo = a_la_vez(lambda: invita([a, b, c, d], ahora), lambda: invita([b, a, e, f], ahora))
        # quien llega segundo deja la invitación que acaba de recibir; queda una sola mesa viva
        assert ok(quedo)
        assert sentados() == 4
        assert Mesa.objects.filter(estado="invitando").count() == 1
        limpiar()


def test_aceptar_rechazar_y_vencer_a_la_vez_dan_un_solo_final() -> None:
    ahora = timezone.now()
    cuatro = reunidos(ahora, SIETE[:4])
    tarde = ahora + timedelta(seconds=31)
    for _vuelta in range(vueltas()):
        mesa = invita(cuatro, ahora)
        contesta(mesa, cuatro[1], ahora)
        contesta(mesa, cuatro[2], ahora)
        quedo = a_la_vez(
            lambda m=mesa: contesta(m, cuatro[3], ahora),
            lambda m=mesa: contesta(m, cuatro[2], ahora, acepta=False),
            lambda: armado.mesas_vencer(tarde),
            lambda: armado.mesas_vencer(tarde),
        )
        estado, activos = fila(mesa).estado, sentados()
        assert (estado, activos) in (("lista", 4), ("cancelada", 0))
        assert sum(r for r in quedo if isinstance(r, int)) <= 1
        limpiar()


def test_los_tres_aceptan_a_la_vez_y_queda_lista() -> None:
    ahora = timezone.now()
    cuatro = reunidos(ahora, SIETE[:4])
    for _vuelta in range(vueltas()):
        mesa = invita(cuatro, ahora)
        a_la_vez(*[lambda c=c, m=mesa: contesta(m, c, ahora) for c in cuatro[1:]])
        assert fila(mesa).estado == "lista"
        limpiar()


def test_vencer_desde_varios_procesos_vence_una_vez() -> None:
    ahora = timezone.now()
    cuatro = reunidos(ahora, SIETE[:4])
    tarde = ahora + timedelta(seconds=30)
    for _vuelta in range(vueltas()):
        invita(cuatro, ahora)
        assert sum(a_la_vez(*[lambda: armado.mesas_vencer(tarde)] * 3)) == 1
        limpiar()


@pytest.mark.parametrize("en_la_lista", [True, False])
def test_el_tope_de_la_platica_vale_entre_pestanas(en_la_lista: bool) -> None:
    ahora: datetime = timezone.now()
    (ana,) = reunidos(ahora, ["Ana"]) if en_la_lista else [suscriptor("Ana")]
    for _vuelta in range(vueltas(5)):
        quedo = a_la_vez(*[lambda: dice(ana, "hola", ahora)] * 8)
        assert len(ok(quedo)) == 5
        Charla.objects.all().delete()
