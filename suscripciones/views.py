"""Entrada con código, Mi cuenta y el buzón de la demostración."""

import uuid
from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.comun.correo import correo_normal
from config.comun.recarga import orden_o_regreso
from config.servidor.registro import suceso
from suscripciones import consultas, servicios
from suscripciones.adaptador import destino_seguro, por_omision
from suscripciones.aparato import aparato_de
from suscripciones.consultas.cobros import pago_en_espera
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.forms import CodigoDelCorreo, CorreoDeEntrada, DatosDeCuenta
from suscripciones.models import CorreoDeDemo, Cuenta
from suscripciones.servicios import entrada
from suscripciones.textos import texto_de

EN_SESION = "entrada"


def _siguiente(peticion: HttpRequest) -> str:
    """A dónde ir después; sólo dentro de la casa, y sólo una dirección (una palabra suelta no lo es)."""
    pedido = peticion.POST.get("next") or peticion.GET.get("next") or ""
    return pedido if pedido.startswith(("/", "http://", "https://")) and destino_seguro(peticion, pedido) else ""


def _pedido(peticion: HttpRequest) -> entrada.CodigoPedido | None:
    """El código que esta sesión pidió."""
    datos = peticion.session.get(EN_SESION)
    if not datos:
        return None
    anteriores = tuple(uuid.UUID(uno) for uno in datos.get("anteriores", ()))
    creado = datetime.fromisoformat(datos["creado"])
    return entrada.CodigoPedido(uuid.UUID(datos["id"]), datos["correo"], creado, anteriores)


def _pedir(peticion: HttpRequest, correo: str, siguiente: str) -> None:
    aparato = aparato_de(peticion)
    pedido = entrada.codigo_pedir(
        correo=correo,
        ip=get_adapter(peticion).get_client_ip(peticion),
        ahora=timezone.now(),
        # sólo busca la cuenta quien trae un aparato conocido: por lo que tarda no se sabe si existe
        aparato=aparato.de(consultas.cuenta_de(correo)) if aparato.numero else "",
        anterior=_pedido(peticion),
    )
    peticion.session[EN_SESION] = {
        "id": str(pedido.id),
        "correo": pedido.correo,
        "creado": pedido.creado.isoformat(),
        "anteriores": [str(uno) for uno in pedido.anteriores],
        "siguiente": siguiente,
    }


def _tiene_uno(peticion: HttpRequest, correo: str) -> bool:
    """¿A esta sesión ya se le mandó un código a ese correo, y todavía vale?"""
    pedido = _pedido(peticion)
    return (
        pedido is not None
        and pedido.correo == correo_normal(correo)
        and timezone.now() < pedido.creado + entrada.VALIDEZ
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entrar(peticion: HttpRequest) -> HttpResponse:
    """Pide el correo; responde lo mismo tenga cuenta o no (RE1)."""
    siguiente = _siguiente(peticion)
    if peticion.user.is_authenticated:
        return redirect(siguiente or por_omision(peticion))
    forma, estado = CorreoDeEntrada(peticion.POST or None), 200
    if peticion.method == "POST" and forma.is_valid():
        try:
            _pedir(peticion, forma.cleaned_data["correo"], siguiente)
            return redirect("suscripciones:codigo")
        except ErrorDeSuscripcion as error:
            if _tiene_uno(peticion, forma.cleaned_data["correo"]):  # ya tiene uno que vale: que lo escriba
                return redirect("suscripciones:codigo")
            forma.add_error("correo", texto_de(error))
            estado = 429
    datos = {"forma": forma, "siguiente": siguiente}
    return render(peticion, "suscripciones/entrar.html", datos, status=estado)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def codigo(peticion: HttpRequest) -> HttpResponse:
    """Pide el código; con el correcto, entra."""
    pedido = _pedido(peticion)
    if pedido is None:
        return redirect(por_omision(peticion) if peticion.user.is_authenticated else "suscripciones:entrar")
    forma, pide_otro = CodigoDelCorreo(peticion.POST or None), False
    if peticion.method == "POST" and forma.is_valid():
        try:
            cuenta = _comprobar(pedido, forma.cleaned_data["codigo"])
            return _abrir_sesion(peticion, cuenta)
        except ErrorDeSuscripcion as error:
            suceso("entrada_fallida", que="código", motivo=error.codigo)
            forma.add_error("codigo", texto_de(error))
            pide_otro = error.codigo in ("codigo_caducado", "codigo_agotado")
    datos = {"forma": forma, "correo": pedido.correo, "pide_otro": pide_otro}
    return render(peticion, "suscripciones/codigo.html", datos)


def _comprobar(pedido: entrada.CodigoPedido, cifras: str) -> Cuenta:
    """Comprueba el código de esta sesión."""
    return entrada.cuenta_entrar(id_codigo=pedido.id, codigo=cifras, ahora=timezone.now(), anteriores=pedido.anteriores)


def _abrir_sesion(peticion: HttpRequest, cuenta: Cuenta) -> HttpResponse:
    """Entra por la misma puerta que la contraseña: si la cuenta tiene segundo paso, falta darlo."""
    siguiente = peticion.session.pop(EN_SESION, {}).get("siguiente") or por_omision(peticion)
    record_authentication(peticion, cuenta, method="code", email=cuenta.email)
    respuesta: HttpResponse = perform_login(peticion, cuenta, redirect_url=siguiente, email=cuenta.email)
    return respuesta


@never_cache
@orden_o_regreso(lambda: reverse("suscripciones:codigo"))
def reenviar(peticion: HttpRequest) -> HttpResponse:
    """Manda otro código al mismo correo; el anterior sigue valiendo hasta que caduque."""
    pedido = _pedido(peticion)
    if pedido is None:
        return redirect("suscripciones:entrar")
    try:
        _pedir(peticion, pedido.correo, peticion.session[EN_SESION].get("siguiente", ""))
        messages.success(peticion, _("Va otro código. Sirve cualquiera de los que te llegaron."))
    except ErrorDeSuscripcion as error:
        messages.warning(peticion, texto_de(error))
    return redirect("suscripciones:codigo")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cuenta(peticion: HttpRequest) -> HttpResponse:
    """Mi cuenta: datos, suscripción y lo que se puede hacer."""
    persona = Cuenta.objects.get(pk=peticion.user.pk or 0)
    iniciales = {"nombre": persona.nombre, "usuario": persona.username or ""}
    forma = DatosDeCuenta(peticion.POST or None, initial=iniciales)
    if peticion.method == "POST" and forma.is_valid():
        try:
            servicios.cuenta_editar(cuenta_id=persona.pk, **forma.cleaned_data)
            messages.success(peticion, _("Guardado."))
            return redirect("suscripciones:cuenta")
        except ErrorDeSuscripcion as error:
            forma.add_error("usuario", texto_de(error))
    return render(peticion, "suscripciones/cuenta.html", _datos_de_cuenta(persona, forma))


@login_required
@orden_o_regreso(lambda **_ruta: reverse("usersessions_list"))
def sesion_cerrar(peticion: HttpRequest, numero: int) -> HttpResponse:
    """Cierra una de mis sesiones; la de otra persona ni existe. Sus pantallas se cortan a los dos segundos."""
    aqui = peticion.session.session_key or ""
    if servicios.sesiones_cerrar(cuenta_id=peticion.user.pk or 0, menos=aqui, solo=numero):
        messages.success(peticion, _("Sesión cerrada en ese aparato."))
    return redirect("usersessions_list")


def _datos_de_cuenta(persona: Cuenta, forma: DatosDeCuenta) -> dict[str, Any]:
    ahora = timezone.now()
    return {
        "persona": persona,
        "forma": forma,
        "vigencia": consultas.vigencia(persona.pk, ahora),
        "suspension": consultas.suspension_vigente(persona.pk, ahora),
        "espera": pago_en_espera(persona.pk, ahora),
        "con_clave": persona.has_usable_password(),
    }


@never_cache
@require_safe
def correo(peticion: HttpRequest) -> HttpResponse:
    """Los correos que la demostración guardó; fuera de ella no existe."""
    if not settings.DEMO:
        raise Http404
    para = correo_normal(peticion.GET.get("para", ""))
    correos = CorreoDeDemo.objects.filter(para__iexact=para) if para else CorreoDeDemo.objects.all()
    return render(peticion, "suscripciones/correo_demo.html", {"correos": correos[:60], "para": para})
