"""«Mis datos»: descargarlos, cambiar de correo y borrar la cuenta, con un código recién llegado (016, D722)."""

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
from suscripciones.forms_datos import CorreoNuevo, Despedida
from suscripciones.servicios import entrada
from suscripciones.textos import texto_de

PEDIDO, CONFIRMADO, DEL_NUEVO = "datos_pedido", "datos_confirmado", "correo_nuevo"
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
    """El código que esta sesión pidió para confirmar, si fue a ese correo."""
    pedido = _apuntado(peticion, PEDIDO)
    return pedido if pedido is not None and pedido.correo == correo else None


def _apuntado(peticion: HttpRequest, cual: str) -> entrada.CodigoPedido | None:
    datos = peticion.session.get(cual)
    if not datos or datos.get("quien") != peticion.user.pk:  # en un aparato compartido la sesión puede pasar a otra
        return None
    anteriores = tuple(uuid.UUID(uno) for uno in datos["anteriores"])
    return entrada.CodigoPedido(
        uuid.UUID(datos["id"]), datos["correo"], datetime.fromisoformat(datos["creado"]), anteriores
    )


def _pedir(peticion: HttpRequest, cual: str, correo: str, anterior: entrada.CodigoPedido | None, aparato: str) -> None:
    """Manda un código a ese correo y lo deja apuntado en la sesión; con los mismos topes que al entrar."""
    pedido = entrada.codigo_pedir(
        correo=correo,
        ip=get_adapter(peticion).get_client_ip(peticion),
        ahora=timezone.now(),
        aparato=aparato,
        anterior=anterior,
    )
    peticion.session[cual] = {
        "quien": peticion.user.pk,
        "id": str(pedido.id),
        "correo": pedido.correo,
        "creado": pedido.creado.isoformat(),
        "anteriores": [str(uno) for uno in pedido.anteriores],
    }


def _comprobar(pedido: entrada.CodigoPedido, cifras: str) -> str:
    """El correo cuyo dueño escribió bien el código."""
    try:
        return entrada.codigo_comprobar(
            id_codigo=pedido.id, codigo=cifras, ahora=timezone.now(), anteriores=pedido.anteriores
        )
    except ErrorDeSuscripcion as error:
        suceso("entrada_fallida", que="código", motivo=error.codigo)
        raise


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
            _comprobar(pedido, forma.cleaned_data["codigo"])
            del peticion.session[PEDIDO]
            peticion.session[CONFIRMADO] = [peticion.user.pk, timezone.now().isoformat()]
            return redirect("suscripciones:datos")
        except ErrorDeSuscripcion as error:
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
        de_aqui = aparato_de(peticion).de(peticion.user.pk)
        _pedir(peticion, PEDIDO, correo, _pedido(peticion, correo), de_aqui)
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
def correo_nuevo(peticion: HttpRequest) -> HttpResponse:
    """El correo con que se entra: ya se confirmó que es suyo el de ahora, y falta un código llegado al nuevo (D722).

    Si es de otra cuenta se sabe sólo tras el código: antes, se dice lo mismo de todos (D436).
    """
    pedido, mandado = _apuntado(peticion, DEL_NUEVO), peticion.POST if peticion.method == "POST" else None
    con_codigo = mandado is not None and "codigo" in mandado
    correo = CorreoNuevo(None if con_codigo else mandado)
    codigo = CodigoDelCorreo(mandado if con_codigo else None)
    try:
        if con_codigo and pedido is not None and codigo.is_valid():
            return _mudar(peticion, _comprobar(pedido, codigo.cleaned_data["codigo"]))
        if mandado is not None and not con_codigo and correo.is_valid():
            _pedir(peticion, DEL_NUEVO, correo.cleaned_data["correo"], pedido, "")
            return redirect("suscripciones:correo_nuevo")
    except ErrorDeSuscripcion as error:
        cual = (codigo, "codigo") if con_codigo else (correo, "correo")
        cual[0].add_error(cual[1], texto_de(error))
    que = {"correo": correo, "codigo": codigo, "pedido": pedido}
    return render(peticion, "suscripciones/correo_nuevo.html", que)


def _mudar(peticion: HttpRequest, nuevo: str) -> HttpResponse:
    """Ya lo demostró: cambia, y las demás sesiones se cierran."""
    cuenta_id = peticion.user.pk or 0
    del peticion.session[DEL_NUEVO]
    try:
        servicios.correo_mudar(cuenta_id=cuenta_id, nuevo=nuevo)
    except ErrorDeSuscripcion as error:
        messages.error(peticion, texto_de(error))
        return redirect("suscripciones:correo_nuevo")
    servicios.sesiones_cerrar(cuenta_id=cuenta_id, menos=peticion.session.session_key or "")
    suceso("correo_cambiado", cuenta_id)
    messages.success(peticion, _("Listo: desde ahora entras con %(correo)s.") % {"correo": nuevo})
    return redirect("suscripciones:cuenta")


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
