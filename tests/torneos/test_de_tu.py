"""Un error dice de tú qué campo es y qué hacer, y lo que se hizo se dice (ESTILO; TO16, TO20)."""

import re
from uuid import uuid4

import pytest
from django import forms
from django.test import Client
from django.urls import reverse

from tests.enlinea.mesas import suscriptor
from tests.pegada import pegada
from tests.torneos.salon import abrir
from tests.torneos.test_paginas import llenado, navegador, organizadora
from torneos.campos import de_tu
from torneos.forms import FormaDeApuntarse, FormaDePremios, FormaDeRegistro, FormaDeTorneo
from torneos.ordenes import ORDENES

DE_USTED = re.compile(r"Introduzca|Asegúrese|Escoja|Este campo|usted|Seleccione|Ingrese|válid")
FORMAS = {orden: web.forma for orden, web in ORDENES.items()}
MALOS = ("", "siete", "-1", "9" * 30, "x" * 400, "nadie@", "3.5.1")


def dicho(forma: forms.Form) -> str:
    return " ".join(str(m) for errores in forma.errors.values() for m in errores)


@pytest.mark.parametrize("orden", FORMAS)
def test_ninguna_orden_habla_de_usted(orden: str) -> None:
    for malo in MALOS:
        forma = FORMAS[orden](dict.fromkeys(FORMAS[orden]().fields, malo))
        de_tu(forma)
        assert not forma.is_valid()
        assert not DE_USTED.search(dicho(forma)), (orden, malo, dicho(forma))


@pytest.mark.parametrize("clase", [FormaDeTorneo, FormaDeApuntarse, FormaDeRegistro, FormaDePremios])
def test_ninguna_forma_habla_de_usted(clase: type[forms.Form]) -> None:
    for malo in MALOS:
        forma = clase(dict.fromkeys(clase().fields, malo))
        forma.is_valid()
        assert not DE_USTED.search(dicho(forma)), (malo, dicho(forma))


def test_el_campo_se_nombra_y_se_dice_que_hacer() -> None:
    forma = FormaDeTorneo({"previstas": "40", "cuota": "mucho", "nombre": "x"})
    assert "Escribe «Partidas» con números, de 1 a 30." in dicho(forma)
    assert "Escribe «Cuota» con números, como 150 o 150.50." in dicho(forma)


@pytest.mark.django_db
def test_en_la_captura_dice_cual_marcador_y_sin_guion_se_lee_en_la_pagina() -> None:
    salon = abrir(personas=8)
    salon.publicar()
    cliente, codigo = organizadora(salon), salon.fila.codigo
    captura = reverse("torneos:captura", args=[codigo])
    orden = reverse("torneos:orden", args=[codigo, "mesa_capturar"])
    forma = llenado(cliente.get(captura).content.decode(), "mesa_capturar", a="cien", b="45")
    pagina = pegada(cliente.post(orden, forma, follow=True).content.decode())
    assert "Escribe el marcador de la primera pareja con números, de 0 a 999." in pagina
    con_guion = cliente.post(orden, {**forma, "b": "-3"}, headers={"X-Requested-With": "XMLHttpRequest"})
    assert "el marcador de la segunda pareja" in con_guion.json()["texto"]


@pytest.mark.django_db
def test_lo_que_se_hizo_con_alguien_se_dice() -> None:
    salon = abrir(personas=8)
    salon.publicar()
    cliente, codigo = organizadora(salon), salon.fila.codigo
    persona = reverse("torneos:persona", args=[codigo, 1])

    def manda(accion: str, **puesto: str) -> str:
        datos = llenado(cliente.get(persona).content.decode(), accion, **puesto)
        respuesta = cliente.post(reverse("torneos:orden", args=[codigo, accion]), datos, follow=True)
        return pegada(respuesta.content.decode())

    dada = manda("sancion_poner", tipo="castigo", tantos="10", motivo="Habló de más")
    assert "Quedó puesta la sanción, con su motivo." in dada
    assert "Se quitó el castigo." in manda("castigo_quitar", motivo="Fue otra mesa")
    assert "Quedaron sus datos." in manda("inscrito_cambiar", club="La Mula")
    negada = manda("sancion_poner", tipo="castigo", tantos="0", motivo="Nada")
    assert "Quedó puesta" not in negada and "Un castigo es de 1 a" in negada


@pytest.mark.django_db
def test_crear_con_letras_donde_van_numeros_lo_dice_junto_al_campo() -> None:
    suscriptor("Lupita")
    cliente: Client = navegador("lupita@prueba.mx")
    datos = {"id_orden": str(uuid4()), "nombre": "Uno", "fecha": "2030-11-28T16:00", "formato": "maya"}
    pagina = pegada(cliente.post(reverse("torneos:nuevo"), {**datos, "previstas": "nueve"}).content.decode())
    assert "Escribe «Partidas» con números, de 1 a 30." in pagina and "Falta «Lugares»." in pagina
