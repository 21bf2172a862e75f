"""Cada petición lleva su identificador, se cuenta y deja dicho lo que importa a la seguridad."""

import logging
import re
from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse

from config.base.medidas import PETICIONES
from config.servidor.registro import Ficha, actual, suceso

Respuesta = Callable[[HttpRequest], HttpResponse]

acceso = logging.getLogger("peticiones")
ADMINISTRACION = "administracion/"
NEGADO, DEMASIADO = 403, 429
_ACCION = re.compile(r"[a-z_]{1,40}")


def anotada(siguiente: Respuesta) -> Respuesta:
    """La capa de afuera: lo que se anote en la petición lleva su identificador, que también va en la respuesta."""

    def capa(peticion: HttpRequest) -> HttpResponse:
        empezo, ficha = perf_counter(), Ficha(peticion)
        marca = actual.set(ficha)
        try:
            respuesta = siguiente(peticion)
            PETICIONES.sumar(f"{respuesta.status_code // 100}xx")
            _de_seguridad(ficha, respuesta.status_code)
            if acceso.isEnabledFor(logging.INFO):
                datos = {"metodo": peticion.method, "ruta": ficha.ruta, "codigo": respuesta.status_code,
                         "ms": round((perf_counter() - empezo) * 1000, 1)}  # fmt: skip
                acceso.info("%s", datos, extra={"datos": datos})
        finally:
            actual.reset(marca)
        respuesta.headers["X-Peticion"] = ficha.id
        return respuesta

    return capa


def _de_seguridad(ficha: Ficha, codigo: int) -> None:
    peticion, ruta = ficha.peticion, ficha.ruta
    usuario = getattr(peticion, "_cached_user", None)
    del_personal = bool(getattr(usuario, "is_staff", False))
    en_administracion = ruta.startswith(ADMINISTRACION)
    echado = en_administracion and codigo == 302 and bool(getattr(usuario, "pk", None)) and not del_personal
    if codigo == NEGADO or echado:
        suceso("permiso_negado", ruta=ruta)
    elif codigo == DEMASIADO:
        suceso("limite_alcanzado", ruta=ruta)
    elif en_administracion and del_personal and peticion.method == "POST":
        suceso("acto_del_personal", None, ruta=ruta, **_sobre_que(peticion))


def _sobre_que(peticion: HttpRequest) -> dict[str, str]:
    """El número de lo que se tocó y la acción que se eligió; el motivo y lo demás queda en la administración."""
    objeto = str(peticion.resolver_match.kwargs.get("object_id", "")) if peticion.resolver_match else ""
    accion = peticion.POST.get("action", "")
    dicho = {"objeto": objeto if objeto.isdecimal() else "", "accion": accion if _ACCION.fullmatch(accion) else ""}
    return {que: valor for que, valor in dicho.items() if valor}
