"""Silenciar: del silenciado no sale ni un byte hacia quien lo silenció, en la Sala ni en la mesa, y se deshace."""

from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from enlinea.convivencia.servicios.silencios import silencio_poner, silencio_quitar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Presencia, Silencio
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.sala.servicios import presencia
from suscripciones.models import Cuenta
from tests.enlinea.mesa.sentados import mesa_lista, sentados
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import navegador
from tests.enlinea.sala.conftest import abrir, proceso
from tests.enlinea.sala.paginas import Abrir

__all__ = ["abrir", "proceso"]


def calla(quien: Cuenta, a: Cuenta) -> None:
    """Silencia a quien vio en la Sala."""
    ahora = timezone.now()
    Presencia.objects.get_or_create(
        cuenta=a, proceso=UUID(int=a.pk), defaults={"entro": ahora, "visto": ahora, "actividad": ahora}
    )
    silencio_poner(cuenta_id=quien.pk, callado_id=a.pk, ahora=timezone.now())


def platica(quien: Cuenta, texto: str) -> None:
    presencia.charla_mandar(cuenta_id=quien.pk, id_orden=uuid4(), texto=texto, ahora=timezone.now())


@pytest.mark.django_db
def test_es_de_quien_lo_pide_se_repite_sin_dano_y_se_deshace() -> None:
    ana, beto = suscriptor("Ana"), suscriptor("Beto")
    for _vez in range(2):
        calla(ana, beto)
    assert Silencio.objects.count() == 1
    platica(beto, "hola")
    estado = estado_de_sala(timezone.now(), [ana.pk, beto.pk])
    assert estado.charlas_para(ana.pk) == ()
    assert len(estado.charlas_para(beto.pk)) == 1
    for _vez in range(2):
        silencio_quitar(cuenta_id=ana.pk, callado_id=beto.pk)
    assert len(estado_de_sala(timezone.now(), [ana.pk]).charlas_para(ana.pk)) == 1


@pytest.mark.django_db
def test_no_a_uno_mismo_ni_a_nadie() -> None:
    ana = suscriptor("Ana")
    with pytest.raises(ErrorDeServicio, match="no_a_ti_mismo"):
        calla(ana, ana)
    with pytest.raises(ErrorDeServicio, match="persona_inexistente"):
        silencio_poner(cuenta_id=ana.pk, callado_id=10**12, ahora=timezone.now())
    # a quien nunca vio tampoco, y se dice igual: si no, se averiguaría el nombre de cualquier cuenta
    with pytest.raises(ErrorDeServicio, match="persona_inexistente"):
        silencio_poner(cuenta_id=ana.pk, callado_id=suscriptor("Nadie la vio").pk, ahora=timezone.now())


@pytest.mark.django_db
def test_la_pagina_y_la_consulta_tampoco_lo_traen() -> None:
    ana, beto = suscriptor("Ana"), suscriptor("Beto")
    platica(beto, "palabras de Beto")
    assert "palabras de Beto" in navegador(ana).get("/enlinea/").content.decode()
    calla(ana, beto)
    for ruta in ("/enlinea/", "/enlinea/vivo/?pantalla=sala"):
        assert "palabras de Beto" not in navegador(ana).get(ruta).content.decode()
        assert "palabras de Beto" in navegador(beto).get(ruta).content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_en_la_sala_no_le_llega_ni_un_byte(abrir: Abrir) -> None:
    ana, beto, caro = [await sync_to_async(suscriptor)(n) for n in ("Ana", "Beto", "Caro")]
    await sync_to_async(calla)(ana, beto)
    de_ana, de_caro = await abrir(ana), await abrir(caro)
    await sync_to_async(platica)(beto, "palabras-de-beto")
    await de_caro.hasta("parcial", "palabras-de-beto")
    await sync_to_async(platica)(caro, "palabras-de-caro")
    crudos = ""
    while "palabras-de-caro" not in crudos:
        crudos += await de_ana.socket.receive_from(timeout=10)
    assert "palabras-de-beto" not in crudos
    await sync_to_async(silencio_quitar)(cuenta_id=ana.pk, callado_id=beto.pk)
    await sync_to_async(platica)(beto, "otra-de-beto")
    await de_ana.hasta("parcial", "otra-de-beto")


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_en_la_mesa_no_le_llega_ni_un_byte_ni_al_volver_a_entrar() -> None:
    mesa = await sync_to_async(mesa_lista)()
    cuentas = await sync_to_async(lambda: [lu.cuenta for lu in mesa.lugares.order_by("asiento")])()
    await sync_to_async(calla)(cuentas[0], cuentas[1])
    async with sentados(mesa) as jugadores:
        await jugadores[1].pedir("charla", texto="palabras-de-uno")
        await jugadores[2].esperar("charlas")
        await jugadores[3].pedir("charla", texto="palabras-de-tres")
        recibida = await jugadores[0].esperar("charlas")
        assert [linea["texto"] for linea in recibida["datos"]["lineas"]] == ["palabras-de-tres"]
        assert "palabras-de-uno" not in repr(jugadores[0].mensajes)
        # a media mesa: vale al momento, sin volver a entrar
        await sync_to_async(calla)(cuentas[2], cuentas[3])
        await jugadores[3].pedir("charla", texto="otra-de-tres")
        await jugadores[0].esperar("charlas")
        await jugadores[1].pedir("charla", texto="otra-de-uno")
        await jugadores[2].esperar("charlas", lineas=[{**await ultima(jugadores[3]), "texto": "otra-de-uno"}])
        assert "otra-de-tres" not in repr(jugadores[2].mensajes)
    async with sentados(mesa) as jugadores:
        viejas = await jugadores[0].esperar("charlas")
        assert [linea["texto"] for linea in viejas["datos"]["lineas"]] == ["palabras-de-tres", "otra-de-tres"]


async def ultima(jugador: object) -> dict[str, object]:
    """La última línea que recibió."""
    mensaje = await jugador.esperar("charlas")  # type: ignore[attr-defined]
    while mensaje["datos"]["lineas"][-1]["texto"] != "otra-de-uno":
        mensaje = await jugador.esperar("charlas")  # type: ignore[attr-defined]
    linea: dict[str, object] = mensaje["datos"]["lineas"][-1]
    return linea
