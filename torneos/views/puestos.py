"""El puesto de un salón en pantallas: tomarlo con su pase, qué le toca y su mesa; y la lista para rotularlos (TO26)."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from config.comun.qr import completo, qr_de
from config.servidor.red import direccion_de_peticion, red_de
from enlinea.salon.consultas import pagina_de_mesa
from recreo.errores import ErrorDeServicio
from torneos import servicios
from torneos.consultas.puestos import LLAVE, EnSuPuesto, en_su_puesto, puesto_de_sesion, puestos_de
from torneos.estado import EstadoTorneo
from torneos.models.intranet import ZONAS
from torneos.pantallas import Mirada, contexto_de
from torneos.textos import texto_de
from torneos.views.comun import de_control, estado_o_404, quien_pide


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puesto(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Sin pase, dónde escribirlo; con él, quién se sienta aquí y el botón para jugar."""
    estado = estado_o_404(codigo)
    escrito = (peticion.POST if peticion.method == "POST" else peticion.GET).get("pase", "")[:20]
    if peticion.method == "POST":
        try:
            red = red_de(direccion_de_peticion(peticion))
            suyo = servicios.puesto_tomar(torneo_id=estado.id, pase=escrito, red=red)
            peticion.session[LLAVE] = [suyo.pk, suyo.toma]
            return redirect("torneos:puesto", estado.codigo)
        except ErrorDeServicio as e:
            return _pedir_pase(peticion, estado, escrito, texto_de(e), 409)
    aqui = _aqui(peticion, estado)
    if aqui is None or "otro" in peticion.GET:
        return _pedir_pase(peticion, estado, escrito)
    mirada = Mirada("puesto", aqui.puesto.zona, aqui.puesto.numero)
    contexto = contexto_de(estado, mirada, estado.visor(quien_pide(peticion)))
    return render(peticion, "torneos/puesto/pagina.html", contexto)


def _aqui(peticion: HttpRequest, estado: EstadoTorneo) -> EnSuPuesto | None:
    """El puesto que trae este aparato, si es de este torneo."""
    p = puesto_de_sesion(peticion.session)
    return en_su_puesto(p) if p is not None and p.torneo_id == estado.id else None


def _pedir_pase(
    peticion: HttpRequest, estado: EstadoTorneo, escrito: str, error: str = "", codigo: int = 200
) -> HttpResponse:
    tiene = _aqui(peticion, estado) is not None
    contexto = {"estado": estado, "escrito": escrito, "error": error, "tiene_puesto": tiene}
    return render(peticion, "torneos/puesto/pase.html", contexto, status=codigo)


@require_safe
@never_cache
def mesa(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La mesa en línea que le toca a este puesto."""
    estado = estado_o_404(codigo)
    aqui = _aqui(peticion, estado)
    a_donde = reverse("torneos:puesto", args=[estado.codigo])
    if aqui is None or aqui.mesa is None or aqui.mesa.en_linea is None or aqui.mesa.cerrada:
        return redirect(a_donde)
    nombre = _("Mesa %(n)d") % {"n": aqui.mesa.numero}
    pagina = pagina_de_mesa(aqui.mesa.en_linea, nombre, str(estado.meta.value))
    return render(
        peticion,
        "torneos/puesto/mesa.html",
        {**pagina, "codigo": estado.codigo, "puesto_url": a_donde, "entrar": a_donde},
    )


@require_POST
@never_cache
def llamar(peticion: HttpRequest, codigo: str) -> JsonResponse:
    """Un juez, sin salir de la mesa en pantalla."""
    estado = estado_o_404(codigo)
    aqui = _aqui(peticion, estado)
    try:
        if aqui is None:
            raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=0)
        servicios.puesto_llamar(aqui, UUID(peticion.POST.get("id_orden", "")[:36]))
    except (ErrorDeServicio, ValueError):
        return JsonResponse({"ok": False}, status=409)
    return JsonResponse({"ok": True})


@require_GET
@never_cache
def lista(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Los puestos con su pase y su QR, para imprimirlos: sólo quien manda."""
    entrada = de_control(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    if not estado.intranet:
        messages.info(peticion, texto_de(ErrorDeServicio("no_es_en_pantallas")))
        return redirect("torneos:control", estado.codigo)
    donde = reverse("torneos:puesto", args=[estado.codigo])
    todos = puestos_de(estado.id)
    con_qr = "qr" in peticion.GET
    filas = [{"p": p, "qr": qr_de(completo(peticion, f"{donde}?pase={p.pase}")) if con_qr else ""} for p in todos]
    contexto = {
        "estado": estado,
        "visor": visor,
        "filas": filas,
        "con_qr": con_qr,
        "por_zona": len(todos) // len(ZONAS),
        "hacen_falta": max(estado.presentes // 4, 1),
        "enlace": completo(peticion, donde),
    }
    return render(peticion, "torneos/puesto/lista.html", contexto)
