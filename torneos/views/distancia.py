"""A Distancia: declarar parejas y equipos antes de empezar, y su tabla (TO25)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from recreo.hoja.textos import en_lista
from torneos.consultas.distancia import FilaADistancia, declarados_de, filas_a_distancia
from torneos.estado import EstadoTorneo
from torneos.tabla_dicha import Renglon, lo_que_lleva
from torneos.views.comun import de_control, estado_o_404

DE_PAREJA = 2


def _exigir(estado: EstadoTorneo) -> None:
    if estado.tipo != "a_distancia":
        raise Http404


@require_GET
@never_cache
def declarar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Quién va con quién; se dice antes de la partida 1."""
    entrada = de_control(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    _exigir(estado)
    suyos = [
        (d, en_lista(f"{s.inscrito.numero} {s.inscrito.nombre}" for s in d.suyos.all()))
        for d in declarados_de(estado.id)
    ]
    contexto = {"estado": estado, "visor": visor, "declarados": suyos, "inscritos": estado.sujetos}
    return render(peticion, "torneos/distancia/declarar.html", contexto)


@require_GET
@never_cache
def tabla(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La de las parejas y la de los equipos, tras la última partida cerrada."""
    estado = estado_o_404(codigo)
    _exigir(estado)
    return render(peticion, "torneos/distancia/tabla.html", {"estado": estado, **tablas_a_distancia(estado)})


def tablas_a_distancia(estado: EstadoTorneo) -> dict[str, list[Renglon]]:
    """Las dos, con nombres; en otro formato, ninguna."""
    if estado.tipo != "a_distancia":
        return {}
    filas = filas_a_distancia(estado.id, estado.cerradas, final=estado.estado == "terminado")
    return {
        "parejas": [_renglon(estado, f) for f in filas if f.cuantos == DE_PAREJA],
        "equipos": [_renglon(estado, f) for f in filas if f.cuantos != DE_PAREJA],
    }


def _renglon(estado: EstadoTorneo, f: FilaADistancia) -> Renglon:
    quienes = en_lista(estado.nombre_de(n) for n in f.numeros)
    return Renglon(
        lugar=f.lugar,
        numero=0,
        nombre=f.nombre,
        club="" if quienes == f.nombre else quienes,
        **lo_que_lleva(f.renglon),
        desempate="",
        retirado=False,
        premio=f.premio,
    )
