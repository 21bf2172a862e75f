"""Lo que comparten las vistas: quién pide, pintar una pantalla viva y dar una orden."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from config.comun.recarga import camino_pedido, orden_o_regreso
from config.servidor.guion import es_guion
from recreo.errores import ErrorDeServicio
from torneos import consultas
from torneos.campos import de_tu
from torneos.estado import EstadoTorneo, Visor
from torneos.identidad import Quien
from torneos.ordenes import ORDENES
from torneos.pantallas import Mirada, contexto_de, pintar, puede_mirar, visor_de
from torneos.servicios import Resultado
from torneos.sesion import quien_de
from torneos.textos import HECHOS, llano, texto_de

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def quien_pide(peticion: HttpRequest) -> Quien:
    """Identidad de la petición."""
    return quien_de(peticion.session, peticion.user)


def estado_o_404(codigo: str) -> EstadoTorneo:
    """El torneo de ese código."""
    try:
        return consultas.estado_de(consultas.id_de(codigo))
    except ErrorDeServicio:
        raise Http404 from None


def pantalla(peticion: HttpRequest, codigo: str, plantilla: str, mirada: Mirada, **extra: Any) -> HttpResponse:
    """Pinta una página viva del torneo, para quien puede mirarla."""
    estado = estado_o_404(codigo)
    visor = estado.visor(quien_pide(peticion))
    if not puede_mirar(mirada.pantalla, visor):
        return sin_permiso(peticion, estado)
    return render(peticion, plantilla, {**contexto_de(estado, mirada, visor), **extra})


def de_control(
    peticion: HttpRequest, codigo: str, *, organiza: bool = False
) -> tuple[EstadoTorneo, Visor] | HttpResponse:
    """El torneo, si quien pide lleva una mesa de control (o lo organiza)."""
    estado = estado_o_404(codigo)
    visor = estado.visor(quien_pide(peticion))
    return (estado, visor) if (visor.organiza if organiza else visor.manda) else sin_permiso(peticion, estado)


def sin_permiso(peticion: HttpRequest, estado: EstadoTorneo) -> HttpResponse:
    """A entrar con su cuenta, diciendo por qué, o, si ya entró, a la página del torneo, que dice por qué."""
    if not peticion.user.is_authenticated:
        aviso = _("La mesa de control de «%(torneo)s» es de quien lo organiza o le ayuda. Entra con ese correo.")
        messages.info(peticion, aviso % {"torneo": estado.nombre})
        return redirect(f"{reverse(settings.LOGIN_URL)}?next={peticion.path}")
    messages.error(peticion, texto_de(ErrorDeServicio("solo_control")))
    return redirect("torneos:publica", codigo=estado.codigo)


@dataclass(frozen=True, slots=True)
class Negada:
    """Una orden que no se aplicó: por qué, cómo se dice y con qué estado HTTP."""

    codigo: str
    texto: str
    estado: int


def aplicar(peticion: HttpRequest, torneo_id: int, quien: Quien, accion: str) -> Resultado | Negada:
    """Traduce lo escrito y lo manda a su servicio."""
    web = ORDENES[accion]
    forma = web.forma(peticion.POST)
    de_tu(forma)
    if not forma.is_valid():
        texto = " ".join(str(m) for errores in forma.errors.values() for m in errores)
        return Negada("forma_invalida", texto, 400)
    try:
        return web.servicio(torneo_id=torneo_id, quien=quien, **forma.cleaned_data)
    except ErrorDeServicio as e:
        return Negada(e.codigo, texto_de(e), 409)


@never_cache
@orden_o_regreso(lambda codigo, accion: reverse("torneos:control", args=[codigo]))
def orden(peticion: HttpRequest, codigo: str, accion: str) -> HttpResponse:
    """Una orden de la mesa de control o de un juez: JSON para el guion, aviso y regreso sin él."""
    quien = quien_pide(peticion)
    if accion not in ORDENES or quien.cuenta_id is None:
        raise Http404
    try:
        torneo_id = consultas.id_de(codigo)
    except ErrorDeServicio:
        raise Http404 from None
    dada = aplicar(peticion, torneo_id, quien, accion)
    return contestar(peticion, dada, reverse("torneos:control", args=[codigo]), HECHOS.get(accion))


def contestar(
    peticion: HttpRequest, dada: Resultado | Negada, si_no: str, hecho: "_StrPromise | None" = None
) -> HttpResponse:
    """Lo que se contesta a una orden; `si_no`: a dónde va quien no dijo a dónde; `hecho`: qué se dice si entró."""
    ir = camino_pedido(peticion, "siguiente") or si_no
    if isinstance(dada, Negada):
        if es_guion(peticion):
            cuerpo = {"ok": False, "codigo": dada.codigo, "texto": dada.texto, "datos": {}}
            return JsonResponse(cuerpo, status=dada.estado)
        messages.error(peticion, dada.texto or _("Revisa lo que escribiste e inténtalo otra vez."))
        return HttpResponseRedirect(camino_pedido(peticion, "volver") or ir)
    if es_guion(peticion):
        return JsonResponse({"ok": True, "version": dada.version, "datos": dada.datos, "ir": ir})
    if dada.repetida:
        messages.info(peticion, _("Ya lo habías mandado: se guardó una sola vez."))
    elif hecho is not None:
        messages.success(peticion, str(hecho))
    return HttpResponseRedirect(ir)


@require_GET
@never_cache
def vivo(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Lo mismo que el socket, por consulta, para las redes que no dejan pasar websockets."""
    estado = estado_o_404(codigo)
    numeros = [peticion.GET.get(n, "0") for n in ("partida", "mesa")]
    if not all(n.isdecimal() and len(n) < 5 for n in numeros):
        raise Http404
    mirada = Mirada(peticion.GET.get("pantalla", ""), int(numeros[0]), int(numeros[1]))
    visor = visor_de(estado, mirada, peticion.session, quien_pide(peticion))
    if not puede_mirar(mirada.pantalla, visor):
        return JsonResponse({"tipo": "fuera", "version": 0, "datos": {"codigo": "no_participas"}})
    if peticion.GET.get("version") == str(estado.version):
        return JsonResponse({"tipo": "version", "version": estado.version, "datos": {}})
    zonas = pintar(estado, mirada, visor)
    return JsonResponse({"tipo": "parcial", "version": estado.version, "datos": {"zonas": zonas}})


def numero_escrito(escrito: str, cifras: int = 3) -> int | None:
    """El de una dirección, si lo es y no es absurdo."""
    return int(escrito) if escrito.isascii() and escrito.isdecimal() and len(escrito) <= cifras else None


def con_nombre(estado: EstadoTorneo, escrito: str) -> list[int]:
    """Las personas que se llaman así, o con ese número; sin acentos también sirve (TO30)."""
    buscado = llano(escrito)
    quienes = [i for i in estado.inscritos.values() if not estado.en_conjunto or i.conjunto is not None]
    suyos = [i for i in quienes if buscado in llano(i.nombre) or buscado == str(estado.sujeto_de(i.numero))]
    if estado.en_conjunto and not suyos:  # por el nombre de su pareja o de su equipo
        suyos = [i for i in quienes if buscado in llano(i.club)]
    return [i.numero for i in sorted(suyos, key=lambda i: llano(i.nombre))[:40]]
