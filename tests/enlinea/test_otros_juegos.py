"""Lo que queda de una partida entre personas a Federación o a Música: historia, cuenta y repetición (VA2)."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.historial.consultas.otros_juegos import cuentas_por_juego, otra_de, ultimas_de_otros
from enlinea.historial.exacto import exacto_de_mano
from enlinea.historial.repeticion import partida_repetida
from enlinea.historial.servicios import datos_propios, historia
from enlinea.historial.servicios.historia import historias_faltantes_guardar, mesa_proyectar, mesas_proyectar
from enlinea.historial.servicios.otros_juegos import otras_guardar
from enlinea.models import Clasificado, Jugador, JugadorDeOtroJuego, Mesa, Partida, PartidaDeOtroJuego, Tarjeta
from enlinea.sala.servicios.a_que import OFRECIDOS
from reglas.analisis.actas import analizar_mano, repetir_analizable
from reglas.fichas import lista
from reglas.historia import acta_de, partidas_de
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Eleccion, Modo
from reglas.metas import ATantos, Suma
from reglas.reglamento import reglamento_de_texto
from reglas.verificacion import verificar_partida
from suscripciones.models import Cuenta
from suscripciones.servicios import Borrado
from tests.enlinea.mesas import al_diario, de_prueba, los_cuatro, renglones_de, sentar, suscriptor
from tests.piezas import piezas_de_pagina
from tests.reglas.partidas import MesaDePrueba

pytestmark = pytest.mark.django_db
OTROS = [juego for juego in OFRECIDOS if juego != "amigos"]


def jugada(
    juego: str, cuentas: list[Cuenta] | None = None, semilla: int = 1, modo: Modo = Modo.NORMAL
) -> tuple[Mesa, MesaDePrueba]:
    """Una mesa a ese juego cuya primera partida llegó a la meta."""
    n = reglamento_de_texto(juego).asientos
    quienes = (cuentas or los_cuatro())[:n]
    mesa = sentar(quienes, str(reglamento_de_texto(juego).metas[0]), modo, juego)
    return mesa, de_prueba(mesa, semilla).comenzar().acabar_partida()


@pytest.mark.parametrize("juego", OTROS)
def test_se_guarda_aparte_con_acta_que_se_verifica_y_no_cuenta_para_nada(juego: str) -> None:
    mesa, hecho = jugada(juego)
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, hecho)) == 1
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, hecho)) == 0
    partida = PartidaDeOtroJuego.objects.get()
    assert (partida.reglamento, partida.finalizada, partida.numero) == (juego, True, 1)
    informe = verificar_partida(partida.acta)
    assert (informe["estado"], informe["ganadora"]) == ("terminada", hecho.mesa.ganadora)
    reglamento = reglamento_de_texto(juego)
    for j in partida.jugadores.all():
        bando = reglamento.bando_de[j.asiento]
        assert (j.bando, j.tantos, j.gano) == (bando, hecho.mesa.tantos[bando], bando == hecho.mesa.ganadora)
    assert not (Partida.objects.exists() or Jugador.objects.exists() or Tarjeta.objects.exists())
    assert not Clasificado.objects.filter(puntos__gt=0).exists()


def test_si_otro_la_guardo_entretanto_no_se_repite() -> None:
    mesa, hecho = jugada("federacion-2-0-7")
    faltan = historia._faltan(DatosDeMesa.leer(mesa.pk), set(), renglones_de(mesa, hecho), historia.SIN_ABRIR)
    assert [otras_guardar(faltan), otras_guardar(faltan)] == [1, 0]
    assert (PartidaDeOtroJuego.objects.count(), JugadorDeOtroJuego.objects.count()) == (1, 2)


@pytest.mark.parametrize("juego", OTROS)
def test_se_repite_jugada_por_jugada_y_del_pozo_solo_se_dice_cuantas_hasta_el_final(juego: str) -> None:
    mesa, hecho = jugada(juego)
    mesa_proyectar(mesa.pk, renglones_de(mesa, hecho))
    acta = PartidaDeOtroJuego.objects.get().acta
    manos = partida_repetida(acta, 1)
    assert len(manos) == len(acta["manos"]) == len(hecho.mesa.cuentas)
    reglamento = reglamento_de_texto(juego)
    for una, guardada, cuenta in zip(manos, acta["manos"], hecho.mesa.cuentas, strict=True):
        pasos = una.datos["pasos"]
        assert len(pasos) == len(una.frases) == len(guardada["jugadas"]) + 1
        assert pasos[0]["pozo"] == reglamento.en_pozo and isinstance(pasos[0]["pozo"], int)
        assert [sum(map(len, paso["manos"])) + paso["pozo"] + n for n, paso in enumerate(pasos)] == [
            len(lista(reglamento.fichas))
        ] * len(pasos)
        robadas = reglamento.en_pozo - pasos[-1]["pozo"]
        dichas = " ".join(una.frases)
        assert ("robó" in dichas) is (robadas > 0)
        assert str(cuenta.tantos) in una.como if cuenta.ganadora is not None else "no cuenta" in una.como
        assert [suma for _quien, _fichas, suma in una.quedo] == list(cuenta.no_jugados)
        assert len(una.pozo) == pasos[-1]["pozo"]


def test_al_repetir_cada_robo_se_dice_en_su_turno() -> None:
    """VA9: robando de una en una, si nadie puede tirar la vuelta se repite; juntaba los robos de dos turnos."""
    musica = reglamento_de_texto("musica-2-0-7")
    vuelta = 0
    for semilla in range(1, 40):
        hecho = MesaDePrueba(musica.metas[0], semilla=semilla, ocupantes=(0, 1), reglamento=musica).comenzar()
        acta = acta_de(partidas_de(hecho.acabar_partida().eventos())[0], ("Ana", "Beto"))
        for una in partida_repetida(acta, 0):
            for antes, despues, frase in zip(una.datos["pasos"], una.datos["pasos"][1:], una.frases[1:], strict=False):
                dichas = list(map(int, re.findall(r"robó (\d+)", frase)))
                assert sum(dichas) == antes["pozo"] - despues["pozo"] and set(dichas) <= {1}, frase
                vuelta += len(dichas) > 2
        if vuelta:
            break
    assert vuelta, "ninguna semilla dio la vuelta entera"


def repetida_por(cliente: Client, juego: str) -> tuple[PartidaDeOtroJuego, str]:
    """Una partida a ese juego y su página, con el valor exacto pedido."""
    cuentas = los_cuatro()
    cliente.force_login(cuentas[0], backend="django.contrib.auth.backends.ModelBackend")
    mesa, hecho = jugada(juego, cuentas)
    mesa_proyectar(mesa.pk, renglones_de(mesa, hecho))
    partida = PartidaDeOtroJuego.objects.get()
    respuesta = cliente.get(reverse("enlinea:otro_repetir", args=[partida.pk]), {"mano": "1", "exacto": "1"})
    return partida, " ".join(respuesta.content.decode().split())


def test_donde_se_reparten_todas_se_ve_que_jugadas_costaron(client: Client) -> None:
    """D610: lo mismo que la orden `analizar`."""
    partida, cuerpo = repetida_por(client, "federacion")
    jugadas = analizar_mano(repetir_analizable(partida.acta).manos[0], ATantos(300, Suma.TODAS)).jugadas
    costaron = [
        n
        for n, una in enumerate(jugadas, 1)
        if una.elegida.valor != (min if una.posicion.turno % 2 else max)(x.valor for x in una.alternativas)
    ]
    frases = exacto_de_mano(partida.pk, partida.acta or {}, 1)
    assert costaron and [int(frase.split()[1].rstrip(":")) for frase in frases] == costaron
    assert all(escape(frase) in cuerpo for frase in frases)


def test_con_pozo_se_dice_que_no_hay_valor_exacto_y_las_fichas_llevan_sus_figuras(client: Client) -> None:
    _partida, cuerpo = repetida_por(client, "musica-2-0-7")
    assert "exacto=1" not in cuerpo and "nadie había" in cuerpo
    # VA11
    assert "js/mesa/caras.js" in piezas_de_pagina(cuerpo) and 'value="potencias"' in cuerpo


def test_la_cuenta_de_cada_juego_es_la_de_sus_partidas() -> None:
    cuentas = los_cuatro()
    for juego, semilla in (("federacion-2-0-7", 1), ("federacion-2-0-7", 2), ("musica", 3)):
        mesa, hecho = jugada(juego, cuentas, semilla)
        mesa_proyectar(mesa.pk, renglones_de(mesa, hecho))
        mesa.lugares.update(activo=False)
    suyas = JugadorDeOtroJuego.objects.filter(cuenta=cuentas[0])
    federacion, musica = cuentas_por_juego(cuentas[0].pk)
    assert (federacion.juego, federacion.jugadas) == ("Federación, 2 jugadores", 2)
    de_dos = suyas.filter(partida__reglamento="federacion-2-0-7")
    assert federacion.ganadas == de_dos.filter(gano=True).count()
    assert federacion.tantos == sum(de_dos.values_list("tantos", flat=True)) > 0
    assert (musica.juego, musica.jugadas) == ("Música y matemáticas, 4 jugadores", 1)
    assert cuentas_por_juego(cuentas[2].pk)[0].jugadas == 1
    assert {r.juego for r in ultimas_de_otros(cuentas[0].pk)} == {federacion.juego, musica.juego}


def test_la_que_no_llego_consta_sin_acta_y_sin_castigo() -> None:
    cuentas = los_cuatro()
    mesa = sentar(cuentas, "100", Modo.NORMAL, "musica")
    hecho = de_prueba(mesa).comenzar().acabar_mano()
    hecho.pedir(o.Ausentar(2))
    hecho.pedir(o.Vencer(), 300_000)
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, hecho)) == 1
    partida = PartidaDeOtroJuego.objects.get()
    assert (partida.finalizada, partida.acta, partida.motivo) == (False, None, "abandono")
    assert not Tarjeta.objects.exists() and cuentas_por_juego(cuentas[0].pk) == []
    (renglon,) = ultimas_de_otros(cuentas[0].pk)
    assert renglon.gano is None and otra_de(partida.pk, cuentas[0].pk) is None


def test_el_barrido_y_el_ayudante_guardan_lo_mismo_y_la_revancha_va_aparte() -> None:
    mesa, hecho = jugada("federacion-2-0-9")
    hecho.votar(Eleccion.REVANCHA).acabar_partida()
    al_diario(mesa, hecho)
    assert mesas_proyectar([(mesa.pk, type(hecho.mesa)())]) == 2
    hecho.votar(Eleccion.COMUNICACION)
    al_diario(mesa, hecho)
    assert historias_faltantes_guardar() == 0
    assert list(PartidaDeOtroJuego.objects.order_by("numero").values_list("numero", flat=True)) == [1, 2]
    assert Mesa.objects.get().estado == Mesa.Estado.CERRADA


# --- las páginas ------------------------------------------------------------------------------------------------------
def de(cuenta: Cuenta) -> Client:
    cliente = Client()
    cliente.force_login(cuenta, backend="django.contrib.auth.backends.ModelBackend")
    return cliente


def test_solo_la_abre_quien_la_jugo() -> None:
    cuentas = los_cuatro()
    mesa, hecho = jugada("musica-3-0-7", cuentas)
    mesa_proyectar(mesa.pk, renglones_de(mesa, hecho))
    partida = PartidaDeOtroJuego.objects.get()
    for nombre in ("enlinea:otro_repetir", "enlinea:otro_acta"):
        direccion = reverse(nombre, args=[partida.pk])
        assert de(cuentas[2]).get(direccion).status_code == 200
        assert de(cuentas[3]).get(direccion).status_code == 404
        assert Client().get(direccion).status_code == 302
    pagina = de(cuentas[1]).get(reverse("enlinea:otro_repetir", args=[partida.pk]), {"mano": "999"}).content.decode()
    assert "no se le calcula el valor exacto" in " ".join(pagina.split()) and "otro-mano" in pagina
    lista_ = de(cuentas[1]).get(reverse("enlinea:otros_juegos")).content.decode()
    assert reverse("enlinea:otro_repetir", args=[partida.pk]) in lista_
    assert "Todavía no juegas ninguna" in de(cuentas[3]).get(reverse("enlinea:otros_juegos")).content.decode()


def test_se_lleva_lo_suyo_y_al_borrarse_cambia_su_nombre_tambien_en_el_acta() -> None:
    cuentas = los_cuatro()
    mesa, hecho = jugada("federacion-2-0-7", cuentas)
    mesa_proyectar(mesa.pk, renglones_de(mesa, hecho))
    (suya,) = datos_propios.exportar(cuentas[0].pk)["partidas_a_otros_juegos"]
    assert (suya["juego"], suya["tu_nombre"]) == ("federacion-2-0-7", "Mari") and suya["acta"]
    datos_propios.borrar(Borrado(cuentas[0].pk, "Mari", "mari@prueba.mx", "Jugador 4F2A", timezone.now()))
    partida = PartidaDeOtroJuego.objects.get()
    assert partida.acta["asientos"] == ["Jugador 4F2A", "Beto"]
    assert partida.jugadores.get(asiento=0).nombre == "Jugador 4F2A"
    assert verificar_partida(partida.acta)["estado"] == "terminada"


def test_la_practica_a_otro_juego_no_deja_historia() -> None:
    mesa = sentar([suscriptor("Mari"), None], "100", Modo.PRACTICA, "musica-2-0-7")
    hecho = de_prueba(mesa).comenzar().acabar_partida()
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, hecho)) == 0
    assert not PartidaDeOtroJuego.objects.exists()
