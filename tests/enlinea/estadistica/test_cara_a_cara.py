"""Con quién y contra quién: lo ganado y lo perdido en toda la historia, y la mejor pareja sin engañar (ES1)."""

import pytest
from django.urls import reverse

from enlinea.historial.consultas.cara_a_cara import MINIMO_DE_PAREJA, Trato, cara_a_cara, mejor_de
from enlinea.historial.servicios.estadistica import estadisticas_faltantes_guardar
from tests.enlinea.estadistica.ayudas import guardar, navegador_de, no_finalizada
from tests.enlinea.mesas import los_cuatro, suscriptor

pytestmark = pytest.mark.django_db
GANA, PIERDE = 0, 3


def trato(nombre: str, jugadas: int, ganadas: int) -> Trato:
    return Trato(len(nombre), nombre, jugadas, ganadas)


def test_de_pareja_y_de_contrario_con_lo_ganado_y_lo_perdido():
    mari, beto, carmen, nacho = los_cuatro()
    # Mari con Carmen: gana y pierde; con Beto: gana dos. La cuarta la organiza Nacho: Mari va a su derecha y pierde
    guardar([mari, beto, carmen, nacho], GANA, dia=1)
    guardar([mari, beto, carmen, nacho], PIERDE, dia=2)
    guardar([mari, carmen, beto, nacho], GANA, dia=3)
    guardar([nacho, mari, carmen, beto], GANA, dia=4)
    no_finalizada([mari, beto, carmen, nacho], dia=5)
    guardar([mari, beto, carmen, nacho], GANA, dia=6, modo="sin_prisa")
    guardar([beto, carmen, nacho, suscriptor("Otra")], GANA, dia=7)
    estadisticas_faltantes_guardar()
    con = cara_a_cara(mari.pk)
    assert [(t.nombre, t.ganadas, t.perdidas) for t in con.de_pareja] == [("Beto", 1, 1), ("Carmen", 1, 1)]
    assert [(t.nombre, t.ganadas, t.perdidas) for t in con.de_contrario] == [
        ("Nacho", 2, 2), ("Beto", 1, 1), ("Carmen", 1, 1),
    ]  # fmt: skip
    assert con.mejor_pareja is None


def test_dos_viajes_a_la_base_aunque_haya_mas(django_assert_num_queries):
    cuentas = los_cuatro()
    for n in range(6):
        guardar(cuentas, GANA, dia=n)
    estadisticas_faltantes_guardar()
    with django_assert_num_queries(2):
        con = cara_a_cara(cuentas[0].pk)
    assert con.mejor_pareja == con.de_pareja[0]
    pagina = navegador_de(cuentas[0]).get(reverse("enlinea:personas")).content.decode()
    assert "Tu mejor pareja: Carmen" in pagina and "Ganaron 6 de 6 (100 %)." in pagina


def test_la_mejor_pareja_es_la_de_mayor_parte_ganada_con_lo_minimo():
    corta, larga = trato("una", MINIMO_DE_PAREJA - 1, MINIMO_DE_PAREJA - 1), trato("larga", 10, 7)
    assert mejor_de([corta, larga, trato("peor", 20, 10)]) == larga
    # 4 de 5 es lo mismo que 8 de 10: la de más partidas
    assert mejor_de([trato("cinco", 5, 4), trato("diez mil", 10, 8)]).jugadas == 10
    assert mejor_de([trato("nunca", 30, 0)]) is None
    assert mejor_de([]) is None


def test_sin_partidas_lo_dice():
    pagina = navegador_de(suscriptor("Mari")).get(reverse("enlinea:personas")).content.decode()
    assert "Todavía no hay con quién" in pagina
