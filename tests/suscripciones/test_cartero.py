"""El buzón de salida: nadie espera al correo, nada sale dos veces y de lo que salió no queda lo que decía."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from suscripciones import baja, correos, servicios
from suscripciones.models import CodigoDeEntrada, CorreoPorSalir, Cuenta
from suscripciones.servicios import cartero, entrada
from tests.a_la_vez import correr_a_la_vez
from tests.config.servidor import puerto_libre
from tests.suscripciones.ayudas import ultimo_codigo
from tests.suscripciones.servidor_de_correo import Servidor, correo_en_marcha

pytestmark = pytest.mark.django_db(transaction=True)

E, M = CorreoPorSalir.Estado, CorreoPorSalir.Motivo
LOCMEM = "django.core.mail.backends.locmem.EmailBackend"
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def con_buzon(settings: Any) -> None:
    settings.EMAIL_BACKEND = "suscripciones.buzon.BuzonDeSalida"
    settings.CORREO_DE_VERDAD = LOCMEM


@pytest.fixture
def servidor(settings: Any) -> Iterator[Servidor]:
    with correo_en_marcha() as uno:
        settings.CORREO_DE_VERDAD = SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", uno.puerto, 5
        yield uno


def escribe(*para: str, motivo: str = M.INVITACION, vale: timedelta = timedelta(days=3), referencia: str = "") -> None:
    for uno in para:
        datos = {"codigo": "123456", "minutos": 10}
        correos.enviar("codigo", uno, datos, motivo=motivo, vale=vale, referencia=referencia)


def fila(para: str) -> CorreoPorSalir:
    return CorreoPorSalir.objects.get(para=para)


def a_las(cuando: datetime) -> cartero.Reloj:
    return lambda: cuando


def dentro_de(**cuanto: float) -> cartero.Reloj:
    return a_las(timezone.now() + timedelta(**cuanto))


def test_pedir_un_codigo_lo_escribe_y_el_cartero_lo_manda_una_vez_y_lo_borra() -> None:
    entrada.codigo_pedir(correo="ana@club.mx", ip="10.0.0.1", ahora=timezone.now())
    guardado = fila("ana@club.mx")
    assert (guardado.estado, guardado.motivo) == (E.PENDIENTE, M.CODIGO)
    assert guardado.caduca - guardado.creado == entrada.VALIDEZ
    assert mail.outbox == []
    assert [cartero.repartir(), cartero.repartir()] == [1, 0]
    assert mail.outbox[0].subject.startswith(ultimo_codigo())
    assert mail.outbox[0].to == ["ana@club.mx"]
    guardado.refresh_from_db()
    assert guardado.estado == E.ENVIADO and guardado.terminado is not None
    assert (guardado.asunto, guardado.cuerpo) == ("", ""), "lo que ya salió no se guarda"


def test_lo_que_se_deshace_no_se_manda_y_codigo_y_correo_van_juntos(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match="a propósito"), transaction.atomic():
        escribe("ana@club.mx")
        raise RuntimeError("a propósito")
    assert not CorreoPorSalir.objects.exists()

    def caerse(*_todo: object, **_mas: object) -> None:
        raise OSError("se cayó la base")

    monkeypatch.setattr(correos, "enviar", caerse)
    with pytest.raises(OSError, match="base"):
        entrada.codigo_pedir(correo="ana@club.mx", ip="10.0.0.1", ahora=timezone.now())
    assert not CodigoDeEntrada.objects.exists()


def test_la_carta_con_baja_la_lleva_en_sus_encabezados_y_las_demas_no(ana: Cuenta) -> None:
    firmado = f"https://amigos.mx{baja.camino(ana.pk, baja.Aviso.TORNEOS)}"
    EmailMessage("Te invitan", f"Ven.\n\nPara no recibirlas:\n{firmado}\n", to=[ana.email]).send()
    escribe(ana.email)
    cartero.repartir()
    por_asunto = {m.subject.startswith("Te invitan"): m.extra_headers for m in mail.outbox}
    assert por_asunto[True]["List-Unsubscribe"] == f"<{firmado}>"
    assert por_asunto[True]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert list(por_asunto[False]) == ["Message-ID"]


def test_un_correo_a_varios_es_un_renglon_por_persona() -> None:
    for correo in ("jefa@club.mx", "jefe@club.mx"):
        Cuenta.objects.create_superuser(correo, "x", nombre=correo)
    permiso, plantilla = "enlinea.change_reporte", "suscripciones/correo/codigo.txt"
    assert servicios.administradores_avisar(permiso=permiso, plantilla=plantilla, datos={"codigo": "1"}) == 2
    cartero.repartir()
    assert sorted(m.to[0] for m in mail.outbox) == ["jefa@club.mx", "jefe@club.mx"]
    assert {len(m.to) for m in mail.outbox} == {1}, "nadie ve el correo de otro"


def test_un_codigo_vencido_no_se_manda_ni_se_queda_guardado() -> None:
    escribe("ana@club.mx", motivo=M.CODIGO, vale=entrada.VALIDEZ)
    assert cartero.repartir(dentro_de(minutes=10, seconds=1)) == 0
    vencido = fila("ana@club.mx")
    assert (vencido.estado, vencido.asunto, vencido.cuerpo) == (E.CADUCADO, "", "")
    assert mail.outbox == []


def test_lo_que_antes_caduca_sale_antes() -> None:
    escribe("invitado@club.mx")
    escribe("ana@club.mx", motivo=M.CODIGO, vale=entrada.VALIDEZ)
    cartero.repartir()
    assert [m.to[0] for m in mail.outbox] == ["ana@club.mx", "invitado@club.mx"]


def test_sin_servidor_se_espera_cada_vez_mas_y_al_volver_sale(settings: Any, servidor: Servidor) -> None:
    settings.EMAIL_PORT = puerto_libre()
    escribe("ana@club.mx", "beto@club.mx")
    ahora, esperas = timezone.now(), []
    for intento in (1, 2, 3, 4):
        assert cartero.repartir(a_las(ahora)) == 0
        ana = fila("ana@club.mx")
        assert (ana.intentos, ana.estado, ana.falla) == (intento, E.PENDIENTE, "ConnectionRefusedError")
        assert fila("beto@club.mx").intentos == intento - 1, "sin servidor no se insiste con los demás"
        cartero.repartir(a_las(ahora))  # el turno de Beto; Ana espera
        assert fila("ana@club.mx").intentos == intento
        esperas.append((ana.siguiente - ahora).total_seconds())
        ahora = ana.siguiente
    assert esperas == list(cartero.ESPERAS[:4])
    settings.EMAIL_PORT = servidor.puerto
    assert cartero.repartir(a_las(ahora)) == 2
    assert sorted(servidor.para()) == ["ana@club.mx", "beto@club.mx"]
    assert fila("ana@club.mx").falla == ""


def test_lo_que_no_sale_a_tiempo_se_termina_al_caducar(settings: Any) -> None:
    settings.CORREO_DE_VERDAD, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", puerto_libre()
    escribe("ana@club.mx", vale=timedelta(seconds=20))
    ahora = timezone.now()
    for _intento in range(3):
        cartero.repartir(a_las(ahora))
        ahora = fila("ana@club.mx").siguiente
    vencido = fila("ana@club.mx")
    assert ahora == vencido.caduca, "no se guarda el cuerpo más de lo que vale"
    cartero.repartir(a_las(ahora))
    vencido.refresh_from_db()
    assert (vencido.estado, vencido.cuerpo, vencido.falla) == (E.CADUCADO, "", "ConnectionRefusedError")


def test_la_direccion_rechazada_no_se_repite_y_los_demas_salen(servidor: Servidor) -> None:
    servidor.rcpt = {"nadie@club.mx": "550 no existe ese buzon", "lleno@club.mx": "452 espera"}
    dichos: list[tuple[str, str]] = []
    cartero.al_no_llegar("prueba", lambda dato, para: dichos.append((dato, para)))
    try:
        escribe("nadie@club.mx", "lleno@club.mx", "ana@club.mx", referencia="prueba:7")
        assert cartero.repartir() == 1
    finally:
        del cartero._oyentes["prueba"]
    assert servidor.para() == ["ana@club.mx"]
    assert dichos == [("7", "nadie@club.mx")]
    nadie, lleno = fila("nadie@club.mx"), fila("lleno@club.mx")
    assert (nadie.estado, nadie.cuerpo, nadie.falla) == (E.RECHAZADO, "", "SMTPRecipientsRefused 550")
    assert (lleno.estado, lleno.falla) == (E.PENDIENTE, "SMTPRecipientsRefused 452")
    servidor.rcpt = {}
    assert cartero.repartir(dentro_de(seconds=6)) == 1
    assert servidor.para() == ["ana@club.mx", "lleno@club.mx"]


def test_lo_que_el_servidor_no_quiere_llevar_se_termina(servidor: Servidor) -> None:
    servidor.data = "554 parece basura"
    escribe("ana@club.mx")
    assert cartero.repartir() == 0
    assert (fila("ana@club.mx").estado, fila("ana@club.mx").falla) == (E.RECHAZADO, "SMTPDataError 554")


def test_con_el_servidor_colgado_la_pagina_ni_lo_toca_y_el_cartero_suelta(
    settings: Any, servidor: Servidor, client: Client
) -> None:
    servidor.callado.set()
    settings.EMAIL_TIMEOUT = 0.5
    respuesta = client.post("/entrar/", {"correo": "ana@club.mx"})
    assert (respuesta.status_code, respuesta["Location"]) == (302, "/entrar/codigo/")
    assert servidor.conexiones == 0
    assert cartero.repartir() == 0
    ana = fila("ana@club.mx")
    assert (servidor.conexiones, ana.intentos, ana.estado) == (1, 1, E.PENDIENTE)
    servidor.callado.clear()
    servidor.suelta.set()
    assert cartero.repartir(dentro_de(seconds=6)) == 1


class SeMurio(BaseException):
    """El proceso se cae sin que nadie lo atrape."""


def test_si_se_cae_entre_mandar_y_anotar_sale_otra_vez_con_su_mismo_numero(
    servidor: Servidor, monkeypatch: pytest.MonkeyPatch
) -> None:
    escribe("ana@club.mx")

    def morir(*_todo: object) -> None:
        raise SeMurio

    with monkeypatch.context() as caida:
        caida.setattr(cartero, "_terminar", morir)
        with pytest.raises(SeMurio):
            cartero.repartir()
    assert len(servidor.recibidos) == 1
    assert cartero.repartir() == 0, "su turno no ha vencido"
    assert cartero.repartir(dentro_de(minutes=4)) == 1
    assert cartero.repartir(dentro_de(minutes=8)) == 0
    uno, otro = servidor.recibidos
    assert uno["Message-ID"] == otro["Message-ID"] == fila("ana@club.mx").id_mensaje


def test_a_quien_se_le_vencio_el_turno_no_le_quita_el_suyo_al_otro() -> None:
    escribe("ana@club.mx")
    ahora = timezone.now()
    lento = cartero._apartar(a_las(ahora))
    otro = cartero._apartar(a_las(ahora + cartero.TURNO))
    assert lento is not None and otro is not None and otro.intentos == 2
    cartero._posponer(lento, ahora + cartero.TURNO, "tarde")
    assert fila("ana@club.mx").siguiente == otro.siguiente
    cartero._terminar(otro, E.ENVIADO, ahora, "")
    cartero._terminar(lento, E.RECHAZADO, ahora, "tarde")
    assert fila("ana@club.mx").estado == E.ENVIADO


@pytest.mark.postgres
def test_varios_procesos_a_la_vez_mandan_cada_correo_una_vez(servidor: Servidor) -> None:
    quienes = [f"p{n}@club.mx" for n in range(24)]
    escribe(*quienes)
    salieron = correr_a_la_vez(OSError, *[cartero.repartir] * 4)
    assert sum(salieron) == 24
    assert sorted(servidor.para()) == sorted(quienes)
    assert set(CorreoPorSalir.objects.values_list("estado", "intentos")) == {(E.ENVIADO, 1)}


def test_lo_de_allauth_vale_lo_que_su_codigo_o_su_enlace(client: Client, ana: Cuenta) -> None:
    client.post("/cuenta/password/reset/", {"email": "ana@club.mx"})
    client.post("/cuenta/signup/", {"nombre": "Eva", "email": "nueva@club.mx", "password1": "siete-mulas-y-media"})
    assert fila("ana@club.mx").caduca - fila("ana@club.mx").creado == timedelta(hours=1)
    assert fila("nueva@club.mx").caduca - fila("nueva@club.mx").creado == timedelta(minutes=15)
    assert cartero.repartir() == 2


def test_lo_que_el_buzon_no_sabe_llevar_se_dice() -> None:
    rico = EmailMultiAlternatives("hola", "hola", to=["ana@club.mx"])
    rico.attach_alternative("<b>hola</b>", "text/html")
    con_archivo = EmailMessage("hola", "hola", to=["ana@club.mx"], attachments=[("a.txt", "a", "text/plain")])
    for mensaje in (rico, con_archivo, EmailMessage("hola", "hola", to=["a@b.mx"], headers={"X-Otro": "1"})):
        with pytest.raises(TypeError, match="sólo lleva texto"):
            mensaje.send()


def test_la_administracion_ve_en_que_va_y_nunca_el_codigo(client: Client, jefa: Cuenta) -> None:
    client.force_login(jefa)
    entrada.codigo_pedir(correo="ana@club.mx", ip="10.0.0.1", ahora=timezone.now())
    pendiente = fila("ana@club.mx")
    codigo = pendiente.asunto[:6]
    assert codigo.isdecimal()
    lista = client.get(reverse("admin:suscripciones_correoporsalir_changelist")).content.decode()
    ficha = client.get(reverse("admin:suscripciones_correoporsalir_change", args=[pendiente.pk])).content.decode()
    for pagina in (lista, ficha):
        assert "ana@club.mx" in pagina and "código para entrar" in pagina and "por salir" in pagina
        assert codigo not in pagina and pendiente.asunto not in pagina
    assert client.post(reverse("admin:suscripciones_correoporsalir_delete", args=[pendiente.pk])).status_code == 403
    assert client.get(reverse("admin:suscripciones_correoporsalir_add")).status_code == 403


def test_se_borra_lo_terminado_hace_mas_de_un_mes() -> None:
    escribe("vieja@club.mx", "nueva@club.mx")
    cartero.repartir()
    escribe("pendiente@club.mx")
    viejas = CorreoPorSalir.objects.exclude(para="nueva@club.mx")
    viejas.update(creado=timezone.now() - timedelta(days=31))
    assert cartero.limpiar(timezone.now()) == 1
    assert set(CorreoPorSalir.objects.values_list("para", flat=True)) == {"nueva@club.mx", "pendiente@club.mx"}
