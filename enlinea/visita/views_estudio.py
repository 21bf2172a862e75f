"""Un estudio compartido, para quien llega por su enlace: se repite, se lee y se ve en WhatsApp (D636, D638).

Lo que se arma se recuerda unos minutos por lo que dice el estudio: cambiarlo es otra llave. Quitar el enlace corta al
momento, porque siempre se pregunta por él.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.comun.paginas import PaginaPublica, base_publica
from enlinea.academia.consultas import estudios as consultas
from enlinea.academia.consultas.estudios import Compartido
from enlinea.academia.consultas.fuente import mano_para_ver
from enlinea.academia.consultas.sabido import vistos_de
from enlinea.academia.textos import jugadas_en_texto, todos
from enlinea.academia.views.analisis import analisis_en_json
from enlinea.academia.views.repetir import de_la_partida, numero_de, simulada_en_json
from enlinea.models import Analisis, Comentario, Estudio
from enlinea.visita import topes
from enlinea.visita.dibujo import ALTO, ANCHO, Cuadro, cuadro_de, dibujar
from enlinea.visita.views import Vista, con_tope, con_tope_de

SE_RECUERDA = 300
DIBUJADA = 3_600
LARGO_DE_ENLACE, MANOS = 22, 1_000
RESUMEN = 180
"""Letras del comentario que caben en lo que enseña WhatsApp."""


def _con_estudio(vista: Callable[..., HttpResponse]) -> Vista:
    """Cambia el enlace por su estudio; el que no abre nada, 404. Sin permiso del autor no sale en buscadores."""

    @wraps(vista)
    def buscado(peticion: HttpRequest, enlace: str, **datos: Any) -> HttpResponse:
        estudio = consultas.por_enlace(enlace, timezone.now()) if len(enlace) == LARGO_DE_ENLACE else None
        if estudio is None:
            raise Http404
        respuesta = vista(peticion, estudio, **datos)
        if not estudio.se_busca:
            respuesta["X-Robots-Tag"] = "noindex"
        return respuesta

    return buscado


def _preparada(estudio: Estudio, numero: int) -> dict[str, Any]:
    """Todo lo que se ve de una mano, desde 0; 404 si no es de las que se ven."""
    if not 0 <= numero < MANOS:
        raise Http404
    llave = f"estudio:{estudio.pk}:{estudio.cambiado.timestamp()}:{numero}"
    hecha: dict[str, Any] | None = caches[topes.CACHE].get(llave)
    if hecha is None:
        hecha = preparar(_compartido(estudio), numero)
        caches[topes.CACHE].set(llave, hecha, SE_RECUERDA)
    return hecha


def _compartido(estudio: Estudio) -> Compartido:
    que = consultas.compartido(estudio)
    if que is None:
        raise Http404
    return que


def preparar(que: Compartido, numero: int) -> dict[str, Any]:
    """Todo lo que se ve de una mano, desde 0: la página, el JSON y la imagen. 404 si no es de las que se ven."""
    if numero not in que.manos:
        raise Http404
    fuente = que.fuente
    analisis = {"estado": str(Analisis.Estado.PENDIENTE)}
    if que.analisis is not None:
        analisis = analisis_en_json(
            fuente, que.analisis, numero + 1, vistos_de(que.columna, numero) if que.columna else None
        )
    vista = {**mano_para_ver(fuente, numero), "rama": None}
    cuentas = consultas.cuentas_compartidas(que)
    return {
        "vista": vista,
        "analisis": analisis,
        "partida": {**de_la_partida(fuente), "cuentas": cuentas},
        "renglones": jugadas_en_texto(vista, fuente.nombres),
        "manos": [{"n": n + 1, "cuenta": cuentas[n], "elegida": n == numero} for n in que.manos],
        "cuadros": [cuadro_de(fuente, numero, jugada) for jugada in range(len(fuente.manos[numero].estados))],
    }


@require_safe
@never_cache
@con_tope_de(topes.contar_pedido, en_pagina=True)
@_con_estudio
def ver(peticion: HttpRequest, estudio: Estudio) -> HttpResponse:
    """En la jugada del enlace (`?mano=2&jugada=7`) o, si no dice, en la primera comentada."""
    comentarios = consultas.comentarios_de(estudio)
    numero, jugada = _donde(peticion, estudio, comentarios)
    try:
        lista = _preparada(estudio, numero)
    except Http404:  # la mano del enlace no es de las que se ven
        numero, jugada = estudio.mano or 0, 0
        lista = _preparada(estudio, numero)
    jugada = min(jugada, len(lista["vista"]["jugadas"]))
    datos = {
        **{que: lista[que] for que in ("vista", "renglones", "manos", "analisis")},
        "jugada": jugada,
        "textos": todos(),
        "partida": {
            **lista["partida"],
            **_direcciones(estudio.enlace or ""),
            "ramas": [],
            "compartida": True,
            "sola": 0 if estudio.mano is None else estudio.mano + 1,
        },
        "estudio": estudio,
        # sólo a él, que aunque no tenga suscripción puede quitarlo (D637)
        "es_suyo": peticion.user.is_authenticated and peticion.user.pk == estudio.cuenta_id,
        "sur": lista["partida"]["nombres"][lista["partida"]["yo"]],
        "comentarios": comentarios,
        "por_jugada": {f"{c.mano + 1}.{c.jugada}": c.texto for c in comentarios},
    }
    return render(peticion, "visita/estudio.html", datos | _para_compartir(peticion, estudio, lista, jugada, datos))


def _donde(peticion: HttpRequest, estudio: Estudio, comentarios: list[Comentario]) -> tuple[int, int]:
    """Mano desde 0 y jugada."""
    if "mano" in peticion.GET:
        return max(numero_de(peticion, "mano"), 1) - 1, numero_de(peticion, "jugada")
    if comentarios:
        return comentarios[0].mano, comentarios[0].jugada
    return estudio.mano or 0, 0


def _direcciones(enlace: str) -> dict[str, str]:
    return {
        "aqui": reverse("estudio:ver", args=[enlace]),
        "mano_url": reverse("estudio:mano", args=[enlace, 0]),
        "analisis_url": reverse("estudio:analisis", args=[enlace, 0]),
        "simular_url": reverse("estudio:simular", args=[enlace, 0]),
    }


def _para_compartir(
    peticion: HttpRequest, estudio: Estudio, lista: dict[str, Any], jugada: int, datos: dict[str, Any]
) -> dict[str, Any]:
    """El título, las palabras y la imagen que enseña el enlace: los de la jugada que abre."""
    base, mano = base_publica(peticion), lista["vista"]["mano"]
    cuadro: Cuadro = lista["cuadros"][jugada]
    escrito = " ".join(datos["por_jugada"].get(f"{mano}.{jugada}", "").split())
    corto = escrito if len(escrito) <= RESUMEN else f"{escrito[: RESUMEN - 1].rstrip()}…"
    ruta = reverse("estudio:imagen", args=[estudio.enlace, mano, jugada])
    return {
        "pagina": PaginaPublica(
            consultas.titulo_de(estudio), corto or _("Repítela jugada por jugada y mira cuánto valía cada ficha.")
        ),
        "base_publica": base,
        "direccion": f"{base}{peticion.path}?mano={mano}&jugada={jugada}",
        "imagen": {
            "url": f"{base}{ruta}?v={int(estudio.cambiado.timestamp())}",
            "ancho": ANCHO,
            "alto": ALTO,
            "dicho": cuadro.dicho,
        },
    }


@require_safe
@never_cache
@con_tope
@_con_estudio
def mano(_peticion: HttpRequest, estudio: Estudio, mano: int) -> HttpResponse:
    """Otra de las manos que se ven, en JSON."""
    return JsonResponse(_preparada(estudio, mano - 1)["vista"])


@require_safe
@never_cache
@con_tope
@_con_estudio
def analisis(_peticion: HttpRequest, estudio: Estudio, mano: int) -> HttpResponse:
    """Lo que valía cada ficha de esa mano, si ya se había calculado; pedirlo no lo calcula."""
    return JsonResponse(_preparada(estudio, mano - 1)["analisis"])


@require_safe
@never_cache
@con_tope
@_con_estudio
def simular(peticion: HttpRequest, estudio: Estudio, mano: int) -> HttpResponse:
    """Cómo sería con otra ficha: es lo que enseña «Ver cómo seguía»."""
    que = _compartido(estudio)
    if mano - 1 not in que.manos:
        raise Http404
    return simulada_en_json(peticion, que.fuente, mano)


@require_safe
@con_tope
@_con_estudio
def imagen(peticion: HttpRequest, estudio: Estudio, mano: int, jugada: int) -> HttpResponse:
    """El paño en esa jugada, en un PNG."""
    cuadros = _preparada(estudio, mano - 1)["cuadros"]
    if jugada >= len(cuadros):
        raise Http404
    llave = f"estudio-foto:{estudio.pk}:{estudio.cambiado.timestamp()}:{mano}:{jugada}"
    hecha = caches[topes.CACHE].get(llave)
    if hecha is not None:
        return _en_png(hecha)
    return _dibujada(peticion, llave, cuadros[jugada])


@con_tope_de(topes.contar_dibujo)
def _dibujada(_peticion: HttpRequest, llave: str, cuadro: Cuadro) -> HttpResponse:
    hecha = dibujar(cuadro)
    caches[topes.CACHE].set(llave, hecha, DIBUJADA)
    return _en_png(hecha)


def _en_png(archivo: bytes) -> HttpResponse:
    respuesta = HttpResponse(archivo, content_type="image/png")
    respuesta["Cache-Control"] = f"public, max-age={DIBUJADA}"
    return respuesta
