"""El análisis exacto en la repetición y los ejercicios de «Aprende de tus errores» (AC3)."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from config.comun.recarga import orden_o_regreso
from enlinea.academia.consultas import analisis as consultas
from enlinea.academia.consultas.analisis import Problema
from enlinea.academia.consultas.fuente import PARTIDA, Fuente
from enlinea.academia.consultas.sabido import Visto, vistos_de
from enlinea.academia.servicios.analisis import analisis_reintentar
from enlinea.academia.servicios.ejercicios import (
    analisis_visto,
    ejercicio_contar,
    ejercicio_plantear,
    ejercicio_responder,
    ejercicio_ver_solucion,
)
from enlinea.academia.textos import todos
from enlinea.academia.textos_analisis import (
    GRAVEDADES,
    balance_en_palabras,
    costo_de,
    costo_en_palabras,
    explicar,
    ficha_dicha,
    lado_visto,
    leyenda,
    los_dos_finales,
    para_quien,
    razon,
)
from enlinea.academia.textos_sabido import de_cada, junto_al_costo, se_podia_saber, veces
from enlinea.academia.views.planteado import jugada_de, las_cuatro_manos, plantear
from enlinea.academia.views.repetir import fuente_o_404
from enlinea.acceso.views.comun import aceptar, cuenta_de, de_suscriptores, negar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Analisis
from enlinea.sala.views.marco import contexto_de_sala
from reglas.analisis.errores import gravedad_de
from reglas.reglamento import AMIGOS
from reglas.tipos import Meta


@de_suscriptores
@require_safe
def analisis(peticion: HttpRequest, tipo: str, fuente_id: int, mano: int) -> HttpResponse:
    """El de una mano: lo que vale cada alternativa en cada jugada, los errores explicados y el balance.

    Si todavía no está, `estado` lo dice y no hay más.
    """
    fuente = fuente_o_404(peticion, tipo, fuente_id)
    if not 1 <= mano <= len(fuente.manos):
        raise Http404
    visto = consultas.analisis_de(fuente)
    if visto.datos is None:
        return JsonResponse({"estado": visto.estado})
    if fuente.tipo == PARTIDA:
        analisis_visto(cuenta_id=cuenta_de(peticion), partida_id=fuente.id, mano=mano - 1)
    return JsonResponse(analisis_en_json(fuente, visto.datos, mano, vistos_de(fuente.columna(), mano - 1)))


def analisis_en_json(
    fuente: Fuente, datos: Mapping[str, Any], mano: int, vistos: Mapping[int, Visto] | None = None
) -> dict[str, Any]:
    """El de una mano, desde 1, ya explicado para quien mira; `vistos`, si se podía saber cada error."""
    una = datos["manos"][mano - 1]
    mia = AMIGOS.bando_de[fuente.asiento]
    return {
        "estado": str(Analisis.Estado.LISTO),
        "valores": una["valores"],
        "frase": balance_en_palabras(una["balance"], una["par"], mia, fuente.meta),
        "por_jugador": una["balance"]["por_jugador"],
        "leyenda": leyenda(fuente.meta),
        "errores": [_error_en_json(fuente, error, (vistos or {}).get(error["jugada"])) for error in una["errores"]],
    }


def _error_en_json(fuente: Fuente, error: Mapping[str, Any], suyo: Visto | None) -> dict[str, Any]:
    """Uno: lo que costó, el porqué para ir junto al tablero, los dos finales y cómo se llama (D839, D840)."""
    nombres, meta, yo, lado = fuente.nombres, fuente.meta, fuente.asiento, lado_visto(fuente.asiento)
    gravedad, quien = gravedad_de(error["perdida"], meta), error["asiento"]
    elegida, mejor = tuple(error["elegida"][:2]), tuple(error["mejor"][:2])
    return {
        "jugada": error["jugada"],
        "perdida": error["perdida"],
        "costo": costo_de(error, meta),
        "razon": razon(error, nombres, lado, yo),
        "finales": los_dos_finales(error, nombres, meta, lado, yo),
        "texto": explicar(error, nombres, meta, lado, yo),
        "linea": error["linea"],
        # lo guardado antes no trae la de la que se tiró
        "linea_elegida": error.get("linea_elegida"),
        "clase": str(gravedad),
        "gravedad": str(GRAVEDADES[gravedad]),
        "podia": None if suyo is None else junto_al_costo(suyo, elegida, mejor, quien == yo, nombres[quien]),
    }


@de_suscriptores
@orden_o_regreso(lambda tipo, fuente_id: reverse("enlinea:repetir", args=[tipo, fuente_id]))
def reintentar(peticion: HttpRequest, tipo: str, fuente_id: int) -> HttpResponse:
    """Pide otra vez el análisis que no se pudo hacer."""
    fuente = fuente_o_404(peticion, tipo, fuente_id)
    aqui = reverse("enlinea:repetir", args=[tipo, fuente_id])
    try:
        analisis_reintentar(fuente=fuente, ahora=timezone.now())
    except ErrorDeServicio as error:
        return negar(peticion, error, aqui)
    return aceptar(peticion, aqui)


@de_suscriptores
@require_safe
def ejercicios(peticion: HttpRequest) -> HttpResponse:
    """Los ejercicios propios y cómo va con ellos."""
    cuenta = cuenta_de(peticion)
    suyos = consultas.ejercicios_de(cuenta)
    datos = {
        **contexto_de_sala(peticion, "academia"),
        "progreso": consultas.progreso_de(cuenta),
        "siguiente": consultas.siguiente_de(cuenta),
        "renglones": [{"e": e, "costo": costo_en_palabras(e.costo, 1, Meta(e.partida.meta))} for e in suyos],
    }
    return render(peticion, "enlinea/academia/ejercicios.html", datos)


@de_suscriptores
@require_http_methods(["GET", "HEAD", "POST"])
def ejercicio(peticion: HttpRequest, ejercicio_id: int) -> HttpResponse:
    """Una posición propia: se elige la ficha y se dice si era la mejor y por qué.

    La respuesta sólo se ve después de mandar algo (D131); `?respuesta=1` enseña lo último contestado.
    """
    cuenta = cuenta_de(peticion)
    problema = consultas.problema_de(ejercicio_id, cuenta)
    if problema is None:
        raise Http404
    if peticion.method == "POST":
        return _contestar(peticion, problema)
    respuesta = _respuesta(problema) if "respuesta" in peticion.GET and problema.ejercicio.intentos else None
    if respuesta is None:
        ejercicio_plantear(cuenta_id=cuenta, ejercicio_id=ejercicio_id, ahora=timezone.now())
    if problema.visto is None:
        ejercicio_contar(fuente=problema.fuente, ejercicio=problema.ejercicio, ahora=timezone.now())
    datos = {
        **contexto_de_sala(peticion, "academia"),
        **_del_problema(problema),
        "respuesta": respuesta,
        "siguiente": consultas.siguiente_de(cuenta, ejercicio_id),
        "progreso": consultas.progreso_de(cuenta),
        "textos": todos(),
    }
    return render(peticion, "enlinea/academia/ejercicio.html", datos)


def _contestar(peticion: HttpRequest, problema: Problema) -> HttpResponse:
    """La ficha elegida (`jugada=13.1`), o la solución sin elegir (`solucion=1`); luego, a ver la respuesta."""
    cual = problema.ejercicio.pk
    aqui = reverse("enlinea:ejercicio", args=[cual])
    try:
        if peticion.POST.get("solucion") == "1":
            ejercicio_ver_solucion(cuenta_id=cuenta_de(peticion), ejercicio_id=cual)
            return HttpResponseRedirect(f"{aqui}?respuesta=1")
        ficha, extremo = jugada_de(peticion.POST.get("jugada", ""))
        ejercicio_responder(
            cuenta_id=cuenta_de(peticion), ejercicio_id=cual, ficha=ficha, extremo=extremo, ahora=timezone.now()
        )
    except ErrorDeServicio as error:
        return negar(peticion, error, aqui)
    return HttpResponseRedirect(f"{aqui}?respuesta=1")


def _del_problema(problema: Problema) -> dict[str, Any]:
    """Lo que el asiento sabía. Nada de las otras tres manos."""
    nombres, opciones = problema.fuente.nombres, [(ficha, extremo) for ficha, extremo, _valor in problema.valores]
    return {
        "problema": problema,
        "fuente": problema.fuente,
        **plantear(problema.posicion, nombres, problema.pasaron, opciones),
    }


def _respuesta(problema: Problema) -> dict[str, Any]:
    """Lo último que contestó, cuánto valía cada cosa y las cuatro manos."""
    fuente = problema.fuente
    lado = lado_visto(fuente.asiento)
    era = tuple(problema.error["elegida"][:2])
    return {
        **_elegida(problema),
        "misma": _contestada(problema) == era,
        "era": f"{ficha_dicha(era[0])}{lado(era[1])}",
        "explica": explicar(problema.error, fuente.nombres, fuente.meta, lado, fuente.asiento),
        "valores": sorted([_valor(problema, *una) for una in problema.valores], key=lambda uno: -uno["valor"]),
        **_con_lo_visto(problema),
        "manos": las_cuatro_manos(problema.posicion, fuente.nombres),
        "repetir": f"{reverse('enlinea:repetir', args=['partida', fuente.id])}"
        f"?mano={problema.ejercicio.mano + 1}&jugada={problema.ejercicio.jugada}",
    }


def _valor(problema: Problema, ficha: int, extremo: int, valor: int) -> dict[str, Any]:
    """Una opción: lo que valía con todo a la vista y, si ya se sabe, qué tan seguido era la mejor."""
    opinion, cuanto = None, ""
    if problema.visto is not None:
        opinion = problema.visto.de((ficha, extremo))
        cuanto = veces(opinion.milesimas, de_cada(problema.visto))
    return {
        "nombre": f"{ficha_dicha(ficha)}{lado_visto(problema.fuente.asiento)(extremo)}",
        "valor": valor,
        "vale": para_quien(valor, problema.fuente.meta),
        "mejor": valor == problema.mejor,
        "era": (ficha, extremo) == tuple(problema.error["elegida"][:2]),
        "buena": opinion is not None and opinion.buena,
        "cuanto": cuanto,
    }


def _con_lo_visto(problema: Problema) -> dict[str, Any]:
    """Si aquel día se podía saber, y con qué se calificó."""
    if problema.visto is None:
        return {"podia": [], "con_lo_visto": problema.ejercicio.con_lo_visto}
    fuente, error = problema.fuente, problema.error
    era, mejor = tuple(error["elegida"][:2]), tuple(error["mejor"][:2])
    return {
        "podia": se_podia_saber(problema.visto, era, mejor, "", lado_visto(fuente.asiento)),
        "con_lo_visto": problema.ejercicio.con_lo_visto,
    }


def _contestada(problema: Problema) -> tuple[int | None, int | None]:
    return problema.ejercicio.ficha, problema.ejercicio.extremo


def _elegida(problema: Problema) -> dict[str, Any]:
    """Lo que eligió y lo que costaba; vacío si pidió la solución sin elegir."""
    elegida = next((uno for uno in problema.valores if uno[:2] == _contestada(problema)), None)
    if elegida is None:
        return {"acerto": False, "ficha": ""}
    ficha, extremo, valor = elegida
    dicho = problema.ejercicio.acerto
    return {
        # lo contestado antes de que se guardara se califica con todo a la vista
        "acerto": valor == problema.mejor if dicho is None else dicho,
        "ficha": f"{ficha_dicha(ficha)}{lado_visto(problema.fuente.asiento)(extremo)}",
        "costo": costo_en_palabras(problema.mejor - valor, problema.mejor, problema.fuente.meta),
    }
