"""Capas comunes a toda petición."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views.defaults import bad_request

from config.servidor.envios import DE_UN_FORMULARIO, envio_maximo
from config.servidor.guion import es_guion

Respuesta = Callable[[HttpRequest], HttpResponse]

# Cuántas vueltas http → https seguidas se toleran antes de explicar qué falta.
VUELTAS = 3
GALLETA_DE_VUELTAS = "vueltas_https"
ENTERO_MAYOR = (1 << 63) - 1
"""El que guarda la base."""
NO_CUPO = "casa.no_cupo"
PUERTA_LLENA = "casa.puerta_llena"
"""En el `scope` de la petición que ya no cabe."""


def anfitrion_conocido(siguiente: Respuesta) -> Respuesta:
    """Un `Host` que no es nuestro es un 400, pida lo que pida: también lo que se contesta antes de leer el nombre.

    Va primero, y sin página ni rastro: quien manda miles no gasta nada de lo nuestro ni llena el registro.
    """

    def capa(peticion: HttpRequest) -> HttpResponse:
        try:
            peticion.get_host()
        except DisallowedHost:
            return HttpResponseBadRequest(_("Aquí no se sirve ese nombre."), content_type="text/plain; charset=utf-8")
        return siguiente(peticion)

    return capa


def politica_de_contenido(siguiente: Respuesta) -> Respuesta:
    """Política estricta: nada en línea y nada de fuera; los sockets, sólo con el nombre por el que se llegó."""

    def capa(peticion: HttpRequest) -> HttpResponse:
        respuesta = siguiente(peticion)
        respuesta.headers.setdefault(
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
            f"frame-ancestors 'none'; form-action {' '.join(_formularios(respuesta))}; "
            f"connect-src 'self'{_sockets(peticion)}",
        )
        return respuesta

    return capa


def admite_formularios(respuesta: HttpResponse, origenes: Iterable[str]) -> HttpResponse:
    """Sólo esa página puede mandar su formulario también ahí: al de quien cobra (D428)."""
    respuesta._tambien_a = tuple(origenes)  # type: ignore[attr-defined]
    return respuesta


def _formularios(respuesta: HttpResponse) -> tuple[str, ...]:
    return ("'self'", *getattr(respuesta, "_tambien_a", ()))


def _sockets(peticion: HttpRequest) -> str:
    """El origen de nuestros sockets: en los navegadores viejos «'self'» no los abarca (PL1).

    Una IPv6 no se puede escribir en la política: a ésas sólo llegan los nuevos.
    """
    anfitrion = peticion.get_host()
    return "" if anfitrion.startswith("[") else f" {'wss' if peticion.is_secure() else 'ws'}://{anfitrion}"


class NumerosQueCaben:
    """Una dirección con un número que no cabe en la base no es de nada: es un 404, no un 500."""

    def __init__(self, siguiente: Respuesta) -> None:
        self.siguiente = siguiente

    def __call__(self, peticion: HttpRequest) -> HttpResponse:
        """Deja pasar: lo suyo es con la ruta ya resuelta."""
        return self.siguiente(peticion)

    def process_view(self, peticion: HttpRequest, vista: Any, args: Any, datos: dict[str, Any]) -> None:
        """Levanta `Http404` con el primero que no quepa."""
        if any(isinstance(dato, int) and dato > ENTERO_MAYOR for dato in datos.values()):
            raise Http404


def sin_caracter_nulo(siguiente: Respuesta) -> Respuesta:
    """Una dirección o una galleta con el carácter nulo no es de nadie y PostgreSQL no lo admite: es un 400, no un 500.

    Lo que llega en un formulario lo niegan sus campos.
    """

    def capa(peticion: HttpRequest) -> HttpResponse:
        textos = (peticion.path, unquote(peticion.META.get("QUERY_STRING", "")), *peticion.COOKIES.values())
        if any("\0" in texto for texto in textos):
            return bad_request(peticion, ValueError())
        return siguiente(peticion)

    return capa


def https_sin_vueltas(siguiente: Respuesta) -> Respuesta:
    """En producción las sesiones exigen https; si no lo hay, se explica en vez de dar vueltas en silencio.

    Va antes de `SecurityMiddleware`. Hay dos vueltas posibles: un proxy con TLS que no avisa que lo tiene (la
    redirección a https no acaba nunca), y servir por http con la redirección apagada (la sesión no se guarda
    y la entrada se repite).
    """

    def capa(peticion: HttpRequest) -> HttpResponse:
        if not settings.SESSION_COOKIE_SECURE or peticion.is_secure():
            return siguiente(peticion)
        cuenta = peticion.COOKIES.get(GALLETA_DE_VUELTAS, "0")
        vueltas = int(cuenta) if cuenta.isdecimal() and len(cuenta) < 3 else 0
        if not settings.SECURE_SSL_REDIRECT or vueltas >= VUELTAS:
            falta = render(peticion, "suscripciones/falta_https.html", status=503)
            falta.delete_cookie(GALLETA_DE_VUELTAS)
            return falta
        respuesta = siguiente(peticion)
        if respuesta.status_code in (301, 302, 308):
            # sin guardar: una redirección permanente recordada daría vueltas dentro del navegador
            respuesta.headers["Cache-Control"] = "no-store"
            respuesta.set_cookie(GALLETA_DE_VUELTAS, str(vueltas + 1), max_age=10, httponly=True, samesite="Lax")
        return respuesta

    return capa


def es_anfitrion(peticion: HttpRequest, anfitrion: str) -> bool:
    """¿La petición llegó a ese nombre? El puerto cuenta sólo si el nombre configurado lo trae."""
    if not anfitrion:
        return False
    pedido = peticion.get_host().lower()
    return anfitrion.lower() in (pedido, pedido.rsplit(":", 1)[0])


def base_de(peticion: HttpRequest, anfitrion: str) -> str:
    """Principio de los enlaces a ese anfitrión: absoluto si es otro; vacío si es éste o no hay (PL2)."""
    if not anfitrion or es_anfitrion(peticion, anfitrion):
        return ""
    return f"{'https' if peticion.is_secure() else 'http'}://{anfitrion}"


def rutas_por_anfitrion(siguiente: Respuesta) -> Respuesta:
    """PL2: en el anfitrión del Recreo la portada es la entrada al Recreo."""

    def capa(peticion: HttpRequest) -> HttpResponse:
        if (
            peticion.path == "/"
            and settings.ANFITRION_RECREO != settings.ANFITRION_PRINCIPAL
            and es_anfitrion(peticion, settings.ANFITRION_RECREO)
        ):
            return HttpResponseRedirect("/recreo/")
        return siguiente(peticion)

    return capa


def sin_envios_enormes(siguiente: Respuesta) -> Respuesta:
    """Lo pegado que no cabe se dice y ya: por su tamaño, antes de partirlo en campos y de revisar nada (D235).

    Va antes de que ninguna vista, ni la revisión de la llave del formulario, lea lo enviado. Leerlo aquí evita además
    que lo que no se puede leer falle allá con un rastro de pila.
    """

    def capa(peticion: HttpRequest) -> HttpResponse:
        try:
            if _no_se_leyo(peticion) or _largo(peticion) > _maximo(peticion):
                raise RequestDataTooBig
            peticion.POST  # noqa: B018  leerlo es comprobarlo
        except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
            if es_guion(peticion):
                texto = _("Eso es demasiado largo y no se envió. Bórrale una parte y vuelve a intentarlo.")
                datos = {"ok": False, "codigo": "demasiado_largo", "texto": texto}
                respuesta: HttpResponse = JsonResponse(datos, status=413)
            else:
                respuesta = render(peticion, "413.html", status=413)
            if _no_se_leyo(peticion):
                respuesta.headers["Connection"] = "close"  # lo que falta por llegar no es otra petición
            return respuesta
        return siguiente(peticion)

    return capa


def puerta_llena(siguiente: Respuesta) -> Respuesta:
    """Esperan tantos a que se compruebe su contraseña que no cabe otro: se dice y ya (`config.servidor.peticiones`)."""

    def capa(peticion: HttpRequest) -> HttpResponse:
        if not getattr(peticion, "scope", {}).get(PUERTA_LLENA):
            return siguiente(peticion)
        respuesta = render(peticion, "503.html", status=503)
        respuesta.headers["Retry-After"] = "5"
        respuesta.headers["Cache-Control"] = "no-store"
        return respuesta

    return capa


def _no_se_leyo(peticion: HttpRequest) -> bool:
    """Pasó de lo que ninguna página admite y se dejó de leer (`config.servidor.peticiones`)."""
    return bool(getattr(peticion, "scope", {}).get(NO_CUPO))


def _largo(peticion: HttpRequest) -> int:
    """Octetos del cuerpo: lo que dice, que el servidor ya comprobó."""
    dicho = str(peticion.META.get("CONTENT_LENGTH") or "0")
    return int(dicho) if dicho.isdecimal() and len(dicho) < 16 else 0


def _maximo(peticion: HttpRequest) -> int:
    """Lo que admite la vista a la que va; la que no existe, lo de siempre."""
    try:
        return envio_maximo(resolve(peticion.path_info).func, peticion.content_type == "multipart/form-data")
    except Resolver404:
        return DE_UN_FORMULARIO
