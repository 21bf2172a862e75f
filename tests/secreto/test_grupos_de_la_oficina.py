"""Cada grupo de la oficina en cada página de la administración: entra a lo suyo y a nada más (D509)."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import RequestFactory

from suscripciones.models import Cuenta
from suscripciones.servicios.grupos import GRUPOS
from tests.secreto import administracion as matriz
from tests.secreto.escena import Escena, montar
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


@pytest.mark.parametrize("grupo", GRUPOS)
def test_cada_grupo_abre_lo_suyo_y_nada_mas(grupo: str) -> None:
    escena = montar()
    cliente = escena.navegador("administra")
    cliente.force_login(quien(grupo))
    vistas = {True: 0, False: 0}
    for direccion in matriz.direcciones(escena):
        toca = esperado(grupo, direccion)
        if toca is None:
            continue
        respuesta = cliente.get(direccion, follow="/change" not in direccion and direccion.rstrip("/")[-1].isdigit())
        abierta = respuesta.status_code == 200 and not negada(respuesta)
        if not abierta and toca and respuesta.status_code == 404:
            continue  # de ese objeto no hay qué enseñar, ni a quien tiene todos los permisos
        assert abierta == toca, f"{direccion} a {grupo}: {respuesta.status_code}"
        vistas[toca] += 1
    assert vistas[True] > 15, vistas
    assert vistas[False] > 30, vistas


@pytest.mark.parametrize("grupo", GRUPOS)
def test_cada_grupo_tiene_las_acciones_que_le_tocan(grupo: str, escena: Escena) -> None:
    peticion: Any = RequestFactory().get("/")
    peticion.user = quien(grupo)
    suyas = {datos["action"] for direccion, datos in matriz.acciones(escena, peticion) if esperado(grupo, direccion)}
    assert suyas == ACCIONES[grupo]


@pytest.fixture
def escena() -> Escena:
    return montar()
