"""Ingreso al Recreo (RE1): reconoce a la persona y la lleva a donde toca, sin decir nada de nadie a un extraño."""

from dataclasses import astuple
from datetime import timedelta
from typing import TypedDict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.base.sesiones import LLAVE
from recreo import aparato, consultas, servicios
from recreo.consultas.reclamo import A_LA_VEZ, por_deshacer, sin_reclamar
from recreo.forms import FormaDeReclamoDeHistoria
from recreo.historia import historia_de
from recreo.servicios.reclamo import Dicho, historia_devolver, historia_reclamar
from recreo.tratos import mis_tratos
from recreo.views.comun import entrar as entrar_al_recreo
from suscripciones import consultas as suscripciones

TERMINADOS = ("terminado", "cancelado")
DICHOS = "reclamos_dichos"
SE_DESHACE_EN = timedelta(days=1)


@never_cache
@require_safe
def entrada(peticion: HttpRequest) -> HttpResponse:
    """A su Recreo; si no tiene, a organizar o a un aviso claro."""
    if peticion.user.is_authenticated:
        recreo = servicios.jugador_reconocer(cuenta_id=peticion.user.pk or 0)
        if recreo is not None:
            return redirect("recreo:ir", codigo=recreo.codigo)
    aparato.reconocer(peticion)
    codigo = consultas.recreo_de_llave(peticion.session.get(LLAVE, ""))
    if codigo:
        return redirect("recreo:ir", codigo=codigo)
    if not peticion.user.is_authenticated:
        en_pausa = consultas.pausados_de(None, peticion.session.get(LLAVE, ""))
        if en_pausa:
            return redirect("recreo:ir", codigo=en_pausa[0].codigo)
        return render(peticion, "recreo/entrada/correo.html", {"siguiente": reverse("recreo:entrada")})
    return _libre(peticion)


def _libre(peticion: HttpRequest) -> HttpResponse:
    """Identificado y sin Recreo: acepta donde lo apuntaron, organiza, o sabe por qué no y qué hacer."""
    permiso = suscripciones.puede_organizar(peticion.user.pk, timezone.now())
    pasados = [r for r in consultas.recreos_de(peticion.user.pk or 0) if r.estado in TERMINADOS]
    apuntado = consultas.invitaciones_de(suscripciones.correo_de(peticion.user.pk or 0))
    datos = {"permiso": permiso, "pasados": pasados[:5], "hay_mas": len(pasados) > 5, "apuntado": apuntado}
    datos["en_pausa"] = consultas.pausados_de(peticion.user.pk, peticion.session.get(LLAVE, ""))
    return render(peticion, "recreo/entrada/libre.html", datos)


@never_cache
@require_safe
def mios(peticion: HttpRequest) -> HttpResponse:
    """Mi historia: los Recreos en que estuvo la persona, y en qué lugar quedó."""
    if not peticion.user.is_authenticated:
        return redirect("recreo:entrada")
    pedida = peticion.GET.get("pagina", "1")
    pagina = max(1, int(pedida)) if pedida.isdecimal() and len(pedida) < 4 else 1
    cuenta_id, llave = peticion.user.pk or 0, peticion.session.get(LLAVE, "")
    datos: dict[str, object] = {"historia": historia_de(cuenta_id, pagina)}
    if pagina == 1:
        datos["tratos"] = mis_tratos(cuenta_id)
        datos["por_deshacer"] = por_deshacer({d.jugador: d.mios for d in _dichos(peticion)})
        datos["por_reclamar"] = sin_reclamar(cuenta_id, suscripciones.correo_de(cuenta_id), llave)
    return render(peticion, "recreo/entrada/mios.html", datos)


@never_cache
@require_POST
def reclamar(peticion: HttpRequest) -> HttpResponse:
    """«Son míos» o «No era yo», de uno o de todos los que parecen suyos; o deshace lo que dijo de uno."""
    if not peticion.user.is_authenticated:
        return redirect("recreo:entrada")
    quien: QuienReclama = {"cuenta_id": peticion.user.pk or 0, "llave": peticion.session.get(LLAVE, "")}
    forma, dichos = FormaDeReclamoDeHistoria(peticion.POST), _dichos(peticion)
    deshace = peticion.POST.get("deshacer", "")
    if deshace:
        cual = next((d for d in dichos if str(d.jugador) == deshace), None)
        if cual is not None and not historia_devolver(**quien, dicho=cual):
            messages.warning(peticion, _("Ese lugar ya es de otra persona: pídele a quien organizó que lo revise."))
        _recordar(peticion, [d for d in dichos if d is not cual])
    elif forma.is_valid():
        nuevos = historia_reclamar(**quien, **forma.cleaned_data)
        _recordar(peticion, [*(d for d in dichos if d.jugador not in {n.jugador for n in nuevos}), *nuevos])
    return redirect("recreo:mios")


class QuienReclama(TypedDict):
    """Su cuenta y la llave de su teléfono."""

    cuenta_id: int
    llave: str


def _dichos(peticion: HttpRequest) -> list[Dicho]:
    """Lo que dijo en esta sesión en las últimas veinticuatro horas, y de esa cuenta (D604)."""
    guardado = peticion.session.get(DICHOS, {})
    if guardado.get("cuenta") != peticion.user.pk or guardado.get("hasta", 0) < timezone.now().timestamp():
        return []
    return [Dicho(*d) for d in guardado["dichos"]]


def _recordar(peticion: HttpRequest, dichos: list[Dicho]) -> None:
    hasta = (timezone.now() + SE_DESHACE_EN).timestamp()
    peticion.session[DICHOS] = {
        "cuenta": peticion.user.pk,
        "hasta": hasta,
        "dichos": [astuple(d) for d in dichos[-A_LA_VEZ:]],
    }


@never_cache
@require_safe
def ir(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """La pantalla que a cada quien le toca según cómo va el Recreo."""
    entrada_o_respuesta = entrar_al_recreo(peticion, codigo)
    if isinstance(entrada_o_respuesta, HttpResponse):
        return entrada_o_respuesta
    estado, visor = entrada_o_respuesta
    if estado.estado == "cancelado":
        return render(peticion, "recreo/entrada/cancelado.html", {"estado": estado, "visor": visor})
    if estado.estado == "terminado":
        return redirect("recreo:clasificacion", codigo=estado.codigo)
    if estado.estado == "preparacion":
        return redirect("recreo:jugadores" if visor.manda else "recreo:mesa", codigo=estado.codigo)
    return redirect("recreo:tablero" if visor.organiza else "recreo:mesa", codigo=estado.codigo)
