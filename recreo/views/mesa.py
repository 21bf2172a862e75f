"""Las pantallas de la mesa: la propia, otra, todas, anotar una mano y pasar la mesa a otro teléfono."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from config.comun.qr import qr_de
from config.comun.recarga import orden_o_regreso
from config.servidor.guion import es_guion
from recreo import aparato, consultas
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, MesaVista, Visor
from recreo.hoja.pantalla import borrador_de
from recreo.pantallas import Mirada, contexto_de
from recreo.pantallas.anotar import camino_a_anotar, camino_a_la_mesa, formulario
from recreo.textos import texto_de
from recreo.views.comun import (
    Negada,
    aplicar,
    avisar_si_repetida,
    completo,
    entrar,
    mesa_o_404,
    orden,
    pantalla,
    quien_pide,
    solo_en_este_aparato,
)

PAGINA = "recreo/mesa/pagina.html"
YA_NO_CAMBIAN = ("terminado", "cancelado")


@require_GET
@never_cache
def mesa(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Tu mesa, tu descanso o tu espera."""
    return pantalla(peticion, codigo, PAGINA, Mirada("mesa"))


@require_GET
@never_cache
def otra_mesa(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Cualquier mesa, para mirar; quien organiza también la anota aquí."""
    return pantalla(peticion, codigo, PAGINA, Mirada("otra_mesa", partida, mesa))


@require_GET
@never_cache
def mesas(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Todas las mesas de la partida en curso."""
    return pantalla(peticion, codigo, PAGINA, Mirada("mesas"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def anotar(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Anota o corrige una mano; lo escrito va en la dirección y no se pierde."""
    if es_guion(peticion):
        return orden(peticion, codigo, "mano_anotar")
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    vista = mesa_o_404(estado, partida, mesa)
    if peticion.method == "POST":
        return _anotar_sin_guion(peticion, estado, vista)
    if estado.estado in YA_NO_CAMBIAN:
        messages.warning(peticion, texto_de(ErrorDeServicio(f"estado_{estado.estado}")))
        return redirect("recreo:ir", codigo=estado.codigo)
    if not visor.anota(vista) or vista.salidor is None:
        codigo_de_error = "mesa_cerrada" if vista.cerrada else "no_anotas_esta_mesa"
        return _de_vuelta(peticion, estado, vista, visor, "falta_salidor" if visor.anota(vista) else codigo_de_error)
    return _pagina_de_anotar(peticion, estado, vista, visor)


def _de_vuelta(
    peticion: HttpRequest, estado: EstadoRecreo, vista: MesaVista, visor: Visor, codigo: str
) -> HttpResponse:
    anota = estado.nombre_de(vista.anotador) if vista.anotador else ""
    error = ErrorDeServicio(codigo, mesa=vista.numero, anotador=anota, quien=vista.cerrada_por)
    messages.warning(peticion, texto_de(error))
    return redirect(camino_a_la_mesa(estado, vista, visor))


def _pagina_de_anotar(peticion: HttpRequest, estado: EstadoRecreo, vista: MesaVista, visor: Visor) -> HttpResponse:
    borrador = borrador_de(peticion.GET, vista)
    hay = vista.con_clave(borrador.mano)
    if hay and hay.revision != borrador.revision and hay.datos == borrador.datos:
        return redirect("recreo:anotada", estado.codigo, vista.partida, vista.numero)
    if hay is None and vista.etapa in ("meta", "por_cerrar"):
        messages.warning(peticion, _ya_en_la_meta(vista))
        return redirect(camino_a_la_mesa(estado, vista, visor))
    mirada = Mirada("anotar", vista.partida, vista.numero)
    fijo = formulario(estado, vista, visor, borrador)
    pagina = render(peticion, "recreo/anotar/anotar.html", {**contexto_de(estado, mirada, visor), **fijo})
    # se guarda la de una mano nueva y sin nada escrito: con ella se anota cualquiera sin señal (D280)
    limpia = hay is None and borrador.desenlace is None and not fijo["se_borro"]
    return aparato.guardable(peticion, quien_pide(peticion), pagina) if limpia else pagina


def _ya_en_la_meta(vista: MesaVista) -> str:
    if vista.etapa == "por_cerrar":
        return _("El marcador ya está confirmado. Si hay un error, corrige la mano o deshaz la última.")
    return _("Ya llegaron a la meta: confirma el marcador o deshaz la última mano.")


def _anotar_sin_guion(peticion: HttpRequest, estado: EstadoRecreo, vista: MesaVista) -> HttpResponse:
    dada = aplicar(peticion, estado.codigo, "mano_anotar")
    if not isinstance(dada, Negada):
        avisar_si_repetida(peticion, dada)
        return redirect("recreo:anotada", estado.codigo, vista.partida, vista.numero)
    borrador = borrador_de(peticion.POST, vista)
    if dada.codigo == "mano_ya_anotada":
        borrador = replace(borrador, enviada=True)
    elif not dada.codigo.startswith("estado_"):  # lo dice la página a la que se vuelve
        messages.error(peticion, dada.texto)
    return redirect(camino_a_anotar(estado, vista, borrador))


@require_GET
@never_cache
def anotada(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Lo último que se anotó: cómo queda, quién sale y cómo deshacerlo."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    mesa_o_404(entrada[0], partida, mesa)
    return pantalla(peticion, codigo, "recreo/anotar/anotada.html", Mirada("anotada", partida, mesa))


@never_cache
@orden_o_regreso(lambda codigo, partida, mesa: reverse("recreo:otra_mesa", args=[codigo, partida, mesa]))
def pasar(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Pide un pase de un solo uso y enseña su QR."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    vista = mesa_o_404(estado, partida, mesa)
    dada = aplicar(peticion, codigo, "mesa_pasar")
    if not isinstance(dada, Negada):
        return redirect("recreo:pase", estado.codigo, dada.datos["clave"])
    if dada.codigo != "forma_invalida":
        messages.error(peticion, dada.texto)
    return redirect(camino_a_la_mesa(estado, vista, visor))


@require_GET
@never_cache
def pase(peticion: HttpRequest, codigo: str, clave: str) -> HttpResponse:
    """El QR para que otro teléfono reciba la mesa, y hasta cuándo vale."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    ahora = timezone.now()
    valido = consultas.pase_vigente(clave, ahora)
    if valido is None or valido[0] != estado.id:
        messages.error(peticion, texto_de(ErrorDeServicio("pase_invalido")))
        return redirect("recreo:ir", codigo=estado.codigo)
    vista = mesa_o_404(estado, *valido[1:])
    enlace = completo(peticion, reverse("recreo:recibir", args=[clave]))
    vence = consultas.pase_vence(clave)
    extra: dict[str, object] = {"enlace": enlace, "qr": qr_de(enlace), "solo_aqui": solo_en_este_aparato(enlace)}
    extra |= {"vence": vence, "al_volver": camino_a_la_mesa(estado, vista, visor)}
    mirada = Mirada("pase", vista.partida, vista.numero)
    return render(peticion, "recreo/mesa/pase.html", {**contexto_de(estado, mirada, visor), **extra})
