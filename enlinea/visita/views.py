"""Probar sin cuenta (D483): la página de la mano, y lo que su guion pide. Nada de esto toca la base ni la sesión."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.comun.paginas import para_compartir
from config.servidor.red import direccion_de_peticion, red_de
from enlinea.errores import ErrorDeServicio
from enlinea.mesa.consultas import MiLugar
from enlinea.mesa.vista import como_se_juega, cuentas_de
from enlinea.sala.servicios.a_que import OFRECIDOS
from enlinea.sala.servicios.automaticos import automaticos
from enlinea.textos.juegos import JUEGOS, ayuda_de
from enlinea.textos.otros_juegos import tiene_figuras
from enlinea.visita import topes
from enlinea.visita.forms import FormaDeMano
from enlinea.visita.servicios import mano as servicio
from enlinea.visita.servicios.mano import Mano
from enlinea.visita.textos import textos_de_visita
from reglas.errores import ErrorDeRegla
from reglas.reglamento import AMIGOS, Reglamento, reglamento_de_texto

Vista = Callable[..., HttpResponse]
MESA = "visita"
"""En lugar del número que llevan las mesas de verdad."""


def con_tope_de(contar: Callable[[str], None], *, en_pagina: bool = False) -> Callable[[Vista], Vista]:
    """Lo que se calcula para cualquiera se cuenta por red y entre todos (D484); el «espera», en JSON o en página."""

    def envolver(vista: Vista) -> Vista:
        @wraps(vista)
        def contada(peticion: HttpRequest, *args: Any, **datos: Any) -> HttpResponse:
            try:
                contar(red_de(direccion_de_peticion(peticion)))
            except topes.Lleno as lleno:
                return _lleno_en_pagina(peticion, lleno) if en_pagina else lleno_en_json(lleno)
            return vista(peticion, *args, **datos)

        return contada

    return envolver


con_tope = con_tope_de(topes.contar_pedido)


def _lleno_en_pagina(peticion: HttpRequest, lleno: topes.Lleno) -> HttpResponse:
    respuesta = render(peticion, "429.html", status=429)
    respuesta["Retry-After"] = str(lleno.segundos)
    return respuesta


def lleno_en_json(lleno: topes.Lleno) -> JsonResponse:
    texto = _("Hay mucha gente probando. Espera unos minutos y vuelve a intentarlo.")
    cuerpo = {"ok": False, "codigo": "llena", "espera": lleno.segundos, "texto": texto}
    return JsonResponse(cuerpo, status=429, headers={"Retry-After": str(lleno.segundos)})


@require_safe
@never_cache
def jugar(peticion: HttpRequest) -> HttpResponse:
    """La mesa, sin repartir: la mano nace cuando su guion la pide, así que un buscador no deja ninguna.

    `?juego=` dice a cuál, de cuántos y cómo; el que no existe lleva a escogerlo.
    """
    juego = peticion.GET.get("juego") or str(AMIGOS)
    if juego not in OFRECIDOS:
        return redirect("visita:juegos")
    reglamento = reglamento_de_texto(juego)
    titulo, meta = _titulo(reglamento), str(reglamento.metas[0])
    lugar = MiLugar(0, titulo, meta, "practica", "lista", sentado=True, invitado=False, reglamento=reglamento)
    datos = {
        **para_compartir(peticion, "visita:jugar"),
        "lugar": lugar,
        "mesa": MESA,
        "juego": juego,
        "textos": textos_de_visita(reglamento),
        "figuras": tiene_figuras(reglamento),
        "otro_juego": "" if reglamento.oficial else reglamento.nombre,
        "ayuda": ayuda_de(reglamento.nombre),
        "presentacion": _presentacion(titulo, meta, reglamento),
        "visita": True,
    }
    return render(peticion, "visita/jugar.html", datos)


@require_safe
def juegos(peticion: HttpRequest) -> HttpResponse:
    """Todos los juegos, para escoger cuál se prueba (D545)."""
    return render(peticion, "visita/juegos.html", {**para_compartir(peticion, "visita:juegos"), "juegos": JUEGOS})


def _titulo(reglamento: Reglamento) -> str:
    otros = {"federacion": _("Prueba de Federación"), "musica": _("Prueba de Música")}
    return otros.get(reglamento.nombre, _("Mano de prueba"))


def _presentacion(titulo: str, meta: str, reglamento: Reglamento) -> dict[str, Any]:
    """El mensaje `mesa` del protocolo, para una visita (docs/protocolo.md), y a dónde se va al acabar."""
    nombres = (_("Tú"), *automaticos(reglamento.asientos))
    otra = reverse("visita:jugar")
    return {
        "nombre": titulo,
        "meta": meta,
        "juego": reglamento.nombre,
        **como_se_juega(reglamento),
        "modo": "practica",
        "organizador": 0,
        "personas": [
            {"nombre": nombre, "automatico": n > 0, "azules": 0, "rojas": 0} for n, nombre in enumerate(nombres)
        ],
        "yo": 0,
        "cuentas": [],
        "al_acabar": {
            "otra": otra if reglamento.oficial else f"{otra}?juego={reglamento}",
            "juegos": reverse("visita:juegos"),
            "cuenta": reverse("account_signup"),
            "partida": reverse("visita:partida"),
        },
        # entre mano y mano también se ofrece la cuenta: quien prueba no siempre llega a la meta
        "entre_manos": True,
    }


@require_POST
@never_cache
@con_tope
def mano(peticion: HttpRequest) -> HttpResponse:
    """Una orden del guion; contesta lo que se fue viendo desde entonces, en orden."""
    forma = FormaDeMano(peticion.POST)
    if not forma.is_valid():
        return negar("mensaje_desconocido", 400)
    dado = forma.cleaned_data
    try:
        hecha = _atender(peticion, dado)
    except topes.Lleno as lleno:
        return lleno_en_json(lleno)
    except ErrorDeServicio as error:
        return negar(error.codigo, 404 if error.codigo == "visita_olvidada" else 409)
    except ErrorDeRegla as error:
        return negar(error.codigo, 409)
    vistas = ",".join(hecha.vistas if hecha else ())
    clave = hecha.clave if hecha else ""
    # quien recarga no vio las manos anteriores
    cuentas = json.dumps(cuentas_de(hecha.estado) if hecha and dado["que"] == "ver" else None)
    # cada vista ya viene escrita en JSON
    escrito = f'{{"ok":true,"clave":"{clave}","cuentas":{cuentas},"vistas":[{vistas}]}}'
    return HttpResponse(escrito, content_type="application/json")


def _atender(peticion: HttpRequest, dado: dict[str, Any]) -> Mano | None:
    ahora, clave = servicio.hora(), dado["clave"]
    match dado["que"]:
        case "abrir":
            topes.contar_mano(red_de(direccion_de_peticion(peticion)))
            return servicio.mano_abrir(ahora, dado["juego"] or str(AMIGOS))
        case "repartir":
            return servicio.mano_repartir(clave, dado["nonce"], ahora, dado["version"])
        case "tirar":
            if dado["ficha"] is None or dado["version"] is None:
                raise ErrorDeServicio("mensaje_desconocido")
            return servicio.mano_tirar(clave, dado["version"], dado["ficha"], dado["extremo"] or 0, ahora)
        case "robar" | "vencer" as cual:
            if dado["version"] is None:
                raise ErrorDeServicio("mensaje_desconocido")
            hacer = servicio.mano_robar if cual == "robar" else servicio.mano_vencer
            return hacer(clave, dado["version"], ahora)
        case "ver":
            return servicio.mano_ver(clave, ahora)
    servicio.mano_dejar(clave)
    return None


def negar(codigo: str, estado: int) -> JsonResponse:
    """Que no, y por qué."""
    return JsonResponse({"ok": False, "codigo": codigo}, status=estado)
