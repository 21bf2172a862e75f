"""Vistas del organizador: alta, invitaciones, tablero y las órdenes que llevan página propia (RE2-RE6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.comun.qr import qr_de
from recreo import servicios
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, MesaVista, Visor
from recreo.forms import (
    FormaDeAmbito,
    decir_error,
    guardado_de,
)
from recreo.ordenes import ORDENES, FormaDeOrden
from recreo.pantallas import Mirada
from recreo.pantallas.alta import nombre_sugerido, tamano_de, tamanos
from recreo.pantallas.cierre import consecuencia, por_que_no
from recreo.pantallas.conformidad import de_la_hoja
from recreo.pantallas.organizador import Bando, bandos_de
from recreo.textos import texto_de
from recreo.views.comun import (
    enlace_de,
    entrar,
    estado_o_404,
    mesa_o_404,
    pantalla,
    quien_pide,
    solo_en_este_aparato,
)
from reglas.tipos import Fin
from suscripciones import consultas as suscripciones

T = TypeVar("T")
con_formulario = require_http_methods(["GET", "HEAD", "POST"])
ACABADOS = ("terminado", "cancelado")
Permitido = tuple[EstadoRecreo, Visor]


def solo_manda(peticion: HttpRequest, codigo: str) -> Permitido | HttpResponse:
    """El Recreo, si quien pide lo organiza o coorganiza; si no, a donde le toca."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    if not visor.manda:
        messages.error(peticion, texto_de(ErrorDeServicio("solo_organizador")))
        return redirect("recreo:ir", codigo=estado.codigo)
    return estado, visor


def manda_en_vivo(peticion: HttpRequest, codigo: str) -> Permitido | HttpResponse:
    """Como `solo_manda`, y además el Recreo sigue: el que acabó se mira, no se cambia."""
    permitido = solo_manda(peticion, codigo)
    if isinstance(permitido, HttpResponse) or permitido[0].estado not in ACABADOS:
        return permitido
    estado = permitido[0]
    messages.warning(peticion, texto_de(ErrorDeServicio(f"estado_{estado.estado}")))
    return redirect("recreo:ir", codigo=estado.codigo)


@never_cache
@con_formulario
def nuevo(peticion: HttpRequest) -> HttpResponse:
    """Arma un Recreo: primero cuántos, después el ámbito; los jugadores van en la siguiente pantalla."""
    if not suscripciones.puede_organizar(peticion.user.pk, timezone.now()):
        return redirect("recreo:entrada")
    if peticion.method != "POST" and (ocupado := _en_otro(peticion)) is not None:
        return ocupado
    elegido = tamano_de(peticion.GET.get("jugadores", ""))
    if elegido is None:
        return render(peticion, "recreo/nuevo/cuantos.html", {"tamanos": tamanos()})
    sugerido = {"nombre": nombre_sugerido(timezone.localtime())}
    forma = FormaDeAmbito(peticion.POST or None, ronda=elegido.ronda, con_rol=elegido.con_rol, initial=sugerido)
    crear = partial(servicios.recreo_crear, cuenta_id=peticion.user.pk or 0, tamano=elegido.jugadores)
    recreo = _con_lo_escrito(peticion, forma, crear)
    if recreo is not None:
        return redirect("recreo:jugadores", codigo=recreo.codigo)
    return render(peticion, "recreo/nuevo/ambito.html", {"forma": forma, "tamano": elegido})


def _en_otro(peticion: HttpRequest) -> HttpResponse | None:
    """Quien está en un Recreo sin terminar lo sabe antes de llenar nada, con cómo salir (RE1)."""
    cuenta_id = peticion.user.pk or 0
    recreo = servicios.jugador_reconocer(cuenta_id=cuenta_id)
    if recreo is None:
        return None
    datos = {"recreo": recreo, "organiza": recreo.organizador_id == cuenta_id}
    return render(peticion, "recreo/nuevo/ocupado.html", datos)


@never_cache
@con_formulario
def ambito(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Cambia nombre, lugar, meta y apuesta mientras se prepara."""
    permitido = manda_en_vivo(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, _visor = permitido
    tamano = tamano_de(str(estado.tamano))
    con_rol = tamano is not None and tamano.con_rol
    forma = FormaDeAmbito(peticion.POST or None, ronda=estado.es_ronda, con_rol=con_rol, initial=guardado_de(estado))
    editar = partial(servicios.recreo_editar, recreo_id=estado.id, quien=quien_pide(peticion))
    if _con_lo_escrito(peticion, forma, editar) is not None:
        return redirect("recreo:jugadores", codigo=estado.codigo)
    datos = {"forma": forma, "tamano": tamano, "estado": estado}
    return render(peticion, "recreo/nuevo/ambito.html", datos)


def _con_lo_escrito(peticion: HttpRequest, forma: FormaDeAmbito, servicio: Callable[..., T]) -> T | None:
    """Llama al servicio con lo escrito; None si no se mandó o no vale, con el error ya en el formulario."""
    if peticion.method != "POST" or not forma.is_valid():
        return None
    try:
        return servicio(**forma.cleaned_data)
    except ErrorDeServicio as e:
        decir_error(forma, e)
        return None


@never_cache
@require_safe
def invitar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """QR, código y enlace para compartir, y quién está dentro."""
    permitido = manda_en_vivo(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, _visor = permitido
    enlace = enlace_de(peticion, estado.codigo, estado.clave)
    return pantalla(
        peticion,
        codigo,
        "recreo/invitar/pagina.html",
        Mirada("invitar"),
        manda=True,
        enlace=enlace,
        qr=qr_de(enlace),
        solo_aqui=solo_en_este_aparato(enlace),
    )


@never_cache
@require_safe
def tablero(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Avance, avisos y mesas de la partida en curso."""
    return pantalla(peticion, codigo, "recreo/tablero/pagina.html", Mirada("tablero"), manda=True)


# ---------- órdenes con página propia ----------

Armar = Callable[[EstadoRecreo, Visor, MesaVista | None], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Pagina:
    """Una orden con su página: si se niega, vuelve con lo escrito y el error junto al campo."""

    accion: str
    plantilla: str
    armar: Armar
    siguiente: str = "recreo:tablero"


def pagina_de_orden(
    peticion: HttpRequest, codigo: str, pagina: Pagina, partida: int = 0, mesa: int = 0
) -> HttpResponse:
    """Pinta la página de la orden o la aplica."""
    permitido = solo_manda(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, visor = permitido
    donde = {"partida": partida, "mesa": mesa} if mesa else {}
    forma: FormaDeOrden | None = None
    if peticion.method == "POST":
        forma = ORDENES[pagina.accion].forma({**peticion.POST.dict(), **donde})
        if _aplicar(peticion, estado, pagina.accion, forma):
            vuelve = "recreo:mesa" if peticion.GET.get("vuelve") == "mesa" else pagina.siguiente
            return redirect(vuelve, codigo=estado.codigo)
        estado = estado_o_404(codigo)  # lo que se negó pudo cambiar mientras se veía
    vista = mesa_o_404(estado, partida, mesa) if mesa else None
    datos = {"estado": estado, "visor": visor, "forma": forma, "mesa": vista, "escrito": peticion.POST or peticion.GET}
    return render(peticion, pagina.plantilla, {**datos, **pagina.armar(estado, visor, vista)})


def _aplicar(peticion: HttpRequest, estado: EstadoRecreo, accion: str, forma: FormaDeOrden) -> bool:
    if not forma.is_valid():
        return False
    try:
        ORDENES[accion].servicio(recreo_id=estado.id, quien=quien_pide(peticion), **forma.cleaned_data)
    except ErrorDeServicio as e:
        decir_error(forma, e)
        return False
    return True


def _de_mesa(estado: EstadoRecreo, visor: Visor, mesa: MesaVista | None, fin: Fin) -> dict[str, Any]:
    """Las dos parejas y lo que dejaría cerrar así."""
    if mesa is None:
        raise Http404
    bandos: tuple[Bando, Bando] = bandos_de(estado, mesa, visor)
    return {
        "bandos": bandos,
        "que_pasa": consecuencia(estado, mesa, fin),
        "no_se_puede": por_que_no(estado, mesa, fin),
        "revisada": de_la_hoja(estado, mesa, visor),
    }


def _de_default(estado: EstadoRecreo, visor: Visor, mesa: MesaVista | None) -> dict[str, Any]:
    if mesa is None:
        raise Http404
    return {
        "bandos": bandos_de(estado, mesa, visor),
        "segun": [consecuencia(estado, mesa, Fin.DEFAULT, g) for g in (0, 1)],
        "no_se_puede": por_que_no(estado, mesa, Fin.DEFAULT, 0),
        "sentados": [estado.jugadores[n] for n in mesa.asientos],
    }


def _de_castigo(estado: EstadoRecreo, visor: Visor, mesa: MesaVista | None) -> dict[str, Any]:
    castigos = [(p, c) for p in estado.partidas for c in p.castigos]
    grupos = [(m, [estado.jugadores[n] for n in m.asientos]) for m in (estado.actual.mesas if estado.actual else ())]
    descansan = [estado.jugadores[n] for n in (estado.actual.rol.descansan if estado.actual else ())]
    return {"castigos": castigos, "grupos": grupos, "descansan": descansan}


CERRAR = Pagina("mesa_cerrar", "recreo/cerrar/pagina.html", lambda e, v, m: _de_mesa(e, v, m, Fin.META))
SUSPENDER = Pagina("mesa_suspender", "recreo/cerrar/suspender.html", lambda e, v, m: _de_mesa(e, v, m, Fin.TIEMPO))
DEFAULT = Pagina("mesa_aplicar_default", "recreo/default/pagina.html", _de_default)
CASTIGO = Pagina("castigo_aplicar", "recreo/castigo/pagina.html", _de_castigo, "recreo:castigo")
CANCELAR = Pagina("recreo_cancelar", "recreo/cerrar/cancelar.html", lambda e, v, m: {}, "recreo:ir")


@never_cache
@con_formulario
def cerrar(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Confirma la pareja ganadora y cierra la mesa (RE6)."""
    return pagina_de_orden(peticion, codigo, CERRAR, partida, mesa)


@never_cache
@con_formulario
def suspender(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Suspende por tiempo: gana quien va adelante (RG7)."""
    return pagina_de_orden(peticion, codigo, SUSPENDER, partida, mesa)


@never_cache
@con_formulario
def default(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Default o infracción (RE5)."""
    return pagina_de_orden(peticion, codigo, DEFAULT, partida, mesa)


@never_cache
@con_formulario
def castigo(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Castigo en tantos, y los que ya hay."""
    return pagina_de_orden(peticion, codigo, CASTIGO)


@never_cache
@con_formulario
def cancelar(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Cancela el Recreo y libera a todos."""
    permitido = manda_en_vivo(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    return pagina_de_orden(peticion, codigo, CANCELAR)
