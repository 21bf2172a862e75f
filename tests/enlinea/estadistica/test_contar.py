"""La proyección de la estadística: cada partida que cuenta, una vez, con el consecutivo de cada quien (ES1)."""

import logging
import time

import pytest
from django.db.models import QuerySet

from config.vivo.tareas import del_barrido
from enlinea.historial.servicios.estadistica import estadisticas_faltantes_guardar, partida_contar
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import Jugador, Partida
from reglas.estadistica_guardada import leer_manos
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Eleccion, Modo
from suscripciones.models import Cuenta
from tests.enlinea.estadistica.ayudas import guardar, no_finalizada
from tests.enlinea.mesas import de_prueba, los_cuatro, renglones_de, sentar, suscriptor
from tests.enlinea.sala.a_la_vez import a_la_vez

pytestmark = pytest.mark.django_db


def numeros_de(cuenta: Cuenta) -> list[int | None]:
    """En el orden en que terminaron."""
    propias = Jugador.objects.filter(cuenta=cuenta).order_by("partida__fin", "partida_id")
    return list(propias.values_list("numero", flat=True))


def test_la_que_termina_queda_contada_y_numerada():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    juego = de_prueba(mesa).comenzar().acabar_partida().votar(Eleccion.REVANCHA).acabar_partida()
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 2
    for partida in Partida.objects.all():
        assert len(leer_manos(partida.resumen)) == len(partida.acta["manos"])
    assert all(numeros_de(cuenta) == [1, 2] for cuenta in cuentas)


def test_la_de_una_mesa_sin_prisa_no_cuenta():
    cuentas = los_cuatro()
    mesa = sentar(cuentas, modo=Modo.SIN_PRISA)
    mesa_proyectar(mesa.pk, renglones_de(mesa, de_prueba(mesa).comenzar().acabar_partida()))
    assert numeros_de(cuentas[0]) == [None]
    assert Partida.objects.get().resumen is None
    assert estadisticas_faltantes_guardar() == 0


def test_la_no_finalizada_no_cuenta():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    juego = de_prueba(mesa).comenzar().acabar_mano()
    juego.pedir(o.Ausentar(2))
    juego.pedir(o.Vencer(), 300_000)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    assert partida_contar(Partida.objects.get().pk) is False
    assert numeros_de(cuentas[0]) == [None]


def test_el_barrido_cuenta_las_de_antes_en_su_orden_y_sin_las_que_no_cuentan():
    cuentas = los_cuatro()
    otra = suscriptor("Otra")
    guardar(cuentas, dia=5)
    guardar([cuentas[0], otra, cuentas[2], cuentas[3]], dia=2)
    no_finalizada(cuentas, dia=3)
    guardar(cuentas, 1, dia=9, modo="sin_prisa")
    assert estadisticas_faltantes_guardar() == 2
    assert numeros_de(cuentas[0]) == [1, None, 2, None]
    assert numeros_de(cuentas[1]) == [None, 1, None]
    assert numeros_de(otra) == [1]
    assert estadisticas_faltantes_guardar() == 0


def test_una_nueva_que_se_cuenta_antes_que_las_viejas_no_les_quita_su_numero():
    cuentas = los_cuatro()
    guardar(cuentas, dia=1)
    guardar(cuentas, dia=2)
    nueva = guardar(cuentas, dia=3)
    assert partida_contar(nueva.pk)
    assert numeros_de(cuentas[0]) == [1, 2, 3]
    assert estadisticas_faltantes_guardar() == 2
    assert numeros_de(cuentas[0]) == [1, 2, 3]


def test_contar_otra_vez_no_hace_nada():
    cuentas = los_cuatro()
    partida = guardar(cuentas)
    assert partida_contar(partida.pk)
    assert not partida_contar(partida.pk)
    assert not partida_contar(partida.pk + 1)
    assert numeros_de(cuentas[0]) == [1]


def test_un_acta_que_no_se_puede_repetir_cuenta_sin_manos_y_no_traba_a_las_demas(caplog):
    cuentas = los_cuatro()
    mala = guardar(cuentas, dia=1, acta={"formato": "otro"})
    guardar(cuentas, dia=2)
    with caplog.at_level(logging.ERROR):
        assert estadisticas_faltantes_guardar() == 2
    assert f"partida {mala.numero} de la mesa {mala.mesa_id} " in caplog.text
    mala.refresh_from_db()
    assert mala.resumen == []
    assert numeros_de(cuentas[0]) == [1, 2]


def test_la_estadistica_esta_en_el_barrido():
    assert any("estadística" in tarea.nombre for tarea in del_barrido())


@pytest.mark.django_db(transaction=True)
def test_varias_partidas_que_acaban_a_la_vez_numeran_sin_repetir_ni_saltar(monkeypatch):
    """Cada hilo guarda y cuenta la suya, con las mismas personas en otro orden, y todos además la primera."""
    cuentas = los_cuatro()
    escribir = QuerySet.bulk_update

    def sin_prisa(*args, **datos):
        # lo bastante para que otro lea el mismo último número, si pudiera
        time.sleep(0.1)
        return escribir(*args, **datos)

    monkeypatch.setattr(QuerySet, "bulk_update", sin_prisa)
    primera = guardar(cuentas).pk

    def acabar(n: int) -> int:
        return partida_contar(guardar(cuentas[n % 4 :] + cuentas[: n % 4], dia=n).pk) + partida_contar(primera)

    assert sum(a_la_vez(*(lambda n=n: acabar(n) for n in range(1, 7)))) == 7
    for cuenta in cuentas:
        assert sorted(numeros_de(cuenta)) == [1, 2, 3, 4, 5, 6, 7]
