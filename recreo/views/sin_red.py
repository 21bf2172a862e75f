"""Lo que hace falta para que el Recreo sirva sin señal (RE7, decisión 018): el trabajador de servicio, su página, y
quién es quien tiene este aparato."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.base.sesiones import marca_de
from config.comun.trabajador import como_trabajador, de_avisos
from recreo import consultas
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.views.comun import quien_pide
from recreo.views.mesa import YA_NO_CAMBIAN
from recreo.views.organizador import manda_en_vivo

TRABAJADOR = "js/recreo/trabajador.js"


@require_safe
def trabajador(peticion: HttpRequest) -> HttpResponse:
    """El trabajador de servicio. Su dirección es su alcance: sólo `/recreo/`, nada de En línea, cuentas ni pagos."""
    datos = {
        "version": _version(),
        "sinSenal": reverse("recreo:sin_senal"),
        "estaticos": settings.STATIC_URL,
        "conHuella": bool(_huella()),
    }
    return como_trabajador(f"self.RECREO = {json.dumps(datos)};\n{_guion()}\n{de_avisos(peticion.path, 'Recreo')}")


def _guion() -> str:
    return _leido() if settings.PRODUCCION else _leer()


def _leer() -> str:
    ruta = finders.find(TRABAJADOR)
    if ruta is None:
        return staticfiles_storage.open(TRABAJADOR).read().decode()
    return Path(str(ruta)).read_text(encoding="utf-8")


_leido = cache(_leer)


def _version() -> str:
    """Cambia con cada despliegue que cambie un estático o el trabajador: la huella de todos los estáticos."""
    return sha256(f"{_huella()}{_guion()}".encode()).hexdigest()[:16]


def _huella() -> str:
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


@require_safe
def sin_senal(peticion: HttpRequest) -> HttpResponse:
    """Lo que se ve en lugar de una página que no está guardada. No dice nada de nadie: la guarda el aparato."""
    respuesta = render(peticion, "recreo/sin_senal.html", {"marca_del_aparato": None})
    patch_cache_control(respuesta, no_cache=True)
    return respuesta


@never_cache
@require_safe
def aparatos(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Los teléfonos que entraron sin correo: quien organiza retira el que se perdió o no es de esa persona (D282)."""
    permitido = manda_en_vivo(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, visor = permitido
    suyos = [j for j in estado.jugadores.values() if j.llave]
    return render(peticion, "recreo/aparatos/pagina.html", {"estado": estado, "visor": visor, "suyos": suyos})


@never_cache
@require_safe
def quien(peticion: HttpRequest) -> JsonResponse:
    """Quién tiene este aparato, y la protección vigente de los formularios: la que trae una página guardada venció.

    `de`: el Recreo del que el aparato guarda manos de otra persona; a quien tiene lugar en él le dice además qué mesas
    puede anotar ahora (D750). De los que no son suyos no dice ni que existen.
    """
    suyo = quien_pide(peticion)
    datos: dict[str, object] = {"quien": marca_de(suyo.cuenta_id, suyo.llave), "csrf": get_token(peticion)}
    return JsonResponse(datos | _que_anota(suyo, peticion.GET.get("de", "")))


def _que_anota(suyo: Quien, codigo: str) -> dict[str, object]:
    try:
        recreo_id = consultas.id_de(codigo) if codigo else 0
    except ErrorDeServicio:
        return {}
    if not recreo_id or not consultas.tiene_lugar(recreo_id, suyo.cuenta_id, suyo.llave):
        return {}
    estado = consultas.estado_de(recreo_id)
    visor = estado.visor(suyo)
    en_juego = estado.estado == "en_juego"
    mesas = [f"{m.partida}-{m.numero}" for p in estado.partidas for m in p.mesas if en_juego and visor.anota(m)]
    return {"anota": mesas, "descarta": visor.manda or estado.estado in YA_NO_CAMBIAN}
