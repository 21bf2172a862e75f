"""Lo que comparten las vistas: quién pide, pintar una pantalla viva y dar una orden."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from config.comun.recarga import orden_o_regreso
from config.servidor.middleware import base_de
from recreo import consultas
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, Visor
from recreo.identidad import Quien, llave_asegurar, quien_de
from recreo.ordenes import ORDENES
from recreo.pantallas import Mirada, contexto_de, pintar, puede_mirar
from recreo.servicios import Resultado
from recreo.textos import texto_de


def quien_pide(peticion: HttpRequest) -> Quien:
    """Identidad de la petición."""
    return quien_de(peticion.session, peticion.user.pk if peticion.user.is_authenticated else None)


def estado_o_404(codigo: str) -> EstadoRecreo:
    """El Recreo de ese código."""
    try:
        return consultas.estado_de(consultas.id_de(codigo))
    except ErrorDeServicio:
        raise Http404 from None


def enlace_de(peticion: HttpRequest, codigo: str) -> str:
    """El enlace completo de la invitación, en el anfitrión del Recreo si lo hay (PL2)."""
    camino = reverse("invitacion_corta", args=[codigo.upper()])
    return peticion.build_absolute_uri(f"{base_de(peticion, settings.ANFITRION_RECREO)}{camino}")


def sin_recreo(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Nadie tiene ese código: qué hacer y dónde escribirlo otra vez. De los que existen no dice nada."""
    return render(peticion, "recreo/invitacion/sin_recreo.html", {"codigo": codigo[:20]}, status=404)


def es_guion(peticion: HttpRequest) -> bool:
    """¿La mandó el guion del navegador? Entonces espera JSON."""
    return peticion.headers.get("X-Requested-With") == "XMLHttpRequest"


def entrar(peticion: HttpRequest, codigo: str) -> tuple[EstadoRecreo, Visor] | HttpResponse:
    """El Recreo y con qué ojos se mira; quien no tiene lugar va a la invitación."""
    try:
        estado = estado_o_404(codigo)
    except Http404:
        return sin_recreo(peticion, codigo)
    visor = estado.visor(quien_pide(peticion))
    if not visor.entra:
        return redirect("recreo:invitacion", codigo=estado.codigo)
    return estado, visor


def pantalla(
    peticion: HttpRequest, codigo: str, plantilla: str, mirada: Mirada, *, manda: bool = False, **extra: Any
) -> HttpResponse:
    """Pinta una página viva; con `manda`, sólo para el organizador y los coorganizadores."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    if manda and not visor.manda:
        messages.error(peticion, texto_de(ErrorDeServicio("solo_organizador")))
        return redirect("recreo:ir", codigo=estado.codigo)
    return render(peticion, plantilla, {**contexto_de(estado, mirada, visor), **extra})


def destino(peticion: HttpRequest, codigo: str) -> str:
    """A dónde volver tras una orden: lo que pidió el formulario, si es de este sitio."""
    pedido = peticion.POST.get("siguiente", "")
    if pedido and url_has_allowed_host_and_scheme(pedido, {peticion.get_host()}) and not urlsplit(pedido).netloc:
        return pedido
    return reverse("recreo:ir", args=[codigo])


@never_cache
@orden_o_regreso(lambda codigo, accion: reverse("recreo:ir", args=[codigo]))
def orden(peticion: HttpRequest, codigo: str, accion: str) -> HttpResponse:
    """Aplica una orden: JSON para el guion, aviso y regreso para el formulario sin guion."""
    if accion not in ORDENES:
        raise Http404
    dada = aplicar(peticion, codigo, accion)
    return _negar(peticion, codigo, dada) if isinstance(dada, Negada) else _aceptar(peticion, codigo, dada)


@dataclass(frozen=True, slots=True)
class Negada:
    """Una orden que no se aplicó: por qué, cómo se dice y con qué estado HTTP se le contesta al guion."""

    codigo: str
    texto: str
    datos: dict[str, Any]
    estado: int


def aplicar(peticion: HttpRequest, codigo: str, accion: str) -> Resultado | Negada:
    """Traduce lo escrito y lo manda a su servicio; qué se contesta, con guion o sin él, es de cada vista."""
    web = ORDENES[accion]
    forma = web.forma(peticion.POST)
    if not forma.is_valid():
        texto = " ".join(str(m) for errores in forma.errors.values() for m in errores)
        return Negada("forma_invalida", texto, {}, 400)
    if web.con_llave and not peticion.user.is_authenticated:
        llave_asegurar(peticion.session)
    try:
        recreo_id = consultas.id_de(codigo)
        datos = {**forma.cleaned_data, **({"enlace": enlace_de(peticion, codigo)} if web.con_enlace else {})}
        return web.servicio(recreo_id=recreo_id, quien=quien_pide(peticion), **datos)
    except ErrorDeServicio as e:
        return Negada(e.codigo, texto_de(e), e.datos, 409)


def _aceptar(peticion: HttpRequest, codigo: str, resultado: Resultado) -> HttpResponse:
    ir = destino(peticion, codigo)
    if es_guion(peticion):
        return JsonResponse({"ok": True, "version": resultado.version, "datos": resultado.datos, "ir": ir})
    avisar_si_repetida(peticion, resultado)
    return HttpResponseRedirect(ir)


def avisar_si_repetida(peticion: HttpRequest, resultado: Resultado) -> None:
    """Sin guion, quien toca dos veces o recarga manda dos veces la misma orden."""
    if resultado.repetida:
        messages.info(peticion, _("Ya lo habías mandado: se guardó una sola vez."))


def _negar(peticion: HttpRequest, codigo: str, negada: Negada) -> HttpResponse:
    volver = peticion.POST.get("volver", "")
    if not (volver and url_has_allowed_host_and_scheme(volver, {peticion.get_host()})):
        volver = ""
    if es_guion(peticion):
        cuerpo = {"ok": False, "codigo": negada.codigo, "texto": negada.texto, "datos": negada.datos}
        if (
            volver and negada.codigo == "lugar_ocupado"
        ):  # la lista que se ve ya es vieja: se pide otra vez, con el aviso
            messages.error(peticion, negada.texto)
            cuerpo["ir"] = volver
        return JsonResponse(cuerpo, status=negada.estado)
    messages.error(peticion, negada.texto or _("Revisa lo que escribiste e inténtalo otra vez."))
    return HttpResponseRedirect(volver or destino(peticion, codigo))


@require_GET
@never_cache
def vivo(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Lo mismo que el socket, por consulta, para las redes que no dejan pasar websockets."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return JsonResponse({"tipo": "fuera", "version": 0, "datos": {"codigo": "no_participas"}})
    estado, visor = entrada
    nombre, numeros = peticion.GET.get("pantalla", ""), [peticion.GET.get(n, "0") for n in ("partida", "mesa")]
    if not puede_mirar(nombre, visor) or not all(n.isdecimal() and len(n) < 4 for n in numeros):
        raise Http404
    if peticion.GET.get("version") == str(estado.version):
        return JsonResponse({"tipo": "version", "version": estado.version, "datos": {}})
    zonas = pintar(estado, Mirada(nombre, int(numeros[0]), int(numeros[1])), visor)
    return JsonResponse({"tipo": "parcial", "version": estado.version, "datos": {"zonas": zonas}})
