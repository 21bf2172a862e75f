"""La tele del Recreo (D496, D497): por su enlace y sin entrar, sin correos, hasta que se anule."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from channels.layers import channel_layers
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from recreo import consumidores, servicios
from recreo.models import Jugador, Recreo
from recreo.pantallas import Mirada, Pintadas, llaves_de, pintar
from recreo.pantallas.tele import NADIE
from recreo.vivo import VivoDelRecreo, en_hilo
from tests.recreo.conexion import Telefono
from tests.recreo.mesa import Mesero, dominada, falla, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

TELE = Mirada("tele")


def con_tele(tamano: int = 8, **como_es: bool) -> Mesero:
    m = recreo_de(tamano, **como_es)
    m.orden(servicios.tele_abrir)
    return m


def camino(m: Mesero) -> str:
    return reverse("recreo:tele", args=[m.fila.clave_tele])


@pytest.mark.django_db
def test_se_abre_con_el_enlace_y_sin_el_no_hay_tele() -> None:
    m = recreo_de(8)
    organiza = como(m.quienes[1])
    assert "Hacer el enlace" in texto(organiza.get(ruta(m, "tele_enlace")))
    assert manda(organiza, ruta(m, "orden", "tele_abrir"), siguiente=ruta(m, "tele_enlace")).status_code == 302
    assert camino(m) in organiza.get(ruta(m, "tele_enlace")).content.decode()
    assert como(m.quienes[2]).get(ruta(m, "tele_enlace")).status_code == 302, "sólo quien manda da el enlace"
    pagina = Client().get(camino(m))
    assert pagina.status_code == 200 and "Memo y Beto" in texto(pagina)
    for otra in (m.fila.codigo, m.fila.clave, m.fila.clave_tele[:-1], "nadie", "x" * 200):
        negada = Client().get(reverse("recreo:tele", args=[otra]))
        assert negada.status_code == 404 and "Este enlace ya no sirve" in texto(negada)
        assert "Memo" not in texto(negada)


@pytest.mark.django_db
def test_dice_mesas_marcadores_clasificacion_y_lo_que_sigue() -> None:
    m = con_tele()
    m.gana(100, 45, mesa=1)
    m.prepara(mesa=2)
    m.anota(dominada(0, 32), mesa=2)
    dicho = texto(Client().get(camino(m)))
    for frase in (
        "Partida 1 de 7",
        "Mesa 1 Cerrada",
        "Memo y Beto 100",
        "Mesa 2 Van en la mano 2",
        "Sigue la partida 2",
    ):
        assert frase in dicho, frase
    m.orden(servicios.mesa_suspender, partida=1, mesa=2, anotadas=m.mesa(1, 2).anotadas)
    dicho = texto(Client().get(camino(m)))
    assert "Tras la partida 1 de 7" in dicho and "Mesa 1 Memo y Carmen contra Mari y Lupe" in dicho


@pytest.mark.django_db
def test_no_lleva_correos_codigos_apuesta_castigos_ni_enlaces_al_recreo() -> None:
    m = con_tele(4)
    Jugador.objects.filter(recreo_id=m.id, numero=2).update(correo="beto@club.mx")
    m.gana(100, 45)
    m.orden(servicios.castigo_aplicar, numero=3, tantos=10, motivo="Le hizo señas")
    html = Client().get(camino(m)).content.decode()
    for secreto in ("@", m.fila.codigo, m.fila.clave, "señas", "telefono-", "/orden/", "csrfmiddlewaretoken"):
        assert secreto not in html, secreto


@pytest.mark.django_db
@pytest.mark.parametrize("accion", ["tele_anular", "tele_abrir"])
def test_anulado_o_cambiado_el_de_antes_no_dice_nada(accion: str) -> None:
    m = con_tele()
    antes = camino(m)
    m.orden(getattr(servicios, accion))
    assert Client().get(antes).status_code == 404
    vivo = Client().get(f"{antes}vivo/", {"pantalla": "tele", "version": "0"})
    assert vivo.json()["tipo"] == "fuera"


@pytest.mark.django_db
def test_por_consulta_dice_lo_mismo_que_la_pagina_y_ninguna_otra_pantalla() -> None:
    m = con_tele()
    vivo = f"{camino(m)}vivo/"
    dicho = Client().get(vivo, {"pantalla": "tele", "version": "0"}).json()
    assert dicho["tipo"] == "parcial" and "Memo y Beto" in dicho["datos"]["zonas"]["mesas"]
    assert Client().get(vivo, {"pantalla": "tele", "version": str(m.version)}).json()["tipo"] == "version"
    assert Client().get(vivo, {"pantalla": "tablero"}).status_code == 404


@pytest.mark.django_db
def test_un_dia_despues_de_acabar_el_enlace_caduca() -> None:
    m = con_tele(4)
    m.juega_todo()
    m.anuncia()
    assert "Clasificación final" in texto(Client().get(camino(m)))
    Recreo.objects.filter(pk=m.id).update(terminado=timezone.now() - timedelta(hours=25))
    assert Client().get(camino(m)).status_code == 404


@pytest.mark.django_db
def test_en_cada_momento_hay_algo_que_ver() -> None:
    m = con_tele(4, empieza=False)
    assert "Quiénes juegan" in texto(Client().get(camino(m)))
    m.orden(servicios.recreo_empezar)
    assert "Así van" in texto(Client().get(camino(m)))
    m.orden(servicios.recreo_cancelar)
    assert "Este Recreo se canceló" in texto(Client().get(camino(m)))
    with falla("estado_cancelado"):
        m.orden(servicios.tele_abrir)


@pytest.mark.django_db
def test_una_mano_solo_vuelve_a_pintar_las_mesas() -> None:
    m = con_tele()
    m.prepara()
    antes = llaves_de(m.estado, TELE, NADIE)
    m.anota(dominada(0, 20))
    despues = llaves_de(m.estado, TELE, NADIE)
    assert {zona for zona in antes if antes[zona] != despues[zona]} == {"mesas"}
    assert pintar(m.estado, TELE, NADIE, Pintadas()).keys() >= {"arriba", "mesas", "tabla", "sigue"}


@pytest.mark.django_db
def test_la_voz_esta_apagada_y_lo_que_diria_es_lo_escrito() -> None:
    m = con_tele()
    m.gana(100, 45, mesa=1)
    html = Client().get(camino(m)).content.decode()
    boton = html[html.index('id="tele-voz"') :].partition(">")[0]
    assert 'aria-pressed="false"' in boton and boton.rstrip().endswith("hidden"), "sin guion o sin voz, no sale"
    for cual in ("mesa-1-1", "mesa-1-2", "sigue"):
        assert f'data-dice="{cual}"' in html, cual
    assert html.count("data-dice-si") == 5  # cuatro marcadores y quien ganó


# --- el socket --------------------------------------------------------------------------------------------------------
@pytest.fixture
def proceso_nuevo(monkeypatch: pytest.MonkeyPatch) -> Iterator[VivoDelRecreo]:
    channel_layers.backends = {}
    uno = VivoDelRecreo()
    monkeypatch.setattr(consumidores, "vivo", uno)
    yield uno
    channel_layers.backends = {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_por_el_socket_ve_los_marcadores_y_al_anular_se_apaga(proceso_nuevo: VivoDelRecreo) -> None:
    m = await en_hilo(con_tele)
    await en_hilo(m.prepara)
    clave = (await en_hilo(lambda: m.fila)).clave_tele
    tele = await Telefono(f"tele/{clave}").abrir()
    try:
        assert (await tele.mirar("tablero"))["tipo"] == "rechazo", "sólo la suya"
        primera = await tele.mirar("tele")
        assert primera["tipo"] == "parcial" and "Memo y Beto" in primera["datos"]["zonas"]["mesas"]
        await en_hilo(lambda: m.anota(dominada(0, 37)))
        cambio = await tele.recibir()
        assert set(cambio["datos"]["zonas"]) == {"mesas"} and ">37<" in json.dumps(cambio)
        await en_hilo(lambda: m.orden(servicios.tele_anular))
        assert (await tele.recibir())["tipo"] == "fuera"
    finally:
        await tele.cerrar()
        proceso_nuevo.vigia.terminar()


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_con_una_clave_que_no_vale_el_socket_despide(proceso_nuevo: VivoDelRecreo) -> None:
    await en_hilo(con_tele)
    tele = await Telefono("tele/no-es-esta").abrir()
    try:
        assert (await tele.recibir())["tipo"] == "fuera"
    finally:
        await tele.cerrar()
