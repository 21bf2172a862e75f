"""Las prácticas de cada quien: las últimas cincuenta que llegaron a la meta, aparte y sin contar (AC1, D486)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from enlinea.academia.consultas.fuente import fuente_de
from enlinea.academia.consultas.parejas import parejas_de
from enlinea.academia.consultas.partidas import Busqueda, partidas_para_repetir, practicas_para_repetir
from enlinea.historial.consultas.partidas import ultimas_partidas
from enlinea.historial.servicios import datos_propios, practicas
from enlinea.historial.servicios.historia import historias_faltantes_guardar, mesa_proyectar
from enlinea.models import Analisis, Jugador, Mesa, Partida
from enlinea.sala.servicios.armado import mesa_cerrar
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Eleccion, Modo
from reglas.tipos import Meta
from suscripciones.datos_propios import Borrado
from suscripciones.models import Cuenta
from tests.enlinea.mesas import al_diario, de_prueba, renglones_de, sentar, suscriptor
from tests.reglas.partidas import MesaDePrueba

pytestmark = pytest.mark.django_db


def practicada(cuenta: Cuenta) -> tuple[Mesa, MesaDePrueba]:
    mesa = sentar([cuenta, None, None, None], modo=Modo.PRACTICA)
    return mesa, de_prueba(mesa).comenzar()


def test_la_practica_que_llego_a_la_meta_se_guarda_aparte_y_se_analiza():
    mari = suscriptor("Mari")
    mesa, juego = practicada(mari)
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego.acabar_partida())) == 1
    partida = Partida.objects.get()
    assert (partida.modo, partida.resumen, partida.orden_de_puntos) == ("practica", None, None)
    assert partida.acta is not None and partida.analisis.estado == "pendiente"
    # ni en las partidas, ni en la estadística, ni en la clasificación
    assert Jugador.objects.get(cuenta=mari).numero is None
    assert ultimas_partidas(mari.pk) == [] and partidas_para_repetir(mari.pk, Busqueda()).total == 0
    assert [p["id"] for p in practicas_para_repetir(mari.pk)] == [partida.pk]
    assert fuente_de("partida", partida.pk, mari.pk) is not None
    assert fuente_de("partida", partida.pk, suscriptor("Otra").pk) is None
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 0


def test_la_practica_a_medias_no_deja_nada():
    mesa, juego = practicada(suscriptor("Mari"))
    juego.pedir(o.Salir(0))
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 0
    assert not Partida.objects.exists()


def test_de_las_practicas_quedan_las_ultimas_de_cada_quien(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(practicas, "ULTIMAS", 2)
    mari, beto = suscriptor("Mari"), suscriptor("Beto")
    primera, juego = practicada(mari)
    renglones = renglones_de(primera, juego.acabar_partida())
    mesa_proyectar(primera.pk, renglones)
    base = Partida.objects.get()
    for n in range(3):
        otra = Partida.objects.get(pk=base.pk)
        otra.pk, otra.numero, otra.fin = None, n + 2, base.fin + timedelta(hours=n + 1)
        otra.save()
        Jugador.objects.create(partida=otra, asiento=0, cuenta=mari if n else beto, nombre="Alguien")
    assert practicas.practicas_recortar([mari.pk, beto.pk, None]) == 1
    assert not Partida.objects.filter(pk=base.pk).exists(), "se va la más vieja"
    assert len(practicas_para_repetir(mari.pk)) == 2 and len(practicas_para_repetir(beto.pk)) == 1
    practicas.practicas_borrar(mari.pk)
    assert Partida.objects.count() == 1, "las de otro no se tocan"


def test_si_el_proceso_murio_la_recoge_el_barrido():
    mesa, juego = practicada(suscriptor("Mari"))
    juego.acabar_partida().votar(Eleccion.COMUNICACION)
    al_diario(mesa, juego)
    assert historias_faltantes_guardar() == 1
    assert Partida.objects.get().modo == "practica"


def test_al_borrar_la_cuenta_sus_practicas_se_van():
    mari = suscriptor("Mari")
    mesa, juego = practicada(mari)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego.acabar_partida()))
    mesa_cerrar(mesa.pk, "comunicacion")
    con_otros = sentar([mari, *(suscriptor(nombre) for nombre in ("Beto", "Carmen", "Nacho"))])
    mesa_proyectar(con_otros.pk, renglones_de(con_otros, de_prueba(con_otros).comenzar().acabar_partida()))
    assert Partida.objects.count() == 2
    datos_propios.borrar(Borrado(mari.pk, "Mari", "mari@prueba.mx", "Jugador 7", timezone.now()))
    assert Partida.objects.get().mesa_id == con_otros.pk


def completada(mari: Cuenta, beto: Cuenta) -> tuple[Mesa, MesaDePrueba]:
    mesa = sentar([mari, None, beto, None], modo=Modo.COMPLETADA)
    return mesa, MesaDePrueba(Meta.CIEN, Modo.COMPLETADA, 1, (0, -2, 2, -4)).comenzar()


def test_la_completada_no_cuenta_para_nadie_y_dice_quien_era_automatico():
    """Ni número, ni resumen, ni puntos, ni parejas; en la historia lleva «no cuenta» y en la Academia va aparte."""
    mari, beto = suscriptor("Mari"), suscriptor("Beto")
    mesa, juego = completada(mari, beto)
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego.acabar_partida())) == 1
    partida = Partida.objects.get()
    assert (partida.modo, partida.resumen, partida.orden_de_puntos) == ("completada", None, None)
    assert not Jugador.objects.exclude(numero=None).exists()
    assert list(partida.jugadores.order_by("asiento").values_list("cuenta", flat=True)) == [
        mari.pk,
        None,
        beto.pk,
        None,
    ]
    Analisis.objects.update(fallas=[])
    for quien in (mari, beto):
        (renglon,) = ultimas_partidas(quien.pk)
        assert (renglon.cuenta, renglon.modo, renglon.con_quien) == (False, "con automáticos", True)
        assert partidas_para_repetir(quien.pk, Busqueda()).total == 0 and not parejas_de(quien.pk)
        assert [p["id"] for p in practicas_para_repetir(quien.pk)] == [partida.pk]
    # a media partida no deja nada
    mesa_cerrar(mesa.pk, "comunicacion")
    mesa, juego = completada(mari, beto)
    juego.pedir(o.Salir(2))
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 0


def test_la_completada_se_queda_mientras_le_quepa_a_alguno_y_no_se_va_con_la_cuenta_de_uno(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(practicas, "ULTIMAS", 1)
    mari, beto = suscriptor("Mari"), suscriptor("Beto")
    mesa, juego = completada(mari, beto)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego.acabar_partida()))
    mesa_cerrar(mesa.pk, "comunicacion")
    otra, suya = practicada(mari)
    mesa_proyectar(otra.pk, renglones_de(otra, suya.acabar_partida()))
    de_los_dos = Partida.objects.get(modo="completada")
    Partida.objects.filter(modo="practica").update(fin=de_los_dos.fin + timedelta(hours=1))
    mesa_cerrar(otra.pk, "comunicacion")
    assert practicas.practicas_recortar([mari.pk]) == 0, "a Beto todavía le cabe"
    datos_propios.borrar(Borrado(mari.pk, "Mari", "mari@prueba.mx", "Jugador 7", timezone.now()))
    assert Partida.objects.get() == de_los_dos
    assert set(de_los_dos.jugadores.values_list("nombre", flat=True)) == {
        "Jugador 7",
        "Beto",
        "Autómata 1",
        "Autómata 3",
    }
