"""Un mensaje de la administración lo lee aquel a quien va, pueda o no entrar a la Sala (D512)."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from enlinea.convivencia.consultas.mensajes import AQuienes, parada_de_mensajes
from enlinea.convivencia.servicios.mensajes import mensaje_de_la_casa, mensaje_enviar, mensajes_repartir
from enlinea.models import Lectura, MensajeDelAdministrador
from suscripciones import baja
from suscripciones import servicios as cuentas
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesas import suscriptor
from tests.enlinea.reportes.ayudas import jefa
from tests.suscripciones.ayudas import entrar

pytestmark = pytest.mark.django_db
MENSAJES = "/enlinea/mensajes/"
REDACTAR = "/administracion/enlinea/mensajedeladministrador/add/"
HOLA = "El club abre a las cinco."
SITIO = "https://domino.mx"


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def gente(ahora: datetime) -> dict[str, Cuenta]:
    """Una de cada público."""
    todas = {"activa": suscriptor("Ana"), "ninguna": suscriptor("Dani", vigente=False)}
    todas["vencida"], todas["suspendida"] = suscriptor("Vera"), suscriptor("Sara")
    todas["bloqueada"], todas["apagada"] = suscriptor("Bruno"), suscriptor("Alma")
    dia = timedelta(days=1)
    todas["vencida"].suscripciones.update(inicio=ahora - 60 * dia, fin=ahora - dia)
    Suspension.objects.create(cuenta=todas["suspendida"], desde=ahora - dia, hasta=ahora + dia, motivo="Pleito")
    Suspension.objects.create(cuenta=todas["bloqueada"], desde=ahora - dia, motivo="Trampa")
    Cuenta.objects.filter(pk=todas["apagada"].pk).update(is_active=False)
    return todas


def enviar(quien: Cuenta, ahora: datetime, para: Cuenta | None = None, **mas: object) -> int:
    numero = mensaje_enviar(
        administrador_id=quien.pk, para_id=para.pk if para else None, texto=HOLA, ahora=ahora, id_orden=uuid4(),
        **mas,  # type: ignore[arg-type]
    )  # fmt: skip
    mensajes_repartir(ahora)
    return numero


def por_correo() -> set[str]:
    return {para for m in mail.outbox if HOLA in m.body for para in m.to}


def texto(respuesta: object) -> str:
    return " ".join(respuesta.content.decode().split())  # type: ignore[attr-defined]


@pytest.mark.parametrize("publico", ["ninguna", "vencida", "suspendida", "bloqueada", "apagada", "activa"])
def test_a_uno_le_llega_este_como_este(publico: str, ahora: datetime) -> None:
    una = gente(ahora)[publico]
    enviar(jefa(), ahora, una)
    assert por_correo() == (set() if publico == "activa" else {una.email})
    cliente = Client()
    cliente.force_login(una)
    respuesta = cliente.get(MENSAJES)
    if publico == "apagada":
        assert respuesta.status_code == 302, "no entra: sólo le queda el correo"
    else:
        assert HOLA in texto(respuesta)


def test_a_todos_va_por_correo_sólo_a_quien_no_entra_a_la_sala(ahora: datetime) -> None:
    quienes, una = gente(ahora), jefa()
    enviar(una, ahora)
    fuera = {quienes[p].email for p in ("ninguna", "vencida", "suspendida", "bloqueada")}
    assert por_correo() - {una.email} == fuera


def test_a_algunos_va_a_los_de_la_lista(ahora: datetime) -> None:
    quienes = gente(ahora)
    enviar(jefa(), ahora, a_quienes=AQuienes(vigencia="vencida"))
    assert por_correo() == {quienes["vencida"].email}


def test_quien_apago_ese_correo_lo_lee_al_entrar(ahora: datetime) -> None:
    dani = suscriptor("Dani", vigente=False)
    cuentas.avisos_elegir(cuenta_id=dani.pk, quiere=())
    enviar(jefa(), ahora, dani)
    assert por_correo() == set()
    assert parada_de_mensajes(dani.pk, "/recreo/") == "/enlinea/mensajes/?seguir=/recreo/"


def test_al_entrar_los_lee_antes_de_seguir_y_ya_no_vuelven(ahora: datetime) -> None:
    dani = suscriptor("Dani", vigente=False)
    enviar(jefa(), ahora, dani)
    mail.outbox.clear()
    cliente = Client()
    ida = entrar(cliente, dani.email)
    assert ida["Location"] == "/enlinea/mensajes/?seguir=/recreo/"
    vista = texto(cliente.get(ida["Location"]))
    assert HOLA in vista
    assert "Ya los leí, seguir" in vista
    ultimo = MensajeDelAdministrador.objects.get().pk
    sigue = cliente.post("/enlinea/mensajes/leidos/", {"hasta": ultimo, "seguir": "/recreo/"})
    assert sigue["Location"] == "/recreo/"
    assert Lectura.objects.filter(cuenta=dani, mensaje=ultimo).exists()
    assert parada_de_mensajes(dani.pk, "/recreo/") == ""
    assert entrar(Client(), dani.email)["Location"] == "/recreo/"


def test_no_se_sigue_fuera_de_la_casa_ni_se_leen_los_ajenos(ahora: datetime) -> None:
    dani, otra = suscriptor("Dani", vigente=False), suscriptor("Eva", vigente=False)
    numero = enviar(jefa(), ahora, otra)
    cliente = Client()
    cliente.force_login(dani)
    sigue = cliente.post("/enlinea/mensajes/leidos/", {"hasta": numero, "seguir": "https://malo.mx/"})
    assert sigue["Location"] == MENSAJES
    assert not Lectura.objects.exists()
    assert HOLA not in texto(cliente.get(MENSAJES))


def test_la_suspendida_los_lee_sin_que_se_le_saque_y_la_sala_sigue_cerrada(ahora: datetime) -> None:
    sara = gente(ahora)["suspendida"]
    enviar(jefa(), ahora, sara)
    cliente = Client()
    cliente.force_login(sara)
    for _vez in range(2):
        vista = texto(cliente.get(MENSAJES))
        assert HOLA in vista
        assert "Tu cuenta está suspendida" in vista
    assert cliente.get("/enlinea/").status_code == 302


def test_a_quien_entra_a_la_sala_y_a_la_oficina_no_se_le_detiene(ahora: datetime) -> None:
    ana, una = suscriptor("Ana"), jefa()
    enviar(una, ahora)
    assert parada_de_mensajes(ana.pk, "/recreo/") == ""
    assert parada_de_mensajes(una.pk, "/administracion/") == ""


def test_antes_de_mandar_dice_a_cuantos_les_llega_como(ahora: datetime) -> None:
    quienes, una = gente(ahora), jefa()
    cuentas.avisos_elegir(cuenta_id=quienes["vencida"].pk, quiere=())
    cliente = Client()
    cliente.force_login(una)
    datos = {"orden": str(uuid4()), "texto": HOLA, "a": "todos", "ver": "1"}
    vista = texto(cliente.post(REDACTAR, datos))
    assert "1 lo lee en la Sala." in vista
    assert "5 no pueden entrar a la Sala" in vista, "con la jefa, que no tiene suscripción"
    assert "De ellas, 1 apagó ese correo." in vista
    de_una = texto(cliente.get(f"{REDACTAR}?correo={quienes['ninguna'].email}"))
    assert quienes["ninguna"].email in de_una


def test_cada_carta_lleva_su_propia_baja_y_la_apaga(ahora: datetime) -> None:
    dani, eva = suscriptor("Dani", vigente=False), suscriptor("Eva", vigente=False)
    una = jefa()
    # quien escribe pega en el mensaje la baja de otra persona: la que vale es la de cada carta
    ajena = f"{SITIO}{baja.camino(una.pk, baja.Aviso.MENSAJE)}"
    numero = mensaje_enviar(
        administrador_id=una.pk, para_id=None, texto=f"{HOLA}\n{ajena}", ahora=ahora, id_orden=uuid4(), sitio=SITIO
    )
    mensajes_repartir(ahora)
    for quien in (dani, eva):
        (carta,) = [m for m in mail.outbox if m.to == [quien.email]]
        suya = f"{SITIO}{baja.camino(quien.pk, baja.Aviso.MENSAJE)}"
        assert str(carta.body).rstrip().endswith(f"con un toque:\n{suya}")
        assert baja.encabezados(str(carta.body)) == {
            "List-Unsubscribe": f"<{suya}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }  # fmt: skip
    Client().post(baja.camino(dani.pk, baja.Aviso.MENSAJE), {"List-Unsubscribe": "One-Click"})
    mail.outbox.clear()
    enviar(una, ahora)
    assert dani.email not in por_correo() and eva.email in por_correo()
    assert MensajeDelAdministrador.objects.get(pk=numero).sitio == SITIO


def test_desde_la_oficina_la_baja_sale_de_por_donde_se_entro(ahora: datetime) -> None:
    dani, cliente = suscriptor("Dani", vigente=False), Client()
    cliente.force_login(jefa())
    datos = {"orden": str(uuid4()), "texto": HOLA, "a": "uno", "correo": dani.email, "enviar": "1"}
    cliente.post(REDACTAR, datos)
    assert f"http://testserver{baja.camino(dani.pk, baja.Aviso.MENSAJE)}" in mail.outbox[-1].body


def test_lo_que_no_se_apaga_sin_entrar_no_lleva_baja(ahora: datetime) -> None:
    """Con la carta reenviada, otro callaría el aviso de una sanción o de lo que se decidió de uno (D720)."""
    dani, una = suscriptor("Dani", vigente=False), jefa()
    mensaje_de_la_casa(para_id=dani.pk, texto=HOLA, administrador_id=una.pk, ahora=ahora)
    cuentas.suspension_a_mano(
        cuenta_id=dani.pk, hasta=None, motivo="Pleito", puesta_por_id=una.pk, id_orden=uuid4(), ahora=ahora
    )
    assert len(mail.outbox) == 2
    for carta in mail.outbox:
        assert baja.encabezados(str(carta.body)) == {} and "«Avisos por correo»" in carta.body
