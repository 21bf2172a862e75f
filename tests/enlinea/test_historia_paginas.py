"""«Mis partidas», las actas y la historia de la mesa: cada quien ve lo suyo y nada de lo que se está jugando."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import Mesa
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Eleccion, Fase, Modo
from reglas.tipos import Meta
from reglas.verificacion import verificar_partida
from suscripciones.models import Cuenta
from tests.enlinea.mesas import al_diario, de_prueba, los_cuatro, renglones_de, sentar, suscriptor
from tests.pegada import pegada

pytestmark = pytest.mark.django_db


def de(cuenta: Cuenta) -> Client:
    navegador = Client()
    navegador.force_login(cuenta)
    return navegador


def una_jugada(meta: Meta = Meta.CIEN, semilla: int = 1):
    cuentas = los_cuatro()
    mesa = sentar(cuentas, meta)
    juego = de_prueba(mesa, semilla).comenzar().acabar_partida()
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    return cuentas, mesa, juego


def test_cada_quien_ve_su_resultado():
    cuentas, mesa, juego = una_jugada()
    favor, contra = juego.mesa.tantos
    for asiento, cuenta in enumerate(cuentas):
        pagina = de(cuenta).get(reverse("enlinea:partidas")).content.decode()
        assert ("la ganaste" in pagina) == (juego.mesa.ganadora == asiento % 2)
        propios, ajenos = (favor, contra) if asiento % 2 == 0 else (contra, favor)
        assert f"Tantos: {propios} a favor y {ajenos} en contra" in pagina
        assert mesa.nombre in pagina


def test_sin_partidas_invita_a_jugar():
    assert "Todavía no juegas ninguna" in de(suscriptor("Mari")).get(reverse("enlinea:partidas")).content.decode()


def test_la_no_finalizada_consta_sin_acta_y_dice_el_azul():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    juego = de_prueba(mesa).comenzar()
    juego.pedir(o.Ausentar(1))
    juego.pedir(o.Vencer(), 300_000)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    culpable = de(cuentas[1]).get(reverse("enlinea:partidas")).content.decode()
    assert "no finalizada" in culpable and "Tarjeta azul" in culpable and "acta.json" not in culpable
    # también de lo que no acabó se puede señalar a quien se portó mal (SA3)
    senalar = reverse("enlinea:senalar_en_partida", args=[mesa.partidas.get().pk])
    assert senalar in culpable and de(cuentas[0]).get(senalar).status_code == 200
    assert "Tarjeta azul" not in de(cuentas[0]).get(reverse("enlinea:partidas")).content.decode()


def test_el_acta_solo_la_baja_quien_la_jugo():
    cuentas, mesa, _juego = una_jugada()
    direccion = reverse("enlinea:acta", args=[mesa.partidas.get().pk])
    respuesta = de(cuentas[3]).get(direccion)
    assert verificar_partida(json.loads(respuesta.content))["estado"] == "terminada"
    assert "attachment" in respuesta["Content-Disposition"]
    assert "no-store" in respuesta["Cache-Control"]
    assert de(suscriptor("Ajena")).get(direccion).status_code == 404
    assert Client().get(direccion).status_code == 302
    assert de(cuentas[0]).post(direccion).status_code == 405


def test_pocas_consultas_aunque_haya_muchas_partidas(django_assert_max_num_queries):
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    juego = de_prueba(mesa, 3).comenzar().acabar_partida()
    for _ in range(4):
        juego.votar(Eleccion.REVANCHA).acabar_partida()
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    navegador = de(cuentas[0])
    with django_assert_max_num_queries(34):
        pagina = pegada(navegador.get(reverse("enlinea:partidas")).content.decode())
    assert pagina.count("Bajar el acta") == 5
    assert pagina.index("Partida 5") < pagina.index("Partida 1 ")


def test_la_historia_de_la_mesa_da_las_manos_terminadas_y_nunca_la_que_se_juega():
    cuentas = los_cuatro()
    mesa = sentar(cuentas, Meta.DOSCIENTOS)
    juego = de_prueba(mesa).comenzar()
    direccion = reverse("enlinea:historia", args=[mesa.pk])
    al_diario(mesa, juego)
    assert de(cuentas[0]).get(direccion).json()["manos"] == []
    juego.acabar_mano()
    juego.seguir()
    assert juego.mesa.fase is Fase.JUGANDO
    al_diario(mesa, juego)
    respuesta = de(cuentas[1]).get(direccion)
    historia = respuesta.json()
    assert historia["partida"] == 1
    assert len(historia["manos"]) == 1
    assert verificar_partida(historia)["estado"] == "en_curso"
    assert juego.mesa.secreto.semilla not in respuesta.content.decode()
    assert juego.mesa.siguiente.semilla not in respuesta.content.decode()


def test_la_historia_de_la_mesa_es_solo_de_los_sentados():
    mesa = sentar(los_cuatro())
    direccion = reverse("enlinea:historia", args=[mesa.pk])
    assert de(suscriptor("Ajena")).get(direccion).status_code == 404
    assert Client().get(direccion).status_code == 302
    assert de(suscriptor("Otra")).get(reverse("enlinea:historia", args=[1])).status_code == 404


def test_sin_empezar_la_historia_va_vacia():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    assert de(cuentas[0]).get(reverse("enlinea:historia", args=[mesa.pk])).json() == {"partida": 0, "manos": []}


def test_practicar_lleva_a_la_mesa():
    mari = suscriptor("Mari")
    respuesta = de(mari).post(reverse("enlinea:practica"))
    mesa = Mesa.objects.get()
    assert mesa.modo == Modo.PRACTICA
    assert (respuesta.status_code, respuesta["Location"]) == (302, reverse("enlinea:mesa", args=[mesa.pk]))


def test_practicar_sin_suscripcion_lo_dice():
    beto = suscriptor("Beto", vigente=False)
    respuesta = de(beto).post(reverse("enlinea:practica"))
    assert respuesta.status_code == 403
    assert "suscripción" in respuesta.content.decode()
    assert not Mesa.objects.exists()


def test_practicar_estando_en_otra_mesa_lleva_a_esa_y_lo_dice():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    navegador = de(cuentas[1])
    respuesta = navegador.post(reverse("enlinea:practica"), {"id_orden": "no es", "meta": "200"})
    assert respuesta["Location"] == reverse("enlinea:mesa", args=[mesa.pk])
    assert "Ya estás en esta mesa" in navegador.get(reverse("enlinea:partidas")).content.decode()


def test_practicar_pide_entrar_y_solo_por_post():
    assert Client().post(reverse("enlinea:practica")).status_code == 302
    assert de(suscriptor("Mari")).get(reverse("enlinea:practica"))["Location"] == reverse("enlinea:sala")
    assert not Mesa.objects.exists()
