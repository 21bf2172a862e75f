"""Quién abre cada ruta. Una ruta que no está aquí hace fallar la prueba: al agregarla se decide quién la ve (EL8).

Cada una se pide con objetos de verdad: los de la partida terminada y los de la mano a medias, los propios y los ajenos.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from enlinea.sala.views.ordenes import ORDENES
from tests.secreto.escena import CASTIGADA, FOLIO, ROLES, Escena
from tests.secreto.rastros import MesaJugada

TODAS = frozenset(ROLES)
CON_CUENTA = TODAS - {"anonima", "suspendida"}
"""Con sesión que vale: a la suspendida se le quita al pedir la primera página."""
INSCRITAS = frozenset({"ajena", "jugadora"})
QUIEN_JUGO = frozenset({"jugadora"})
QUIEN_ADMINISTRA = frozenset({"administra"})
NADIE: frozenset[str] = frozenset()
Datos = Callable[[Escena], dict[str, Any]]


def _nada(_escena: Escena) -> dict[str, Any]:
    return {}


class Caso(NamedTuple):
    """Quiénes reciben lo suyo al pedirla (los demás: a la entrada, 403, 404 o 405), con qué dirección y filtros."""

    quienes: frozenset[str]
    datos: Datos = _nada
    filtros: Datos = _nada


def de_cada_partida(quienes: frozenset[str] = QUIEN_JUGO, **mas: Any) -> tuple[Caso, ...]:
    """La de quien la pide, y la de otros cuatro."""
    return (
        Caso(quienes, lambda e: {"partida_id": e.suya.terminada.pk, **mas}),
        Caso(NADIE, lambda e: {"partida_id": e.ajena.terminada.pk, **mas}),
    )


def de_cada_mesa(quienes: frozenset[str] = QUIEN_JUGO) -> tuple[Caso, ...]:
    """La mesa con la mano a medias, y la de otros."""
    return (
        Caso(quienes, lambda e: {"mesa_id": e.suya.mesa.pk}),
        Caso(NADIE, lambda e: {"mesa_id": e.ajena.mesa.pk}),
    )


def de_cada_fuente(quienes: frozenset[str] = QUIEN_JUGO, filtros: Datos = _nada, **mas: Any) -> tuple[Caso, ...]:
    """La partida y el acta suyas, las ajenas, y los números de las dos mesas: lo que se juega no es fuente de nada."""
    return (
        Caso(quienes, lambda e: {"tipo": "partida", "fuente_id": e.suya.terminada.pk, **mas}, filtros),
        Caso(quienes, lambda e: {"tipo": "importada", "fuente_id": e.importada, **mas}),
        Caso(NADIE, lambda e: {"tipo": "partida", "fuente_id": e.ajena.terminada.pk, **mas}, filtros),
        Caso(NADIE, lambda e: {"tipo": "importada", "fuente_id": e.importada_ajena, **mas}),
        Caso(NADIE, lambda e: {"tipo": "partida", "fuente_id": e.suya.mesa.pk, **mas}),
        Caso(NADIE, lambda e: {"tipo": "importada", "fuente_id": e.suya.mesa.pk, **mas}),
    )


def de_cada_mano(quienes: frozenset[str] = QUIEN_JUGO) -> tuple[Caso, ...]:
    """La primera de cada fuente, y la que seguiría de las terminadas: la que está a medias no es de ninguna."""

    def la_que_sigue(e: Escena) -> dict[str, Any]:
        return {"tipo": "partida", "fuente_id": e.suya.terminada.pk, "mano": len(e.suya.terminada.acta["manos"]) + 1}

    return (*de_cada_fuente(quienes, mano=1), Caso(NADIE, la_que_sigue))


def _rama(cual: str, de: str) -> Caso:
    """Quitarla: sólo se manda, nunca se abre."""
    partida = lambda e: getattr(e, de).terminada.pk  # noqa: E731
    return Caso(NADIE, lambda e: {"tipo": "partida", "fuente_id": partida(e), "rama_id": getattr(e, cual)})


def _un_acta(quienes: frozenset[str]) -> tuple[Caso, ...]:
    return (
        Caso(quienes, lambda e: {"importada_id": e.importada}),
        Caso(NADIE, lambda e: {"importada_id": e.importada_ajena}),
    )


def _recreo(_e: Escena) -> dict[str, Any]:
    return {"codigo": "AAAA"}


def _mesa_de_recreo(_e: Escena) -> dict[str, Any]:
    return {"codigo": "AAAA", "partida": 1, "mesa": 1}


def _a_quien(e: Escena, donde: MesaJugada, asiento: int) -> dict[str, Any]:
    """Para señalar a esa persona por la partida terminada de esa mesa."""
    senalado = donde.mesa.lugares.get(asiento=asiento + 1).cuenta_id
    return {"senalado": senalado, "mesa": donde.mesa.pk, "partida": 1}


# en estas sólo se mira que nada se fugue: de allauth, públicas, o de un Recreo o un torneo, sin fichas ocultas
SIN_FICHAS: dict[str, Datos] = {
    **dict.fromkeys(
        (
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
            "usersessions_list",
            "mfa_index",
            "mfa_authenticate",
            "mfa_reauthenticate",
            "mfa_activate_totp",
            "mfa_deactivate_totp",
            "mfa_view_recovery_codes",
            "mfa_generate_recovery_codes",
            "mfa_download_recovery_codes",
            "mfa_list_webauthn",
            "mfa_add_webauthn",
            "mfa_reauthenticate_webauthn",
            "mfa_login_webauthn",
            "suscripciones:entrar",
            "suscripciones:codigo",
            "suscripciones:reenviar",
            "suscripciones:cuenta",
            "suscripciones:avisos",
            "suscripciones:correo",
            "suscripciones:datos",
            "suscripciones:datos_codigo",
            "suscripciones:datos_descargar",
            "suscripciones:borrar",
            "suscripciones:pagos",
            "suscripciones:factura",
            "recreo:entrada",
            "recreo:nuevo",
            "recreo:importar",
            "recreo:mios",
            "recreo:reclamar",
            "recreo:penas",
            "recreo:pena_nueva",
            "recreo:trabajador",
            "recreo:sin_senal",
            "recreo:quien",
            "publico:inicio",
            "publico:codigo",
            "publico:quienes_somos",
            "publico:reglamento",
            "publico:ayuda_recreo",
            "publico:roles",
            "publico:ayuda_enlinea",
            "publico:ayuda_federacion",
            "publico:ayuda_musica",
            "publico:planes",
            "publico:privacidad",
            "publico:robots",
            "publico:juegos",
            "publico:navegadores",
            "publico:contacto",
            "publico:terminos",
            "publico:mapa",
            # de la mano de prueba y de la partida de la casa, que no son de nadie
            "visita:jugar",
            "visita:mano",
            "visita:partida",
        ),
        _nada,
    ),
    "mfa_edit_webauthn": lambda _e: {"pk": 1},
    "mfa_remove_webauthn": lambda _e: {"pk": 1},
    "suscripciones:sesion_cerrar": lambda _e: {"numero": 1},
    "suscripciones:pagar": lambda _e: {"plan": "anual"},
    "suscripciones:aviso_de_pago": lambda _e: {"pasarela": "stripe"},
    **dict.fromkeys(
        ("suscripciones:pago", "suscripciones:pago_revisar", "suscripciones:pago_demostracion"),
        lambda _e: {"folio": FOLIO},
    ),
    "account_reset_password_from_key": lambda _e: {"uidb36": "1", "key": "a-b"},
    **dict.fromkeys(
        (
            "invitacion_corta",
            "recreo:ir",
            "recreo:ambito",
            "recreo:jugadores",
            "recreo:invitar",
            "recreo:aparatos",
            "recreo:tablero",
            "recreo:castigo",
            "recreo:cancelar",
            "recreo:clasificacion",
            "recreo:apuesta",
            "recreo:acta",
            "recreo:papel",
            "recreo:hojas",
            "recreo:foto",
            "recreo:otra",
            "recreo:invitacion",
            "recreo:tele_enlace",
            "recreo:mesa",
            "recreo:mesas",
            "recreo:vivo",
            "recreo:avisos",
            "recreo:avisos_apuntar",
            "recreo:avisos_quitar",
            "recreo:final",
            "recreo:terminar",
            "recreo:reabrir",
            "recreo:deshacer",
            "recreo:pausar",
            "recreo:cuantos",
            "recreo:personas",
            "recreo:historia",
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
            "recreo:reabrir_mesa",
            "recreo:capturar",
            "recreo:fotos",
        ),
        _mesa_de_recreo,
    ),
    **dict.fromkeys(("torneos:lista", "torneos:nuevo"), _nada),
    **dict.fromkeys(
        (
            "torneos:publica",
            "torneos:buscar",
            "torneos:tabla",
            "torneos:a_distancia",
            "torneos:declarar",
            "torneos:tabla_csv",
            "torneos:tele",
            "torneos:acta",
            "torneos:vivo",
            "torneos:control",
            "torneos:registro",
            "torneos:emparejar",
            "torneos:captura",
            "torneos:caja",
            "torneos:auxiliares",
            "torneos:rastro",
            "torneos:acta_final",
        ),
        _recreo,
    ),
    **dict.fromkeys(
        (
            "torneos:donde",
            "torneos:partida",
            "torneos:mesas_csv",
            "torneos:alfabetico",
            "torneos:persona",
            "torneos:hojas",
        ),
        lambda _e: {"codigo": "AAAA", "numero": 1},
    ),
    "torneos:mesa_de_control": _mesa_de_recreo,
    "torneos:orden": lambda _e: {"codigo": "AAAA", "accion": "mesa_capturar"},
    **dict.fromkeys(("torneos:mesa", "torneos:anotar"), lambda _e: {"clave": "abc"}),
    "torneos:orden_de_mesa": lambda _e: {"clave": "abc", "accion": "mano_anotar"},
    "invitacion_completa": lambda _e: {"codigo": "AAAA", "clave": "abcdefgh"},
    "recreo:reporte": lambda _e: {"codigo": "AAAA", "cual": "acta"},
    "recreo:tabla": lambda _e: {"codigo": "AAAA", "cual": "manos"},
    "recreo:foto_de_hoja": lambda _e: {"codigo": "AAAA", "foto": 1},
    "recreo:persona": lambda _e: {"codigo": "AAAA", "numero": 1},
    "recreo:discapacidad": lambda _e: {"codigo": "AAAA", "numero": 1},
    **dict.fromkeys(("recreo:tele", "recreo:tele_vivo"), lambda _e: {"clave": "abc"}),
    "recreo:recibir": lambda _e: {"clave": "abc"},
    "recreo:pase": lambda _e: {"codigo": "AAAA", "clave": "abc"},
    "recreo:orden": lambda _e: {"codigo": "AAAA", "accion": "mano_anotar"},
    **dict.fromkeys(
        ("visita:partida_mano", "visita:partida_analisis", "visita:partida_simular"), lambda _e: {"mano": 1}
    ),
    # quién abre cada una lo dice tests/recreo/penas/test_paginas.py, con una peña de verdad
    **dict.fromkeys(
        (
            "recreo:pena",
            "recreo:pena_editar",
            "recreo:pena_gente",
            "recreo:pena_jugar",
            "recreo:pena_fecha",
            "recreo:pena_ics",
            "recreo:pena_tabla",
            "recreo:pena_temporada",
            "recreo:pena_duelos",
            "recreo:pena_recreos",
            "recreo:pena_dinero",
            "recreo:pena_cuotas",
            "recreo:pena_llevarse",
            "recreo:pena_todo",
            "recreo:pena_salir",
            "recreo:pena_borrar",
        ),
        lambda _e: {"pena": 1},
    ),
    "recreo:pena_entrar": lambda _e: {"clave": "abc"},
    "recreo:pena_persona": lambda _e: {"pena": 1, "miembro": 1},
    "recreo:pena_hoja": lambda _e: {"pena": 1, "cual": "tabla"},
    "recreo:pena_orden": lambda _e: {"pena": 1, "accion": "cita_responder"},
}

RUTAS: dict[str, tuple[Caso, ...]] = {
    "enlinea:sala": (Caso(INSCRITAS),),
    "enlinea:armar": (Caso(frozenset({"ajena"})),),
    # los de cada quien, también si no puede entrar a la Sala (D512)
    "enlinea:mensajes": (Caso(TODAS - {"anonima"}),),
    "enlinea:mensajes_leidos": (Caso(NADIE),),
    "enlinea:enlace": (Caso(INSCRITAS, lambda e: {"enlace": e.enlace}), Caso(NADIE, lambda _e: {"enlace": "no-vale"})),
    # el dibujo, para quien ya tiene lugar en ella
    "enlinea:enlace_qr": (Caso(NADIE, lambda e: {"enlace": e.enlace}),),
    # la ajena deja que la miren; la suya, no, y a quien juega en ella se le lleva a su lugar
    "enlinea:mirar": (
        Caso(INSCRITAS, lambda e: {"mesa_id": e.ajena.mesa.pk}),
        Caso(NADIE, lambda e: {"mesa_id": e.suya.mesa.pk}),
    ),
    "enlinea:convivencia": (Caso(INSCRITAS),),
    "enlinea:senalar": (
        Caso(NADIE),
        # a su compañera de mesa: de la partida terminada, de la que se juega y de una mesa ajena
        Caso(frozenset({"jugadora"}), filtros=lambda e: _a_quien(e, e.suya, 1)),
        Caso(NADIE, filtros=lambda e: _a_quien(e, e.ajena, 1)),
    ),
    "enlinea:senalar_en_partida": de_cada_partida(),
    "enlinea:repetir_reporte": (Caso(QUIEN_ADMINISTRA, lambda e: {"reporte_id": e.reporte}),),
    "enlinea:repetir_reporte_mano": (
        Caso(QUIEN_ADMINISTRA, lambda e: {"reporte_id": e.reporte, "mano": 1}),
        # la que se está jugando no la ve ni quien administra
        Caso(NADIE, lambda e: {"reporte_id": e.reporte, "mano": 2}),
    ),
    "enlinea:silenciar": (Caso(NADIE),),
    "enlinea:vivo": (Caso(INSCRITAS),),
    "enlinea:orden": tuple(Caso(NADIE, lambda _e, a=accion: {"accion": a}) for accion in (*ORDENES, "salir")),
    "enlinea:practica": (Caso(NADIE),),
    "enlinea:clasificacion": (Caso(INSCRITAS),),
    "enlinea:partidas": (Caso(INSCRITAS),),
    "enlinea:estadistica": (Caso(INSCRITAS),),
    "enlinea:personas": (Caso(INSCRITAS),),
    "enlinea:manos": de_cada_partida(),
    "enlinea:estadistica_csv": tuple(Caso(INSCRITAS, lambda _e, c=cual: {"cual": c}) for cual in ("manos", "partidas")),
    "enlinea:estadistica_json": (Caso(INSCRITAS),),
    "enlinea:acta": de_cada_partida(),
    "enlinea:tarjetas": (Caso(CON_CUENTA),),
    "enlinea:mesa": de_cada_mesa(),
    "enlinea:historia": de_cada_mesa(),
    "enlinea:academia": (Caso(INSCRITAS),),
    "enlinea:importar": (Caso(INSCRITAS),),
    "enlinea:acta_importada": _un_acta(QUIEN_JUGO),
    "enlinea:acta_borrar": _un_acta(NADIE),
    "enlinea:repetir": (
        *de_cada_fuente(filtros=lambda e: {"mano": 2, "jugada": 7, "rama": e.rama}),
        # con la rama de otra se abre la mano que fue, sin ella
        *de_cada_fuente(filtros=lambda e: {"rama": e.rama_de_otra})[:1],
        *de_cada_fuente(filtros=lambda e: {"rama": e.rama_ajena})[:1],
    ),
    "enlinea:repetir_mano": de_cada_mano(),
    "enlinea:simular": de_cada_mano(),
    "enlinea:analisis": de_cada_mano(),
    # sólo por POST; contestar lo cuentan `tests/enlinea/academia/test_calculos.py`
    "enlinea:variante": de_cada_mano(NADIE),
    "enlinea:sabido": de_cada_mano(NADIE),
    "enlinea:parejas": (Caso(INSCRITAS),),
    # el reporte es de esos dos; con la contraria no hay
    "enlinea:pareja": (
        Caso(QUIEN_JUGO, lambda e: {"companero_id": e.cuentas[CASTIGADA].pk}),
        Caso(NADIE, lambda e: {"companero_id": e.papeles["ajena"].pk}),
    ),
    "enlinea:reintentar": de_cada_fuente(NADIE),
    "enlinea:ejercicios": (Caso(INSCRITAS),),
    "enlinea:ejercicio": (
        Caso(QUIEN_JUGO, lambda e: {"ejercicio_id": e.ejercicio}),
        Caso(NADIE, lambda e: {"ejercicio_id": e.ejercicio_de_otra}),
        # contestado se enseñan las cuatro manos de entonces
        Caso(QUIEN_JUGO, lambda e: {"ejercicio_id": e.ejercicio}, lambda e: e.respuesta),
        Caso(NADIE, lambda e: {"ejercicio_id": e.ejercicio_de_otra}, lambda e: e.respuesta_de_otra),
    ),
    "enlinea:ramas": de_cada_fuente(filtros=lambda e: {"m1": e.rama_de_otra}),
    "enlinea:rama_guardar": de_cada_fuente(NADIE),
    "enlinea:rama_quitar": (_rama("rama", "suya"), _rama("rama_de_otra", "suya"), _rama("rama_ajena", "ajena")),
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
