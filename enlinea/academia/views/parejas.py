"""El reporte de cada pareja: lo que más falla, con enlaces a verlo (D522)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from enlinea.academia.consultas.parejas import ULTIMAS, Ejemplo, parejas_de, reporte_de
from enlinea.academia.textos_analisis import GRAVEDADES, cortes
from enlinea.academia.textos_parejas import costo_de, ejemplo_en_palabras, titulo_de
from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.sala.views.marco import contexto_de_sala
from reglas.tipos import Meta


@de_suscriptores
@require_safe
def parejas(peticion: HttpRequest) -> HttpResponse:
    """Con quiénes hay reporte."""
    datos = {**contexto_de_sala(peticion, "academia"), "parejas": parejas_de(cuenta_de(peticion))}
    return render(peticion, "enlinea/academia/parejas.html", datos)


@de_suscriptores
@require_safe
def pareja(peticion: HttpRequest, companero_id: int) -> HttpResponse:
    """El de una pareja; con quien no se ha jugado, 404."""
    reporte = reporte_de(cuenta_de(peticion), companero_id)
    if reporte is None:
        raise Http404
    datos = {
        **contexto_de_sala(peticion, "academia"),
        "reporte": reporte,
        "ultimas": ULTIMAS,
        "gravedades": [(GRAVEDADES[gravedad], mias, suyas) for gravedad, mias, suyas in reporte.gravedades],
        "leyendas": [(meta.dicha, cortes(meta)) for meta in Meta],
        "grupos": [
            {
                "titulo": titulo_de(grupo),
                "costo": costo_de(grupo),
                "ejemplos": [(ejemplo_en_palabras(uno, reporte.nombre), _enlace(uno)) for uno in grupo.ejemplos],
            }
            for grupo in reporte.grupos
        ],
    }
    return render(peticion, "enlinea/academia/pareja.html", datos)


def _enlace(uno: Ejemplo) -> str:
    return f"{reverse('enlinea:repetir', args=['partida', uno.partida])}?mano={uno.mano}&jugada={uno.jugada}"
