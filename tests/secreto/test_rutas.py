"""Ninguna ruta, con ningún papel, entrega lo que todavía no se sabe ni lo que no es de quien lo pide (EL8)."""

import json
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from reglas.fichas import TEXTOS, de_mascara
from tests.secreto.escena import ROLES, Escena, montar
from tests.secreto.matriz import RUTAS, Caso, rutas_del_sitio
from tests.secreto.pedir import contenido, negada
from tests.secreto.sin_fichas import SIN_FICHAS

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]

EN_LAS_DOS_BASES = ("jugadora", "administra")
"""A los demás papeles se les niega antes de llegar a la base: con una basta."""

GUION = {"headers": {"X-Requested-With": "XMLHttpRequest"}}


DE_DIA = ("anonima", "ajena", "jugadora")
"""Quien no ha entrado, quien juega en otra mesa y quien juega en ésta; los demás papeles, de noche."""


@pytest.fixture(params=ROLES)
def rol(request: pytest.FixtureRequest) -> str:
    if request.param not in EN_LAS_DOS_BASES:
        request.getfixturevalue("una_vez")
    return str(request.param)


def con(*de_dia: str) -> pytest.MarkDecorator:
    """Todos los papeles; los que no son ésos, de noche."""
    papeles = [pytest.param(rol, marks=() if rol in de_dia else pytest.mark.noche) for rol in ROLES]
    return pytest.mark.parametrize("rol", papeles, indirect=True)


@pytest.fixture
def escena() -> Escena:
    return montar()


def direccion(escena: Escena, nombre: str, caso: Caso) -> str:
    filtros = caso.filtros(escena)
    return reverse(nombre, kwargs=caso.datos(escena)) + (f"?{urlencode(filtros)}" if filtros else "")


def casos(escena: Escena) -> list[tuple[str, Caso]]:
    """(dirección, caso) de todas."""
    return [(direccion(escena, nombre, caso), caso) for nombre, suyos in RUTAS.items() for caso in suyos]


def test_toda_ruta_dice_quien_la_abre():
    sitio = set(rutas_del_sitio())
    declaradas = {*RUTAS, *SIN_FICHAS}
    assert sitio - declaradas == set(), "agrégala en tests/secreto (matriz.py o sin_fichas.py) y decide quién la abre"
    assert declaradas - sitio == set(), "ya no existe: quítala de tests/secreto"


@con(*DE_DIA, "administra", "suspendida")
def test_al_pedirla_cada_quien_recibe_solo_lo_suyo(rol: str, escena: Escena):
    for aqui, caso in casos(escena):
        respuesta = escena.navegador(rol).get(aqui)
        if rol in caso.quienes:
            assert respuesta.status_code == 200, f"{aqui} debía abrirse a {rol}: {respuesta.status_code}"
            # ni el navegador ni un intermediario la guardan
            assert {"no-store", "private"} <= set(respuesta["Cache-Control"].split(", ")), aqui
        else:
            assert negada(respuesta), f"{aqui} se abrió a {rol}: {respuesta.status_code}"
        assert escena.rastros(rol, contenido(respuesta)) == [], f"{aqui} a {rol}"


@con(*DE_DIA)
def test_al_enviarle_cualquier_cosa_no_sale_nada_ni_se_toca_lo_de_otros(rol: str, escena: Escena):
    enviado = {
        "mesa": escena.suya.mesa.pk, "partida": escena.suya.terminada.pk, "partida_id": escena.suya.terminada.pk,
        "jugada": "{ficha}.{extremo}".format(**escena.respuesta_de_otra),
    }  # fmt: skip
    antes = escena.lo_de_otros(rol)
    for aqui, _caso in casos(escena):
        for extra in ({}, GUION):
            respuesta = escena.navegador(rol).post(aqui, enviado, **extra)
            assert respuesta.status_code < 500, f"{aqui} con {rol}: {respuesta.status_code}"
            assert escena.rastros(rol, contenido(respuesta)) == [], f"{aqui} a {rol}"
    assert escena.lo_de_otros(rol) == antes


@con("ajena")
def test_lo_que_no_tiene_fichas_tampoco_fuga(rol: str, escena: Escena):
    for nombre, datos in SIN_FICHAS.items():
        cliente = escena.navegador(rol)
        aqui = reverse(nombre, kwargs=datos(escena))
        pedida = cliente.get(aqui)
        if pedida.status_code == 200 and "Cookie" in pedida.get("Vary", ""):
            # las que dicen `no-cache` las guarda el aparato a propósito, y son iguales para todos
            cabecera = pedida.get("Cache-Control", "")
            assert "no-store" in cabecera or cabecera == "no-cache", f"{nombre}: lo de quien entró no se guarda"
        for respuesta in (pedida, cliente.post(aqui, {"mesa": escena.suya.mesa.pk})):
            assert respuesta.status_code < 500, f"{nombre} con {rol}: {respuesta.status_code}"
            assert escena.rastros(rol, contenido(respuesta)) == [], f"{nombre} a {rol}"


def test_los_rastros_saben_reconocer_una_fuga(escena: Escena):
    """Si esto falla, las demás pruebas no prueban nada."""
    suya, asiento = escena.suya, escena.asiento("jugadora")
    juego = suya.juego
    assert juego.mano is not None and juego.secreto is not None
    numeros = list(de_mascara(juego.mano.manos[2]))
    textos = [TEXTOS[f] for f in numeros]
    assert asiento != 2
    fugas = [
        str(numeros),
        json.dumps(textos),
        " ".join(textos),
        " ".join(f'<i data-ficha="{f}">' for f in numeros),
        f'{{"mano": {juego.mano.manos[2]}}}',
        juego.secreto.claves[5],
        juego.siguiente.semilla if juego.siguiente else juego.secreto.semilla,
    ]
    for fuga in fugas:
        assert suya.rastros_en_juego(fuga.encode(), asiento), fuga
        assert escena.rastros("jugadora", fuga.encode()) and escena.rastros("administra", fuga.encode()), fuga
        assert fuga in fugas[5:] or not suya.rastros_en_juego(fuga.encode(), 2), "la propia no es fuga"
    reparto = " ".join(sorted(next(iter(suya.repartos_terminados))))
    for terminada in (suya.claves_terminadas[0], reparto):
        assert escena.rastros("suspendida", terminada.encode()) and not escena.rastros("jugadora", terminada.encode())
    assert escena.rastros("jugadora", escena.ajena.claves_terminadas[0].encode()), "la de otros cuatro no es suya"
