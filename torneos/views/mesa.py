"""La mesa en el teléfono de quien trae su hoja: quién es, empezar, anotar y confirmar (TO16)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.comun.recarga import orden_o_regreso
from config.servidor.guion import es_guion
from recreo.hoja.pantalla import borrador_de
from torneos import consultas
from torneos.estado import EstadoTorneo, MesaVista, Visor
from torneos.ordenes import ORDENES
from torneos.pantallas import Mirada, contexto_de, formulario
from torneos.sesion import dijo_ser, en_la_mesa, soy
from torneos.views.comun import Negada, aplicar, contestar, quien_pide

SOY = "soy"


def _de_clave(clave: str) -> tuple[EstadoTorneo, int, int]:
    """El torneo, la partida y la mesa de esa hoja."""
    hallada = consultas.mesa_de_clave(clave)
    if hallada is None:
        raise Http404
    torneo, partida, mesa = hallada
    return consultas.estado_de(torneo), partida, mesa


def _con_ojos(peticion: HttpRequest, estado: EstadoTorneo, clave: str) -> Visor:
    return estado.visor(en_la_mesa(peticion.session, quien_pide(peticion), clave))


def _vieja(peticion: HttpRequest, estado: EstadoTorneo) -> HttpResponse:
    """La hoja es de otra partida: se manda a buscar la mesa de ahora."""
    messages.info(peticion, _("Esa hoja es de otra partida. Busca tu mesa de ahora."))
    return redirect("torneos:publica", codigo=estado.codigo)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mesa(peticion: HttpRequest, clave: str) -> HttpResponse:
    """La mesa: cómo va y qué sigue. Quien trae su hoja dice quién es y ya."""
    estado, partida, numero = _de_clave(clave)
    if partida != estado.publicadas:
        return _vieja(peticion, estado)
    vista = estado.actual.mesa(numero) if estado.actual else None
    dicho = peticion.POST.get(SOY, "")
    if vista is not None and dicho.isdecimal() and len(dicho) < 6 and int(dicho) in vista.asientos:
        soy(peticion.session, clave, int(dicho))
        return redirect("torneos:mesa", clave)
    contexto = contexto_de(estado, Mirada("mesa", partida, numero), _con_ojos(peticion, estado, clave))
    extra = {"clave": clave, "sin_decir": not dijo_ser(peticion.session, clave)}
    return render(peticion, "torneos/mesa/pagina.html", {**contexto, **extra})


@never_cache
@orden_o_regreso(lambda clave, accion: reverse("torneos:mesa", args=[clave]))
def orden(peticion: HttpRequest, clave: str, accion: str) -> HttpResponse:
    """Una orden de la mesa, de quien trae su hoja."""
    estado, partida, numero = _de_clave(clave)
    if accion not in ORDENES or not ORDENES[accion].de_mesa:
        raise Http404
    quien = en_la_mesa(peticion.session, quien_pide(peticion), clave)
    datos: Any = peticion.POST.copy()
    datos["partida"], datos["mesa"] = str(partida), str(numero)  # es de ESTA mesa, diga lo que diga el formulario
    peticion.POST = datos
    return contestar(peticion, aplicar(peticion, estado.id, quien, accion), reverse("torneos:mesa", args=[clave]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def anotar(peticion: HttpRequest, clave: str) -> HttpResponse:
    """Anota o corrige una mano con la misma hoja que el Recreo; lo escrito va en la dirección y no se pierde."""
    if peticion.method == "POST" and es_guion(peticion):
        return orden(peticion, clave, "mano_anotar")
    estado, partida, numero = _de_clave(clave)
    if partida != estado.publicadas or estado.actual is None:
        return _vieja(peticion, estado)
    visor, vista = _con_ojos(peticion, estado, clave), estado.actual.mesa(numero)
    if vista is None or not visor.anota(vista) or vista.salidor is None or vista.cierre is not None:
        return redirect("torneos:mesa", clave)
    if peticion.method == "POST":
        return _anotar_sin_guion(peticion, estado, clave)
    return _pintar(peticion, estado, vista, visor)


def _anotar_sin_guion(peticion: HttpRequest, estado: EstadoTorneo, clave: str) -> HttpResponse:
    quien = en_la_mesa(peticion.session, quien_pide(peticion), clave)
    dada = aplicar(peticion, estado.id, quien, "mano_anotar")
    if isinstance(dada, Negada):
        messages.error(peticion, dada.texto)
        return redirect("torneos:anotar", clave)
    return redirect("torneos:mesa", clave)


def _pintar(peticion: HttpRequest, estado: EstadoTorneo, vista: MesaVista, visor: Visor) -> HttpResponse:
    borrador = borrador_de(peticion.GET, vista)
    if vista.etapa == "meta" and vista.con_clave(borrador.mano) is None:
        return redirect("torneos:mesa", vista.clave)
    contexto = contexto_de(estado, Mirada("anotar", vista.partida, vista.numero), visor)
    fijo = formulario(estado, vista, visor, borrador)
    return render(peticion, "torneos/anotar/pagina.html", {**contexto, **fijo, "clave": vista.clave})
