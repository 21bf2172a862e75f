"""El quintil provisional sale de las partidas guardadas (ES2)."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from enlinea import consultas
from enlinea.consultas import clasificacion
from enlinea.models import Jugador, Mesa, Partida
from suscripciones.models import Cuenta
from tests.enlinea.mesas import sentar, suscriptor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def de_nuevo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(clasificacion, "SEGUNDOS_DE_RECUERDO", -1)
    clasificacion.olvidar()
    yield
    clasificacion.olvidar()


def cinco() -> list[Cuenta]:
    return [suscriptor(f"P{n}") for n in range(5)]


def partida(mesa: Mesa, ganadora: int, tantos: tuple[int, int], **cambia: object) -> None:
    """Una guardada en esa mesa; los asientos, los de la mesa."""
    ahora = timezone.now()
    datos = {
        "mesa": mesa, "numero": mesa.partidas.count() + 1, "meta": "100", "modo": "normal", "inicio": ahora,
        "fin": ahora + timedelta(minutes=5), "finalizada": True, "ganadora": ganadora,
        "tantos_0": tantos[0], "tantos_1": tantos[1], **cambia,
    }  # fmt: skip
    p = Partida.objects.create(**datos)
    for lu in mesa.lugares.all():
        Jugador.objects.create(partida=p, asiento=lu.asiento, cuenta=lu.cuenta, nombre=lu.nombre)


def test_sin_partidas_va_primero_la_cuenta_mas_antigua() -> None:
    cuentas = cinco()
    assert consultas.quintil_de([c.pk for c in cuentas]) == {c.pk: n + 1 for n, c in enumerate(cuentas)}


def test_ganar_sube_y_perder_baja() -> None:
    cuentas = cinco()
    partida(sentar([cuentas[4], cuentas[1], cuentas[3], cuentas[2]]), 0, (100, 40))
    quedo = consultas.quintil_de([c.pk for c in cuentas])
    # +1 +3 y +4 +3 (gana a Q2 y Q3 desde Q5) contra +1 +3 y +3 +2 (desde Q4)
    assert (quedo[cuentas[4].pk], quedo[cuentas[3].pk]) == (1, 2)
    assert quedo[cuentas[0].pk] == 3


@pytest.mark.parametrize("cambia", [{"finalizada": False}, {"modo": "sin_prisa"}, {"modo": "practica"}])
def test_solo_cuentan_las_normales_terminadas(cambia: dict[str, object]) -> None:
    cuentas = cinco()
    partida(sentar([cuentas[4], cuentas[1], cuentas[3], cuentas[2]]), 0, (100, 40), **cambia)
    assert consultas.quintil_de([cuentas[4].pk]) == {cuentas[4].pk: 5}


def test_quien_no_esta_inscrito_va_en_el_ultimo() -> None:
    assert set(consultas.quintil_de([suscriptor("Ana", vigente=False).pk]).values()) == {5}
