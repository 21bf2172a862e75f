"""Caminos de regreso: anunciar o reabrir el final, reabrir una mesa, pausa, personas y lo que ha pasado (D300-D309)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from recreo.consultas import regreso as consultas
from recreo.estado import EstadoRecreo, MesaVista, Visor
from recreo.pantallas import regreso
from recreo.pantallas.alta import tamanos
from recreo.pantallas.cierre import por_que_no
from recreo.pantallas.historia import lo_que_ha_pasado
from recreo.pantallas.organizador import bandos_de
from recreo.servicios.tamano import repartir
from recreo.views.comun import entrar
from recreo.views.organizador import Pagina, con_formulario, manda_en_vivo, pagina_de_orden
from reglas.tipos import Fin


def _de_final(estado: EstadoRecreo, visor: Visor, mesa: MesaVista | None) -> dict[str, Any]:
    """Lo último que se revisa antes de anunciar: castigos, mesas y cómo quedarían."""
    return {
        "castigos": [(p, c) for p in estado.partidas for c in p.castigos],
        "cerradas": regreso.cerradas_de(estado),
        "filas": estado.clasificaciones.final,
    }


def _de_terminar(estado: EstadoRecreo, visor: Visor, mesa: MesaVista | None) -> dict[str, Any]:
    actual = estado.actual
    a_medias = actual.abiertas if actual else ()
    return {
        "a_medias": a_medias,
        "se_suspenden": [m for m in a_medias if not por_que_no(estado, m, Fin.TIEMPO)],
        "castigos": actual.castigos if actual and a_medias else (),
    }


def _de_reabrir(estado: EstadoRecreo, visor: Visor, mesa: MesaVista | None) -> dict[str, Any]:
    return {"hasta": regreso.se_reabre_hasta(estado)}


def _de_reabrir_mesa(estado: EstadoRecreo, visor: Visor, mesa: MesaVista | None) -> dict[str, Any]:
    if mesa is None:
        raise Http404
    en_juego = [m for p in estado.partidas if p.numero > mesa.partida for m in p.abiertas]
    return {"bandos": bandos_de(estado, mesa, visor), "en_juego": en_juego}


def _sin_mas(estado: EstadoRecreo, visor: Visor, mesa: MesaVista | None) -> dict[str, Any]:
    return {}


FINAL = Pagina("final_anunciar", "recreo/regreso/final.html", _de_final, "recreo:clasificacion")
TERMINAR = Pagina("recreo_terminar_aqui", "recreo/regreso/terminar.html", _de_terminar, "recreo:clasificacion")
REABRIR = Pagina("recreo_reabrir", "recreo/regreso/reabrir.html", _de_reabrir)
REABRIR_MESA = Pagina("mesa_reabrir", "recreo/regreso/reabrir_mesa.html", _de_reabrir_mesa)
DESHACER = Pagina("partida_deshacer", "recreo/regreso/deshacer.html", _sin_mas, "recreo:ir")
PAUSAR = Pagina("recreo_pausar", "recreo/regreso/pausar.html", _sin_mas)


def _en_vivo(peticion: HttpRequest, codigo: str, pagina: Pagina) -> HttpResponse:
    """La página de una orden que sólo tiene sentido en un Recreo que sigue."""
    permitido = manda_en_vivo(peticion, codigo)
    return permitido if isinstance(permitido, HttpResponse) else pagina_de_orden(peticion, codigo, pagina)


@never_cache
@con_formulario
def final(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Lo jugado, para corregirlo, y el botón que anuncia el final."""
    return _en_vivo(peticion, codigo, FINAL)


@never_cache
@con_formulario
def terminar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Terminar sin jugar el programa entero: qué cuenta y qué no."""
    return _en_vivo(peticion, codigo, TERMINAR)


@never_cache
@con_formulario
def reabrir(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Reabre lo terminado, durante un día."""
    return pagina_de_orden(peticion, codigo, REABRIR)


@never_cache
@con_formulario
def reabrir_mesa(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Reabre una mesa cerrada: qué se recalcula y qué no se mueve."""
    return pagina_de_orden(peticion, codigo, REABRIR_MESA, partida, mesa)


@never_cache
@con_formulario
def deshacer(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Deshace el inicio de la partida que nadie ha anotado."""
    return _en_vivo(peticion, codigo, DESHACER)


@never_cache
@con_formulario
def pausar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Deja el Recreo para otro día."""
    return _en_vivo(peticion, codigo, PAUSAR)


@never_cache
@require_safe
def cuantos(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Más o menos jugadores antes de empezar, diciendo a quién dejaría fuera cada tamaño."""
    permitido = manda_en_vivo(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, visor = permitido
    if estado.estado != "preparacion":
        return redirect("recreo:ir", codigo=estado.codigo)
    opciones = [
        (t, [j.nombre for j in repartir(list(estado.jugadores.values()), t.jugadores)[1] if j.nombre])
        for t in tamanos()
        if t.jugadores != estado.tamano
    ]
    return render(peticion, "recreo/regreso/cuantos.html", {"estado": estado, "visor": visor, "opciones": opciones})


@never_cache
@require_safe
def personas(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Todas las personas: tocar una dice qué se puede hacer con ella."""
    permitido = manda_en_vivo(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, visor = permitido
    datos = {"estado": estado, "visor": visor, "personas": regreso.personas_de(estado)}
    return render(peticion, "recreo/regreso/personas.html", datos)


@never_cache
@require_safe
def persona(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """Una persona: suplente, si falta o llegó, y su nombre y correo."""
    permitido = manda_en_vivo(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, visor = permitido
    if numero not in estado.jugadores:
        raise Http404
    suya = regreso.de_una_persona(estado, estado.jugadores[numero])
    cuales = consultas.relevos_de(estado.id)
    suya["relevos"] = [(cuales[c.lugar, c.desde], c.texto) for c in suya["cambios"]]
    return render(peticion, "recreo/regreso/persona.html", {"estado": estado, "visor": visor, **suya})


@never_cache
@require_safe
def historia(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """«Lo que ha pasado», para cualquiera del Recreo; los correos, sólo para quien manda."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    renglones = lo_que_ha_pasado(consultas.sucesos_de(estado.id), visor)
    return render(peticion, "recreo/regreso/historia.html", {"estado": estado, "visor": visor, "renglones": renglones})
