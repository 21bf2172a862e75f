"""Señalar a alguien, silenciarlo para uno mismo y deshacerlo (SA3, EL1)."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from config.comun.recarga import orden_o_regreso
from config.servidor.guion import es_guion
from config.servidor.middleware import base_de
from enlinea.acceso.views.comun import aceptar, con_cuenta, cuenta_de, de_suscriptores, negar
from enlinea.convivencia.consultas.silencios import lista_de_callados
from enlinea.convivencia.servicios.silencios import silencio_poner, silencio_quitar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Reporte
from enlinea.models.reporte import LARGO_DE_COMENTARIO
from enlinea.moderacion import consultas
from enlinea.moderacion.forms import FormaDeHecho, FormaDeReporte, FormaDeSilencio
from enlinea.moderacion.servicios.reportes import Hecho, reporte_enviar
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.textos.errores import texto_de

ENVIADO = gettext_lazy("Gracias. La administración va a leer tu reporte y te avisará al resolverlo.")


@de_suscriptores
@require_safe
def convivencia(peticion: HttpRequest) -> HttpResponse:
    """A quién se puede señalar o silenciar, y la lista de silenciados. Es una página de la Sala."""
    cuenta, ahora = cuenta_de(peticion), timezone.now()
    callados = lista_de_callados(cuenta)
    datos = {
        **contexto_de_sala(peticion, "convivencia"),
        "callados": callados,
        "ids_de_callados": {c.cuenta for c in callados},
        "companeros": consultas.companeros_de(cuenta),
        "platicadores": consultas.platicadores_para(cuenta, ahora),
        "largo": LARGO_DE_COMENTARIO,
    }
    return render(peticion, "enlinea/reportes/convivencia.html", datos)


@con_cuenta
@require_http_methods(["GET", "HEAD", "POST"])
def senalar(peticion: HttpRequest) -> HttpResponse:
    """La página para señalar (`?senalado=&mesa=&partida=` o `?senalado=&linea=`), y la orden."""
    if peticion.method != "POST":
        pedido = FormaDeHecho(peticion.GET)
        # sin decir a quién es la dirección de la orden, recargada o compartida (D126)
        return _pagina(peticion, pedido.cleaned_data) if pedido.is_valid() else redirect("enlinea:convivencia")
    forma = FormaDeReporte(peticion.POST)
    volver = _volver(peticion, peticion.POST.get("volver", ""))
    if not forma.is_valid():
        return negar(peticion, ErrorDeServicio("forma_invalida"), volver)
    d = forma.cleaned_data
    try:
        reporte_enviar(
            quien_id=cuenta_de(peticion), senalado_id=d["senalado"], hecho=_hecho(d), comentario=d["comentario"],
            id_orden=d["id_orden"], ahora=timezone.now(), enlace=_administracion(peticion),
        )  # fmt: skip
    except ErrorDeServicio as e:
        # sin guiones se vuelve a pintar con lo escrito: no se pierde
        return negar(peticion, e, volver) if es_guion(peticion) else _pagina(peticion, d, e)
    return _hecho_esta(peticion, volver, ENVIADO)


@con_cuenta
@require_safe
def senalar_en_partida(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """Desde la Academia: las otras personas de una partida que se jugó, para señalar a una."""
    suya = consultas.otros_de_la_partida(partida_id, cuenta_de(peticion))
    if suya is None:
        raise Http404
    partida, otros = suya
    volver = reverse("enlinea:repetir", args=["partida", partida_id]) if partida.acta else reverse("enlinea:partidas")
    contexto = {
        "otros": otros,
        "mesa": partida.mesa.nombre,
        "mesa_id": partida.mesa_id,
        "numero": partida.numero,
        "volver": volver,
    }
    return render(peticion, "enlinea/reportes/en_partida.html", contexto)


def _pagina(peticion: HttpRequest, d: dict[str, Any], error: ErrorDeServicio | None = None) -> HttpResponse:
    nombre = consultas.nombre_del_posible_senalado(
        quien=cuenta_de(peticion), senalado=d["senalado"], mesa=d["mesa"], numero=d["partida"], linea=d["linea"],
        ahora=timezone.now(),
    )  # fmt: skip
    if nombre is None:
        raise Http404
    contexto = {
        **d,
        "nombre": nombre,
        "volver": _volver(peticion, d["volver"]),
        "largo": LARGO_DE_COMENTARIO,
        "error": texto_de(error) if error else "",
    }
    return render(peticion, "enlinea/reportes/senalar.html", contexto, status=409 if error else 200)


def _hecho(d: dict[str, Any]) -> Hecho:
    if d["linea"]:
        return Hecho(Reporte.Donde.SALA, linea_id=d["linea"])
    return Hecho(Reporte.Donde.ACADEMIA if d["partida"] else Reporte.Donde.MESA, d["mesa"], d["partida"])


def _administracion(peticion: HttpRequest) -> str:
    """La cola en la administración, con el anfitrión principal si lo hay (PL2)."""
    ruta = reverse("admin:enlinea_reporte_changelist")
    base = base_de(peticion, settings.ANFITRION_PRINCIPAL) if settings.ANFITRION_PRINCIPAL else ""
    return f"{base}{ruta}" if base else peticion.build_absolute_uri(ruta)


@con_cuenta
@orden_o_regreso(lambda: reverse("enlinea:convivencia"))
def silenciar(peticion: HttpRequest) -> HttpResponse:
    """Silencia, o deja de silenciar, a alguien para quien lo pide."""
    volver = _volver(peticion, peticion.POST.get("volver", ""))
    forma = FormaDeSilencio(peticion.POST)
    if not forma.is_valid():
        return negar(peticion, ErrorDeServicio("forma_invalida"), volver)
    d, cuenta = forma.cleaned_data, cuenta_de(peticion)
    try:
        if d["quitar"]:
            silencio_quitar(cuenta_id=cuenta, callado_id=d["cuenta"])
        else:
            silencio_poner(cuenta_id=cuenta, callado_id=d["cuenta"], ahora=timezone.now())
    except ErrorDeServicio as e:
        return negar(peticion, e, volver)
    dicho = _("Ya puedes leer lo que escriba.") if d["quitar"] else _("Silenciado: ya no lees lo que escriba.")
    return _hecho_esta(peticion, volver, dicho)


def _hecho_esta(peticion: HttpRequest, volver: str, dicho: str) -> HttpResponse:
    # al guion se le dice en su lugar; el aviso es para la página que se carga
    if not es_guion(peticion) or peticion.POST.get("con_aviso"):
        messages.success(peticion, dicho)
    return aceptar(peticion, volver) if es_guion(peticion) else HttpResponseRedirect(volver)


def _volver(peticion: HttpRequest, pedido: str) -> str:
    """A una página de esta casa y de ninguna otra."""
    if pedido and url_has_allowed_host_and_scheme(pedido, {peticion.get_host()}, require_https=peticion.is_secure()):
        return pedido
    return reverse("enlinea:convivencia")
