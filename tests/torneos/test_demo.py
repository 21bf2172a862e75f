"""La demostración: uno en juego, uno terminado, uno por abrir y uno de cada formato; la portada los enseña (TO30)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from reglas.suizo.verificacion.verificar import verificar_torneo
from suscripciones.servicios import cuentas_demo_crear
from tests.pegada import pegada
from torneos import consultas
from torneos.consultas.multiplicado import mis_fichas
from torneos.demo import guion as demo
from torneos.models import Torneo
from torneos.reconstruir import acta_de

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]
ANTES = timedelta(days=60)


def test_trae_los_torneos_una_sola_vez_y_sus_actas_se_sostienen() -> None:
    personas = {correo: cuenta.pk for correo, cuenta in cuentas_demo_crear(ahora=timezone.now() - ANTES).items()}
    cargada = demo.cargar(personas, timezone.now())
    assert cargada.nueva and not demo.cargar(personas, timezone.now()).nueva
    en_juego, terminado, por_abrir, *formatos = (Torneo.objects.get(codigo=c) for c in cargada.codigos)
    assert (en_juego.partidas.count(), en_juego.inscritos.count(), en_juego.estado) == (5, 32, "en_juego")
    assert (terminado.estado, por_abrir.estado) == ("terminado", "registro")
    cada_uno = [(t.modalidad, t.tipo, t.estado) for t in formatos]
    assert cada_uno == [
        ("parejas", "azteca", "en_juego"),
        ("equipos", "maya", "terminado"),
        ("individual", "multibolsa", "en_juego"),
        ("individual", "a_distancia", "terminado"),
        ("individual", "multiplicado", "en_juego"),
    ]
    for uno in (terminado, *formatos):
        assert verificar_torneo(acta_de(uno))["faltas"] == []
    # del que se juega en pantallas ya se comparan las fichas, y falta dictar la segunda
    multiplicado = formatos[-1]
    suyas = mis_fichas(multiplicado.pk, 1, int(acta_de(multiplicado)["partidas"][0]["mesas"][0]["asientos"][0]))
    assert suyas is not None and len({m.neto for m in suyas.mesas}) > 1
    assert consultas.estado_de(multiplicado.pk).falta_dictar and multiplicado.puestos.count() == 32
    actual = consultas.estado_de(en_juego.pk).actual
    assert actual and 0 < actual.cerradas < len(actual.mesas)
    lista = pegada(Client().get("/torneos/").content.decode())
    assert lista.index(demo.EN_JUEGO) < lista.index(demo.POR_ABRIR) < lista.index(demo.TERMINADO)
    assert demo.EN_JUEGO in Client().get("/").content.decode(), "la portada lleva a lo que se juega"
