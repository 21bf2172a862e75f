"""Los que llegan juntos preguntan juntos (decisión 056): una lectura por tanda, y a cada quien lo suyo."""

import asyncio
from collections.abc import Collection
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import LazySettings, settings
from django.contrib.auth import load_backend
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.servidor import quien_entra
from config.servidor.quien_entra import con_su_cuenta
from config.vivo.tandas import Tanda
from suscripciones.models import Cuenta


async def aqui(funcion: Any, *datos: Any) -> Any:
    await asyncio.sleep(0)
    return funcion(*datos)


@pytest.mark.asyncio
async def test_lo_pedido_mientras_se_lee_va_junto_y_una_que_no_se_puede_leer_no_se_lleva_a_las_demas() -> None:
    tandas: list[list[int]] = []

    def leer(cuales: Collection[int]) -> dict[int, int]:
        tandas.append(sorted(cuales))
        if 13 in cuales:
            raise ValueError("ésa no se puede")
        return {n: n * 10 for n in cuales if n < 100}

    tanda = Tanda(aqui, leer)
    primera = asyncio.ensure_future(tanda.de(1))
    await asyncio.sleep(0)
    hechos = await asyncio.gather(*(tanda.de(n) for n in (2, 3, 3, 100)))
    assert (await primera, hechos) == (10, [20, 30, 30, None])
    assert tandas == [[1], [2, 3, 100]], "nadie recibe algo leído antes de preguntar"
    unas = await asyncio.gather(*(tanda.de(n) for n in (12, 13, 14)), return_exceptions=True)
    assert [unas[0], unas[2]] == [120, 140] and isinstance(unas[1], ValueError)


@pytest.mark.asyncio
async def test_sin_base_a_nadie_se_le_contesta_y_no_se_le_insiste() -> None:
    veces = 0

    def leer(_cuales: Collection[int]) -> dict[int, int]:
        nonlocal veces
        veces += 1
        raise OperationalError("la base se reinicia")

    tanda = Tanda(aqui, leer)
    hechos = await asyncio.gather(*(tanda.de(n) for n in range(20)), return_exceptions=True)
    assert all(isinstance(hecho, OperationalError) for hecho in hechos) and veces == 1


# --- la sesión y la cuenta de cada socket -----------------------------------------------------------------------------
def entrar(nombre: str) -> tuple[Cuenta, str]:
    cuenta = Cuenta.objects.create_user(email=f"{nombre}@ejemplo.mx", nombre=nombre, password="clave-de-prueba")
    navegador = Client()
    navegador.force_login(cuenta)
    return cuenta, navegador.cookies["sesion"].value


async def quienes(claves: list[str]) -> list[tuple[Any, str | None]]:
    """Con qué cuenta y qué sesión llega cada uno, si llegan juntos."""
    vistos: dict[int, tuple[Any, str | None]] = {}

    async def anotar(scope: Any, _receive: Any, _send: Any) -> None:
        vistos[scope["n"]] = (scope["user"], scope["session"].session_key)

    capa: Any = con_su_cuenta(anotar)
    nada: Any = None
    scopes = [{"n": n, "headers": [(b"cookie", f"sesion={c}".encode("latin-1"))]} for n, c in enumerate(claves)]
    await asyncio.gather(*(capa(scope, nada, nada) for scope in scopes))
    return [vistos[n] for n in range(len(claves))]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_cada_socket_es_de_quien_dice_su_sesion_y_la_que_no_vale_no_estorba_a_las_demas() -> None:
    (ana, de_ana), (beto, de_beto), (caro, de_caro) = [await sync_to_async(entrar)(n) for n in ("Ana", "Beto", "Caro")]

    def estropear() -> None:
        beto.set_password("otra-clave-de-prueba")
        beto.save()
        Cuenta.objects.filter(pk=caro.pk).update(is_active=False)
        Session.objects.create(session_key="x" * 32, session_data="no es nada", expire_date="2999-01-01T00:00Z")

    await sync_to_async(estropear)()
    malas = ["x" * 32, "y" * 32, "", "a\0b", '{"a"}', "z" * 4_000, "año" * 10]
    hallados = await quienes([de_ana, de_beto, de_caro, *malas, de_ana])
    assert [cuenta.pk for cuenta, _ in (hallados[0], hallados[-1])] == [ana.pk] * 2
    assert hallados[0][1] == hallados[-1][1] == de_ana
    assert all(isinstance(cuenta, AnonymousUser) for cuenta, _ in hallados[1:-1])
    # con otra contraseña esa sesión ya no existe; la de quien está apagado espera a que lo enciendan
    assert hallados[1][1] is None and hallados[2][1] == de_caro
    assert not await sync_to_async(SessionStore().exists)(de_beto)


@pytest.mark.django_db
def test_al_cambiar_la_clave_de_la_casa_nadie_pierde_su_sesion_por_volver_con_el_socket(settings: LazySettings) -> None:
    ana, clave = entrar("Ana")
    antes = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "otra-clave" * 6, [antes]
    assert quien_entra.leer([clave])[clave].cuenta == ana
    settings.SECRET_KEY_FALLBACKS = []
    assert quien_entra.leer([clave])[clave] == ({}, None)


@pytest.mark.django_db
def test_muchas_sesiones_se_leen_con_dos_preguntas() -> None:
    claves = [entrar(f"P{n}")[1] for n in range(12)]
    quien_entra.leer(claves)
    with CaptureQueriesContext(connection) as preguntas:
        abiertas = quien_entra.leer(claves)
    assert len(abiertas) == 12 and len(preguntas) == 2


def test_todas_las_puertas_reconocen_una_sesion_igual() -> None:
    """Por tandas se lee la cuenta y se pregunta si entra: lo mismo que hace la puerta por cada una."""
    puertas = [type(load_backend(puerta)) for puerta in settings.AUTHENTICATION_BACKENDS]
    assert {puerta.get_user for puerta in puertas} == {ModelBackend.get_user}
