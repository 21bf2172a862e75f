"""Lo que comparten las vistas: quién pide, pintar una pantalla viva y dar una orden."""

from dataclasses import dataclass
from hmac import compare_digest
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

from config.base.sesiones import LLAVE
from config.comun import qr
from config.comun.recarga import camino_pedido, orden_o_regreso
from config.servidor.direcciones import es_del_aparato
from config.servidor.guion import es_guion
from config.servidor.middleware import base_de
from recreo import aparato, consultas, freno
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, MesaVista, Visor
from recreo.identidad import Quien, llave_asegurar, quien_de
from recreo.ordenes import ORDENES, FormaDeOrden
from recreo.pantallas import Mirada, contexto_de, pintar, puede_mirar
from recreo.servicios import Resultado
from recreo.textos import texto_de


def quien_pide(peticion: HttpRequest) -> Quien:
    """Identidad de la petición."""
    aparato.reconocer(peticion)
    return quien_de(peticion.session, peticion.user.pk if peticion.user.is_authenticated else None)


ENLACE = "enlace"
"""En la sesión de quien entró por el enlace: si deja su lugar, o lo sacan, vuelve a tocar un nombre."""


def estado_o_404(codigo: str) -> EstadoRecreo:
    """El Recreo de ese código."""
    try:
        return consultas.estado_de(consultas.id_de(codigo))
    except ErrorDeServicio:
        raise Http404 from None


def mesa_o_404(estado: EstadoRecreo, partida: int, mesa: int) -> MesaVista:
    """Esa mesa de una partida que ya empezó."""
    vista = estado.mesa(partida, mesa)
    if vista is None:
        raise Http404
    return vista


def enlace_de(peticion: HttpRequest, codigo: str, clave: str) -> str:
    """El enlace completo de la invitación, en el anfitrión del Recreo si lo hay (PL2)."""
    # sin clave los que abrió la versión anterior mientras ésta entraba: su código a secas también invita
    camino = reverse(
        "invitacion_completa" if clave else "invitacion_corta", args=[codigo, clave] if clave else [codigo]
    )
    return completo(peticion, camino)


def completo(peticion: HttpRequest, camino: str) -> str:
    """Esa dirección para otro teléfono, en el anfitrión del Recreo si lo hay (PL2)."""
    return qr.completo(peticion, camino, base_de(peticion, settings.ANFITRION_RECREO))


def solo_en_este_aparato(enlace: str) -> bool:
    """¿Lleva a `localhost`? En otro teléfono no abre nada."""
    return es_del_aparato(urlsplit(enlace).hostname or "")


def sin_recreo(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Nadie tiene ese código: qué hacer y dónde escribirlo otra vez. De los que existen no dice nada."""
    return render(peticion, "recreo/invitacion/sin_recreo.html", {"codigo": codigo[:20]}, status=404)


def a_esperar(peticion: HttpRequest, segundos: int) -> HttpResponse:
    """Van muchos códigos probados desde esa red: cuánto falta, y que con el enlace no se espera."""
    datos = {"espera": texto_de(ErrorDeServicio("muchos_intentos", segundos=segundos))}
    respuesta = render(peticion, "recreo/invitacion/espera.html", datos, status=429)
    respuesta["Retry-After"] = str(segundos)
    return respuesta


def buscar(peticion: HttpRequest, codigo: str, clave: str = "") -> EstadoRecreo:
    """El Recreo de ese código para quien quizá no tiene lugar; probar códigos se cuenta por red (D236).

    Levanta Http404 si no lo hay (o si ese código ya no invita) y `DemasiadosIntentos`.
    """
    try:
        estado: EstadoRecreo | None = estado_o_404(codigo)
    except Http404:
        estado = None
    if estado is not None and (estado.visor(quien_pide(peticion)).entra or es_su_clave(estado, clave)):
        return estado
    intento = freno.intentar(peticion)
    if estado is None or estado.codigo != codigo.upper():
        if estado is not None and clave:
            intento.acerto()  # el enlace de antes de cambiar el código: lo tocan los que ya lo tenían
        raise Http404
    intento.acerto()
    return estado


def es_su_clave(estado: EstadoRecreo, clave: str) -> bool:
    """¿Llegó por el enlace o el QR de ahora?"""
    return bool(clave) and compare_digest(clave.encode(), estado.clave.encode())


def entrar(peticion: HttpRequest, codigo: str) -> tuple[EstadoRecreo, Visor] | HttpResponse:
    """El Recreo y con qué ojos se mira; quien no tiene lugar va a la invitación."""
    try:
        estado = buscar(peticion, codigo)
    except Http404:
        return sin_recreo(peticion, codigo)
    except freno.DemasiadosIntentos as e:
        return a_esperar(peticion, e.segundos)
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
    pagina = render(peticion, plantilla, {**contexto_de(estado, mirada, visor), **extra})
    return aparato.guardable(peticion, quien_pide(peticion), pagina) if mirada.pantalla in GUARDABLES else pagina


GUARDABLES = frozenset({"mesa", "otra_mesa", "mesas", "tablero", "clasificacion", "apuesta"})
"""Las pantallas que el aparato guarda para cuando no haya señal (RE7, D280); la de anotar, si está limpia."""


def destino(peticion: HttpRequest, codigo: str) -> str:
    """A dónde volver tras una orden: lo que pidió el formulario, si es de este sitio."""
    return camino_pedido(peticion, "siguiente") or reverse("recreo:ir", args=[codigo])


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
    # lo que esperaba en la cola del aparato sólo se manda como quien lo escribió (D281)
    de_quien = peticion.POST.get("quien", "")
    if de_quien and de_quien not in aparato.marcas_de(quien_pide(peticion)):
        return Negada("no_eres_tu", texto_de(ErrorDeServicio("no_eres_tu")), {}, 409)
    forma = web.forma(peticion.POST)
    if not forma.is_valid():
        texto = " ".join(str(m) for errores in forma.errors.values() for m in errores)
        return Negada("forma_invalida", texto, {}, 400)
    try:
        # sin la clave del enlace, dar con el nombre es adivinar: se aparta antes de mirar
        adivina = freno.intentar(peticion) if accion == "jugador_reclamar" and _dice_su_nombre(forma) else None
    except freno.DemasiadosIntentos as e:
        return _frenada(e)
    estrena = web.con_llave and not peticion.user.is_authenticated and LLAVE not in peticion.session
    try:
        recreo_id, vigente = consultas.con_codigo(codigo)
        if estrena:
            llave_asegurar(peticion.session)
        if not vigente:
            _exigir_lugar(peticion, recreo_id)
        enlace = {"enlace": enlace_de(peticion, *consultas.invitacion_de(recreo_id))} if web.con_enlace else {}
        hecho = web.servicio(recreo_id=recreo_id, quien=quien_pide(peticion), **forma.cleaned_data, **enlace)
        if adivina is not None:
            adivina.acerto()
        if forma.cleaned_data.get("clave") and accion == "jugador_reclamar":
            peticion.session[ENLACE] = forma.cleaned_data["clave"]
        return hecho
    except ErrorDeServicio as e:
        if estrena:  # a quien no entró no se le guarda sesión: cualquiera podría pedir millones
            peticion.session.pop(LLAVE, None)
        if adivina is not None and e.codigo not in ADIVINANDO:
            adivina.acerto()
        elif adivina is None and (frenada := _frenar_si_adivina(peticion, codigo, e)) is not None:
            return frenada
        return Negada(e.codigo, texto_de(e), e.datos, 409)


def _dice_su_nombre(forma: FormaDeOrden) -> bool:
    return not (forma.cleaned_data["clave"] or forma.cleaned_data["el_mismo"])


ADIVINANDO = ("recreo_inexistente", "nombre_no_esta", "invitacion_vieja")
"""Lo que sólo le pasa a quien prueba."""


def _exigir_lugar(peticion: HttpRequest, recreo_id: int) -> None:
    """Con un código retirado sólo sigue quien ya tiene lugar."""
    quien = quien_pide(peticion)
    if not consultas.tiene_lugar(recreo_id, quien.cuenta_id, quien.llave):
        raise ErrorDeServicio("recreo_inexistente")


def _frenar_si_adivina(peticion: HttpRequest, codigo: str, error: ErrorDeServicio) -> Negada | None:
    """Mandar una orden cualquiera también dice si el código existe: se cuenta a quien no tiene lugar en él."""
    quien = quien_pide(peticion)
    existe = error.codigo not in ADIVINANDO
    if existe and consultas.tiene_lugar(consultas.id_de(codigo), quien.cuenta_id, quien.llave):
        return None
    try:
        intento = freno.intentar(peticion)
    except freno.DemasiadosIntentos as e:
        return _frenada(e)
    if existe:
        intento.acerto()
    return None


def _frenada(e: freno.DemasiadosIntentos) -> Negada:
    texto = texto_de(ErrorDeServicio("muchos_intentos", segundos=e.segundos))
    return Negada("muchos_intentos", texto, {"segundos": e.segundos}, 409)


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
