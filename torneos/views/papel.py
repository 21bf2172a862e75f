"""Lo que se imprime: una hoja por mesa con su QR y la lista alfabética de la pared (TO16, TO30)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from config.comun.qr import completo, qr_de
from torneos import consultas
from torneos.pantallas import mesa_dicha
from torneos.porque.hoja import descansan_en
from torneos.porque.sin_mesa import los_suplidos
from torneos.textos import llano
from torneos.views.comun import de_control, estado_o_404

RENGLONES = range(1, 13)


@require_GET
@never_cache
def hojas(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """Una por mesa. El QR lleva la clave con que se anota: sólo las imprime la mesa de control."""
    entrada = de_control(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    vista = consultas.partida_de(estado.id, numero)
    if vista is None:
        raise Http404
    hojas = []
    for m in vista.mesas:
        enlace = completo(peticion, reverse("torneos:mesa", args=[m.clave]))
        hojas.append({**mesa_dicha(estado, m), "enlace": enlace, "qr": qr_de(enlace)})
    contexto = {"estado": estado, "visor": visor, "vista": vista, "hojas": hojas, "renglones": RENGLONES}
    return render(peticion, "torneos/papel/hojas.html", contexto)


@require_GET
@never_cache
def alfabetico(peticion: HttpRequest, codigo: str, numero: int) -> HttpResponse:
    """Quién juega en qué mesa, en orden alfabético: la de la pared."""
    estado = estado_o_404(codigo)
    vista = consultas.partida_de(estado.id, numero)
    if vista is None:
        raise Http404
    quienes = [(estado.nombre_de(n), m.numero, "") for n, m in vista.mesa_de.items()]
    quienes += [(nombre, None, "") for _n, nombre in descansan_en(estado, numero, vista.descansan)]
    quienes += [(antes, None, suple) for antes, suple in los_suplidos(estado, numero)]
    ordenados = sorted(quienes, key=lambda par: llano(par[0]))
    return render(peticion, "torneos/papel/alfabetico.html", {"estado": estado, "vista": vista, "quienes": ordenados})
