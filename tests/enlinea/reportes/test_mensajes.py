"""Mensajes del administrador a algunos: la lista se fija al enviar, y se sabe a cuántos llega y cuántos lo leyeron."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.convivencia.consultas.mensajes import AQuienes, con_cuantos, cuentas_que_cumplen, mensajes_de
from enlinea.convivencia.servicios.mensajes import mensaje_enviar, mensaje_leer
from enlinea.errores import ErrorDeServicio
from enlinea.models import MensajeDelAdministrador
from enlinea.sala.consultas.estado import estado_de_sala
from suscripciones.models import Cuenta, Suscripcion, Suspension
from tests.enlinea.mesas import suscriptor
from tests.enlinea.reportes.ayudas import jefa
from tests.enlinea.sala.ayudas import navegador
from tests.pegada import pegada

pytestmark = pytest.mark.django_db
DIA = timedelta(days=1)
REDACTAR = "/administracion/enlinea/mensajedeladministrador/add/"


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def cumplen(a_quienes: AQuienes, ahora: datetime) -> list[str]:
    nombres = dict(Cuenta.objects.values_list("pk", "nombre"))
    return [nombres[c] for c in cuentas_que_cumplen(a_quienes, ahora)]


def test_cada_filtro_y_todos_juntos(ahora: datetime) -> None:
    ana, beto, caro = suscriptor("Ana"), suscriptor("Beto"), suscriptor("Caro")
    suscriptor("Dani", vigente=False)
    Suscripcion.objects.filter(cuenta=beto).update(fin=ahora - DIA, inicio=ahora - 60 * DIA)
    Suscripcion.objects.filter(cuenta=caro).update(fin=ahora + 10 * DIA)
    Suspension.objects.create(cuenta=caro, desde=ahora - DIA, motivo="x")
    Cuenta.objects.filter(pk=ana.pk).update(date_joined=ahora - 400 * DIA)
    Cuenta.objects.create_user(email="baja@prueba.mx", nombre="Baja", is_active=False)
    assert cumplen(AQuienes(vigencia="vigente"), ahora) == ["Ana", "Caro"]
    assert cumplen(AQuienes(vigencia="por_vencer"), ahora) == ["Caro"]
    assert cumplen(AQuienes(vigencia="vencida"), ahora) == ["Beto"]
    assert cumplen(AQuienes(vigencia="ninguna"), ahora) == ["Dani"]
    assert cumplen(AQuienes(suspendidas=True), ahora) == ["Caro"]
    assert cumplen(AQuienes(suspendidas=False, vigencia="vigente"), ahora) == ["Ana"]
    assert cumplen(AQuienes(desde=(ahora - 3 * DIA).date()), ahora) == ["Beto", "Caro", "Dani"]
    plan = Suscripcion.objects.get(cuenta=ana).plan.clave
    assert cumplen(AQuienes(plan=plan), ahora) == ["Ana", "Caro"]
    assert cumplen(AQuienes(plan="otro"), ahora) == []
    por_quintil = {q: cumplen(AQuienes(quintil=q), ahora) for q in range(1, 6)}
    assert sorted(n for nombres in por_quintil.values() for n in nombres) == ["Ana", "Beto", "Caro"]
    assert cumplen(AQuienes(), ahora) == [], "sin pedir nada no va a nadie"


def test_la_lista_se_fija_al_enviar(ahora: datetime) -> None:
    una, ana, beto = jefa(), suscriptor("Ana"), suscriptor("Beto", vigente=False)
    numero = mensaje_enviar(
        administrador_id=una.pk, para_id=None, texto="Renueva", ahora=ahora, a_quienes=AQuienes(vigencia="ninguna")
    )
    caro = suscriptor("Caro", vigente=False)
    Suscripcion.objects.create(
        cuenta=beto, plan=Suscripcion.objects.get(cuenta=ana).plan, inicio=ahora - DIA, fin=ahora + DIA, importe=1,
        moneda="USD", registrada_en=ahora,
    )  # fmt: skip
    assert [m.id for m in mensajes_de(beto.pk)] == [numero]
    assert mensajes_de(ana.pk) == mensajes_de(caro.pk) == []
    with pytest.raises(ErrorDeServicio, match="mensaje_inexistente"):
        mensaje_leer(cuenta_id=ana.pk, mensaje_id=numero, ahora=ahora)
    estado = estado_de_sala(ahora, [ana.pk, beto.pk, caro.pk])
    assert {c: [m.id for m in suyos] for c, suyos in estado.sin_leer.items()} == {beto.pk: [numero]}
    mensaje_leer(cuenta_id=beto.pk, mensaje_id=numero, ahora=ahora)
    assert estado_de_sala(ahora, [beto.pk]).sin_leer == {}
    contado = con_cuantos(MensajeDelAdministrador.objects.all()).get()
    assert (contado.leyeron, contado.van) == (1, 2)  # la jefa tampoco tiene suscripción
    with pytest.raises(ErrorDeServicio, match="nadie_cumple"):
        mensaje_enviar(
            administrador_id=una.pk, para_id=None, texto="x", ahora=ahora, a_quienes=AQuienes(suspendidas=True)
        )
    assert MensajeDelAdministrador.objects.count() == 1


def test_los_leidos_de_otros_no_tapan_lo_que_a_uno_le_falta(ahora: datetime) -> None:
    una, ana, beto = jefa(), suscriptor("Ana"), suscriptor("Beto")
    for n in range(60):
        para = beto if n == 0 else ana
        numero = mensaje_enviar(
            administrador_id=una.pk, para_id=para.pk, texto=f"{n}", ahora=ahora + n * timedelta(seconds=1)
        )
        if para == ana:
            mensaje_leer(cuenta_id=ana.pk, mensaje_id=numero, ahora=ahora)
    faltan = estado_de_sala(ahora, [ana.pk, beto.pk]).sin_leer
    assert [m.texto for m in faltan[beto.pk]] == ["0"]
    assert ana.pk not in faltan


def test_se_redacta_se_ve_a_cuantos_llega_y_se_manda_una_vez(ahora: datetime) -> None:
    una, ana, _beto = jefa(), suscriptor("Ana"), suscriptor("Beto")
    orden = str(uuid4())
    datos = {"orden": orden, "texto": "Torneo <b>el sábado</b>", "a": "algunos", "vigencia": "vigente"}
    cliente = navegador(una)
    redactar = pegada(cliente.get(REDACTAR).content.decode())
    assert "Ver a cuántos llega" in redactar
    # con guiones sólo se ve lo que toca según a quién va: un correo, o cinco condiciones
    filas = [redactar.count(f'class="form-row" data-si-va="{va}"') for va in ("uno", "algunos")]
    assert filas == [1, 5]
    previa = cliente.post(REDACTAR, {**datos, "ver": "1"}).content.decode()
    assert "Les llega a 2 personas: suscripción vigente" in pegada(previa)
    assert "Ana, Beto" in previa
    assert "Torneo &lt;b&gt;el sábado&lt;/b&gt;" in previa
    assert not MensajeDelAdministrador.objects.exists()
    for _vez in range(2):
        assert cliente.post(REDACTAR, {**datos, "enviar": "1"}).status_code == 302
    numero = MensajeDelAdministrador.objects.get().pk
    mensaje_leer(cuenta_id=ana.pk, mensaje_id=numero, ahora=ahora)
    lista = cliente.get("/administracion/enlinea/mensajedeladministrador/").content.decode()
    assert "1 de 2" in lista
    assert "2 personas (suscripción vigente)" in lista
    assert cliente.get(f"/administracion/enlinea/mensajedeladministrador/{numero}/change/").status_code == 200


def test_otro_mensaje_desde_la_misma_pagina_no_se_da_por_enviado() -> None:
    """Con «atrás» se vuelve a una página ya usada: decía «Mensaje enviado» y el segundo nunca salía."""
    cliente, datos = navegador(jefa()), {"orden": str(uuid4()), "a": "todos", "enviar": "1"}
    cliente.post(REDACTAR, {**datos, "texto": "Torneo el sábado"})
    respuesta = cliente.post(REDACTAR, {**datos, "texto": "Se cambió al domingo"})
    assert "Éste todavía no sale" in respuesta.content.decode()
    nueva = respuesta.context["forma"]["orden"].value()
    assert nueva != datos["orden"]
    cliente.post(REDACTAR, {**datos, "texto": "Se cambió al domingo", "orden": nueva})
    textos = MensajeDelAdministrador.objects.order_by("pk").values_list("texto", flat=True)
    assert list(textos) == ["Torneo el sábado", "Se cambió al domingo"]


@pytest.mark.parametrize(
    ("cambia", "dice"),
    [
        ({"a": "algunos"}, "Di al menos una cosa"),
        ({"a": "uno", "correo": "nadie@prueba.mx"}, "No hay ninguna cuenta con ese correo"),
        ({"a": "todos", "texto": ""}, "Falta este dato"),
    ],
)
def test_lo_incompleto_se_dice_y_no_manda_nada(cambia: dict[str, str], dice: str) -> None:
    datos = {"orden": str(uuid4()), "texto": "Hola", "enviar": "1", **cambia}
    assert dice in navegador(jefa()).post(REDACTAR, datos).content.decode()
    assert not MensajeDelAdministrador.objects.exists()


def test_sin_permiso_no_se_redacta() -> None:
    Cuenta.objects.create_user(email="ayuda@prueba.mx", is_staff=True)
    ayuda = Cuenta.objects.get(email="ayuda@prueba.mx")
    assert navegador(ayuda).get(REDACTAR).status_code == 403
