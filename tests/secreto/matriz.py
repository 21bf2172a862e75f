"""Quién abre cada ruta. Una ruta que no está aquí hace fallar la prueba: al agregarla se decide quién la ve (EL8)."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from tests.secreto.escena import Escena

ROLES = ("anonima", "vencida", "ajena", "jugadora", "administra")
TODAS = frozenset(ROLES)
CON_CUENTA = TODAS - {"anonima"}
INSCRITAS = frozenset({"ajena", "jugadora"})
QUIEN_JUGO = frozenset({"jugadora"})
QUIEN_ADMINISTRA = frozenset({"administra"})
NADIE: frozenset[str] = frozenset()


class Ruta(NamedTuple):
    """Quiénes reciben su contenido al pedirla (los demás: a la entrada, 403, 404 o 405) y con qué datos se pide."""

    quienes: frozenset[str]
    datos: Callable[[Escena], dict[str, Any]] = lambda _escena: {}


def _mesa(e: Escena) -> dict[str, Any]:
    return {"mesa_id": e.mesa.pk}


def _partida(e: Escena) -> dict[str, Any]:
    return {"partida_id": e.terminada.pk}


def _fuente(e: Escena) -> dict[str, Any]:
    return {"tipo": "partida", "fuente_id": e.terminada.pk}


def _mano(e: Escena) -> dict[str, Any]:
    return {**_fuente(e), "mano": 1}


def _rama(e: Escena) -> dict[str, Any]:
    return {**_fuente(e), "rama_id": 1}


def _importada(e: Escena) -> dict[str, Any]:
    return {"importada_id": e.importada}


def _reporte(e: Escena) -> dict[str, Any]:
    return {"reporte_id": e.reporte}


def _accion(_e: Escena) -> dict[str, Any]:
    return {"accion": "salir"}


def _recreo(_e: Escena) -> dict[str, Any]:
    return {"codigo": "AAAA"}


def _mesa_de_recreo(_e: Escena) -> dict[str, Any]:
    return {"codigo": "AAAA", "partida": 1, "mesa": 1}


# en estas sólo se mira que nada se fugue: son de allauth, públicas o de un Recreo, que no tiene fichas ocultas
SIN_FICHAS: dict[str, Callable[[Escena], dict[str, Any]]] = {
    **dict.fromkeys(
        (
            "salud",
            "account_login",
            "account_logout",
            "account_inactive",
            "account_signup",
            "account_reauthenticate",
            "account_email",
            "account_email_verification_sent",
            "account_change_password",
            "account_set_password",
            "account_reset_password",
            "account_confirm_login_code",
            "account_reset_password_from_key_done",
            "account_reset_password_done",
            "suscripciones:entrar",
            "suscripciones:codigo",
            "suscripciones:reenviar",
            "suscripciones:cuenta",
            "suscripciones:correo",
            "recreo:entrada",
            "recreo:nuevo",
            "recreo:mios",
            "publico:inicio",
            "publico:codigo",
            "publico:quienes_somos",
            "publico:reglamento",
            "publico:ayuda_recreo",
            "publico:roles",
            "publico:ayuda_enlinea",
            "publico:planes",
            "publico:privacidad",
            "publico:robots",
        ),
        lambda _e: {},
    ),
    "account_reset_password_from_key": lambda _e: {"uidb36": "1", "key": "a-b"},
    **dict.fromkeys(
        (
            "invitacion_corta",
            "recreo:ir",
            "recreo:ambito",
            "recreo:jugadores",
            "recreo:invitar",
            "recreo:tablero",
            "recreo:castigo",
            "recreo:cancelar",
            "recreo:clasificacion",
            "recreo:apuesta",
            "recreo:acta",
            "recreo:invitacion",
            "recreo:mesa",
            "recreo:mesas",
            "recreo:vivo",
        ),
        _recreo,
    ),
    **dict.fromkeys(
        (
            "recreo:cerrar",
            "recreo:suspender",
            "recreo:default",
            "recreo:otra_mesa",
            "recreo:anotar",
            "recreo:anotada",
            "recreo:pasar",
        ),
        _mesa_de_recreo,
    ),
    "recreo:recibir": lambda _e: {"clave": "abc"},
    "recreo:pase": lambda _e: {"codigo": "AAAA", "clave": "abc"},
    "recreo:orden": lambda _e: {"codigo": "AAAA", "accion": "mano_anotar"},
}

RUTAS: dict[str, Ruta] = {
    "enlinea:sala": Ruta(INSCRITAS),
    "enlinea:armar": Ruta(frozenset({"ajena"})),
    "enlinea:mensajes": Ruta(INSCRITAS),
    "enlinea:convivencia": Ruta(INSCRITAS),
    "enlinea:senalar": Ruta(NADIE),
    "enlinea:senalar_en_partida": Ruta(QUIEN_JUGO, _partida),
    "enlinea:repetir_reporte": Ruta(QUIEN_ADMINISTRA, _reporte),
    "enlinea:repetir_reporte_mano": Ruta(QUIEN_ADMINISTRA, lambda e: {**_reporte(e), "mano": 1}),
    "enlinea:silenciar": Ruta(NADIE),
    "enlinea:vivo": Ruta(INSCRITAS),
    "enlinea:orden": Ruta(NADIE, _accion),
    "enlinea:practica": Ruta(NADIE),
    "enlinea:clasificacion": Ruta(INSCRITAS),
    "enlinea:partidas": Ruta(INSCRITAS),
    "enlinea:estadistica": Ruta(INSCRITAS),
    "enlinea:personas": Ruta(INSCRITAS),
    "enlinea:manos": Ruta(QUIEN_JUGO, _partida),
    "enlinea:estadistica_csv": Ruta(INSCRITAS, lambda _e: {"cual": "manos"}),
    "enlinea:estadistica_json": Ruta(INSCRITAS),
    "enlinea:acta": Ruta(QUIEN_JUGO, _partida),
    "enlinea:tarjetas": Ruta(CON_CUENTA),
    "enlinea:mesa": Ruta(QUIEN_JUGO, _mesa),
    "enlinea:historia": Ruta(QUIEN_JUGO, _mesa),
    "enlinea:academia": Ruta(INSCRITAS),
    "enlinea:importar": Ruta(INSCRITAS),
    "enlinea:acta_importada": Ruta(QUIEN_JUGO, _importada),
    "enlinea:acta_borrar": Ruta(NADIE, _importada),
    "enlinea:repetir": Ruta(QUIEN_JUGO, _fuente),
    "enlinea:repetir_mano": Ruta(QUIEN_JUGO, _mano),
    "enlinea:simular": Ruta(QUIEN_JUGO, _mano),
    "enlinea:analisis": Ruta(QUIEN_JUGO, _mano),
    "enlinea:reintentar": Ruta(NADIE, _fuente),
    "enlinea:ejercicios": Ruta(INSCRITAS),
    # los ejercicios de la escena no existen: los de verdad, y de quién son, en tests/enlinea/academia
    "enlinea:ejercicio": Ruta(NADIE, lambda _e: {"ejercicio_id": 1}),
    "enlinea:ramas": Ruta(QUIEN_JUGO, _fuente),
    "enlinea:rama_guardar": Ruta(NADIE, _fuente),
    "enlinea:rama_quitar": Ruta(NADIE, _rama),
}


def rutas_del_sitio() -> Iterator[str]:
    """El nombre completo de cada ruta, sin la administración (se recorre aparte, modelo por modelo)."""
    yield from _nombres(get_resolver().url_patterns, "")


def _nombres(patrones: list[URLPattern | URLResolver], espacio: str) -> Iterator[str]:
    for patron in patrones:
        if isinstance(patron, URLPattern):
            yield f"{espacio}{patron.name or patron.pattern}"
        elif patron.namespace != "admin":
            yield from _nombres(patron.url_patterns, f"{espacio}{patron.namespace}:" if patron.namespace else espacio)
