"""La demostración en línea: partidas que pasan por la misma proyección que las de verdad."""

import pytest
from django.utils import timezone

from enlinea import demo
from enlinea.diario import diario
from enlinea.models import Mesa, Partida, PuntosDePartida
from reglas.verificacion import verificar_partida
from suscripciones.servicios import cuentas_demo_crear

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]


def test_trae_partidas_de_las_tres_metas_con_su_acta_sus_puntos_y_su_diario_y_sólo_una_vez():
    personas = {correo: cuenta.pk for correo, cuenta in cuentas_demo_crear().items()}
    assert demo.cargar(personas, timezone.now()) == 9
    partidas = Partida.objects.all()
    assert {p.meta for p in partidas} == {"100", "200", "juegos_ganados"}
    assert all(verificar_partida(p.acta)["estado"] == "terminada" for p in partidas)
    assert all(p.inicio < p.fin < timezone.now() for p in partidas)
    assert PuntosDePartida.objects.count() == 4 * len(partidas)
    assert not Mesa.objects.exclude(estado=Mesa.Estado.CERRADA).exists()
    assert all(diario.leer(mesa.pk) for mesa in Mesa.objects.all())
    assert demo.cargar(personas, timezone.now()) == 0
    assert Partida.objects.count() == 9
