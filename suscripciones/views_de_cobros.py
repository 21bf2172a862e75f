"""Pagar, el resultado, mis pagos, los datos para facturar y los avisos de quien cobra (SU2, decisión 028)."""

import uuid
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, RawPostDataException
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.comun.recarga import orden_o_regreso
from config.servidor.envios import envio_hasta
from config.servidor.middleware import admite_formularios
from config.servidor.registro import suceso
from suscripciones import servicios
from suscripciones.cobros.reglas import SIN_PAGO, Que
from suscripciones.consultas import cobros as consultas
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.forms_de_cobros import Factura, Pagar
from suscripciones.models import Cobro, Plan
from suscripciones.pasarelas import DE_DEMOSTRACION, activas
from suscripciones.pasarelas.puerto import AvisoInvalido, PasarelaCaida
from suscripciones.textos import sin_precio, texto_de

DE_UN_AVISO = 512 * 1024
"""Octetos: el aviso más grande de Stripe no llega a cien mil."""
BOTONES_DE_DEMOSTRACION = (Que.PAGADO, Que.COMPROBANTE, Que.FALLIDO, Que.VENCIDO)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pagar(peticion: HttpRequest, plan: str) -> HttpResponse:
    """Elegir moneda y forma, y a pagar con quien cobra; sólo esta página le puede mandar un formulario."""
    elegido = consultas.plan_en_venta(plan)
    if elegido is None:
        messages.warning(peticion, texto_de(ErrorDeSuscripcion("plan_desconocido")))
        return redirect("publico:planes")
    forma = Pagar(peticion.POST or None, maneras=consultas.maneras_de(elegido))
    if peticion.method == "POST" and forma.is_valid():
        try:
            return HttpResponseRedirect(_cobrar(peticion, elegido, forma).direccion)
        except ErrorDeSuscripcion as error:
            forma.add_error("manera", texto_de(error))
    respuesta = render(peticion, "suscripciones/pagar.html", _para_pagar(peticion, elegido, forma))
    return admite_formularios(respuesta, consultas.origenes_de_pago())


def _cobrar(peticion: HttpRequest, plan: Plan, forma: Pagar) -> Cobro:
    moneda, como = forma.elegida
    folio = uuid.UUID(int=0)
    regreso = peticion.build_absolute_uri(reverse("suscripciones:pago", args=[folio]))
    return servicios.cobro_pagar(
        cuenta_id=peticion.user.pk or 0, correo=peticion.user.email, plan=plan.clave,  # type: ignore[union-attr]
        moneda=moneda, forma=como, id_orden=forma.cleaned_data["id_orden"], ahora=timezone.now(),
        regreso=regreso.replace(str(folio), "{folio}") + "?regreso=1",
    )  # fmt: skip


def _para_pagar(peticion: HttpRequest, plan: Plan, forma: Pagar) -> dict[str, Any]:
    pedida, cuenta, ahora = peticion.GET.get("moneda", ""), peticion.user.pk or 0, timezone.now()
    desde, hasta = consultas.lo_que_daria(cuenta, plan, ahora)
    return {
        "plan": plan,
        "forma": forma,
        "maneras": consultas.maneras_de(plan),
        "sin_precio": sin_precio("MXN") if pedida == "MXN" and plan.precio_mxn is None else "",
        "desde": desde,
        "hasta": hasta,
        "espera": consultas.pago_en_espera(cuenta, ahora),
        "contacto": _contacto(),
    }


def _contacto() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


@never_cache
@login_required
@require_safe
def pagos(peticion: HttpRequest) -> HttpResponse:
    """Lo que he pagado."""
    datos = {"pagos": consultas.pagos_de(peticion.user.pk or 0)[:100]}
    return render(peticion, "suscripciones/pagos.html", datos)


@never_cache
@login_required
@require_safe
def pago(peticion: HttpRequest, folio: uuid.UUID) -> HttpResponse:
    """En qué va uno, y su recibo; a quien vuelve de pagar se le pregunta ya a quien cobra."""
    suyo = _suyo(peticion, folio)
    if peticion.GET.get("regreso") and suyo.estado in SIN_PAGO:
        try:
            servicios.cobro_revisar(folio=folio, cuenta_id=suyo.cuenta_id, ahora=timezone.now())
        except ErrorDeSuscripcion:
            messages.info(peticion, _("Quien cobra tarda en contestar. Toca «Ya pagué: revisar» en un minuto."))
        suyo = _suyo(peticion, folio)
    ahora = timezone.now()
    datos = {
        "pago": suyo,
        "periodo": servicios.periodo_de(suyo),
        "se_puede": suyo.estado in SIN_PAGO and (suyo.vence is None or suyo.vence > ahora) and bool(suyo.direccion),
        "a_tarjeta": servicios.se_devuelve_sola(suyo),
        "factura": consultas.factura_de(suyo.cuenta_id),
        "contacto": _contacto(),
    }
    return render(peticion, "suscripciones/pago.html", datos)


def _suyo(peticion: HttpRequest, folio: uuid.UUID) -> Cobro:
    suyo = consultas.pago_de(folio, peticion.user.pk or 0)
    if suyo is None:
        raise Http404
    return suyo


@login_required
@orden_o_regreso(lambda folio: reverse("suscripciones:pago", args=[folio]))
def pago_revisar(peticion: HttpRequest, folio: uuid.UUID) -> HttpResponse:
    """«Ya pagué»: se le pregunta a quien cobra."""
    try:
        quedo = servicios.cobro_revisar(folio=folio, cuenta_id=peticion.user.pk or 0, ahora=timezone.now())
    except ErrorDeSuscripcion as error:
        messages.warning(peticion, texto_de(error))
        return redirect("suscripciones:pago", folio)
    if quedo is None:
        raise Http404
    if quedo.estado in SIN_PAGO:
        messages.info(peticion, _("Todavía no nos llega. El pago en OXXO tarda hasta un día; te escribimos al llegar."))
    return redirect("suscripciones:pago", folio)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pago_demostracion(peticion: HttpRequest, folio: uuid.UUID) -> HttpResponse:
    """La página que hace de banco en la demostración; fuera de ella no existe."""
    suyo = _suyo(peticion, folio)
    if DE_DEMOSTRACION not in activas() or suyo.por != DE_DEMOSTRACION:
        raise Http404
    if suyo.estado not in SIN_PAGO:
        return redirect("suscripciones:pago", folio)
    pedido = peticion.POST.get("que", "")
    if peticion.method == "POST" and pedido in [que.value for que in BOTONES_DE_DEMOSTRACION]:
        servicios.cobro_simular(folio=folio, cuenta_id=suyo.cuenta_id, que=Que(pedido), ahora=timezone.now())
        return redirect("suscripciones:pago", folio)
    return render(peticion, "suscripciones/pago_demostracion.html", {"pago": suyo})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def factura(peticion: HttpRequest) -> HttpResponse:
    """Los datos con que pido factura."""
    cuenta, suyos = peticion.user.pk or 0, consultas.factura_de(peticion.user.pk or 0)
    campos = ("rfc", "nombre", "regimen", "uso", "codigo_postal")
    iniciales = {campo: getattr(suyos, campo) for campo in campos} if suyos else {}
    forma = Factura(peticion.POST or None, initial=iniciales)
    if peticion.method == "POST" and forma.is_valid():
        servicios.factura_guardar(cuenta_id=cuenta, ahora=timezone.now(), **forma.cleaned_data)
        messages.success(peticion, _("Guardado. La asociación te manda la factura por correo."))
        return redirect("suscripciones:pagos")
    return render(peticion, "suscripciones/factura.html", {"forma": forma, "suyos": suyos})


@csrf_exempt
@require_POST
@envio_hasta(DE_UN_AVISO)
def aviso(peticion: HttpRequest, pasarela: str) -> HttpResponse:
    """Lo que avisa quien cobra: sin sesión ni llave de formulario, con su firma. El 503 le pide repetirlo después."""
    try:
        servicios.aviso_recibir(
            pasarela=pasarela, cuerpo=peticion.body, cabeceras=peticion.headers, consulta=peticion.GET.dict(),
            ahora=timezone.now(),
        )  # fmt: skip
    except ErrorDeSuscripcion:
        raise Http404 from None
    except (AvisoInvalido, RawPostDataException):
        suceso("aviso_de_pago_falso", que=pasarela[:20])
        return HttpResponse(status=400)
    except PasarelaCaida:
        return HttpResponse(status=503, headers={"Retry-After": "60"})
    return HttpResponse(status=200)
