"""Quién puede abrir la página de una mesa, y por dónde ir si no (EL3)."""

import pytest
from django.test import Client
from django.urls import reverse

from enlinea.models import Lugar, Mesa
from tests.enlinea.mesas import los_cuatro, sentar, suscriptor

pytestmark = pytest.mark.django_db


def pagina(mesa: Mesa) -> str:
    return reverse("enlinea:mesa", args=[mesa.pk])


def test_sin_sesion_va_a_la_entrada_y_vuelve(client: Client) -> None:
    mesa = sentar(los_cuatro())
    respuesta = client.get(pagina(mesa))
    assert respuesta.status_code == 302
    assert respuesta["Location"].startswith(reverse("suscripciones:entrar"))
    assert f"/enlinea/mesa/{mesa.pk}/" in respuesta["Location"]


def test_quien_tiene_lugar_la_abre_y_no_lleva_nada_oculto(client: Client) -> None:
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    client.force_login(cuatro[2])
    respuesta = client.get(pagina(mesa))
    assert respuesta.status_code == 200
    assert f'data-socket="/ws/mesa/{mesa.pk}/"' in respuesta.content.decode()
    assert "no-store" in respuesta["Cache-Control"]


def test_a_la_ajena_y_a_la_que_no_existe_se_contesta_igual_con_un_camino(client: Client) -> None:
    mesa = sentar(los_cuatro())
    client.force_login(suscriptor("Otra"))
    ajena, ninguna = client.get(pagina(mesa)), client.get("/enlinea/mesa/1/")
    enorme = client.get(f"/enlinea/mesa/{10**30}/")
    assert ajena.status_code == ninguna.status_code == enorme.status_code == 404
    assert "Ir a la Sala" in ajena.content.decode()


def test_la_terminada_lleva_a_la_que_sigue_viva(client: Client) -> None:
    cuatro = los_cuatro()
    vieja = sentar(cuatro)
    Lugar.objects.filter(mesa=vieja).update(activo=False)
    Mesa.objects.filter(pk=vieja.pk).update(estado=Mesa.Estado.CERRADA)
    viva = sentar(cuatro)
    client.force_login(cuatro[0])
    respuesta = client.get(pagina(vieja))
    assert respuesta.status_code == 410
    assert f"/enlinea/mesa/{viva.pk}/" in respuesta.content.decode()


def test_la_que_se_cerro_porque_alguien_no_volvio_se_lo_dice_a_el_y_a_los_demas(client: Client) -> None:
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    Lugar.objects.filter(mesa=mesa).update(activo=False)
    Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA, motivo="abandono", culpable=1)
    dichos = []
    for cuenta in cuatro[:2]:
        client.force_login(cuenta)
        dichos.append(client.get(pagina(mesa)).content.decode())
    assert f"{cuatro[1].nombre} no volvió a tiempo y se le dio una tarjeta azul" in dichos[0]
    assert "No volviste a tiempo: se te dio una tarjeta azul" in dichos[1]


def test_con_la_invitacion_pendiente_va_a_la_sala(client: Client) -> None:
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.INVITANDO)
    client.force_login(cuatro[1])
    respuesta = client.get(pagina(mesa))
    assert (respuesta.status_code, respuesta["Location"]) == (302, reverse("enlinea:sala"))
