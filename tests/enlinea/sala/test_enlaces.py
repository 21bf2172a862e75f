"""Invitar por enlace: quien llega por él toma el lugar, y se anula (EL2, D473, D474)."""

from datetime import datetime
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from enlinea.errores import ErrorDeServicio
from enlinea.models import Mesa
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.sala.pantallas import comunes
from enlinea.sala.servicios import abiertas, armado, enlaces
from suscripciones.models import Cuenta, Suscripcion, Suspension
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import MOMENTO, fila, llegan, navegador, reunidos
from tests.pegada import pegada
from tests.publico.test_paginas import leer

pytestmark = pytest.mark.django_db
CINCO = ("Ana", "Beto", "Caro", "Dani", "Eva")


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def gente(ahora: datetime) -> list[Cuenta]:
    return reunidos(ahora, CINCO)


def abre(quien: Cuenta, ahora: datetime, **cambia: Any) -> armado.Armada:
    datos = {"id_orden": uuid4(), "nombre": "Los jueves", "meta": "200", "modo": "normal", "se_mira": False}
    return abiertas.mesa_abrir(cuenta_id=quien.pk, ahora=ahora, **{**datos, **cambia})


def enlace_de(mesa: armado.Armada) -> str:
    return str(fila(mesa).enlace)


def llega(quien: Cuenta, enlace: str, ahora: datetime) -> armado.Armada:
    return enlaces.lugar_tomar_por_enlace(enlace=enlace, cuenta_id=quien.pk, ahora=ahora)


def negado(hacer: Any, *datos: Any, **mas: Any) -> str:
    with pytest.raises(ErrorDeServicio) as e:
        hacer(*datos, **mas)
    return e.value.codigo


def texto(respuesta: Any) -> str:
    return pegada(respuesta.content.decode())


def test_por_el_enlace_se_sientan_y_con_el_cuarto_queda_lista(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = abre(gente[0], ahora)
    enlace = enlace_de(mesa)
    assert len(enlace) == 12
    # los que no están en la Sala: llegar por él es estar
    llegan(gente[:1], ahora)
    quedaron = [llega(quien, enlace, ahora + n * MOMENTO).estado for n, quien in enumerate(gente[1:4])]
    assert quedaron == ["abierta", "abierta", "lista"]
    assert dict(fila(mesa).lugares.values_list("asiento", "nombre")) == {0: "Ana", 2: "Beto", 3: "Caro", 1: "Dani"}
    # otra vez no hace nada, y al quinto se le dice
    assert llega(gente[1], enlace, ahora).estado == "lista"
    assert negado(llega, gente[4], enlace, ahora) == "mesa_llena"


def test_la_de_enlace_no_sale_en_la_lista_ni_se_toma_sin_el(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = abre(gente[0], ahora)
    estado = estado_de_sala(ahora)
    assert not estado.abiertas and "Ana" not in comunes(estado).zonas["abiertas"]
    toma = {"mesa_id": mesa.mesa_id, "cuenta_id": gente[1].pk, "ahora": ahora}
    assert negado(abiertas.lugar_tomar, **toma) == "mesa_inexistente"
    assert negado(abiertas.lugar_tomar, **toma, enlace="otro") == "enlace_no_vale"
    otra = abiertas.lugar_buscar(cuenta_id=gente[1].pk, meta="200", modo="normal", ahora=ahora)
    assert otra.mesa_id != mesa.mesa_id


def test_el_enlace_anulado_o_de_una_mesa_deshecha_ya_no_vale(gente: list[Cuenta], ahora: datetime) -> None:
    ana, beto, caro = gente[:3]
    mesa = abre(ana, ahora)
    viejo = enlace_de(mesa)
    llega(beto, viejo, ahora)
    assert negado(enlaces.enlace_anular, mesa_id=mesa.mesa_id, cuenta_id=beto.pk) == "no_es_organizador"
    enlaces.enlace_anular(mesa_id=mesa.mesa_id, cuenta_id=ana.pk)
    enlaces.enlace_anular(mesa_id=mesa.mesa_id, cuenta_id=ana.pk)
    assert negado(llega, caro, viejo, ahora) == "enlace_no_vale"
    assert fila(mesa).lugares.count() == 2, "quien ya se sentó se queda"
    nuevo = enlaces.enlace_dar(mesa_id=mesa.mesa_id, cuenta_id=ana.pk)
    assert nuevo != viejo and nuevo == enlaces.enlace_dar(mesa_id=mesa.mesa_id, cuenta_id=ana.pk)
    for quien in (ana, beto):
        abiertas.lugar_dejar(mesa_id=mesa.mesa_id, cuenta_id=quien.pk, ahora=ahora)
    assert fila(mesa).estado == "cancelada"
    assert negado(llega, caro, nuevo, ahora) == "enlace_no_vale"
    assert negado(enlaces.enlace_dar, mesa_id=mesa.mesa_id, cuenta_id=ana.pk) == "no_es_organizador"


def test_si_se_anula_mientras_llega_no_se_sienta(
    gente: list[Cuenta], ahora: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entre hallar la mesa y bloquearla: vale lo que diga la mesa ya bloqueada."""
    mesa = abre(gente[0], ahora)
    enlace, de_verdad = enlace_de(mesa), enlaces.presencia_por_consulta

    def y_se_anula(**datos: Any) -> datetime:
        enlaces.enlace_anular(mesa_id=mesa.mesa_id, cuenta_id=gente[0].pk)
        return de_verdad(**datos)

    monkeypatch.setattr(enlaces, "presencia_por_consulta", y_se_anula)
    assert negado(llega, gente[1], enlace, ahora) == "enlace_no_vale"
    assert fila(mesa).lugares.count() == 1


def test_quien_abrio_en_juega_ya_tambien_da_su_enlace(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = abiertas.lugar_buscar(cuenta_id=gente[0].pk, meta="100", modo="normal", ahora=ahora)
    assert fila(mesa).enlace is None
    enlace = enlaces.enlace_dar(mesa_id=mesa.mesa_id, cuenta_id=gente[0].pk)
    assert llega(gente[1], enlace, ahora).mesa_id == mesa.mesa_id
    # y sigue a la vista de todos
    assert [m.id for m in estado_de_sala(ahora).abiertas] == [mesa.mesa_id]


def test_por_el_enlace_valen_los_mismos_permisos(gente: list[Cuenta], ahora: datetime) -> None:
    enlace = enlace_de(abre(gente[0], ahora))
    Suspension.objects.create(cuenta=gente[1], desde=ahora, motivo="x")
    Suscripcion.objects.filter(cuenta=gente[2]).update(fin=ahora)
    assert negado(llega, gente[1], enlace, ahora) == "suspendido"
    assert negado(llega, gente[2], enlace, ahora) == "suscripcion_vencida"
    abre(gente[3], ahora)
    assert negado(abre, gente[3], ahora) == "ya_tienes_mesa"
    # quien esperaba en otra la deja
    assert llega(gente[3], enlace, ahora).estado == "abierta"
    assert Mesa.objects.filter(estado="cancelada").count() == 1


def test_abrir_dos_veces_la_misma_orden_da_la_misma_mesa(gente: list[Cuenta], ahora: datetime) -> None:
    orden = uuid4()
    assert abre(gente[0], ahora, id_orden=orden) == abre(gente[0], ahora, id_orden=orden)
    assert negado(abre, gente[1], ahora, id_orden=orden) == "orden_ajena"
    assert negado(abre, gente[1], ahora, nombre=" ") == "nombre_vacio"


def test_la_pagina_del_enlace_da_el_lugar_con_un_toque(gente: list[Cuenta], ahora: datetime) -> None:
    ana, beto = gente[:2]
    pide = {"id_orden": str(uuid4()), "nombre": "Los jueves", "meta": "100", "modo": "normal", "por": "enlace"}
    de_ana = navegador(ana)
    assert de_ana.post(reverse("enlinea:orden", args=["invitar"]), pide).status_code == 302
    mesa = Mesa.objects.get()
    espera = texto(de_ana.get(reverse("enlinea:sala")))
    aqui = reverse("enlinea:enlace", args=[mesa.enlace])
    assert aqui in espera and "esperando desde" in espera and "Enviar por WhatsApp" in espera
    # sin sesión se entra y se vuelve; sin suscripción, se dice
    sin_pagar = navegador(suscriptor("Fer", vigente=False)).get(aqui)
    assert sin_pagar.status_code == 403 and "vuelve a abrir el enlace" in texto(sin_pagar)
    assert f'href="{reverse("visita:jugar")}"' in texto(sin_pagar), "mientras, hay algo que hacer"
    assert de_ana.get(aqui)["Location"] == reverse("enlinea:sala")
    assert b"<svg" in de_ana.get(reverse("enlinea:enlace_qr", args=[mesa.enlace])).content
    de_beto = navegador(beto)
    assert de_beto.get(reverse("enlinea:enlace_qr", args=[mesa.enlace])).status_code == 404
    pagina = texto(de_beto.get(aqui))
    assert "Ana te espera para jugar" in pagina and "Tomar mi lugar" in pagina
    llega_ya = {"id_orden": str(uuid4()), "enlace": str(mesa.enlace)}
    assert de_beto.post(reverse("enlinea:orden", args=["llegar"]), llega_ya).status_code == 302
    assert set(mesa.lugares.values_list("nombre", flat=True)) == {"Ana", "Beto"}
    vieja = navegador(gente[2]).get(reverse("enlinea:enlace", args=["otro-cual-quiera"]))
    assert vieja.status_code == 410 and "Ese enlace ya no vale" in texto(vieja)


def test_sin_sesion_se_entra_y_se_vuelve_al_enlace(client: Any, gente: list[Cuenta], ahora: datetime) -> None:
    aqui = reverse("enlinea:enlace", args=[enlace_de(abre(gente[0], ahora))])
    entrada = client.get(aqui)
    assert entrada.status_code == 200 and f'name="next" value="{aqui}"' in entrada.content.decode()
    assert "Entrar con mi contraseña" in texto(entrada) and f"?next={quote(aqui, safe='')}" in entrada.content.decode()
    # y si la sesión se cerró con la página abierta, también
    llegar, orden = reverse("enlinea:orden", args=["llegar"]), {"enlace": aqui.split("/")[-2]}
    assert client.post(llegar, orden)["Location"] == f"/entrar/?next={aqui}"
    de_guion = client.post(llegar, orden, headers={"X-Requested-With": "XMLHttpRequest"})
    assert de_guion.json()["ir"] == aqui
    assert client.post(llegar, {"enlace": "//mala.com"})["Location"] == "/entrar/?next=/enlinea/"
    assert f'data-entrada="{aqui}"' in navegador(gente[1]).get(aqui).content.decode()


def test_pegado_en_whatsapp_dice_que_es_y_a_nadie_nombra(client: Any, gente: list[Cuenta], ahora: datetime) -> None:
    """D639: ni quién organiza ni el nombre de la mesa, que suele llevarlo."""
    mesa = abre(gente[0], ahora, nombre="La mesa de Anacleta")
    llega(gente[1], enlace_de(mesa), ahora)
    respuesta = client.get(reverse("enlinea:enlace", args=[enlace_de(mesa)]))
    cuerpo = respuesta.content.decode()
    metas = {a.get("property"): a.get("content") for e, a in leer(cuerpo).etiquetas if e == "meta"}
    assert metas["og:title"] == "Te invitaron a una mesa de dominó" and "Faltan 2 personas" in str(
        metas["og:description"]
    )
    assert str(metas["og:image"]).endswith(".png") and '<meta name="robots" content="noindex">' in cuerpo
    assert [x for x in ("Anacleta", "Ana<", gente[0].email, gente[1].email, "Beto") if x in cuerpo] == []
    assert "no-store" in respuesta["Cache-Control"]
    assert "Cuenta para tu lugar y tu estadística, y lleva tarjetas." in texto(respuesta)
    for quien in gente[2:4]:
        llega(quien, enlace_de(mesa), ahora)
    assert "ya se llenó" in texto(client.get(reverse("enlinea:enlace", args=[enlace_de(mesa)])))
    assert client.get(reverse("enlinea:enlace", args=["otro-cual-quiera"])).status_code == 410
