"""La Academia: repetir cada partida propia y simular desde cualquier punto (AC1, AC2)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from enlinea.academia.consultas import fuente as consultas
from enlinea.academia.consultas import ramas as consultas_de_ramas
from enlinea.academia.consultas.analisis import estado_del_analisis, progreso_de
from enlinea.academia.consultas.coleccion import coleccion, resueltos_de
from enlinea.academia.consultas.fuente import Fuente
from enlinea.academia.consultas.partidas import partidas_para_repetir, practicas_para_repetir
from enlinea.academia.forms import FormaDeBusqueda
from enlinea.academia.servicios.ramas import error_de_rama
from enlinea.academia.textos import jugadas_en_texto, todos
from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.errores import ErrorDeServicio
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.textos.errores import texto_de
from reglas.errores import ErrorDeRegla
from reglas.reglamento import AMIGOS
from reglas.repeticion import Jugada, Repetida, terminar

JUGADAS = AMIGOS.fichas.bit_count()


def fuente_o_404(peticion: HttpRequest, tipo: str, fuente_id: int) -> Fuente:
    """La fuente, sólo para su dueño; los demás no saben ni que existe (EL8)."""
    fuente = consultas.fuente_de(tipo, fuente_id, cuenta_de(peticion))
    if fuente is None:
        raise Http404
    return fuente


@de_suscriptores
@require_safe
def academia(peticion: HttpRequest) -> HttpResponse:
    """Qué se puede repetir."""
    cuenta = cuenta_de(peticion)
    forma = FormaDeBusqueda(peticion.GET)
    busqueda = forma.busqueda()
    datos = {
        **contexto_de_sala(peticion, "academia"),
        "practicas": practicas_para_repetir(cuenta),
        "forma": forma,
        "busqueda": busqueda,
        "buscado": forma.en_enlace(),
        "antes": numero_de(peticion, "antes"),
        "pagina": partidas_para_repetir(cuenta, busqueda, numero_de(peticion, "antes")),
        "importadas": consultas.importadas_de(cuenta),
        "progreso": progreso_de(cuenta),
        "de_la_casa": {"hechos": len(resueltos_de(cuenta)), "total": len(coleccion())},
    }
    return render(peticion, "enlinea/academia/academia.html", datos)


@de_suscriptores
@require_safe
def repetir(peticion: HttpRequest, tipo: str, fuente_id: int) -> HttpResponse:
    """Una partida, en la mano y la jugada que diga el enlace (`?mano=2&jugada=7`, y `rama` si es una simulada)."""
    fuente = fuente_o_404(peticion, tipo, fuente_id)
    cuenta = cuenta_de(peticion)
    rama = consultas_de_ramas.rama_de(fuente, cuenta, numero_de(peticion, "rama"))
    mano = rama.mano if rama else mano_pedida(peticion, fuente)
    otra = consultas_de_ramas.repetida_de(fuente, rama) if rama else None
    vista = consultas.mano_para_ver(fuente, mano, otra, rama.desde if rama else 0)
    vista["rama"] = {"id": rama.pk, "nombre": rama.nombre} if rama else None
    datos = {
        **contexto_de_sala(peticion, "academia"),
        **para_repetir(peticion, fuente, vista),
        "partida": _para_el_navegador(fuente, cuenta),
        "estado_del_analisis": estado_del_analisis(fuente),
    }
    return render(peticion, "enlinea/academia/repetir.html", datos)


def para_repetir(peticion: HttpRequest, fuente: Fuente, vista: dict[str, Any]) -> dict[str, Any]:
    """Lo que pinta cualquier página que repite una mano en el tablero."""
    return {
        "fuente": fuente,
        "vista": vista,
        "renglones": jugadas_en_texto(vista, fuente.nombres),
        "manos": _pestanas(fuente, vista["mano"] - 1),
        "jugada": min(numero_de(peticion, "jugada"), len(vista["jugadas"])),
        "textos": todos(),
    }


def _pestanas(fuente: Fuente, elegida: int) -> list[dict[str, Any]]:
    """Cada mano con lo que dejó, para las pestañas."""
    return [
        {"n": numero + 1, "cuenta": cuenta, "elegida": numero == elegida}
        for numero, cuenta in enumerate(fuente.cuentas)
    ]


def de_la_partida(fuente: Fuente) -> dict[str, Any]:
    """Lo que el tablero pide saber de la partida entera."""
    return {
        "meta": str(fuente.meta),
        "nombres": fuente.nombres,
        "yo": fuente.asiento,
        "organizador": fuente.organizador,
        "cuentas": fuente.cuentas,
    }


def _para_el_navegador(fuente: Fuente, cuenta_id: int) -> dict[str, Any]:
    partes = [fuente.tipo, fuente.id]
    return {
        **de_la_partida(fuente),
        "aqui": reverse("enlinea:repetir", args=partes),
        "mano_url": reverse("enlinea:repetir_mano", args=[*partes, 0]),
        "simular_url": reverse("enlinea:simular", args=[*partes, 0]),
        "analisis_url": reverse("enlinea:analisis", args=[*partes, 0]),
        "variante_url": reverse("enlinea:variante", args=[*partes, 0]),
        "sabido_url": reverse("enlinea:sabido", args=[*partes, 0]),
        "ramas": [
            {"id": rama.pk, "mano": rama.mano + 1, "desde": rama.desde, "nombre": rama.nombre}
            for rama in consultas_de_ramas.ramas_de(fuente, cuenta_id)
        ],
    }


def mano_pedida(peticion: HttpRequest, fuente: Fuente) -> int:
    """La mano del enlace, desde 0; fuera de rango, la más cercana."""
    return min(max(numero_de(peticion, "mano"), 1), len(fuente.manos)) - 1


def numero_de(peticion: HttpRequest, nombre: str) -> int:
    """Un número del enlace; lo que no lo sea es cero."""
    return entero(peticion.GET.get(nombre, ""))


def entero(texto: str) -> int:
    """Sus cifras; lo que no sea un número es cero."""
    return int(texto) if texto.isascii() and texto.isdecimal() and len(texto) < 17 else 0


@de_suscriptores
@require_safe
def mano(peticion: HttpRequest, tipo: str, fuente_id: int, mano: int) -> HttpResponse:
    """Una mano entera, paso por paso, en JSON."""
    fuente = fuente_o_404(peticion, tipo, fuente_id)
    if not 1 <= mano <= len(fuente.manos):
        raise Http404
    return JsonResponse(consultas.mano_para_ver(fuente, mano - 1))


@de_suscriptores
@require_safe
def simular(peticion: HttpRequest, tipo: str, fuente_id: int, mano: int) -> HttpResponse:
    """La mano que sería, sin guardar nada."""
    return simulada_en_json(peticion, fuente_o_404(peticion, tipo, fuente_id), mano)


def simulada_en_json(peticion: HttpRequest, fuente: Fuente, mano: int) -> HttpResponse:
    """La que fue hasta `desde` y, de ahí, `jugadas` («13.1-5.2»); `solos=1` la acaban automáticos.

    Lo que no se puede jugar contesta 409 con `texto`.
    """
    desde = numero_de(peticion, "desde")
    try:
        jugadas = leer_jugadas(peticion.GET.get("jugadas", ""))
        vista = consultas_de_ramas.simulada(fuente, mano - 1, desde, jugadas)
        if peticion.GET.get("solos") == "1":
            vista = _acabar(fuente, mano - 1, desde, jugadas, vista)
    except IndexError:
        raise Http404 from None
    except (ErrorDeRegla, ValueError) as error:
        porque = error_de_rama(error) if isinstance(error, ErrorDeRegla) else ""
        falla = ErrorDeServicio("rama_imposible", texto=porque)
        return JsonResponse({"ok": False, "codigo": falla.codigo, "texto": texto_de(falla)}, status=409)
    return JsonResponse(consultas.mano_para_ver(fuente, mano - 1, vista, desde))


def _acabar(fuente: Fuente, mano: int, desde: int, jugadas: list[Jugada], vista: Repetida) -> Repetida:
    return consultas_de_ramas.simulada(fuente, mano, desde, [*jugadas, *terminar(vista.fin, fuente.meta)])


def leer_jugadas(texto: str) -> list[Jugada]:
    """«13.1-5.2» → [(13, 1), (5, 2)]; el extremo 0 es el único que haya. Levanta `ValueError`."""
    pares = [par.split(".") for par in texto.split("-") if par]
    if len(pares) > JUGADAS:
        raise ValueError(texto)
    jugadas: list[Jugada] = []
    for ficha, extremo in pares:
        if not (ficha.isascii() and ficha.isdecimal() and len(ficha) < 3) or extremo not in ("0", "1", "2"):
            raise ValueError(texto)
        jugadas.append((int(ficha), int(extremo) or None))
    if any(ficha >= JUGADAS for ficha, _extremo in jugadas):
        raise ValueError(texto)
    return jugadas
