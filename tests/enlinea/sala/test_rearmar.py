"""«Armarla otra vez»: la misma mesa sin volver a elegir a quienes siguen libres (EL2)."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from enlinea.models import Mesa
from enlinea.sala.servicios import armado
from suscripciones.models import Cuenta
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import contesta, fila, invita, llegan, navegador, reunidos

pytestmark = pytest.mark.django_db
OTRA = "/enlinea/armar/?otra=1"


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def cuatro(ahora: datetime) -> list[Cuenta]:
    return reunidos(ahora, ["Beto", "Ana", "Caro", "<b>Dani</b>"])


def rehusada(cuatro: list[Cuenta], ahora: datetime, **cambia: Any) -> None:
    """Se juntan y Ana dice que no; Caro ya había dicho que sí."""
    mesa = invita(cuatro, ahora, **cambia)
    contesta(mesa, cuatro[2], ahora)
    contesta(mesa, cuatro[1], ahora, acepta=False)
    assert fila(mesa).estado == Mesa.Estado.CANCELADA


def pagina(cuenta: Cuenta, ruta: str = OTRA) -> str:
    return " ".join(navegador(cuenta).get(ruta).content.decode().split())


def puestos(html: str) -> dict[str, int]:
    """Quién sale elegido en cada lugar del formulario."""
    listas = re.findall(r'<select [^>]*name="(\w+)"[^>]*>(.*?)</select>', html)
    elegido = {lugar: re.search(r'value="(\d+)"[^>]* selected', opciones) for lugar, opciones in listas}
    return {lugar: int(m[1]) for lugar, m in elegido.items() if m}


def esperados(html: str) -> dict[str, tuple[int, str]]:
    """A quién se le guarda cada lugar, esté o no."""
    return {
        lugar: (int(cuenta), nombre)
        for lugar, cuenta, nombre in re.findall(r'name="(\w+)" data-puesto="(\d+)" data-puesto-nombre="([^"]*)"', html)
    }


def elegido(html: str, campo: str) -> str:
    encontrado = re.search(rf'name="{campo}" value="(\w+)" checked', html)
    assert encontrado
    return encontrado[1]


def test_vuelve_con_el_nombre_la_meta_el_ritmo_y_los_que_no_dijeron_que_no(
    ahora: datetime, cuatro: list[Cuenta]
) -> None:
    beto, _ana, caro, dani = cuatro
    rehusada(cuatro, ahora, nombre="La del <i>café</i>", meta="juegos_ganados", modo="sin_prisa")
    html = pagina(beto)
    assert puestos(html) == {"arriba": caro.pk, "izquierda": dani.pk}
    assert elegido(html, "meta") == "juegos_ganados" and elegido(html, "modo") == "sin_prisa"
    assert 'value="La del &lt;i&gt;café&lt;/i&gt;"' in html
    assert 'data-nombre="&lt;b&gt;Dani&lt;/b&gt;"' in html
    assert "data-aviso-de" not in html, "ya se sabe de qué mesa se trata"


def test_sin_pedirlo_la_pagina_sale_como_siempre(ahora: datetime, cuatro: list[Cuenta]) -> None:
    rehusada(cuatro, ahora, meta="juegos_ganados", modo="sin_prisa")
    html = pagina(cuatro[0], "/enlinea/armar/")
    assert puestos(html) == {} and elegido(html, "meta") == "100" and elegido(html, "modo") == "normal"
    assert "La mesa de Beto" in html


def test_se_ofrece_a_quien_la_organizo_y_a_nadie_mas(ahora: datetime, cuatro: list[Cuenta]) -> None:
    rehusada(cuatro, ahora)
    assert "Armarla otra vez" in pagina(cuatro[0], "/enlinea/")
    for otra in cuatro[1:]:
        assert "Armarla otra vez" not in pagina(otra, "/enlinea/")
        assert puestos(pagina(otra)) == {}, "pedirlo a mano no enseña la mesa de otro"


def test_no_va_quien_se_sento_en_otra_y_a_quien_no_esta_se_le_guarda_su_lugar(
    ahora: datetime, cuatro: list[Cuenta]
) -> None:
    beto, _ana, caro, dani = cuatro
    rehusada(cuatro, ahora)
    eva, fer, gil = (suscriptor(n) for n in ("Eva", "Fer", "Gil"))
    llegan([*cuatro, eva, fer, gil], ahora)
    invita([eva, fer, gil, caro], ahora, nombre="Otra")
    assert puestos(pagina(beto)) == {"izquierda": dani.pk}
    llegan([beto, eva, fer, gil, caro], ahora)
    assert puestos(pagina(beto)) == {}
    assert esperados(pagina(beto)) == {"izquierda": (dani.pk, "&lt;b&gt;Dani&lt;/b&gt;")}


def test_perder_la_senal_no_es_decir_que_no_y_se_dice_al_volver(ahora: datetime, cuatro: list[Cuenta]) -> None:
    """A quien se iba no se le decía nada, y ya no salía en la mesa que se armaba otra vez."""
    beto, ana, caro, dani = cuatro
    mesa = invita(cuatro, ahora - timedelta(seconds=20), nombre="La nueva")
    contesta(mesa, caro, ahora - timedelta(seconds=19))
    llegan([beto, ana, dani], ahora)
    assert armado.mesas_abandonadas_cancelar(ahora) == 1
    llegan(cuatro, ahora)
    assert "Saliste de la Sala o perdiste la señal, y «La nueva» no se armó." in pagina(caro, "/enlinea/")
    assert "Caro se fue de la Sala o perdió la señal." in pagina(beto, "/enlinea/")
    assert puestos(pagina(beto)) == {"derecha": ana.pk, "arriba": caro.pk, "izquierda": dani.pk}


def test_quien_organizo_y_perdio_la_senal_tambien_la_arma_otra_vez(ahora: datetime, cuatro: list[Cuenta]) -> None:
    beto, ana, caro, dani = cuatro
    invita(cuatro, ahora - timedelta(seconds=20))
    llegan([ana, caro, dani], ahora)
    assert armado.mesas_abandonadas_cancelar(ahora) == 1
    llegan(cuatro, ahora)
    html = pagina(beto, "/enlinea/")
    assert "perdiste la señal" in html and "Armarla otra vez" in html
    assert puestos(pagina(beto)) == {"derecha": ana.pk, "arriba": caro.pk, "izquierda": dani.pk}


def test_decir_que_no_a_otra_mesa_no_borra_lo_suyo(ahora: datetime, cuatro: list[Cuenta]) -> None:
    beto, _ana, caro, dani = cuatro
    rehusada(cuatro, ahora)
    eva, fer, gil = (suscriptor(n) for n in ("Eva", "Fer", "Gil"))
    llegan([*cuatro, eva, fer, gil], ahora)
    contesta(invita([eva, fer, gil, beto], ahora, nombre="Otra"), beto, ahora, acepta=False)
    assert "Armarla otra vez" in pagina(beto, "/enlinea/")
    assert puestos(pagina(beto)) == {"arriba": caro.pk, "izquierda": dani.pk}


def test_a_quien_no_contesto_a_tiempo_se_le_vuelve_a_invitar(ahora: datetime, cuatro: list[Cuenta]) -> None:
    beto, ana, caro, dani = cuatro
    antes = ahora - timedelta(seconds=31)
    mesa = invita(cuatro, antes)
    armado.mesas_vencer(ahora)
    assert fila(mesa).motivo == "vencio"
    assert puestos(pagina(beto)) == {"derecha": ana.pk, "arriba": caro.pk, "izquierda": dani.pk}


def test_la_que_cancelo_el_mismo_no_se_ofrece(ahora: datetime, cuatro: list[Cuenta]) -> None:
    invita(cuatro, ahora)
    armado.invitacion_dejar(cuenta_id=cuatro[0].pk, ahora=ahora)
    assert "Armarla otra vez" not in pagina(cuatro[0], "/enlinea/")
    assert puestos(pagina(cuatro[0])) == {}


def test_con_lo_que_trae_el_formulario_se_vuelve_a_armar(ahora: datetime, cuatro: list[Cuenta]) -> None:
    beto, ana, caro, dani = cuatro
    antes = ahora - timedelta(seconds=31)
    invita(cuatro, antes, nombre="La de siempre")
    armado.mesas_vencer(ahora)
    html = pagina(beto)
    orden = re.search(r'name="id_orden" value="([^"]+)"', html)
    assert orden
    datos = {**puestos(html), "id_orden": orden[1], "nombre": "La de siempre", "meta": "100", "modo": "normal"}
    assert navegador(beto).post("/enlinea/orden/invitar/", datos).status_code == 302
    otra = Mesa.objects.get(estado=Mesa.Estado.INVITANDO)
    assert dict(otra.lugares.values_list("asiento", "cuenta")) == {0: beto.pk, 1: ana.pk, 2: caro.pk, 3: dani.pk}


def test_la_que_se_deshizo_antes_de_comenzar_tambien_se_arma_otra_vez(ahora: datetime, cuatro: list[Cuenta]) -> None:
    beto, ana, caro, dani = cuatro
    mesa = invita(cuatro, ahora)
    for cuenta in cuatro[1:]:
        contesta(mesa, cuenta, ahora)
    armado.mesa_cerrar(mesa_id=mesa.mesa_id, motivo="salida", ahora=ahora, culpable=3)
    llegan([beto, ana, caro], ahora)
    assert "Armarla otra vez" in pagina(beto, "/enlinea/")
    assert puestos(pagina(beto)) == {"derecha": ana.pk, "arriba": caro.pk}
    assert dani.pk not in puestos(pagina(beto)).values()
