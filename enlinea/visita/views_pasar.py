"""Pasar el aparato: quién juega, la mesa, y lo que su guion pide. Nada toca la base ni la sesión (VA12, D608)."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.comun.paginas import para_compartir
from config.servidor.red import direccion_de_peticion, red_de
from enlinea.errores import ErrorDeServicio
from enlinea.mesa.consultas import MiLugar
from enlinea.mesa.vista import como_se_juega, cuentas_de
from enlinea.sala.servicios.a_que import OFRECIDOS
from enlinea.sala.servicios.automaticos import automaticos
from enlinea.textos.juegos import JUEGOS, ayuda_de, como_se_dice
from enlinea.textos.otros_juegos import tiene_figuras
from enlinea.visita import topes
from enlinea.visita.forms import FormaDeMano, FormaDeQuienes
from enlinea.visita.servicios import aparato as servicio
from enlinea.visita.servicios.aparato import Pasada
from enlinea.visita.servicios.mano import hora
from enlinea.visita.textos import textos_de_pasar
from enlinea.visita.views import con_tope, negar
from reglas.errores import ErrorDeRegla
from reglas.reglamento import reglamento_de_texto

PAGINA = "visita:pasar"
MESA = "pasar"
"""En lugar del número que llevan las mesas de verdad."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pasar(peticion: HttpRequest) -> HttpResponse:
    """Escoger el juego (`?juego=`) y decir quién va en cada lugar; vacío, un automático. Al mandarlo, a la mesa.

    La clave va en el ancla de la dirección: no llega a ningún registro del servidor.
    """
    juego = peticion.GET.get("juego", "")
    datos: dict[str, Any] = para_compartir(peticion, PAGINA)
    if juego not in OFRECIDOS:
        return render(peticion, "visita/pasar.html", {**datos, "juegos": JUEGOS})
    estado, mandado = 200, peticion.POST if peticion.method == "POST" else None
    forma = FormaDeQuienes(mandado, reglamento=reglamento_de_texto(juego))
    if forma.is_valid():
        try:
            topes.contar_mano(red_de(direccion_de_peticion(peticion)))
            pasada = servicio.pasada_abrir(hora(), juego, forma.nombres(), forma.cleaned_data["meta"])
            return HttpResponseRedirect(f"{reverse('visita:pasar_mesa')}?juego={juego}#{pasada.clave}")
        except topes.Lleno:
            forma.add_error(None, _("Hay mucha gente probando. Espera unos minutos y vuelve a intentarlo."))
            estado = 429
    elif forma.is_bound:
        estado = 422
    titulo = como_se_dice(juego) or _("Amigos, el de siempre")
    return render(peticion, "visita/pasar_quienes.html", {**datos, "forma": forma, "titulo": titulo}, status=estado)


@require_safe
@never_cache
def mesa(peticion: HttpRequest) -> HttpResponse:
    """La mesa: quién juega y cómo va lo pide su guion con la clave que trae el ancla."""
    juego = peticion.GET.get("juego", "")
    if juego not in OFRECIDOS:
        return HttpResponseRedirect(reverse(PAGINA))
    reglamento = reglamento_de_texto(juego)
    # sin `practica`: los consejos nombran fichas, y se quedarían a la vista del que sigue
    lugar = MiLugar(
        0, _titulo(), str(reglamento.metas[0]), "pasar", "lista", sentado=True, invitado=False, reglamento=reglamento
    )
    datos = {
        **para_compartir(peticion, PAGINA),
        "lugar": lugar,
        "mesa": MESA,
        "juego": juego,
        "textos": textos_de_pasar(reglamento),
        "figuras": tiene_figuras(reglamento),
        "otro_juego": "" if reglamento.oficial else reglamento.nombre,
        "ayuda": ayuda_de(reglamento.nombre),
        "visita": True,
    }
    return render(peticion, "visita/pasar_mesa.html", datos)


def _titulo() -> str:
    return _("Pasar el aparato")


def _presentacion(pasada: Pasada) -> dict[str, Any]:
    """El mensaje `mesa` del protocolo y a dónde se va al acabar; `pone`, el asiento cuyo número del sorteo se mira."""
    reglamento = pasada.estado.reglamento
    sueltos = iter(automaticos(reglamento.asientos))
    otra = f"{reverse(PAGINA)}?juego={reglamento}"
    return {
        "nombre": _titulo(),
        "meta": str(pasada.estado.meta),
        "juego": reglamento.nombre,
        **como_se_juega(reglamento),
        "modo": "practica",
        "organizador": pasada.personas[0],
        "pone": pasada.personas[0],
        "personas": [
            {"nombre": nombre or next(sueltos), "automatico": not nombre, "azules": 0, "rojas": 0}
            for nombre in pasada.nombres
        ],
        "yo": pasada.personas[0],
        "cuentas": cuentas_de(pasada.estado),
        "al_acabar": {
            "otra": otra,
            "juegos": reverse(PAGINA),
            "cuenta": reverse("account_signup"),
            "partida": reverse("visita:partida"),
        },
    }


@require_POST
@never_cache
@con_tope
def orden(peticion: HttpRequest) -> HttpResponse:
    """Una orden del guion; contesta lo que se fue viendo desde entonces, en orden, y al ver, quién juega."""
    forma = FormaDeMano(peticion.POST)
    if not forma.is_valid():
        return negar("mensaje_desconocido", 400)
    try:
        hecha = _atender(forma.cleaned_data)
    except ErrorDeServicio as error:
        return negar(error.codigo, 404 if error.codigo == "visita_olvidada" else 409)
    except ErrorDeRegla as error:
        return negar(error.codigo, 409)
    return _contestar(hecha, presenta=forma.cleaned_data["que"] == "ver")


def _contestar(hecha: Pasada | None, *, presenta: bool) -> HttpResponse:
    """Cada vista ya viene escrita en JSON."""
    if hecha is None:
        return JsonResponse({"ok": True})
    cabeza = {"ok": True, "clave": hecha.clave, **({"mesa": _presentacion(hecha)} if presenta else {})}
    escrita = JsonResponse(cabeza).content.decode()
    return HttpResponse(f'{escrita[:-1]},"vistas":[{",".join(hecha.vistas)}]}}', content_type="application/json")


def _atender(dado: dict[str, Any]) -> Pasada | None:
    ahora, clave, version, que = hora(), dado["clave"], dado["version"], dado["que"]
    if que == "ver":
        return servicio.pasada_ver(clave, ahora)
    if que == "dejar":
        servicio.pasada_dejar(clave)
        return None
    if version is None or que == "abrir" or (que == "tirar" and dado["ficha"] is None):
        raise ErrorDeServicio("mensaje_desconocido")
    match que:
        case "repartir":
            return servicio.pasada_repartir(clave, dado["nonce"], version, ahora)
        case "destapar":
            return servicio.pasada_destapar(clave, version, ahora)
        case "tirar":
            return servicio.pasada_tirar(clave, version, dado["ficha"], dado["extremo"] or 0, ahora)
        case "robar":
            return servicio.pasada_robar(clave, version, ahora)
    return servicio.pasada_vencer(clave, version, ahora)
