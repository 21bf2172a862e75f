"""La administración, página por página y acción por acción: ni quien la lleva ve la mano en juego (EL8)."""

from typing import Any

import pytest
from django.test import RequestFactory

from tests.secreto import administracion as matriz
from tests.secreto.escena import ROLES, Escena, montar
from tests.secreto.pedir import contenido, negada

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]


@pytest.fixture
def escena() -> Escena:
    return montar()


def en_juego(escena: Escena, bytes_: bytes) -> list[str]:
    return escena.suya.rastros_en_juego(bytes_, None) + escena.ajena.rastros_en_juego(bytes_, None)


def test_toda_ruta_de_la_administracion_se_sabe_pedir():
    sitio = set(matriz.nombres())
    conocidas = {*matriz.PROPIAS, *matriz.de_modelos(), *matriz.DEL_SITIO}
    assert sitio - conocidas == set(), "di en tests/secreto/administracion.py con qué se pide"
    assert conocidas - sitio == set(), "ya no existe: quítala de tests/secreto/administracion.py"


def test_ninguna_pagina_ensena_la_mano_en_juego(escena: Escena):
    cliente = escena.navegador("administra")
    vistas = set()
    for aqui in matriz.direcciones(escena):
        for respuesta in (cliente.get(aqui), cliente.post(aqui, {"motivo": "", "comentario": "x"})):
            assert respuesta.status_code < 500, aqui
            assert en_juego(escena, contenido(respuesta)) == [], aqui
            if respuesta.status_code == 200:
                vistas.add(aqui)
    assert len(vistas) > 3 * len(matriz.admin.site._registry), "casi todas se negaron: no se probó nada"


@pytest.mark.noche
def test_ninguna_accion_ensena_la_mano_en_juego(escena: Escena):
    cliente = escena.navegador("administra")
    peticion: Any = RequestFactory().get("/")
    peticion.user = escena.papeles["administra"]
    hechas = set()
    for aqui, datos in matriz.acciones(escena, peticion):
        respuesta = cliente.post(aqui, datos, follow=True)
        assert respuesta.status_code == 200, (aqui, datos)
        assert en_juego(escena, contenido(respuesta)) == [], (aqui, datos)
        hechas.add(datos["action"])
    assert matriz.con_acciones() <= hechas


DE_DIA = ("personal", "jugadora")
PAPELES = [pytest.param(rol, marks=() if rol in DE_DIA else pytest.mark.noche) for rol in ROLES if rol != "administra"]


@pytest.mark.parametrize("rol", PAPELES)
@pytest.mark.usefixtures("una_vez")
def test_la_administracion_solo_es_de_quien_administra(escena: Escena, rol: str):
    """Ni siquiera a quien entra en ella le enseña nada para lo que no tiene permiso."""
    cliente = escena.navegador(rol)
    # lo que Django le da a cualquiera del personal, sin nada nuestro: el inicio, los textos y su contraseña
    libres = ("/login/", "/jsi18n/", "/password_change/", "/password_change/done/", "/administracion/")
    antes = escena.lo_de_otros(rol)
    for aqui in matriz.direcciones(escena):
        for respuesta in (cliente.get(aqui), cliente.post(aqui, {"motivo": "x"})):
            assert negada(respuesta) or aqui.endswith(libres), f"{aqui} se abrió a {rol}: {respuesta.status_code}"
            assert escena.rastros(rol, contenido(respuesta)) == [], f"{aqui} a {rol}"
    assert escena.lo_de_otros(rol) == antes
