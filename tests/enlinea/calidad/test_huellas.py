"""Con qué red y aparato se sentó cada quien: sólo huellas, sólo en mesas normales y sólo 90 días."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.urls import reverse
from django.utils import timezone

from config.servidor.red import red_de
from config.vivo.tareas import del_barrido
from enlinea.acceso.aparato import GALLETA, Rastro, rastro_de
from enlinea.acceso.servicios.huellas import POR_PERSONA, Sentado, huellas_guardar, huellas_limpiar
from enlinea.mesa import huellas as en_la_mesa
from enlinea.models import Huella, Mesa
from reglas.mesa.tipos import Modo
from tests.enlinea.mesa.sentados import mesa_lista, sentados
from tests.enlinea.mesas import los_cuatro, sentar

ID = "A" * 22


@pytest.mark.parametrize(
    ("direccion", "red"),
    [
        ("189.203.4.7", "189.203.4.7/32"),
        ("2806:10ae:1:2:aaaa:bbbb:cccc:dddd", "2806:10ae:1:2::/64"),
        ("[2806:10ae:1:2::9]", "2806:10ae:1:2::/64"),
        ("::ffff:189.203.4.7", "189.203.4.7/32"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("testclient", ""),
        ("", ""),
    ],
)
def test_red_de_una_direccion(direccion: str, red: str):
    assert red_de(direccion) == red


@pytest.mark.parametrize(
    ("proxies", "encabezado", "red"),
    [
        (0, b"1.1.1.1", "9.9.9.9/32"),
        (1, b"1.1.1.1, 2.2.2.2", "2.2.2.2/32"),
        (2, b"1.1.1.1, 2.2.2.2", "1.1.1.1/32"),
        (3, b"1.1.1.1, 2.2.2.2", "9.9.9.9/32"),
        (1, b"mentira", ""),
    ],
)
def test_la_direccion_que_dice_el_encabezado_solo_se_cree_al_proxy_declarado(settings, proxies, encabezado, red):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    scope = {"client": ("9.9.9.9", 1), "headers": [(b"x-forwarded-for", encabezado)], "cookies": {GALLETA.nombre: ID}}
    assert rastro_de(scope) == Rastro(red, ID, "")


def test_sin_galleta_buena_queda_lo_que_dice_ser_el_navegador():
    scope = {"headers": [(b"User-Agent", b"Mozilla/5.0 (Linux)")], "cookies": {GALLETA.nombre: "<b>corta</b>"}}
    assert rastro_de(scope) == Rastro("", "", "Mozilla/5.0 (Linux)")


@pytest.mark.django_db
def test_guarda_huellas_que_no_dicen_nada_y_repetir_no_agrega():
    cuatro = los_cuatro()
    mesa, otra = sentar(cuatro), Mesa.objects.create(nombre="Otra", meta="100", modo="sin_prisa", organizador=cuatro[0])
    aqui = [Sentado(mesa.pk, c.pk, Rastro("189.203.4.7/32", ID[:-1] + str(n), "")) for n, c in enumerate(cuatro)]
    alla = [Sentado(otra.pk, cuatro[0].pk, Rastro("189.203.4.7/32", ID, ""))]
    ahora = timezone.now()
    assert huellas_guardar(sentados=aqui + alla, ahora=ahora) == 8, "la mesa sin prisa no se mide"
    assert huellas_guardar(sentados=aqui, ahora=ahora) == 0
    assert Huella.objects.count() == 8
    assert Huella.objects.filter(clase="red").values("huella").distinct().count() == 1
    assert Huella.objects.filter(clase="aparato").values("huella").distinct().count() == 4
    guardado = str(list(Huella.objects.values()))
    assert "189.203" not in guardado and ID[:-1] not in guardado
    assert not set(Huella.objects.filter(clase="red").values_list("huella", flat=True)) & set(
        Huella.objects.filter(clase="aparato").values_list("huella", flat=True)
    )


@pytest.mark.django_db
def test_nadie_llena_la_tabla_y_otra_temporada_no_se_compara():
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    ahora = timezone.now()
    muchos = [Sentado(mesa.pk, cuatro[0].pk, Rastro("", f"{n:022}", "")) for n in range(100)]
    assert huellas_guardar(sentados=muchos, ahora=ahora) == POR_PERSONA
    Huella.objects.all().delete()
    uno = [Sentado(mesa.pk, cuatro[0].pk, Rastro("1.2.3.4/32", "", ""))]
    huellas_guardar(sentados=uno, ahora=ahora)
    Mesa.objects.update(creada=ahora - timedelta(days=91))
    assert huellas_guardar(sentados=uno, ahora=ahora) == 1
    assert Huella.objects.values("huella").distinct().count() == 2


@pytest.mark.django_db
def test_a_los_noventa_dias_se_borran_solas():
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    ahora = timezone.now()
    for dias, quien in ((91, 0), (89, 1)):
        uno = [Sentado(mesa.pk, cuatro[quien].pk, Rastro("1.2.3.4/32", "", ""))]
        huellas_guardar(sentados=uno, ahora=ahora - timedelta(days=dias))
    assert (huellas_limpiar(ahora), huellas_limpiar(ahora)) == (1, 0)
    assert Huella.objects.get().cuenta == cuatro[1]
    assert any(tarea.nombre == "retención" for tarea in del_barrido())


@pytest.mark.django_db
def test_la_pagina_de_la_mesa_da_su_numero_al_aparato_una_vez(client):
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    client.force_login(cuatro[1])
    direccion = reverse("enlinea:mesa", kwargs={"mesa_id": mesa.pk})
    dada = client.get(direccion).cookies[GALLETA.nombre]
    assert len(dada.value) == 22 and dada["httponly"] and dada["samesite"] == "Lax" and dada["max-age"] > 30_000_000
    assert GALLETA.nombre not in client.get(direccion).cookies
    client.cookies[GALLETA.nombre] = "otra cosa"
    assert client.get(direccion).cookies[GALLETA.nombre].value != dada.value
    Mesa.objects.filter(pk=mesa.pk).update(modo=str(Modo.SIN_PRISA))
    client.cookies.clear()
    client.force_login(cuatro[1])
    assert GALLETA.nombre not in client.get(direccion).cookies


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_al_abrir_su_mesa_queda_su_huella_sin_que_la_mesa_espere(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(en_la_mesa, "CALMA", 0.05)
    monkeypatch.setattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0)
    monkeypatch.setattr(en_la_mesa, "rastro_de", lambda _scope: Rastro("1.2.3.4/32", "", "Navegador"))
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa):
        for _vez in range(400):
            cuantas = await sync_to_async(Huella.objects.filter(mesa=mesa).count)()
            if cuantas == 8:
                break
            await asyncio.sleep(0.05)
        assert cuantas == 8, "cuatro personas: su red y su navegador"
    await sync_to_async(close_old_connections)()
