"""De quién es cada socket que se abre: la sesión de su galleta y su cuenta, leídas por tandas (decisión 056).

Es lo que hacen las capas de Channels (galletas, sesión y cuenta), con dos lecturas por tanda en lugar de dos por
socket. Vale lo mismo: la sesión guardada y sin caducar, una puerta de las nuestras, la cuenta activa y la huella de su
contraseña.
"""

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model, load_backend
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.http import parse_cookie
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from config.base.consulta_armada import Armada
from config.base.en_lista import en_lista
from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir
from config.vivo.hilos import Hilos
from config.vivo.tandas import Tanda

LARGO_MAXIMO = 40
"""De la clave de una sesión, en la base."""


class Abierta(NamedTuple):
    """Lo que dice una sesión y de quién es; `cuenta` None si de nadie."""

    datos: dict[str, Any]
    cuenta: Any


def con_su_cuenta(aplicacion: Aplicacion) -> Aplicacion:
    """Le pone al `scope` sus galletas (`cookies`), su sesión (`session`) y su cuenta (`user`)."""
    abiertas: Tanda[str, Abierta] = Tanda(Hilos("sesiones", 2), leer)

    async def reconocida(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        galletas = _galletas(scope)
        clave = galletas.get(settings.SESSION_COOKIE_NAME, "")
        # con otra cosa ni se pregunta: no es de nadie, y la base podría no admitirla
        hay = await abiertas.de(clave) if _es_clave(clave) else None
        sesion: Any = _almacen(clave if hay is not None else None)
        sesion._session_cache = dict(hay.datos) if hay is not None else {}
        cuenta = hay.cuenta if hay is not None and hay.cuenta is not None else AnonymousUser()
        await aplicacion({**scope, "cookies": galletas, "session": sesion, "user": cuenta}, receive, send)

    return reconocida


def leer(claves: Collection[str]) -> dict[str, Abierta]:
    """En un hilo: de esas claves, las sesiones que valen."""
    leidas = {clave: _almacen(clave).decode(texto) for clave, texto in _guardadas(claves, timezone.now())}
    cuentas = _cuentas(leidas.values())
    abiertas = {}
    for clave, datos in leidas.items():
        cuenta = cuentas.get(str(datos.get(SESSION_KEY)))
        if cuenta is not None and not _es_suya(datos, cuenta):
            # cambió su contraseña: esa sesión ya no abre nada
            _almacen(clave).flush()
            continue
        entra = cuenta is not None and _puerta(datos[BACKEND_SESSION_KEY]).user_can_authenticate(cuenta)
        abiertas[clave] = Abierta(datos, cuenta if entra else None)
    return abiertas


_guardadas = Armada(
    lambda claves, ahora: Session.objects.filter(session_key__in=claves, expire_date__gt=ahora).values_list(
        "session_key", "session_data"
    ),
    "text",
    None,
)


def _cuentas(sesiones: Collection[Mapping[str, Any]]) -> dict[str, Any]:
    """Por su número, como lo guarda la sesión; sólo de las que se abrieron por una puerta de las nuestras."""
    puertas = settings.AUTHENTICATION_BACKENDS
    suyos = [d[SESSION_KEY] for d in sesiones if SESSION_KEY in d and d.get(BACKEND_SESSION_KEY) in puertas]
    modelo = get_user_model()
    return {str(c.pk): c for c in modelo._default_manager.filter(pk__in=en_lista(list(map(int, suyos)), "bigint"))}


def _puerta(nombre: str) -> ModelBackend:
    puerta = load_backend(nombre)
    assert isinstance(puerta, ModelBackend)
    return puerta


def _es_suya(datos: Mapping[str, Any], cuenta: Any) -> bool:
    """Con la `SECRET_KEY` de ahora o una anterior: al cambiarla, quien juega vuelve antes por su socket."""
    guardada = datos.get(HASH_SESSION_KEY) or ""
    validas = (cuenta.get_session_auth_hash(), *cuenta.get_session_auth_fallback_hash())
    return any(constant_time_compare(guardada, una) for una in validas)


def _almacen(clave: str | None) -> SessionBase:
    almacen: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(clave)
    return almacen


def _es_clave(clave: str) -> bool:
    return clave.isascii() and clave.isalnum() and len(clave) <= LARGO_MAXIMO


def _galletas(scope: Mensaje) -> dict[str, str]:
    dichas = next((valor for nombre, valor in scope["headers"] if nombre == b"cookie"), b"")
    return parse_cookie(dichas.decode("latin-1"))
