"""Quién abre cada ruta. Una ruta que no está aquí hace fallar la prueba: al agregarla se decide quién la ve (EL8).

Cada una se pide con objetos de verdad: los de la partida terminada y los de la mano a medias, los propios y los ajenos.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from enlinea.academia.consultas.coleccion import coleccion
from enlinea.encuentros.views.gente import ORDENES as DE_LA_GENTE
from enlinea.sala.views.ordenes import ORDENES
from tests.secreto.escena import CASTIGADA, ROLES, Escena
from tests.secreto.rastros import MesaJugada
from tests.secreto.sin_fichas import Datos, nada

TODAS = frozenset(ROLES)
CON_CUENTA = TODAS - {"anonima", "suspendida"}
"""Con sesión que vale: a la suspendida se le quita al pedir la primera página."""
INSCRITAS = frozenset({"ajena", "jugadora"})
QUIEN_JUGO = frozenset({"jugadora"})
QUIEN_ADMINISTRA = frozenset({"administra"})
NADIE: frozenset[str] = frozenset()


class Caso(NamedTuple):
    """Quiénes reciben lo suyo al pedirla (los demás: a la entrada, 403, 404 o 405), con qué dirección y filtros."""

    quienes: frozenset[str]
    datos: Datos = nada
    filtros: Datos = nada


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


def de_cada_fuente(quienes: frozenset[str] = QUIEN_JUGO, filtros: Datos = nada, **mas: Any) -> tuple[Caso, ...]:
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


def _a_quien(e: Escena, donde: MesaJugada, asiento: int) -> dict[str, Any]:
    """Para señalar a esa persona por la partida terminada de esa mesa."""
    senalado = donde.mesa.lugares.get(asiento=asiento + 1).cuenta_id
    return {"senalado": senalado, "mesa": donde.mesa.pk, "partida": 1}


RUTAS: dict[str, tuple[Caso, ...]] = {
    "enlinea:sala": (Caso(INSCRITAS),),
    "enlinea:armar": (Caso(frozenset({"ajena"})),),
    # los de cada quien, también si no puede entrar a la Sala (D512)
    "enlinea:mensajes": (Caso(TODAS - {"anonima"}),),
    "enlinea:mensajes_leidos": (Caso(NADIE),),
    # sin entrar se ve a qué se invita, sin un solo nombre (D639)
    "enlinea:enlace": (
        Caso(INSCRITAS | {"anonima"}, lambda e: {"enlace": e.enlace}),
        Caso(NADIE, lambda _e: {"enlace": "no-vale"}),
    ),
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
    "enlinea:gente": (Caso(INSCRITAS),),
    "enlinea:cara": (Caso(INSCRITAS),),
    # lo público, de cualquiera que esté en la Clasificación
    "enlinea:persona": (
        Caso(INSCRITAS, lambda e: {"cuenta_id": e.cuentas[CASTIGADA].pk}),
        Caso(NADIE, lambda _e: {"cuenta_id": 10**15}),
    ),
    "enlinea:cita_nueva": (Caso(INSCRITAS),),
    # quién ve cuál, en tests/enlinea/gente/test_citas.py
    "enlinea:cita": (Caso(NADIE, lambda _e: {"cita_id": 1}),),
    "enlinea:cita_archivo": (Caso(NADIE, lambda _e: {"cita_id": 1}),),
    "enlinea:orden_de_gente": tuple(Caso(NADIE, lambda _e, a=accion: {"accion": a}) for accion in (*DE_LA_GENTE, "no")),
    "enlinea:vivo": (Caso(INSCRITAS),),
    "enlinea:orden": tuple(Caso(NADIE, lambda _e, a=accion: {"accion": a}) for accion in (*ORDENES, "salir")),
    "enlinea:practica": (Caso(NADIE),),
    "enlinea:telefono": (Caso(INSCRITAS),),
    "enlinea:telefono_apuntar": (Caso(NADIE),),
    "enlinea:telefono_quitar": (Caso(NADIE),),
    "enlinea:clasificacion": (Caso(INSCRITAS),),
    "enlinea:partidas": (Caso(INSCRITAS),),
    "enlinea:otros_juegos": (Caso(INSCRITAS),),
    # la partida del juego de siempre no es de aquí; quién abre las suyas, en tests/enlinea/test_otros_juegos.py
    "enlinea:otro_repetir": de_cada_partida(NADIE),
    "enlinea:otro_acta": de_cada_partida(NADIE),
    "enlinea:estadistica": (Caso(INSCRITAS),),
    "enlinea:personas": (Caso(INSCRITAS),),
    "enlinea:manos": de_cada_partida(),
    "enlinea:estadistica_csv": tuple(Caso(INSCRITAS, lambda _e, c=cual: {"cual": c}) for cual in ("manos", "partidas")),
    "enlinea:estadistica_json": (Caso(INSCRITAS),),
    "enlinea:acta": de_cada_partida(),
    "enlinea:tarjetas": (Caso(CON_CUENTA),),
    "enlinea:mesa": de_cada_mesa(),
    "enlinea:historia": de_cada_mesa(),
    # lo propio de una partida acabada; de la que se juega dice que aún no hay nada
    "enlinea:final": (
        Caso(QUIEN_JUGO, lambda e: {"mesa_id": e.suya.terminada.mesa_id, "numero": e.suya.terminada.numero}),
        Caso(NADIE, lambda e: {"mesa_id": e.ajena.terminada.mesa_id, "numero": e.ajena.terminada.numero}),
        Caso(QUIEN_JUGO, lambda e: {"mesa_id": e.suya.mesa.pk, "numero": 99}),
    ),
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
    # de la casa: los mismos para todos, y de ninguna mesa
    "enlinea:coleccion": (Caso(INSCRITAS),),
    "enlinea:de_la_casa": (
        Caso(INSCRITAS, lambda _e: {"clave": next(iter(coleccion()))}),
        Caso(NADIE, lambda _e: {"clave": "0-0"}),
    ),
    "enlinea:ramas": de_cada_fuente(filtros=lambda e: {"m1": e.rama_de_otra}),
    # de quien jugó la partida; lo que sale por el enlace, en tests/enlinea/test_estudio_compartido.py
    "enlinea:estudio": de_cada_partida(),
    **dict.fromkeys(
        ("enlinea:estudio_compartir", "enlinea:estudio_comentar", "enlinea:estudio_anular", "enlinea:estudio_callar"),
        de_cada_partida(NADIE),
    ),
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
