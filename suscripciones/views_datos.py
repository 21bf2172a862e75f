"""«Mis datos»: descargarlos y borrar la cuenta, con un código recién llegado al correo (decisión 016)."""

import uuid
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Protocol

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from config.servidor.registro import suceso
from suscripciones import consultas, servicios
from suscripciones.aparato import aparato_de
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.forms import CodigoDelCorreo
from suscripciones.forms_datos import Despedida
from suscripciones.servicios import entrada
from suscripciones.textos import texto_de

PEDIDO, CONFIRMADO = "datos_pedido", "datos_confirmado"
DURA = timedelta(minutes=15)
"""Lo que vale haber confirmado que eres tú."""


class Vista(Protocol):
    """Una vista de Django."""

    def __call__(self, peticion: HttpRequest) -> HttpResponse: ...


def confirmada(vista: Vista) -> Vista:
    """Sólo para quien escribió hace poco un código llegado a su correo: la sesión abierta no basta."""

    @wraps(vista)
    def con_confirmacion(peticion: HttpRequest) -> HttpResponse:
        if not _confirmo(peticion):
            messages.info(peticion, _("Antes confirma que eres tú con un código."))
            return redirect("suscripciones:datos")
        return vista(peticion)

    return con_confirmacion


def _confirmo(peticion: HttpRequest) -> bool:
    quien, cuando = peticion.session.get(CONFIRMADO) or (None, "")
    # de esa cuenta: en un aparato compartido la sesión puede pasar a otra
    return quien == peticion.user.pk and timezone.now() < datetime.fromisoformat(cuando) + DURA


def _pedido(peticion: HttpRequest, correo: str) -> entrada.CodigoPedido | None:
    """El código que esta sesión pidió para esto, si fue a ese correo."""
    datos = peticion.session.get(PEDIDO)
    if not datos or datos["correo"] != correo:
        return None
    anteriores = tuple(uuid.UUID(uno) for uno in datos["anteriores"])
    return entrada.CodigoPedido(
        uuid.UUID(datos["id"]), datos["correo"], datetime.fromisoformat(datos["creado"]), anteriores
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def datos(peticion: HttpRequest) -> HttpResponse:
    """Qué se puede hacer con lo propio y, si falta, confirmar con el código."""
    correo = consultas.correo_de(peticion.user.pk or 0)
    pedido = _pedido(peticion, correo)
    forma = CodigoDelCorreo(peticion.POST if peticion.method == "POST" else None)
    if peticion.method == "POST" and pedido is not None and forma.is_valid():
        try:
            entrada.codigo_comprobar(
                id_codigo=pedido.id,
                codigo=forma.cleaned_data["codigo"],
                ahora=timezone.now(),
                anteriores=pedido.anteriores,
            )
            del peticion.session[PEDIDO]
            peticion.session[CONFIRMADO] = [peticion.user.pk, timezone.now().isoformat()]
            return redirect("suscripciones:datos")
        except ErrorDeSuscripcion as error:
            suceso("entrada_fallida", que="código", motivo=error.codigo)
            forma.add_error("codigo", texto_de(error))
    que = {"correo": correo, "forma": forma, "pedido": pedido, "confirmo": _confirmo(peticion)}
    return render(peticion, "suscripciones/datos.html", que)


@never_cache
@login_required
@require_POST
def datos_codigo(peticion: HttpRequest) -> HttpResponse:
    """Manda el código con que se confirma; los mismos topes que al entrar."""
    correo = consultas.correo_de(peticion.user.pk or 0)
    try:
        pedido = entrada.codigo_pedir(
            correo=correo,
            ip=get_adapter(peticion).get_client_ip(peticion),
            ahora=timezone.now(),
            aparato=aparato_de(peticion).de(peticion.user.pk),
            anterior=_pedido(peticion, correo),
        )
        peticion.session[PEDIDO] = {
            "id": str(pedido.id),
            "correo": pedido.correo,
            "creado": pedido.creado.isoformat(),
            "anteriores": [str(uno) for uno in pedido.anteriores],
        }
    except ErrorDeSuscripcion as error:
        messages.warning(peticion, texto_de(error))
    return redirect("suscripciones:datos")


@never_cache
@login_required
@require_POST
@confirmada
def datos_descargar(peticion: HttpRequest) -> HttpResponse:
    """Todo lo propio, en un archivo JSON."""
    ahora = timezone.now()
    suyo = servicios.datos_exportar(cuenta_id=peticion.user.pk or 0, ahora=ahora)
    respuesta = JsonResponse(suyo, json_dumps_params={"ensure_ascii": False, "indent": 2})
    nombre = f"mis-datos-{timezone.localtime(ahora):%Y-%m-%d}.json"
    respuesta["Content-Disposition"] = f'attachment; filename="{nombre}"'
    return respuesta


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@confirmada
def borrar(peticion: HttpRequest) -> HttpResponse:
    """Explica qué pasa con cada cosa y, con la casilla marcada, borra la cuenta al momento."""
    cuenta_id, forma = peticion.user.pk or 0, Despedida(peticion.POST if peticion.method == "POST" else None)
    if peticion.method == "POST" and forma.is_valid():
        try:
            seudonimo = servicios.cuenta_borrar(cuenta_id=cuenta_id, ahora=timezone.now())
            logout(peticion)
            return render(peticion, "suscripciones/borrada.html", {"seudonimo": seudonimo})
        except ErrorDeSuscripcion as error:
            forma.add_error(None, texto_de(error))
    return render(peticion, "suscripciones/borrar.html", _que_pasa(cuenta_id, forma))


def _que_pasa(cuenta_id: int, forma: Despedida) -> dict[str, Any]:
    ahora = timezone.now()
    return {
        "forma": forma,
        "vigencia": consultas.vigencia(cuenta_id, ahora),
        "suspension": consultas.suspension_vigente(cuenta_id, ahora),
    }
