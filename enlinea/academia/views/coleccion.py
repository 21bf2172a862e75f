"""Los ejercicios de la casa: la lista por tema y nivel, y uno por uno (D593, D594)."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from enlinea.academia.consultas import coleccion as consultas
from enlinea.academia.consultas.coleccion import META, DeLaCasa, Opcion
from enlinea.academia.servicios.coleccion import casa_responder, casa_ver_solucion
from enlinea.academia.textos import todos
from enlinea.academia.textos_analisis import ficha_dicha, lado_visto, los_dos_finales, para_quien, porque
from enlinea.academia.textos_coleccion import NIVELES, TEMAS
from enlinea.academia.textos_sabido import de_cada, se_podia_saber, veces
from enlinea.academia.views.planteado import jugada_de, las_cuatro_manos, plantear
from enlinea.acceso.views.comun import cuenta_de, de_suscriptores, negar
from enlinea.errores import ErrorDeServicio
from enlinea.sala.views.marco import contexto_de_sala
from reglas.analisis.lecciones import Nivel
from reglas.fichas import FICHAS
from reglas.reglamento import AMIGOS
from reglas.repeticion import simular


@de_suscriptores
@require_safe
def coleccion(peticion: HttpRequest) -> HttpResponse:
    """Todos, por tema; `?nivel=facil` deja los de uno."""
    cuenta = cuenta_de(peticion)
    todos_los, resueltos = consultas.coleccion().values(), consultas.resueltos_de(cuenta)
    datos = {
        **contexto_de_sala(peticion, "academia"),
        **para_la_lista(todos_los, resueltos, nivel_pedido(peticion), lambda uno: ruta_de(uno, "enlinea:de_la_casa")),
    }
    return render(peticion, "enlinea/academia/coleccion.html", datos)


@de_suscriptores
@require_http_methods(["GET", "HEAD", "POST"])
def de_la_casa(peticion: HttpRequest, clave: str) -> HttpResponse:
    """Uno: se elige la ficha y se dice si era la mejor y por qué; `?respuesta=1`, lo último contestado (D131)."""
    uno = consultas.coleccion().get(clave)
    if uno is None:
        raise Http404
    cuenta, nivel = cuenta_de(peticion), nivel_pedido(peticion)
    if peticion.method == "POST":
        return _contestar(peticion, uno, nivel)
    avance = consultas.avance_de(cuenta, clave)
    respuesta = None
    if avance is not None and "respuesta" in peticion.GET:
        respuesta = para_la_respuesta(uno, avance.contestada)
    resueltos = consultas.resueltos_de(cuenta)
    datos = {
        **contexto_de_sala(peticion, "academia"),
        **para_el_ejercicio(uno, respuesta),
        **para_seguir(
            consultas.coleccion().values(), resueltos, nivel, uno, lambda otro: ruta_de(otro, "enlinea:de_la_casa")
        ),
        "lista": f"{reverse('enlinea:coleccion')}{con_nivel(nivel)}#tema-{uno.tema}",
    }
    return render(peticion, "enlinea/academia/de_la_casa.html", datos)


def _contestar(peticion: HttpRequest, uno: DeLaCasa, nivel: Nivel | None) -> HttpResponse:
    """La ficha elegida (`jugada=13.1`), o la solución sin elegir (`solucion=1`); luego, a ver la respuesta."""
    aqui, cuenta = ruta_de(uno, "enlinea:de_la_casa"), cuenta_de(peticion)
    try:
        if peticion.POST.get("solucion") == "1":
            casa_ver_solucion(cuenta_id=cuenta, clave=uno.clave)
        else:
            jugada = jugada_de(peticion.POST.get("jugada", ""))
            casa_responder(cuenta_id=cuenta, clave=uno.clave, jugada=jugada, ahora=timezone.now())
    except ErrorDeServicio as error:
        return negar(peticion, error, f"{aqui}{con_nivel(nivel)}")
    return HttpResponseRedirect(f"{aqui}{con_nivel(nivel, respuesta='1')}")


def ruta_de(uno: DeLaCasa, nombre: str) -> str:
    """La suya, en la Academia o sin cuenta."""
    return reverse(nombre, args=[uno.clave])


def nivel_pedido(peticion: HttpRequest) -> Nivel | None:
    """El del enlace; lo que no sea un nivel es todos."""
    pedido = peticion.GET.get("nivel", "")
    return next((nivel for nivel in Nivel if nivel == pedido), None)


def con_nivel(nivel: Nivel | None, **mas: str) -> str:
    """Lo que va tras la ruta para no perder el nivel que se está haciendo."""
    pares = [*mas.items(), *([("nivel", str(nivel))] if nivel else [])]
    return "?" + "&".join(f"{nombre}={valor}" for nombre, valor in pares) if pares else ""


def para_la_lista(
    varios: Iterable[DeLaCasa], resueltos: Collection[str], nivel: Nivel | None, ruta: Callable[[DeLaCasa], str]
) -> dict[str, Any]:
    """Los temas con sus ejercicios, cuánto se lleva y cuál sigue."""
    todos_los = list(varios)
    grupos: dict[str, dict[str, Any]] = {}
    for uno in todos_los:
        if nivel is not None and uno.nivel is not nivel:
            continue
        titulo, ensena = TEMAS[uno.tema]
        grupo = grupos.setdefault(
            uno.tema, {"tema": str(uno.tema), "titulo": titulo, "ensena": ensena, "unos": [], "hechos": 0}
        )
        hecho = uno.clave in resueltos
        grupo["hechos"] += hecho
        url = f"{ruta(uno)}{con_nivel(nivel)}"
        grupo["unos"].append({"numero": uno.numero, "nivel": NIVELES[uno.nivel], "hecho": hecho, "url": url})
    siguiente = consultas.siguiente_de(todos_los, resueltos, nivel)
    return {
        "grupos": list(grupos.values()),
        "niveles": [
            {"clave": str(cual), "nombre": nombre, "elegido": cual is nivel} for cual, nombre in NIVELES.items()
        ],
        "nivel": nivel and NIVELES[nivel],
        "total": len(todos_los),
        "hechos": sum([uno.clave in resueltos for uno in todos_los]),
        "siguiente": siguiente and f"{ruta(siguiente)}{con_nivel(nivel)}",
    }


def para_seguir(
    varios: Iterable[DeLaCasa],
    resueltos: Collection[str],
    nivel: Nivel | None,
    uno: DeLaCasa,
    ruta: Callable[[DeLaCasa], str],
) -> dict[str, Any]:
    """Cuál sigue, y a dónde se manda la respuesta de éste."""
    siguiente = consultas.siguiente_de(varios, resueltos, nivel, uno.clave)
    return {
        "aqui": f"{ruta(uno)}{con_nivel(nivel)}",
        "siguiente": siguiente and f"{ruta(siguiente)}{con_nivel(nivel)}",
        "hecho": uno.clave in resueltos,
    }


def para_el_ejercicio(uno: DeLaCasa, respuesta: dict[str, Any] | None) -> dict[str, Any]:
    """Lo que pinta la página de uno: lo que ese asiento sabe y, si ya contestó, la respuesta."""
    nombres = uno.nombres
    return {
        "uno": uno,
        "titulo": TEMAS[uno.tema][0],
        "nivel": NIVELES[uno.nivel],
        "yo": nombres[uno.asiento],
        "sigue": nombres[AMIGOS.sigue[uno.asiento]],
        "pareja": nombres[AMIGOS.companeros[uno.asiento][0]],
        **plantear(uno.posicion, nombres, uno.pases, [(ficha, extremo) for ficha, extremo, _valor in uno.opciones]),
        "respuesta": respuesta,
        "textos": todos(),
    }


def para_la_respuesta(uno: DeLaCasa, contestada: Opcion | None) -> dict[str, Any]:
    """Si acertó, por qué, cuánto valía cada una, si se podía saber y las cuatro manos."""
    nombres, lado = uno.nombres, lado_visto(uno.asiento)
    error = uno.error(contestada)
    otra: Opcion = (error["elegida"][0], error["elegida"][1])
    return {
        "acerto": contestada == uno.mejor,
        "ficha": _dicha(contestada, lado) if contestada else "",
        "tienta": _dicha(otra, lado),
        "explica": porque(error, nombres, META, lado, uno.asiento, hecha=contestada == otra),
        "finales": los_dos_finales(error, nombres, META, lado, uno.asiento),
        "valores": sorted(
            [_valor(uno, contestada, *opcion) for opcion in uno.opciones], key=lambda valor: -valor["valor"]
        ),
        "podia": se_podia_saber(uno.visto, otra, uno.mejor, "", lado),
        "manos": las_cuatro_manos(uno.posicion, nombres),
        "sigue": _sigue(uno),
    }


def _dicha(opcion: Opcion, lado: Callable[[int], str]) -> str:
    return f"{ficha_dicha(opcion[0])}{lado(opcion[1])}"


def _valor(uno: DeLaCasa, contestada: Opcion | None, ficha: int, extremo: int, valor: int) -> dict[str, Any]:
    return {
        "ficha": FICHAS[ficha],
        "nombre": ficha_dicha(ficha),
        "lado": lado_visto(uno.asiento)(extremo),
        "valor": valor,
        "vale": para_quien(valor, META),
        "mejor": (ficha, extremo) == uno.mejor,
        "elegida": (ficha, extremo) == contestada,
        "cuanto": veces(uno.visto.de((ficha, extremo)).milesimas, de_cada(uno.visto)),
    }


def _sigue(uno: DeLaCasa) -> list[str]:
    """La mano desde la mejor, con el mejor juego de todos, jugada por jugada."""
    lado = lado_visto(uno.asiento)
    jugadas = [uno.mejor, *[(ficha, extremo) for ficha, extremo in uno.datos["mejor"]["linea"]]]
    estados = simular(uno.posicion, [(ficha, extremo or None) for ficha, extremo in jugadas])
    return [
        f"{uno.nombres[estado.turno]}: {_dicha(jugada, lado)}" for estado, jugada in zip(estados, jugadas, strict=False)
    ]
