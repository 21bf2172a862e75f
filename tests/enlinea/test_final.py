"""Al acabar la partida: los puntos, el quintil y la mejor jugada de cada quien, sólo a quien la jugó (D564)."""

import pytest
from django.test import Client
from django.urls import reverse

from enlinea.clasificacion.servicios.puntos import partidas_sumar
from enlinea.historial.consultas.final import MejorJugada, mejor_jugada
from enlinea.models import Analisis, Partida, PuntosDePartida
from reglas.fichas import NUMERO
from reglas.mano import EXTREMOS
from suscripciones.models import Cuenta
from tests.enlinea.academia.jugada import de, una_jugada
from tests.enlinea.mesas import suscriptor


def jugada(asiento: int, ficha: str, extremo: str | None = None) -> dict[str, object]:
    return {"asiento": asiento, "ficha": ficha, "extremo": extremo}


def una_estudiada() -> tuple[list[Cuenta], Partida]:
    """La partida con un análisis de mentira: cada jugada valía más que otra, y la ventaja crece jugada por jugada."""
    cuentas, partida = una_jugada()
    manos = []
    for mano in (partida.acta or {})["manos"]:
        valores = []
        for n, una in enumerate(mano["jugadas"]):
            a, b = map(int, una["ficha"].split("-"))
            signo = 1 if una["asiento"] % 2 == 0 else -1
            valores.append(
                [[NUMERO[a, b], EXTREMOS.index(una["extremo"] or ""), 0], [0 if a + b else 1, 1, -signo * n]]
            )
        manos.append({"valores": valores})
    Analisis.objects.filter(partida=partida).update(estado=Analisis.Estado.LISTO, datos={"manos": manos})
    return cuentas, partida


def test_la_mejor_jugada_es_la_propia_que_mas_dejaba_frente_a_la_que_le_seguia() -> None:
    acta = {
        "manos": [{"jugadas": [jugada(0, "6-6"), jugada(1, "5-6", "A"), jugada(2, "4-5", "A"), jugada(3, "0-6", "B")]}]
    }
    #          la pareja 0 ve el valor; la 1, su contrario
    valores = [
        [[27, 0, 10], [26, 0, 4]],
        [[26, 1, 5], [26, 2, 30], [20, 1, 12]],
        [[23, 1, 40], [11, 2, 5]],
        [[6, 2, 8]],
    ]
    datos = {"manos": [{"valores": valores}]}
    assert mejor_jugada(acta, datos, 0) == MejorJugada(1, "6-6", 6)
    # de la misma ficha, el otro lado también era otra jugada
    assert mejor_jugada(acta, datos, 1) == MejorJugada(1, "5-6", 7)
    assert mejor_jugada(acta, datos, 2) == MejorJugada(1, "4-5", 35)
    assert mejor_jugada(acta, datos, 3) is None, "con una sola jugada no hay mérito"


def test_la_que_no_era_la_mejor_no_es_la_mejor_jugada() -> None:
    acta = {"manos": [{"jugadas": [jugada(0, "6-6")]}]}
    assert mejor_jugada(acta, {"manos": [{"valores": [[[27, 0, 4], [26, 0, 10]]]}]}, 0) is None
    assert mejor_jugada(acta, {"manos": [{"valores": [[[27, 0, 4], [26, 0, 4]]]}]}, 0) is None


@pytest.mark.django_db
@pytest.mark.una_base
def test_cada_quien_ve_sus_puntos_su_quintil_y_su_mejor_jugada_y_nadie_mas() -> None:
    cuentas, partida = una_estudiada()
    partidas_sumar()
    direccion = reverse("enlinea:final", args=[partida.mesa_id, partida.numero])
    vistos = [de(cuenta).get(direccion) for cuenta in cuentas]
    assert all("no-store" in una["Cache-Control"] for una in vistos)
    for una, cuenta in zip(vistos, cuentas, strict=True):
        suyos = PuntosDePartida.objects.get(jugador__cuenta=cuenta)
        datos = una.json()
        assert datos["puntos"] == [suyos.pr_antes, suyos.pr_despues]
        assert datos["quintil"] == [suyos.quintil_antes, suyos.quintil_despues]
        assert datos["repetir"] == reverse("enlinea:repetir", args=["partida", partida.pk])
        assert (datos["guardada"], datos["falta"]) == (True, False)
        assert de(cuenta).get(datos["repetir"]).status_code == 200
    assert any(una.json()["mejor"] for una in vistos)
    assert len({str(una.json()["mejor"]) for una in vistos}) > 1
    assert de(suscriptor("Ajena")).get(direccion).status_code == 404
    assert Client().get(direccion).status_code == 302
    assert de(cuentas[0]).post(direccion).status_code == 405
    # la que se juega todavía no dejó nada
    siguiente = reverse("enlinea:final", args=[partida.mesa_id, partida.numero + 1])
    assert de(cuentas[0]).get(siguiente).json() == {"guardada": False}
    assert de(cuentas[0]).get(reverse("enlinea:final", args=[99_999, 1])).status_code == 404


@pytest.mark.django_db
@pytest.mark.una_base
def test_mientras_se_cuenta_lo_dice_y_no_inventa() -> None:
    cuentas, partida = una_estudiada()
    Analisis.objects.filter(partida=partida).update(estado=Analisis.Estado.PENDIENTE, datos=None)
    datos = de(cuentas[0]).get(reverse("enlinea:final", args=[partida.mesa_id, partida.numero])).json()
    assert (datos["mejor"], datos["falta"]) == (None, True)
