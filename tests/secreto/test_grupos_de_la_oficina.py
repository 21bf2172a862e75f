"""Cada grupo de la oficina en cada página de la administración: entra a lo suyo y a nada más (D509)."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory

from suscripciones.models import Cuenta
from suscripciones.servicios.grupos import GRUPOS
from tests.secreto import administracion as matriz
from tests.secreto.escena import montar
from tests.secreto.pedir import negada

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]
VER, DAR, TODO = "ver", "alta", "cambiar"
# grupo → modelo → hasta dónde llega: «ver», «alta» (ver y agregar), «cambiar» (ver y lo que su página permita hacer).
# Lo que no está se le niega.
TABLA: dict[str, dict[str, set[str]]] = {
    "caja": {
        "suscripciones_cuenta": {VER}, "suscripciones_plan": {VER}, "suscripciones_cobro": {VER, DAR, TODO},
        "suscripciones_suscripcion": {VER, DAR, TODO}, "suscripciones_correoporsalir": {VER},
    },
    "moderación": {
        "suscripciones_cuenta": {VER}, "suscripciones_suspension": {VER, DAR, TODO},
        "enlinea_reporte": {VER, TODO}, "enlinea_charla": {VER}, "enlinea_tarjeta": {VER, DAR, TODO},
        "enlinea_mensajedeladministrador": {VER, DAR}, "enlinea_informedecalidad": {VER},
        "enlinea_renglondecalidad": {VER, TODO},
    },
    "soporte": {
        "suscripciones_cuenta": {VER, DAR, TODO}, "suscripciones_suscripcion": {VER}, "suscripciones_cobro": {VER},
        "suscripciones_plan": {VER}, "suscripciones_suspension": {VER}, "suscripciones_correoporsalir": {VER},
        "enlinea_tarjeta": {VER}, "enlinea_mensajedeladministrador": {VER, DAR}, "recreo_recreo": {VER},
    },
}  # fmt: skip
# las páginas propias, con lo que hace falta para abrirlas
PROPIAS = {
    "persona": ("suscripciones_cuenta", VER),
    "levantar": ("suscripciones_suspension", TODO),
    "devolver": ("suscripciones_cobro", TODO),
    "anular": ("enlinea_tarjeta", TODO),
    "registro.json": ("enlinea_reporte", VER),
    "partida": ("enlinea_renglondecalidad", VER),
}
ACCIONES = {
    "caja": {"registrar_seis_meses", "registrar_un_anio", "anular", "bajar_para_facturar"},
    "moderación": set(),
    "soporte": {"bajar_para_facturar", "cancelar"},
}
RUTA = re.compile(r"^/administracion/(?P<app>\w+)/(?P<modelo>\w+)/(?:(?P<resto>.*?)/?)$")


def quien(grupo: str) -> Cuenta:
    cuenta = Cuenta.objects.create_user(f"{grupo[:4]}@club.mx", "clave-de-la-oficina", nombre=grupo, is_staff=True)
    cuenta.groups.add(Group.objects.get(name=grupo))
    return cuenta


def esperado(grupo: str, direccion: str) -> bool | None:
    """Si a ese grupo se le abre; None si no es de un modelo."""
    camino, _pregunta, _filtros = direccion.partition("?")
    hallado = RUTA.match(camino)
    if hallado is None or f"{hallado['app']}_{hallado['modelo']}_change" not in matriz.de_modelos():
        return None
    modelo, resto = f"{hallado['app']}_{hallado['modelo']}", hallado["resto"]
    suyo = TABLA[grupo].get(modelo, set())
    partes = resto.split("/") if resto else []
    if not partes or partes[-1] in ("history", "change") or (len(partes) == 1 and partes[0].isdigit()):
        return VER in suyo
    if partes == ["add"]:
        return DAR in suyo
    if partes[-1] == "delete":
        return False
    for nombre, (de_quien, hace_falta) in PROPIAS.items():
        if nombre in partes:
            assert de_quien == modelo, direccion
            return hace_falta in suyo
    raise AssertionError(f"{direccion}: di en este archivo qué grupo la abre")


def test_cada_grupo_abre_lo_suyo_y_nada_mas_y_tiene_sus_acciones() -> None:
    """Una escena para los tres: armarla cuesta más que recorrerla."""
    escena = montar()
    for grupo in GRUPOS:
        suya = quien(grupo)
        cliente = escena.navegador("administra")
        cliente.force_login(suya)
        vistas = {True: 0, False: 0}
        for direccion in matriz.direcciones(escena):
            toca = esperado(grupo, direccion)
            if toca is not None and (abierta := abre(cliente, direccion, toca)) is not None:
                assert abierta == toca, f"{direccion} a {grupo}"
                vistas[toca] += 1
        assert vistas[True] > 15, (grupo, vistas)
        assert vistas[False] > 30, (grupo, vistas)
        peticion: Any = RequestFactory().get("/")
        peticion.user = suya
        acciones = {d["action"] for direccion, d in matriz.acciones(escena, peticion) if esperado(grupo, direccion)}
        assert acciones == ACCIONES[grupo]


def abre(cliente: Client, direccion: str, toca: bool) -> bool | None:
    """Si se le abrió; None si de ese objeto no hay qué enseñar, ni a quien tiene todos los permisos."""
    a_su_pagina = "/change" not in direccion and direccion.rstrip("/")[-1].isdigit()
    respuesta = cliente.get(direccion, follow=a_su_pagina)
    if toca and respuesta.status_code == 404:
        return None
    return respuesta.status_code == 200 and not negada(respuesta)
