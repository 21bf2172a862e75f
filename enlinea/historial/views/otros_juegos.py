"""Lo jugado a Federación y a Música: la cuenta de cada juego, las últimas y su repetición (VA2)."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.historial.consultas import otros_juegos as consultas
from enlinea.historial.exacto import exacto_de_mano
from enlinea.historial.repeticion import partida_repetida
from enlinea.models import PartidaDeOtroJuego
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.textos.juegos import ayuda_de, como_se_dice
from enlinea.textos.otros_juegos import de_otro_juego, tiene_figuras
from enlinea.textos.tablero import todos


@de_suscriptores
@require_safe
def lista(peticion: HttpRequest) -> HttpResponse:
    """Cuánto se ha jugado y ganado a cada juego, y las últimas 50."""
    cuenta = cuenta_de(peticion)
    datos = {
        **contexto_de_sala(peticion, "estadistica"),
        "cuentas": consultas.cuentas_por_juego(cuenta),
        "partidas": consultas.ultimas_de_otros(cuenta),
        "ultimas": consultas.ULTIMAS,
    }
    return render(peticion, "enlinea/otros/lista.html", datos)


@de_suscriptores
@require_safe
def repetir(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """Una partida, mano por mano y jugada por jugada. Terminada, ya no hay nada que esconder."""
    suya = consultas.otra_de(partida_id, cuenta_de(peticion))
    if suya is None:
        raise Http404
    manos = partida_repetida(suya.partida.acta, suya.asiento)
    pedida = peticion.GET.get("mano", "")
    cual = int(pedida) if pedida.isascii() and pedida.isdecimal() and len(pedida) < 4 else 1
    mano = manos[min(max(cual, 1), len(manos)) - 1]
    reglamento = mano.reglamento
    datos = {
        **contexto_de_sala(peticion, "estadistica"),
        "partida": suya.partida,
        "juego": como_se_dice(suya.partida.reglamento),
        "manos": manos,
        "mano": mano,
        "se_analiza": reglamento.se_analiza,
        "exacto": _exacto(suya.partida, mano.numero) if reglamento.se_analiza and "exacto" in peticion.GET else None,
        "ayuda": ayuda_de(reglamento.nombre),
        "figuras": tiene_figuras(reglamento),
        "textos": {**todos(), **de_otro_juego(reglamento)},
    }
    return render(peticion, "enlinea/otros/repetir.html", datos)


def _exacto(partida: PartidaDeOtroJuego, numero: int) -> list[str]:
    return exacto_de_mano(partida.id, partida.acta or {}, numero)


@never_cache
@require_safe
@login_required
def acta(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """El acta en JSON; quien no la jugó no sabe ni que existe."""
    datos = consultas.acta_de_otra(partida_id, peticion.user.pk or 0)
    if datos is None:
        raise Http404
    respuesta = JsonResponse(datos, json_dumps_params={"ensure_ascii": False})
    respuesta["Content-Disposition"] = f'attachment; filename="partida-{partida_id}.json"'
    return respuesta
