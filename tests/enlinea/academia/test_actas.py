"""Subir un acta: la propia da la vuelta entera; la hostil se rechaza diciendo dónde, y nunca cuenta."""

import copy
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from enlinea.academia.servicios import actas as servicios
from enlinea.academia.servicios.actas import acta_borrar, acta_importar
from enlinea.errores import ErrorDeServicio
from enlinea.historial.consultas.partidas import ultimas_partidas
from enlinea.models import ActaImportada
from enlinea.textos.errores import texto_de
from reglas.informes import informe_de_sorteo
from reglas.verificacion import verificar_partida
from suscripciones.models import Cuenta
from tests.enlinea.academia.jugada import de, una_jugada
from tests.enlinea.mesas import suscriptor

pytestmark = pytest.mark.django_db


@pytest.fixture
def lista() -> tuple[Cuenta, dict[str, Any]]:
    cuentas, partida = una_jugada()
    return cuentas[0], copy.deepcopy(partida.acta)


def subir(cuenta: Cuenta, acta: Any, nombre: str = "") -> ActaImportada:
    contenido = acta if isinstance(acta, bytes) else json.dumps(acta).encode()
    return acta_importar(cuenta_id=cuenta.pk, contenido=contenido, nombre=nombre, ahora=timezone.now())[0]


def rechazo(cuenta: Cuenta, acta: Any) -> str:
    with pytest.raises(ErrorDeServicio) as falla:
        subir(cuenta, acta)
    assert not ActaImportada.objects.exists()
    return texto_de(falla.value)


def test_la_que_se_baja_se_sube_y_vuelve_a_bajar_igual(lista) -> None:
    cuenta, acta = lista
    navegador = de(cuenta)
    archivo = SimpleUploadedFile("partida.json", json.dumps(acta).encode(), "application/json")
    respuesta = navegador.post(reverse("enlinea:importar"), {"archivo": archivo, "nombre": " La  buena "})
    subida = ActaImportada.objects.get()
    assert respuesta["Location"] == reverse("enlinea:repetir", args=["importada", subida.pk])
    assert (subida.nombre, subida.manos) == ("La buena", len(acta["manos"]))
    bajada = json.loads(navegador.get(reverse("enlinea:acta_importada", args=[subida.pk])).content)
    assert bajada == acta
    assert verificar_partida(bajada)["estado"] == "terminada"
    assert "error" not in informe_de_sorteo(bajada)


def test_la_misma_no_entra_dos_veces_y_cada_quien_tiene_la_suya(lista) -> None:
    cuenta, acta = lista
    assert subir(cuenta, acta).pk == subir(cuenta, acta).pk
    assert subir(suscriptor("Otra"), acta).pk != ActaImportada.objects.filter(cuenta=cuenta).get().pk


def test_nunca_cuenta_para_la_estadistica(lista) -> None:
    cuenta, acta = lista
    antes = ultimas_partidas(cuenta.pk)
    subir(cuenta, acta)
    assert ultimas_partidas(cuenta.pk) == antes


def test_el_error_dice_mano_y_jugada_desde_uno(lista) -> None:
    cuenta, acta = lista
    acta["manos"][1]["jugadas"][3]["ficha"] = acta["manos"][1]["jugadas"][2]["ficha"]
    texto = rechazo(cuenta, acta)
    assert "mano 2, jugada 4" in texto and "ya se había tirado" in texto


def test_el_de_una_mano_entera(lista) -> None:
    cuenta, acta = lista
    acta["manos"][0]["reparto"][0][0] = acta["manos"][0]["reparto"][0][1]
    assert "en la mano 1. El reparto" in rechazo(cuenta, acta)


def con(**campos: Any) -> dict[str, Any]:
    """Un acta que sólo tiene bien la cabecera."""
    base = {"formato": "amigos-domino/partida", "version": 1, "meta": "100", "asientos": list("abcd"), "manos": []}
    return {**base, **campos}


HOSTILES: list[tuple[Any, str]] = [
    (b"", "Elige un archivo"),
    (b"\xff\xfe\x00", "no es JSON"),
    (b"[" * 100_000, "no es JSON"),
    (b'{"formato": NaN}', "no es JSON"),
    (b"[]", "debe ser un objeto"),
    (b'"hola"', "debe ser un objeto"),
    (b"x" * (servicios.LARGO_DE_ACTA + 1), "pasa de"),
    (con(formato="amigos-domino/recreo"), "amigos-domino/partida"),
    (con(version=9), "versión 1"),
    (con(asientos=[1, 2, 3, 4]), "textos"),
    (con(), "ninguna"),
    (con(manos=[7] * 101), "más de 100"),
    (con(manos=[None]), "mano 1"),
]


@pytest.mark.parametrize(("acta", "dice"), HOSTILES, ids=[dice for _, dice in HOSTILES])
def test_lo_que_no_es_un_acta(acta: Any, dice: str) -> None:
    assert dice in rechazo(suscriptor("Mari"), acta)


def test_se_guarda_limpia(lista) -> None:
    """Nombres con marcas invisibles, sustitutos sueltos, nulos y claves ajenas no llegan a la base."""
    cuenta, acta = lista
    acta["asientos"] = ["\u202e<b>Mari</b>\x00", "\ud800", "Carmen " * 40, "  "]
    acta["truco"] = {"a": [1] * 100}
    acta["manos"][0]["jugadas"][0] |= {"ms": 10**40, "nota": "\x00"}
    acta["manos"][0]["sorteo"]["claves"][0] = "\x00" * 9
    guardada = subir(cuenta, acta)
    guardada.refresh_from_db()
    limpia = guardada.acta
    assert limpia["asientos"][0] == "<b>Mari</b>" and limpia["asientos"][1] == "Jugador 2"
    assert len(limpia["asientos"][2]) <= 60 and limpia["asientos"][3] == "Jugador 4"
    assert set(limpia) == {"formato", "version", "meta", "asientos", "manos"}
    assert limpia["manos"][0]["jugadas"][0]["ms"] == 3_600_000
    assert "sorteo" not in limpia["manos"][0] and "sorteo" in limpia["manos"][1]
    pagina = de(cuenta).get(reverse("enlinea:repetir", args=["importada", guardada.pk])).content.decode()
    assert "<b>Mari</b>" not in pagina


def test_un_acta_a_medias_tambien_se_repite(lista) -> None:
    cuenta, acta = lista
    acta["manos"] = acta["manos"][:1]
    acta["manos"][0]["jugadas"] = []
    guardada = subir(cuenta, acta)
    assert de(cuenta).get(reverse("enlinea:repetir", args=["importada", guardada.pk])).status_code == 200
    assert de(cuenta).get(reverse("enlinea:ramas", args=["importada", guardada.pk])).status_code == 200


def test_la_pagina_dice_el_error_y_no_pierde_lo_pegado() -> None:
    respuesta = de(suscriptor("Mari")).post(reverse("enlinea:importar"), {"texto": "<no soy json>"})
    texto = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert "no es JSON" in texto and "&lt;no soy json&gt;" in texto


def test_el_tope_de_actas_se_dice(lista, monkeypatch) -> None:
    cuenta, acta = lista
    monkeypatch.setattr(servicios, "ACTAS_POR_CUENTA", 1)
    subir(cuenta, acta)
    acta["asientos"][0] = "Otra"
    with pytest.raises(ErrorDeServicio, match="muchas_actas"):
        subir(cuenta, acta)


def test_borrarla_solo_su_dueno(lista) -> None:
    cuenta, acta = lista
    guardada = subir(cuenta, acta)
    with pytest.raises(ErrorDeServicio, match="acta_inexistente"):
        acta_borrar(cuenta_id=suscriptor("Ajena").pk, importada_id=guardada.pk)
    navegador = de(cuenta)
    navegador.get(reverse("enlinea:acta_borrar", args=[guardada.pk]))
    assert ActaImportada.objects.exists()
    navegador.post(reverse("enlinea:acta_borrar", args=[guardada.pk]))
    assert not ActaImportada.objects.exists()
