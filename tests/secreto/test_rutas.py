"""Ninguna ruta, con ningún rol, entrega lo que todavía no se sabe ni lo que no es de quien lo pide (EL8)."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import NoReverseMatch, reverse

from reglas.mesa.estado import asiento_de
from tests.secreto.escena import Escena, montar
from tests.secreto.matriz import ROLES, RUTAS, SIN_FICHAS, rutas_del_sitio

pytestmark = pytest.mark.django_db

JUGADORA = 1
NEGADAS = {302, 401, 403, 404, 405, 410}


@pytest.fixture
def escena() -> Escena:
    return montar()


def navegador(escena: Escena, rol: str) -> Client:
    cliente = Client(raise_request_exception=True)
    cuenta = {
        "vencida": escena.vencida,
        "ajena": escena.ajena,
        "jugadora": escena.cuentas[JUGADORA],
        "administra": escena.administra,
    }.get(rol)
    if cuenta:
        cliente.force_login(cuenta)
    return cliente


def rastros(escena: Escena, rol: str, contenido: bytes) -> list[str]:
    asiento = asiento_de(escena.juego, JUGADORA) if rol == "jugadora" else None
    hallado = escena.rastros_en_juego(contenido, asiento)
    return hallado if rol == "jugadora" else hallado + escena.rastros_terminados(contenido)


def contenido(respuesta) -> bytes:
    return b"".join(respuesta.streaming_content) if respuesta.streaming else respuesta.content


def negada(respuesta) -> bool:
    """Con el código, o con el mismo «fuera» que diría el socket."""
    return respuesta.status_code in NEGADAS or (
        respuesta["Content-Type"] == "application/json" and respuesta.json().get("tipo") == "fuera"
    )


def test_toda_ruta_dice_quien_la_abre():
    sitio = set(rutas_del_sitio())
    declaradas = {*RUTAS, *SIN_FICHAS}
    assert sitio - declaradas == set(), "agrégala en tests/secreto/matriz.py y decide quién la abre"
    assert declaradas - sitio == set(), "ya no existe: quítala de tests/secreto/matriz.py"


@pytest.mark.parametrize("rol", ROLES)
def test_al_pedirla_cada_quien_recibe_solo_lo_suyo(escena: Escena, rol: str):
    for nombre, ruta in RUTAS.items():
        cliente = navegador(escena, rol)
        respuesta = cliente.get(reverse(nombre, kwargs=ruta.datos(escena)))
        if rol in ruta.quienes:
            assert respuesta.status_code == 200, f"{nombre} debía abrirse a {rol}: {respuesta.status_code}"
        else:
            assert negada(respuesta), f"{nombre} se abrió a {rol}: {respuesta.status_code}"
        assert rastros(escena, rol, contenido(respuesta)) == [], f"{nombre} a {rol}"


@pytest.mark.parametrize("rol", ROLES)
def test_al_enviarle_cualquier_cosa_no_sale_nada(escena: Escena, rol: str):
    enviado = {"mesa": escena.mesa.pk, "partida": escena.terminada.pk, "partida_id": escena.terminada.pk}
    for nombre, ruta in RUTAS.items():
        cliente = navegador(escena, rol)
        for extra in ({}, {"headers": {"X-Requested-With": "XMLHttpRequest"}}):
            respuesta = cliente.post(reverse(nombre, kwargs=ruta.datos(escena)), enviado, **extra)
            assert respuesta.status_code < 500, f"{nombre} con {rol}: {respuesta.status_code}"
            assert rastros(escena, rol, contenido(respuesta)) == [], f"{nombre} a {rol}"


@pytest.mark.parametrize("rol", ROLES)
def test_lo_que_no_tiene_fichas_tampoco_fuga(escena: Escena, rol: str):
    for nombre, datos in SIN_FICHAS.items():
        cliente = navegador(escena, rol)
        direccion = reverse(nombre, kwargs=datos(escena))
        for respuesta in (cliente.get(direccion), cliente.post(direccion, {"mesa": escena.mesa.pk})):
            assert respuesta.status_code < 500 or nombre == "salud", f"{nombre} con {rol}: {respuesta.status_code}"
            assert rastros(escena, rol, contenido(respuesta)) == [], f"{nombre} a {rol}"


def test_la_administracion_no_ensena_la_mano_en_juego(escena: Escena):
    cliente = navegador(escena, "administra")
    vistas = 0
    for modelo in admin.site._registry:
        base = f"admin:{modelo._meta.app_label}_{modelo._meta.model_name}"
        direcciones = [reverse(f"{base}_changelist"), reverse(f"{base}_add")]
        for objeto in modelo._default_manager.all()[:5]:
            direcciones += [reverse(f"{base}_{que}", args=[objeto.pk]) for que in ("change", "history", "delete")]
        for direccion in direcciones:
            respuesta = cliente.get(direccion)
            vistas += respuesta.status_code == 200
            assert escena.rastros_en_juego(contenido(respuesta), None) == [], direccion
    assert vistas > len(admin.site._registry)


@pytest.mark.parametrize("rol", [rol for rol in ROLES if rol != "administra"])
def test_la_administracion_solo_es_de_quien_administra(escena: Escena, rol: str):
    cliente = navegador(escena, rol)
    for modelo in admin.site._registry:
        base = f"admin:{modelo._meta.app_label}_{modelo._meta.model_name}"
        assert cliente.get(reverse(f"{base}_changelist")).status_code == 302
    with pytest.raises(NoReverseMatch):
        reverse("admin:enlinea_inexistente_changelist")


def test_los_rastros_saben_reconocer_una_fuga(escena: Escena):
    """Si esto falla, las demás pruebas no prueban nada."""
    from reglas.fichas import TEXTOS, de_mascara

    juego = escena.juego
    assert juego.mano is not None and juego.secreto is not None
    numeros = list(de_mascara(juego.mano.manos[2]))
    fugas = [
        str(numeros),
        str([TEXTOS[f] for f in numeros]).replace("'", '"'),
        " ".join(f'<i data-ficha="{f}">' for f in numeros),
        f'{{"mano": {juego.mano.manos[2]}}}',
        juego.secreto.claves[5],
        juego.siguiente.semilla if juego.siguiente else juego.secreto.semilla,
    ]
    for fuga in fugas:
        assert escena.rastros_en_juego(fuga.encode(), 1), fuga
        assert fuga in fugas[4:] or not escena.rastros_en_juego(fuga.encode(), 2), "la propia no es fuga"
    assert escena.rastros_terminados(escena.claves_terminadas[0].encode())
