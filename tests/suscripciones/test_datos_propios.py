"""Descargar lo propio y borrar la cuenta: qué se va, qué queda y que no sirva para escapar de una sanción (016)."""

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from suscripciones import consultas, servicios
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import (
    CodigoDeEntrada,
    CorreoPorSalir,
    Cuenta,
    CuentaBorrada,
    DatosDeFactura,
    Plan,
    Suscripcion,
    Suspension,
)
from suscripciones.servicios import borrado
from tests.suscripciones.ayudas import entrar, otro_codigo, ultimo_codigo

pytestmark = pytest.mark.django_db

DATOS, CODIGO = "/cuenta/datos/", "/cuenta/datos/codigo/"
DESCARGAR, BORRAR = "/cuenta/datos/descargar/", "/cuenta/datos/borrar/"

# qué pasa con lo que cuelga de una cuenta al borrarla; lo que no esté aquí hace fallar la prueba
SE_BORRA = {
    "suscripciones.DatosDeFactura.cuenta",
    "account.EmailAddress.user", "enlinea.AvisoAlTelefono.cuenta", "enlinea.Telefono.cuenta",
    "enlinea.ActaImportada.cuenta", "enlinea.Amistad.mayor", "enlinea.Amistad.menor",
    "enlinea.Apuntado.cuenta", "enlinea.Cara.cuenta", "enlinea.CitaEnLinea.organiza", "enlinea.EsperaDeTres.cuenta",
    "enlinea.Conexion.cuenta",
    "enlinea.Destinatario.cuenta", "enlinea.Ejercicio.cuenta", "enlinea.EjercicioDeLaCasa.cuenta",
    "enlinea.Estudio.cuenta",
    "enlinea.Huella.cuenta", "enlinea.Lectura.cuenta",
    "enlinea.MensajeDelAdministrador.para", "enlinea.Presencia.cuenta", "enlinea.Rama.cuenta",
    "recreo.SolicitudDeLugar.cuenta",
    "enlinea.Silencio.callado", "enlinea.Silencio.quien", "suscripciones.AvisoDeVencimiento.cuenta",
    "suscripciones.AvisoApagado.cuenta", "suscripciones.NotaDeLaCasa.cuenta", "torneos.Convocado.cuenta",
    "suscripciones.Cuenta_groups.cuenta", "suscripciones.Cuenta_user_permissions.cuenta",
}  # fmt: skip
CON_SEUDONIMO = {
    "admin.LogEntry.user", "enlinea.CambioDeInscripcion.cuenta", "enlinea.Charla.autor", "enlinea.Clasificado.cuenta",
    "enlinea.Jugador.cuenta", "enlinea.JugadorDeOtroJuego.cuenta", "enlinea.Lugar.cuenta", "enlinea.Mesa.organizador",
    "enlinea.RenglonDeCalidad.cuenta",
    "enlinea.RenglonDeCalidad.otra", "enlinea.Reporte.quien", "enlinea.Reporte.senalado", "enlinea.Tarjeta.cuenta",
    "recreo.Jugador.cuenta", "recreo.Miembro.cuenta", "recreo.Recreo.organizador", "suscripciones.CuentaBorrada.cuenta",
    "suscripciones.Cobro.cuenta", "suscripciones.Suscripcion.cuenta", "suscripciones.Suspension.cuenta",
    "torneos.Torneo.organizador",
}  # fmt: skip
# quien administra no se borra a sí mismo: de estos nunca cuelga nadie más
DE_QUIEN_ADMINISTRA = {
    "enlinea.MensajeDelAdministrador.enviado_por", "enlinea.RenglonDeCalidad.revisado_por",
    "enlinea.Reporte.decidido_por", "enlinea.Tarjeta.anulada_por", "enlinea.Tarjeta.dada_por",
    "suscripciones.Cobro.registrado_por", "suscripciones.HechoDeCobro.quien", "suscripciones.Suscripcion.anulada_por",
    "suscripciones.NotaDeLaCasa.por",
    "suscripciones.Suscripcion.registrada_por",
    "suscripciones.Suspension.levantada_por", "suscripciones.Suspension.puesta_por",
}  # fmt: skip


def _de_allauth() -> set[str]:
    return {f"{modelo._meta.label}.{campo}" for modelo, campo in borrado.de_la_entrada()}


def confirmar(navegador: Client) -> None:
    """Entra y confirma con el segundo código que es quien dice."""
    entrar(navegador, "ana@club.mx")
    navegador.post(CODIGO)
    assert navegador.post(DATOS, {"codigo": ultimo_codigo()}).status_code == 302


def suspender(cuenta: Cuenta, jefa: Cuenta, hasta: Any = None) -> Suspension:
    ahora = timezone.now()
    return servicios.cuenta_suspender(
        cuenta_id=cuenta.pk, desde=ahora, hasta=hasta, motivo="Insultos.", puesta_por_id=jefa.pk
    )


def test_de_todo_lo_que_cuelga_de_una_cuenta_esta_decidido_que_pasa() -> None:
    relaciones = [r for r in Cuenta._meta.get_fields(include_hidden=True) if r.auto_created and not r.concrete]
    cuelgan = {f"{r.related_model._meta.label}.{r.field.name}" for r in relaciones}
    decidido = SE_BORRA | CON_SEUDONIMO | DE_QUIEN_ADMINISTRA | _de_allauth()
    assert cuelgan - decidido == set()
    assert (SE_BORRA | CON_SEUDONIMO | DE_QUIEN_ADMINISTRA) - cuelgan == set()


def test_sin_el_codigo_no_se_descarga_ni_se_borra_aunque_la_sesion_este_abierta(client: Client, ana: Cuenta) -> None:
    entrar(client, "ana@club.mx")
    for ruta in (DESCARGAR, BORRAR):
        respuesta = client.post(ruta, {"seguro": "on"})
        assert (respuesta.status_code, respuesta["Location"]) == (302, DATOS)
    client.post(CODIGO)
    mal = client.post(DATOS, {"codigo": otro_codigo(ultimo_codigo())})
    assert "Ese código no es" in mal.content.decode()
    assert client.post(DESCARGAR).status_code == 302
    assert Cuenta.objects.filter(pk=ana.pk, email="ana@club.mx").exists()


def test_lo_confirmado_vale_quince_minutos(client: Client, ana: Cuenta) -> None:
    confirmar(client)
    sesion = client.session
    sesion["datos_confirmado"] = [ana.pk, (timezone.now() - timedelta(minutes=16)).isoformat()]
    sesion.save()
    assert client.post(DESCARGAR).status_code == 302


def test_lo_confirmado_es_de_esa_cuenta_y_no_de_quien_entre_despues_en_el_mismo_aparato(
    client: Client, ana: Cuenta
) -> None:
    confirmar(client)
    sesion = client.session
    sesion["datos_confirmado"] = [ana.pk + 1, timezone.now().isoformat()]
    sesion.save()
    assert client.post(DESCARGAR).status_code == 302


def test_se_descarga_un_json_con_lo_propio_y_sin_lo_que_sirve_para_entrar(client: Client, ana: Cuenta) -> None:
    confirmar(client)
    respuesta = client.post(DESCARGAR)
    suyo = json.loads(respuesta.content)
    assert respuesta["Content-Disposition"].startswith('attachment; filename="mis-datos-')
    assert respuesta["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    assert (suyo["cuenta"]["correo"], suyo["cuenta"]["nombre"]) == ("ana@club.mx", "Ana")
    assert {"recreo", "en_linea"} <= set(suyo)
    assert ana.password not in respuesta.content.decode()
    assert client.get(DESCARGAR).status_code == 405


def test_al_borrar_se_va_todo_lo_que_dice_quien_es_y_ya_no_se_entra(client: Client, ana: Cuenta) -> None:
    otro = Client()
    entrar(otro, "ana@club.mx")
    tipo = ContentType.objects.get_for_model(Cuenta)
    LogEntry.objects.create(
        user=ana, content_type=tipo, object_id=str(ana.pk), object_repr="Ana", action_flag=CHANGE, change_message=""
    )
    confirmar(client)
    sin_marcar = client.post(BORRAR)
    assert "marca antes la casilla" in sin_marcar.content.decode()
    respuesta = client.post(BORRAR, {"seguro": "on"})
    fila = CuentaBorrada.objects.get()
    assert fila.seudonimo in respuesta.content.decode()
    quedo = Cuenta.objects.get(pk=ana.pk)
    assert (quedo.email, quedo.username, quedo.nombre) == (f"borrada-{ana.pk}@borrada.invalid", None, fila.seudonimo)
    assert not quedo.is_active and not quedo.has_usable_password()
    assert not EmailAddress.objects.filter(user=ana).exists()
    assert not CodigoDeEntrada.objects.filter(correo="ana@club.mx").exists()
    assert not CorreoPorSalir.objects.filter(para="ana@club.mx").exists()
    assert not [s for s in Session.objects.all() if s.get_decoded().get("_auth_user_id") == str(ana.pk)]
    assert otro.get("/cuenta/").status_code == client.get("/cuenta/").status_code == 302
    assert LogEntry.objects.get().object_repr == fila.seudonimo
    assert fila.huella == ""  # sin sanciones no se guarda ni la huella
    assert client.post("/cuenta/login/", {"login": "ana@club.mx", "password": "siete-mulas-y-media"}).status_code == 200


def test_borrarla_dos_veces_da_el_mismo_seudonimo_y_dos_cuentas_dan_dos(ana: Cuenta) -> None:
    ahora = timezone.now()
    primero = servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=ahora)
    assert servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=ahora) == primero
    beto = Cuenta.objects.create_user("beto@club.mx", nombre="Beto")
    assert servicios.cuenta_borrar(cuenta_id=beto.pk, ahora=ahora) != primero


def test_quien_vuelve_con_su_correo_empieza_de_cero(client: Client, ana: Cuenta) -> None:
    servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=timezone.now())
    entrar(client, "ana@club.mx")
    nueva = Cuenta.objects.get(email="ana@club.mx")
    assert nueva.pk != ana.pk and nueva.nombre == ""


def test_la_suscripcion_queda_como_cuenta_que_guardar_sin_su_nota(ana: Cuenta) -> None:
    ahora = timezone.now()
    plan = Plan.objects.first() or Plan.objects.create(clave="x", nombre="X", meses=6, precio=20)
    Suscripcion.objects.create(
        cuenta=ana, plan=plan, inicio=ahora, fin=ahora + timedelta(days=9), importe=20, moneda="USD",
        registrada_en=ahora, nota="Pagó Ana en efectivo",
    )  # fmt: skip
    servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=ahora)
    fila = Suscripcion.objects.get(cuenta=ana)
    assert (fila.importe, fila.nota) == (20, "")
    assert not consultas.puede_organizar(ana.pk, ahora)


def test_lo_pagado_se_entrega_y_al_borrarse_queda_sin_lo_que_dice_quien_fue(ana: Cuenta, jefa: Cuenta) -> None:
    ahora = timezone.now()
    cobro = servicios.pago_registrar(
        cuenta_id=ana.pk, plan="anual", moneda="USD", forma="efectivo", referencia="Pagó Ana",
        registrado_por_id=jefa.pk, ahora=ahora, id_orden=uuid.uuid4(),
    )  # fmt: skip
    servicios.factura_guardar(
        cuenta_id=ana.pk,
        rfc="VECJ880326XX1",
        nombre="Ana",
        regimen="612",
        uso="G03",
        codigo_postal="06700",
        ahora=ahora,
    )
    suyo = servicios.datos_exportar(cuenta_id=ana.pk, ahora=ahora)["cuenta"]
    assert (suyo["pagos"][0]["folio"], suyo["datos_para_factura"][0]["rfc"]) == (cobro.folio, "VECJ880326XX1")
    assert suyo["pagos"][0]["hechos"][0]["que"] == "pagado"
    servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=ahora)
    cobro.refresh_from_db()
    assert (cobro.cuanto, cobro.nota) == ("36.00 USD", "")
    assert not DatosDeFactura.objects.exists()


def test_quien_administra_no_se_borra_a_si_mismo(jefa: Cuenta) -> None:
    with pytest.raises(ErrorDeSuscripcion, match="borrar_administrador"):
        servicios.cuenta_borrar(cuenta_id=jefa.pk, ahora=timezone.now())
    assert Cuenta.objects.get(pk=jefa.pk).email == "jefa@club.mx"


@pytest.mark.parametrize("dias", [30, None])
def test_borrarse_no_quita_la_suspension_y_sigue_a_la_cuenta_nueva(
    client: Client, ana: Cuenta, jefa: Cuenta, dias: int | None
) -> None:
    ahora = timezone.now()
    suspender(ana, jefa, dias and ahora + timedelta(days=dias))
    servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=ahora)
    assert len(CuentaBorrada.objects.get().huella) == 64
    entrar(client, "ANA@club.mx")
    nueva = Cuenta.objects.get(email="ana@club.mx")
    assert consultas.suspension_vigente(nueva.pk, timezone.now()) is not None
    assert CuentaBorrada.objects.get().huella == ""  # ya la lleva la nueva: no hace falta
    servicios.cuenta_borrar(cuenta_id=nueva.pk, ahora=timezone.now())
    entrar(Client(), "ana@club.mx")
    tercera = Cuenta.objects.get(email="ana@club.mx")
    assert consultas.suspension_vigente(tercera.pk, timezone.now()) is not None


def test_tambien_sigue_a_quien_vuelve_con_contrasena(client: Client, ana: Cuenta, jefa: Cuenta) -> None:
    suspender(ana, jefa)
    servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=timezone.now())
    client.post("/cuenta/signup/", {"nombre": "Ana", "email": "ana@club.mx", "password1": "otras-siete-mulas-9"})
    nueva = Cuenta.objects.get(email="ana@club.mx")
    assert consultas.suspension_vigente(nueva.pk, timezone.now()) is None  # todavía no comprueba que es su correo
    client.post("/cuenta/confirm-email/", {"code": ultimo_codigo()})
    assert consultas.suspension_vigente(nueva.pk, timezone.now()) is not None


def test_la_huella_se_olvida_cuando_ya_no_corre_nada(ana: Cuenta, jefa: Cuenta) -> None:
    ahora = timezone.now()
    suspender(ana, jefa, ahora + timedelta(days=800))
    servicios.cuenta_borrar(cuenta_id=ana.pk, ahora=ahora)
    assert borrado.sanciones_olvidar(ahora + timedelta(days=731)) == 0
    assert borrado.sanciones_olvidar(ahora + timedelta(days=801)) == 1
    assert borrado.sanciones_olvidar(ahora + timedelta(days=801)) == 0


# --- cambiar de correo ------------------------------------------------------------------------------------------------
MUDAR, NUEVO = "/cuenta/datos/correo/", "ana@otro.mx"


def mudar(navegador: Client, nuevo: str = NUEVO) -> Any:
    navegador.post(MUDAR, {"correo": nuevo})
    return navegador.post(MUDAR, {"codigo": ultimo_codigo()}, follow=True)


def test_cambiar_de_correo_pide_un_codigo_de_cada_uno_y_avisa_al_anterior(client: Client, ana: Cuenta) -> None:
    entrar(client, "ana@club.mx")
    assert client.post(MUDAR, {"correo": NUEVO})["Location"] == DATOS, "falta el código del de ahora"
    confirmar(client)
    otra = Client()
    entrar(otra, "ana@club.mx")
    client.post(MUDAR, {"correo": NUEVO})
    assert mail.outbox[-1].to == [NUEVO]
    mal = client.post(MUDAR, {"codigo": otro_codigo(ultimo_codigo())})
    assert "Ese código no es" in mal.content.decode()
    ana.refresh_from_db()
    assert ana.email == "ana@club.mx"
    hecho = client.post(MUDAR, {"codigo": ultimo_codigo()}, follow=True)
    assert f"Listo: desde ahora entras con {NUEVO}." in hecho.content.decode()
    ana.refresh_from_db()
    assert ana.email == NUEVO
    assert list(EmailAddress.objects.filter(user=ana).values_list("email", "verified", "primary")) == [
        (NUEVO, True, True)
    ]
    assert mail.outbox[-1].to == ["ana@club.mx"] and NUEVO in mail.outbox[-1].body
    assert otra.get("/cuenta/").status_code == 302, "las demás sesiones se cierran"
    # con el anterior ya no se entra a esta cuenta; con el nuevo, sí
    entrar(Client(), "ana@club.mx")
    assert Cuenta.objects.get(email="ana@club.mx").pk != ana.pk
    entrar(otra, NUEVO)
    assert int(otra.session["_auth_user_id"]) == ana.pk


def test_si_el_correo_es_de_otra_cuenta_se_sabe_solo_tras_su_codigo(client: Client, ana: Cuenta, jefa: Cuenta) -> None:
    confirmar(client)
    libre, ocupado = (client.post(MUDAR, {"correo": c}, follow=True) for c in ("nadie@club.mx", jefa.email))
    assert "Ya hay otra cuenta" not in ocupado.content.decode()
    assert libre.status_code == ocupado.status_code == 200
    tras = client.post(MUDAR, {"codigo": ultimo_codigo()}, follow=True)
    assert "Ya hay otra cuenta con ese correo" in tras.content.decode()
    assert "es el correo que ya tienes" in mudar(client, "ANA@club.mx").content.decode()
    ana.refresh_from_db()
    assert ana.email == "ana@club.mx"


def test_cambiar_de_correo_no_sirve_para_escapar_de_una_sancion(client: Client, ana: Cuenta, jefa: Cuenta) -> None:
    suspender(ana, jefa)
    confirmar(client)
    assert "el correo no se cambia aquí" in mudar(client).content.decode()
    ana.refresh_from_db()
    assert ana.email == "ana@club.mx"
